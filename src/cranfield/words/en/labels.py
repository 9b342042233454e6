"""What the steps of explanations about labels are called, and how each comes about."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
    "right-over-guessed": "right / guessed",
    "right-over-true": "right / true",
    "twice-right-over-both": "2 right / (true + guessed)",
    "weighted-right-over-both": "(1 + beta^2) right / (beta^2 true + guessed), beta = {beta:exact}",
    "wrong-over-others": "(guessed - right) / (n - true)",
    "correlation-of-label": "(n right - true x guessed) / sqrt(true (n - true) guessed (n - guessed))",
    "kappa-of-label": "2 (n right - true x guessed) / (true (n - guessed) + guessed (n - true))",
    "right-over-either": "right / (true + guessed - right)",
    "apart-places": "how many places labels are apart",
    "apart-places-squared": "the square of how many places labels are apart",
    "quotient-by-formula": "{formula}",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "n": ("n", "all examples"),
    "true": ("true", "examples that have the label"),
    "guessed": ("guessed", "examples that were given the label"),
    "rightly-guessed": ("right", "examples that were rightly given it"),
    "above": ("above", "the numerator"),
    "below": ("below", "the denominator"),
    "quotient-of-label": ("{name}", "above / below: {quotient:said}[; 0 / 0 counts {zero}]"),
    "sum-of-values": ("sum", "sum of the values of the examples with this label[weighted?, times their weights]"),
    "examples-of-label": ("examples", "[weighted!how many there are][weighted?the sum of their weights]"),
    "sum-over-examples": ("{name}", "sum / examples"),
    "sum-over-all-examples": ("sum", "sum of the values of all examples, times their weights if they have any"),
    "all-examples": ("examples", "how many there are, or the sum of their weights"),
    "mean-over-labels": ("mean", "mean over the labels that have examples"),
    "share-by-chance": ("chance", "1 / labels: what guessing at random has"),
    "adjusted-for-chance": ("{name}", "(mean - chance) / (1 - chance)"),
    "right-beyond-chance": ("covariance", "n right - sum over labels of true x guessed"),
    "spread-of-truth": ("spread of truth", "sum over labels of true (n - true)"),
    "spread-of-guesses": ("spread of guesses", "sum over labels of guessed (n - guessed)"),
    "correlation-of-spreads": ("{name}", "covariance / sqrt(spread of truth x spread of guesses)"),
    "cost-of-mistakes": ("mistakes", "mean over examples of what they cost: {how_far:said}"),
    "cost-by-chance": ("by chance", "the same if guesses had nothing to do with the truth"),
    "larger-share": (
        "larger share",
        "of positives or of negatives at or above the score where both are farthest apart",
    ),
    "smaller-share": ("smaller share", "of the others there"),
    "gap-of-shares": ("{name}", "larger share - smaller share"),
    "found-in-top": ("found", "positives among the highest scores, of those with the score of the cut a part"),
    "size-of-top": ("top", "{share:exact} x examples"),
    "lift-of-top": ("{name}", "(found / top) / (positives / examples)"),
    "area-of-curve": (
        "{name}",
        (
            "sum over scores of (recall - recall before) x [straight?the mean of precision and precision before]"
            "[straight!the best precision from there on]"
        ),
    ),
    "off-in-bins": (
        "off",
        "|sum of probabilities - positives|[worst! of each bin, summed up][worst? of the worst bin]",
    ),
    "examples-of-bins": ("examples", "[worst!all of them, or the sum of their weights][worst?those of the worst bin]"),
    "error-of-bins": ("{name}", "off / examples"),
    "root-over-examples": ("{name}", "sqrt(sum / examples)"),
    "squares-left": ("left", "sum over examples of (score - truth)^2, times their weights if they have any"),
    "squares-of-truth": ("spread", "sum over examples of (truth - mean of truth)^2, times their weights"),
    "explained-share": ("{name}", "1 - left / spread"),
    "numbers-together": ("together", "mean of the products of both[ranks? ranks], each less its mean, scaled to 1"),
    "spread-of-true-numbers": ("spread of truth", "the standard deviation of the truth, on the same scale"),
    "spread-of-scores": ("spread of scores", "that of the scores"),
    "correlation-of-numbers": ("{name}", "together / (spread of truth x spread of scores)"),
    "positives": ("positives", "examples with the label"),
    "negatives": ("negatives", "examples without it"),
    "positives-of-session": ("positives", "positive examples of the session"),
    "negatives-of-session": ("negatives", "negative examples of the session"),
    "won-and-half-tied": (
        "won",
        "pairs in which the positive scores higher, and half of those with equal scores[binned? or scores in one bin]",
    ),
    "won-over-pairs": ("{name}", "won / (positives x negatives)"),
    "of-first-label": ("first", "examples of the first label"),
    "of-second-label": ("second", "examples of the second label"),
    "won-by-first": (
        "won by first",
        (
            "pairs in which the example of the first label has the higher score for it, and half of those with equal"
            " scores[binned? or scores in one bin]"
        ),
    ),
    "won-by-second": ("won by second", "the same for the second label and its scores[binned?, in bins too]"),
    "won-both-ways": ("{name}", "(won by first + won by second) / 2 / (first x second)"),
    "area-by-thresholds": ("{name}", "sum over thresholds of (recall - recall before) x precision"),
}
