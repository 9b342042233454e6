"""Why other tools print another number under the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["ELSEWHERE"]

ELSEWHERE: dict[str, Template] = {
    "elsewhere-constant-truth": "where all true numbers are equal, it prints 0, or 1 if all scores are right too;"
    " nothing can be explained there",
    "elsewhere-lines-flatter": "auc(recall, precision) is the same, but average precision is advised, as lines between"
    " points promise more than any threshold gives",
    "elsewhere-top-label": "they take the highest probability of several labels and whether it was right; give"
    " these as score and truth for the same number",
    "elsewhere-distance-of-values": "weights of ratings are distances of numbers, so that 1, 2, 5 are not as far"
    " apart as 1, 2, 3; labels are names, and their places count",
    # rankings
    "elsewhere-orders-of-ties": "documents are tied, and their order decides the value; the mean over all orders does"
    " not depend on it",
    "elsewhere-recall-levels": "a recall level becomes a number of documents by another rounding",
    "elsewhere-linear-gain": "the gain is the grade itself",
    "elsewhere-exponential-gain": "the gain is 2^grade - 1",
    "elsewhere-scale-of-4": "the scale of grades always ends at 4",
    "elsewhere-raw-grades": "the gain is the grade itself, so that values above 1 occur",
    "elsewhere-best-grade-of-query": "the chance to go on is 0.9, and a gain is divided by the highest grade of its"
    " query",
    "elsewhere-over-shorter": "what is added up is divided by the smaller of k and R, not by R",
    "elsewhere-over-returned": "a list shorter than k is divided by its own length",
    "elsewhere-only-relevant-judged": "a query whose judged documents are all relevant has no number",
    "elsewhere-negative-judged": "a document with a negative grade counts as judged",
    "elsewhere-beta-squared": "the parameter is beta squared: set_F.4 is beta = 2",
    "elsewhere-cutoff-ignored": "recip_rank.10 ignores the cutoff and looks at the whole list",
    "elsewhere-mean-count": "hits@k is the mean over the queries, not the sum",
    "elsewhere-threshold-ignored": "the relevance level does not change the measure",
    "elsewhere-residual-beyond": "the chance to go on is 0.9, and what lies beyond the last result counts only if a"
    " result is unjudged",
    # labels
    "elsewhere-warns-of-0": "0 / 0 counts 0 with a warning, unless zero_division says otherwise",
    "elsewhere-macro-of-means": "macro F is sometimes the F of macro precision and macro recall, mostly higher",
    "elsewhere-trapezoids": "trapezoids under the curve give another area, mostly a larger one, as lines are drawn"
    " between points",
    "elsewhere-sessions-by-rows": "sessions weigh as much as their impressions, here their rows",
    "elsewhere-sessions-by-positives": "sessions weigh as much as their positive rows",
    "elsewhere-no-clipping": "a probability of 0 for the true label gives infinity instead of a large number",
    "elsewhere-half-brier": "for two labels the sum over both is taken, which is twice as much",
    "elsewhere-first-of-equals": "which of labels with equal scores comes first is not settled",
    # texts
    "elsewhere-no-smoothing": "an order without a match makes the whole 0, or nearly",
    "elsewhere-all-orders": "orders that the text is too short for count too",
    "elsewhere-split-by-blanks": "texts are cut at blanks only",
    "elsewhere-blanks-unsmoothed": "texts are cut at blanks only, and an order without a match makes the whole 0",
    "elsewhere-lower-case": "texts are compared in lower case",
    "elsewhere-shortest-reference": "with several references the brevity penalty takes the shortest one",
    "elsewhere-stems": "words are compared by their stems",
    "elsewhere-mean-of-references": "with several references the mean is taken, not the best",
    "elsewhere-pooled-references": "with several references their counts are added up before they are divided, or with"
    " -f B the one with the best recall is taken",
    "elsewhere-greedy-links": "words are linked greedily, which may leave more chunks, and synonyms are"
    " looked up by stems, which finds fewer",
    "elsewhere-last-word": "the last single word of a text does not count, and the counts of several references are"
    " added up",
    "elsewhere-weighted-twice": "runs are looked for sentence by sentence, the length of the reference is weighted"
    " twice, and the counts of several references are added up",
    "elsewhere-tuned-weights": "weights tuned on English (alpha 0.85, beta 0.2, gamma 0.6); function words, stems and"
    " synonyms count less, and paraphrases match too",
    "elsewhere-mean-of-orders": "F is taken order by order and then averaged",
    "elsewhere-over-tokens": "distinct n-grams are divided by all tokens",
    "elsewhere-mean-of-texts": "each text has its own value, and the mean is taken",
    "elsewhere-case-matters": "upper and lower case are different words",
    "elsewhere-base-2": "the logarithm has the base 2",
    "elsewhere-cider-d": "its CIDEr is CIDEr-D, on texts that a Java program cut into words without punctuation",
    "elsewhere-first-500-candidates": "only the first 500 candidates are compared with each other, n-grams go up to 3"
    " and smoothing differs, unless asked otherwise",
    "elsewhere-beta-of-3": "recall counts three times as much as precision, and F is taken order by order",
}
