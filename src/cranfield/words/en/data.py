"""What is odd about data that was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["DATA"]

DATA: dict[str, Template] = {
    "missing-query": "{count:,} of {total:,} judged queries[ ({examples:few})] {count:has|have} no answer"
    "[zero?, counted as 0][zero!, left out]",
    "unjudged-query": "{count:queries} without judgments left out[ ({examples:few})][; {given:quoted} looks"
    " like {judged:quoted}, which has no answer: check that both files write ids alike]",
    "duplicate-document": "{count:rows} repeating a document of the same query, {duplicates:=duplicates}",
    "duplicate-judgment": "{count:judgments} repeating an earlier one for the same query, {duplicates:=duplicates}",
    "nonfinite-score": "{count:scores} not finite; infinities sort as numbers, nan last",
    "rank-contradicts-score": "ranks contradict scores in {count:queries}; the scores decide",
    "no-judged-document": "none of its documents is judged (it has {theirs:clip}, the judgments have"
    " {ours:clip}); check that both use the same document ids"
    "[vespa?; of Vespa's answers a field can be read instead, as in {vespa:columns}]",
    "subtopics": "{count:subtopics} of {queries:queries} were judged; measures that know none take of a document"
    " {rule:said}",
    "best": "the best of its grades",
    "count": "the number of its grades above 0",
    "sum": "the sum of its grades",
    "document-without-group": "{count:documents} of the first results {count:has|have} no group ({total:,} were looked"
    " at), and no part in exposure",
    "negative-grade": "{count:judgments} with a negative grade [unjudged?counted as unjudged][unjudged!counted as 0]",
    "unrated-line": "{count:lines} without a rating left out; what {count:it names|they name} counts as unjudged",
    "fractional-grade": "{count:grades} with a fraction[cut? cut to whole numbers][cut!; are they the scores of"
    " a run?]",
    "known-unjudged": "none of its {count:,} known documents is judged for its query",
    "empty-candidate": "{count:,} of {total:candidates} {count:is|are} empty; {count:it is|they are} scored"
    " like any other",
    "empty-reference": "{count:references} {count:is|are} empty and [kept?{count:counts as an empty text|count as empty"
    " texts}; if that means that there is no such reference, set {=blank_references=skip}][kept!left out]",
    "same-number": "{names:and} are the same number and count as one label[, as do {more:labels} more]",
    "no-common-label": "the guess and the truth have no label in common (truth {truth!r:.30}, guess"
    " {guess!r:.30}); check that both use the same names",
    "unknown-label": "the guess has {labels:labels} that the truth never has ({names:all}), in {count:,} of"
    " {total:,} examples; they count as wrong",
    "nonfinite-grade": "{count:grades} {count:is|are} not finite",
    "check-negative-grade": "{count:judgments} with a negative grade, unjudged unless the policy says otherwise",
    "check-fractional-grade": "{count:grades} with a fraction, which trec_eval would cut off",
    "no-relevant": "{count} of {total} queries {count:has|have} no relevant document ({examples:few})",
    "subtopic-judgments": "holds judgments of subtopics ({count:documents} judged again for another one)",
    "subtopics-repeated": "{count:judgments} of a document and a subtopic that were judged before",
    "judges-twice": "query {query:clip} judges document {doc:clip} twice",
    "lists-twice": "query {query:clip} lists document {doc:clip} twice",
    "more-repeats": "{count:more rows} repeating a document of the same query",
    "check-nonfinite-score": "{count:scores} {count:is|are} nan or infinite",
    "ties": "{count:,} of {rows:rows} share their score with another of the query",
    "check-tie-across-cutoff": "{count} of {total} queries {count:has|have} a tie across rank 10; the tie rule"
    " decides what is in the top 10",
    "check-contradicting-ranks": "{count} of {total} queries {count:has|have} ranks that contradict the scores;"
    " the scores decide",
    "odd-rank": "{count:ranks} not a whole number; the scores decide",
    "check-missing": "{count} of {total} judged queries {count:has|have} no answer ({examples:few})",
    "check-unjudged": "{count} of {total} queries {count:has|have} no judgments ({examples:few})",
    "interleaved": "the rows of {count:queries} are not together, which reads more slowly",
    "byte-order-mark": "starts with a byte order mark, which is skipped",
    "more-bad-lines": "{count} more lines are like that",
    "carriage-return": "{count:,} {count:line ends|lines end} in CR LF, as Windows writes them",
    "comment": "{count:,} {count:line is a comment|lines are comments} and skipped",
    "blank-line": "{count:,} {count:line is blank|lines are blank} and skipped",
    "several-tags": "has {count} run tags ({examples:few}); is it several runs?",
}
