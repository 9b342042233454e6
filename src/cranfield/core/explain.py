"""The one way to a number, told aloud."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import TEXT, checked
from cranfield.core.evaluate import ready, require_batch
from cranfield.core.note import Recorder, Step
from cranfield.core.shown import Shown
from cranfield.core.spec import parse
from cranfield.errors import MeasureError
from cranfield.words import singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.measure import Measure

NEAR = 1e-9  # numbers that differ by less are the same

__all__ = ["NEAR", "Context", "Explanation", "Other", "explain", "other_numbers"]


@dataclass(frozen=True)
class Context:
    """The data of one unit as an explanation shows it: for a query, its documents.

    `columns` stand beside the steps that have a number for each row; `rank` says where in the list a row stands, and
    `gaps` what stands between the rows, column by column.
    """

    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    rank: Sequence[int] = ()
    length: int = 0  # of the list
    gaps: Mapping[int, Sequence[Any]] = field(default_factory=dict)  # rank: what is there, if it is known
    rows: Sequence[Any] = ()  # what each row is, whatever system returned it
    best: Sequence[float] = ()  # gains in the best possible order, where the measure compares with it
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()  # keys and fields of sentences
    exhibits: tuple[Exhibit, ...] = ()
    others: tuple[Other, ...] = ()  # numbers that other decisions about the same data would have given


@dataclass(frozen=True)
class Other:
    """A number that other tools print for the same data: who, why (a key), how it is written here, and the number."""

    tools: str
    why: str
    written: str | None = None  # None where there is no way to it here
    value: float | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class Explanation(Shown):
    """Every step from the data of one unit to its value."""

    measure: Measure
    unit: str
    steps: tuple[Step, ...]
    value: float
    noun: str = "unit"  # what the unit is: a query, a label, a session
    context: Context | None = None  # the data that it is shown with
    system: str = "run"
    exhibits: tuple[Exhibit, ...] = ()  # what the measure shows of the data
    others: tuple[Other, ...] = ()  # where other tools would give another number

    def __repr__(self) -> str:
        return (
            f"<Explanation of {self.measure} of {self.noun} {self.unit}: {self.value:.4f} in {len(self.steps)} steps>"
        )


@checked(unit=TEXT)
def explain(batch: Batch, measure: str | Measure, unit: str) -> Explanation:
    """Run a measure on one unit and keep what it says on the way."""
    require_batch(batch, "explain")
    asked = parse(measure, batch.family)
    wanted = ready(asked, batch)
    part, index = wanted.portion(batch, str(unit))
    recorder = Recorder(index)
    state = wanted.stats(part, recorder)
    value: Any = wanted.each(state)[index]
    noun = singular(wanted.unit_noun(batch))
    name = str(state.units[index])
    told = Explanation(
        wanted, name, tuple(recorder.steps), float(value), noun, system=batch.system,
        exhibits=tuple(wanted.exhibits(part, index)), others=other_numbers(asked, batch, float(value), str(unit)),
    )  # fmt: skip
    context = batch.family.context(batch, told)
    return told if context is None else replace(told, context=context, others=(*told.others, *context.others))


def other_numbers(asked: Measure, batch: Batch, value: float, unit: str | None = None) -> tuple[Other, ...]:
    """What other tools print for the same unit, or for the whole, where that is another number or cannot be told."""
    found = []
    for each in asked.elsewhere:
        if not each.change:
            found.append(Other(each.tools, each.why))
            continue
        try:
            written = asked.replace(**each.change)
            variant = ready(written, batch)
            number = _number(variant, batch, unit)
        except MeasureError:  # parameters that exclude each other, or data that does not allow it
            continue
        if math.isfinite(number) and not math.isclose(number, value, rel_tol=NEAR, abs_tol=NEAR):
            found.append(Other(each.tools, each.why, str(written), number))
    return tuple(found)


def _number(measure: Measure, batch: Batch, unit: str | None) -> float:
    if unit is None:
        return float(measure.finish(measure.stats(batch).total()))
    part, index = measure.portion(batch, unit)
    value: Any = measure.each(measure.stats(part))[index]
    return float(value)
