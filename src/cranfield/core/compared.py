"""Systems side by side: what was compared, how, and what came of it, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.core.facts import Facts
from cranfield.core.shown import Shown
from cranfield.core.spec import parse
from cranfield.errors import MeasureError, NoSuchMeasureError, nearest
from cranfield.words import say, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pyarrow as pa

    from cranfield.core.family import Family
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure

__all__ = ["Anova", "Compared", "Contest", "Estimate", "Pair", "Remark", "Settings"]


class Remark(NamedTuple):
    """Something to know about a comparison: a key and its fields."""

    key: str
    fields: Mapping[str, Any]

    def told(self, *, language: str = "en", voice: str = "python") -> str:
        """The sentence."""
        return say(self.key, self.fields, language=language, voice=voice)


@dataclass(frozen=True)
class Settings:
    """How systems were compared: what is needed to do it again."""

    test: str
    alternative: str
    correction: str
    pairs: str
    confidence: float
    interval: str
    resamples: int
    seed: int
    by: str | None = None
    rope: float | None = None
    as_: str | None = None

    @property
    def alpha(self) -> float:
        """The level below which an adjusted p is called significant: 1 - confidence."""
        return round(1 - float(self.confidence), 12)  # 1 - 0.95 is a little more than 0.05

    def significant(self, p: float | None) -> bool:
        """Whether an adjusted p is below the level; what is only rounding is not, as in gates."""
        return p is not None and bool(p < self.alpha - min(1e-12, self.alpha / 2))


@dataclass(frozen=True)
class Estimate:
    """The value of one system with its interval; `method` says how: t, order, binomial, bca, ... or None."""

    system: str
    value: float
    low: float | None
    high: float | None
    method: str | None
    confidence: float
    reason: Remark | None = None  # why there is no interval
    cut: bool = False  # whether it reached beyond the bounds of the measure and ends there


@dataclass(frozen=True)
class Anova:
    """Two-way analysis of variance, systems and units: whether any system differs from the others."""

    f: float
    p: float
    systems_df: int
    units_df: int
    error_df: int
    systems_mean_square: float
    units_mean_square: float
    error_mean_square: float


@dataclass(frozen=True)
class Pair:
    """A system next to a baseline; None is what could not be computed, `reason` why there is no p or no interval.

    `difference` is system minus baseline, whatever the direction of the measure, and so are `low`, `high`, `d` and
    `delta`. Wins, losses and `probability_better` follow the direction of the measure.
    """

    baseline: str
    system: str
    baseline_value: float
    value: float
    difference: float
    low: float | None
    high: float | None
    method: str | None  # of the interval
    p: float | None
    adjusted: float | None  # p corrected for the number of comparisons
    test: str
    statistic: float | None
    others: Mapping[str, float]  # p of the other tests that were computed, not corrected
    disagree: bool  # whether the t-test and the randomization test decide differently
    significant: bool
    wins: int | None
    ties: int | None
    losses: int | None
    d: float | None  # Cohen's d of the paired differences
    delta: float | None  # Cliff's delta
    probability_better: float | None
    probability_negligible: float | None  # None without a rope
    detectable: float | None  # the difference that so many units show with 80 % power
    needed: int | None  # how many units show the observed difference with 80 % power; None if none ever do
    units: int
    reason: Remark | None = None
    statistic_name: str | None = None  # what the statistic is: t, W+, n+, z, chi-squared, ...

    @property
    def change(self) -> float | None:
        """The difference as a share of the baseline; None if that is 0."""
        return self.difference / abs(self.baseline_value) if self.baseline_value else None


@dataclass(frozen=True)
class Contest:
    """One measure of all systems."""

    name: str
    measure: Measure
    better: str | None
    estimates: tuple[Estimate, ...]
    pairs: tuple[Pair, ...]
    best: tuple[str, ...]  # the best system and those that cannot be told from it
    comparisons: int  # how many p-values were corrected together
    anova: Anova | None
    units: int
    undefined: int  # units without a value in at least one system
    noun: str  # what the units are called
    notes: tuple[Remark, ...] = ()
    asked: Measure | None = None  # before the data filled in its defaults

    def pair(self, system: str, baseline: str | None = None) -> Pair:
        """The comparison of a system with a baseline, or with the only one."""
        for each in self.pairs:
            if each.system == system and baseline in (None, each.baseline):
                return each
        raise KeyError(system if baseline is None else (system, baseline))

    def estimate(self, system: str) -> Estimate:
        """The value of a system."""
        return next(each for each in self.estimates if each.system == system)


@dataclass(frozen=True)
class Compared(Shown, Mapping[str, Contest]):
    """Systems compared by one or several measures; `found["nDCG@10"]` is one contest."""

    family: Family
    noun: str
    systems: tuple[str, ...]
    baselines: tuple[str, ...]
    settings: Settings
    contests: Mapping[str, Contest]
    findings: tuple[Finding, ...] = field(default=())

    def __getitem__(self, name: str | Measure) -> Contest:
        found = self.name_of(name)
        if found is None:
            near = nearest(name, self.contests)
            raise NoSuchMeasureError("not-compared", name=shown(name), names=list(self.contests), near=near)
        return self.contests[found]

    def name_of(self, name: Any) -> str | None:
        """What a measure is called here, whatever name it goes by elsewhere: MAP is AP."""
        if type(name) is str and name in self.contests:
            return name
        try:
            wanted = parse(name, self.family)
        except MeasureError:
            return None
        same = (each for each, held in self.contests.items() if wanted in (held.asked, held.measure))
        return next(same, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self.contests)

    def __len__(self) -> int:
        return len(self.contests)

    def rows(self) -> list[dict[str, Any]]:
        """Tidy rows: one for each measure and pair of systems."""
        return [
            {"measure": name, "baseline": pair.baseline, "system": pair.system, **_flat(pair), "noun": contest.noun,
             "comparisons": contest.comparisons, "confidence": self.settings.confidence,
             "correction": self.settings.correction, "alternative": self.settings.alternative,
             "resamples": self.settings.resamples, "seed": self.settings.seed}
            for name, contest in self.items()
            for pair in contest.pairs
        ]  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """The tidy rows for any dataframe library."""
        return _table(self.rows(), _COLUMNS)

    def estimates(self) -> pa.Table:
        """A row for each measure and system: the value and its interval."""
        return _table([
            {"measure": name, **{key: value for key, value in asdict(each).items() if key != "reason"},
             "best": each.system in contest.best, "units": contest.units, "noun": contest.noun}
            for name, contest in self.items()
            for each in contest.estimates
        ], _VALUE_COLUMNS)  # fmt: skip

    def facts(self) -> list[Facts]:
        """What rules may ask: one for each measure and pair, with the corrected p."""
        return [
            Facts(contest.asked or contest.measure, pair.system, pair.value, pair.baseline, pair.baseline_value,
                  pair.low, pair.high, pair.adjusted, self.settings.confidence, pair.units, paired=pair.difference)
            for contest in self.contests.values()
            for pair in contest.pairs
        ]  # fmt: skip

    def table(self) -> str:
        """The comparison as text, which `print` shows too."""
        return f"{self}\n"

    def __repr__(self) -> str:
        return f"<Compared {', '.join(self.systems)} by {', '.join(self)}>"


_TEXT = (
    "measure",
    "baseline",
    "system",
    "method",
    "test",
    "statistic_name",
    "reason",
    "noun",
    "correction",
    "alternative",
)
_WHOLE = ("wins", "ties", "losses", "needed", "units", "comparisons", "resamples", "seed")
_YES = ("disagree", "significant", "best")
_TESTS = ("t", "randomization", "delong", "mcnemar")  # that may be computed beside another
_COLUMNS = (
    "measure", "baseline", "system", *(each for each in Pair.__dataclass_fields__ if each not in ("others", "reason")),
    *(f"p_{each}" for each in _TESTS), "reason", "noun", "comparisons", "confidence", "correction", "alternative",
    "resamples", "seed",
)  # fmt: skip
_VALUE_COLUMNS = ("measure", "system", "value", "low", "high", "method", "confidence", "best", "units", "noun")


def _flat(pair: Pair) -> dict[str, Any]:
    """A pair as one row: the other tests in columns, the reason as its sentence."""
    known = {name: getattr(pair, name) for name in Pair.__dataclass_fields__ if name not in ("others", "reason")}
    told = pair.reason.told() if pair.reason else None
    return known | {f"p_{name}": pair.others.get(name) for name in _TESTS} | {"reason": told}


def _table(rows: list[dict[str, Any]], names: Sequence[str]) -> pa.Table:
    """A table whose types do not depend on what is known."""
    import pyarrow as pa  # noqa: PLC0415 (only needed here)

    kinds = dict.fromkeys(_TEXT, pa.string()) | dict.fromkeys(_WHOLE, pa.int64()) | dict.fromkeys(_YES, pa.bool_())
    schema = pa.schema([(name, kinds.get(name, pa.float64())) for name in dict.fromkeys(names)])
    return pa.table({name: [row[name] for row in rows] for name in schema.names}, schema=schema)
