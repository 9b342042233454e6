"""What each unit has in one system and in another: the values and their difference."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.core.evaluate import evaluate
from cranfield.core.result import Results
from cranfield.core.spec import parse_named
from cranfield.core.tidy import tidy
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.core.spec import Measures

__all__ = ["differences"]


def differences(systems: Sequence[Batch | Results], *, measure: Measures | None = None) -> pa.Table:
    """The value of each unit in the first system (`baseline`) and in each other one, and by how much it rose.

    A unit without a value in one of the two is left out; the facts of the table count them.
    """
    if len(systems) < 2:
        raise MeasureError("curve-one-system")
    first = systems[0]
    named = parse_named(measure, first.family) if measure is not None else {}
    if len(named) > 1:
        raise MeasureError("curve-one-measure", names=list(named))
    results = [each if isinstance(each, Results) else evaluate(each, named or None) for each in systems]
    name = next(iter(named), next(iter(results[0])))
    try:
        found = [each[name] for each in results]
    except KeyError:
        raise MeasureError("curve-not-there", measure=name, names=list(results[0])) from None
    base = found[0]
    columns: dict[str, list[Any]] = {
        each: [] for each in ("baseline", "system", "unit", "baseline_value", "value", "difference")
    }
    left_out = {}
    for system, result in zip(results[1:], found[1:], strict=True):
        gone = 0
        for unit in {**base.units, **result.units}:
            before, after = base.units.get(unit, math.nan), result.units.get(unit, math.nan)
            if math.isnan(before) or math.isnan(after):
                gone += 1
                continue
            row = (results[0].system, system.system, unit, before, after, after - before)
            for values, value in zip(columns.values(), row, strict=True):
                values.append(value)
        left_out[system.system] = gone
    return tidy(
        columns, kind="queries", measure=name, noun=base.noun, better=base.measure.better, left_out=left_out,
        baseline=results[0].system,
    )  # fmt: skip
