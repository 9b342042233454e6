"""Files that people have beside their rankings and may give by mistake: each is called by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from cranfield.errors import InputError
from cranfield.io.read.shapes import matches
from cranfield.io.read.values import at

__all__ = ["refuse_stranger"]

_METRIC = re.compile(
    r"(n?dcg|map|mrr|recall|precision|p|r|r_cap|hole|(top_k_)?accuracy|hit_?rate|hits?|success|coverage|f1)(@|_at_)\d+"
    r"|average_precision|reciprocal_rank|mean_average_precision|mean_reciprocal_rank|map|mrr",
    re.IGNORECASE,
)
_ENOUGH = 10  # members that tell what the others are


def _metrics(value: Any) -> bool:
    """Numbers that are called ndcg@10, recall_at_5 or the like."""
    return isinstance(value, Mapping) and bool(value) and all(
        _METRIC.fullmatch(str(key)) and isinstance(each, int | float) for key, each in islice(value.items(), _ENOUGH)
    )  # fmt: skip


def _results(value: Mapping[str, Any]) -> bool:
    """Results of an evaluation: of S3's evaluate.py, of BEIR, of MTEB, of nuggetizer, of RRE or of Cranfield itself."""
    return (
        _metrics(value.get("metrics"))
        or _metrics(value)
        or (bool(value) and all(_metrics(each) for each in islice(value.values(), _ENOUGH)))
        or matches(value, (("scores", dict), ("task_name", str)))
        or matches(value, (("strict_vital_score", (int, float)),))
        or matches(value, (("systems.*.metrics", dict), ("signature", dict)))
        or matches(value, (("children", list), ("children.*.metrics", dict)))
        or matches(value, (("children", list), ("children.*.children", list)))
    )


def _has(*paths: str) -> Callable[[Mapping[str, Any]], bool]:
    return lambda value: all(at(value, path) is not None for path in paths)


def _metrics_of_ragas(value: Mapping[str, Any]) -> bool:
    """A row of ragas with nothing but what its metrics gave."""
    rest = [each for key, each in value.items() if key not in ("user_input", "response", "reference")]
    return "user_input" in value and bool(rest) and all(each is None or isinstance(each, int | float) for each in rest)


# what evaluations of answers write: of DeepEval, LangChain and LlamaIndex
_JUDGED = ({"input", "actual_output"}, {"prediction", "reference"}, {"response", "passing"})
# the key of the sentence, and what it is known by
_SURELY: tuple[tuple[str, Callable[[Mapping[str, Any]], bool]], ...] = (
    ("is-results", _results),
    ("is-ubi-events", _has("action_name", "query_id")),
    ("is-ubi-queries", _has("user_query", "query_id")),
    ("is-nuggets", _has("nuggets.*.text")),
    ("is-several-answers", _has("responses.*.hits.hits")),
    ("is-quepid-book", _has("query_doc_pairs.*.judgements")),
    ("is-solr-without-documents", _has("responseHeader.status", "responseHeader.QTime")),
    ("is-engine-error", lambda value: matches(value, (("error", (dict, str)), ("status", int)))),
    ("is-expectations", lambda value: matches(value, (("inputs.*", str), ("expectations", dict)))),
    ("is-examples", _has("references", "answer.*.citations")),
)
# where no ranking was found
_PERHAPS: tuple[tuple[str, Callable[[Mapping[str, Any]], bool]], ...] = (
    ("is-corpus", lambda value: {"_id", "text"} <= {*value} <= {"_id", "text", "title", "metadata"}),
    ("is-examples", _has("examples.*.query", "examples.*.reference_answer")),
    ("is-examples", lambda value: matches(value, (("inputs.*", str), ("outputs", (dict, str))))),
    ("is-contexts", _has("retrieved_contexts.*")),
    ("is-contexts", _has("reference_contexts.*")),
    ("is-examples", lambda value: any(each <= {*value} for each in _JUDGED)),
    ("is-results", _metrics_of_ragas),
    ("is-examples", lambda value: "answer" in value and bool({"question", "query"} & {*value})),
)


def refuse_stranger(value: Any, *, surely: bool) -> None:
    """Say what a document or record is, if it is known and holds no ranking."""
    known = _SURELY if surely else _PERHAPS
    key = next((key for key, fits in known if fits(value)), None) if isinstance(value, Mapping) else None
    if key is not None:
        example = {"run.doc": "retrieved_contexts", "qrels.doc": "reference_contexts"}
        raise InputError(key, example=example)
