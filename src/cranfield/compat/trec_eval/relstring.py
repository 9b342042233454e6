"""relstring: the first grades of a ranking as a string, one character each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["relstrings"]


def relstrings(batch: Batch, length: int) -> list[str]:
    """A digit for a grade, > above 9, - for a document outside the pool, . for one that was pooled but not judged."""
    rank, grade, pooled = batch.ragged("rank"), batch.ragged("grade"), batch.ragged("pooled")
    found = []
    for unit, returned in enumerate(batch.array("num_ret").tolist()):
        marks = ["-"] * min(length, returned)
        for place, value in zip(rank[unit].tolist(), grade[unit].tolist(), strict=True):
            if place > len(marks):
                break
            marks[place - 1] = str(int(value)) if value <= 9 else ">"
        for place in pooled[unit].tolist():
            if place <= len(marks):
                marks[place - 1] = "."
        found.append("".join(marks))
    return found
