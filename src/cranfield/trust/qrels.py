"""Judgments of documents, also where somebody judged a document twice: the first counts, and both are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.join.judgments import Judgments
from cranfield.io.join.prepare import number_queries, repeated, second_fields
from cranfield.io.join.run import all_rows
from cranfield.io.ranking import judgments
from cranfield.io.read.open import open_input
from cranfield.trust.said import Said

if TYPE_CHECKING:
    from cranfield.core.policy import Policy
    from cranfield.trust.maps import Scale
    from cranfield.trust.said import Thing

__all__ = ["read_qrels", "regraded", "said_in"]


def read_qrels(
    qrels: Any, policy: Policy, *, input_format: str | None = None, columns: Mapping[str, str] | None = None
) -> tuple[Judgments, list[tuple[Thing, float, float]]]:
    """The judgments, and what was judged again: query and document with both grades."""
    if isinstance(qrels, Judgments):
        return qrels, []
    source = Source(qrels, hashed="now") if isinstance(qrels, str | os.PathLike) else qrels
    again: list[tuple[Thing, float, float]] = []
    if policy.duplicates == "error" and not isinstance(qrels, Mapping):
        again = _again(source, input_format, columns)
        policy = replace(policy, duplicates="first") if again else policy
    gold = judgments(source, policy=policy, input_format=input_format, columns=columns)
    # a document that was judged again is told of in its own words
    findings = tuple(each for each in gold.findings if each.key != "duplicate-judgment" or not again)
    return replace(gold, findings=findings), again


def _again(
    source: Any, input_format: str | None, columns: Mapping[str, str] | None
) -> list[tuple[Thing, float, float]]:  # fmt: skip
    listed = open_input(source, "qrels", input_format=input_format, columns=columns)
    rows = all_rows(listed)
    if rows is None:
        return []
    found: list[tuple[Thing, float, float]] = []
    for first, second, *_ in repeated(rows, number_queries(rows)[1]):
        if not found:  # judgments of parts of a query repeat documents too
            before, here = listed.locations([first, second])
            parts = second_fields(before, here, listed)
            if parts is not None:
                query, one, other = (each.decode("utf-8", "replace") for each in parts)
                raise InputError("holds-judgments-subtopics", source=listed.name, query=query, one=one, other=other)
        grades = float(rows.value[first]), float(rows.value[second])
        if min(grades) >= 0:
            found.append(((rows.query_at(first), rows.doc.text(first)), *grades))
    return found


def said_in(gold: Judgments, name: str, again: list[tuple[Thing, float, float]]) -> Said:
    """What judgments say; a grade below 0 says that nobody judged."""
    rows = np.flatnonzero(gold.grade >= 0)
    names, queries, of = gold.row_names, gold.queries, gold.query_of
    things = [(queries[of[row]], names[row]) for row in rows.tolist()]
    if not things:
        raise InputError("judges-nothing-judged", name=name)
    return Said(name, things, gold.grade[rows], again, gold.findings, gold.inputs)


def regraded(gold: Judgments, scale: Scale | None, name: str) -> Judgments:
    """The same judgments on another scale; what nobody judged stays so."""
    if scale is None:
        return gold
    grade = gold.grade.copy()
    rows = np.flatnonzero(grade >= 0)
    made = scale.of(grade[rows], name)
    if len(below := np.flatnonzero(made < 0)):
        facts: dict[str, Any] = {"grade": float(grade[rows[below[0]]]), "becomes": float(made[below[0]])}
        raise InputError("judges-map-negative", name=name, known=scale.text, **facts)
    grade[rows] = made
    return replace(gold, grade=grade)
