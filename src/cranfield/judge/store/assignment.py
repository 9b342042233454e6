"""Who judges what next: a few shared items, then the least judged; gold and repeats in between that nobody can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.items import PRIME, drawn, item_of, joined, opaque
from cranfield.judge.store.leases import HELD, lapse, lease
from cranfield.judge.store.people import checked_annotator
from cranfield.judge.store.schema import assignments, items

if TYPE_CHECKING:
    from cranfield.judge.store.facts import Item
    from cranfield.judge.store.study import Study

__all__ = ["is_ordinary", "next_items", "own", "shown_to"]

_MOST = 50  # items leased to one annotator at once


def is_ordinary() -> sa.ColumnElement[bool]:
    """Items that count: neither gold nor a repeat."""
    return items.c.gold.is_(None) & items.c.repeat_of.is_(None)


def shown_to(study: Study, annotator: int, item: Item) -> Item:
    """The item as this annotator sees it: blind, and of two outputs a side drawn for the left one."""
    shown = item.repeat_of or item.id
    side = "kept" if drawn(study, "side", shown, annotator, item.repeat_of is not None) < 0.5 else "swapped"
    return item.blind(side=side if item.other else "")


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
    if not 1 <= count <= _MOST:
        raise StudyError("study-setting", name="count", value=count, least=1, most=_MOST)
    now = now_ms() if now is None else now
    until = now + study.settings.lease_seconds * 1000
    with study.database.writing(for_good=False) as connection:
        checked_annotator(connection, annotator)
        lapse(connection, now)
        mine = assignments.c.annotator == annotator, assignments.c.state == "leased"
        held = connection.execute(sa.select(sa.func.count()).where(*mine)).scalar_one()
        connection.execute(assignments.update().where(*mine).values(until=until))  # who is at work keeps what they have
        for _ in range(count - held):
            chosen = _Choice(study, connection, annotator).item()
            if chosen is None:
                break
            lease(connection, chosen, annotator, until=until)
        rows = connection.execute(
            joined()
            .join(assignments, assignments.c.item == items.c.number)
            .where(*mine)
            .order_by(assignments.c.turn)
            .limit(count)
        ).all()
    return [shown_to(study, annotator, item_of(row)) for row in rows]


class _Choice:
    """One choice of an item for an annotator."""

    def __init__(self, study: Study, connection: sa.Connection, annotator: int) -> None:
        self.study, self.connection, self.annotator = study, connection, annotator
        self.own = assignments.alias("own")
        self.beside = sa.outerjoin(
            items, self.own, (self.own.c.item == items.c.number) & (self.own.c.annotator == annotator)
        )

    def item(self) -> int | None:
        """The number of an item, or None when there is none for this annotator."""
        seen, gold, repeats = self._seen()
        settings = self.study.settings
        if self._due("gold", gold, seen, settings.gold_share) and (found := self._gold()):
            return found
        if self._due("repeat", repeats, seen, settings.repeat_share) and (found := self._repeat()):
            return found
        return self._unanswered("lapsed") or self._fresh() or self._unanswered("skip")

    def _seen(self) -> tuple[int, int, int]:
        """How many items this annotator was ever given, and how many of them were gold and repeats."""
        row = self.connection.execute(
            sa.select(sa.func.count(), sa.func.count(items.c.gold), sa.func.count(items.c.repeat_of))
            .select_from(assignments.join(items, items.c.number == assignments.c.item))
            .where(assignments.c.annotator == self.annotator)
        ).one()
        return row[0], row[1], row[2]

    def _due(self, what: str, had: int, seen: int, share: float) -> bool:
        """Whether the next special one comes now: one in each stretch of 1 / share items, at a place drawn for it."""
        return share * (seen + 1) > had + drawn(self.study, what, self.annotator, had)

    def _first(self, *where: Any, by: Any) -> int | None:
        found = sa.select(items.c.number).select_from(self.beside).where(*where).order_by(*by).limit(1)
        return self.connection.execute(found).scalar()

    def _gold(self) -> int | None:
        return self._first(items.c.gold.is_not(None), self.own.c.item.is_(None), by=(self._shuffled(),))

    def _fresh(self) -> int | None:
        """An item that this annotator never had: one of the first shared ones, or that with the fewest in it."""
        by: tuple[Any, ...] = (items.c.priority.desc(), items.c.number)
        if self.study.settings.order == "random":
            by = (self._shuffled(), items.c.number)
        new = is_ordinary(), self.own.c.item.is_(None), items.c.taken < self.study.settings.overlap
        if self._shares() and (begun := self._first(*new, items.c.taken > 0, by=(items.c.taken.desc(), *by))):
            return begun
        return self._first(*new, by=(items.c.taken, *by))

    def _shares(self) -> bool:
        """Whether too few items are full as yet for anybody to see how people agree."""
        settings = self.study.settings
        if settings.overlap == 1 or not settings.shared_first:
            return False
        full = sa.select(items.c.number).where(is_ordinary(), items.c.taken >= settings.overlap)
        count = sa.select(sa.func.count()).select_from(full.limit(settings.shared_first).subquery())
        return bool(self.connection.execute(count).scalar_one() < settings.shared_first)

    def _unanswered(self, state: str) -> int | None:
        """An item that this annotator had and did not answer, the oldest first."""
        free = (items.c.taken < self.study.settings.overlap) | ~is_ordinary()
        return self._first(self.own.c.state == state, free, by=(self.own.c.event, self.own.c.turn, items.c.number))

    def _shuffled(self) -> sa.ColumnElement[Any]:
        """An order of items of this annotator's own."""
        factor = 1 + int(drawn(self.study, "annotator", self.annotator) * (PRIME - 2))
        return (sa.cast(items.c.shuffle, sa.BigInteger) * factor) % PRIME

    def _repeat(self) -> int | None:
        """A repeat of an item that this annotator graded long ago, made now; an item is repeated once."""
        gap = self.study.settings.repeat_gap
        mine = assignments.c.annotator == self.annotator
        answered = sa.select(assignments.c.event).where(
            mine, assignments.c.state.in_(HELD), assignments.c.event.is_not(None)
        )
        border = self.connection.execute(
            answered.order_by(assignments.c.event.desc()).offset(gap - 1).limit(1)
        ).scalar()
        if border is None:
            return None
        again = items.alias("again")
        row = self.connection.execute(
            sa.select(items.c.number, items.c.id)
            .select_from(assignments.join(items, items.c.number == assignments.c.item))
            .where(mine, assignments.c.state == "grade", assignments.c.event < border, is_ordinary())
            .where(
                ~sa.exists().where(again.c.repeat_of == items.c.number, again.c.only_for == self.annotator)
            )
            .order_by(self._shuffled())
            .limit(1)
        ).first()  # fmt: skip
        if row is None:
            return None
        made = items.insert().values(
            id=opaque(self.study, "repeat", row.id, self.annotator), query="", query_text="", doc="", title="", text="",
            html=False, systems="{}", priority=0.0, shuffle=1, repeat_of=row.number, only_for=self.annotator, taken=0,
        )  # fmt: skip
        number: int = self.connection.execute(made.returning(items.c.number)).scalar_one()
        return number
