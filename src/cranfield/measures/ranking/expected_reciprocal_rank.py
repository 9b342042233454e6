"""Expected reciprocal rank: a user who stops when satisfied."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import integer
from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import RankingMean, within
from cranfield.measures.ranking.ndcg import LARGEST_EXPONENT
from cranfield.measures.ranking.top_grade import max_grade_param, top_grade

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["ExpectedReciprocalRank"]


class ExpectedReciprocalRank(RankingMean):
    """The expected value of 1 / rank at which a user stops, who is the more likely to stop the better a document is."""

    name: ClassVar[str] = "ERR"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("gdeval, ir_measures", "elsewhere-scale-of-4", {"max_grade": 4.0}),
    )
    adds_up: ClassVar[str] = "term-of-stop"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade")
    judging: ClassVar[str | None] = "rises"
    at: ClassVar[str | None] = "k"
    formula: ClassVar[str] = (
        "sum of S / rank x product of (1 - S) over documents above; S = (2^grade - 1) / 2^max_grade"
    )
    source: ClassVar[str] = "Chapelle et al., Expected reciprocal rank for graded relevance, CIKM 2009"
    chinese: ClassVar[str] = "用户从上往下看、满意即停；停止名次倒数的期望值，文档等级越高越可能停止。"

    k: int | None = integer(None, lo=1, help="look only at the first k results")
    max_grade: float | None = max_grade_param()

    def resolve(self, batch: Batch) -> ExpectedReciprocalRank:
        """With the highest grade of the judgments."""
        top = top_grade(batch, self.max_grade, self.name)
        if top > LARGEST_EXPONENT:
            raise MeasureError("grade-too-large", measure=str(self), top=top, most=LARGEST_EXPONENT)
        return self.replace(max_grade=top)

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """The expectation over where the user stops."""
        rank = batch.ragged("rank")
        top = top_grade(batch, self.max_grade, self.name)
        stop = (np.exp2(batch.ragged("grade").values) - 1) / 2.0**top
        stop = note.rows("chance-to-stop", stop, max_grade=top)
        left = rank.accumulate(1 - stop, np.multiply)
        begin = rank.position == 1
        arrive = np.where(begin, 1.0, np.roll(left, 1))
        arrive = note.rows("arrives", arrive)
        term = note.rows("term-of-stop", arrive * stop / rank.values * within(batch, self.k), k=self.k)
        return note.unit("sum-of-terms", rank.sum(term), name=str(self))
