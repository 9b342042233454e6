"""The columns of a ranking batch, and what is done to a ranking as a whole.

Each unit is a query. A ranking batch never holds an unjudged document:

rank, grade             of the judged documents that were retrieved, in rank order (ragged; ranks start at 1)
tie_first, tie_last     the ranks that documents with the same score share (ragged, aligned with rank)
pooled                  ranks of retrieved documents that were pooled but not judged: a negative grade (ragged)
ideal                   all judged grades of the query, highest first (ragged)
num_ret                 how many documents were retrieved
judgment                which row of the judgments each document is, to name it in explanations (aligned with rank)
judged, first_judgment  the grades of all judgments of the query, row by row, and the row of the first of them
known, ideal_known      whether the user knew the document (aligned with grade and ideal; only if told)
judged_known            the same, aligned with judged
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["judged_only", "judgment_rows", "thinned"]

_OF_DOCUMENTS = ("rank", "grade", "tie_first", "tie_last", "judgment", "known")


def judged_only(batch: Batch) -> Batch:
    """The same rankings with the unjudged documents taken out and the rest moved up."""
    rank, first = batch.ragged("rank"), batch.ragged("tie_first")
    group = np.concatenate(([0], np.cumsum((np.diff(rank.owner) != 0) | (np.diff(first.values) != 0))))
    group = group[: len(rank.values)]
    sizes = np.bincount(group) if len(group) else np.zeros(0, np.int64)
    starts = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    new_first = rank.position[starts][group] if len(group) else rank.position
    columns = {
        **batch.columns,
        "rank": rank.like(rank.position),
        "tie_first": rank.like(new_first),
        "tie_last": rank.like(new_first + (sizes[group] if len(group) else 0) - 1),
        "pooled": batch.ragged("pooled").filter(np.zeros(len(batch.ragged("pooled").values), bool)),
        "num_ret": rank.sizes,
    }
    return replace(batch, columns=columns)


def judgment_rows(batch: Batch) -> Ragged:
    """The rows of the judgments that belong to each query."""
    judged = batch.ragged("judged")
    return judged.like(spans(batch.array("first_judgment"), judged.sizes))


def thinned(batch: Batch, kept: NDArray[np.bool_]) -> Batch:
    """The same rankings as if only some rows of the judgments had ever been made: the other documents are unjudged.

    `kept` marks the rows; with the same marks, all systems lose the same judgments. A document that was pooled but not
    judged stays so, and facts about the whole collection, such as the highest grade, stay those of the whole.
    """
    known: NDArray[np.bool_] = kept[batch.ragged("judgment").values]
    columns: dict[str, Any] = {**batch.columns}
    columns |= {name: batch.ragged(name).filter(known) for name in _OF_DOCUMENTS if name in batch}
    judged = batch.ragged("judged")
    # what was taken away has no grade, neither one that counts nor the negative one of a pooled document
    grades = np.where(kept[judgment_rows(batch).values] | (judged.values < 0), judged.values, np.nan)
    columns["judged"] = judged.like(grades)
    rows = np.flatnonzero(grades >= 0)
    rows = rows[np.lexsort((-grades[rows], judged.owner[rows]))]
    offsets = np.concatenate(([0], np.cumsum(judged.count(grades >= 0))))
    columns["ideal"] = Ragged(grades[rows], offsets)
    if "judged_known" in batch:
        columns["ideal_known"] = Ragged(batch.ragged("judged_known").values[rows], offsets)
    told = {"role": "thinned", "name": f"{len(rows)} of {int(np.count_nonzero(judged.values >= 0))} judgments"}
    fewer = replace(batch, columns=columns, findings=(), inputs=(*batch.inputs, told))
    return judged_only(fewer) if batch.policy.judged_only else fewer
