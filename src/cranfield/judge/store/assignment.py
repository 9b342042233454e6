"""Who has what: items leased to annotators, a few shared ones first, and each as its annotator sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.choice import Choice
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.items import drawn, item_of, joined
from cranfield.judge.store.leases import lapse, lease
from cranfield.judge.store.people import checked_annotator
from cranfield.judge.store.schema import assignments, items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.judge.store.facts import Item
    from cranfield.judge.store.study import Study

__all__ = ["next_in", "next_items", "own", "shown_to"]

_MOST = 50  # items leased to one annotator at once
_LEASED = (assignments.c.annotator == sa.bindparam("of_annotator"), assignments.c.state == "leased")
_COUNT = sa.select(sa.func.count(), sa.func.max(assignments.c.turn)).where(*_LEASED)
_RENEW = assignments.update().where(*_LEASED)
_SHOWN = (
    joined()
    .join(assignments, assignments.c.item == items.c.number)
    .where(*_LEASED, items.c.id.not_in(sa.bindparam("have", expanding=True)))
    .order_by(assignments.c.turn)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


def shown_to(study: Study, annotator: int, item: Item) -> Item:
    """The item as this annotator sees it: blind, and of two outputs a side drawn for the left one."""
    if item.other is None:
        return item.blind(side="")
    shown = item.repeat_of or item.id
    side = "kept" if drawn(study, "side", shown, annotator, item.repeat_of is not None) < 0.5 else "swapped"
    return item.blind(side=side)


def own(study: Study, annotator: int, item: str) -> Item | None:
    """An item that was given to this annotator at some time."""
    with study.database.reading() as connection:
        row = connection.execute(
            joined()
            .join(assignments, assignments.c.item == items.c.number)
            .where(items.c.id == item, assignments.c.annotator == annotator)
        ).first()
    return None if row is None else shown_to(study, annotator, item_of(row))


def next_items(study: Study, annotator: int, count: int, now: int | None) -> list[Item]:
    """Lease items to an annotator until `count` are leased."""
    now = now_ms() if now is None else now
    with study.database.writing(for_good=False) as connection:
        checked_annotator(connection, annotator)
        lapse(connection, now)
        return next_in(study, connection, annotator, count, now)


def next_in(
    study: Study, connection: sa.Connection, annotator: int, count: int, now: int, *, have: Sequence[str] = ()
) -> list[Item]:
    """`next_items` inside a transaction that writes, after leases lapsed; without those that the annotator has."""
    if not 1 <= count <= _MOST:
        raise StudyError("study-setting", name="count", value=count, least=1, most=_MOST)
    until = now + study.settings.lease_seconds * 1000
    mine = {"of_annotator": annotator}
    held, turn = connection.execute(_COUNT, mine).one()
    if held:
        connection.execute(_RENEW, {**mine, "until": until})  # who is at work keeps what they have
    choice = Choice(study, connection, annotator)
    for at in range(1, count - held + 1):
        chosen = choice.item()
        if chosen is None:
            break
        lease(connection, chosen, annotator, until=until, turn=(turn or 0) + at)
    rows = connection.execute(_SHOWN, {**mine, "have": list(have), "most": count}).all()
    return [shown_to(study, annotator, item_of(row)) for row in rows]
