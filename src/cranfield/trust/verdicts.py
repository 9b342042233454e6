"""Which verdicts about two systems are other ones by the judge, and whom the judge favours."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.corrections import corrected
from cranfield.compare.differences import gaps_between, sign_test, t_test, wilcoxon
from cranfield.core.compared import Remark
from cranfield.core.ragged import divide
from cranfield.core.trusted import Changed, Favour, Ranged
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.differences import Gaps
    from cranfield.trust.field import Field
    from cranfield.trust.said import Drawn

__all__ = ["TESTS", "families_of", "favours", "verdicts"]

TESTS: dict[str, Callable[[Gaps, int], tuple[float, float]]] = {"t": t_test, "wilcoxon": wilcoxon, "sign": sign_test}


def verdicts(field: Field, test: str, correction: str, alpha: float) -> tuple[Changed, ...]:
    """Each two systems under both sides: which is better, by a paired test corrected for how many pairs there are."""
    pairs = list(combinations(range(len(field.systems)), 2))
    sides = [_tested(values, pairs, test, correction) for values in field.both]
    found = []
    for at, (one, two) in enumerate(pairs):
        away = [float(side[0][at]) for side in sides]
        p = [float(side[1][at]) for side in sides]
        said = [
            int(np.sign(field.sign * gap)) if each < alpha and not np.isnan(each) else 0
            for gap, each in zip(away, p, strict=True)
        ]  # fmt: skip
        found.append(Changed(
            field.systems[one], field.systems[two], away[0], away[1], _p(p[0]), _p(p[1]), said[0], said[1]
        ))  # fmt: skip
    return tuple(found)


def _p(value: float) -> float | None:
    return None if np.isnan(value) else value


def _tested(
    values: NDArray[np.float64], pairs: Sequence[tuple[int, int]], test: str, correction: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """First minus second of each pair, and its corrected p."""
    gaps = [gaps_between(values[two], values[one]) for one, two in pairs]
    p = np.array([TESTS[test](each, 0)[1] if each.count > 1 else np.nan for each in gaps])
    return np.array([each.mean for each in gaps]), corrected(p, correction)


def families_of(systems: Sequence[str], given: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The systems of each family, which is named by patterns such as `gpt*`."""
    found = {}
    for name, patterns in given.items():
        members = tuple(each for each in systems if any(fnmatchcase(each, pattern) for pattern in patterns))
        if not members:
            raise InputError("judges-empty-family", name=name, patterns=list(patterns), systems=list(systems))
        if len(members) == len(systems):
            raise InputError("judges-whole-family", name=name, patterns=list(patterns))
        found[name] = members
    return found


def favours(
    field: Field, families: Mapping[str, tuple[str, ...]], correction: str, alpha: float, drawn: Drawn
) -> tuple[Favour, ...]:  # fmt: skip
    """Of each system, and of each family, how much more the judge gives it than people, beyond what it gives the rest.

    Query by query: (judge - people) of its own, less the mean of (judge - people) of the others. p by a t test.
    """
    human, judge = field.both
    more = judge - human
    groups = {name: (name,) for name in field.systems} | dict(families)
    rows = []
    for members in groups.values():
        mine = np.isin(field.systems, members)
        rows.append(_mean(more[mine]) - _mean(more[~mine]))
    gaps = [gaps_between(np.zeros(row.shape), row) for row in rows]
    p = np.array([t_test(each, 0)[1] if each.count > 1 else np.nan for each in gaps])
    single = len(field.systems)  # families are looked at by themselves
    adjusted = np.concatenate((corrected(p[:single], correction), corrected(p[single:], correction)))
    found = []
    for (name, members), each, one in zip(groups.items(), gaps, adjusted.tolist(), strict=True):
        sure = each.count > 1 and one < alpha
        found.append(Favour(
            name, members, _ranged(each, drawn), _p(one), int(np.sign(field.sign * each.mean)) if sure else 0
        ))  # fmt: skip
    return tuple(found)


def _mean(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of systems in each query; nan where one of them has no value."""
    return np.asarray(rows.mean(axis=0))


def _ranged(gaps: Gaps, drawn: Drawn) -> Ranged:
    """The mean with its interval."""
    if gaps.count < 2:
        return Ranged(gaps.mean, reason=Remark("judges-one-unit", {"count": gaps.count}))
    sums = np.column_stack((gaps.values, np.ones(gaps.count)))
    return drawn.ranged(sums, lambda total: divide(total[..., 0], total[..., 1]))
