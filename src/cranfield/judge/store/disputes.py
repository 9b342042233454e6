"""Adjudication: which items need a decision, and keeping the decisions."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.answers import add_event
from cranfield.judge.store.checked import checked_values, shown_text
from cranfield.judge.store.counted import as_known, counted, decided, differ, tied
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.facts import Dispute, Given, Receipt
from cranfield.judge.store.items import item_of, joined
from cranfield.judge.store.people import checked_annotator
from cranfield.judge.store.schema import decisions, items

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.judge.store.counted import Counted
    from cranfield.judge.store.facts import Value
    from cranfield.judge.store.settings import Settings
    from cranfield.judge.store.study import Study

__all__ = ["adjudicate", "disputed_in", "undecided"]

_AT_ONCE = 500


def disputed_in(settings: Settings, answers: list[Counted], rule: str) -> tuple[str, ...]:
    """The dimensions in which answers to an item differ too much."""
    found = []
    for dimension in settings.dimensions:
        numbers = [each.numbers[dimension.name] for each in answers]
        if differ(dimension, numbers, settings.adjudicate_over) or (rule == "majority" and tied(numbers)):
            found.append(dimension.name)
    return tuple(found)


def undecided(study: Study, rule: str) -> list[Dispute]:
    """Items in dispute that nobody decided, by their number; gold items have their answer already."""
    settings = study.settings
    found = []
    with study.database.reading() as connection:
        answers, done = counted(connection, settings), decided(connection)
        wanted = {
            number: dimensions
            for number, given in answers.items()
            if number not in done and (dimensions := disputed_in(settings, given, rule))
        }
        numbers = list(wanted)
        for start in range(0, len(numbers), _AT_ONCE):
            chunk = numbers[start : start + _AT_ONCE]
            where = items.c.number.in_(chunk), items.c.gold.is_(None)
            for row in connection.execute(joined().where(*where).order_by(items.c.number)):
                given = tuple(
                    Given(each.name, as_known(settings, each.numbers), each.comment, each.at)
                    for each in answers[row.own_number]
                )
                found.append(Dispute(item_of(row), wanted[row.own_number], given))
    return found


def adjudicate(
    study: Study, adjudicator: int, item: str, values: Mapping[str, Value], comment: str, now: int | None
) -> Receipt:
    """Decide an item; of a preference the values are first, second or tie."""
    now = now_ms() if now is None else now
    chosen = checked_values(study.settings, values, shown=False)
    with study.database.writing() as connection:
        person = checked_annotator(connection, adjudicator)
        if person.role == "annotator":
            raise StudyError("adjudicator-role", name=person.name)
        ordinary = items.c.id == item, items.c.repeat_of.is_(None), items.c.gold.is_(None)
        number = connection.execute(sa.select(items.c.number).where(*ordinary)).scalar()
        if number is None:
            raise StudyError("item-unknown", source=study.database.name, name=item)
        key = f"decision {secrets.token_hex(8)}"
        answer = {"values": chosen, "reason": "", "comment": shown_text(comment.strip()), "span": None, "side": ""}
        event = add_event(
            connection, annotator=adjudicator, key=key, kind="decide", item=number, answer=answer, at=now, late=False
        )
        if connection.execute(decisions.update().where(decisions.c.item == number).values(event=event)).rowcount == 0:
            connection.execute(decisions.insert().values(item=number, event=event))
    return Receipt(key, event, now)
