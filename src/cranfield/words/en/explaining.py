"""What stands on the pages of explanations: titles, headings, and sentences about what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["EXPLAINING"]

EXPLAINING: dict[str, Template] = {
    # one unit
    "told-of-unit": "[{whose}: ]{measure} of {noun} {unit}",
    "told-data": "The data",
    "told-steps": "Step by step",
    "told-left-out": "What was left out, and why",
    "told-elsewhere": "Where another number may be printed",
    "elsewhere": "[{tools}: ]{why:said}[; write {way}][written?; {written} gives {value} here]",
    "told-how": "{name}: {how}",
    "told-row": "{name}: {values} ({how})",
    "told-more-rows": "and {count:more rows}",
    "told-more-judged": "and {count:more judged documents}",
    "told-unjudged": "[{many:,} ]unjudged",
    "told-best-order": "gains in the best order: {gains}[ and {rest:,} more]",
    # what measures show
    "shown-gains-by-rank": "Rank by rank, beside the best order of all judged documents",
    "shown-curve": "Precision and recall at each relevant document (●), and interpolated (─)",
    "shown-curve-of-scores": "Precision and recall at each score (●)",
    "shown-grams": "N-grams that count; 'clipped' are those that the candidate has more often than any reference",
    "shown-unmatched": "In no reference",
    "shown-sentences": "The sentences as they are compared, one a line",
    "shown-sentence-pairs": "The longest common subsequence of each pair of sentences",
    "shown-unions": "Words of each reference sentence that were hit: the union of its common subsequences"
    "[several?, with the best of {several} references]",
    "shown-hits": "How often a hit word counts; 'clipped' are hits beyond the times that the candidate has it",
    "shown-orders-of-characters": "N-grams of characters by their length[several?, with the best of {several}"
    " references]",
    "shown-orders-of-words": "N-grams of words by their length[several?, with the best of {several} references]",
    "shown-matched": "N-grams that count, and how often",
    "shown-clipped": "Clipped: those that the candidate has more often than the reference",
    "shown-only-candidate": "Not in the reference",
    "shown-common-words": "The longest common subsequence[several? with the best of {several} references]",
    "shown-links": "The words that match[several? in the best of {several} references]; {chunks:chunks}: {listed:all}",
    "shown-nuggets": "The nuggets, and what the answer was found to support",
    "shown-tokens": "The texts as they are compared",
    "shown-cells": "Examples by what is true and what was guessed",
    "shown-matrix": "Confusions: true labels in rows, guesses in columns",
    "shown-pairs": "Every pair of a positive and a negative example; a tie counts half",
    "shown-pairs-of-two": "Every pair of an example of {label:quoted} (positive) and one of {other:quoted}, by the"
    " score of {label:quoted}; a tie counts half",
    "shown-bins": "Bins of probabilities",
    "shown-examples": "Examples with the label",
    "shown-thresholds": "Guess positive from each score on",
    "shown-frequent": "The most frequent n-grams",
    "shown-edits": "From the candidate to the nearest reference: = is kept, ~ is replaced, a word alone is dropped or"
    " inserted[; {shifts:blocks} moved before]",
    # the mean
    "told-of-mean": "[{whose}: ]{measure} of {count:{noun}}",
    "told-values": "The values",
    "told-spread": "How they spread",
    "told-worst": "The worst",
    "told-best": "The best",
    "told-lowest": "The lowest",
    "told-highest": "The highest",
    "told-arithmetic": "The value of the whole is the mean of these values.",
    "told-geometric": "The value of the whole is the geometric mean of these values.",
    "told-sum": "The value of the whole is the sum of these values.",
    "told-weighted": "The value of the whole is the weighted mean of these values.",
    "told-whole": "The value of the whole is made of all {noun} together; it need not be the mean of these values.",
    "told-added-up": "The value of the whole: counts are added up over all {noun} first.",
    "told-floored": "For the geometric mean, {count:{noun}} with a value below {floor:.5f} {count:counts|count} as"
    " {floor:.5f}.",
    "told-undefined": "{count:,} of {total:,} {noun} without a value ({why:said}), {treatment:said}: {names:listed}",
    "told-missing": "{count:{noun}} without an answer: {names:listed}",
    # two systems
    "told-two-of-unit": "{measure} of {noun} {unit}: {second} against {first}",
    "told-two-of-mean": "{measure} of {count:{noun}}: {second} against {first}",
    "told-rank-in": "rank in {system}",
    "told-adds-in": "adds in {system}",
    "told-contributions": "What each document adds to the value, what changed most first",
    "told-rounding": "rounding",
    "told-difference": "difference",
    "told-no-contributions": "This value is no sum over rows; its steps side by side:",
    "told-side-by-side": "The steps side by side",
    "told-counts-of-changes": "{second} is better on {better:,}, worse on {worse:,} and the same on {same:,} of"
    " {total:{noun}}[; {alone:,} have a value in one system only]",
    "told-changes": "What changed most",
    # the last lines of a page
    "signed-units": "{count:{noun}}",
    "signed-policy": "policy: {policy}",
    "signed-partial": "{count:requests} answered from a part of the index",
    "signed-tool": "{measure} in {tool}: {line}",
    "signed-changed": "(no longer as it was read)",
    # one measure, and the list of all
    "range-of-values": "{low} to {high}[up?, higher is better][down?, lower is better]",
    "undefined-when": "when {why:said}",
    "name-in-tool": "in {tool}",
    "alias-of-one": "{name} is {names:all}",
    "alias-of-many": "{name} stands for {count:measures}:",
    "parameter-rule": "must be {rule}",
    "list-hint": "cranfield measures NAME describes one. Write parameters in brackets: P(rel=2)@5. Other tools' names"
    " work too: map, ndcg_cut_10, recip_rank, official.",
    "spread-of-units": "the values of {count:{noun}}, from {low:.4f} to {high:.4f}",
    # choosing
    "choose-title": "Which measure suits my question?",
    "choose-hint": "cranfield measures NAME describes one of them; cranfield explain shows where its number comes"
    " from. Without judgments, cranfield overlap says how alike two runs are; cranfield judges says whether the ground"
    " truth of a model is good enough.",
}
