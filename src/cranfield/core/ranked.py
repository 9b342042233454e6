"""The columns of a ranking batch, and what is done to a ranking as a whole.

Each unit is a query. A ranking batch never holds an unjudged document:

rank, grade             of the judged documents that were retrieved, in rank order (ragged; ranks start at 1)
tie_first, tie_last     the ranks that documents with the same score share (ragged, aligned with rank)
pooled                  ranks of retrieved documents that were pooled but not judged: a negative grade (ragged)
pooled_judgment         which row of the judgments each of them is (aligned with pooled)
ideal                   all judged grades of the query, highest first (ragged)
num_ret                 how many documents were retrieved
judgment                which row of the judgments each document is, to name it in explanations (aligned with rank)
judged, first_judgment  the grades of all judgments of the query, row by row, and the row of the first of them
known, ideal_known      whether the user knew the document (aligned with grade and ideal; only if told)
judged_known            the same, aligned with judged
subtopic                the number in the query of each subtopic that was judged, by document id downwards (ragged;
                        only if told); subtopic_judgment is the row of the document, subtopic_grade the grade
document_group          the group of each of the first documents, judged or not, -1 for none (ragged; only if told)
judged_group            the same of all judgments, aligned with judged
subtopic_name           what the subtopics of the query are called (ragged)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged, spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = [
    "judged_also", "judged_only", "judged_whole", "judgment_rows", "regraded", "thinned", "unjudged_ranks",
]  # fmt: skip

_OF_SUBTOPICS = ("subtopic", "subtopic_judgment", "subtopic_grade")
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
        "pooled": _none(batch.ragged("pooled")),
        "pooled_judgment": _none(batch.ragged("pooled_judgment")),
        "num_ret": rank.sizes,
    }
    return replace(batch, columns=columns)


def _none(column: Ragged) -> Ragged:
    return column.filter(np.zeros(len(column.values), bool))


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
    if "subtopic" in batch:
        left = kept[batch.ragged("subtopic_judgment").values]
        columns |= {name: batch.ragged(name).filter(left) for name in _OF_SUBTOPICS}
    told = {"role": "thinned", "name": f"{len(rows)} of {int(np.count_nonzero(judged.values >= 0))} judgments"}
    fewer = replace(batch, columns=columns, findings=(), inputs=(*batch.inputs, told))
    return judged_only(fewer) if batch.policy.judged_only else fewer


def regraded(batch: Batch, grades: NDArray[np.float64]) -> Batch:
    """The same rankings as if somebody else had judged: a grade for each row of the judgments, nan for none.

    Queries in which this one judged nothing are left out.
    """
    row = batch.ragged("judgment")
    known = ~np.isnan(grades[row.values])
    # who judged otherwise said nothing about subtopics
    columns: dict[str, Any] = {name: each for name, each in batch.columns.items() if not name.startswith("subtopic")}
    columns |= {name: batch.ragged(name).filter(known) for name in _OF_DOCUMENTS if name in batch}
    columns["grade"] = columns["rank"].like(grades[columns["judgment"].values])
    judged = batch.ragged("judged")
    given = grades[judgment_rows(batch).values]
    columns["judged"] = judged.like(given)
    there = ~np.isnan(given)
    rows = np.flatnonzero(there)
    rows = rows[np.lexsort((-given[rows], judged.owner[rows]))]
    counts = judged.count(there)
    columns["ideal"] = Ragged(given[rows], np.concatenate(([0], np.cumsum(counts))))
    told = {"role": "regraded", "name": f"{len(rows)} judgments"}
    top = {"max_grade": float(given[there].max(initial=0.0))} if "max_grade" in batch.facts else {}
    other = replace(
        batch, columns=columns, findings=(), inputs=(*batch.inputs, told), facts={**batch.facts, **top}
    ).select(np.flatnonzero(counts))
    return judged_only(other) if batch.policy.judged_only else other


def unjudged_ranks(batch: Batch) -> Ragged:
    """The ranks of the documents that were returned and that nobody judged, pooled or not."""
    returned, rank = batch.array("num_ret"), batch.ragged("rank")
    every = Ragged(spans(np.ones(len(returned), np.int64), returned), np.concatenate(([0], np.cumsum(returned))))
    unknown = np.ones(len(every.values), bool)
    unknown[every.offsets[rank.owner] + rank.values - 1] = False
    return every.filter(unknown)


def judged_whole(batch: Batch, grades: Ragged, elsewhere: Ragged, *, in_order: bool = True) -> Batch:
    """The same rankings as if all documents had been judged: `grades` are those of `unjudged_ranks`.

    `elsewhere` are grades of documents that were not returned and that nobody has judged either. For a measure that
    only counts them, the ideal grades need not be in order.
    """
    unjudged, rank = unjudged_ranks(batch), batch.ragged("rank")
    sizes = rank.sizes + unjudged.sizes
    whole = Ragged(spans(np.ones(len(sizes), np.int64), sizes), np.concatenate(([0], np.cumsum(sizes))))
    grade = np.empty(len(whole.values))
    grade[whole.offsets[rank.owner] + rank.values - 1] = batch.ragged("grade").values
    grade[whole.offsets[unjudged.owner] + unjudged.values - 1] = grades.values
    return replace(batch, columns={
        "rank": whole, "tie_first": whole, "tie_last": whole, "grade": whole.like(grade), "num_ret": sizes,
        "ideal": _ideal(batch.ragged("ideal"), grades, elsewhere, in_order=in_order),
        "pooled": Ragged(np.zeros(0, np.int64), np.zeros(len(sizes) + 1, np.int64)),
    })  # fmt: skip


def judged_also(batch: Batch, rows: NDArray[np.int64], grades: NDArray[np.float64]) -> Batch:
    """The same rankings as if some pooled documents had been judged: their rows, ascending, and their grades."""
    pooled, row = batch.ragged("pooled"), batch.ragged("pooled_judgment")
    place = np.searchsorted(rows, row.values)
    found = np.zeros(len(row.values), bool)
    inside = place < len(rows)
    found[inside] = rows[place[inside]] == row.values[inside]
    rank = batch.ragged("rank")
    owner = np.concatenate((rank.owner, pooled.owner[found]))
    ranks = np.concatenate((rank.values, pooled.values[found]))
    order = np.lexsort((ranks, owner))
    offsets = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=len(batch)))))
    together = np.concatenate((batch.ragged("grade").values, grades[place[found]]))
    first = batch.array("first_judgment")
    unit = np.searchsorted(first, rows, side="right") - 1
    more = Ragged(grades, np.concatenate(([0], np.cumsum(np.bincount(unit, minlength=len(batch))))))
    ranked = Ragged(ranks[order], offsets)
    return replace(batch, columns={
        "rank": ranked, "tie_first": ranked, "tie_last": ranked, "grade": ranked.like(together[order]),
        "num_ret": batch.array("num_ret"), "first_judgment": first, "ideal": _ideal(batch.ragged("ideal"), more),
        "pooled": pooled.filter(~found), "pooled_judgment": row.filter(~found),
    })  # fmt: skip


def _ideal(*columns: Ragged, in_order: bool = True) -> Ragged:
    """All grades of each query, highest first if that matters."""
    sizes = np.sum([each.sizes for each in columns], axis=0)
    whole = Ragged(np.empty(int(sizes.sum())), np.concatenate(([0], np.cumsum(sizes))))
    begin = whole.offsets[:-1]
    for each in columns:
        whole.values[spans(begin, each.sizes)] = each.values
        begin = begin + each.sizes
    return whole.like(whole.values[np.lexsort((-whole.values, whole.owner))]) if in_order else whole
