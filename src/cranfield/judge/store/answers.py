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
from cranfield.judge.store.leases import HELD, assignment_of, has_place, lapse, lease, settle
from cranfield.judge.store.people import checked_annotator
from cranfield.judge.store.schema import assignments, events, items

if TYPE_CHECKING:
    from cranfield.judge.store.facts import Item
    from cranfield.judge.store.study import Study

__all__ = ["add_event", "history", "record", "undo"]


def record(study: Study, annotator: int, answer: Answer, now: int | None) -> Receipt:
    """Keep an answer and let it stand; one that comes when others have taken its place is kept and not counted."""
    now = now_ms() if now is None else now
    kept = checked_answer(study.settings, answer)
    with study.database.writing() as connection:
        checked_annotator(connection, annotator)
        item = connection.execute(items.select().where(items.c.id == answer.item)).first()
        held = None if item is None else assignment_of(connection, item.number, annotator)
        if item is None or held is None:
            raise StudyError("item-not-yours", name=answer.item)
        kept["side"] = _side(study, connection, annotator, item, answer)
        if known := _known(connection, annotator, answer, item.number, kept):
            return known
        lapse(connection, now)
        item = connection.execute(items.select().where(items.c.number == item.number)).one()
        held = assignment_of(connection, item.number, annotator)
        late = answer.kind != "skip" and held.state not in HELD and not has_place(item, study.settings)
        number = add_event(
            connection, annotator=annotator, key=answer.event, kind=answer.kind, item=item.number,
            answer=kept, shown=answer.shown_at, seconds=bounded_seconds(answer.seconds), at=now, late=late,
        )  # fmt: skip
        settle(connection, held, state="late" if late else answer.kind, event=number)
    return Receipt(answer.event, number, now, late)


def add_event(connection: sa.Connection, *, answer: dict[str, Any], **values: Any) -> int:
    """Write down what happened; its number."""
    told = json.dumps(answer, ensure_ascii=False)
    made = events.insert().values(answer=told, **values).returning(events.c.number)
    number: int = connection.execute(made).scalar_one()
    return number


def _side(study: Study, connection: sa.Connection, annotator: int, item: Any, answer: Answer) -> str:
    """How two outputs were shown to this annotator; a page that says otherwise showed something else."""
    row = connection.execute(joined().where(items.c.number == item.number)).one()
    shown = shown_to(study, annotator, item_of(row))
    if answer.side and answer.side != shown.side:
        raise StudyError("answer-side", side=answer.side)
    if answer.span is not None and answer.span[1] > len(shown.output.text):
        raise StudyError("answer-span", start=answer.span[0], end=answer.span[1])
    return shown.side


def _known(
    connection: sa.Connection, annotator: int, answer: Answer, item: int, kept: dict[str, Any]
) -> Receipt | None:
    """The receipt of an event that came before; its key cannot stand for something else."""
    same = events.c.annotator == annotator, events.c.key == answer.event
    row = connection.execute(events.select().where(*same)).first()
    if row is None:
        return None
    if (row.item, row.kind) != (item, answer.kind) or json.loads(row.answer)["values"] != kept["values"]:
        raise StudyError("answer-event-again", event=answer.event)
    return Receipt(row.key, row.number, row.at, bool(row.late), known=True)


def undo(study: Study, annotator: int, event: str | None, now: int | None) -> Item | None:
    """Take back the newest answer that stands; a skip or a late answer only while there is a place for another."""
    now = now_ms() if now is None else now
    with study.database.writing() as connection:
        checked_annotator(connection, annotator)
        if event is not None:
            same = events.c.annotator == annotator, events.c.key == event
            before = connection.execute(sa.select(events.c.item, events.c.kind).where(*same)).first()
            if before is not None and before.kind != "undo":
                raise StudyError("answer-event-again", event=event)
            if before is not None:
                return _shown(study, connection, annotator, before.item)
        lapse(connection, now)
        item = _newest(study, connection, annotator)
        if item is None:
            return None
        add_event(
            connection, annotator=annotator, key=event or f"undo {item.event}", kind="undo", item=item.number,
            answer={}, at=now, late=False, undoes=item.event,
        )  # fmt: skip
        lease(connection, item.number, annotator, until=now + study.settings.lease_seconds * 1000, first=True)
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
    row = connection.execute(joined().where(items.c.number == number)).one()
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
