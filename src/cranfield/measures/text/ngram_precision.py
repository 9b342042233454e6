"""Clipped n-gram precision: one factor of BLEU by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, integer
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.measures.text.base import TextMeasure, signature_of
from cranfield.measures.text.bleu import clipped_counts
from cranfield.measures.text.shown import grams_shown
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.state import State

__all__ = ["NgramPrecision"]


class NgramPrecision(TextMeasure):
    """The share of the candidates' n-grams that a reference has too, each counted at most as often as there."""

    name: ClassVar[str] = "NgramPrecision"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("multi-bleu.perl", "elsewhere-split-by-blanks", {"tokenize": "none"}),
    )
    dash: ClassVar[str | None] = "n"
    formula: ClassVar[str] = (
        "p_n = sum of min(count in candidate, highest count in a reference) / n-grams of candidates"
    )
    source: ClassVar[str] = "Papineni et al., BLEU: a method for automatic evaluation of machine translation, ACL 2002"
    chinese: ClassVar[str] = "候选文本的 n 元组中在参考文本里命中的比例，命中次数以参考文本中的最大次数为限。"
    pooled: ClassVar[bool] = True
    undefined_when: ClassVar[str] = "when-candidate-too-short"

    n: int = integer(1, lo=1, hi=100, help="the length of the n-grams")
    tokenize: Any = tokenize_param("13a")
    lowercase: bool = flag(help="compare in lower case")

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Matches and totals of each segment."""
        counts = clipped_counts(batch, self.tokenize, lowercase=self.lowercase, order=self.n)
        matches, totals = counts[:, 1 + self.n], counts[:, 1 + 2 * self.n]
        self._tell(matches, totals, note)
        return Sums.of(self, batch, np.column_stack((matches, totals)), totals == 0)

    def tell_whole(self, state: State, note: Note) -> None:
        """The same steps with the summed counts."""
        matches, totals = state.total()[:, None]
        self._tell(matches, totals, note)

    def _tell(self, matches: NDArray[Any], totals: NDArray[Any], note: Note) -> None:
        note.unit("matching-grams", matches, n=self.n)
        note.unit("total-grams", totals, n=self.n)
        note.unit("matches-over-total", divide(matches, totals), of=(matches, totals), name=str(self))

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The texts and the n-grams that count."""
        return grams_shown(self, batch, index, (self.n,))

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """The quotient of the pooled counts."""
        return divide(total[..., 0], total[..., 1])

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case, tokeniser and order."""
        case = "lc" if self.lowercase else "mixed"
        return {"cranfield": signature_of(batch, case=case, tok=token_name(self.tokenize), n=self.n)}
