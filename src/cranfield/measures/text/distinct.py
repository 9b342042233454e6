"""Distinct-n: how varied the candidates' words and phrases are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.note import SILENT, Note
from cranfield.core.param import flag, integer, word
from cranfield.core.ragged import divide
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.measures.text.base import TextMeasure, signature_of
from cranfield.measures.text.grams import candidate_grams
from cranfield.measures.text.shown import frequent_shown
from cranfield.measures.text.tokens import token_name, tokenize_param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.state import State
    from cranfield.core.states.tally import Tally

__all__ = ["Distinct"]

_STEPS = {"ngrams": "distinct-over-grams", "tokens": "distinct-over-tokens", "expected": "distinct-over-expected"}


class Distinct(TextMeasure):
    """The share of the candidates' n-grams that are different from each other."""

    name: ClassVar[str] = "Distinct"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("Li et al. 2016", "elsewhere-over-tokens", {"over": "tokens"}),
        Elsewhere("", "elsewhere-mean-of-texts", {"level": "text"}),
    )
    dash: ClassVar[str | None] = "n"
    dash_always: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ("candidate",)
    bounds: ClassVar[tuple[float, float]] = (0.0, float("inf"))
    formula: ClassVar[str] = (
        "distinct n-grams / all n-grams; over='tokens': / all tokens; over='expected': / E[distinct]"
    )
    source: ClassVar[str] = (
        "Li et al., A diversity-promoting objective function for neural conversation models, NAACL 2016"
    )
    chinese: ClassVar[str] = "全部候选文本中不同的 n 元组所占的比例，衡量生成内容的多样性。"
    pooled: ClassVar[bool] = True
    undefined_when: ClassVar[str] = "when-no-gram"
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("Dist", tool="cranfield"), Alias("distinct_n", tool="PaddleNLP"))

    n: int = integer(1, lo=1, hi=100, help="the length of the n-grams")
    over: str = word(
        "ngrams", "ngrams", "tokens", "expected",
        help="what is divided by: all n-grams, all tokens, or the number expected of a text of this length",
    )  # fmt: skip
    level: str = word("corpus", "corpus", "text", help="over all candidates together, or each text and then the mean")
    vocabulary: int | None = integer(None, lo=1, help="how many n-grams there are to choose from, for over='expected'")
    tokenize: Any = tokenize_param("13a")
    lowercase: bool = flag(help="compare in lower case")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.over == "expected") != (self.vocabulary is not None):
            raise MeasureError("vocabulary-for-expected", measure=self.name, n=self.n)

    def stats(self, batch: Batch, note: Note = SILENT) -> State:
        """The n-grams of each text, or for the mean over texts the value of each."""
        state = candidate_grams(self, batch, self.n, self.tokenize, lowercase=self.lowercase)
        if self.level == "corpus" and note is SILENT:
            return state
        tally = state.each()
        values = self._share(tally)
        self._tell(tally, values, note)
        if self.level == "corpus":
            return state
        undefined = np.isnan(values)
        rows = np.column_stack((np.where(undefined, 0.0, values), ~undefined))
        return Sums.of(self, batch, rows, undefined)

    @property
    def summed(self) -> str:
        """The mean over texts, if that was asked for."""
        return "whole" if self.level == "corpus" else "arithmetic"

    def tell_whole(self, state: State, note: Note) -> None:
        """The same steps with the n-grams of all texts."""
        if self.level == "corpus":
            self._tell(state.total(), self.finish(state.total()), note)

    def _tell(self, tally: Tally, values: NDArray[np.float64], note: Note) -> None:
        note.unit("different-grams", tally.distinct, n=self.n)
        note.unit("all-grams", tally.total, n=self.n)
        note.unit("tokens", tally.row(0))
        quotient = tally.distinct, tally.row(0) if self.over == "tokens" else tally.total
        note.unit(_STEPS[self.over], values, of=quotient, name=str(self), vocabulary=self.vocabulary)

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The n-grams of the candidate."""
        return frequent_shown(self, batch, index, self.n)

    def _share(self, tally: Tally) -> NDArray[np.float64]:
        if self.over == "expected" and self.vocabulary is not None:
            # how many of V kinds appear in so many draws, each kind equally likely
            left = (self.vocabulary - 1) / self.vocabulary
            return divide(tally.distinct, self.vocabulary * (1 - left**tally.total))
        below = tally.total if self.over == "ngrams" else np.where(tally.total > 0, tally.row(0), 0.0)
        return divide(tally.distinct, below)

    def finish(self, total: Any) -> NDArray[np.float64]:
        """The share of the counts together, or the mean over texts."""
        return divide(total[..., 0], total[..., 1]) if isinstance(total, np.ndarray) else self._share(total)

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Case, tokeniser and variant."""
        case = "lc" if self.lowercase else "mixed"
        settings = {"tok": token_name(self.tokenize), "over": self.over, "level": self.level}
        return {"cranfield": signature_of(batch, case=case, **settings)}
