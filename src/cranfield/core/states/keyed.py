"""Sums by key: what a measure must see together before it has a number, such as n-grams or pairs of labels."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, Numbers, joined
from cranfield.core.ragged import Ragged
from cranfield.core.states.exact import exact_sums, exact_sums_by, parts_by
from cranfield.core.states.keys import CHUNK, Keys, Occurring, are_counts, times, written_out
from cranfield.core.states.state import draw_weights, join_groups, no_groups, require_alike
from cranfield.core.states.tally import Tally
from cranfield.core.states.write import write_keyed
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.policy import Policy
    from cranfield.core.states.named import Named

__all__ = ["Keyed"]

_SMALL = 1 << 12  # keys of which a table is quicker, however few of them occur
_TABLE = 1 << 22  # keys of which a table may be made although most of them may occur nowhere


@dataclass(frozen=True)
class _Order:
    """Entries in order of key: the keys that occur, where each begins, and whose each entry is with its numbers."""

    key: NDArray[np.intp]
    starts: NDArray[np.int64]
    owner: NDArray[np.int64] | NDArray[np.int32]  # in the population
    numbers: tuple[NDArray[Any] | None, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Keyed:
    """Entries of units, each with a key and numbers that are added up by key.

    The key of an entry is its label in each of the columns, and states carry the names of labels, because partitions
    number them differently. Units that are examples have no names, and the measure says what has a value instead.
    """

    measure: Measure
    policy: Policy
    columns: Mapping[str, Coded]
    numbers: tuple[NDArray[Any] | None, ...] = (None,)  # a number for each entry; None counts entries
    per: int = 1  # entries of an example
    named: Named | None = None
    groups: Coded | None = None  # of the examples
    grouped: bool = False  # whether whole groups are drawn
    drawable: bool = True
    held: dict[Any, Any] = field(default_factory=dict)  # what takes long and measures of the same data share

    def __getstate__(self) -> dict[str, Any]:
        return {**{name: vars(self)[name] for name in self.__dataclass_fields__}, "held": {}}

    def __repr__(self) -> str:
        return f"<{self.measure}: sums by {', '.join(self.columns)} of {self.entries:,} entries>"

    @property
    def entries(self) -> int:
        """How many there are."""
        return len(next(iter(self.columns.values())))

    @property
    def keys(self) -> tuple[int, ...]:
        """How many labels each column knows."""
        return tuple(len(column.names) for column in self.columns.values())

    @property
    def names(self) -> dict[str, Sequence[str]]:
        """The labels that each column knows."""
        return {name: column.names for name, column in self.columns.items()}

    @cached_property
    def _about(self) -> tuple[Sequence[str], NDArray[np.bool_]]:
        if self.named is not None:
            return self.named.units, self.named.undefined
        return self.measure.about(self.total())

    @property
    def units(self) -> Sequence[str]:
        """The named units, or what the measure says."""
        return self._about[0]

    @property
    def undefined(self) -> NDArray[np.bool_]:
        """Which of them have no value."""
        return self._about[1]

    @property
    def population(self) -> Sequence[str]:
        """The named units, the examples by number, or their groups."""
        if self.named is not None:
            return self.named.units
        if self.grouped and self.groups is not None:
            return self.groups.names
        return Numbers(range(1, self.entries // self.per + 1 if self.drawable else 1))

    @property
    def clustered(self) -> bool:
        """Whether the named units belong to groups, which are drawn instead of them."""
        return self.named is not None and self.named.groups is not None

    @property
    def given(self) -> Coded | None:
        """The truth of each example."""
        return self.columns.get("truth")

    @property
    def cost(self) -> int:
        """A weight for each entry, or a sum for each key."""
        keys = self.entries if self._few_keys else prod(self.keys)
        return max(len(self.population), self.entries, keys * len(self.numbers))

    @property
    def _few_keys(self) -> bool:
        """Whether there are sums of the keys that occur, and no table of all.

        Whole numbers have the same sums in either way, so that a part may choose other than the whole.
        """
        size = prod(self.keys)
        whole = all(map(are_counts, self.numbers))
        return self.measure.few_keys and (size > _TABLE or (whole and size > max(_SMALL, self.entries)))

    def _places(self) -> tuple[Keys | Occurring, int, NDArray[np.intp] | None]:
        """Where the sum of each entry is, how many sums there are, and of which keys if not of all."""
        keys = Keys(self.columns)
        if not self._few_keys:
            return keys, prod(self.keys), None
        if "occurring" not in self.held:
            self.held["occurring"] = Occurring(keys, self.entries)
        occurring = self.held["occurring"]
        return occurring, len(occurring.found), occurring.found

    def __add__(self, other: Keyed) -> Keyed:
        """Merge two partitions, which may know different labels; named units come in order of id."""
        return self.together([other])

    def together(self, others: Sequence[Keyed]) -> Keyed:
        """Merge partitions, which may know different labels; named units come in order of id."""
        for other in others:
            require_alike(self, other)
        every = self._joined(others, join_groups(self.groups, *(other.groups for other in others)))
        return every if every.named is None else replace(every, named=every.named.in_order())

    def beside(self, other: Keyed) -> Keyed:
        """The units of both, one behind the other; groups of the same name stay apart."""
        return self._joined([other], join_groups(self.groups, other.groups, apart=True))

    def _joined(self, others: Sequence[Keyed], groups: Coded | None) -> Keyed:
        every = [self, *others]
        numbers: list[NDArray[Any] | None] = []
        for each in zip(*(state.numbers for state in every), strict=True):
            if len({are_counts(number) for number in each}) > 1:
                raise MeasureError("merge-one-lacks", measure=str(self.measure), lacking="weight")
            plain = all(number is None for number in each)
            listed = [] if plain else [written_out(one, state.entries) for state, one in zip(every, each, strict=True)]
            numbers.append(None if plain else np.concatenate(listed))
        columns = {name: joined(*(state.columns[name] for state in every)) for name in self.columns}
        units = [state.named for state in every if state.named is not None]
        return replace(
            self, columns=columns, numbers=tuple(numbers), groups=groups, held={},
            named=units[0].beside(*units[1:]) if len(units) == len(every) else None,
            grouped=self.grouped and groups is not None, drawable=all(state.drawable for state in every),
        )  # fmt: skip

    def total(self, units: NDArray[Any] | None = None) -> Tally:
        """The exact sums of all units together, or of some named ones."""
        if units is not None:
            return self._some(np.asarray(units, np.int64)).total()
        if "total" not in self.held:
            places, size, occurring = self._places()
            shape = self.keys if occurring is None else (size,)
            sums = tuple(self._sum(number, places, size).reshape(shape) for number in self.numbers)
            self.held["total"] = sums, occurring
        rows = None if self.named is None else exact_sums(self.named.rows)
        summed, occurring = self.held["total"]
        return Tally(self.measure, self.policy, self.names, summed, rows, keys=occurring)

    def _sum(self, number: NDArray[Any] | None, keys: Keys | Occurring, size: int) -> NDArray[Any]:
        """The sum of a number at each place."""
        if number is not None and not are_counts(number):
            return exact_sums_by(keys, number, size)
        summed = np.zeros(size, np.int64)
        for start in range(0, self.entries, CHUNK):
            part = slice(start, start + CHUNK)
            weights = None if number is None else number[part]
            if size > CHUNK >> 4:  # a table of all keys for each chunk would take more than the sums
                np.add.at(summed, keys[part], 1 if weights is None else weights)
                continue
            summed += np.bincount(keys[part], weights=weights, minlength=size).astype(np.int64, copy=False)
        return summed

    def _some(self, units: NDArray[np.int64]) -> Keyed:
        if self.named is None:
            raise MeasureError("groups-of-labels")
        named, chosen = self.named.entries_of(units)
        columns = {name: column[chosen] for name, column in self.columns.items()}
        numbers = tuple(None if each is None else each[chosen] for each in self.numbers)
        return replace(self, columns=columns, numbers=numbers, named=named, held={})

    def each(self) -> Tally:
        """The counts of every named unit by itself; of examples the whole, as the labels are inside."""
        if self.named is None:
            return self.total()
        sizes = np.bincount(self.named.owner, minlength=len(self.named.units))
        # sums over keys come in the same order in every split
        listed = Ragged(self._by_size(self.named.owner), np.concatenate(([0], np.cumsum(sizes))))
        return Tally(self.measure, self.policy, self.names, (), self.named.rows, listed)

    def _by_size(self, owner: NDArray[Any]) -> NDArray[np.float64]:
        """The first numbers of the entries in order of their units, those of each unit by size."""
        counts = written_out(self.numbers[0], self.entries)
        if not are_counts(counts) or (owner[1:] < owner[:-1]).any():
            return counts[np.lexsort((counts, owner))].astype(np.float64)
        most = int(counts.max(initial=0)) + 1
        keys = np.multiply(owner, most, dtype=np.int64)
        keys += counts
        keys.sort()
        keys %= most
        return keys.astype(np.float64)

    def drawn(self, weights: NDArray[Any]) -> Tally:
        """The weighted sums by key of each draw."""
        if not self.drawable:
            raise MeasureError("draw-from-sums", measure=str(self.measure))
        often = draw_weights(self, weights)
        flat, order = often.reshape(-1, often.shape[-1]), self._order()
        shape, keys = (self.keys, None) if not self._few_keys else ((len(order.key),), order.key)
        weight = np.take(flat, order.owner, axis=1)
        sums = []
        for number in order.numbers:
            summed = np.zeros((len(flat), prod(shape)))
            if len(order.key):
                summed[:, order.key if keys is None else slice(None)] = np.add.reduceat(
                    times(weight, number), order.starts, axis=1
                )
            sums.append(summed.reshape(*often.shape[:-1], *shape))
        rows = None if self.named is None else often @ self.named.rows
        return Tally(self.measure, self.policy, self.names, tuple(sums), rows, keys=keys)

    def _order(self) -> _Order:
        """The entries in order of key, once for all draws."""
        found: _Order | None = self.held.get(("order", self.grouped))
        if found is None:
            keys = Keys(self.columns)[:]
            order = np.argsort(keys, kind="stable")
            ranked = keys[order]
            starts = np.flatnonzero(np.concatenate(([True], ranked[1:] != ranked[:-1]))[: len(ranked)])
            if self.named is not None:
                owner = self.named.owner[order]
            elif self.grouped and self.groups is not None:
                owner = self.groups.codes[order // self.per].astype(np.int64)
            else:
                owner = order // self.per
            numbers = tuple(None if number is None else number[order] for number in self.numbers)
            found = self.held["order", self.grouped] = _Order(ranked[starts], starts, owner, numbers)
        return found

    def by_group(self) -> Keyed:
        """The same with whole groups of examples, or of named units, as the population."""
        if self.named is not None and self.named.groups is not None:
            return replace(self, named=self.named.by_group(), held={})
        if self.groups is None:
            raise no_groups(self)
        return replace(self, grouped=True)

    def summed(self) -> Keyed:
        """The same without its examples: a few numbers for each key, which merge and finish but cannot be drawn."""
        assert self.named is None, "named units are no examples"
        places, size, occurring = self._places()
        listed = [
            [self._sum(number, places, size)]
            if number is None or are_counts(number)
            else parts_by(places, number, size) or [np.zeros(size)]  # all numbers are 0
            for number in self.numbers
        ]
        depth = max(map(len, listed))
        tables = [np.stack([*parts, *[np.zeros_like(parts[0])] * (depth - len(parts))]) for parts in listed]
        there = np.logical_or.reduce([table != 0 for table in tables])
        at = np.nonzero(there)[1]
        codes = np.unravel_index(at if occurring is None else occurring[at], self.keys)
        columns = {
            name: Coded(code.astype(np.min_scalar_type(len(column.names))), column.names)
            for (name, column), code in zip(self.columns.items(), codes, strict=True)
        }
        return replace(
            self, columns=columns, numbers=tuple(table[there] for table in tables), per=1, groups=None, grouped=False,
            drawable=False, held={},
        )  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """A row for each entry, or for each named unit with lists of its entries."""
        return write_keyed(self)
