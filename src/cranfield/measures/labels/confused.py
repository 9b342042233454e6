"""What the measures of the confusion matrix share: one quotient for each label, and ways to average them."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cranfield.core.confusion import Confusion
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.reach import sum_of_others
from cranfield.core.states.keyed import Keyed
from cranfield.errors import MeasureError
from cranfield.measures.labels.base import LabelMeasure, choose_positive, groups_of, positive_param, weight_of
from cranfield.measures.labels.shown import cells_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy
    from cranfield.core.states.tally import Tally

__all__ = ["ClassQuotient", "Confused", "OneClass", "confusion_of", "mean_over_labels", "tell_weighted"]


def mean_over_labels(values: NDArray[np.float64], weights: NDArray[Any] | None = None) -> NDArray[np.float64]:
    """The mean over the last axis of what is defined; if all weights are 0, they do not count."""
    there = ~np.isnan(values)
    heavy = there * (np.ones(values.shape) if weights is None else weights)
    heavy = np.where(heavy.sum(axis=-1, keepdims=True) > 0, heavy, there)
    return divide((np.where(there, values, 0.0) * heavy).sum(axis=-1), heavy.sum(axis=-1))


def tell_weighted(
    note: Note, values: NDArray[np.float64], weights: NDArray[Any], value: NDArray[np.float64], name: str
) -> None:
    """The steps to a mean over labels or sessions that weigh differently."""
    there = ~np.isnan(values)
    above, below = (np.where(there, values, 0.0) * weights).sum(axis=-1), (there * weights).sum(axis=-1)
    note.unit("sum-by-weights", above)
    note.unit("sum-of-weights", below)
    note.unit("mean-by-weights", value, name=name)


class Confused(LabelMeasure):
    """A measure of the confusion matrix."""

    reads: ClassVar[tuple[str, ...]] = ("truth", "guess")
    needs: ClassVar[str] = "truth"  # the denominator that a label must have
    by_policy: ClassVar[bool] = True  # whether the policy says what 0 / 0 counts
    few_keys: ClassVar[bool] = True
    divides: ClassVar[str] = "quotient-by-formula"  # the key of what is divided by what; the parameters are the fields

    @property
    def shown(self) -> str | None:
        """The one label that the values are about, if it is one."""
        return None

    def about(self, total: Tally) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """The labels, or the one that matters, and which lack the denominator."""
        confusion = confusion_of(total)
        lacking = confusion.pick(_lacking(confusion, self.needs))
        return confusion.names if confusion.shown is None else (confusion.shown,), lacking

    @abstractmethod
    def quotient(self, confusion: Confusion) -> tuple[NDArray[Any], NDArray[Any]]:
        """What is divided by what, for each label."""

    def by_label(self, confusion: Confusion) -> NDArray[np.float64]:
        """The quotient of each label; 0 / 0 counts what the policy says."""
        above, below = self.quotient(confusion)
        return np.where(below == 0, confusion.zero, divide(above, below))

    @abstractmethod
    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """The value of the whole matrix, on any leading axes."""

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """The value of the whole."""
        return self.overall(confusion_of(total))

    def each(self, state: Any) -> NDArray[np.float64]:
        """The value of every label."""
        confusion = confusion_of(state.total())
        return confusion.pick(self.by_label(confusion))

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:
        """As the policy says."""
        left_out = policy.zero_division == "nan"
        return ("left-out", {}) if left_out else ("counted-as", {"worst": float(policy.zero_division)})

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """Truth and guess of every example, over the memory of the batch; the explanation is about one label."""
        ready = self.settled(batch)
        columns = {name: batch.coded(name) for name in ("truth", "guess")}
        held = batch.cache.setdefault("confusion", {})  # all measures share the counts
        state = Keyed(ready, batch.policy, columns, (weight_of(batch),), groups=groups_of(batch), held=held)
        if note is not SILENT:
            ready.tell(state, note)
        return state

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The examples by truth and guess, of the label and of all."""
        state = self.stats(batch)
        return cells_shown(confusion_of(state.total()), str(state.units[index]))

    def tell(self, state: Keyed, note: Note) -> None:
        """The steps from the counts to the value of a label."""
        confusion = confusion_of(state.total())
        pick = confusion.pick
        if self.needs in ("other", "spread", "chance"):
            whole = confusion.counts.sum(axis=confusion.axes)
            note.unit("n", pick(np.broadcast_to(whole[..., None], confusion.truth.shape)))
        note.unit("true", pick(confusion.truth))
        note.unit("guessed", pick(confusion.guess))
        note.unit("rightly-guessed", pick(confusion.right))
        above, below = self.quotient(confusion)
        facts: dict[str, Any] = {**vars(self), "formula": self.formula, "quotient": self.divides}
        note.unit("above", pick(np.asarray(above)))
        note.unit("below", pick(np.asarray(below)))
        facts["zero"] = f"{confusion.zero:g}" if self.by_policy else None
        quotient = pick(np.asarray(above)), pick(np.asarray(below))
        note.unit("quotient-of-label", self.each(state), of=quotient, name=self.unit_label(), **facts)

    def tell_pooled(self, state: Keyed, note: Note) -> None:
        """The steps to one quotient of the counts of all labels together."""
        above, below = (np.asarray(each).sum(axis=-1) for each in self.quotient(confusion_of(state.total())))
        note.unit("pooled-above", above)
        note.unit("pooled-below", below)
        note.unit("pooled-quotient", self.finish(state.total()), of=(above, below), name=str(self))


class OneClass(Confused):
    """A quotient of one label against the rest."""

    positive: str | None = positive_param()

    def resolve(self, batch: Batch) -> Self:
        """With the positive label named."""
        return self.replace(positive=choose_positive(str(self), batch, self.positive))

    @property
    def shown(self) -> str | None:
        """The positive label."""
        return self.positive

    def tell_whole(self, state: Any, note: Note) -> None:
        """The steps of the positive label."""
        self.tell(state, note)

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """The value of the positive label."""
        return confusion.pick(self.by_label(confusion))[..., 0]


class ClassQuotient(Confused):
    """A quotient for each label, averaged over the labels, pooled, or of the positive label alone."""

    average: str = word(
        "binary", "binary", "macro", "micro", "weighted",
        help="the positive label alone, the mean over labels, pooled counts, or the mean weighted by true examples",
    )  # fmt: skip
    positive: str | None = positive_param()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.positive is not None and self.average != "binary":
            raise MeasureError("positive-of-average", measure=self.name, average=self.average)

    def unit_label(self) -> str:
        """Without the average."""
        return str(self.replace(average="binary", positive=None))

    def resolve(self, batch: Batch) -> Self:
        """With the positive label named, where it matters."""
        if self.average != "binary":
            return self
        return self.replace(positive=choose_positive(str(self), batch, self.positive, "choose-average"))

    @property
    def shown(self) -> str | None:
        """The positive label, if the value is about it alone."""
        return self.positive if self.average == "binary" else None

    @property
    def summed(self) -> str:
        """A mean over labels, one that weighs them, or neither."""
        return {"macro": "arithmetic", "weighted": "weighted"}.get(self.average, "whole")

    def tell_whole(self, state: Any, note: Note) -> None:
        """The steps of the positive label, of pooled counts, or of the weighted mean."""
        if self.average == "binary":
            self.tell(state, note)
        elif self.average == "micro":
            self.tell_pooled(state, note)
        elif self.average == "weighted":
            confusion = confusion_of(state.total())
            tell_weighted(note, self.by_label(confusion), confusion.truth, self.finish(state.total()), str(self))

    def about(self, total: Tally) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """Pooled counts do not care whether a single label has a denominator."""
        units, lacking = super().about(total)
        return units, lacking & (self.average != "micro")

    def overall(self, confusion: Confusion) -> NDArray[np.float64]:
        """The average."""
        if self.average == "binary":
            return confusion.pick(self.by_label(confusion))[..., 0]
        if self.average == "micro":
            above, below = (np.asarray(each).sum(axis=-1) for each in self.quotient(confusion))
            return np.where(below == 0, confusion.zero, divide(above, below))
        return mean_over_labels(self.by_label(confusion), confusion.truth if self.average == "weighted" else None)


def confusion_of(total: Tally) -> Confusion:
    """The matrix as the measure that made the state sees it, which knows the positive label."""
    assert isinstance(total.measure, Confused)
    return Confusion.of(total, total.measure.shown)


def _lacking(confusion: Confusion, needs: str) -> NDArray[np.bool_]:
    """Which labels lack the denominator."""
    truth, guess = confusion.truth, confusion.guess
    no_other = sum_of_others(truth) == 0
    return {
        "truth": truth == 0,
        "guess": guess == 0,
        "either": (truth == 0) & (guess == 0),
        "other": no_other,
        "chance": ((truth == 0) & (guess == 0)) | (no_other & (sum_of_others(guess) == 0)),
        "spread": (truth == 0) | (guess == 0) | no_other | (sum_of_others(guess) == 0),
    }[needs]
