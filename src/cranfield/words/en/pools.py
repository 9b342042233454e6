"""What is said of pools: what people should judge next, and what is settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["POOLS", "POOL_ERRORS"]

POOLS: dict[str, Template] = {
    "pool-told": "{count:documents} of {queries:queries} to judge, {method:said}[, down to rank {depth:,}] of"
    " {systems:runs}[; {judged:documents} of the pool {judged:is|are} judged already][; {beyond:documents}"
    " {beyond:is|are} beyond the budget]"
    "[; {held:documents} {held:is|are} in the study already][; {idle:documents} can change nothing that is open]",
    "pool-by-depth": "best rank first",
    "pool-by-rrf": "by reciprocal rank fusion",
    "pool-by-rbp": "by rank-biased weight",
    "pool-by-decisive": "what decides most first",
    "pool-query-without-text": "{count:,} of {total:queries} have no text there: {examples:few}",
    "pool-document-without-text": "{count:,} of {total:documents} have no text there: {examples:few}",
    "race-done": "the order is settled: {order}[; whatever the {count:documents} {count:is|are} that nobody judged]",
    "race-next": "[settled: {settled}; ]as few as {count:more judgments} could settle {one} and {two}"
    "[more?; {more:other pairs} of neighbours {more:is|are} open][; {unjudged:documents} {unjudged:is|are} unjudged]",
    "race-open": "[settled: {settled}; ]{one} and {two} are open"
    "[more?, as {more:other pairs} of neighbours {more:is|are}][; {unjudged:documents} {unjudged:is|are} unjudged]",
}

POOL_ERRORS: dict[str, Template] = {
    "pool-strange-texts": "has text for none of the {total:,} {noun} of the pool, such as {example!r};"
    " were {=queries} and {=docs} swapped, or is it a file of other ids?",
    "pool-into-study": "{new:documents} added to {study}",
    "pool-study-made": "made {study} with {new:documents} to judge",
    "pool-two-outputs": "give either {=add=...} with a study that is there, or {=output=...} with a new file",
    "pool-no-new-study": "{names:all} {count:is|are} for a new study; write one with {=output=study.db}, or leave"
    " {count:it|them} out",
    "pool-order-into-study": "{=add=...} puts documents among those that the study has, so that {=order=query} has no"
    " effect; leave it out",
    "pool-decisive-by-query": "a study by {=method=decisive} is put in a new order after answers, which {=order=query}"
    " would not keep together; leave one of them out, or write a list with {=output=pool.tsv}",
    "pool-run-is-judgments": "looks like judgments, not a run; give the judgments as {=qrels=...}",
    "pool-judgments-are-run": "looks like a run, not judgments; {=qrels=...} is what is judged already",
    "pool-no-runs": "give at least one run",
    "pool-choice": "{name} must be one of {choices:or}, not {given:quoted}[near?; did you mean {near}?]",
    "pool-k": "k must be above -1, so that k + rank is above 0, not {given:g}",
    "pool-ties": "a pool needs one rank for each document, which {=ties=expected} does not give; use another order of"
    " ties",
    "pool-too-large": "there are too many documents and queries for one pool; make one for each part of the queries",
    "decisive-one-system": "which judgments decide can only be said of two or more systems, not of {count}; use"
    " {=method=depth} for one",
    "decisive-measure": "{measure}: what decides is known for measures that add up over documents (P@k, CG, DCG, RBP)"
    " and for nCG and nDCG; use one of these",
    "decisive-grade": "{grade} is no grade of the scale {grades:listed}; name all grades when the race is made",
}
