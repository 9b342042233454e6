"""Batches of rated items: ratings by item and rater, what each rater said again, and what z-scores are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded
from cranfield.core.finding import Finding
from cranfield.core.ragged import Ragged
from cranfield.core.states.exact import exact_sums_by
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.io.columns.rating_rows import Rows

__all__ = ["Items", "Rated", "Standard", "coded_by", "columns_of", "items_of", "numbers_of", "repeats_of"]

_MANY = 0.2  # of all ratings
_FLAT = 1e-12  # of the mean: what rounding makes of equal numbers
_LARGEST = 1e15  # of a rating; whole numbers beyond are not exact, and squares grow out of all bounds


@dataclass(frozen=True)
class Items:
    """What was rated: the item of each row, the name of each item, and its codes in the columns that name it."""

    codes: NDArray[np.int64]
    names: Sequence[str]
    parts: Mapping[str, NDArray[np.int64]]


def items_of(rows: Rows, roles: Sequence[str]) -> Items:
    """Items by the columns that tell them apart; names are joined by a blank, in quotes where that is ambiguous."""
    columns = [rows.columns[role] for role in roles]
    key = np.zeros(len(rows), np.int64)
    for column in columns:
        key = key * max(len(column.names), 1) + column.codes
    known, codes = np.unique(key, return_inverse=True)
    parts: dict[str, NDArray[np.int64]] = {}
    for role, column in zip(reversed(roles), reversed(columns), strict=True):
        parts[role], known = known % max(len(column.names), 1), known // max(len(column.names), 1)
    listed = [[rows.columns[role].names[at] for at in parts[role].tolist()] for role in roles]
    names = [" ".join(each) for each in zip(*listed, strict=True)]
    if len({*names}) < len(names):
        names = [" ".join(map(repr, each)) for each in zip(*listed, strict=True)]
    return Items(codes.reshape(-1), names, parts)


def numbers_of(names: Sequence[str]) -> NDArray[np.float64] | None:
    """The number that each value is, if all are finite numbers."""
    try:
        found = np.array([float(name) for name in names], np.float64)
    except ValueError:
        return None
    return found if np.isfinite(found).all() else None


@dataclass(frozen=True)
class Rated:
    """Ratings in order of item and rater, each rater's repeats apart; `rule` says which of them counts."""

    rows: Rows
    items: Items
    rule: str

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """The rows by item, rater and place."""
        rater = self.rows.columns["rater"].codes
        return np.lexsort((rater, self.items.codes))

    @cached_property
    def _again(self) -> NDArray[np.bool_]:
        """Which of the ordered rows are by the same rater about the same item as the row before."""
        item, rater = self.items.codes[self.order], self.rows.columns["rater"].codes[self.order]
        same = np.zeros(len(item), bool)
        same[1:] = (item[1:] == item[:-1]) & (rater[1:] == rater[:-1])
        return same

    @cached_property
    def counted(self) -> NDArray[np.int64]:
        """The rows that count: of repeats, the first or the last."""
        if self.rule == "first":
            return self.order[~self._again]
        return self.order[~np.append(self._again[1:], False)]

    @cached_property
    def again(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows that repeat a rating, and those that they repeat."""
        places = np.flatnonzero(self._again)
        return self.order[places - 1], self.order[places]

    @cached_property
    def numbers(self) -> NDArray[np.float64] | None:
        """The number of each value, if all are numbers."""
        found = numbers_of(self.rows.columns["value"].names)
        if found is not None and np.abs(found).max(initial=0.0) > _LARGEST:
            raise InputError("rating-too-large", given=float(found[np.abs(found).argmax()]), most=_LARGEST)
        return found

    @cached_property
    def standard(self) -> Standard | None:
        """What z-scores are made of, over everything that was read."""
        if self.numbers is None:
            return None
        rater, dimension = self.rows.columns["rater"], self.rows.columns.get("dimension")
        kind = rater.codes.astype(np.int64)
        width = 1
        if dimension is not None:
            width = len(dimension.names)
            kind = kind * width + dimension.codes
        value = self.numbers[self.rows.columns["value"].codes]
        chosen = self.counted
        return Standard.of(kind[chosen], value[chosen], len(rater.names) * width, kind, value, width)

    def findings(self) -> list[Finding]:
        """What is odd about the rows."""
        found = []
        if self.rows.left_out:
            count = sum(self.rows.left_out.values())
            found.append(Finding("left-out-answers", count, dict(self.rows.left_out), "note"))
        if self.rows.missing:
            total = self.rows.missing + len(self.rows)
            found.append(Finding("missing-ratings", self.rows.missing, {"total": total}))
        found += self._stray()
        earlier = self.again[0]
        if len(earlier):
            names = [self.items.names[at] for at in dict.fromkeys(self.items.codes[earlier[:50]].tolist())]
            # so many are rarely repeats: something that tells items apart was not named
            many = len(earlier) > _MANY * len(self.rows)
            facts = {"again": self.rule, "many": many}
            severity = "warning" if many else "note"
            found.append(Finding("repeated-ratings", len(earlier), facts, severity, tuple(names[:5])))
        return found

    def _stray(self) -> list[Finding]:
        """A few words among numbers, because of which no value counts as a number."""
        value = self.rows.columns["value"]
        if self.numbers is not None or self.rows.labels or "other" in self.rows.columns:
            return []
        words = [name for name in value.names if numbers_of([name]) is None]
        count = int(np.isin(value.codes, [at for at, name in enumerate(value.names) if name in words]).sum())
        if 2 * count >= len(self.rows):
            return []
        return [Finding("stray-values", count, {"total": len(self.rows)}, "warning", tuple(map(str, words[:5])))]


@dataclass(frozen=True)
class Standard:
    """Mean and spread of each rater (in each dimension), and the z-score of each row."""

    sizes: NDArray[np.int64]
    means: NDArray[np.float64]
    spreads: NDArray[np.float64]
    z: NDArray[np.float64]  # of all rows; nan where the rater has no spread
    width: int  # dimensions

    @classmethod
    def of(
        cls, kind: NDArray[np.int64], value: NDArray[np.float64], size: int, kinds: NDArray[np.int64],
        values: NDArray[np.float64], width: int,
    ) -> Standard:  # fmt: skip
        """From the ratings that count; sums are exact, so that the order of rows changes nothing."""
        sizes = np.bincount(kind, minlength=size)
        means = exact_sums_by(kind, value, size) / np.maximum(sizes, 1)
        squares = exact_sums_by(kind, (value - means[kind]) ** 2, size)
        spreads = np.sqrt(squares / np.maximum(sizes - 1, 1))
        spreads[(sizes < 2) | (spreads <= _FLAT * np.abs(means))] = 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(spreads[kinds] > 0, (values - means[kinds]) / spreads[kinds], np.nan)
        return cls(sizes, means, spreads, z, width)


def columns_of(rated: Rated, chosen: NDArray[np.int64], unit: NDArray[np.int64], size: int) -> dict[str, Any]:
    """The columns of a batch: `chosen` are rows that count, in order of unit, and `unit` says whose each row is."""
    value, rater = rated.rows.columns["value"], rated.rows.columns["rater"]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(unit, minlength=size))))
    made: dict[str, Any] = {
        "rating": Ragged(value.codes[chosen].astype(np.int64), offsets),
        "rater": Ragged(rater.codes[chosen].astype(np.int64), offsets),
    }
    if rated.numbers is not None and rated.standard is not None:
        made["number"] = Ragged(rated.numbers[value.codes[chosen]], offsets)
        made["z"] = Ragged(rated.standard.z[chosen], offsets)
    return made


def repeats_of(rated: Rated, place: NDArray[np.int64], size: int) -> dict[str, Ragged]:
    """Pairs of ratings of one rater about one item, by unit; `place` is the unit of each item, -1 for none."""
    earlier, later = rated.again
    unit = place[rated.items.codes[earlier]]
    kept = np.flatnonzero(unit >= 0)
    kept = kept[np.argsort(unit[kept], kind="stable")]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(unit[kept], minlength=size))))
    codes = rated.rows.columns["value"].codes.astype(np.int64)
    return {"earlier": Ragged(codes[earlier[kept]], offsets), "later": Ragged(codes[later[kept]], offsets)}


def coded_by(rows: Rows, items: Items, role: str) -> Coded:
    """A column of the rows as one of the items."""
    return Coded(items.parts[role].astype(np.int32), rows.columns[role].names)
