"""Precision against recall: averaged over the queries at fixed levels of recall, or every point of one query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.evaluate import ready
from cranfield.core.spec import parse
from cranfield.core.tidy import tidy
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["precision_recall"]


def precision_recall(batches: Sequence[Batch], *, query: object = None, points: int = 11, rel: float = 1.0) -> pa.Table:
    """Interpolated precision at evenly spaced levels of recall, the mean over all queries.

    Of one `query`: the points where relevant documents were found (`raw`), the levels (`interpolated`), and where
    precision equals recall (`break-even`).
    """
    levels = [index / (points - 1) for index in range(points)]
    if query is not None:
        return _of_query(batches, query, levels, rel)
    rows: dict[str, list[Any]] = {"system": [], "recall": [], "precision": []}
    for batch in batches:
        rows["system"] += [batch.system] * points
        rows["recall"] += levels
        rows["precision"] += _heights(batch, levels, rel)
    return tidy(rows, kind="pr", units=len(batches[0]), noun=batches[0].noun)


def _of_query(batches: Sequence[Batch], query: object, levels: list[float], rel: float) -> pa.Table:
    columns: dict[str, list[Any]] = {name: [] for name in ("system", "query", "line", "rank", "recall", "precision")}

    def add(batch: Batch, line: str, points: Sequence[tuple[int | None, float, float]]) -> None:
        for rank, recall, precision in points:
            row = (batch.system, batch.units[0], line, rank, recall, precision)
            for values, value in zip(columns.values(), row, strict=True):
                values.append(value)

    for whole in batches:
        batch = whole.select([whole.place_of(query)])
        ready(_interpolated(batch, 0.0, rel), batch)  # says what the data lacks
        relevant = int(np.count_nonzero(batch.ragged("ideal").values >= rel))
        if not relevant:
            raise MeasureError("curve-no-relevant", query=str(query))
        ranks = batch.ragged("rank").values[batch.ragged("grade").values >= rel].tolist()
        add(batch, "raw", [(rank, found / relevant, found / rank) for found, rank in enumerate(ranks, 1)])
        heights = _heights(batch, levels, rel)
        add(batch, "interpolated", [(None, *point) for point in zip(levels, heights, strict=True)])
        even = _value(parse("BEP", batch.family).replace(rel=rel), batch)
        crossing = min(relevant, int(batch.array("num_ret")[0]))
        add(batch, "break-even", [(crossing, even, even)])
    return tidy(columns, kind="pr-query", query=str(columns["query"][0]))


def _interpolated(batch: Batch, level: float, rel: float) -> Measure:
    return parse("IPrec@0", batch.family).replace(recall=level, rel=rel)


def _value(measure: Measure, batch: Batch) -> float:
    used = ready(measure, batch)
    return float(used.finish(used.stats(batch).total()))


def _heights(batch: Batch, levels: list[float], rel: float) -> list[float]:
    return [_value(_interpolated(batch, level, rel), batch) for level in levels]
