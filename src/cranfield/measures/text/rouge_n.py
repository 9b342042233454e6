"""ROUGE-N: shared n-grams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import integer
from cranfield.measures.text.base import pair_up
from cranfield.measures.text.ngrams import count_grams, shared_grams
from cranfield.measures.text.rouge import RougeMean
from cranfield.measures.text.shown_grams import shared_exhibits, texts_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit

__all__ = ["RougeN"]


class RougeN(RougeMean):
    """How many n-grams candidate and reference share: precision, recall or F."""

    name: ClassVar[str] = "ROUGE"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (
        Elsewhere("ROUGE-1.5.5 -m", "elsewhere-stems", {"stem": True}),
        Elsewhere("torchmetrics (accumulate='avg')", "elsewhere-mean-of-references", {"multi": "average"}),
        Elsewhere("ROUGE-1.5.5", "elsewhere-pooled-references", {"multi": "pooled"}),
    )
    dash: ClassVar[str | None] = "n"
    dash_always: ClassVar[bool] = True
    formula: ClassVar[str] = "P = shared / n-grams of candidate, R = shared / n-grams of reference, F = 2PR / (P + R)"
    chinese: ClassVar[str] = "候选与参考文本共有的 n 元组：精确率、召回率或 F 值。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        *(Alias(f"rouge{n}", {"n": n}, tool="rouge-score") for n in range(1, 10)),
        Alias("ROUGE-N", tool="cranfield"),
    )

    n: int = integer(1, lo=1, hi=100, help="the length of the n-grams")

    def counts(self, batch: Batch) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Clipped matches and the n-grams of both sides."""
        candidate, reference = pair_up(batch, self.tokens(batch).texts)
        both = shared_grams(candidate, reference, self.n, first=self.n)[:, 0]
        held, wanted = (count_grams(each.sizes, self.n)[:, -1] for each in (candidate, reference))
        return both, held, wanted

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """The n-grams that candidate and reference share."""
        mine, theirs, _ = self.best_pair(batch, index)
        return [*texts_shown(mine, [theirs]), *shared_exhibits(mine, [theirs], (self.n,))]
