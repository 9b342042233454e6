"""What the steps of explanations about texts are called, and how each comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
    "in-candidate": "candidate",
    "in-reference": "reference",
    "in-both": "both",
    "share-of-matches": "100 x matches {order} / total {order}",
    "share-of-nothing": "0: there is no {order}-gram, or nothing matches at all",
    "share-without-match": "0: nothing matches",
    "share-halved": "100 / (2^{halvings} x total {order}); smoothed by exp, as nothing matches",
    "share-floored": "100 x {value:exact} / total {order}; smoothed by floor, as nothing matches",
    "share-added": "100 x (matches {order} + {value:exact}) / (total {order} + {value:exact}); smoothed by add-k",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "length": ("length", "tokens of the candidate (c)"),
    "closest-reference-length": ("reference length", "tokens of the reference of the closest length (r)"),
    "closest-candidate-length": ("reference length", "tokens of the other candidate of the closest length (r)"),
    "matches-of-order": ("matches {order}", "{order}-grams that a reference has too, clipped"),
    "matches-with-another": ("matches {order}", "{order}-grams that another candidate has too, clipped"),
    "total-of-order": ("total {order}", "{order}-grams of the candidate"),
    "precision-of-order": ("p_{order}", "{share:said}"),
    "brevity-penalty": ("BP", "exp(1 - r/c) if c < r, else 1"),
    "geometric-mean": ("{name}", "[BP x geometric mean of the {orders:precisions}][orders!0: nothing matches]"),
    "no-other-candidate": ("{name}", "there is no other candidate"),
    "matching-grams": ("matches", "{n}-grams that a reference has too, clipped"),
    "total-grams": ("total", "{n}-grams of the candidate"),
    "matches-over-total": ("{name}", "matches / total"),
    "character-grams": ("{n:characters}, {side:said}", "n-grams of {n:characters} in {side:said}"),
    "word-grams": ("{n:words}, {side:said}", "n-grams of {n:words} in {side:said}"),
    "F-of-mean-shares": (
        "{name}",
        (
            "100 x (1 + beta^2) P R / (beta^2 P + R), beta = {beta:exact}; P (both / candidate) and R (both /"
            " reference) are means over the orders that both texts have"
        ),
    ),
    "mean-of-F-by-order": (
        "{name}",
        (
            "mean over all orders of 100 x (1 + beta^2) P R / (beta^2 P + R), beta = {beta:exact}; P = both /"
            " candidate, R = both / reference"
        ),
    ),
    "edits": ("edits", "the fewest edits that lead to a reference, moved blocks included"),
    "mean-reference-length": ("reference length", "mean number of words of the references"),
    "edits-over-length": ("{name}", "100 x edits / reference length"),
    "plain-edits": (
        "edits",
        "words or characters replaced, inserted or dropped, for the reference with the lowest rate",
    ),
    "best-reference-length": ("reference length", "words or characters of that reference"),
    "edits-over-reference": ("{name}", "edits / reference length"),
    "answer-equals": ("{name}", "100 if the answer equals a reference, else 0"),
    "F-of-words": ("{name}", "100 x 2 x shared / (candidate + reference)"),
    "similarity-of-order": (
        "similarity {order}",
        "cosine of the {order}-grams weighed by rarity, mean over the references; its weight is {weight:exact}",
    ),
    "weighed-similarity": ("{name}", "10 x sum of weight x similarity over the orders"),
    "given-value": ("{name}", "the value that another tool gave"),
    "weight-of-nuggets": (
        "nuggets",
        "[vital?vital ]nuggets of the answer[weighted?, those that are only okay as half]",
    ),
    "supported-nuggets": ("supported", "those that the answer supports[partial?, partial support as half]"),
    "supported-over-nuggets": ("{name}", "supported / nuggets"),
    "shared": ("shared", "what candidate and reference have in common"),
    "candidate": ("candidate", "what the candidate has"),
    "reference": ("reference", "what the reference has"),
    "shared-over-candidate": (
        "precision",
        (
            "[several?mean over the references of ][pooled?added up over the references: ][weight!shared / candidate]"
            "[(shared / candidate^{weight:exact})^(1 / {weight:exact})]"
        ),
    ),
    "shared-over-reference": (
        "recall",
        (
            "[several?mean over the references of ][pooled?added up over the references: ][weight!shared / reference]"
            "[(shared / reference^{weight:exact})^(1 / {weight:exact})]"
        ),
    ),
    "the-precision": ("{name}", "precision"),
    "the-recall": ("{name}", "recall"),
    "harmonic-mean": (
        "{name}",
        "[several?mean over the references of F, ]F = 2 x precision x recall / (precision + recall)",
    ),
    "linked-words": (
        "matches",
        "words linked one to one: the same word[stem?, then the same stem][synonym?, then synonyms]",
    ),
    "chunks": ("chunks", "the fewest runs of links that are in order on both sides"),
    "precision-of-words": ("precision", "matches / words of the candidate"),
    "recall-of-words": ("recall", "matches / words of the reference"),
    "weighted-F": ("F", "PR / (alpha P + (1 - alpha) R), alpha = {alpha:exact}"),
    "penalty-of-chunks": ("penalty", "gamma x (chunks / matches)^beta, gamma = {gamma:exact}, beta = {beta:exact}"),
    "F-less-penalty": ("{name}", "F x (1 - penalty)"),
    "different-grams": ("distinct", "different {n}-grams"),
    "all-grams": ("n-grams", "all {n}-grams"),
    "tokens": ("tokens", "all tokens"),
    "distinct-over-grams": ("{name}", "distinct / n-grams"),
    "distinct-over-tokens": ("{name}", "distinct / tokens"),
    "distinct-over-expected": ("{name}", "distinct / (V x (1 - ((V - 1) / V)^n-grams)), V = {vocabulary}"),
    "entropy-of-grams": (
        "{name}",
        "- sum of p log p over the different n-grams, p = its share of all[; the logarithm has the base {base:exact}]",
    ),
}
