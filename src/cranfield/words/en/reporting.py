"""What stands in the report that people share; sentences that its scripts fill in have plain fields only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["REPORTING"]

REPORTING: dict[str, Template] = {
    # sections
    "report-title": "Report: {systems:few} on {count:{noun}}",
    "report-about": "{count:{noun}}, {systems:systems}, {measures:measures}",
    "report-contents": "Contents",
    "report-overview": "Overview",
    "report-overview-hint": "Values with {percent:.4g} % intervals; press the name of a column to sort by it. The best"
    " value of a measure stands out.",
    "report-pairs": "Differences",
    "report-curves": "Curves",
    "report-groups": "Groups",
    "report-groups-hint": "{measure} in each group; how many {noun:noun} it has stands in brackets.",
    "report-units": "One by one: {noun:noun}",
    "report-unit": "One {noun:one} in detail",
    "report-unjudged": "Documents that nobody judged",
    "report-unjudged-hint": "What share of the first 10 documents nobody judged, and between which values each measure"
    " would lie if all returned documents were judged.",
    "report-findings": "About the data",
    "report-nothing-odd": "Nothing odd was found.",
    "report-again": "To do it again",
    "report-no-script": "Tables that can be sorted and searched need JavaScript, which is switched off here.",
    "report-gate": "Verdicts",
    "report-no-curve": "No {kind} curve: {why}.",
    "report-as-text": "as text",
    "report-skip": "to the content",
    "report-left-out-units": "{measure} has {count:{noun}}, too many to list here.",
    "report-left-out-texts": "The texts of {left:,} {noun:noun} are left out, which changed least, to keep the page"
    " small.",
    "report-clipped": "Texts of documents are cut to {length:,} characters to keep the page small.",
    "report-texts-left": "The texts of {count:,} documents that stand further down are left out to keep the page"
    " small.",
    "report-some-lines": "Curves are those of {count:,} of {total:,} systems: the baseline, and the best by {measure}.",
    "report-no-bounds": "Where {names:all} could lie is left out, as it takes long; --unjudged shows it.",
    "report-unknown-queries": "{count:,} {noun:noun} have no text in {source}.",
    "report-unknown-documents": "{count:,} of {total:,} documents are not in {source}.",
    # heads
    "report-head-share": "unjudged in the first 10",
    "report-head-status": "verdict",
    "report-head-rule": "rule and numbers",
    "report-status-passed": "passed",
    "report-status-failed": "failed",
    "report-status-undecided": "undecided",
    # what the scripts of the page say
    "report-theme": "Light or dark",
    "report-language": "中文",
    "report-search": "Search",
    "report-measure": "Measure",
    "report-baseline": "Baseline",
    "report-system": "System",
    "report-group": "Group",
    "report-all": "all",
    "report-rows": "{from} to {to} of {total}",
    "report-previous": "Previous",
    "report-next": "Next",
    "report-difference": "difference",
    "report-interval": "interval",
    "report-p": "p (corrected)",
    "report-significant": "significant",
    "report-wins": "better / same / worse",
    "report-effect": "effect (d)",
    "report-yes": "yes",
    "report-no": "no",
    "report-value": "value",
    "report-shown-systems": "Systems shown",
    "report-rank": "rank",
    "report-ideal": "best order",
    "report-grade": "grade {grade}",
    "report-not-judged": "not judged",
    "report-up": "up {count} from {before}",
    "report-down": "down {count} from {before}",
    "report-came": "not in the first {top} of {system}",
    "report-stays": "same rank as in {system}",
    "report-returned": "{count} returned",
    "report-nothing-returned": "nothing returned",
    "report-legend": "A number is the grade, the stronger its colour the better; ? was not judged; arrows"
    " compare with {system}.",
    "report-happened": "What happened, next to {system}",
    "report-fell": "{system}: {doc}, grade {grade}, fell from {before} to {after}",
    "report-rose": "{system}: {doc}, grade {grade}, rose from {before} to {after}",
    "report-lost": "{system}: {doc}, grade {grade}, was at {before} and is no longer returned",
    "report-new": "{system}: {doc}, grade {grade}, is new at {after}",
    "report-unjudged-moved": "{system}: {doc}, which nobody judged, moved from {before} to {after}",
    "report-unjudged-new": "{system}: {doc}, which nobody judged, came to {after}",
    "report-nothing-happened": "{system}: every relevant document stands where it stood",
    "report-document": "Document",
    "report-no-text": "There is no text; it comes with --docs.",
    "report-steps": "Step by step",
    "report-steps-of": "{measure} of {system}",
    "report-no-steps": "Only the units that changed most are explained here; for this one:",
    "report-reference": "reference",
    "report-matches": "Underlined words stand in a reference, stronger the longer the run of words; a frame marks"
    " words on which the systems differ.",
    "report-no-match": "no text kept for this one",
    "report-choose": "Choose",
    "report-words": "words",
}
