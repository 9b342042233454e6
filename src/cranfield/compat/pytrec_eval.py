"""pytrec_eval in name and numbers: `from cranfield.compat import pytrec_eval` instead of `import pytrec_eval`.

>>> evaluator = RelevanceEvaluator({"q1": {"d1": 1, "d2": 0}}, {"map", "ndcg_cut_10"})
>>> evaluator.evaluate({"q1": {"d1": 0.5, "d2": 0.9}})["q1"]["map"]
0.5
"""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compat.trec_eval.options import Options, TrecEvalError
from cranfield.compat.trec_eval.requests import requests
from cranfield.compat.trec_eval.table import NICKNAMES, names_in
from cranfield.core.policy import Policy
from cranfield.core.ranked import judged_only
from cranfield.errors import DuplicateError, InputError, MeasureError, nearest
from cranfield.io.join.assemble import assemble
from cranfield.io.join.dicts import join_dict
from cranfield.io.join.run import join_run
from cranfield.io.ranking import judgments
from cranfield.io.read.open import open_input
from cranfield.words import say

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.compat.trec_eval.requests import Request
    from cranfield.core.batch import Batch

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

_VERSION = 9  # pytrec_eval wraps trec_eval 9.0.8
_POLICY = Policy.named("trec_eval-9", missing="zero")
_TABLE = names_in(_VERSION)
_TEXTS = ("runid", "relstring")  # pytrec_eval gives 0.0 for what is not a number

supported_measures: set[str] = {name for name in NICKNAMES["all_trec"] if name in _TABLE}
supported_nicknames: dict[str, set[str]] = {
    nickname: {name for name in names if name in _TABLE} for nickname, names in NICKNAMES.items()
}


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """The scores of a run, from lines of query, Q0, document, rank, score and tag."""
    run: dict[str, dict[str, float]] = defaultdict(dict)
    for number, fields in _fields(f_run, 6, "run"):
        query, _, doc, _, score, _ = fields
        _refuse_second(run[query], query, doc, "line-lists-twice", number)
        run[query][doc] = _number(float, score, "score", number)
    return run


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """The grades of judgments, from lines of query, iteration, document and grade."""
    qrel: dict[str, dict[str, int]] = defaultdict(dict)
    for number, fields in _fields(f_qrel, 4, "judgment"):
        query, _, doc, grade = fields
        _refuse_second(qrel[query], query, doc, "line-judges-twice", number)
        qrel[query][doc] = _number(int, grade, "grade", number)
    return qrel


def _fields(lines: Any, count: int, what: str) -> Iterable[tuple[int, list[str]]]:
    if not isinstance(lines, Iterable):
        message = f"the {what} lines must be an open file or a list of text, not {type(lines).__name__}"
        raise TypeError(message)
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            message = f"line {number}: a {what} line must be text, not {type(line).__name__}; open the file as text"
            raise TypeError(message)
        fields = line.split()
        if len(fields) != count:
            raise InputError("line-fields", kind=what, count=count, found=len(fields), source="lines", line=number)
        yield number, fields


def _number(kind: Any, text: str, what: str, line: int) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise InputError("line-number", role=what, text=text, source="lines", line=line) from None


def _refuse_second(known: dict[str, Any], query: str, doc: str, key: str, line: int) -> None:
    if doc in known:
        raise DuplicateError(key, query=query, document=doc, source="lines", line=line)


def compute_aggregated_measure(measure: str, values: Iterable[float]) -> float:
    """One number for all queries: a sum for `num_`, the geometric mean for `gm_` (of logarithms), else the mean."""
    numbers = np.asarray(list(values), np.float64)
    if measure.startswith("num_"):
        return float(np.add.accumulate(numbers)[-1]) if len(numbers) else 0.0
    if not len(numbers):
        return float("nan")
    mean = np.add.accumulate(numbers)[-1] / len(numbers)
    return float(np.exp(mean) if measure.startswith("gm_") else mean)


class RelevanceEvaluator:
    """Evaluates runs against judgments, as pytrec_eval does.

    Ids may also be integers, grades and scores also numpy numbers; a measure that does not exist is a ValueError.
    """

    def __init__(
        self,
        query_relevance: Mapping[Any, Mapping[Any, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,  # noqa: FBT001, FBT002 (pytrec_eval's signature)
    ) -> None:
        if isinstance(relevance_level, bool) or not hasattr(relevance_level, "__index__") or relevance_level < 1:
            message = f"relevance_level must be a whole number of at least 1, not {relevance_level!r}"
            raise TypeError(message)
        options = Options(version=_VERSION, level=index(relevance_level), measures=_combined(measures))
        self._judged_only = bool(judged_docs_only_flag)
        self._requests = _requests(options) if options.measures else []
        _refuse_other_shapes(query_relevance, "query_relevance", "grade")
        judged = {query: _whole(query, grades) for query, grades in query_relevance.items() if len(grades)}
        self._queries = {str(query): query for query in judged}
        self._gold = judgments(judged, policy=_POLICY) if judged else None

    def evaluate(self, scores: Mapping[Any, Mapping[Any, float]]) -> dict[Any, dict[str, float]]:
        """The value of each measure for each query that has judgments and is in the run."""
        _refuse_other_shapes(scores, "scores", "score")
        wanted = [query for query in scores if str(query) in self._queries]
        if self._gold is None or not wanted:
            return {}
        given = {query: scores[query] for query in wanted}
        joined = []
        if any(len(found) for found in given.values()):
            quick = join_dict(given, self._gold, _POLICY)
            rows = open_input(given, "run")
            joined = [quick] if quick else join_run(rows, self._gold, _POLICY)
        batch = assemble(joined, self._gold, _POLICY, source={"name": "run"}, system="run", none_answered=True)
        place = {unit: i for i, unit in enumerate(batch.units)}
        batch = batch.select([place[str(query)] for query in wanted])
        if self._judged_only:
            batch = judged_only(batch)
        columns = [(name, _values(request, batch).tolist()) for name, request in self._requests]
        return {query: {name: values[i] for name, values in columns} for i, query in enumerate(wanted)}


def _refuse_other_shapes(given: Any, who: str, what: str) -> None:
    shape = f"a dict {{query: {{document: {what}}}}}"
    if not isinstance(given, Mapping):
        message = f"{who} must be {shape}, not {type(given).__name__}"
        raise TypeError(message)
    for query, inner in given.items():
        if not isinstance(inner, Mapping):
            message = f"{who} must be {shape}, but query {query} holds {type(inner).__name__}"
            raise TypeError(message)


def _whole(query: Any, grades: Mapping[Any, Any]) -> dict[Any, int]:
    found = {}
    for doc, grade in grades.items():
        if not hasattr(grade, "__index__") and not (hasattr(grade, "is_integer") and grade.is_integer()):
            message = f"query {query} document {doc}: the grade must be a whole number, not {grade!r}"
            raise TypeError(message)
        found[doc] = int(grade)
    return found


def _values(request: Request, batch: Batch) -> NDArray[np.float64]:
    """One value for each query; the logarithm where the mean is geometric."""
    if request.entry.name in _TEXTS:
        return np.zeros(len(batch))
    states = [measure.resolve(batch).stats(batch).each()[:, 0] for measure in request.measures]
    return np.asarray(np.add.reduce(states) / len(states))


def _combined(measures: Any) -> list[str]:
    """Each measure once, with all the parameters that were asked for: P_5 and P.10 are P.5,10."""
    found: dict[str, list[str]] = {}
    if not isinstance(measures, Iterable):
        message = f"measures must be a set of names, such as {{'map'}}, not {type(measures).__name__}"
        raise TypeError(message)
    for measure in [measures] if isinstance(measures, str) else measures:
        if not isinstance(measure, str):
            message = f"measures must be a set of names, such as {{'map'}}; {measure!r} is none"
            raise TypeError(message)
        if measure in supported_nicknames:
            for name in supported_nicknames[measure]:
                found.setdefault(name, [])
            continue
        name, parameters = _split(measure)
        found.setdefault(name, []).extend(each for each in parameters if each not in found[name])
    unsupported = next((name for name in found if name not in supported_measures), None)
    if unsupported is not None:
        raise MeasureError("unsupported-format", name=unsupported)
    return [f"{name}.{','.join(parameters)}" if parameters else name for name, parameters in found.items()]


def _split(measure: str) -> tuple[str, list[str]]:
    if measure in supported_measures:
        return measure, []
    for cut in sorted((found.start() for found in re.finditer(r"[._]", str(measure))), reverse=True):
        if measure[:cut] in supported_measures and cut + 1 < len(measure):
            return measure[:cut], measure[cut + 1 :].split(",")
    raise MeasureError("unsupported-measure", name=measure, near=nearest(str(measure), supported_measures))


def _requests(options: Options) -> list[tuple[str, Request]]:
    for word in options.measures:
        name, _, parameters = word.partition(".")
        _check(name, parameters)
    try:
        found, notes = requests(options)
    except TrecEvalError as error:
        raise MeasureError("te-told", told=str(error)) from None
    for note in notes:
        warnings.warn(say("unused-parameters", note), stacklevel=3)
    # a single value keeps the bare name here, whatever its parameters
    return [(each.name if each.entry.takes in ("cutoffs", "levels") else each.entry.name, each) for each in found]


def _check(name: str, parameters: str) -> None:
    """Refuse what C would read as some other number."""
    entry = _TABLE[name]
    rule = {"cutoffs": r"\d+", "pairs": r"\d+=-?[\d.]+"}.get(entry.takes, r"-?(\d+\.?\d*|\.\d+)")
    for each in parameters.split(",") if parameters else []:
        if not re.fullmatch(rule, each):
            raise MeasureError("unsupported-parameter", name=name, parameters=parameters, part=each)
