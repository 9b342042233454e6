"""What one query got: its documents, the gaps between them, the best order there could be, and what was left out."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.core.explain import NEAR, Context, Other
from cranfield.core.listing import Item, Listing
from cranfield.core.ranked import judged_only, judgment_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.explain import Explanation

__all__ = ["answer_of", "listing_of", "unanswered"]

_FEW = 5  # ties that are named
# decisions that only measures look at, so that another one needs no other reading: who decides so, why, and which
_DECIDED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("", "elsewhere-orders-of-ties", {"ties": "expected"}),
    ("trec_eval 9, ir_measures, ranx", "elsewhere-recall-levels", {"recall_levels": "trec_eval-9"}),
    ("trec_eval 10", "elsewhere-recall-levels", {"recall_levels": "trec_eval-10"}),
)


def unanswered(batch: Batch) -> list[str]:
    """The queries that the run does not answer, counted or left out."""
    silent = batch.array("num_ret") == 0
    return [*(batch.units[at] for at in silent.nonzero()[0].tolist()), *sorted(batch.left_out)]


def answer_of(batch: Batch, explanation: Explanation) -> Context:
    """The answer to the query that was explained, as the measure saw it."""
    measure = explanation.measure
    whole = batch.select([batch.place_of(explanation.unit)])
    removed = getattr(measure, "judged_only", False)
    one = judged_only(whole) if removed else whole
    rows = one.ragged("judgment").values.tolist()
    names = batch.row_names() if batch.row_names else ()
    top, score = _first(one)
    columns: dict[str, Any] = {}
    if names:
        columns["document"] = [names[row] for row in rows]
    if top and names:
        held = dict(zip(top, score, strict=True))
        columns["score"] = [held.get(document) for document in columns["document"]]
    columns["grade"] = one.ragged("grade").values.tolist()
    rank = one.ragged("rank").values.tolist()
    moved = removed or batch.policy.judged_only  # then ranks are no longer those of the run
    gaps = {} if moved or not names else _gaps(rank, top, score)
    ideal = getattr(measure, "ideal_gains", None)
    best = ideal(one).values.tolist() if ideal else []
    return Context(
        columns, rank, int(one.array("num_ret")[0]), gaps, rows, best[: getattr(measure, "k", None)],
        tuple(_notes(one, explanation, moved=moved)), others=_others(whole, explanation),
    )  # fmt: skip


def _first(one: Batch) -> tuple[list[str], list[float]]:
    """The first documents and their scores, if they were kept."""
    if "top" not in one:
        return [], []
    return one.ragged("top").values.tolist(), one.ragged("top_score").values.tolist()


def _gaps(rank: Sequence[int], top: Sequence[str], score: Sequence[float]) -> dict[int, tuple[Any, ...]]:
    """The unjudged documents by their rank, as far as they are known."""
    judged = set(rank)
    listed = enumerate(zip(top, score, strict=True), 1)
    return {place: (document, value, None) for place, (document, value) in listed if place not in judged}


def _notes(one: Batch, explanation: Explanation, *, moved: bool) -> list[tuple[str, dict[str, Any]]]:
    """What the measure did not look at, and why."""
    policy, measure = one.policy, explanation.measure
    rank, returned = one.ragged("rank").values, int(one.array("num_ret")[0])
    k = getattr(measure, "k", None)
    notes: list[tuple[str, dict[str, Any]]] = []
    if not returned:
        notes.append(("no-answer", {"unit": explanation.unit}))
    end = returned if k is None else min(returned, k)
    unjudged = end - int((rank <= end).sum())
    if moved:
        notes.append(("unjudged-removed", {}))
    elif unjudged:
        harmful = hasattr(measure, "judged_only")  # or unjudged documents have no part in it
        notes.append(("unjudged-documents" if harmful else "unjudged-seen", {"count": unjudged, "end": end}))
    if k is not None and returned > k:
        notes.append(("beyond-cutoff", {"count": returned - k, "k": k, "judged": int((rank > k).sum())}))
    missed = len(one.ragged("ideal").values) - len(rank)
    if missed:
        rel = getattr(measure, "rel", None) or 1.0
        relevant = int((one.ragged("ideal").values >= rel).sum() - (one.ragged("grade").values >= rel).sum())
        notes.append(("judged-not-returned", {"count": missed, "relevant": relevant, "rel": rel}))
    first, last = one.ragged("tie_first").values, one.ragged("tie_last").values
    tied = sorted({(a, b) for a, b in zip(first.tolist(), last.tolist(), strict=True) if a < b})
    if tied:
        ranks = [f"{a}-{b}" for a, b in tied[:_FEW]]
        key = "ties-averaged" if policy.ties == "expected" else "ties-ordered"
        notes.append((key, {"ties": policy.ties, "ranks": ranks, "more": len(tied) - len(ranks)}))
    return notes


def _others(whole: Batch, explanation: Explanation) -> tuple[Other, ...]:
    """The numbers that other decisions about the same ranking would have given."""
    found = []
    measure = explanation.measure
    tied = bool((whole.ragged("tie_first").values < whole.ragged("tie_last").values).any())
    for tools, why, changes in _DECIDED:
        if any(getattr(whole.policy, name) == value for name, value in changes.items()):
            continue
        if "ties" in changes and (not tied or not measure.averages_ties() or whole.policy.depth is not None):
            continue
        changed = replace(whole, policy=replace(whole.policy, **changes))
        value = float(measure.each(measure.stats(changed))[0])
        written = ", ".join(f"{name}={each}" for name, each in changes.items())
        if not math.isclose(value, explanation.value, rel_tol=NEAR, abs_tol=NEAR) and math.isfinite(value):
            found.append(Other(tools, why, written, value))
    return tuple(found)


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
