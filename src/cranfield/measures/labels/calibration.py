"""Whether probabilities mean what they say: the calibration error, in bins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.coded import Coded, Scores
from cranfield.core.exhibit import Listing
from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer, word
from cranfield.core.ragged import divide
from cranfield.core.states.exact import exact_sums_by
from cranfield.core.states.kept import Kept, Sample
from cranfield.core.states.keyed import Keyed
from cranfield.measures.labels.base import check_probability, groups_of, score_of, weight_of
from cranfield.measures.labels.scored import Scored
from cranfield.measures.labels.tasks import positive_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["ECE"]

Bins = tuple["NDArray[np.float64]", "NDArray[np.float64]", "NDArray[np.float64]"]


class ECE(Scored):
    """Expected calibration error: how far the mean probability of a bin is from how often it happened, on average."""

    name: ClassVar[str] = "ECE"
    better: ClassVar[str | None] = "lower"
    formula: ClassVar[str] = (
        "sum over bins of |sum of probabilities - positives| / examples; worst: the largest mean of a bin"
    )
    source: ClassVar[str] = (
        "Naeini, Cooper and Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning, AAAI 2015"
    )
    chinese: ClassVar[str] = "校准误差：各分箱内平均概率与实际发生比例之差（按样本数加权）的平均，越小越好。"
    undefined_when: ClassVar[str] = "when-no-example"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("expected_calibration_error", tool="cranfield"), Alias("MCE", {"over_bins": "worst"}, tool="cranfield"),
        Alias("maximum_calibration_error", {"over_bins": "worst"}, tool="cranfield"),
    )  # fmt: skip
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("netcal, torchmetrics", "elsewhere-top-label"),)

    bins: int = integer(10, lo=1, hi=100_000, help="into how many bins probabilities are put")
    by: str = word("width", "width", "count", help="bins that are equally wide, or that hold equally many examples")
    over_bins: str = word("mean", "mean", "worst", help="the mean over bins by their examples, or the worst bin (MCE)")

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """Where bins end is known by itself, or only when all examples are seen."""
        return "unit" if self.by == "width" else "all"

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed | Kept:
        """Sums by bin, or the rows themselves."""
        ready = self.settled(batch)
        chosen = str(vars(ready)["positive"])
        score = np.asarray(score_of(batch, chosen), np.float64)
        check_probability(self, score)
        state: Keyed | Kept = self.kept(batch)
        if self.by == "width":
            weight = weight_of(batch)
            heavy = np.ones(len(score)) if weight is None else np.asarray(weight, np.float64)
            marked = batch.coded("truth").is_label(chosen)
            # a score on an edge is in the bin below it, as the curve of calibration has it
            place = np.searchsorted(np.linspace(0.0, 1.0, self.bins + 1)[1:-1], score)
            column = Coded(place.astype(np.int32), [str(at) for at in range(self.bins)])
            numbers = (score * heavy, marked * heavy, heavy)
            state = Keyed(ready, batch.policy, {"bin": column}, numbers, groups=groups_of(batch))
        if note is not SILENT:
            self.tell_whole(state, note)
        return state

    def binned(self, total: Any) -> Bins:
        """Of each bin the sum of probabilities, the positives and the examples, on any leading axes."""
        if not isinstance(total, Sample):
            said, happened, size = total.sums
            return said, happened, size
        order, columns = _in_order(total)
        score = columns[0]
        if total.weights is None:
            place = np.searchsorted(self._edges(score, np.arange(1.0, len(score) + 1)), score)
            one, two, three = (exact_sums_by(place, each, self.bins) for each in columns[1:])
            return one, two, three
        flat = total.weights.reshape(-1, total.weights.shape[-1])[:, order]
        found = np.zeros((3, len(flat), self.bins))
        for at, often in enumerate(flat):  # where bins end is another place in each draw
            place = np.searchsorted(self._edges(score, np.cumsum(often)), score)
            found[:, at] = [np.bincount(place, weights=often * each, minlength=self.bins) for each in columns[1:]]
        said, happened, size = found.reshape(3, *total.weights.shape[:-1], self.bins)
        return said, happened, size

    def _edges(self, score: NDArray[np.float64], reached: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where bins of equally many examples end; scores are in order, and `reached` adds up how often each is."""
        wanted = np.linspace(0.0, 1.0, self.bins + 1)[1:-1] * max(float(reached[-1]) - 1, 0.0)
        below = np.floor(wanted)
        low, high = (
            score[np.minimum(np.searchsorted(reached, each, "right"), len(score) - 1)] for each in (below, below + 1)
        )
        part = wanted - below
        # as numpy does it, so that scores on an edge are on the same side of it
        return np.where(part < 0.5, low + (high - low) * part, high - (high - low) * (1 - part))

    def finish(self, total: Any) -> NDArray[np.float64]:
        """The mean over bins, or the worst of them."""
        said, happened, size = self.binned(total)
        gap = np.abs(said - happened)
        if self.over_bins == "worst":
            each = np.where(size > 0, divide(gap, size), -1.0).max(axis=-1)
            return np.where(size.sum(axis=-1) > 0, np.minimum(each, 1.0), np.nan)
        return np.minimum(divide(gap.sum(axis=-1), size.sum(axis=-1)), 1.0)

    def by_unit(self, total: Any) -> NDArray[np.float64]:
        """The value of the positive label."""
        return self.finish(total)[..., None]

    def each(self, state: Any) -> NDArray[np.float64]:
        """The same."""
        return self.by_unit(state.total())

    def about(self, total: Any) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """The positive label, and whether anything weighs something."""
        return (positive_of(total),), np.atleast_1d(self.binned(total)[2].sum(axis=-1) == 0)

    def tell_whole(self, state: Any, note: Note) -> None:
        """What is off in all bins, and the mean or the worst."""
        said, happened, size = self.binned(state.total())
        gap = np.abs(said - happened)
        worst = self.over_bins == "worst"
        if worst:
            at = int(np.argmax(np.where(size > 0, divide(gap, size), -1.0)))
            gap, size = gap[at : at + 1], size[at : at + 1]
        note.unit("off-in-bins", np.atleast_1d(gap.sum(axis=-1)), worst=worst)
        note.unit("examples-of-bins", np.atleast_1d(size.sum(axis=-1)), worst=worst)
        note.unit("error-of-bins", self.by_unit(state.total()), name=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (there is one label)
        """The bins that hold something."""
        said, happened, size = (np.asarray(each, np.float64) for each in self.binned(self.stats(batch).total()))
        there = np.flatnonzero(size > 0)
        columns: dict[str, Any] = {
            "bin": [str(at + 1) for at in there.tolist()], "examples": size[there].tolist(),
            "probability": (said[there] / size[there]).tolist(), "happened": (happened[there] / size[there]).tolist(),
        }  # fmt: skip
        return (Listing("shown-bins", columns),)


def _in_order(total: Sample) -> tuple[NDArray[np.int64], tuple[NDArray[np.float64], ...]]:
    """The rows in order of score: where each was, and score, weighted score, weight of positives, and weight."""
    held: tuple[Any, Any] | None = total.held.get("bins")
    if held is None:
        chosen, score, weight = positive_of(total), total.columns["score"], total.array("weight")
        given = np.asarray(score.of(chosen) if isinstance(score, Scores) else score, np.float64)
        order = np.argsort(given, kind="stable")
        heavy = np.ones(len(given)) if weight is None else np.asarray(weight, np.float64)
        marked = total.coded("truth").is_label(chosen)
        columns = (given, given * heavy, marked * heavy, heavy)
        held = total.held["bins"] = order, tuple(each[order] for each in columns)
    return held
