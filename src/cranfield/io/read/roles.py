"""Which column of a table is the query, the document, the score or the grade, and the rank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cranfield.errors import InputError, did_you_mean
from cranfield.io.bytes.quote import clip, listed, shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["ROLES", "choose_columns", "named_like"]

# Names are compared without case and punctuation, earlier ones win: a table with both `qid` and `query`
# keeps the id in the first and the words of the query in the second.
_QUERY = ("qid", "queryid", "querynumber", "topicid", "topicnumber", "topicno", "topic", "query")
_DOC = ("docno", "docid", "documentid", "corpusid", "did", "pid", "passageid", "itemid", "doc", "document", "passage")
_SCORE = ("score", "sim", "similarity", "value")
_GRADE = ("relevance", "rel", "grade", "label", "relevancelabel", "judgment", "judgement", "gain", "score", "value")
_RANK = ("rank", "position", "pos")
_GRADE_ONLY = frozenset(_GRADE) - frozenset(_SCORE)
_RUN_ONLY = frozenset((*_RANK, "tag", "runid", "runtag", "system"))

ROLES = {
    "run": {"query": _QUERY, "doc": _DOC, "score": _SCORE, "rank": _RANK},
    "qrels": {"query": _QUERY, "doc": _DOC, "grade": _GRADE},
}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def named_like(name: str, kind: str, role: str) -> bool:
    """Whether a column name is one of those that people use for a role."""
    return _plain(name) in ROLES[kind][role]


def choose_columns(
    names: Sequence[str], kind: str, source: str, columns: Mapping[str, str] | None = None
) -> dict[str, int]:
    """The position of each role among the column names; a run needs a score or a rank."""
    if kind == "labels":
        return {role: _named(names, role, name, source) for role, name in (columns or {}).items()}
    chosen: dict[str, int] = {}
    given = _given(columns, kind)
    for role, synonyms in ROLES[kind].items():
        if role in given:
            candidates = [names[_named(names, role, given[role], source, _elsewhere(columns or {}, role, kind))]]
        else:
            plain = [(_plain(name), name) for name in names]
            candidates = [name for synonym in synonyms for key, name in plain if key == synonym]
        if candidates:
            if list(names).count(candidates[0]) > 1:
                raise InputError(f"has two columns {shorten(candidates[0])}; rename or remove one", source=source)
            chosen[role] = list(names).index(candidates[0])
    _require(chosen, names, kind, source, given)
    return chosen


def _named(names: Sequence[str], role: str, name: str, source: str, advice: str = "") -> int:
    """Where a column that the user named is."""
    if name not in names:
        there = f"there is no column {shorten(name)} for the {role}; there are {listed(names)}"
        raise InputError(there + (did_you_mean(name, names) or advice), source=source)
    if list(names).count(name) > 1:
        raise InputError(f"has two columns {shorten(name)}; rename or remove one", source=source)
    return list(names).index(name)


def _elsewhere(columns: Mapping[str, str], role: str, kind: str) -> str:
    """What to do if a column was named for both files and only the other one has it."""
    other, has = ("qrels", "only the judgments have it") if kind == "run" else ("run", "only the run has it")
    if role not in ROLES[other] or f"{kind}.{role}" in columns:
        return ""
    return f"; if {has}, write columns={ {f'{other}.{role}': columns[role]} }"


def _given(columns: Mapping[str, str] | None, kind: str) -> dict[str, str]:
    if not isinstance(columns or {}, Mapping):
        raise InputError(f"columns: must be a dict such as {{'query': 'topic'}}, not {columns!r:.60}")
    given = dict(columns or {})
    # one mapping may describe both files, so the roles of the other kind pass
    every = {role for roles in ROLES.values() for role in roles}
    every |= {f"{each}.{role}" for each, roles in ROLES.items() for role in roles}
    for role in given:
        if role not in every:
            raise InputError(
                f"columns: the role must be one of {', '.join(ROLES[kind])}, not {role!r}" + did_you_mean(role, every)
            )
    # what is said of one kind of file goes before what is said of both
    ours = f"{kind}."
    given |= {role.removeprefix(ours): name for role, name in given.items() if role.startswith(ours)}
    return {role: given[role] for role in ROLES[kind] if role in given}


def _require(chosen: Mapping[str, int], names: Sequence[str], kind: str, source: str, given: Mapping[str, str]) -> None:
    value = "score" if kind == "run" else "grade"
    plain = {_plain(name) for name in names}
    if value not in given:
        judgments = kind == "run" and not chosen.keys() & {"score", "rank"} and plain & _GRADE_ONLY
        run = kind == "qrels" and not plain & _GRADE_ONLY and plain & _RUN_ONLY
        if judgments:
            raise InputError(
                f"looks like judgments (columns {listed(names)}), not a run; give the judgments first, then the run",
                source=source,
            )
        if run:
            raise InputError(
                f"looks like a run (columns {listed(names)}), not judgments; give the judgments first, then the run",
                source=source,
            )
    missing = [role for role in ("query", "doc") if role not in chosen]
    if value not in chosen and "rank" not in chosen:
        missing.append(value)
    if missing:
        free = [name for at, name in enumerate(names) if at not in chosen.values()]
        them = "it" if len(missing) == 1 else "them"
        # the likely names are not known, so each missing one gets the next that is free
        example = dict(zip(missing, map(clip, free), strict=False))
        raise InputError(
            f"has no column for the {' and the '.join(missing)}; there are {listed(names)}; "
            + (f"name {them}, as in columns={example}" if example else f"add {them} to the file"),
            source=source,
        )
