"""What the contracts need to know of a family: settings of its measures, made data, and the plain loops."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from cranfield import Batch
from cranfield.core.coded import Coded
from cranfield.core.registry import registry


@dataclass(frozen=True, eq=False)
class Made:
    """A batch, and the data it was made of as the plain loops read it."""

    batch: Batch
    raw: Any
    seed: int = 0

    def members(self, *, sessions=False):
        """The rows of each of the population: of each unit, or of each session."""
        if not sessions:
            return [np.array([at]) for at in range(len(self.batch))]
        codes = self.batch.coded("group").codes
        found = [np.flatnonzero(codes == code) for code in range(len(self.batch.coded("group").names))]
        return [rows for rows in found if len(rows)]

    @cached_property
    def _splits(self):
        return {}

    def splits(self, *, sessions=False):
        """The rows and batches of one, two, some and as many parts as there are members; the same for all measures."""
        if sessions not in self._splits:
            chance, members = np.random.default_rng(self.seed + 77), self.members(sessions=sessions)
            found = []
            for parts in (1, 2, int(chance.integers(3, 6)), len(members)):
                of = chance.permutation(np.arange(len(members)) % parts)
                rows = [
                    np.concatenate([members[at] for at in chance.permutation(np.flatnonzero(of == part))])
                    for part in range(parts)
                ]
                found.append([(each, self.batch.select(each)) for each in rows])
            self._splits[sessions] = found
        return self._splits[sessions]

    def draws(self, *, sessions=False):
        """Two draws of the members, and for each the batch in which they are as often as they were drawn."""
        key = ("draws", sessions)
        if key not in self._splits:
            chance, members = np.random.default_rng(self.seed + 99), self.members(sessions=sessions)
            often = chance.multinomial(len(members), [1 / len(members)] * len(members), size=2)
            self._splits[key] = often, [repeated(self.batch, members, each) for each in often]
        return self._splits[key]


def repeated(batch, members, often):
    """The batch with every member as often as it is drawn; sessions that are drawn twice are two sessions."""
    drawn = [rows for rows, times in zip(members, often, strict=True) for _ in range(times)]
    chosen = batch.select(np.concatenate(drawn))
    if "group" not in batch:
        return chosen
    codes = np.repeat(np.arange(len(drawn)), [len(rows) for rows in drawn])
    group = Coded(codes, [f"s{at}" for at in range(len(drawn))])
    return replace(chosen, columns={**chosen.columns, "group": group})


@dataclass(frozen=True)
class Wanted:
    """What the plain loop says: the number of the whole, and that of each unit; None is undefined."""

    value: float | None
    units: Mapping[str, float | None]
    undefined: frozenset[str] = frozenset()  # units without a value by definition, whatever the policy makes of them


@dataclass(frozen=True, eq=False)
class Samples:
    """A family as the contracts see it; a new family gives one of these and is held to all of them.

    `plain` makes data whose words or labels the plain loops can cut by themselves, `rough` data with everything odd in
    it; both take the measure (which may ask for two labels, or for short lists), a seed and changes of the policy, and
    give the same `Made` again when they are asked again, so that measures share what is made of it.
    """

    name: str
    settings: Mapping[str, list[dict[str, Any]]]
    plain: Callable[..., Made]
    oracle: Callable[..., Wanted]
    policies: tuple[Mapping[str, Any], ...]  # tried in turn
    possible: Mapping[str, Any]  # what a parameter may be, by name, as strategies
    impossible: Mapping[str, list[Any]]  # and what it may not
    rough: Callable[..., Made] | None = None
    reordered: Callable[[Made, int], Made] | None = None  # the same data with its rows in another order
    apart: Callable[[Any, Made], list[Batch]] | None = None  # parts of the data, each loaded by itself
    worse: Callable[[Made], Batch] | None = None  # another system on the same data
    of_sessions: frozenset[str] = frozenset()  # measures whose units are sessions of examples
    idle: Mapping[tuple[str, str], str] = field(default_factory=dict)  # (measure, parameter): why it changes no number
    only_arithmetic: frozenset[str] = frozenset()  # measures that refuse mean='geometric'
    drawn_by_group: bool = False

    @property
    def kinds(self):
        """The measures themselves."""
        return registry(self.name)

    def measures(self, name):
        """Every setting of a measure."""
        return [self.kinds[name](**each) for each in self.settings[name]]

    def odd(self, measure, seed, **policy):
        """Data with everything odd in it."""
        return (self.rough or self.plain)(measure, seed, **policy)

    def policy(self, seed):
        """A policy for a seed."""
        return dict(self.policies[seed % len(self.policies)])
