"""The columns of a ranking batch, and what is done to a ranking as a whole.

Each unit is a query. A ranking batch never holds an unjudged document:

rank, grade             of the judged documents that were retrieved, in rank order (ragged; ranks start at 1)
tie_first, tie_last     the ranks that documents with the same score share (ragged, aligned with rank)
pooled                  ranks of retrieved documents that were pooled but not judged: a negative grade (ragged)
ideal                   all judged grades of the query, highest first (ragged)
num_ret                 how many documents were retrieved
judgment                which row of the judgments each document is, to name it in explanations (aligned with rank)
known, ideal_known      whether the user knew the document (aligned with grade and ideal; only if told)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["judged_only"]


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
