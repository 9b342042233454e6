"""`picture`: from any tidy table of curves or comparisons to the picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.core.tidy import facts_of
from cranfield.errors import MeasureError, nearest
from cranfield.report.pictures import bars, lines, rows

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyarrow as pa

    from cranfield.report.svg.picture import Picture

__all__ = ["KINDS", "picture"]

KINDS: dict[str, Callable[..., Picture]] = {
    "pr": lines.pr,
    "pr-query": lines.pr_query,
    "gain": lines.gain,
    "roc": lines.roc,
    "prc": lines.prc,
    "calibration": lines.calibration,
    "robustness": lines.robustness,
    "scores": bars.scores,
    "queries": bars.queries,
    "scatter": bars.scatter,
    "confusion": rows.confusion,
    "intervals": rows.intervals,
    "differences": rows.differences,
}


def picture(table: pa.Table, *, kind: str | None = None, language: str = "en") -> Picture:
    """The picture of a table of `curve`; `kind` draws it as another one, such as queries as a scatter."""
    facts = facts_of(table)
    wanted = kind or facts.get("kind")
    if wanted is None:
        raise MeasureError("picture-of-what")
    if wanted not in KINDS:
        raise MeasureError("picture-kind", kind=wanted, kinds=list(KINDS), near=nearest(str(wanted), KINDS))
    return KINDS[wanted](table, facts, language)
