"""What the measures of labels share: the positive label, weights, and scores as probabilities."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cranfield.core.coded import Scores, same_labels, usual_positive
from cranfield.core.exhibit import Listing
from cranfield.core.measure import Measure
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom
from cranfield.core.ragged import divide
from cranfield.core.states.keyed import Keyed
from cranfield.errors import InputError, MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.coded import Coded
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy
    from cranfield.core.states.tally import Tally

__all__ = [
    "ExampleMean", "LabelMeasure", "choose_positive", "groups_of", "positive_param", "score_of", "weight_of",
]  # fmt: skip


_LONGEST = 1000  # characters of a label
MOST_EXAMPLES = 1000  # that an explanation looks at


def _label(value: Any) -> str:
    """A label by the name it has in the data."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, str | int) or value == "":
        raise ValueError
    name = str(value)
    if len(name) > _LONGEST:
        raise ValueError("too-large")
    return name


def positive_param() -> Any:
    """The label that counts as positive."""
    return custom(
        None, check=_label, rule="a label", help="the label that counts as positive; 1 of 0 and 1 need not be named"
    )


def labels_of(batch: Batch) -> list[str]:
    """Every label that the truth, the guesses or the columns of scores know."""
    score = batch.columns.get("score")
    return list(dict.fromkeys([*batch.coded("truth").names, *(score.names if isinstance(score, Scores) else ())]))


def choose_positive(who: str, batch: Batch, given: str | None, way_out: str | None = None) -> str:
    """The positive label: the given one if there is such a label, or the one that everybody means.

    `who` asks for it, and `way_out` is the key of what else could be done where there are several.
    """
    names = labels_of(batch)
    if given is not None:
        given = given if given in names else same_labels(names, [given]).get(given, given)
        if given not in names and usual_positive([*names, given]) is None:
            raise MeasureError("no-label", who=who, given=given, names=names, near=nearest(given, names))
        return given
    usual = usual_positive(names)
    if usual is not None:
        return usual
    if len(names) > 2:
        facts = {"count": len(names), "names": names, "way_out": way_out, "example": names[0]}
        raise MeasureError("several-labels", who=who, **facts)
    raise MeasureError("which-positive", who=who, names=names, example=names[-1])


def weight_of(batch: Batch) -> NDArray[Any] | None:
    """The weight of each example, if there are weights."""
    return batch.array("weight") if "weight" in batch else None


def groups_of(batch: Batch) -> Coded | None:
    """The session of each example, if there are sessions: whole ones can be drawn again."""
    return batch.coded("group") if "group" in batch else None


def score_of(batch: Batch, positive: str) -> NDArray[Any]:
    """The scores of the positive label."""
    score = batch.columns["score"]
    if not isinstance(score, Scores):
        return batch.array("score")
    if positive not in score.names:
        raise MeasureError("no-score-of-label", label=positive, names=list(score.names))
    return score.of(positive)


def check_scored(measure: Measure, batch: Batch) -> Scores:
    """The scores of all labels, or a sentence about which are missing."""
    score = batch.columns["score"]
    if not isinstance(score, Scores):
        raise MeasureError("needs-all-scores", measure=str(measure))
    truth = batch.coded("truth")
    present = np.bincount(truth.codes, minlength=len(truth.names)) > 0
    without = [name for name, there in zip(truth.names, present, strict=True) if there and name not in score.names]
    if without:
        raise MeasureError("labels-without-scores", measure=str(measure), without=without, names=list(score.names))
    return score


class LabelMeasure(Measure):
    """A measure of truth and guesses, or of truth and scores."""

    family: ClassVar[str] = "labels"

    def settled(self, batch: Batch) -> Self:
        """Resolved, unless it already is: a part of the data may lack the label that the whole decided for."""
        if vars(self).get("positive") not in (None, "True", "False"):
            return self
        ready = self.resolve(batch)
        assert isinstance(ready, type(self))
        return ready

    def unit_noun(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """The units are labels."""
        return "labels"

    def unit_label(self) -> str:
        """Without what concerns only the whole."""
        whole = {name: None for name in ("positive",) if name in self.params()}
        return str(self.replace(**whole)) if whole else str(self)

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (the same for all policies)
        """A label without a value takes no part."""
        return "left-out", {}

    def portion(self, batch: Batch, unit: str) -> tuple[Batch, int]:
        """All of the data: a label's value needs the other labels too."""
        units = list(self.stats(batch).units)
        if unit not in units:
            raise InputError("no-such-label", unit=unit, names=units)
        return batch, units.index(unit)


class ExampleMean(LabelMeasure):
    """A mean over examples, with the mean over the examples of each label as its parts."""

    undefined_when: ClassVar[str] = "when-no-example"
    unbounded: ClassVar[bool] = False  # whether scores of any size are read, so that sums may grow beyond all numbers

    def resolve(self, batch: Batch) -> Self:
        """With the positive label named, unless every label has its scores."""
        if isinstance(batch.columns["score"], Scores):
            check_scored(self, batch)
            return self
        if "positive" not in self.params():
            check_scored(self, batch)
        chosen = choose_positive(str(self), batch, getattr(self, "positive", None), "give-each-score")
        return self.replace(positive=chosen)

    @abstractmethod
    def values(self, batch: Batch) -> NDArray[Any]:
        """The value of each example."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """The value of every example by its label, and what it weighs."""
        weight, ready = weight_of(batch), self.settled(batch)
        value = ready.values(batch)
        if weight is not None:
            with np.errstate(invalid="ignore", over="ignore"):  # what weighs nothing adds nothing, even inf
                value = np.where(weight > 0, value * weight, 0.0)
        if self.unbounded:
            self._refuse_too_large(value)
        state = Keyed(ready, batch.policy, {"truth": batch.coded("truth")}, (value, weight), groups=groups_of(batch))
        if note is not SILENT:
            above, below = state.total().sums
            weighted = weight is not None
            note.unit("sum-of-values", above, weighted=weighted)
            note.unit("examples-of-label", below, weighted=weighted)
            note.unit("sum-over-examples", self.each(state), of=(above, below), name=str(self))
        return state

    def _refuse_too_large(self, value: NDArray[Any]) -> None:
        """Say where the sum would be no number."""
        with np.errstate(over="ignore"):
            if not np.isfinite(np.abs(value).sum()):
                row = int(np.argmax(np.where(np.isnan(value), np.inf, np.abs(value)))) + 1
                raise MeasureError("score-too-large", measure=str(self), row=row)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The examples with the label, what they were given and what each counts."""
        label = str(self.stats(batch).units[index])
        rows = np.flatnonzero(batch.coded("truth").is_label(label))[:MOST_EXAMPLES]
        score, ready = batch.columns["score"], self.settled(batch)
        given = score.of(label) if isinstance(score, Scores) and label in score.names else batch.columns["score"]
        columns: dict[str, Any] = {"example": [str(batch.units[row]) for row in rows.tolist()]}
        if isinstance(given, np.ndarray):
            columns["score"] = given[rows].astype(float).tolist()
        columns["value"] = np.asarray(ready.values(batch), np.float64)[rows].tolist()
        if "weight" in batch:
            columns["weight"] = batch.array("weight")[rows].astype(float).tolist()
        return (Listing("shown-examples", columns),)

    def tell_whole(self, state: Any, note: Note) -> None:
        """The sum over all examples, and their mean."""
        above, below = (each.sum(axis=-1) for each in state.total().sums)
        note.unit("sum-over-all-examples", above)
        note.unit("all-examples", below)
        note.unit("sum-over-examples", self.finish(state.total()), of=(above, below), name=str(self))

    def about(self, total: Tally) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """The labels, and which have no example."""
        return total.names["truth"], total.sums[1] == 0

    def each(self, state: Any) -> NDArray[np.float64]:
        """The mean over the examples of each label."""
        return divide(*state.total().sums)

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """The mean over all examples."""
        return divide(*(each.sum(axis=-1) for each in total.sums))


def check_probability(measure: Measure, values: NDArray[Any]) -> None:
    """Refuse scores that cannot be probabilities."""
    if len(values) and not (values.min() >= 0 and values.max() <= 1):
        row = int(np.flatnonzero(((values < 0) | (values > 1)).reshape(len(values), -1).any(axis=1))[0])
        worst = values[row][(values[row] < 0) | (values[row] > 1)][0] if values.ndim > 1 else values[row]
        raise MeasureError("no-probability", measure=str(measure), given=float(worst), row=row + 1)
