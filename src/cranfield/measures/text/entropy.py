"""Entropy-n: how evenly the candidates use their words and phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, integer, number
from cranfield.core.ragged import divide
from cranfield.measures.text.base import TextMeasure, signature_of
from cranfield.measures.text.grams import candidate_grams
from cranfield.measures.text.shown import frequent_shown
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.keyed import Keyed
    from cranfield.core.states.tally import Tally

__all__ = ["Entropy"]


class Entropy(TextMeasure):
    """The entropy of the candidates' n-grams: high when many different ones are used equally often."""

    name: ClassVar[str] = "Entropy"
    reads: ClassVar[tuple[str, ...]] = ("candidate",)
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("", "elsewhere-base-2", {"base": 2.0}),)
    dash: ClassVar[str | None] = "n"
    dash_always: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    formula: ClassVar[str] = "- sum of p(g) log p(g) over all n-grams g, p(g) = its share of all n-grams"
    source: ClassVar[str] = "Zhang et al., Generating informative and diverse conversational responses, NeurIPS 2018"
    chinese: ClassVar[str] = "候选文本 n 元组频率分布的熵，越均匀越高，衡量多样性。"
    pooled: ClassVar[bool] = True
    undefined_when: ClassVar[str] = "when-no-gram"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("Ent", tool="cranfield"),)

    n: int = integer(1, lo=1, hi=100, help="the length of the n-grams")
    base: float | None = number(None, lo=1, above=True, help="of the logarithm; natural if not given, 2 for bits")
    tokenize: Any = tokenize_param("13a")
    lowercase: bool = flag(help="compare in lower case")

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """The n-grams of each text."""
        state = candidate_grams(self, batch, self.n, self.tokenize, lowercase=self.lowercase)
        if note is not SILENT:
            self._tell(state.each(), note)
        return state

    def tell_whole(self, state: Any, note: Note) -> None:
        """The same steps with the n-grams of all texts."""
        self._tell(state.total(), note)

    def _tell(self, tally: Tally, note: Note) -> None:
        note.unit("different-grams", tally.distinct, n=self.n)
        note.unit("all-grams", tally.total, n=self.n)
        note.unit("entropy-of-grams", self.finish(tally), name=str(self), base=self.base)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The n-grams of the candidate."""
        return frequent_shown(self, batch, index, self.n)

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """The entropy of the counts together."""
        counts = total.counts.values
        summed = total.sum(counts * np.log(counts))
        scale = 1.0 if self.base is None else np.log(self.base)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(total.total)
        entropy = (logs - divide(summed, total.total)) / scale
        return np.where(total.total > 0, np.maximum(entropy, 0.0), np.nan)

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case, tokeniser and base."""
        case, base = "lc" if self.lowercase else "mixed", "e" if self.base is None else f"{self.base:g}"
        return {"cranfield": signature_of(batch, case=case, tok=token_name(self.tokenize), base=base)}
