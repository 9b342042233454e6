"""Where a judge and people differ: grade by grade, and by the length of what was judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.compared import Remark
from cranfield.core.ragged import divide
from cranfield.core.trusted import ByGrade, ByLength, Ranged

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from cranfield.trust.said import Drawn, Shared, Thing

__all__ = ["by_grade", "by_length", "confusion", "length_effect"]

_MOST_GRADES = 12  # more of them are no grades but numbers, and fit no table
_PARTS = 4  # of all lengths, with as many documents in each


def confusion(shared: Shared) -> tuple[tuple[float, ...], tuple[float, ...], tuple[tuple[int, ...], ...]] | None:
    """How often the judge gave each grade where people gave each; None for too many grades."""
    rows, one = np.unique(shared.one, return_inverse=True)
    columns, two = np.unique(shared.two, return_inverse=True)
    if max(len(rows), len(columns)) > _MOST_GRADES:
        return None
    cells = np.zeros((len(rows), len(columns)), np.int64)
    np.add.at(cells, (one.reshape(-1), two.reshape(-1)), 1)
    return tuple(rows.tolist()), tuple(columns.tolist()), tuple(map(tuple, cells.tolist()))


def by_grade(shared: Shared, drawn: Drawn) -> tuple[ByGrade, ...]:
    """For each grade that people gave, what the judge said; many grades are put into four parts by size."""
    grades = np.unique(shared.one)
    if len(grades) > _MOST_GRADES:
        return ()
    found = []
    for grade in grades.tolist():
        where = shared.one == grade
        theirs = shared.two[where]
        found.append(ByGrade(
            grade, int(where.sum()), float(theirs.mean()), float((theirs == grade).mean()),
            float((theirs > grade).mean()), float((theirs < grade).mean()),
            shared.mean(shared.two - shared.one, drawn, where),
        ))  # fmt: skip
    return tuple(found)


def lengths_of(shared: Shared, lengths: Mapping[Thing, int]) -> NDArray[np.float64]:
    """The length of each shared thing; nan for one whose text nobody gave."""
    return np.array([lengths.get(thing, np.nan) for thing in shared.things], np.float64)


def by_length(shared: Shared, lengths: Mapping[Thing, int], drawn: Drawn) -> tuple[ByLength, ...]:
    """Parts of about as many documents, from the shortest to the longest."""
    length = lengths_of(shared, lengths)
    known = length[~np.isnan(length)]
    if not len(known):
        return ()
    cuts = np.unique(np.quantile(known, np.linspace(0, 1, _PARTS + 1)[1:-1]))
    part = np.searchsorted(cuts, length, side="left")
    off = shared.two - shared.one
    found = []
    for at in range(len(cuts) + 1):
        where = (part == at) & ~np.isnan(length)
        if where.any():
            found.append(ByLength(
                int(length[where].min()), int(length[where].max()), int(where.sum()), float((off[where] == 0).mean()),
                float((off[where] > 0).mean()), float((off[where] < 0).mean()), shared.mean(off, drawn, where),
            ))  # fmt: skip
    return tuple(found)


def length_effect(shared: Shared, lengths: Mapping[Thing, int], drawn: Drawn) -> Ranged:
    """The correlation of the judge's grades with length among things that people graded alike.

    Both are ranks less their mean at the same grade of people, so that it says nothing if long documents are simply
    better: Spearman's coefficient with people's grade held fixed.
    """
    length = lengths_of(shared, lengths)
    known = ~np.isnan(length)
    one, two, query = shared.one[known], shared.two[known], shared.query[known]
    left = [_within(_ranks(each), one) for each in (two, length[known])]
    sums = np.zeros((len(shared.queries), 3))
    products = np.column_stack((left[0] * left[1], left[0] ** 2, left[1] ** 2))
    np.add.at(sums, query, products)

    def finish(total: NDArray[np.float64]) -> NDArray[np.float64]:
        return divide(total[..., 0], np.sqrt(total[..., 1] * total[..., 2]))

    total = sums.sum(axis=0)
    if min(total[1], total[2]) <= 1e-9:
        return Ranged(float("nan"), reason=Remark("judges-no-length", {"flat": bool(total[2] <= 1e-9)}))
    return drawn.ranged(sums, finish)


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1, tied values sharing the mean of theirs."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[codes.reshape(-1)]


def _within(values: NDArray[np.float64], grades: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values less the mean of those at the same grade."""
    _, codes = np.unique(grades, return_inverse=True)
    codes = codes.reshape(-1)
    means = np.bincount(codes, weights=values) / np.bincount(codes)
    return values - means[codes]
