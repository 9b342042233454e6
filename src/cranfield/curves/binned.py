"""Scores in bins: how often what was predicted happened, and how the scores of each class are spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.tidy import tidy
from cranfield.curves.thresholds import sides
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.curves.thresholds import Sides

__all__ = ["calibration", "histogram"]


def calibration(batches: Sequence[Batch], *, bins: int = 10, by: str = "width", positive: Any = None) -> pa.Table:
    """In each bin of probabilities: how many examples, their mean probability, and the share that was positive.

    Bins are equally wide, or with by='count' hold equally many examples. A score on an edge is in the bin below it;
    a bin without examples has no row.
    """
    if by not in ("width", "count"):
        raise MeasureError("curve-by", given=by)
    columns: dict[str, list[Any]] = {
        name: [] for name in ("system", "low", "high", "examples", "predicted", "happened")
    }
    for batch in batches:
        given = sides(batch, positive)
        _check_probability(given)
        edges = np.linspace(0.0, 1.0, bins + 1)
        if by == "count":
            edges = np.quantile(given.score, edges)
        weight = np.ones(len(given.score)) if given.weight is None else given.weight
        place = np.searchsorted(edges[1:-1], given.score)
        size, scores, happened = (
            np.bincount(place, each, bins) for each in (weight, weight * given.score, weight * given.positive)
        )
        there = np.flatnonzero(size > 0)
        columns["system"] += [batch.system] * len(there)
        rows = (
            edges[:-1],
            edges[1:],
            size,
            scores / np.where(size > 0, size, 1),
            happened / np.where(size > 0, size, 1),
        )
        for name, each in zip(list(columns)[1:], rows, strict=True):
            columns[name] += each[there].tolist()
    return tidy(columns, kind="calibration", positive=given.label, by=by)


def histogram(batches: Sequence[Batch], *, bins: int = 20, positive: Any = None) -> pa.Table:
    """How many examples of each class have a score in each bin, and what share of the class that is.

    The bins are equally wide from the lowest to the highest score of each system; a bin holds its lower edge, and the
    last one its upper edge too.
    """
    columns: dict[str, list[Any]] = {name: [] for name in ("system", "label", "low", "high", "examples", "share")}
    for batch in batches:
        given = sides(batch, positive)
        if not np.isfinite(given.score).all():
            raise MeasureError("curve-infinite", row=int(np.flatnonzero(~np.isfinite(given.score))[0]) + 1)
        low, high = float(given.score.min()), float(given.score.max())
        edges = np.linspace(low, high, bins + 1) if high > low else np.array([low - 0.5, low + 0.5])
        for label, marked in _classes(batch, given):
            weight = None if given.weight is None else given.weight[marked]
            found, _ = np.histogram(given.score[marked], edges, weights=weight)
            whole = found.sum()
            columns["system"] += [batch.system] * len(found)
            columns["label"] += [label] * len(found)
            columns["low"] += edges[:-1].tolist()
            columns["high"] += edges[1:].tolist()
            columns["examples"] += [float(each) for each in found]
            columns["share"] += (found / whole if whole else np.zeros(len(found))).tolist()
    return tidy(columns, kind="scores", positive=given.label)


def _classes(batch: Batch, given: Sides) -> list[tuple[str, NDArray[np.bool_]]]:
    """The positive label and the other one; several others are taken together."""
    others = [name for name in batch.coded("truth").names if name != given.label]
    rest = others[0] if len(others) == 1 else f"not {given.label}"
    return [(given.label, given.positive), (rest, ~given.positive)]


def _check_probability(given: Sides) -> None:
    wrong = np.flatnonzero(~((given.score >= 0) & (given.score <= 1)))
    if len(wrong):
        row = int(wrong[0])
        raise MeasureError("no-probability", measure="calibration", given=float(given.score[row]), row=row + 1)
