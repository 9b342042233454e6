"""Rows dealt out to tasks: by a hash of what must stay together, or by ranges of the score. Nothing is sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.spark.jobs import column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["BUCKET", "MOST_RANGES", "by_hash", "by_range", "edges_of", "range_of", "tasks_for"]

BUCKET = "_cranfield_bucket"
MOST_RANGES = 1024  # more make an expression that Spark takes long to plan
_ROWS, _TASKS = 500_000, 20_000  # rows of a task, and how many tasks there are at most
_FINER = 16  # buckets for each task, so that tasks have about as many rows each


def tasks_for(rows: int) -> int:
    """How many tasks so many rows are dealt out to."""
    return int(np.clip(-(-rows // _ROWS), 1, _TASKS))


def by_hash(frame: Any, names: Sequence[str], key: str, tasks: int) -> Any:
    """The columns, and the bucket of each row; all rows of a key are in one bucket, and all of a bucket in one task.

    The number of tasks is given, as otherwise Spark may put them together or take them apart later.
    """
    bucket = f"cast(pmod(xxhash64({column(key)}), {_FINER * tasks}) as int)"
    return _dealt(frame, names, bucket, tasks)


def by_range(frame: Any, names: Sequence[str], score: str, edges: NDArray[np.float64], tasks: int) -> Any:
    """The columns, and the range of the score of each row; all rows of a range are in one task."""
    return _dealt(frame, names, range_of(score, edges), tasks)


def _dealt(frame: Any, names: Sequence[str], bucket: str, tasks: int) -> Any:
    chosen = frame.selectExpr(*map(column, names), f"{bucket} as {BUCKET}")
    return chosen.repartition(tasks, BUCKET)


def range_of(score: str, edges: NDArray[np.float64]) -> str:
    """How many of the edges are not above the score, as an expression that halves them at every step.

    Spark compares numbers as we do: both zeros are one number.
    """
    name = f"cast({column(score)} as double)"

    def between(low: int, high: int) -> str:
        if low == high:
            return str(low)
        middle = (low + high) // 2
        edge = f"cast('{float(edges[middle])!r}' as double)"
        return f"case when {name} < {edge} then {between(low, middle)} else {between(middle + 1, high)} end"

    return between(0, len(edges))


def edges_of(sampled: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Scores that cut rows about evenly, from scores and how many rows each of them stands for.

    A score that many rows have is cut out on both sides, so that its range is no larger than it must be.
    """
    sample, weight = sampled
    known = np.isfinite(sample)
    order = np.argsort(sample[known], kind="stable")
    values, heavy = sample[known][order] + 0.0, np.cumsum(weight[known][order])
    if count < 2 or not len(values):
        return np.zeros(0)
    places = np.searchsorted(heavy, heavy[-1] * np.arange(1, count) / count)
    chosen = values[np.minimum(places, len(values) - 1)]
    often = chosen[1:][chosen[1:] == chosen[:-1]]
    edges = np.unique(np.concatenate((chosen, np.nextafter(often, np.inf))))
    return edges[np.isfinite(edges) & (edges > values[0])]
