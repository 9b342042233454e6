"""Binary preference: relevant documents above non-relevant ones, among the judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import word
from cranfield.core.ragged import divide
from cranfield.measures.ranking.base import NO_RELEVANT, QueryMean, num_relevant, rel_param, relevant

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Bpref"]


class Bpref(QueryMean):
    """How rarely judged non-relevant documents stand above relevant ones; unjudged documents play no part.

    `variant` is trec_eval's formula, the original of 2004, or bpref-10 of the same paper, which is steadier when few
    documents are relevant.
    """

    name: ClassVar[str] = "Bpref"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("ranx", "elsewhere-only-relevant-judged"),)
    adds_up: ClassVar[str] = "term-less-above"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade", "ideal")
    judging: ClassVar[str | None] = "order"
    undefined_when: ClassVar[str] = NO_RELEVANT
    formula: ClassVar[str] = (
        "sum over relevant returned of 1 - min(n, R) / min(R, N), / R; n of N non-relevant are above"
    )
    source: ClassVar[str] = "Buckley and Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004"
    chinese: ClassVar[str] = "只看判定过的文档：排在相关文档之前的不相关文档越少，值越高。"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("bpref"), Alias("gm_bpref", {"mean": "geometric"}))

    variant: str = word(
        "trec", "trec", "original", "10", help="trec_eval's: n / min(R, N); original: n / R; 10: n / (10 + R)"
    )
    rel: float = rel_param()

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The mean over all relevant documents; one that is not returned adds 0."""
        rank = batch.ragged("rank")
        hit = relevant(batch, self.rel)
        wanted = note.unit("R", num_relevant(batch, self.rel))
        unwanted = note.unit("N", batch.ragged("ideal").sizes - wanted)
        limit = wanted + 10 if self.variant == "10" else wanted
        below = np.minimum(wanted, unwanted) if self.variant == "trec" else limit
        most, least = {"trec": ("R", "min(R, N)"), "original": ("R", "R"), "10": ("R + 10", "(R + 10)")}[self.variant]
        above = note.rows("non-relevant-above", np.minimum(rank.cumsum(~hit), limit[rank.owner]), most=most)
        # where nothing non-relevant is above, there is nothing to divide (N may be 0)
        share = 1.0 - above / np.maximum(below, 1)[rank.owner]
        term = note.rows("term-less-above", np.where(hit, share, 0.0), below=least)
        total = rank.sum(term)
        return note.unit("terms-over-R", divide(total, wanted), of=(total, wanted), name=str(self))
