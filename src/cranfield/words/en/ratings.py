"""Ratings: what the steps of explanations are called, what is shown beside them, and what the user should know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "RATINGS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
    "apart-nominal": "0 if both are the same, else 1",
    "apart-ordinal": "the square of how many ratings lie between, half of those with either value included",
    "apart-interval": "the square of the difference",
    "apart-ratio": "the square of difference / sum",
    "apart-linear-number": "the difference",
    "apart-linear": "difference / the whole scale",
    "apart-quadratic": "the square of difference / the whole scale",
    "apart-steps": "pairs of values from one to the other / pairs of values of the whole scale",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "number-given": ("rating", "as each rater gave it"),
    "sum-of-ratings": ("sum", "sum of the ratings of the item"),
    "ratings-of-item": ("ratings", "how many ratings the item has"),
    "sum-over-ratings": ("{name}", "sum / ratings"),
    "z-of-rating": ("z", "(rating - mean of the rater) / spread of the rater, over all that the rater rated"),
    "sum-of-z": ("sum", "sum of the z-scores of the item"),
    "z-of-item": ("ratings", "how many ratings have a z-score: their raters do not always rate alike"),
    "sum-over-z": ("{name}", "sum / ratings"),
    "agreeing-pairs": ("agreeing", "pairs of ratings of the item that agree"),
    "pairs-of-item": ("pairs", "pairs of ratings of the item"),
    "agreeing-over-pairs": ("{name}", "agreeing / pairs"),
    "repeated-alike": ("alike", "ratings that a rater repeated alike"),
    "rated-again": ("again", "how often a rater rated an item again"),
    "alike-over-again": ("{name}", "alike / again"),
    "disagreement-of-item": (
        "disagreement", "mean over pairs of ratings of the item of how far they are apart: {how_far:said}"
    ),
    "disagreement-of-all": (
        "disagreement", "mean over pairs of ratings inside items of how far they are apart: {how_far:said}"
    ),
    "disagreement-by-chance": ("by chance", "the same if ratings had nothing to do with the items"),
    "one-minus-quotient": ("{name}", "1 - the first / the second of the two before"),
    "pairs-of-raters": ("pairs", "pairs of raters that rated the item"),
    "disagreement-over-chance": ("over chance", "mean over these pairs of disagreement / what chance gives the pair"),
    "one-minus-mean": ("{name}", "1 - over chance"),
    "raters-in-pairs": ("pairs", "pairs of raters that share items"),
    "mean-over-pairs": ("{name}", "mean over pairs of raters of 1 - disagreement / by chance"),
    "spread-of-item": ("spread by raters", "of the ratings of the item, so that its mean over items is that of all"),
    "spread-by-raters": ("spread by raters", "of ratings of one item"),
    "spread-of-all": ("spread", "of all ratings, or of means of all raters"),
    "mean-square-items": ("between items", "mean square between items"),
    "mean-square-raters": ("between raters", "mean square between raters"),
    "mean-square-rest": ("rest", "mean square of what neither item nor rater explains"),
    "mean-square-inside": ("inside items", "mean square of ratings around the mean of their item"),
    "won-comparisons": ("won", "comparisons that the system won, and half of its ties"),
    "all-comparisons": ("comparisons", "in which the system took part"),
    "won-over-comparisons": ("{name}", "won / comparisons"),
    "strength-of-system": (
        "{name}", "the strength with which all systems together are expected to win as often as they did"
    ),
}  # fmt: skip

RATINGS: dict[str, Template] = {
    # about the data
    "missing-ratings": "{count:,} of {total:rows} {count:has|have} no rating and {count:is|are} left out",
    "left-out-answers": "{count:rows} of the study {count:is|are} left out, as {count:it is|they are} no current"
    " {count:grade|grades} of annotators[undone?; taken back: {undone:,}][replaced?; answered again later:"
    " {replaced:,}][late?; late: {late:,}][decided?; decided by adjudicators: {decided:,}][unjudged?; skipped or not"
    " possible to judge: {unjudged:,}]",
    "left-out-unordered": "no mean of choices without an order: {names:all} left out",
    "left-out-gold": "{count:ratings} of items with a known answer {count:is|are} left out",
    "repeated-ratings": "{count:ratings} by a rater who had rated the item before ({examples:few}); {again:=again}"
    " counts[many?; if these are other items, name what tells them apart: their query, system or dimension]",
    "pooled-dimensions": "ratings of {count:dimensions} are pooled in the value of the whole; look at each by itself",
    "z-few-ratings": "{count} of {total:raters} ({names:few}) gave fewer than {enough} ratings; their z-scores say"
    " little",
    "z-no-spread": "{count} of {total:raters} ({names:few}) always gave the same rating, or rated once; such ratings"
    " have no z-score and are left out",
    "z-some-systems": "{count} of {total:raters} ({names:few}) did not rate all systems; z-scores then hide"
    " differences between systems",
    "no-shared-item": "no value, as no item has two ratings; let two raters rate the same items",
    "one-value-only": "no value, as [value?every rating is {value}][value!raters that share items always gave one"
    " value]: chance alone agrees always, which is 0 / 0",
    "unequal-ratings": "no value, as items have from {least} to {most:ratings}, and Fleiss' kappa is for equal numbers;"
    " use Alpha",
    "pairs-with-few-items": "{count} of {total:pairs of raters} ({names:few}) {count:shares|share} fewer than {enough}"
    " items, and {count:counts|count} in the mean like a pair that shares {most:,}, as Light (1971) defines it;"
    " in Alpha and CongerKappa every item counts",
    "pairs-without-value": "{count} of {total:pairs of raters} ({names:few}) {count:has|have} no value, as both always"
    " gave one value, and {count:is|are} left out of the mean",
    "one-rater-only": "no value, as there is one rater",
    "few-complete-items": "no value, as [one_way!{count:items} {count:was|were} rated by all {raters:raters}, and"
    " two are needed; use Alpha][one_way?fewer than two items were rated]",
    "no-spread-of-ratings": "no value, as the ratings do not differ: 0 / 0",
    "no-spread-of-items": "no value, as raters differ and items do not: the spread between items, by which it divides,"
    " is not above 0",
    "stray-values": "{count:values} of {total:ratings} ({examples:few}) {count:is no number|are no numbers}, so that"
    " all values are taken as names; mend {count:it|them}, or say with {=absent=...} which stand for no rating",
    "never-rated-again": "no value, as no rater rated an item twice",
    "systems-never-met": "no value, as {names:few} never met the others, not even through a third system",
    "strength-infinite": "no value, as strengths are infinite: {names:few} only won or only lost against all others,"
    " alone or as a group; compare more often",
    # why an item has no value
    "when-nobody-rated": "nobody rated it",
    "when-no-z": "nobody rated it whose ratings differ",
    "when-rated-once": "fewer than two rated it",
    "when-never-again": "nobody rated it again",
    "when-not-rated-by-all": "not all raters rated it",
    "when-not-compared": "the system was not compared there",
    # beside the steps
    "shown-ratings": "Who rated the item how",
    "shown-coincidences": "How often values meet inside items, each rating counted once: the coincidence matrix",
    "shown-raters": "What {one} (rows) and {two} (columns) gave to the items that both rated",
    "shown-repeats": "What a rater said first, and what again",
    "shown-preferences": "Who preferred which system",
    "shown-wins": "Wins: winners in rows, losers in columns; a tie counts one half each way",
    # other tools
    "elsewhere-mean-of-all-ratings": "all ratings are averaged at once, so that items with more ratings count more",
    "elsewhere-ordinal-weights": "its ordinal weights count steps between values, and not how often these are given:"
    " .83364 and not .81539 on Krippendorff's example",
    "elsewhere-unequal-ratings": "items with different numbers of ratings are allowed, each counting alike",
    "elsewhere-places-of-values": "weights count the places of the values that occur, so that 1, 2, 5 are as far apart"
    " as 1, 2, 3",
    "elsewhere-one-way": "ICC1: each item is taken to have raters of its own",
    "elsewhere-consistency": "ICC3: a rater who is always stricter by the same amount costs nothing",
}
