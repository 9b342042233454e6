"""`curve`: one door to all curves."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import CHOICE, checked, items, require
from cranfield.core.batch import Batch
from cranfield.core.result import Results
from cranfield.curves.binned import calibration, histogram
from cranfield.curves.by_rank import by_rank
from cranfield.curves.differences import differences
from cranfield.curves.options import OPTIONS
from cranfield.curves.precision_recall import precision_recall
from cranfield.curves.scored import confusions, precision_recall_of_scores, roc
from cranfield.curves.within import within
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pyarrow as pa

__all__ = ["KINDS", "curve", "options_of"]

KINDS: dict[str, Callable[..., pa.Table]] = {
    "pr": precision_recall,
    "gain": by_rank,
    "roc": roc,
    "prc": precision_recall_of_scores,
    "calibration": calibration,
    "scores": histogram,
    "confusion": confusions,
    "queries": differences,
    "latency": within,
}


def options_of(kind: str) -> list[str]:
    """What can be said about a kind of curve."""
    return list(signature(KINDS[kind]).parameters)[1:]


@checked(kind=CHOICE)
def curve(data: Batch | Results | Sequence[Batch | Results], kind: str, **options: Any) -> pa.Table:
    """A curve of one or more systems as a tidy Arrow table; `picture` draws it.

    pr           precision at levels of recall: points=11, rel=1; query= for every point of one query
    gain         a measure at every cutoff: measure="nDCG", depth=, query=
    roc, prc     what thresholds do with scores: positive=
    calibration  how often what was predicted happened: bins=10, by="width" or "count", positive=
    scores       a histogram of the scores of each class: bins=20, positive=
    confusion    how often each label was guessed for each
    queries      the difference of each unit to the first system: measure=; takes results too
    latency      what share of requests was answered within a time: measure="Latency"
    """
    if kind not in KINDS:
        raise MeasureError("curve-kind", kind=kind, kinds=list(KINDS), near=nearest(kind, KINDS))
    systems = [data] if isinstance(data, Batch | Results) else items("curve", "data", data, error=MeasureError)
    if not systems:
        raise MeasureError("curve-nothing")
    for each in systems:
        if not isinstance(each, Batch | Results) or (isinstance(each, Results) and kind != "queries"):
            raise MeasureError("curve-data", kind=kind, given=type(each).__name__, results=kind == "queries")
        if each.family is not systems[0].family:
            raise MeasureError("curve-families", one=systems[0].family.name, other=each.family.name)
    known = options_of(kind)
    strange = next((name for name in options if name not in known), None)
    if strange is not None:
        raise MeasureError("curve-option", kind=kind, name=strange, options=known)
    require("curve", OPTIONS, options)
    names = [each.system for each in systems]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise MeasureError("curve-system-twice", system=twice)
    return KINDS[kind](systems, **options)
