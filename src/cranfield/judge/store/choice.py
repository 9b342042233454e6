"""The next item for an annotator: one choice among gold items, repeats, what they had before and the least judged."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.judge.store.items import PRIME, drawn, opaque
from cranfield.judge.store.leases import HELD
from cranfield.judge.store.schema import assignments, items

if TYPE_CHECKING:
    from cranfield.judge.store.study import Study

__all__ = ["Choice", "is_ordinary"]


def is_ordinary() -> sa.ColumnElement[bool]:
    """Items that count: neither gold nor a repeat."""
    return items.c.gold.is_(None) & items.c.repeat_of.is_(None)


_own = assignments.alias("own")
_of_annotator = sa.bindparam("of_annotator", type_=sa.BigInteger)
_MINE = assignments.c.annotator == _of_annotator
_BESIDE = sa.outerjoin(items, _own, (_own.c.item == items.c.number) & (_own.c.annotator == _of_annotator))
_FREE = items.c.taken < sa.bindparam("overlap")
# an order of items of an annotator's own
_SHUFFLED = (sa.cast(items.c.shuffle, sa.BigInteger) * sa.bindparam("factor", type_=sa.BigInteger)) % PRIME

_SEEN = (
    sa.select(sa.func.count(), sa.func.count(items.c.gold), sa.func.count(items.c.repeat_of))
    .select_from(assignments.join(items, items.c.number == assignments.c.item))
    .where(_MINE)
)
_GOLD = (
    sa.select(items.c.number)
    .select_from(_BESIDE)
    .where(items.c.gold.is_not(None), _own.c.item.is_(None))
    .order_by(_SHUFFLED)
    .limit(1)
)
_UNANSWERED = (
    sa.select(items.c.number)
    .select_from(assignments.join(items, items.c.number == assignments.c.item))
    .where(_MINE, assignments.c.state == sa.bindparam("state"), _FREE | ~is_ordinary())
    .order_by(assignments.c.event, assignments.c.turn, items.c.number)
    .limit(1)
)
_full = sa.select(items.c.number).where(is_ordinary(), items.c.taken >= sa.bindparam("overlap"))
_FULL = sa.select(sa.func.count()).select_from(_full.limit(sa.bindparam("most", type_=sa.Integer)).subquery())
_ANSWERED = (
    sa.select(assignments.c.event)
    .where(_MINE, assignments.c.state.in_(HELD), assignments.c.event.is_not(None))
    .order_by(assignments.c.event.desc())
)


@lru_cache(4)
def _fresh(order: str, *, begun: bool) -> sa.Select[Any]:
    """An ordinary item that an annotator never had, the least taken or, of those begun, the most taken."""
    by: tuple[Any, ...] = (items.c.priority.desc(), items.c.number)
    if order == "random":
        by = (_SHUFFLED, items.c.number)
    found = sa.select(items.c.number).select_from(_BESIDE).where(is_ordinary(), _own.c.item.is_(None), _FREE)
    if begun:
        return found.where(items.c.taken > 0).order_by(items.c.taken.desc(), *by).limit(1)
    return found.order_by(items.c.taken, *by).limit(1)


class Choice:
    """Chooses an item for an annotator, inside a transaction in which nobody else writes."""

    def __init__(self, study: Study, connection: sa.Connection, annotator: int) -> None:
        self.study, self.connection, self.annotator = study, connection, annotator
        factor = 1 + int(drawn(study, "annotator", annotator) * (PRIME - 2))
        self.given = {"of_annotator": annotator, "overlap": study.settings.overlap}
        self.factor = {"factor": factor}

    def item(self) -> int | None:
        """The number of an item, or None when there is none for this annotator."""
        settings = self.study.settings
        if settings.gold_share or settings.repeat_share:
            seen, gold, repeats = self.connection.execute(_SEEN, self.given).one()
            if self._due("gold", gold, seen, settings.gold_share) and (found := self._gold()):
                return found
            if self._due("repeat", repeats, seen, settings.repeat_share) and (found := self._repeat()):
                return found
        return self._unanswered("lapsed") or self._new() or self._unanswered("skip")

    def _due(self, what: str, had: int, seen: int, share: float) -> bool:
        """Whether the next special one comes now: one in each stretch of 1 / share items, at a place drawn for it."""
        return share * (seen + 1) > had + drawn(self.study, what, self.annotator, had)

    def _gold(self) -> int | None:
        return self.connection.execute(_GOLD, {**self.given, **self.factor}).scalar()

    def _unanswered(self, state: str) -> int | None:
        """An item that this annotator had and did not answer, the oldest first."""
        return self.connection.execute(_UNANSWERED, {**self.given, "state": state}).scalar()

    def _new(self) -> int | None:
        """An item that this annotator never had: one of the first shared ones, or that with the fewest in it."""
        order = self.study.settings.order
        given = {**self.given, **(self.factor if order == "random" else {})}
        if self._shares() and (begun := self.connection.execute(_fresh(order, begun=True), given).scalar()):
            return int(begun)
        return self.connection.execute(_fresh(order, begun=False), given).scalar()

    def _shares(self) -> bool:
        """Whether too few items are full as yet for anybody to see how people agree."""
        settings = self.study.settings
        if settings.overlap == 1 or not settings.shared_first:
            return False
        most = {"overlap": settings.overlap, "most": settings.shared_first}
        return bool(self.connection.execute(_FULL, most).scalar_one() < settings.shared_first)

    def _repeat(self) -> int | None:
        """A repeat of an item that this annotator graded long ago, made now; an item is repeated once."""
        gap = self.study.settings.repeat_gap
        border = self.connection.execute(_ANSWERED.offset(gap - 1).limit(1), self.given).scalar()
        if border is None:
            return None
        again = items.alias("again")
        row = self.connection.execute(
            sa.select(items.c.number, items.c.id)
            .select_from(assignments.join(items, items.c.number == assignments.c.item))
            .where(_MINE, assignments.c.state == "grade", assignments.c.event < border, is_ordinary())
            .where(
                ~sa.exists().where(again.c.repeat_of == items.c.number, again.c.only_for == self.annotator)
            )
            .order_by(_SHUFFLED)
            .limit(1), {**self.given, **self.factor},
        ).first()  # fmt: skip
        if row is None:
            return None
        made = items.insert().values(
            id=opaque(self.study, "repeat", row.id, self.annotator), query="", query_text="", doc="", title="", text="",
            html=False, systems="{}", priority=0.0, shuffle=1, repeat_of=row.number, only_for=self.annotator, taken=0,
        )  # fmt: skip
        number: int = self.connection.execute(made.returning(items.c.number)).scalar_one()
        return number
