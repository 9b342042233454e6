"""Where the number of the whole comes from: the values of the units, who pulls it up and who pulls it down."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import NUMBER, PART, SWITCH, checked
from cranfield.core.evaluate import evaluate, require_batch
from cranfield.core.explain import other_numbers
from cranfield.core.note import Recorder
from cranfield.core.result import MEASURE
from cranfield.core.shown import Shown
from cranfield.core.spec import parse
from cranfield.core.unit_measure import LOG_FLOOR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.batch import Batch
    from cranfield.core.explain import Other
    from cranfield.core.measure import Measure
    from cranfield.core.note import Step
    from cranfield.core.result import Result

__all__ = ["Overview", "overview", "overview_of"]

BINS = 10


@dataclass(frozen=True, repr=False)
class Overview(Shown):
    """The value of the whole beside those of its units."""

    measure: Measure
    value: float
    units: Mapping[str, float]  # nan where there is no value
    noun: str
    undefined: tuple[str, ...] = ()  # without a value by definition, whatever the policy counts them as
    treatment: tuple[str, Mapping[str, Any]] = ("left-out", {})
    missing: tuple[str, ...] = ()  # the system said nothing about them
    system: str = "run"
    steps: tuple[Step, ...] = ()  # to the value of the whole, where it is no mean or sum of the units' values
    others: tuple[Other, ...] = ()  # where other tools would give another number for the whole

    @property
    def known(self) -> dict[str, float]:
        """The units that have a value."""
        return {unit: value for unit, value in self.units.items() if not math.isnan(value)}

    @property
    def mean(self) -> float:
        """The arithmetic mean of the values."""
        values = list(self.known.values())
        return math.fsum(values) / len(values) if values else math.nan

    @property
    def geometric_mean(self) -> float:
        """The geometric mean, with 0 lifted to 0.00001 as trec_eval does; nan where values can be negative."""
        values = list(self.known.values())
        if not values or min(values) < 0:
            return math.nan
        return math.exp(math.fsum(math.log(max(value, LOG_FLOOR)) for value in values) / len(values))

    @property
    def deviation(self) -> float:
        """The standard deviation over the units, with n - 1."""
        values, mean = list(self.known.values()), self.mean
        if len(values) < 2:
            return math.nan
        return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))

    @checked(share=PART)
    def quantile(self, share: float) -> float:
        """The value that so many of the units do not exceed, between two of them by their distance."""
        values = list(self.known.values())
        return float(np.quantile(values, share)) if values else math.nan

    @checked(best_first=SWITCH)
    def ordered(self, *, best_first: bool = False) -> list[tuple[str, float]]:
        """Units and values, worst first; where nothing is better, lowest first."""
        upward = (self.measure.better != "lower") != best_first
        return sorted(self.known.items(), key=lambda each: each[1] if upward else -each[1])

    @property
    def floored(self) -> int:
        """How many values the geometric mean lifts to the floor."""
        return sum(value < LOG_FLOOR for value in self.known.values())

    @checked(value=NUMBER)
    def pull(self, value: float) -> float:
        """How far a unit of this value moves the mean."""
        return (value - self.mean) / len(self.known)

    def histogram(self) -> list[tuple[float, float, int]]:
        """Ranges of values, from and to, and how many units are in each; the last one holds its end too."""
        values = list(self.known.values())
        if not values:
            return []
        low, high = self.measure.bounds
        low = low if math.isfinite(low) else min(values)
        high = high if math.isfinite(high) else max(values)
        low, high = min(low, *values), max(high, *values)
        if low == high:
            return [(low, high, len(values))]
        counts, edges = np.histogram(values, BINS, (low, high))
        return [(float(edges[at]), float(edges[at + 1]), int(count)) for at, count in enumerate(counts)]

    def __repr__(self) -> str:
        return f"<Overview of {self.measure} of {self.system}: {self.value:.4f} over {len(self.units):,} {self.noun}>"


@checked(measure=MEASURE)
def overview(batch: Batch, measure: str | Measure) -> Overview:
    """Where the value of the whole comes from."""
    require_batch(batch, "overview")
    results = evaluate(batch, [parse(measure, batch.family)])
    return overview_of(next(iter(results.found.values())), batch)


def overview_of(result: Result, batch: Batch | None = None) -> Overview:
    """The same from what was evaluated; who did not get an answer, only the data knows."""
    lacking = [str(result.state.units[at]) for at in np.flatnonzero(result.state.undefined).tolist()]
    recorder = Recorder()
    result.state.measure.tell_whole(result.state, recorder)
    missing = batch.family.unanswered(batch) if batch is not None and result.noun == batch.noun else ()
    others = other_numbers(result.asked or result.measure, batch, result.value) if batch is not None else ()
    return Overview(
        result.measure, result.value, result.units, result.noun, tuple(lacking),
        result.measure.treatment(result.state.policy),
        tuple(missing),
        "run" if batch is None else batch.system,
        tuple(recorder.steps),
        others,
    )  # fmt: skip
