"""Leases and places: an item has as many places as it wants answers, and each is taken by an answer or a live lease.

All of this runs inside a transaction that writes, where nobody else writes: what is counted here stays true.
Statements that every answer needs are made once, as putting one together takes longer than running it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.judge.store.schema import assignments, items

if TYPE_CHECKING:
    from cranfield.judge.store.settings import Settings

__all__ = ["HELD", "assignment_of", "first_turn", "has_place", "lapse", "lapse_all_of", "lease", "settle"]

HELD = ("leased", "grade", "cannot")  # states in which an annotator has a place
_OWN = (assignments.c.item == sa.bindparam("of_item"), assignments.c.annotator == sa.bindparam("of_annotator"))
_ASSIGNMENT = assignments.select().where(*_OWN)
_CHANGE = assignments.update().where(*_OWN)
_GIVE = assignments.insert()
_TAKE = items.update().where(items.c.number == sa.bindparam("of_item"))
_TAKE = _TAKE.values(taken=items.c.taken + sa.bindparam("change"))

_FIRST = sa.select(sa.func.min(assignments.c.turn)).where(_OWN[1], assignments.c.state == "leased")


def _leases_where(which: sa.ColumnElement[bool]) -> tuple[sa.Select[Any], sa.Update]:
    over = assignments.c.state == "leased", which
    return sa.select(assignments.c.item).where(*over), assignments.update().where(*over).values(state="lapsed")


_OVER = _leases_where(assignments.c.until <= sa.bindparam("value"))
_OF_ONE = _leases_where(assignments.c.annotator == sa.bindparam("value"))


def lapse(connection: sa.Connection, now: int) -> None:
    """End the leases whose time is over, so that others can have the places."""
    _lapse(connection, _OVER, now)


def lapse_all_of(connection: sa.Connection, annotator: int) -> None:
    """End all leases of somebody."""
    _lapse(connection, _OF_ONE, annotator)


def _lapse(connection: sa.Connection, which: tuple[sa.Select[Any], sa.Update], value: int) -> None:
    found, ended = which
    freed = connection.execute(found, {"value": value}).scalars().all()
    if freed:
        connection.execute(ended, {"value": value})
        connection.execute(
            items.update().where(items.c.number == sa.bindparam("freed")).values(taken=items.c.taken - 1),
            [{"freed": number} for number in freed],
        )


def assignment_of(connection: sa.Connection, item: int, annotator: int) -> Any:
    """How an item stands with an annotator; None if it was never given to them."""
    return connection.execute(_ASSIGNMENT, {"of_item": item, "of_annotator": annotator}).first()


def has_place(item: Any, settings: Settings) -> bool:
    """Whether one more may answer an item; gold items and repeats are answered by whoever gets them."""
    return item.gold is not None or item.repeat_of is not None or item.taken < settings.overlap


def lease(connection: sa.Connection, item: int, annotator: int, *, until: int, turn: int) -> None:
    """Give an item to an annotator who has no lease of it, at a place of their own order."""
    held = assignment_of(connection, item, annotator)
    values = {"state": "leased", "until": until, "turn": turn, "event": None}
    if held is None:
        connection.execute(_GIVE, {"item": item, "annotator": annotator, **values})
    else:
        _change(connection, held, values)
    if held is None or held.state not in HELD:
        _take(connection, item, 1)


def first_turn(connection: sa.Connection, annotator: int) -> int:
    """The place of what an annotator is to judge next; 0 where there is nothing."""
    return connection.execute(_FIRST, {"of_annotator": annotator}).scalar() or 0


def settle(connection: sa.Connection, held: Any, *, state: str, event: int) -> None:
    """Let an answer stand, and take or free the place that it needs."""
    _change(connection, held, {"state": state, "until": 0, "event": event})
    change = (state in HELD) - (held.state in HELD)
    if change:
        _take(connection, held.item, change)


def _change(connection: sa.Connection, held: Any, values: dict[str, Any]) -> None:
    connection.execute(_CHANGE, {"of_item": held.item, "of_annotator": held.annotator, **values})


def _take(connection: sa.Connection, item: int, change: int) -> None:
    connection.execute(_TAKE, {"of_item": item, "change": change})
