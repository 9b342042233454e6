"""What one query got: the documents that were judged, the gaps between them, and the best order there could be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.core.ranked import judged_only

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.evaluate import Explanation

__all__ = ["Answer", "answer_of"]


@dataclass(frozen=True)
class Answer:
    """The data of one query as an explanation shows it."""

    rank: Sequence[int]  # of the judged documents
    grade: Sequence[float]
    document: Sequence[str]
    returned: int
    best: Sequence[float]  # gains in the best possible order, where the measure compares with it
    notes: tuple[str, ...]

    def as_dict(self, explanation: Explanation) -> dict[str, Any]:
        """The answer and every step, for programs."""
        value = explanation.value
        return {
            "measure": str(explanation.measure),
            "query": explanation.unit,
            "returned": self.returned,
            "judged": [
                {"rank": rank, "document": name, "grade": grade}
                for rank, name, grade in zip(self.rank, self.document, self.grade, strict=True)
            ],
            "steps": [
                {"name": step.name, "values" if step.per_row else "value": _json(step), "how": step.how}
                for step in explanation.steps
            ],
            "best_gains": list(self.best),
            "value": None if value != value else value,  # noqa: PLR0124 (nan is not itself)
            "notes": list(self.notes),
        }


def _json(step: Any) -> Any:
    values = [None if value != value else value for value in step.values]  # noqa: PLR0124 (nan is not itself)
    return values if step.per_row else values[0]


def answer_of(batch: Batch, explanation: Explanation) -> Answer:
    """The answer to the query that was explained, as the measure saw it."""
    measure = explanation.measure
    one = batch.select([list(batch.units).index(explanation.unit)])
    removed = getattr(measure, "judged_only", False)
    if removed:
        one = judged_only(one)
    names = batch.row_names() if batch.row_names else ()
    rows = one.ragged("judgment").values.tolist() if names else []
    returned = int(one.array("num_ret")[0])
    ideal = getattr(measure, "ideal_gains", None)
    best = ideal(one).values.tolist() if ideal else []
    notes = []
    if not returned:
        notes.append(f"the run does not answer {explanation.unit}")
    if removed or batch.policy.judged_only:
        notes.append("unjudged documents are taken out before anything is ranked")
    tied = bool((one.ragged("tie_first").values < one.ragged("tie_last").values).any())
    if tied and batch.policy.ties == "expected":
        notes.append("judged documents are tied; every number is the mean over all orders of the tied documents")
    elif tied:
        notes.append(f"judged documents are tied; ties={batch.policy.ties} put them in this order")
    return Answer(
        one.ragged("rank").values.tolist(), one.ragged("grade").values.tolist(), [names[row] for row in rows],
        returned, best[: getattr(measure, "k", None)], tuple(notes),
    )  # fmt: skip
