"""Found or not, relevant or not: the four numbers that measures of a returned set are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import MeasureError
from cranfield.measures.ranking.base import num_relevant, relevant

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.note import Note

__all__ = ["Contingency", "contingency"]


@dataclass(frozen=True)
class Contingency:
    """The table of each query; `rest` is None when the size of the collection is not known."""

    hits: NDArray[np.float64]  # relevant and returned
    noise: NDArray[np.float64]  # returned and not relevant
    missed: NDArray[np.float64]  # relevant and not returned
    rest: NDArray[np.float64] | None  # neither


def contingency(batch: Batch, rel: float, note: Note, *, name: str = "", docs: int | None = None) -> Contingency:
    """Count the four cells; `docs` is the number of documents in the collection."""
    row = note.rows("is-relevant", relevant(batch, rel), rel=rel)
    hits = note.unit("hits", batch.ragged("rank").sum(row))
    noise = note.unit("noise", batch.array("num_ret") - hits)
    missed = note.unit("missed", num_relevant(batch, rel) - hits)
    if docs is None:
        return Contingency(hits, noise, missed, None)
    rest = note.unit("rest", docs - hits - noise - missed)
    if len(rest) and rest.min() < 0:
        unit = int(np.argmin(rest))
        needed = int(docs - rest[unit])
        raise MeasureError("docs-too-few", measure=name, docs=docs, query=batch.units[unit], needed=needed)
    return Contingency(hits, noise, missed, rest)
