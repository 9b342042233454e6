"""AUC: how often a positive example scores higher than a negative one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.histogram import Histogram, bins_of
from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom, word
from cranfield.core.ragged import divide
from cranfield.core.reach import in_reach
from cranfield.measures.labels.pairs import pairs_won
from cranfield.measures.labels.scored import Scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.rows import Rows
    from cranfield.core.state import State

__all__ = ["AUC"]


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004 (custom turns it into the message)
    return value


class AUC(Scored):
    """The probability that a positive example scores higher than a negative one; a tie counts half."""

    name: ClassVar[str] = "AUC"
    formula: ClassVar[str] = "(pairs won + pairs tied / 2) / (positives * negatives)"
    source: ClassVar[str] = (
        "Hanley and McNeil, Radiology 1982; several labels: Provost and Domingos 2000 (ovr), Hand and Till 2001 (ovo)"
    )
    chinese: ClassVar[str] = "随机取一个正例和一个负例，正例得分更高的概率；得分相同算一半。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("roc_auc", tool="scikit-learn"),
        Alias("roc_auc_score", tool="scikit-learn"),
        Alias("roc_auc_ovr", {"average": "ovr"}, tool="scikit-learn"),
        Alias("roc_auc_ovo", {"average": "ovo"}, tool="scikit-learn"),
    )

    average: str | None = word(
        None, "ovr", "ovo", help="for several labels: each against the rest, or each pair, averaged evenly"
    )
    exact: bool = custom(
        True, check=_truth, rule="True or False",
        help="False keeps only counts over 65,536 score bins and gives the value with a certified error bound",
    )  # fmt: skip

    @property
    def over(self) -> str:
        """One label, all against the rest, or pairs."""
        return self.average or "binary"

    def stats(self, batch: Batch, note: Note = SILENT) -> State:
        """The rows themselves, or counts in bins."""
        rows = self.rows(batch)
        state: Rows | Histogram = rows if self.exact else _binned(rows)
        if note is not SILENT:
            won, positives, negatives, _ = _sums(state).transpose(2, 0, 1)[:, :, 0]
            note.unit("positives", positives, "examples with the label")
            note.unit("negatives", negatives, "examples without it")
            note.unit("won", won / 2, "pairs in which the positive scores higher, a tie counting half")
            how = self.formula if self.average != "ovo" else "mean of both directions; the counts are of the first"
            note.unit(str(self), self.each(state), how)
        return state

    def each(self, state: Any) -> NDArray[np.float64]:
        """The value of each unit; pairs of labels are the mean of both directions."""
        sums = _sums(state)
        return divide(sums[..., 0], 2 * sums[..., 1] * sums[..., 2]).mean(axis=1)

    def details(self, state: State) -> dict[str, float]:
        """How far the value can be from the exact one."""
        if self.exact:
            return {}
        sums = _sums(state)
        bound = divide(sums[..., 3], 2 * sums[..., 1] * sums[..., 2]).mean(axis=1)
        there = bound[~np.isnan(bound)]
        return {"error_bound": float(there.mean())} if len(there) else {}


def _binned(rows: Rows) -> Histogram:
    counts = [
        [(bins_of(one.positive, one.positive_weight), bins_of(one.negative, one.negative_weight)) for one in tasks]
        for tasks in rows.tasks()
    ]
    return Histogram(rows.units, np.asarray(counts))


def _sums(state: Any) -> NDArray[np.float64]:
    """For each unit and direction: twice the pairs won, positives, negatives, pairs that share a bin."""
    if isinstance(state, Histogram):
        positive, negative = in_reach(state.counts[:, :, 0]), in_reach(state.counts[:, :, 1])
        below = np.cumsum(negative, axis=-1) - negative
        shared = (positive.astype(np.float64) * negative).sum(axis=-1)
        won = (2.0 * positive * below).sum(axis=-1) + shared
        return np.stack((won, positive.sum(axis=-1), negative.sum(axis=-1), shared), axis=-1)
    if "sums" not in state.held:
        state.held["sums"] = np.asarray([[(*pairs_won(one), 0.0) for one in tasks] for tasks in state.tasks()], float)
    return state.held["sums"]
