"""Values that another tool computed, such as COMET or BERTScore: averaged, tested and reported, not computed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom
from cranfield.errors import MeasureError, nearest
from cranfield.measures.text.base import TextMean, signature_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.policy import Policy
    from cranfield.core.states.sums import Sums

__all__ = ["Given", "GivenLoss"]


def _check_name(given: Any) -> str:
    if not isinstance(given, str) or not given.strip():
        raise ValueError
    return str(given)


class Given(TextMean):
    """A value of each segment that another tool computed; higher is better."""

    name: ClassVar[str] = "Given"
    reads: ClassVar[tuple[str, ...]] = ("given",)
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    formula: ClassVar[str] = "mean of the given values"
    source: ClassVar[str] = "the tool that computed the values"
    chinese: ClassVar[str] = "由其他工具（如 COMET、BERTScore）算好的每段得分的平均；此处只比较和检验，不计算。"
    undefined_when: ClassVar[str] = "when-not-given"

    column: str = custom("score", check=_check_name, rule="the name of a column", help="which of the given values")

    def values(self, batch: Batch, note: Note = SILENT) -> NDArray[np.float64]:
        """As they were given."""
        there = list(batch.facts["given"])
        if self.column not in there:
            near = nearest(self.column, there)
            raise MeasureError("no-given-values", measure=self.name, column=self.column, there=there, near=near)
        return note.unit("given-value", batch.array("given")[:, there.index(self.column)], name=str(self))

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """The sums of the mean; a segment without a value takes no part in it, as 0 would be made up."""
        skipping = replace(batch, policy=replace(batch.policy, undefined="skip"))
        return replace(super().stats(skipping, note), policy=batch.policy)

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:  # noqa: ARG002 (no policy gives it a value)
        """Left out whatever the policy."""
        return "left-out", {}

    def signatures(self, batch: Batch) -> dict[str, str]:
        """Whose values they are is not ours to say."""
        return {"cranfield": signature_of(batch, given=self.column)}


class GivenLoss(Given):
    """A value of each segment that another tool computed; lower is better, as for a perplexity."""

    name: ClassVar[str] = "GivenLoss"
    better: ClassVar[str | None] = "lower"
    chinese: ClassVar[str] = "由其他工具算好的每段数值的平均，越低越好（如困惑度）；此处只比较和检验，不计算。"
