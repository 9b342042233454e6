"""What thresholds do with scores: ROC and precision-recall curves as tidy tables, and the confusion matrix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.confusion import MOST_LABELS
from cranfield.core.evaluate import evaluate
from cranfield.core.spec import parse
from cranfield.core.tidy import tidy
from cranfield.curves.thresholds import Counts, confusion, sides
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.core.batch import Batch

__all__ = ["confusions", "precision_recall_of_scores", "roc"]


def _whole(batches: Sequence[Batch], measure: str, positive: Any) -> dict[str, float]:
    """The area under each curve, as the measure has it."""
    asked = parse(measure, batches[0].family).replace(positive=positive)
    return {each.system: _number(evaluate(each, [asked])[str(asked)].value) for each in batches}


def _number(value: float) -> Any:
    return None if np.isnan(value) else value


def roc(batches: Sequence[Batch], *, positive: Any = None) -> pa.Table:
    """At each distinct score, from none to all: what share of the negatives and of the positives reaches it.

    The area under the curve is AUC; `true` and `false` are the positives and negatives themselves.
    """
    import pyarrow as pa  # noqa: PLC0415 (only needed here)

    systems, labels, parts = [], [], []
    for batch in batches:
        given = sides(batch, positive)
        counts = Counts.of(given).from_zero()
        parts.append((counts.thresholds, counts.true, counts.false, counts.fpr, counts.tpr))
        systems.append(pa.repeat(batch.system, len(counts.true)))
        labels.append(given.label)
    names = ("threshold", "true", "false", "fpr", "tpr")
    columns = {name: np.concatenate(each) for name, each in zip(names, zip(*parts, strict=True), strict=True)}
    areas = _whole(batches, "AUC", positive)
    return tidy(
        {"system": pa.chunked_array(systems, pa.string()), **columns},
        kind="roc",
        areas=areas,
        area="AUC",
        positive=labels[0],
    )


def precision_recall_of_scores(batches: Sequence[Batch], *, positive: Any = None) -> pa.Table:
    """At each distinct score, from high to low: precision and recall if it and all above count as positive."""
    import pyarrow as pa  # noqa: PLC0415 (only needed here)

    systems, labels, parts = [], [], []
    for batch in batches:
        given = sides(batch, positive)
        counts = Counts.of(given)
        parts.append((counts.thresholds, counts.tpr, counts.precision))
        systems.append(pa.repeat(batch.system, len(counts.true)))
        labels.append(given.label)
    names = ("threshold", "recall", "precision")
    columns = {name: np.concatenate(each) for name, each in zip(names, zip(*parts, strict=True), strict=True)}
    areas = _whole(batches, "AveragePrecision", positive)
    return tidy(
        {"system": pa.chunked_array(systems, pa.string()), **columns},
        kind="prc",
        areas=areas,
        area="AP",
        positive=labels[0],
    )


def confusions(batches: Sequence[Batch]) -> pa.Table:
    """How often each label was guessed for each, and what share of the label's examples that is."""
    columns: dict[str, list[Any]] = {name: [] for name in ("system", "truth", "guess", "count", "share")}
    for batch in batches:
        found = confusion(batch)
        if len(found.names) > MOST_LABELS:
            raise MeasureError("confusion-too-wide", count=len(found.names), most=MOST_LABELS)
        size, cells, support = len(found.names), found.cells, found.truth[:, None]
        shares = np.divide(cells, support, out=np.full(cells.shape, np.nan), where=support > 0)
        columns["system"] += [batch.system] * size**2
        columns["truth"] += [name for name in found.names for _ in range(size)]
        columns["guess"] += [*found.names] * size
        columns["count"] += cells.ravel().tolist()
        columns["share"] += shares.ravel().tolist()
    return tidy(columns, kind="confusion")
