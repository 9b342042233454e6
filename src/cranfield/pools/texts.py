"""The words behind the ids of a pool; what has none is counted and said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.captions import captions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cranfield.io.captions import Caption
    from cranfield.pools.pooled import Pool

__all__ = ["with_texts"]

_EXAMPLES = 3


def with_texts(made: Pool, asked: Mapping[str, Caption] | None, queries: Any, docs: Any) -> Pool:
    """The pool with what its queries ask and its documents say, where files of them are given."""
    pairs = made.pairs
    names, documents = (dict.fromkeys(each) for each in (zip(*pairs, strict=True) if pairs else ((), ())))
    told = None if docs is None else captions(docs, documents)
    findings = list(made.findings)
    if silent := _without(names, asked):
        _refuse_strange(queries, silent, names, "queries")
        facts: dict[str, Any] = {"total": len(names)}
        examples = tuple(silent[:_EXAMPLES])
        findings.append(Finding("pool-query-without-text", len(silent), facts, "warning", examples, str(queries)))
    if silent := _without(documents, told):
        _refuse_strange(docs, silent, documents, "documents")
        facts = {"total": len(documents)}
        examples = tuple(silent[:_EXAMPLES])
        findings.append(Finding("pool-document-without-text", len(silent), facts, "warning", examples, str(docs)))
    return replace(made, queries=None if asked is None else dict(asked), documents=told, findings=tuple(findings))


def _refuse_strange(source: Any, silent: list[str], names: Mapping[str, Any], noun: str) -> None:
    """Raise if a file knows none of several ids: it is another's, and nobody could judge anything."""
    if 1 < len(silent) == len(names):
        raise InputError("pool-strange-texts", source=str(source), noun=noun, total=len(names), example=silent[0])


def _without(names: Iterable[str], told: Mapping[str, Caption] | None) -> list[str]:
    """The names that have no words, if there is a file of them; in order, so that examples are the same again."""
    return [] if told is None else sorted(name for name in names if name not in told or not any(told[name]))
