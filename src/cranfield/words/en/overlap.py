"""How alike two runs are: what is said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["OVERLAP", "OVERLAP_ERRORS"]

OVERLAP: dict[str, Template] = {
    "overlap-told": "{first} and {second} return documents that overlap by {rbo:.3f} (RBO with p = {p:exact}), at least"
    " {low:.3f} and at most {high:.3f} if both went on, over {queries:queries}",
    "overlap-title": "{first} and {second}, {queries:queries}",
    "overlap-queries": "query by query",
    "overlap-head": "similarity",
    "overlap-mean": "mean",
    "overlap-defined": "queries",
    "overlap-returned": "{first} returns {one:,} documents and {second} {other:,}, of which {shared:,} {shared:is|are}"
    " the same[; each answer was looked at down to rank {depth:,}]",
    "overlap-rbo": "RBO: the overlap of the first 1, 2, 3, ... documents, averaged for a reader who goes on with"
    " probability {p:exact}, taken to go on as it was behind the end; {variant:said}",
    "overlap-bounds": "RBO_min, RBO_res: what it is at least, and how much more it could be further down",
    "overlap-tau": "tau, tau_AP: whether both put the documents that both return into the same order, from -1 to 1;"
    " tau_AP gives more weight to the top",
    "overlap-jaccard": "Jaccard@k: documents among the first k of both, over those among the first k of either",
    "overlap-ties-w": "documents of one score share a rank",
    "overlap-ties-a": "of documents of one score the mean over all their orders",
    "overlap-ties-b": "as if documents of one score were in any order, corrected for what these ties hide",
    "overlap-alone": "{count} of {total} queries {count:is|are} answered by one run only, [zero?with an overlap of 0]"
    "[zero!left out] ({examples:few})",
}

OVERLAP_ERRORS: dict[str, Template] = {
    "overlap-two-runs": "overlap compares two runs, not {count}; write cranfield overlap a.run b.run",
    "overlap-judgments": "holds judgments, and overlap compares two runs without any; leave it out and give two runs",
    "overlap-no-query": "{first} and {second} answer no query that is the same: the one has {one:few}, the other"
    " {other:few}; check the ids",
    "overlap-alone-refused": "{first} and {second}: {count:queries} {count:is|are} answered by one of them only"
    " ({names:few}); {=missing=error} refuses that, {=missing=zero} or skip allows it",
    "overlap-cutoff": "overlap: cutoffs must be whole numbers of at least 1, not {given}",
}
