"""AUC: how often a positive example scores higher than a negative one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom, word
from cranfield.core.ragged import divide
from cranfield.core.states.kept import Kept
from cranfield.core.states.ranges import Range, Ranges, Won
from cranfield.core.states.tally import Tally
from cranfield.measures.labels.base import check_scored
from cranfield.measures.labels.bins import binned, pairs_in_bins
from cranfield.measures.labels.drawn import drawn_pairs
from cranfield.measures.labels.pairs import pairs_drawn, pairs_won
from cranfield.measures.labels.ranges import cut_by_score, range_of
from cranfield.measures.labels.scored import Scored
from cranfield.measures.labels.shown import pairs_shown, two_labels_shown
from cranfield.measures.labels.tasks import labels_scored, positive_of, ranked, support, tasks, units_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.policy import Policy
    from cranfield.core.states.drawn import Draws
    from cranfield.core.states.drawn_pairs import DrawnPairs
    from cranfield.core.states.state import State

__all__ = ["AUC"]


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004 (the parameter tells it)
    return value


class AUC(Scored):
    """The probability that a positive example scores higher than a negative one; a tie counts half."""

    name: ClassVar[str] = "AUC"
    formula: ClassVar[str] = "(pairs won + pairs tied / 2) / (positives * negatives)"
    source: ClassVar[str] = (
        "Hanley and McNeil, Radiology 1982; several labels: Provost and Domingos 2000 (ovr), Hand and Till 2001 (ovo)"
    )
    chinese: ClassVar[str] = "随机取一个正例和一个负例，正例得分更高的概率；得分相同算一半。"
    drawn_by_rows: ClassVar[bool] = True
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
        help="False looks only at 65,536 bins of scores and gives the value with a certified error bound",
    )  # fmt: skip

    @property
    def over(self) -> str:
        """One label, all against the rest, or pairs."""
        return self.average or "binary"

    def stats(self, batch: Batch, note: Note = SILENT) -> State:
        """The rows themselves, or their bins."""
        ready = self.settled(batch)
        state: State = ready.kept(batch) if self.exact else binned(ready, batch)
        if note is not SILENT:
            self._tell(state, note)
        return state

    def together(self, batch: Batch) -> str:
        """Equal scores; of several labels or of weighted rows all of them, and of bins nothing."""
        if not self.exact:
            return "unit"
        return cut_by_score(batch) if self.over == "binary" else "all"

    def ranged(self, state: State, above: tuple[int, int]) -> State:  # noqa: ARG002 (pairs are counted from below)
        """The pairs won inside the range."""
        return range_of(state)

    def tied(self, policy: Policy, score: float, sides: tuple[int, int], above: tuple[int, int]) -> State:  # noqa: ARG002
        """Every pair is a tie."""
        return Ranges(self, policy, (Range(score, score, sides[0] * sides[1], *sides),))

    def drawn_by_name(self, state: State, draws: Draws) -> DrawnPairs | None:
        """The pairs won in each draw, where each row counts as often as its session is drawn."""
        if not isinstance(state, Kept) or cut_by_score(state) != "score" or self.over != "binary":
            return None
        return drawn_pairs(state, draws)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The pairs, if they are few."""
        if self.over == "ovo":
            first, second = list(combinations(check_scored(self, batch).names, 2))[index]
            return two_labels_shown(batch, first, second)
        return pairs_shown(batch, str(self.stats(batch).units[index]))

    def tell_whole(self, state: State, note: Note) -> None:
        """The steps of the positive label."""
        if self.over == "binary":
            self._tell(state, note)

    def _tell(self, state: State, note: Note) -> None:
        """The pairs and the share of them that was won; of two labels, with the scores of each."""
        twice, positives, negatives, _ = self._pairs(state.total()).transpose(2, 0, 1)
        if self.over != "ovo":
            note.unit("positives", positives[:, 0])
            note.unit("negatives", negatives[:, 0])
            note.unit("won-and-half-tied", twice[:, 0] / 2, binned=not self.exact)
            note.unit("won-over-pairs", self.each(state), name=str(self))
            return
        note.unit("of-first-label", positives[:, 0])
        note.unit("of-second-label", negatives[:, 0])
        note.unit("won-by-first", twice[:, 0] / 2, binned=not self.exact)
        note.unit("won-by-second", twice[:, 1] / 2, binned=not self.exact)
        note.unit("won-both-ways", self.each(state), name=str(self))

    def _pairs(self, total: Any) -> NDArray[np.float64]:
        """For each unit and direction: twice the pairs won, positives, negatives, pairs that share a bin."""
        if isinstance(total, Tally):
            scored = range(len(total.names.get("score of", ())))
            return pairs_in_bins(self.over, total, list(combinations(scored, 2)))
        if isinstance(total, Won):
            return np.array([[[total.twice, total.positives, total.negatives, 0.0]]], np.float64)
        chosen = positive_of(total)
        if total.weights is not None:
            lists = [[pairs_drawn(one, total.weights) for one in each] for each in ranked(total, self.over, chosen)]
            return np.stack([np.stack(each, axis=-2) for each in lists], axis=-3)
        if "pairs" not in total.held:
            once = [[(*pairs_won(one), 0.0) for one in each] for each in tasks(total, self.over, chosen)]
            total.held["pairs"] = np.asarray(once, np.float64)
        return total.held["pairs"]

    def by_unit(self, total: Any) -> NDArray[np.float64]:
        """The value of each unit; pairs of labels are the mean of both directions."""
        pairs = self._pairs(total)
        return divide(pairs[..., 0], 2 * pairs[..., 1] * pairs[..., 2]).mean(axis=-1)

    def about(self, total: Any) -> tuple[Sequence[str], NDArray[np.bool_]]:
        """The units, and where one of the two sides is empty."""
        chosen = positive_of(total)
        if isinstance(total, Tally):
            units = units_of(self.over, chosen, total.names.get("score of", ()))
            return units, (self._pairs(total)[..., 1:3] == 0).any(axis=(-2, -1))
        if isinstance(total, Won):
            return (chosen,), np.array([not (total.positives and total.negatives)])
        scored, names = labels_scored(total), list(total.coded("truth").names)
        there = {name for name, count in zip(names, support(total).tolist(), strict=True) if count}
        units = units_of(self.over, chosen, scored)
        if self.over == "ovo":
            return units, np.asarray([not {*pair} <= there for pair in combinations(scored, 2)], bool)
        return units, np.asarray([unit not in there or len(there) == 1 for unit in units], bool)

    def placements(self, state: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """For each positive the share of negatives below it, for each negative that of positives above it."""
        if not isinstance(state, Kept) or self.over != "binary" or state.grouped or "weight" in state.columns:
            return None
        ((order,),) = ranked(state.total(), self.over, positive_of(state.total()))
        above, below = len(order.positive), len(order.negative)
        # how many positives are below a negative, and how many not above it
        under = np.cumsum(np.bincount(order.right, minlength=below + 1))[:below]
        upto = np.cumsum(np.bincount(order.left, minlength=below + 1))[:below]
        won, lost = (order.left + order.right) / 2, (under + upto) / 2
        return (
            won[np.argsort(order.positive)] / max(below, 1),
            1 - lost[np.argsort(order.negative)] / max(above, 1),
        )

    def details(self, state: State) -> dict[str, float]:
        """How far the value can be from the exact one."""
        if self.exact:
            return {}
        pairs = self._pairs(state.total())
        bound = divide(pairs[..., 3], 2 * pairs[..., 1] * pairs[..., 2]).mean(axis=-1)
        there = bound[~np.isnan(bound)]
        return {"error_bound": float(there.mean())} if len(there) else {}
