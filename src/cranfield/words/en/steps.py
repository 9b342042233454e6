"""What the steps of explanations are called, and how each comes about.

A key of one word needs no fields, as a measure of a user's own may use the same word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
    "gain-linear": "the grade",
    "gain-exponential": "2^grade - 1",
    "gain-by-map": "by the map {gains}, and the grade itself where it has none",
    "gain-if-relevant": "1 if grade >= {rel:exact}",
    "gain-by-scale": "grade / {max_grade:exact}, the highest grade",
    "gain-by-query": "grade / the highest grade of the query",
    "weight-of-any-rank": "1",
    "weight-log2": "1 / log2(rank + 1)",
    "weight-jarvelin": "1 / log{base:exact}(rank), and 1 before rank {base:exact}",
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

_ALL: dict[str, tuple[Template, Template]] = {
    "undefined-value": ("{name}", "undefined: {why:said}; the policy counts it as {worst:exact}"),
    "floored": ("floored", "at least 0.00001, so that a logarithm exists"),
    "by-formula": ("{name}", "{formula}"),
}

_RANKING: dict[str, tuple[Template, Template]] = {
    # documents
    "is-relevant": ("relevant", "1 if grade >= {rel:exact}[ and rank <= {k}]"),
    "is-relevant-up-to-there": ("relevant", "1 if grade >= {rel:exact}, up to that rank"),
    "is-not-relevant": ("non-relevant", "1 if grade < {rel:exact}"),
    "is-known-relevant": ("known relevant", "1 if grade >= {rel:exact}, known[ and rank <= {k}]"),
    "is-new": ("new", "1 if the user did not know it"),
    "is-judged": ("judged", "1[ if rank <= {k}]"),
    "precision-so-far": ("precision", "relevant so far / rank, where relevant[ and rank <= {k}]"),
    "inferred-precision": ("precision", "(1 + pooled above x share of relevant) / rank"),
    "highest": ("highest", "the highest precision from here on"),
    "relevant-above": ("relevant above", "judged relevant documents above this one"),
    "judged-above": ("judged above", "judged documents above"),
    "unsampled-above": ("unsampled above", "pooled but unjudged documents above"),
    "non-relevant-above": ("above", "judged non-relevant documents above, at most {most}"),
    "others-above": ("above", "documents above that are not relevant"),
    "gain-of-grade": ("gain", "what the grade is worth: {gain:said}[; 0 below grade {rel:exact}]"),
    "gain-up-to-1": ("gain", "what the grade is worth, from 0 to 1: {gain:said}"),
    "weight-of-rank": ("weight", "what the rank is worth: {weight:said}[; 0 beyond rank {k}]"),
    "weight-of-visit": ("weight", "(1 - p) p^(rank - 1), p = {p:exact}[; 0 beyond rank {k}]"),
    "term": ("term", "gain x weight"),
    "term-less-above": ("term", "1 - above / {below}, where relevant"),
    "term-by-lag": ("term", "gain / log2(2 + lag)"),
    "term-by-above": ("term", "1 / log2(2 + above), where relevant"),
    "term-of-stop": ("term", "arrives x stops / rank[, up to rank {k}]"),
    "chance-to-stop": ("stops", "(2^grade - 1) / 2^{max_grade:exact}: the chance to stop when arriving here"),
    "arrives": ("arrives", "the chance that the user did not stop above"),
    "ideal-so-far": ("ideal", "ideal gain up to here, at least 1 a rank"),
    "lag": ("lag", "ideal - gain up to here"),
    "DCG-so-far": ("DCG", "sum of gain / log2(rank + 1) up to here"),
    "nDCG-so-far": ("nDCG", "DCG / ideal DCG up to here"),
    # counts and sums
    "hits": ("hits", "relevant documents among them"),
    "R": ("R", "relevant documents judged"),
    "R-returned": ("R returned", "relevant documents returned[, up to rank {k}]"),
    "R-with-gain": ("R", "documents with gain"),
    "N": ("N", "non-relevant documents judged"),
    "returned": ("returned", "documents returned"),
    "noise": ("noise", "returned documents that are not relevant"),
    "missed": ("missed", "relevant documents not returned"),
    "missed-with-gain": ("missed", "those that were not returned"),
    "rest": ("rest", "the other documents of the collection"),
    "right": ("right", "hits + rest"),
    "possible": ("possible", "the most that could be there"),
    "known": ("known", "relevant documents that the user knew"),
    "known-found": ("found", "known relevant documents among them"),
    "found": ("found", "relevant documents among them"),
    "new": ("new", "new relevant documents among them"),
    "judged": ("judged", "judged documents among them"),
    "negative-results": ("negative", "documents with a negative grade among them"),
    "unjudged": ("unjudged", "there - judged"),
    "unjudged-results": ("unjudged", "results that nobody judged"),
    "there-to-see": ("there", "results to look at: [k?{k}, or fewer if fewer were returned][k!all that were returned]"),
    "size-missing": ("missing", "(R + b^2 x [k?{k}][k!returned]) - (1 + b^2) hits, b = {b:exact}"),
    "first": ("first", "rank of the first relevant document, 0 if there is none"),
    "multiple-of-R": ("n", "{multiple:exact} x R, rounded up"),
    "rank-of-balance": ("rank", "where recall catches up with precision, or the end of the ranking"),
    "precision-of-results": ("precision", "hits / [k?{k}][k!returned]"),
    "recall-of-results": ("recall", "hits / R"),
    "precision-there": ("precision", "hits / rank; above the recall only if the ranking ended"),
    "needed-for-recall": ("needed", "relevant documents for a recall of {recall:exact}"),
    "height-at-level": ("at {level:g}", "interpolated precision"),
    "sum": ("sum", "sum of these precisions"),
    "s": ("s", "sum of these precisions"),
    "odds": ("odds", "(1 + s) / (1 + R - s)"),
    "settled": ("settled", "sum over the judged documents"),
    "share-of-best-utility": ("share", "T11U / (2 (hits + missed))"),
    "CG": ("CG", "sum of the terms"),
    "ideal-CG": ("ideal CG", "the same sum for the best order of all judged documents"),
    "DCG": ("DCG", "sum of the terms"),
    "ideal-DCG": ("ideal DCG", "the same sum for the best order of all judged documents"),
    "ideal-gain": ("ideal gain", "all the gain there is"),
    "sum-of-nDCG": ("sum", "sum of nDCG at the documents with gain"),
    "nDCG-of-all": ("nDCG at the end", "DCG / ideal DCG of everything"),
    "nDCG-at-fall": ("nDCG at fall {fall}", "DCG / ideal DCG up to there; DCG = sum of gain / log2(rank + 1)"),
    "nDCG-at-end": ("nDCG at the end", "DCG / ideal DCG, if the ranking goes on"),
    "points": ("points", "ranks at which nDCG was taken"),
    # values
    "hits-over-seen": ("{name}", "hits / [k?{k}][k!returned]"),
    "hits-over-R": ("{name}", "hits / R"),
    "hits-over-n": ("{name}", "hits / n"),
    "hits-over-possible": ("{name}", "hits / possible"),
    "hits-squared": ("{name}", "hits^2 / (returned x R)"),
    "one-if-hits": ("{name}", "1 if there are hits"),
    "one-over-first": ("{name}", "1 / first"),
    "mean-over-orders": (
        "{name}",
        "mean over all orders of ties of 1 / rank of the first relevant document[, 0 beyond rank {k}]",
    ),
    "share-of-orders": (
        "{name}",
        "share of all orders of ties with a relevant document[ in the first {k}]",
    ),
    "recall-there": ("{name}", "recall there: hits / R"),
    "found-over-known": ("{name}", "found / known"),
    "new-over-found": ("{name}", "new / found"),
    "judged-over-there": ("{name}", "judged / there"),
    "unjudged-over-seen": ("{name}", "unjudged / [k?{k}][k!there]"),
    "known-over-there": ("{name}", "(judged + negative) / there"),
    "f-of-precision-and-recall": (
        "{name}",
        "(1 + beta^2) x precision x recall / (beta^2 x precision + recall), beta = {beta:exact}",
    ),
    "weighted-hits-over-sizes": (
        "{name}",
        "(1 + beta^2) hits / (beta^2 R + [k?{k}][k!returned]), beta = {beta:exact}",
    ),
    "missing-over-sizes": ("{name}", "missing / (R + b^2 x [k?{k}][k!returned]), b = {b:exact}"),
    "filtering-f": ("{name}", "1.25 hits / (0.25 R + returned)"),
    "right-over-docs": ("{name}", "right / {docs}"),
    "sum-over-R": ("{name}", "sum / R"),
    "sum-over-R-returned": ("{name}", "sum / R returned"),
    "precisions-over-R": ("{name}", "sum of these precisions / R"),
    "height-at-recall": ("{name}", "the highest precision from the document that reaches that recall on"),
    "mean-of-heights": ("{name}", "mean of the {points} heights"),
    "log-of-odds": ("{name}", "log(odds)"),
    "sum-of-terms": ("{name}", "sum of the terms"),
    "terms-over-R": ("{name}", "sum of the terms / R"),
    "terms-over-ideal-gain": ("{name}", "sum of the terms / ideal gain"),
    "ideal-sum": (
        "{name}",
        (
            "sum of gain x weight over the judged documents in the best order[, to rank {k}]; gain: {gain:said}"
            "[, 0 below grade {rel:exact}]; weight: {weight:said}"
        ),
    ),
    "CG-over-ideal": ("{name}", "CG / ideal CG"),
    "DCG-over-ideal": ("{name}", "DCG / ideal DCG"),
    "nDCG-at-relevant": ("{name}", "(sum + missed x nDCG at the end) / R"),
    "sum-over-points": ("{name}", "sum of them / points"),
    "not-settled": ("{name}", "1 - settled"),
    "not-settled-if-unjudged": ("{name}", "1 - settled, or 0 if nothing is unjudged"),
    "weighted-sum": (
        "{name}",
        "a hits + b noise + c missed[d? + d rest]; a = {a:exact}, b = {b:exact}, c = {c:exact}[, d = {d:exact}]",
    ),
    "linear-utility": ("{name}", "2 hits - noise"),
    "scaled-utility": ("{name}", "(max(share, -0.5) + 0.5) / 1.5"),
    "one-a-query": ("{name}", "a query counts 1"),
    "all-returned": ("{name}", "documents returned"),
    "all-relevant": ("{name}", "relevant documents judged"),
    "sum-of-these": ("{name}", "sum of these"),
}

_TEXT: dict[str, tuple[Template, Template]] = {
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
    "shared": ("shared", "what candidate and reference have in common"),
    "candidate": ("candidate", "what the candidate has"),
    "reference": ("reference", "what the reference has"),
    "shared-over-candidate": (
        "precision",
        (
            "[several?mean over the references of ][weight!shared / candidate]"
            "[(shared / candidate^{weight:exact})^(1 / {weight:exact})]"
        ),
    ),
    "shared-over-reference": (
        "recall",
        (
            "[several?mean over the references of ][weight!shared / reference]"
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

STEPS: dict[str, tuple[Template, Template]] = _ALL | _RANKING | _TEXT
