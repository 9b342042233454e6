"""What the measures of ranked lists share: relevance, cutoffs and tied documents."""

from __future__ import annotations

from abc import abstractmethod
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, number, word
from cranfield.core.ragged import divide
from cranfield.core.ranked import judged_only
from cranfield.core.states.sums import Sums
from cranfield.core.unit_measure import UnitMean
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.policy import Policy
    from cranfield.core.states.state import State
    from cranfield.measures.ranking.between import Ends

__all__ = [
    "NO_RELEVANT",
    "Averaged",
    "QueryMean",
    "RankingMean",
    "Ratio",
    "discounted",
    "discounts",
    "num_relevant",
    "once",
    "precisions",
    "rel_param",
    "relevant",
    "relevant_so_far",
    "tie_groups",
    "within",
]

NO_RELEVANT = "when-no-relevant"


def rel_param() -> Any:
    """The lowest grade that counts as relevant."""
    return number(1.0, lo=0, help="the lowest grade that counts as relevant; 0 counts every judged document")


def once(make: Callable[[Batch, float], NDArray[Any]]) -> Callable[[Batch, float], NDArray[Any]]:
    """Something that many measures need of a batch and a lowest relevant grade, made once; nobody may change it."""

    @wraps(make)
    def made(batch: Batch, rel: float) -> NDArray[Any]:
        found: NDArray[Any] | None = batch.cache.get((make, rel))
        if found is None:
            found = batch.cache[make, rel] = make(batch, rel)
            found.flags.writeable = False
        return found

    return made


@once
def relevant(batch: Batch, rel: float) -> NDArray[np.bool_]:
    """Which of the retrieved judged documents are relevant."""
    return batch.ragged("grade").values >= rel


@once
def num_relevant(batch: Batch, rel: float) -> NDArray[np.int64]:
    """How many relevant documents each query has, retrieved or not."""
    ideal = batch.ragged("ideal")
    return ideal.count(ideal.values >= rel)


@once
def relevant_so_far(batch: Batch, rel: float) -> NDArray[np.int64]:
    """At each retrieved judged document, how many down to it are relevant."""
    return batch.ragged("rank").cumsum(relevant(batch, rel))


@once
def precisions(batch: Batch, rel: float) -> NDArray[np.float64]:
    """The precision at each relevant document returned, 0 at the others."""
    precision: NDArray[np.float64] = relevant_so_far(batch, rel) / batch.ragged("rank").values
    precision *= relevant(batch, rel)
    return precision


def within(batch: Batch, k: float | NDArray[Any] | None) -> NDArray[Any]:
    """Which of the retrieved judged documents lie in the first k; when ties are averaged, how much of each does."""
    rank = batch.ragged("rank")
    if k is None:
        return np.ones(len(rank.values), bool)
    cut = k[rank.owner] if isinstance(k, np.ndarray) else k
    if batch.policy.ties != "expected":
        return np.asarray(rank.values <= cut)
    first, last = batch.ragged("tie_first").values, batch.ragged("tie_last").values
    return np.clip((cut - first + 1) / (last - first + 1), 0.0, 1.0)


def discounts(batch: Batch, discount: NDArray[np.float64], k: int | NDArray[Any] | None) -> NDArray[np.float64]:
    """The weight of each retrieved judged document's rank; `discount[i]` belongs to rank i + 1.

    Ranks beyond k weigh 0; when ties are averaged, a document weighs the mean over the ranks its tie shares.
    """
    rank = batch.ragged("rank")
    cut = len(discount) if k is None else k[rank.owner] if isinstance(k, np.ndarray) else k
    if batch.policy.ties != "expected":
        if isinstance(cut, np.ndarray):
            return np.where(rank.values <= cut, discount[rank.values - 1], 0.0)
        weight = np.where(np.arange(len(discount)) < cut, discount, 0.0)  # ranks are fewer than documents
        return np.asarray(weight[rank.values - 1])
    first, last = batch.ragged("tie_first").values, batch.ragged("tie_last").values
    running = np.concatenate(([0.0], np.cumsum(discount)))
    inside = np.maximum(np.minimum(last, cut), first - 1)
    return (running[inside] - running[first - 1]) / (last - first + 1)


def discounted(
    batch: Batch, gain: NDArray[np.float64], divisor: NDArray[np.float64], k: int | NDArray[Any] | None
) -> NDArray[np.float64]:
    """The gain of each retrieved judged document over what its rank divides by; `divisor[i]` belongs to rank i + 1.

    It is divided and not multiplied with a weight: that is how trec_eval rounds.
    """
    if batch.policy.ties == "expected":
        return gain * discounts(batch, 1.0 / divisor, k)
    rank = batch.ragged("rank")
    share = gain / divisor[rank.values - 1]
    if k is None:
        return share
    return np.where(rank.values <= (k[rank.owner] if isinstance(k, np.ndarray) else k), share, 0.0)


def tie_groups(batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row at which each group of tied documents begins, and the group of each row; only judged ones have rows."""
    rank, first = batch.ragged("rank"), batch.ragged("tie_first").values
    changes = (np.diff(rank.owner) != 0) | (np.diff(first) != 0)
    starts = np.flatnonzero(np.concatenate(([True], changes))) if len(first) else np.zeros(0, np.int64)
    return starts, np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(first))))


class QueryMean(UnitMean):
    """A measure with a value for each query."""

    family: ClassVar[str] = "ranking"
    judging: ClassVar[str | None] = None
    unbounded: ClassVar[str] = "unbounded-unknown"  # why nothing is proved, where nothing is

    def when_judged(self, scale: NDArray[np.float64]) -> str | None:  # noqa: ARG002 (for what depends on gains)
        """What is proved about its value when unjudged documents get grades of a scale; None if nothing is.

        adds     a sum over the results of what their grade and their rank are worth; a higher grade is worth no less
        rises    it never falls when a grade rises
        order    only relevant or not matters; with the number of relevant documents given, a relevant document that
                 moves up never makes it worse; `near` may say about what it is with each number, so that few are tried
        gain     what the results are worth over what the best order of all judged documents is worth
        between  it stays between the ends that `between` finds; it need not reach them
        apart    as between, but unjudged documents have more than a grade, and `apart` finds the ends from the batch
        reached  as apart, and the ends are reached
        """
        return self.judging

    def between(self, least: Batch, most: Batch) -> Ends:
        """Values that no grades go beyond; the batches have the lowest and the highest grades everywhere."""
        raise NotImplementedError

    def apart(self, batch: Batch) -> Ends:
        """The same of a batch as it is."""
        raise NotImplementedError


class RankingMean(QueryMean):
    """A measure of a query that unjudged documents have a part in, so that they can be taken out first."""

    judged_only: bool = flag(help="remove unjudged documents from the ranking first")

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """As for every mean, on the ranking without unjudged documents if asked for."""
        return super().stats(judged_only(batch) if self.judged_only else batch, note)


def _quotients(above: NDArray[Any], below: NDArray[Any], lacking: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The quotient of each query; nan where it lacks a value, and 0 where there is nothing else to divide by."""
    return np.where((below == 0) & ~lacking, 0.0, divide(above, below))


class Averaged(QueryMean):
    """A quotient of two counts, averaged over the queries or pooled before dividing once."""

    step: ClassVar[str] = "by-formula"  # the key of its last step; the parameters are the fields

    average: str = word(
        "macro", "macro", "micro", help="mean of the queries' values, or one quotient of the pooled counts"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.average == "micro" and self.mean == "geometric":
            raise MeasureError("geometric-of-one", measure=self.name)

    @abstractmethod
    def counts(self, batch: Batch, note: Note) -> tuple[NDArray[Any], NDArray[Any]]:
        """What is divided by what, for each query."""

    def without_value(self, batch: Batch, below: NDArray[Any]) -> NDArray[np.bool_]:  # noqa: ARG002 (for some measures)
        """Which queries have no value by definition; another one with nothing to divide by counts 0."""
        return np.asarray(below == 0)

    def tell(self, value: NDArray[np.float64], note: Note, of: tuple[Any, Any]) -> NDArray[np.float64]:
        """The last step of an explanation."""
        return note.unit(self.step, value, of=of, name=str(self), formula=self.formula, **vars(self))

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The quotient of each query."""
        above, below = self.counts(batch, note)
        return self.tell(_quotients(above, below, self.without_value(batch, below)), note, (above, below))

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The values for the macro average, the counts themselves for the micro average."""
        if self.average == "macro":
            return super().stats(batch, note)
        above, below = self.counts(batch, note)
        lacking = self.without_value(batch, below)
        self.tell(_quotients(above, below, lacking), note, (above, below))
        return Sums.of(self, batch, np.column_stack((above, below)), lacking)

    def each(self, state: State) -> NDArray[np.float64]:
        """The value of every query by itself."""
        if self.average == "macro":
            return super().each(state)
        rows = state.each()
        return _quotients(rows[..., 0], rows[..., 1], state.undefined)

    @property
    def summed(self) -> str:
        """Pooled counts are no mean."""
        return "whole" if self.average == "micro" else super().summed

    def tell_whole(self, state: State, note: Note) -> None:
        """The pooled counts and their quotient."""
        if self.average == "micro":
            above, below = state.total()
            note.unit("pooled-above", above)
            note.unit("pooled-below", below)
            note.unit("pooled-quotient", self.finish(state.total()), of=(above, below), name=str(self))

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:
        """Pooled counts have no value that would be missing."""
        return ("adds-nothing", {}) if self.average == "micro" else super().treatment(policy)

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean, or the pooled quotient."""
        return super().finish(total) if self.average == "macro" else divide(total[..., 0], total[..., 1])


class Ratio(RankingMean, Averaged):
    """A quotient of two counts in which unjudged documents have a part."""
