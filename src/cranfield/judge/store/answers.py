"""Answers: recording them once, taking them back to any depth, and looking back; every step is an event that stays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.assignment import shown_to
from cranfield.judge.store.checked import bounded_seconds, checked_answer
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.facts import Answer, Past, Receipt
from cranfield.judge.store.items import item_of, joined
from cranfield.judge.store.leases import HELD, first_turn, has_place, lapse, lease, settle
from cranfield.judge.store.people import checked_annotator
from cranfield.judge.store.schema import assignments, events, items

if TYPE_CHECKING:
    from cranfield.judge.store.facts import Item
    from cranfield.judge.store.study import Study

__all__ = ["add_event", "history", "record", "record_in", "undo", "undo_in"]


_EVENT = events.insert().returning(events.c.number)
_SENT = events.select().where(
    events.c.annotator == sa.bindparam("of_annotator"), events.c.key == sa.bindparam("of_key")
)  # fmt: skip
# an item without its texts, and how it stands with an annotator
_HELD = (
    sa.select(items.c.number, items.c.gold, items.c.repeat_of, items.c.taken, assignments)
    .join(assignments, assignments.c.item == items.c.number)
    .where(items.c.id == sa.bindparam("of_id"), assignments.c.annotator == sa.bindparam("of_annotator"))
)
_SHOWN = joined().where(items.c.number == sa.bindparam("of_number"))


def record(study: Study, annotator: int, answer: Answer, now: int | None) -> Receipt:
    """Keep an answer and let it stand; one that comes when others have taken its place is kept and not counted."""
    now = now_ms() if now is None else now
    kept = checked_answer(study.settings, answer)
    with study.database.writing() as connection:
        return record_in(study, connection, annotator, answer, kept, now)


def record_in(
    study: Study, connection: sa.Connection, annotator: int, answer: Answer, kept: dict[str, Any], now: int
) -> Receipt:
    """`record` inside a transaction that writes; `kept` is the answer, checked."""
    checked_annotator(connection, annotator)
    lapse(connection, now)
    held = connection.execute(_HELD, {"of_id": answer.item, "of_annotator": annotator}).first()
    if held is None:
        raise StudyError("item-not-yours", name=answer.item)
    kept["side"] = _side(study, connection, annotator, held.number, answer)
    if known := _known(connection, annotator, answer, held.number, kept):
        return known
    late = answer.kind != "skip" and held.state not in HELD and not has_place(held, study.settings)
    number = add_event(
        connection, annotator=annotator, key=answer.event, kind=answer.kind, item=held.number,
        answer=kept, shown=answer.shown_at, seconds=bounded_seconds(answer.seconds), at=now, late=late,
    )  # fmt: skip
    settle(connection, held, state="late" if late else answer.kind, event=number)
    return Receipt(answer.event, number, now, late)


def add_event(connection: sa.Connection, *, answer: dict[str, Any], **values: Any) -> int:
    """Write down what happened; its number."""
    told = json.dumps(answer, ensure_ascii=False)
    number: int = connection.execute(_EVENT, {"answer": told, **values}).scalar_one()
    return number


def _side(study: Study, connection: sa.Connection, annotator: int, item: int, answer: Answer) -> str:
    """How two outputs were shown to this annotator; a page that says otherwise showed something else."""
    if study.settings.kind != "prefer" and not answer.side and answer.span is None:
        return ""  # one text without a mark: nothing to look up
    shown = _shown(study, connection, annotator, item)
    if answer.side and answer.side != shown.side:
        raise StudyError("answer-side", side=answer.side)
    if answer.span is not None and answer.span[1] > len(shown.output.text):
        raise StudyError("answer-span", start=answer.span[0], end=answer.span[1])
    return shown.side


def _known(
    connection: sa.Connection, annotator: int, answer: Answer, item: int, kept: dict[str, Any]
) -> Receipt | None:
    """The receipt of an event that came before; its key cannot stand for something else."""
    row = connection.execute(_SENT, {"of_annotator": annotator, "of_key": answer.event}).first()
    if row is None:
        return None
    if (row.item, row.kind) != (item, answer.kind) or json.loads(row.answer)["values"] != kept["values"]:
        raise StudyError("answer-event-again", event=answer.event)
    return Receipt(row.key, row.number, row.at, bool(row.late), known=True)


def undo(study: Study, annotator: int, event: str | None, now: int | None) -> Item | None:
    """Take back the newest answer that stands; a skip or a late answer only while there is a place for another."""
    now = now_ms() if now is None else now
    with study.database.writing() as connection:
        return undo_in(study, connection, annotator, event, now)


def undo_in(study: Study, connection: sa.Connection, annotator: int, event: str | None, now: int) -> Item | None:
    """`undo` inside a transaction that writes."""
    checked_annotator(connection, annotator)
    lapse(connection, now)
    if event is not None:
        before = connection.execute(_SENT, {"of_annotator": annotator, "of_key": event}).first()
        if before is not None and before.kind != "undo":
            raise StudyError("answer-event-again", event=event)
        if before is not None:
            return _shown(study, connection, annotator, before.item)
    item = _newest(study, connection, annotator)
    if item is None:
        return None
    add_event(
        connection, annotator=annotator, key=event or f"undo {item.event}", kind="undo", item=item.number,
        answer={}, at=now, late=False, undoes=item.event,
    )  # fmt: skip
    until = now + study.settings.lease_seconds * 1000
    lease(connection, item.number, annotator, until=until, turn=first_turn(connection, annotator) - 1)
    return _shown(study, connection, annotator, item.number)


def _newest(study: Study, connection: sa.Connection, annotator: int) -> Any:
    """The item whose answer is the newest that can be taken back."""
    found = connection.execute(
        sa.select(items, assignments.c.event, assignments.c.state)
        .join(assignments, assignments.c.item == items.c.number)
        .where(assignments.c.annotator == annotator, assignments.c.event.is_not(None))
        .order_by(assignments.c.event.desc())
    )
    for row in found:
        if row.state in HELD or has_place(row, study.settings):
            found.close()
            return row
    return None


def _shown(study: Study, connection: sa.Connection, annotator: int, number: int) -> Item:
    row = connection.execute(_SHOWN, {"of_number": number}).one()
    return shown_to(study, annotator, item_of(row))


def history(study: Study, annotator: int, limit: int) -> list[Past]:
    """The annotator's own answers that stand."""
    columns = [each.label(f"e_{each.name}") for each in events.c]
    with study.database.reading() as connection:
        rows = connection.execute(
            joined(assignments.c.state, *columns)
            .join(assignments, assignments.c.item == items.c.number)
            .join(events, events.c.number == assignments.c.event)
            .where(assignments.c.annotator == annotator)
            .order_by(events.c.number.desc())
            .limit(limit)
        ).all()
    return [_past(study, annotator, row) for row in rows]


def _past(study: Study, annotator: int, row: Any) -> Past:
    kept = json.loads(row.e_answer)
    span = kept["span"]
    answer = Answer(
        row.own_id, row.e_key, row.e_kind, kept["values"], kept["reason"], kept["comment"],
        None if span is None else (span[0], span[1]), kept["side"], row.e_shown, row.e_seconds,
    )  # fmt: skip
    return Past(shown_to(study, annotator, item_of(row)), answer, row.e_at, row.state == "late")
