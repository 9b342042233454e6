"""The one way to a number, told aloud."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import TEXT, checked
from cranfield.core.evaluate import ready, require_batch
from cranfield.core.note import Recorder, Step
from cranfield.core.spec import parse
from cranfield.words import singular

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["Context", "Explanation", "explain"]


@dataclass(frozen=True)
class Context:
    """The data of one unit as an explanation shows it: for a query, its documents.

    `columns` stand beside the steps that have a number for each row; `rank` says where in the list a row stands, and
    `gaps` what stands between the rows.
    """

    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    rank: Sequence[int] = ()
    length: int = 0  # of the list
    gaps: Mapping[int, str] = field(default_factory=dict)  # rank: what is there, if it is known
    best: Sequence[float] = ()  # gains in the best possible order, where the measure compares with it
    notes: tuple[tuple[str, Mapping[str, Any]], ...] = ()  # keys and fields of sentences


@dataclass(frozen=True, repr=False)
class Explanation:
    """Every step from the data of one unit to its value."""

    measure: Measure
    unit: str
    steps: tuple[Step, ...]
    value: float
    noun: str = "unit"  # what the unit is: a query, a label, a session
    context: Context | None = None  # the data that it is shown with

    def __repr__(self) -> str:
        return (
            f"<Explanation of {self.measure} of {self.noun} {self.unit}: {self.value:.4f} in {len(self.steps)} steps>"
        )


@checked(unit=TEXT)
def explain(batch: Batch, measure: str | Measure, unit: str) -> Explanation:
    """Run a measure on one unit and keep what it says on the way."""
    require_batch(batch, "explain")
    wanted = ready(parse(measure, batch.family), batch)
    part, index = wanted.portion(batch, str(unit))
    recorder = Recorder(index)
    state = wanted.stats(part, recorder)
    value: Any = wanted.each(state)[index]
    noun = singular(wanted.unit_noun(batch))
    name = str(state.units[index])
    told = Explanation(wanted, name, tuple(recorder.steps), float(value), noun)
    return replace(told, context=batch.family.context(batch, told))
