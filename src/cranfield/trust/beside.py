"""One judge beside people: everything that is asked of it, put together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.compared import Remark
from cranfield.core.trusted import Ordered, Trusted
from cranfield.trust.agreeing import agreeing, among_people, asked_again, constant_judge, separating
from cranfield.trust.field import Field
from cranfield.trust.grades import by_grade, by_length, confusion, length_effect
from cranfield.trust.orders import coefficients, means_of
from cranfield.trust.powered import corrected_differences, corrected_means
from cranfield.trust.said import Shared
from cranfield.trust.threshold import choose_threshold
from cranfield.trust.verdicts import favours, verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.agreed import Agreed
    from cranfield.core.batch import Batch
    from cranfield.trust.field import Cells
    from cranfield.trust.powered import Costs
    from cranfield.trust.said import Drawn, Said, Thing

__all__ = ["Asked", "Side", "beside", "order_under"]

_FEW = 10  # queries; intervals from drawing fewer again are rough


@dataclass(frozen=True)
class Side:
    """What one side said, and the systems under it by measure."""

    said: Said
    cells: Mapping[str, Cells] = field(default_factory=dict)
    judged: Mapping[str, float] = field(default_factory=dict)  # share of each system's first documents that it judged
    several: Batch | None = None  # people one by one


@dataclass(frozen=True)
class Asked:
    """What is looked at, and how."""

    drawn: Drawn
    rel: float
    threshold_by: str
    test: str
    correction: str
    top: int
    costs: Costs | None
    families: Mapping[str, tuple[str, ...]]
    systems: tuple[str, ...]
    signs: Mapping[str, int]  # measure to 1 where more is better, else -1
    lengths: Mapping[Thing, int] | None = None

    @property
    def alpha(self) -> float:
        """Below which a p is significant."""
        return round(1 - self.drawn.confidence, 12)


def beside(human: Side, judge: Side, asked: Asked, *, second: Said | None, about: Mapping[str, Any]) -> Trusted:
    """A judge beside people."""
    shared = Shared(human.said, judge.said).require()
    drawn = asked.drawn
    agreed = agreeing(shared, drawn)
    people = None if human.several is None else among_people(human.several, drawn)
    lengths = asked.lengths
    return Trusted(
        name=judge.said.name, counts=shared.counts(), estimates=agreed.estimates, constant=constant_judge(shared),
        people=None if people is None else people.estimates, separates=separating(shared, asked.rel, drawn),
        bias=shared.mean(shared.two - shared.one, drawn), confusion=confusion(shared), grades=by_grade(shared, drawn),
        lengths=() if lengths is None else by_length(shared, lengths, drawn),
        length_effect=None if lengths is None else length_effect(shared, lengths, drawn),
        repeats=asked_again(judge.said, drawn, second),
        threshold=choose_threshold(shared, asked.rel, asked.threshold_by, drawn),
        orders=tuple(order_under(human, judge, asked, name) for name in asked.signs if name in human.cells),
        remarks=_remarks(shared, agreed, asked), about=about,
    )  # fmt: skip


def _strange_grades(shared: Shared) -> list[Remark]:
    """What to do about grades that people never give: round those that lie between theirs, and map the others."""
    strange = np.setdiff1d(shared.two, shared.one)
    if not len(strange):
        return []
    low, high = float(shared.one.min()), float(shared.one.max())
    facts = {"grades": [f"{each:g}" for each in strange.tolist()], "count": len(strange)}
    ends = float(shared.two.min()), float(shared.two.max())
    if low <= ends[0] and ends[1] <= high:
        if (strange != np.trunc(strange)).any():
            return [Remark("judges-between-grades", facts)]
        line = None  # a grade that people could have given too
    else:
        line = f"{ends[0]:g}..{ends[1]:g}={low:g}..{high:g}" if low < high else None
    return [Remark("judges-other-scale", {**facts, "line": line})]


def _people_between(shared: Shared) -> list[Remark]:
    """Grades of people that a judge with whole grades never gives, such as medians of several people."""
    odd = shared.one != np.trunc(shared.one)
    if not odd.any() or (shared.two != np.trunc(shared.two)).any():
        return []
    facts = {"count": int(odd.sum()), "grades": [f"{each:g}" for each in np.unique(shared.one[odd]).tolist()]}
    return [Remark("judges-people-between", facts)]


def _remarks(shared: Shared, agreed: Agreed, asked: Asked) -> tuple[Remark, ...]:
    """What is odd about this judge, and why coefficients have no value."""
    counts, found = shared.counts(), []
    if counts.shared < counts.human:
        facts = {"count": counts.human - counts.shared, "total": counts.human}
        found.append(Remark("judges-unjudged-by-judge", facts))
    if counts.shared < counts.judge:
        facts = {"count": counts.judge - counts.shared, "total": counts.judge}
        found.append(Remark("judges-unjudged-by-people", facts))
    if len(np.unique(shared.one)) == 1:
        found.append(Remark("judges-people-constant", {"grade": float(shared.one[0]), "count": len(shared.one)}))
    if len(np.unique(shared.two)) == 1:
        found.append(Remark("judges-judge-constant", {"grade": float(shared.two[0]), "count": len(shared.two)}))
    found += _strange_grades(shared) + _people_between(shared)
    if counts.shared_queries < _FEW:
        found.append(Remark("judges-few-queries", {"count": counts.shared_queries, "enough": _FEW}))
    if asked.lengths is not None:
        lacking = sum(thing not in asked.lengths for thing in shared.things)
        if lacking:
            found.append(Remark("judges-without-text", {"count": lacking, "total": len(shared.things)}))
    found += [
        Remark("judges-no-coefficient", {"name": each.subject, "why": each.sentence()})
        for each in agreed.results.findings
        if each.severity == "warning" and each.subject
    ]
    return tuple(found)


def order_under(human: Side, judge: Side, asked: Asked, measure: str) -> Ordered:
    """The systems under both sides, by one measure."""
    ground = Field(measure, asked.systems, human.cells[measure], judge.cells[measure], asked.signs[measure])
    remarks: list[Remark] = []
    several = len(asked.systems) > 1
    if not several:
        remarks.append(Remark("judges-one-system", {"system": asked.systems[0]}))
    if not ground.units:
        remarks.append(Remark("judges-no-shared-query", {"measure": measure}))
    known = several and bool(ground.units)
    differences = corrected_differences(ground, asked.drawn.confidence, asked.costs, asked.correction) if known else ()
    if not ground.alone.shape[1]:
        remarks.append(Remark("judges-nothing-more", {"judge": judge.said.name}))
    means = corrected_means(ground, asked.drawn.confidence, asked.costs)
    values = [means_of(each) if ground.units else np.full(len(asked.systems), np.nan) for each in ground.both]
    return Ordered(
        measure=measure, higher=asked.signs[measure] > 0, systems=asked.systems, units=len(ground.units),
        human=tuple(values[0].tolist()), judge=tuple(values[1].tolist()),
        coefficients=coefficients(ground, min(asked.top, len(asked.systems)), asked.drawn) if known else {},
        top=asked.top, pairs=verdicts(ground, asked.test, asked.correction, asked.alpha) if known else (),
        favours=favours(ground, asked.families, asked.correction, asked.alpha, asked.drawn) if known else (),
        means=means, differences=differences,
        judged={
            name: (human.judged[name], judge.judged[name])
            for name in asked.systems if name in human.judged and name in judge.judged
        },
        remarks=tuple(remarks),
    )  # fmt: skip
