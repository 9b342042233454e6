"""Logs of User Behavior Insights: searches with their hits, and what people did with them, joined to rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.read.input import Input

__all__ = ["read_ubi"]

_SEARCHES = {"search": "query_id", "hits": "query_response_hit_ids"}
_EVENTS = {"search": "query_id", "action": "action_name", "object": "event_attributes.object"}
_FLAT = {**_EVENTS, "object": "event_attributes.object.object_id"}  # a table whose columns are named by their paths


def read_ubi(
    queries: Any, events: Any, *, query: str, action: str, input_format: str | None = None
) -> tuple[dict[str, list[Any]], dict[str, Any], Counter[str]]:
    """A row for each hit of each search: its query, document, position, and whether an event is a click on it.

    Beside them stand what the signature says of both files, and how many searches and clicks could not be used.
    """
    lost: Counter[str] = Counter()
    clicked, done = _clicks(events, action, input_format)
    listed = open_input(
        queries, "texts", input_format=input_format, columns={**_SEARCHES, "query": query}, documents=True
    )
    rows: dict[str, list[Any]] = {role: [] for role in ("query", "doc", "position", "click")}
    searches: set[str] = set()
    shown = any_hits = False
    for search, hits, words in _cells(listed, ("search", "hits", "query")):
        any_hits = any_hits or hits is not None
        if search is None or words is None or not str(words).strip():
            lost["nameless"] += 1
        elif str(search) in searches:
            lost["repeated"] += 1
        else:
            searches.add(str(search))
            left = clicked.pop(str(search), Counter())
            for place, doc in enumerate(_listed(hits, listed), 1):
                shown = True
                for role, cell in zip(rows, (str(words), doc, place, left.pop(doc, 0) > 0), strict=True):
                    rows[role].append(cell)
            if left:
                clicked[str(search)] = left
    if not shown:
        raise InputError("ubi-no-searches", source=listed.name, query=query if any_hits else None)
    lost["clicks"] = sum(sum(each.values()) for each in clicked.values())
    if not any(rows["click"]):
        raise InputError("ubi-no-meeting", source=done.name, count=lost["clicks"], other=listed.name)
    return rows, {"role": "log", **listed.describe(), "events": done.describe()}, lost


def _clicks(events: Any, action: str, input_format: str | None) -> tuple[dict[str, Counter[str]], Input]:
    """How often each document of each search was clicked."""
    try:
        return _counted(events, action, _EVENTS, input_format)
    except InputError as error:
        if error.key != "no-such-column" or _FLAT["object"] not in error.fields["names"]:
            raise
    return _counted(events, action, _FLAT, input_format)


def _counted(
    events: Any, action: str, columns: Mapping[str, str], input_format: str | None
) -> tuple[dict[str, Counter[str]], Input]:
    listed = open_input(events, "texts", input_format=input_format, columns=columns, documents=True)
    actions: Counter[str] = Counter()
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for search, done, what in _cells(listed, tuple(columns)):
        if done is not None:
            actions[str(done)] += 1
        if done == action and search is not None:
            found[str(search)][str(what.get("object_id") if isinstance(what, dict) else what)] += 1
    if not actions:
        raise InputError("ubi-no-events", source=listed.name)
    if not actions[action]:
        raise InputError("ubi-no-action", source=listed.name, action=action, names=sorted(actions)[:10])
    return found, listed


def _cells(listed: Input, roles: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    for part in listed.lists():
        yield from zip(*(part[role] for role in roles), strict=True)


def _listed(hits: Any, listed: Input) -> list[str]:
    if hits is None:
        return []
    if not isinstance(hits, list) or not all(isinstance(each, str | int) for each in hits):
        raise InputError("ubi-hits", source=listed.name, given=str(hits))
    return [str(each) for each in hits]
