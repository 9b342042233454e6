"""How far a judge may stand in for people, as plain data: agreement, order of systems, bias, corrected means."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.core.shown import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.compared import Estimate, Remark
    from cranfield.core.finding import Finding
    from cranfield.core.result import Results

__all__ = [
    "ByGrade", "ByLength", "Changed", "Corrected", "Counts", "Favour", "Judges", "Ordered", "Ranged", "Repeats",
    "Threshold", "Trusted", "Worth",
]  # fmt: skip


@dataclass(frozen=True)
class Ranged:
    """A number with its interval; without a value, `reason` says why in words."""

    value: float
    low: float | None = None
    high: float | None = None
    reason: Remark | None = None


@dataclass(frozen=True)
class Counts:
    """How much each side judged, and how much of it both did; `left_out` are queries that only people judged."""

    human: int
    judge: int
    shared: int
    human_queries: int
    judge_queries: int
    shared_queries: int


@dataclass(frozen=True)
class ByGrade:
    """What the judge said of everything that people gave one grade."""

    grade: float
    count: int
    mean: float  # of the judge's grades
    alike: float  # shares
    over: float
    under: float
    bias: Ranged  # mean of judge - people


@dataclass(frozen=True)
class ByLength:
    """Documents of about one length."""

    shortest: int
    longest: int
    count: int
    alike: float
    over: float
    under: float
    bias: Ranged


@dataclass(frozen=True)
class Repeats:
    """What somebody said when asked again: coefficients between the first and the second time."""

    count: int
    estimates: Mapping[str, Estimate]


@dataclass(frozen=True)
class Threshold:
    """The judge's grade from which a document counts as relevant, chosen on one half and tested on the other."""

    rel: float  # of people
    by: str  # what it was chosen by
    chosen: float
    queries: int  # of the half that it was chosen on
    tested: int
    here: float  # kappa or F1 on the half that it was chosen on
    there: Ranged  # on the other half
    precision: float
    recall: float
    usual: float | None  # the same of `rel` itself as the judge's threshold, on the other half
    stable: float  # share of other halvings in which the same threshold is chosen
    repeats: int
    table: tuple[tuple[float, float, float, float], ...] = ()  # threshold, kappa, precision, recall on everything


@dataclass(frozen=True)
class Changed:
    """Two systems whose verdict is another one by the judge; 1: the first is better, -1: the second, 0: open."""

    one: str
    two: str
    human: float  # first minus second
    judge: float
    human_p: float | None
    judge_p: float | None
    human_verdict: int
    judge_verdict: int

    @property
    def kind(self) -> str:
        """What became of the verdict of people."""
        if self.human_verdict == self.judge_verdict:
            return "same"
        if self.human_verdict and self.judge_verdict:
            return "turned"
        return "lost" if self.human_verdict else "invented"


@dataclass(frozen=True)
class Favour:
    """A system or a family of them: how much more the judge gives it than people do, beyond what it gives the rest."""

    name: str
    systems: tuple[str, ...]
    excess: Ranged
    p: float | None  # corrected for how many were looked at
    favoured: int  # 1, -1 or 0 where chance may be all of it


@dataclass(frozen=True)
class Worth:
    """What more judgments would be worth, of one mean; all numbers are of units."""

    effective: float  # human units that would give the same interval without the judge
    at_most: float | None  # however much the judge judges; None where there is no limit
    for_half: float | None  # human units in all, for an interval half as wide; None where none are enough
    human_gain: float  # variance that the next human unit takes away
    judge_gain: float
    human_cost: float | None = None
    judge_cost: float | None = None
    best_human: float | None = None  # units of each that the money spent so far would best have bought
    best_judge: float | None = None


@dataclass(frozen=True)
class Corrected:
    """A mean or a difference by people alone, by the judge alone, and by both: prediction-powered inference."""

    name: str
    human: Ranged
    judge: Ranged
    both: Ranged
    weight: float  # of what the judge says: 0 takes none of it
    labelled: int
    unlabelled: int
    worth: Worth | None = None
    p: float | None = None  # of a difference, by both


@dataclass(frozen=True)
class Ordered:
    """Systems under people and under one judge, by one measure."""

    measure: str
    higher: bool  # whether more is better
    systems: tuple[str, ...]
    units: int
    human: tuple[float, ...]
    judge: tuple[float, ...]
    coefficients: Mapping[str, Ranged]
    top: int
    pairs: tuple[Changed, ...]
    favours: tuple[Favour, ...]
    means: tuple[Corrected, ...]
    differences: tuple[Corrected, ...]
    judged: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # first ten judged, by people and judge
    remarks: tuple[Remark, ...] = ()

    @property
    def changed(self) -> tuple[Changed, ...]:
        """Pairs whose verdict is another one."""
        return tuple(each for each in self.pairs if each.kind != "same")

    def kinds(self) -> dict[str, int]:
        """How many verdicts stayed, were lost, invented and turned round."""
        return {kind: sum(each.kind == kind for each in self.pairs) for kind in ("same", "lost", "invented", "turned")}


@dataclass(frozen=True)
class Trusted:
    """One judge beside people."""

    name: str
    counts: Counts
    estimates: Mapping[str, Estimate]
    constant: Mapping[str, tuple[float, float]]  # coefficient to the best constant judge's value, and its grade
    people: Mapping[str, Estimate] | None  # the same between several people
    separates: Ranged  # AUC of the judge's grades for what people call relevant
    bias: Ranged
    confusion: tuple[tuple[float, ...], tuple[float, ...], tuple[tuple[int, ...], ...]] | None
    grades: tuple[ByGrade, ...]
    lengths: tuple[ByLength, ...]
    length_effect: Ranged | None
    repeats: Repeats | None
    threshold: Threshold | None
    orders: tuple[Ordered, ...]
    remarks: tuple[Remark, ...]
    about: Mapping[str, Any]  # who it was: name, prompt and date, for the signature


@dataclass(frozen=True, repr=False)
class Judges(Shown):
    """Judges beside people, and how it was looked at."""

    human: str
    noun: str  # what is drawn: queries or items
    things: str  # what was judged: documents or items
    judges: tuple[Trusted, ...]
    human_repeats: Repeats | None
    results: tuple[Results, ...]  # of the systems under people, or of the agreement, for findings and signature
    findings: tuple[Finding, ...]
    settings: Mapping[str, Any]

    def __getitem__(self, name: str) -> Trusted:
        """A judge by name."""
        return next(each for each in self.judges if each.name == name)

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: judge, what it is about, which one, and the number with its interval."""
        return [row for each in self.judges for row in _rows(each)]

    def __repr__(self) -> str:
        return f"Judges({self.human!r}, {', '.join(each.name for each in self.judges)})"


def _rows(found: Trusted) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"judge": found.name, "about": "count", "of": name, "value": value}
        for name, value in asdict(found.counts).items()
    ]

    def add(about: str, of: str, one: Any, **more: Any) -> None:
        ends = {"value": one.value, "low": one.low, "high": one.high}
        rows.append({"judge": found.name, "about": about, "of": of, **ends, **more})

    for name, each in found.estimates.items():
        add("agreement", name, each, constant=found.constant[name][0] if name in found.constant else None)
    add("agreement", "AUC", found.separates)
    add("bias", "all", found.bias)
    for grade in found.grades:
        shares = {"count": grade.count, "mean": grade.mean, "alike": grade.alike, "over": grade.over}
        add("grade", f"{grade.grade:g}", grade.bias, **shares, under=grade.under)
    for part in found.lengths:
        shares = {"count": part.count, "alike": part.alike, "over": part.over, "under": part.under}
        add("length", f"{part.shortest}-{part.longest}", part.bias, **shares)
    if found.length_effect is not None:
        add("length", "correlation", found.length_effect)
    if found.repeats is not None:
        for name, each in found.repeats.estimates.items():
            add("again", name, each)
    if found.threshold is not None:
        add("threshold", f"{found.threshold.chosen:g}", found.threshold.there)
    for order in found.orders:
        rows += _order_rows(found.name, order)
    return rows


def _order_rows(judge: str, order: Ordered) -> list[dict[str, Any]]:
    about: dict[str, Any] = {"judge": judge, "measure": order.measure}
    rows = [
        {**about, "about": "system", "of": system, "human": human, "value": value}
        for system, human, value in zip(order.systems, order.human, order.judge, strict=True)
    ]
    for name, each in order.coefficients.items():
        rows.append({**about, "about": "order", "of": name, "value": each.value, "low": each.low, "high": each.high})
    rows += [
        {**about, "about": "pair", "of": f"{pair.one} - {pair.two}", "human": pair.human, "value": pair.judge,
         "human_p": pair.human_p, "p": pair.judge_p, "verdict": pair.kind}
        for pair in order.pairs
    ]  # fmt: skip
    for favour in order.favours:
        ends = {"value": favour.excess.value, "low": favour.excess.low, "high": favour.excess.high}
        rows.append({**about, "about": "favour", "of": favour.name, **ends, "p": favour.p})
    for kind, several in (("corrected", order.means), ("corrected difference", order.differences)):
        for one in several:
            ends = {"value": one.both.value, "low": one.both.low, "high": one.both.high}
            rows.append({
                **about, "about": kind, "of": one.name, "human": one.human.value, "judge_alone": one.judge.value,
                **ends, "weight": one.weight, "labelled": one.labelled, "unlabelled": one.unlabelled, "p": one.p,
            })  # fmt: skip
    return rows
