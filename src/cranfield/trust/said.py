"""What people and a judge said of the same things, lined up: grades side by side, and the query each belongs to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.resample import draws
from cranfield.core.ragged import divide
from cranfield.core.trusted import Counts, Ranged
from cranfield.errors import InputError
from cranfield.io.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.finding import Finding
    from cranfield.trust.maps import Scale

__all__ = ["Drawn", "Said", "Shared", "rated_twice"]

Thing = tuple[str, ...]  # query and document, or system, query and text: the query stands last but one


@dataclass(frozen=True)
class Drawn:
    """How intervals are made: queries drawn so often, from this seed, and so sure of it."""

    confidence: float
    resamples: int
    seed: int

    def ends(self, values: NDArray[np.float64]) -> tuple[float | None, float | None]:
        """The percentiles of what draws gave; None where they gave nothing."""
        known = values[~np.isnan(values)]
        if not len(known):
            return None, None
        tail = (1 - self.confidence) / 2
        low, high = np.quantile(known, [tail, 1 - tail])
        return float(low), float(high)

    def ranged(self, sums: NDArray[np.float64], finish: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> Ranged:
        """A number made of sums over queries, `sums[query, number]`, with its interval."""
        value = float(finish(sums.sum(axis=0)))
        if len(sums) < 2 or np.isnan(value):
            return Ranged(value)
        blocks = draws(len(sums), self.resamples, self.seed, sums.shape[1])
        drawn = np.concatenate([finish(often @ sums) for often in blocks])
        return Ranged(value, *self.ends(drawn))


@dataclass(frozen=True)
class Said:
    """What one side said: a grade for each thing, in order of query; and what it said when asked again."""

    name: str
    things: Sequence[Thing]
    grade: NDArray[np.float64]
    again: Sequence[tuple[Thing, float, float]] = ()  # what was judged twice: first and second grade
    findings: tuple[Finding, ...] = ()
    inputs: tuple[Mapping[str, Any], ...] = ()

    @cached_property
    def place(self) -> dict[Thing, int]:
        """Where each thing is."""
        return {thing: at for at, thing in enumerate(self.things)}

    @cached_property
    def queries(self) -> list[str]:
        """The queries, each once."""
        return list(dict.fromkeys(thing[-2] for thing in self.things))

    def mapped(self, scale: Scale | None) -> Said:
        """The same on another scale."""
        if scale is None:
            return self
        again = [(thing, *scale.of(np.array(both), self.name).tolist()) for thing, *both in self.again]
        return replace(self, grade=scale.of(self.grade, self.name), again=again)


@dataclass(frozen=True)
class Shared:
    """The things that both sides judged."""

    human: Said
    judge: Said

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where each shared thing is on both sides."""
        place = self.judge.place
        found = [(at, place[thing]) for at, thing in enumerate(self.human.things) if thing in place]
        pairs = np.array(found, np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    @cached_property
    def things(self) -> list[Thing]:
        """The shared things."""
        return [self.human.things[at] for at in self.rows[0].tolist()]

    @cached_property
    def one(self) -> NDArray[np.float64]:
        """What people said."""
        return self.human.grade[self.rows[0]]

    @cached_property
    def two(self) -> NDArray[np.float64]:
        """What the judge said."""
        return self.judge.grade[self.rows[1]]

    @cached_property
    def queries(self) -> list[str]:
        """The queries of shared things, each once."""
        return list(dict.fromkeys(thing[-2] for thing in self.things))

    @cached_property
    def query(self) -> NDArray[np.int64]:
        """The query of each shared thing."""
        number = {name: at for at, name in enumerate(self.queries)}
        return np.array([number[thing[-2]] for thing in self.things], np.int64)

    def counts(self) -> Counts:
        """How much there is."""
        return Counts(
            len(self.human.things), len(self.judge.things), len(self.things), len(self.human.queries),
            len(self.judge.queries), len(self.queries),
        )  # fmt: skip

    def require(self) -> Shared:
        """Refuse sides that share nothing, and say what each has."""
        if not self.things:
            raise InputError(
                "judges-share-nothing", judge=self.judge.name, human=self.human.name,
                theirs=" ".join(self.judge.things[0][-2:]), ours=" ".join(self.human.things[0][-2:]),
                queries=len({*self.human.queries} & {*self.judge.queries}),
            )  # fmt: skip
        return self

    def sums(self, *columns: NDArray[Any], where: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """`[query, column]`: what columns of the shared things add up to in each query."""
        chosen = slice(None) if where is None else where
        return np.column_stack([
            np.bincount(self.query[chosen], weights=np.asarray(each, np.float64)[chosen], minlength=len(self.queries))
            for each in columns
        ])  # fmt: skip

    def mean(self, values: NDArray[Any], drawn: Drawn, where: NDArray[np.bool_] | None = None) -> Ranged:
        """The mean of values of the shared things, with queries drawn again for its interval."""
        sums = self.sums(values, np.ones(len(self.things)), where=where)
        return drawn.ranged(sums, lambda total: divide(total[..., 0], total[..., 1]))

    def batch(self, two: NDArray[np.float64] | None = None) -> Batch:
        """Both sides as raters of the shared things; `two` may stand for the judge."""
        return rated_twice(self.things, self.one, self.two if two is None else two, self.judge.name)


def rated_twice(
    things: Sequence[Thing], one: NDArray[np.float64], two: NDArray[np.float64], name: str
) -> Batch:  # fmt: skip
    """A batch of ratings in which each thing was rated by two."""
    number: dict[str, int] = {}
    query = np.array([number.setdefault(thing[-2], len(number)) for thing in things], np.int64)
    size = len(things)
    # nobody sees the names of these items and raters, and numbers are read ten times as fast as text
    return ratings(
        item=np.tile(np.arange(size), 2), rater=np.repeat([1, 2], size), query=np.tile(query, 2),
        value=np.concatenate((one, two)), name=name,
    )  # fmt: skip
