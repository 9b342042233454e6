"""GAUC: AUC inside each session, averaged over the sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.errors import InputError
from cranfield.measures.labels.base import score_of, weight_of
from cranfield.measures.labels.pairs import pairs_by_session
from cranfield.measures.labels.scored import Scored
from cranfield.measures.labels.sessions import sessions_of
from cranfield.measures.labels.shown import pairs_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.state import State

__all__ = ["GAUC"]


class GAUC(Scored):
    """The mean over sessions of the AUC inside the session, each counting alike unless weight says otherwise."""

    name: ClassVar[str] = "GAUC"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("Zhou et al. 2018 (DIN)", "elsewhere-sessions-by-rows", {"weight": "rows"}),
        Elsewhere("RecBole", "elsewhere-sessions-by-positives", {"weight": "positives"}),
    )
    reads: ClassVar[tuple[str, ...]] = ("truth", "score", "group")
    formula: ClassVar[str] = "sum of weight * AUC of the session / sum of weight, over sessions with both classes"
    source: ClassVar[str] = (
        "Zhou et al., Deep interest network for click-through rate prediction, KDD 2018 (weight='rows')"
    )
    chinese: ClassVar[str] = (
        "每个会话内部的 AUC 在会话上的平均；默认各会话同等计入，weight 可改为按曝光数或正例数加权；"
        "只有一类的会话不计入并报告数量。"
    )
    undefined_when: ClassVar[str] = "when-one-class-session"

    weight: str | None = word(
        None, "rows", "positives", help="what a session weighs: none for 1, its rows, or its positive rows"
    )

    @property
    def summed(self) -> str:
        """A plain mean, unless sessions weigh differently."""
        return "arithmetic" if self.weight is None else "weighted"

    def tell_whole(self, state: State, note: Note) -> None:
        """The sums that a weighted mean divides."""
        if self.weight is not None:
            above, below = state.total()[:2]
            note.unit("sum-by-weights", above)
            note.unit("sum-of-weights", below)
            note.unit("mean-by-weights", self.finish(state.total()), name=str(self))

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """The rows of a session."""
        return "group"

    def unit_noun(self, batch: Batch) -> str:  # noqa: ARG002 (the same for all data)
        """The units are sessions."""
        return "sessions"

    def portion(self, batch: Batch, unit: str) -> tuple[Batch, int]:
        """The rows of one session."""
        group = batch.coded("group")
        for code, name in enumerate(group.names):
            if name == unit:
                return batch.select(np.flatnonzero(group.codes == code)), 0
        raise InputError("no-such-session", unit=unit)

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """For each session: weighted AUC, weight, whether it counts, its rows and positives, and the AUC itself."""
        ready = self.settled(batch)
        chosen = ready.positive or ""
        (group, sizes), marked = sessions_of(batch), batch.coded("truth").is_label(chosen)
        size = len(sizes)
        weight = weight_of(batch)
        auc, positive, negative = pairs_by_session(group.codes, sizes, score_of(batch, chosen), marked, weight)
        note.unit("positives-of-session", positive)
        note.unit("negatives-of-session", negative)
        with np.errstate(over="ignore", under="ignore"):  # only told, and weights may have any size
            won = np.where(np.isnan(auc), 0.0, auc) * positive * negative
        note.unit("won-and-half-tied", np.round(won * 2) / 2 if weight is None else won)
        note.unit("won-over-pairs", auc, name=str(self))
        used = ~np.isnan(auc)
        heavy = {None: np.ones(size), "rows": positive + negative, "positives": positive}[self.weight] * used
        value = np.where(used, auc, 0.0)
        rows, hits = positive + negative, positive
        if weight is not None:
            rows = sizes.astype(np.float64)
            hits = np.bincount(group.codes[marked], minlength=size).astype(np.float64)
        sums = np.column_stack((value * heavy, heavy, used, rows * used, hits * used, value))
        return Sums(ready, batch.policy, group.names, sums, ~used, sessions=True)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (a session stands alone)
        """The pairs of the session, if they are few."""
        return pairs_shown(batch, self.settled(batch).positive or "")

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weighted mean."""
        return divide(total[..., 0], total[..., 1])

    def each(self, state: Any) -> NDArray[np.float64]:
        """The AUC of every session."""
        rows = state.each()
        return np.where(rows[..., 2] > 0, rows[..., 5], np.nan)

    def signatures(self, batch: Batch) -> dict[str, str]:  # noqa: ARG002 (the same for all data)
        """What a session weighs, as papers mean different things by the same name."""
        return {"cranfield": f"sessions:{'alike' if self.weight is None else f'by-{self.weight}'}"}

    def details(self, state: State) -> dict[str, float]:
        """How much of the data took part."""
        used, rows, positives = state.total()[2:5].tolist()
        return {"sessions": used, "rows": rows, "positives": positives}
