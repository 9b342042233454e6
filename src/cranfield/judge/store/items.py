"""Items: adding them, once each, and reading them back as values."""

from __future__ import annotations

import json
import math
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.checked import checked_id, checked_values, shown_text
from cranfield.judge.store.facts import Added, Item, Output
from cranfield.judge.store.schema import items

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from cranfield.judge.store.study import Study

__all__ = ["ORIGINAL", "PRIME", "add", "drawn", "item_of", "joined", "opaque", "pairs", "prioritise"]

PRIME = 2_147_483_647  # draws of an item lie below it, and times any number below it they are another order
_AT_ONCE = 500
ORIGINAL = items.alias("original")


def opaque(study: Study, *parts: Any) -> str:
    """A text that stands for some parts in this study, and tells nobody which."""
    told = json.dumps([study.salt, *parts], ensure_ascii=True).encode()
    return blake2b(told, digest_size=10).hexdigest()


def drawn(study: Study, *parts: Any) -> float:
    """A number from 0 to 1 that looks random and is the same for the same parts and the same seed."""
    told = json.dumps([study.settings.seed, study.salt, *parts], ensure_ascii=True).encode()
    return int.from_bytes(blake2b(told, digest_size=7).digest(), "big") / 2**56


def add(study: Study, new: Iterable[Item]) -> Added:
    """Add items in one transaction, all of them or none."""
    rows: dict[str, dict[str, Any]] = {}
    twice = differing = 0
    for each in new:
        row = _row(study, each)
        if row["id"] in rows:
            twice += 1
            differing += _differs(row, rows[row["id"]])
            continue
        rows[row["id"]] = row
    added = Added(0, twice, differing)
    with study.database.writing() as connection:
        for chunk in _chunks(list(rows)):
            rows_of = connection.execute(items.select().where(items.c.id.in_(chunk))).mappings()
            known: dict[str, Any] = {row["id"]: row for row in rows_of}
            fresh = [rows[each] for each in chunk if each not in known]
            if fresh:
                connection.execute(items.insert(), fresh)
            for name, held in known.items():
                _refresh(connection, held, rows[name])
            changed = sum(_differs(rows[name], held) for name, held in known.items())
            added = Added(added.new + len(fresh), added.known + len(known), added.differing + changed)
    return added


def _refresh(connection: sa.Connection, held: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """A known item takes over which systems returned it, and a gold answer if it had none."""
    changes = {}
    for name in ("systems", "other_systems"):
        if new[name]:
            merged = json.dumps(json.loads(held[name] or "{}") | json.loads(new[name]), ensure_ascii=False)
            if merged != held[name]:
                changes[name] = merged
    if new["gold"] is not None and held["gold"] != new["gold"]:
        changes["gold"] = new["gold"]
    if changes:
        connection.execute(items.update().where(items.c.number == held["number"]).values(**changes))


def _differs(new: Mapping[str, Any], held: Mapping[str, Any]) -> bool:
    """Whether people would see something else than what the study shows."""
    seen = ("query_text", "title", "text", "html", "other_title", "other_text", "other_html")
    return any(new[name] != held[name] for name in seen)


def pairs(study: Study) -> list[tuple[str, str]]:
    """Query and document of every item."""
    with study.database.reading() as connection:
        found = connection.execute(sa.select(items.c.query, items.c.doc).distinct())
        return [(row.query, row.doc) for row in found]


def returned_by(study: Study, ranks: Mapping[tuple[str, str], Mapping[str, int]]) -> None:
    """Let items know, by query and document, which further systems returned them and where."""
    own = items.c.repeat_of.is_(None)
    with study.database.writing() as connection:
        for row in connection.execute(
            sa.select(items.c.number, items.c.query, items.c.doc, items.c.systems).where(own)
        ):
            new, held = ranks.get((row.query, row.doc)), json.loads(row.systems or "{}")
            if new and held | dict(new) != held:
                merged = json.dumps(held | dict(new), ensure_ascii=False)
                connection.execute(items.update().where(items.c.number == row.number).values(systems=merged))


def prioritise(study: Study, priorities: Mapping[tuple[str, str], float]) -> int:
    """Set the priority of items by query and document; how many there were."""
    changes = []
    for (query, doc), priority in priorities.items():
        if not math.isfinite(priority):
            raise StudyError("item-priority", query=query, doc=doc, priority=priority)
        changes.append({"a_query": query, "a_doc": doc, "a_priority": float(priority)})
    found = items.c.query == sa.bindparam("a_query"), items.c.doc == sa.bindparam("a_doc")
    statement = items.update().where(*found).values(priority=sa.bindparam("a_priority"))
    with study.database.writing() as connection:
        return sum(connection.execute(statement, each).rowcount for each in changes)


def _chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), _AT_ONCE):
        yield ids[start : start + _AT_ONCE]


def _row(study: Study, item: Item) -> dict[str, Any]:
    """The item as a row, checked."""
    kind, other = study.settings.kind, item.other
    query, doc = checked_id(item.query, "query"), checked_id(item.output.id, "document")
    if (other is not None) != (kind == "prefer"):
        raise StudyError("item-outputs", query=query, doc=doc, kind=kind, needed=1 + (kind == "prefer"))
    if not math.isfinite(item.priority):
        raise StudyError("item-priority", query=query, doc=doc, priority=item.priority)
    gold = None
    if item.gold is not None:
        gold = json.dumps(dict(checked_values(study.settings, item.gold, shown=False)), ensure_ascii=False)
    name = opaque(study, "item", query, doc, other and checked_id(other.id, "document"))
    return {
        "id": name, "query": query, "query_text": shown_text(item.query_text),
        "doc": doc, "title": shown_text(item.output.title), "text": shown_text(item.output.text),
        "html": bool(item.output.html), "systems": json.dumps(dict(item.output.systems), ensure_ascii=False),
        "other_doc": other and other.id, "other_title": other and shown_text(other.title),
        "other_text": other and shown_text(other.text), "other_html": other and bool(other.html),
        "other_systems": other and json.dumps(dict(other.systems), ensure_ascii=False),
        "priority": float(item.priority), "shuffle": 1 + int(drawn(study, "order", name) * (PRIME - 2)),
        "gold": gold, "repeat_of": None, "only_for": None, "taken": 0,
    }  # fmt: skip


def joined(*more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Items with what they show, which a repeat has from the item that it repeats."""
    source = sa.func.coalesce(items.c.repeat_of, items.c.number)
    return sa.select(items.c.id.label("own_id"), items.c.number.label("own_number"), ORIGINAL, *more).select_from(
        items.join(ORIGINAL, ORIGINAL.c.number == source)
    )


def item_of(row: Any) -> Item:
    """The item of a row of `joined`."""
    first = Output(row.doc, row.text, row.title, bool(row.html), json.loads(row.systems))
    second = None
    if row.other_doc is not None:
        systems = json.loads(row.other_systems)
        second = Output(row.other_doc, row.other_text, row.other_title, bool(row.other_html), systems)
    repeated = row.id if row.own_id != row.id else None
    gold = None if row.gold is None else json.loads(row.gold)
    return Item(row.query, first, row.query_text, second, row.priority, gold, repeated, row.own_id)
