"""How far scores separate one label from the rest: Kolmogorov-Smirnov, lift, and areas under precision and recall."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import number, word
from cranfield.core.ragged import divide
from cranfield.measures.labels.scored import Scored
from cranfield.measures.labels.shown import thresholds_shown
from cranfield.measures.labels.steps import steps_of
from cranfield.measures.labels.tasks import positive_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.kept import Kept
    from cranfield.measures.labels.steps import Steps

__all__ = ["KS", "AreaPR", "Lift"]


class OfSteps(Scored):
    """A number made of the positives and negatives at or above each score."""

    both: ClassVar[bool] = False  # whether it needs negatives too

    @abstractmethod
    def of(self, steps: Steps) -> NDArray[np.float64]:
        """The value, on any leading axes; nan where it has none."""

    @abstractmethod
    def tell(self, steps: Steps, note: Note) -> None:
        """The numbers that the value is made of."""

    def stats(self, batch: Batch, note: Note = SILENT) -> Kept:
        """The rows themselves."""
        state = self.kept(batch)
        if note is not SILENT:
            self.tell(steps_of(state.total(), positive_of(state.total())), note)
        return state

    def tell_whole(self, state: Any, note: Note) -> None:
        """The same: there is one label."""
        self.tell(steps_of(state.total(), positive_of(state.total())), note)

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """All rows: what is above a score is known only when all are seen."""
        return "all"

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Precision and recall at each score, if these are few."""
        return thresholds_shown(batch, str(self.stats(batch).units[index]))

    def about(self, total: Any) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """The positive label, and whether there is nothing to tell apart."""
        steps = steps_of(total, positive_of(total))
        lacking = (steps.positives == 0) | ((steps.negatives == 0) if self.both else False)
        return (positive_of(total),), np.atleast_1d(lacking)

    def by_unit(self, total: Any) -> NDArray[np.float64]:
        """The value of the positive label."""
        return np.asarray(self.of(steps_of(total, positive_of(total))))[..., None]


class KS(OfSteps):
    """How far the share of positives and the share of negatives above one score are apart at most."""

    name: ClassVar[str] = "KS"
    both: ClassVar[bool] = True
    formula: ClassVar[str] = (
        "max over scores of |positives at or above / positives - negatives at or above / negatives|"
    )
    source: ClassVar[str] = "Smirnov, Table for estimating the goodness of fit of empirical distributions, 1948"
    chinese: ClassVar[str] = "在各得分处，正例与负例达到该得分的比例之差的最大值（KS 统计量）。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("ks_2samp", tool="scipy"), Alias("kolmogorov_smirnov", tool="cranfield"),
    )  # fmt: skip

    def of(self, steps: Steps) -> NDArray[np.float64]:
        """The largest gap."""
        gaps = divide(steps.found, steps.positives[..., None]) - divide(steps.wrong, steps.negatives[..., None])
        return np.asarray(np.abs(gaps).max(axis=-1))

    def tell(self, steps: Steps, note: Note) -> None:
        """Both shares where they are farthest apart."""
        shares = [divide(steps.found, steps.positives[..., None]), divide(steps.wrong, steps.negatives[..., None])]
        gap = np.abs(shares[0] - shares[1])
        at = int(np.argmax(np.where(np.isnan(gap), -1, gap)))
        more, less = sorted((float(each[at]) for each in shares), reverse=True)
        note.unit("larger-share", np.array([more]))
        note.unit("smaller-share", np.array([less]))
        note.unit("gap-of-shares", np.atleast_1d(self.of(steps)), name=str(self))


class Lift(OfSteps):
    """How many times as many positives the highest scores hold as a random part of the same size would."""

    name: ClassVar[str] = "Lift"
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    at: ClassVar[str | None] = "share"
    formula: ClassVar[str] = (
        "(positives in the top / top) / (positives / examples), top = share x examples, ties by parts"
    )
    source: ClassVar[str] = "Ling and Li, Data mining for direct marketing, KDD 1998"
    chinese: ClassVar[str] = "得分最高的一部分样本中，正例的密度是全部样本的多少倍；并列的样本按比例计入。"
    undefined_when: ClassVar[str] = "when-no-example"

    share: float = number(
        0.1, lo=0, above=True, hi=1, help="the part of the examples that counts as the top, such as 0.1"
    )

    def _top(self, steps: Steps) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The positives among the highest scores, and how many examples these are; of a tie a part."""
        reached = steps.found + steps.wrong
        top = self.share * reached[..., -1]
        before = np.concatenate((np.zeros((*reached.shape[:-1], 1)), reached[..., :-1]), axis=-1)
        gained = np.diff(steps.found, axis=-1, prepend=0)
        size = reached - before
        room = np.clip(top[..., None] - before, 0, size)
        part = np.divide(room, size, out=np.zeros(size.shape), where=size > 0)
        return (gained * part).sum(axis=-1), top

    def of(self, steps: Steps) -> NDArray[np.float64]:
        """Share of positives in the top over that in all."""
        found, top = self._top(steps)
        return divide(divide(found, top), divide(steps.positives, steps.positives + steps.negatives))

    def tell(self, steps: Steps, note: Note) -> None:
        """The counts, and their quotient."""
        found, top = self._top(steps)
        note.unit("found-in-top", np.atleast_1d(found))
        note.unit("size-of-top", np.atleast_1d(top), share=self.share)
        note.unit("positives", np.atleast_1d(steps.positives))
        note.unit("all-examples", np.atleast_1d(steps.positives + steps.negatives))
        note.unit("lift-of-top", np.atleast_1d(self.of(steps)), name=str(self))


class AreaPR(OfSteps):
    """The area under the precision-recall curve, with straight lines or with the best precision from there on."""

    name: ClassVar[str] = "AreaPR"
    formula: ClassVar[str] = (
        "sum over scores of (recall - recall before) * height, the mean of both precisions or the best from there on"
    )
    source: ClassVar[str] = "Davis and Goadrich, ICML 2006; interpolated: Everingham et al., PASCAL VOC, IJCV 2010"
    chinese: ClassVar[str] = "精确率-召回率曲线下的面积：用直线连接各点，或取此后最高的精确率。"
    undefined_when: ClassVar[str] = "when-no-example"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("scikit-learn", "elsewhere-lines-flatter"),)

    curve: str = word(
        "trapezoid", "trapezoid", "interpolated",
        help="straight lines from point to point, which flatter, or the best precision at that recall or a higher one",
    )  # fmt: skip

    def of(self, steps: Steps) -> NDArray[np.float64]:
        """The area."""
        reached = steps.found + steps.wrong
        # before anything is found, precision counts 1
        precision = np.divide(steps.found, reached, out=np.ones(reached.shape), where=reached > 0)
        gained = np.diff(steps.found, axis=-1, prepend=0)
        if self.curve == "interpolated":
            height = np.maximum.accumulate(precision[..., ::-1], axis=-1)[..., ::-1]
        else:
            first = np.ones((*precision.shape[:-1], 1))
            height = (precision + np.concatenate((first, precision[..., :-1]), axis=-1)) / 2
        return divide((gained * height).sum(axis=-1), steps.positives)

    def tell(self, steps: Steps, note: Note) -> None:
        """The positives, and the area."""
        note.unit("positives", np.atleast_1d(steps.positives))
        note.unit("area-of-curve", np.atleast_1d(self.of(steps)), name=str(self), straight=self.curve == "trapezoid")
