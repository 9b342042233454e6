"""Judgments made ready for the join: grades decided, repeats refused or dropped, queries in byte order."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import chain
from numbers import Complex, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.finding import Finding
from cranfield.errors import DuplicateError, InputError
from cranfield.io.bytes.quote import clip
from cranfield.io.ids.keys import alike, grouped
from cranfield.io.join.judgments import Judgments
from cranfield.io.join.subtopics import collapsed
from cranfield.io.read.roles import names_grades

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.core.policy import Policy
    from cranfield.io.bytes.location import Location
    from cranfield.io.ids.ids import Ids
    from cranfield.io.ids.rows import Rows
    from cranfield.io.read.input import Input

__all__ = [
    "SubtopicsError", "mark_known", "nested", "number_queries", "numbers", "prepare", "prepare_dict", "repeated",
    "second_fields", "texts",
]  # fmt: skip


_NO_SUBTOPIC = {b"0", b"Q0", b"q0"}  # what stands there where nothing is meant


class SubtopicsError(InputError):
    """Judgments that repeat documents because they tell subtopics apart."""


def prepare(rows: Rows, policy: Policy, source: Any, listed: Input) -> Judgments:
    """Judgments from rows of query, doc and value; `listed` is the input that they are from."""
    name = source["name"]

    def refuse(row: int, key: str) -> InputError:
        facts = {"query": rows.query_at(row), "doc": rows.doc.text(row), "grade": grade[row]}
        return listed.locations([row])[0].error(key, name, **facts)

    grade = rows.value  # also in the message of a refusal
    grade, findings = _decide(grade, policy, name, refuse, named=names_grades(listed.wanted))
    if listed.wanted.told["unrated"]:
        findings.append(Finding("unrated-line", listed.wanted.told["unrated"], {}, source=name))
    names, query = number_queries(rows)
    docs, subtopics = rows.doc, None
    repeats = [] if rows.subtopic is not None else repeated(rows, query)
    if rows.subtopic is not None:
        kept, grade, subtopics, told = collapsed(rows, query, grade, len(names), policy, listed)
        findings += told
        query, docs = query[kept], docs[kept]
    elif repeats:
        kept = _without_repeats(repeats, grade, rows, policy, listed)
        count = len(rows) - len(kept)
        facts = {"duplicates": policy.duplicates}
        findings.append(Finding("duplicate-judgment", count, facts, "warning", source=name))
        query, grade, docs = query[kept], grade[kept], docs[kept]
    offsets = np.concatenate(([0], np.cumsum(np.bincount(query, minlength=len(names)))))
    order = None
    if (query[1:] < query[:-1]).any():
        order = np.argsort(query, kind="stable")  # the order of the input inside each query
    elif not grade.flags.owndata:
        order = np.arange(len(grade))  # copied, because the table they belong to may be changed
    if order is not None:
        grade, docs = grade[order], docs[order]
    return Judgments(
        names.texts(), offsets, grade, policy, query_ids=names, docs=docs, inputs=(source,), findings=tuple(findings),
        subtopics=subtopics,
    )  # fmt: skip


def number_queries(rows: Rows) -> tuple[Ids, NDArray[np.int64]]:
    """The distinct queries in byte order, and the number of the query of each row."""
    code, first = rows.query.in_byte_order()
    return rows.query[first], np.repeat(code, rows.sizes)


def prepare_dict(qrels: Mapping[Any, Any], policy: Policy, source: Any) -> Judgments | None:
    """The same from an ordinary dict of dicts, without a table; None where the general way must look."""
    if not nested(qrels) or not texts(qrels):
        return None
    queries = sorted(qrels)
    judged = list(map(qrels.__getitem__, queries))
    if not all(judged):
        queries, judged = [query for query in queries if qrels[query]], [docs for docs in judged if docs]
    if not judged:
        return None
    named = list(chain.from_iterable(judged))
    given = numbers(judged, len(named)) if texts(named) else None
    if given is None:
        return None
    offsets = np.concatenate(([0], np.cumsum(np.fromiter(map(len, judged), np.int64, len(judged)))))

    def refuse(row: int, key: str) -> InputError:
        query = queries[int(np.searchsorted(offsets, row, side="right")) - 1]
        return InputError(key, source=source["name"], query=query, doc=named[row], grade=given[row])

    grade, findings = _decide(given, policy, source["name"], refuse)
    return Judgments(queries, offsets, grade, policy, named=named, inputs=(source,), findings=tuple(findings))


def nested(mapping: Mapping[Any, Any]) -> bool:
    """Whether it is a dict of dicts all through, without empty names."""
    # an OrderedDict may have an order that the methods of dict do not know
    if not set(map(type, mapping.values())) <= {dict, defaultdict, Counter}:
        return False
    return "" not in mapping and not any("" in docs for docs in mapping.values())


def texts(*lists: Iterable[Any]) -> bool:
    """Whether all names are text that a file can hold; found without a loop over them."""
    try:
        for joined in map("".join, lists):
            _ = joined.isascii() or joined.encode()
    except (TypeError, UnicodeEncodeError):
        return False
    return True


def numbers(dicts: Sequence[Any], count: int) -> NDArray[np.float64] | None:
    """The values of dicts; None if one of them is no number."""
    try:
        with np.errstate(all="ignore"):  # small numbers of numpy
            # text, which numpy would read, cannot be added up
            kinds = {type(total): total for total in map(sum, map(dict.values, dicts))}
        for kind, total in kinds.items():
            if issubclass(kind, Complex) and not issubclass(kind, Real):
                return None
            float(total)
        return np.fromiter(chain.from_iterable(map(dict.values, dicts)), np.float64, count)
    except (TypeError, ArithmeticError):
        return None


def _decide(
    grade: NDArray[np.float64], policy: Policy, name: str, refuse: Callable[[int, str], InputError], *,
    named: bool = False,
) -> tuple[NDArray[np.float64], list[Finding]]:  # fmt: skip
    """Grades that are not ordinary: refused or counted and treated as the policy says.

    `named`: a column says that they are grades, so fractions are meant.
    """
    findings = []
    odd = np.flatnonzero(~np.isfinite(grade))
    if len(odd):
        raise refuse(int(odd[0]), "grade-finite")
    negative = np.flatnonzero(grade < 0)
    if len(negative):
        if policy.negative == "error":
            raise refuse(int(negative[0]), "grade-negative")
        facts = {"unjudged": policy.negative == "unjudged"}
        findings.append(Finding("negative-grade", len(negative), facts, source=name))
    fraction = np.flatnonzero(grade != np.trunc(grade))
    if len(fraction):
        if policy.fractions == "error":
            raise refuse(int(fraction[0]), "grade-fraction")
        if policy.fractions == "truncate":
            findings.append(Finding("fractional-grade", len(fraction), {"cut": True}, "warning", source=name))
            grade = np.trunc(grade)
        elif 2 * len(fraction) > len(grade) and not named:
            findings.append(Finding("fractional-grade", len(fraction), {"cut": False}, "warning", source=name))
    return (np.maximum(grade, 0.0) if policy.negative == "zero" else grade), findings


def repeated(rows: Rows, query: NDArray[np.int64]) -> list[list[int]]:
    """The rows of each document that is judged more than once for a query."""
    alike_rows = alike(grouped(rows.doc.hash, query))
    found: dict[tuple[int, str], list[int]] = {}
    names = rows.doc[alike_rows].texts() if len(alike_rows) else []
    for row, of, doc in zip(alike_rows.tolist(), query[alike_rows].tolist(), names, strict=True):
        found.setdefault((of, doc), []).append(row)
    return [same for same in found.values() if len(same) > 1]


def _without_repeats(
    repeats: list[list[int]], grade: NDArray[np.float64], rows: Rows, policy: Policy, listed: Input
) -> NDArray[np.int64]:
    """One row for each (query, document), chosen by the policy, or an error that says where both are."""
    if policy.duplicates == "error":
        first, second = min(repeats, key=lambda same: same[1])[:2]
        before, here = listed.locations([first, second])
        subtopics = second_fields(before, here, listed)
        if subtopics is not None:
            query, one, other = (clip(field.decode("utf-8", "replace")) for field in subtopics)
            raise SubtopicsError("holds-judgments-subtopics", source=listed.name, query=query, one=one, other=other)
        facts = {"query": rows.query_at(second), "doc": rows.doc.text(second), "before": str(before)}
        raise here.error("judged-twice", listed.name, DuplicateError, **facts)
    kept = np.ones(len(rows), bool)
    for same in repeats:
        kept[same] = False
        best = max(same, key=lambda row: (grade[row], -row))
        kept[{"first": same[0], "last": same[-1], "best": best}[policy.duplicates]] = True
    return np.flatnonzero(kept)


def second_fields(before: Location, here: Location, listed: Input) -> tuple[bytes, bytes, bytes] | None:
    """The query and both second fields of judgments that repeat a document because they are about parts of a query."""
    if before.line is None or here.line is None:
        return None
    one, other = listed.fields(before.line), listed.fields(here.line)
    if min(len(one), len(other)) < 2 or one[1] == other[1] or {one[1], other[1]} <= _NO_SUBTOPIC:
        return None
    return one[0], one[1], other[1]


def mark_known(gold: Judgments, listed: Rows) -> Judgments:
    """The same judgments, with the documents marked that the user already knew."""
    rows = gold.find(np.repeat(gold.find_queries(listed.query), listed.sizes), listed.doc)
    known = np.zeros(len(gold.grade), bool)
    known[rows[rows >= 0]] = True
    return replace(gold, known=known)
