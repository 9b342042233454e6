"""Which group each query belongs to: two columns of text, or a JSON object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Groups", "groups"]

_HEADERS = frozenset({"query", "qid", "query_id", "query-id", "topic", "topic_id"})


class Groups(dict[str, str]):
    """Query to group, and the file they come from."""

    source: Mapping[str, Any] | None = None


def groups(what: Any) -> Groups:
    """Query to group, from lines of query and group (tab, comma or blanks between them) or a JSON object."""
    source = Source(what, hashed="now")
    found = Groups(_read(source))
    found.source = {"role": "groups", **source.describe()}
    return found


def _read(source: Source) -> dict[str, str]:
    try:
        text = source.text().decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("must be UTF-8 text; convert the file", source=source.name) from None
    if text.lstrip().startswith("{"):
        return _from_json(text, source.name)
    groups: dict[str, str] = {}
    first: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        separator = "\t" if "\t" in line else "," if "," in line else None
        fields = [field.strip() for field in line.split(separator, 1)]
        if len(fields) != 2 or not all(fields):
            what_is_wrong = f"a line must have a query and its group, not {line.strip()[:40]!r}"
            raise InputError(f"{what_is_wrong}; put a tab between them", source=source.name, line=number)
        query, group = fields
        if not groups and query.lower() in _HEADERS:
            continue
        if groups.get(query, group) != group:
            again = f"query {query} is in group {group} and in {groups[query]} (line {first[query]}); keep one"
            raise InputError(again, source=source.name, line=number)
        groups[query] = group
        first.setdefault(query, number)
    if not groups:
        raise InputError("holds no groups; expected lines of query and group", source=source.name)
    return groups


def _from_json(text: str, name: str) -> dict[str, str]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not valid JSON ({error}); expected {{query: group}}", source=name) from None
    wrong = next((query for query, group in found.items() if not isinstance(group, str | int)), None)
    if wrong is not None:
        raise InputError(f"query {wrong}: a group must be a text, not {found[wrong]!r}", source=name)
    return {query: str(group) for query, group in found.items()}
