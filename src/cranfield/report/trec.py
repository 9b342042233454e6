"""Results in trec_eval's lines: the name, the query or `all`, the value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cranfield.core.spec import trec_name
from cranfield.core.unit_measure import UnitSum
from cranfield.report.grid import DIGITS
from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cranfield.core.measure import Measure
    from cranfield.core.result import Result, Results

__all__ = ["render_trec"]

_WHOLE_ONLY = ("num_q", "gm_map", "gm_bpref")  # trec_eval prints these for all queries together only


def _name(measure: Measure, rel: float | None) -> str:
    """trec_eval's name; a threshold that holds for all measures is no part of it, and neither is a blank."""
    if rel is not None and vars(measure).get("rel") == rel:
        measure = measure.replace(rel=measure.params()["rel"].default)
    return trec_name(measure).replace(" ", "")


def _line(name: str, unit: str, value: float, *, count: bool, digits: int) -> str:
    shown = f"{value:.0f}" if count and value.is_integer() else f"{value:6.{digits}f}"
    return f"{_field(name):<22}\t{_field(unit)}\t{shown}\n"


def _field(text: str) -> str:
    """A text that is one field of one line."""
    return visible(text).replace(" ", "\\x20")


def _in_lines(result: Result) -> Iterable[tuple[str, float]]:
    """Units in the order of their ids, as trec_eval has them, or as they were given."""
    return result.units.items() if result.order else zip(result.state.units, result.values.tolist(), strict=True)


def _lines(system: Results, *, per_query: bool, named: bool, digits: int, rel: float | None) -> Iterator[str]:
    columns = [
        (_name(each.asked or each.measure, rel), isinstance(each.measure, UnitSum), each)
        for each in system.found.values()
    ]
    if per_query:
        rows: dict[tuple[str, str], list[tuple[str, float, bool]]] = {}
        for name, count, result in columns:
            if name not in _WHOLE_ONLY:
                for unit, value in _in_lines(result):
                    rows.setdefault((result.noun, unit), []).append((name, value, count))
        for (_, unit), lines in rows.items():
            for name, value, count in lines:
                if not math.isnan(value):
                    yield _line(name, unit, value, count=count, digits=digits)
    if named:
        yield f"{'runid':<22}\tall\t{_field(_run_tag(system))}\n"
    for name, count, result in columns:
        if not math.isnan(result.value):
            yield _line(name, "all", result.value, count=count, digits=digits)


def _run_tag(system: Results) -> str:
    """The name that the run gives itself, or that of its file."""
    tags = [one["tag"] for one in system.signature.inputs if one.get("role") == "run" and "tag" in one]
    return str(tags[0]) if tags else system.system


def render_trec(
    systems: Sequence[Results], *, per_query: bool = False, digits: int = DIGITS, named: bool = False,
    rel: float | None = None,
) -> str:  # fmt: skip
    """The lines of each system in turn; undefined values have none.

    `named` adds the `runid` line of trec_eval's sets of measures, which also tells several systems apart.
    `rel` is the threshold that was given for all measures, as with trec_eval's -l.
    """
    named = named or len(systems) > 1
    return "".join(
        line for each in systems for line in _lines(each, per_query=per_query, named=named, digits=digits, rel=rel)
    )
