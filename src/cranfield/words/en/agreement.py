"""What the page about raters says: how far they agree, and whether that decides the order of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["AGREEMENT"]

AGREEMENT: dict[str, Template] = {
    "agreement-title": "{name}: how far raters agree",
    "head-value": "value",
    "head-rater": "rater",
    "head-raters": "raters",
    "head-agreement": "agree",
    "head-kappa": "kappa",
    "head-items": "items",
    "matrix-agreement": "Who agrees with whom: the share of shared items that both rate alike",
    "matrix-kappa": "The same beyond chance: Cohen's kappa of each two raters",
    "worst-pairs": "The {count} of {total:,} pairs of raters that agree least",
    "agreement-counts": "{ratings:ratings} of {items:items} by {raters:raters}; {shared:,} of the items have two"
    " ratings or more",
    "agreement-unlisted": "raters are not put beside each other, as {count:pairs of ratings} of the same items are too"
    " many for that",
    "agreement-told": "two ratings of one item are alike in {share:.0%} of cases; beyond chance that is {name} ="
    " {value:.2f}, {reads:said}",
    "reads-reliable": "good enough to rely on",
    "reads-tentative": "enough for tentative conclusions, not more",
    "reads-weak": "too little to rely on single ratings: mend the guidelines, or average several raters",
    "reads-below": "below chance: the raters contradict each other; check that all read the scale in the same"
    " direction",
    "reads-chance": "about what chance gives: the raters do not measure the same thing",
    "paradox-told": "{share:.0%} of the ratings are {value:clip}, so that raters who only guess agree often: kappa"
    " ({kappa:.2f}) counts such agreement for little and is lowered by it, AC1 ({first:.2f}) is not; look at the rare"
    " values before trusting either",
    "names-told": "the values are taken as names without an order, so that only coefficients of names suit them",
    "average-told": "the mean of all {raters:raters} is more reliable than one of them: ICC {mean:.2f} and not"
    " {single:.2f}",
    "agreement-few": "{count:{noun}} are few; intervals from drawing them again are rough for fewer than {enough}",
    "default-of-runs": "runs are scored by {measure}, as none of the measures is one of runs; choose one with -m",
    "agreement-settings": "{percent:g}% intervals: {noun:noun} drawn {resamples:,} times, seed {seed}",
    "orders-title": "{name} of each system by the median of all raters, and by the judgments of each[ (and {more} more"
    " raters)]",
    "head-median": "median",
    "row-tau": "tau with the median",
    "flips-title": "How often two systems change places when each document is judged by one of its raters, drawn"
    " {resamples:,} times",
    "head-pair": "by the median",
    "head-apart": "difference",
    "head-flipped": "change places",
    "head-tied": "equal",
    "head-turned-by": "turned round by",
    "orders-told": "each two raters order the systems with a mean tau of {between:.2f}; with raters drawn again tau is"
    " {drawn:.2f} on average",
    "orders-unshared": "none of the {documents:documents} was judged by two raters, so that nothing can be said about"
    " their disagreement; let several raters judge the same documents",
    "orders-few-shared": "draws differ only in the {shared:,} of {documents:documents} that two raters or more judged",
    "orders-of-part": "{names:few} judged a part of the {documents:documents}, and what a rater left out counts as"
    " not judged: compare how raters order the systems, not the values of one with those of another",
    "orders-hold": "none of the {total:pairs} of systems changes places in more than {often:.0%} of the draws: the"
    " disagreement does not matter for this order",
    "orders-flip": "{count} of {total:pairs} of systems {count:changes|change} places in more than {often:.0%} of the"
    " draws, {better} and {worse} in {share:.0%}: who judges decides their order",
    # the command line, and what is missing
    "orders-need-queries": "which document belongs to which query is not known; give it with {=query=...}",
    "orders-need-numbers": "grades must be numbers to score systems with them; give their order with {=scale=...}",
    "orders-other-documents": "none of the rated documents is among the judgments of the runs; check that both use the"
    " same ids of queries and documents",
    "agreement-of-ratings": "agreement: takes a batch of ratings, not of {family}; make one with ratings(...)",
    "orders-of-one": "runs are scored with one kind of judgments, and there are {names:all}; name one column with"
    " {=value=...}",
    "study-has-columns": "is a study, which knows its columns and its scale; leave out --{option}",
    "study-of-documents": "is a study of documents for queries; write judgments with cranfield study export, and judge"
    " systems by them with cranfield eval",
    "study-of-names": "has no choices with an order, so that systems have no mean; look at cranfield agreement",
    "study-without-systems": "has items whose system is not known; name it in the field system when the study is made",
    "no-grades-yet": "nobody has graded anything yet",
    "one-run": "one run has no order; give at least two runs",
}
