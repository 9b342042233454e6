"""TopK: whether the true label is among the k that score highest."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from cranfield.core.measure import Alias, Elsewhere
from cranfield.core.param import integer
from cranfield.measures.labels.base import ExampleMean, check_scored

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["TopK"]


class TopK(ExampleMean):
    """The share of examples whose true label is among the k labels that score highest."""

    name: ClassVar[str] = "TopK"
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = (Elsewhere("PyTorch", "elsewhere-first-of-equals"),)
    at: ClassVar[str | None] = "k"
    reads: ClassVar[tuple[str, ...]] = ("truth", "score")
    formula: ClassVar[str] = (
        "examples with fewer than k labels above the true one / examples; the later of equals is above"
    )
    source: ClassVar[str] = "Russakovsky et al., ImageNet large scale visual recognition challenge, IJCV 2015"
    chinese: ClassVar[str] = "真实类别位于得分最高的 k 个类别之中的样本比例。"
    aliases: ClassVar[tuple[Alias, ...]] = (
        Alias("top_k_accuracy", tool="scikit-learn"),
        Alias("top_k_accuracy_score", tool="scikit-learn"),
    )

    k: int = integer(2, lo=1, help="how many labels are looked at")

    def values(self, batch: Batch) -> NDArray[np.bool_]:
        """1 for each example whose true label is among the first k."""
        score, truth = check_scored(self, batch), batch.coded("truth")
        place = {name: at for at, name in enumerate(score.names)}
        column = np.asarray([place.get(name, 0) for name in truth.names])[truth.codes][:, None]
        mine = np.take_along_axis(score.values, column, axis=1)
        # scikit-learn's rule for ties: the label that comes later in order goes first
        later = np.arange(len(score.names)) > column
        above = (score.values > mine) | ((score.values == mine) & later)
        return above.sum(axis=1) < self.k
