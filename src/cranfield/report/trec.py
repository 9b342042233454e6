"""Results in trec_eval's lines: the name, the query or `all`, the value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.core.measure import UnitSum
from cranfield.core.spec import trec_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.measure import Measure
    from cranfield.core.result import Results

__all__ = ["render_trec"]


def _line(measure: Measure, unit: str, value: float) -> str:
    shown = f"{value:.0f}" if isinstance(measure, UnitSum) and value.is_integer() else f"{value:6.4f}"
    return f"{trec_name(measure):<22}\t{unit}\t{shown}\n"


def _lines(system: Results, *, per_query: bool, named: bool) -> Iterator[str]:
    if per_query:
        rows: dict[str, list[tuple[Measure, float]]] = {}
        for measure, result in system.found.items():
            for unit, value in zip(result.state.units, result.values.tolist(), strict=True):
                rows.setdefault(unit, []).append((measure, value))
        for unit, pairs in rows.items():
            yield from (_line(measure, unit, value) for measure, value in pairs)
    if named:
        yield f"{'runid':<22}\tall\t{system.system}\n"
    yield from (_line(measure, "all", result.value) for measure, result in system.found.items())


def render_trec(systems: Sequence[Results], *, per_query: bool = False) -> str:
    """The lines of each system in turn; `runid` lines tell several apart."""
    named = len(systems) > 1
    return "".join(line for each in systems for line in _lines(each, per_query=per_query, named=named))
