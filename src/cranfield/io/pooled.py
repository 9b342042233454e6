"""Judgments that also know, by name, the documents of runs that nobody judged."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import items
from cranfield.io.join.run import all_rows
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.io.join.judgments import Judgments

__all__ = ["with_pooled"]

_POOLED = -1.0  # the grade of a document that was looked at by nobody


def with_pooled(
    gold: Judgments, runs: Sequence[Any], *, input_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Judgments:
    """The judgments, with every other document of the runs added as pooled but not judged.

    Measures say what they said before; only infAP, which is about such documents, sees them. Two runs that are read
    with the documents of both have their unjudged ones told apart, which `settle` needs.
    """
    added: dict[tuple[int, str], None] = {}
    for run in items("judgments", "pooled", runs):
        listed = open_input(run, "run", input_format=input_format, columns=columns)
        rows = all_rows(listed)
        if rows is not None:
            query = np.repeat(gold.find_queries(rows.query), rows.sizes)
            known = np.flatnonzero(query >= 0)
            new = known[gold.find(query[known], rows.doc[known]) < 0]
            added |= dict.fromkeys(zip(query[new].tolist(), rows.doc[new].texts(), strict=True))
    if not added:
        return gold
    query = np.concatenate((gold.query_of, np.fromiter((at for at, _ in added), np.int64, len(added))))
    order = np.argsort(query, kind="stable")  # those that were judged stay in front
    named = [*gold.row_names, *(doc for _, doc in added)]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    marks = None if gold.known is None else np.concatenate((gold.known, np.zeros(len(added), bool)))[order]
    return replace(
        gold,
        offsets=np.concatenate(([0], np.cumsum(np.bincount(query, minlength=len(gold.queries))))),
        grade=np.concatenate((gold.grade, np.full(len(added), _POOLED)))[order],
        docs=None,
        named=[named[at] for at in order],
        known=marks,
        subtopics=None if gold.subtopics is None else gold.subtopics.moved(place),
    )
