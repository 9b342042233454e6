"""The values of every request, for each topic and for all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compat.trec_eval.options import CALCULATION, TrecEvalError
from cranfield.compat.trec_eval.relstring import relstrings
from cranfield.core.unit_measure import LOG_FLOOR
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.compat.trec_eval.requests import Request
    from cranfield.compat.trec_eval.topics import Topics
    from cranfield.compat.trec_eval.zscores import ZScores
    from cranfield.core.batch import Batch

__all__ = ["Line", "evaluate"]


@dataclass(frozen=True)
class Line:
    """One request with its values: numbers, or texts for relstring and runid."""

    request: Request
    values: NDArray[np.float64] | list[str]
    summary: float | str


def evaluate(requests: Sequence[Request], topics: Topics, runid: str, zscores: ZScores | None = None) -> list[Line]:
    """All lines, in order."""
    try:
        return [_line(request, topics, runid, zscores) for request in requests]
    except MeasureError as error:
        raise TrecEvalError("te-told", CALCULATION, told=str(error)) from None


def _line(request: Request, topics: Topics, runid: str, zscores: ZScores | None) -> Line:
    name = request.entry.name
    if name == "runid":
        return Line(request, [], runid)
    if name == "relstring":
        return Line(request, relstrings(topics.batches[0], request.length), "")
    if name == "num_q":
        return Line(request, np.ones(len(topics.names)), float(len(topics.names) + topics.missing))
    if request.entry.format == "prefs":
        return _preferences(request, topics, zscores)
    rows = counted = _rows(request, topics.batches, topics.names)
    if zscores is not None:
        rows = np.column_stack((zscores.convert(request.name, topics.names, rows[:, 0]), rows[:, 1:]))
    measure = request.measures[0]
    # with -c relevant documents are counted in the judgments, whatever -Z made of the topics
    total = np.cumsum(counted if name == "num_rel" and topics.complete else rows, axis=0)[-1]
    if topics.missing:
        if name == "num_rel":
            # counted in the judgments, so it needs no answer
            total = total + np.cumsum(_rows(request, topics.unanswered, topics.unanswered[0].units), axis=0)[-1]
        elif len(total) > 1:
            floor = np.log(LOG_FLOOR) if getattr(measure, "mean", "") == "geometric" else 0.0
            total = np.array([total[0] + topics.missing * floor, total[1] + topics.missing])
    return Line(request, rows[:, 0], float(measure.finish(total)))


def _preferences(request: Request, topics: Topics, zscores: ZScores | None) -> Line:
    """A count is added up, anything else averaged."""
    from cranfield.compat.trec_eval.preference_measures import PREFERENCE_MEASURES  # noqa: PLC0415 (rarely needed)

    measure = PREFERENCE_MEASURES[request.entry.name]
    values = np.array([measure(topics.preferences[name]) for name in topics.names], np.float64)
    if zscores is not None:
        values = zscores.convert(request.name, topics.names, values)
    total = float(np.cumsum(values)[-1])
    return Line(request, values, total if request.entry.whole else total / (len(values) + topics.missing))


def _rows(request: Request, batches: Sequence[Batch], names: Sequence[str]) -> NDArray[np.float64]:
    """What is added up: a row for each topic; several measures or groups of judges are averaged inside it."""
    found = [(batch, measure.resolve(batch).stats(batch).each()) for batch in batches for measure in request.measures]
    if len(found) == 1:
        return np.asarray(found[0][1])
    place = {name: index for index, name in enumerate(names)}
    total, count = np.zeros((len(names), found[0][1].shape[1])), np.zeros((len(names), 1))
    for batch, rows in found:
        index = [place[unit] for unit in batch.units]
        total[index] += rows
        count[index] += 1
    return total / count
