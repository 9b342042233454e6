"""What is said about users who go on or stop, about nearness to an ideal, and about NTCIR's measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

FORMULAS: dict[str, Template] = {
    "look-insq": "the product of ((r + 2T - 1) / (r + 2T))^2 over the ranks r above",
    "look-inst": "the product of ((r + 2T - g - 1) / (r + 2T - g))^2 over the ranks r above, g = gain down to r",
    "look-bpm": "1 until the gain so far reaches T",
    "unbounded-unknown": "what its grades can do to it is not known",
    "unbounded-gains": "a map gives a higher grade less gain, and which grades are worst is not known",
    "unbounded-known": "whether the user knew an unjudged document is not told",
    "unbounded-counts": "it counts what there is, and grades would not make it better or worse",
    "when-no-exposure": "no returned document, or no relevant one, has a group",
    "target-judged": "relevant documents with a group",
    "target-equal": "groups, which should all get the same",
    "elsewhere-thousand-ranks": "the user looks at no more than 1,000 results",
    "elsewhere-linear-stops": "the gain is the grade itself, or that of a list of gains",
    "elsewhere-judged-anywhere": "a document that was judged for any query is not unjudged",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "share-of-group": ("got {group:clip}", "what the documents of this group have of it"),
    "target-of-group": ("due {group:clip}", "what this group should have of it"),
    "attention-together": ("attention", "sum of 1 / log2(max(rank, 2)) over results with a group[, up to rank {k}]"),
    "target-together": ("target", "{target:said}[, grade >= {rel:exact}]"),
    "divergence-of-both": ("divergence", "Jensen-Shannon divergence of the shares of groups in both, in bits"),
    "fair-share": ("{name}", "1 - divergence"),
    "exposure-given": ("exposure", "sum of p^(rank - 1) over results with a group, p = {p:exact}[, up to rank {k}]"),
    "exposure-wanted": (
        "target",
        "the same of relevant documents (grade >= {rel:exact}) in the best order, shared evenly in each grade",
    ),
    "exposure-loss": ("{name}", "sum over groups of (exposure - target)^2"),
    "exposure-disparity": ("{name}", "sum over groups of exposure^2"),
    "exposure-relevance": ("{name}", "sum over groups of exposure x target"),
    "chance-of-look": ("look", "how likely the user is to look at it: {look:said}, T = {T:exact}[; 0 beyond rank {k}]"),
    "term-of-look": ("term", "gain x look"),
    "gain-looked-at": ("gained", "sum of the terms"),
    "results-looked-at": ("looks", "how many results the user looks at, on average"),
    "gain-over-looks": ("{name}", "gained / looks"),
    "place-in-ideal": ("ideal rank", "behind all documents of higher grades; of the same grade as they were returned"),
    "depth-of-both": ("depth", "the depth from which on both lists have it: the larger of rank and ideal rank"),
    "overlap-of-document": ("overlap", "sum of p^(d - 1) / d from that depth on, where grade > 0, p = {p:exact}"),
    "overlap-sum": ("sum", "sum of these"),
    "overlap-of-ideal": ("ideal", "the same sum for the best order with itself"),
    "overlap-most": ("most", "sum of p^(d - 1) over all depths, p = {p:exact}"),
    "overlap-over-most": ("{name}", "the sum over what it could be"),
    "ideal-gain-so-far": ("ideal gain", "the gain of the best order down to this rank"),
    "blended-ratio": (
        "ratio",
        (
            "(relevant so far + beta gain so far) / (rank + beta ideal gain), where relevant[ and rank <= {k}]; beta ="
            " {beta:exact}"
        ),
    ),
    "blended-ratio-alone": (
        "ratio",
        "(1 + beta gain) / (rank + beta ideal gain), where relevant[ and rank <= {k}]; beta = {beta:exact}",
    ),
    "sum-of-ratios": ("sum", "sum of these ratios"),
    "relevant-or-k": ("there", "relevant documents judged[, at most {k}]"),
    "ratios-over-R": ("{name}", "sum / there"),
    "ratio-of-first": ("{name}", "the ratio at the first relevant document, 0 without one"),
    "stop-of-gain": ("stops", "gain / ({top:exact} + 1): the chance to stop when arriving here"),
    "ERR-together": ("ERR", "sum of the terms"),
    "ERR-ideal": ("ideal ERR", "the same sum for the best order of all judged documents"),
    "ERR-over-ideal": ("{name}", "ERR / ideal ERR"),
}
