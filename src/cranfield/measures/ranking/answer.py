"""What one query got: the documents that were judged, the gaps between them, and the best order there could be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.explain import Context
from cranfield.core.listing import Item, Listing
from cranfield.core.ranked import judged_only, judgment_rows

if TYPE_CHECKING:
    from cranfield.core.batch import Batch
    from cranfield.core.explain import Explanation

__all__ = ["answer_of", "listing_of"]


def answer_of(batch: Batch, explanation: Explanation) -> Context:
    """The answer to the query that was explained, as the measure saw it."""
    measure = explanation.measure
    one = batch.select([batch.place_of(explanation.unit)])
    removed = getattr(measure, "judged_only", False)
    if removed:
        one = judged_only(one)
    names = batch.row_names() if batch.row_names else ()
    columns: dict[str, Any] = {}
    if names:
        columns["document"] = [names[row] for row in one.ragged("judgment").values.tolist()]
    columns["grade"] = one.ragged("grade").values.tolist()
    rank = one.ragged("rank").values.tolist()
    returned = int(one.array("num_ret")[0])
    ideal = getattr(measure, "ideal_gains", None)
    best = ideal(one).values.tolist() if ideal else []
    notes: list[tuple[str, dict[str, Any]]] = []
    if not returned:
        notes.append(("no-answer", {"unit": explanation.unit}))
    if removed or batch.policy.judged_only:
        notes.append(("unjudged-removed", {}))
    tied = bool((one.ragged("tie_first").values < one.ragged("tie_last").values).any())
    if tied:
        key = "ties-averaged" if batch.policy.ties == "expected" else "ties-ordered"
        notes.append((key, {"ties": batch.policy.ties}))
    gaps: dict[int, str] = {}
    if "top" in one and not (removed or batch.policy.judged_only):  # which would change the ranks
        there = set(rank)
        gaps = {at: str(doc) for at, doc in enumerate(one.ragged("top").values.tolist(), 1) if at not in there}
    return Context(
        columns, rank, returned, gaps, best=best[: getattr(measure, "k", None)], notes=tuple(notes)
    )  # fmt: skip


def listing_of(batch: Batch, unit: str) -> Listing:
    """The documents that were returned for a query: those that were judged, and the first ones if they were kept."""
    one = batch.select([batch.place_of(unit)])
    names = batch.row_names() if batch.row_names else ()
    judged = dict(zip(judgment_rows(one).values.tolist(), one.ragged("judged").values.tolist(), strict=True))
    ranks, rows = one.ragged("rank").values.tolist(), one.ragged("judgment").values.tolist()
    by_rank = {rank: Item(rank, names[row], judged[row]) for rank, row in zip(ranks, rows, strict=True)}
    # where unjudged documents were taken out, the first ones of the run stand at other ranks
    kept = one.ragged("top").values.tolist() if "top" in one and not batch.policy.judged_only else []
    for rank, name in enumerate(kept, 1):
        by_rank.setdefault(rank, Item(rank, str(name), None))
    wanted = {names[row]: grade for row, grade in judged.items() if grade > 0}
    length = int(one.array("num_ret")[0])
    return Listing(
        [by_rank[rank] for rank in sorted(by_rank)], length, length if len(by_rank) == length else len(kept),
        dict(sorted(wanted.items(), key=lambda each: -each[1])),
        {item.name: rank for rank, item in by_rank.items()},
    )  # fmt: skip
