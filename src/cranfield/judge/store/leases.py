"""Leases and places: an item has as many places as it wants answers, and each is taken by an answer or a live lease.

All of this runs inside a transaction that writes, where nobody else writes: what is counted here stays true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.judge.store.schema import assignments, items

if TYPE_CHECKING:
    from cranfield.judge.store.settings import Settings

__all__ = ["HELD", "assignment_of", "has_place", "lapse", "lapse_all_of", "lease", "settle"]

HELD = ("leased", "grade", "cannot")  # states in which an annotator has a place


def lapse(connection: sa.Connection, now: int) -> None:
    """End the leases whose time is over, so that others can have the places."""
    _lapse(connection, assignments.c.until <= now)


def lapse_all_of(connection: sa.Connection, annotator: int) -> None:
    """End all leases of somebody."""
    _lapse(connection, assignments.c.annotator == annotator)


def _lapse(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    over = assignments.c.state == "leased", which
    freed = connection.execute(sa.select(assignments.c.item).where(*over)).scalars().all()
    if freed:
        connection.execute(assignments.update().where(*over).values(state="lapsed"))
        connection.execute(
            items.update().where(items.c.number == sa.bindparam("freed")).values(taken=items.c.taken - 1),
            [{"freed": number} for number in freed],
        )


def assignment_of(connection: sa.Connection, item: int, annotator: int) -> Any:
    """How an item stands with an annotator; None if it was never given to them."""
    own = assignments.c.item == item, assignments.c.annotator == annotator
    return connection.execute(assignments.select().where(*own)).first()


def has_place(item: Any, settings: Settings) -> bool:
    """Whether one more may answer an item; gold items and repeats are answered by whoever gets them."""
    return item.gold is not None or item.repeat_of is not None or item.taken < settings.overlap


def lease(connection: sa.Connection, item: int, annotator: int, *, until: int, first: bool = False) -> None:
    """Give an item to an annotator who has no lease of it, behind or before what they have already."""
    held = assignment_of(connection, item, annotator)
    edge = sa.func.min(assignments.c.turn) if first else sa.func.max(assignments.c.turn)
    mine = assignments.c.annotator == annotator, assignments.c.state == "leased"
    turn = (connection.execute(sa.select(edge).where(*mine)).scalar() or 0) + (-1 if first else 1)
    values = {"state": "leased", "until": until, "turn": turn, "event": None}
    if held is None:
        connection.execute(assignments.insert().values(item=item, annotator=annotator, **values))
    else:
        _of(connection, held, values)
    if held is None or held.state not in HELD:
        _take(connection, item, 1)


def settle(connection: sa.Connection, held: Any, *, state: str, event: int) -> None:
    """Let an answer stand, and take or free the place that it needs."""
    _of(connection, held, {"state": state, "until": 0, "event": event})
    change = (state in HELD) - (held.state in HELD)
    if change:
        _take(connection, held.item, change)


def _of(connection: sa.Connection, held: Any, values: dict[str, Any]) -> None:
    own = assignments.c.item == held.item, assignments.c.annotator == held.annotator
    connection.execute(assignments.update().where(*own).values(**values))


def _take(connection: sa.Connection, item: int, change: int) -> None:
    connection.execute(items.update().where(items.c.number == item).values(taken=items.c.taken + change))
