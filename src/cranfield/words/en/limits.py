"""What a report leaves out, and why; sentences that its scripts fill in have plain fields only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["LIMITS"]

LIMITS: dict[str, Template] = {
    "report-no-panels": "{what:said}: left out, because each system would have a picture of its own, and {count:,}"
    " systems are more than {most:,}; `cranfield plot {kind}` draws it.",
    "report-no-bars-of-systems": "What each {noun:one} gains or loses is not drawn, because {count:,} systems are more"
    " than {most:,}; the table of {noun:noun} has it.",
    "report-no-bars-of-units": "What each {noun:one} gains or loses is not drawn, because {count:,} {noun:noun} are"
    " more than {most:,}; the table of {noun:noun} has it.",
    "report-first-measure": "Intervals are drawn of {measure}, the first measure; the overview has those of all.",
    "report-top": "The first {top:,} documents of each ranking are shown; {=top=...} shows more.",
    "report-titles-clipped": "Titles of documents are cut to {length:,} characters to keep the page small.",
    "report-titles-left": "The titles of {count:,} documents that stand further down are left out to keep the page"
    " small.",
    # beside the differences of a comparison in a notebook
    "beside-zero": "beside 0",
    "report-more-alike": "{count:,} more like this",
    # findings
    "report-severity-error": "error",
    "report-severity-warning": "warning",
    "report-severity-note": "note",
    # what the scripts of the page say
    "report-more-happened": "{system}: {count} more moves that matter less",
    "report-too-long": "These texts are too long to mark the words on which the systems differ.",
}
