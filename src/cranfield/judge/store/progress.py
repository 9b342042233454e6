"""How far a study is: for one annotator what they may know, for the whole everything."""

from __future__ import annotations

import json
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.judge.store.choice import is_ordinary
from cranfield.judge.store.counted import counted, decided, known_numbers, numbers_of
from cranfield.judge.store.database import now_ms
from cranfield.judge.store.disputes import disputed_in
from cranfield.judge.store.facts import Annotator, Progress, Standing, Status
from cranfield.judge.store.schema import annotators, assignments, events, items

if TYPE_CHECKING:
    from cranfield.judge.store.settings import Settings
    from cranfield.judge.store.study import Study

__all__ = ["of_all", "of_one", "progress_in"]


_free = is_ordinary() & (items.c.taken < sa.bindparam("overlap"))
_FREE = sa.select(sa.func.count()).select_from(items).where(_free)
_MINE = (
    sa.select(
        assignments.c.state, sa.func.count(), sa.func.sum(events.c.seconds), sa.func.sum(sa.case((_free, 1), else_=0))
    )
    .select_from(
        assignments.join(items, items.c.number == assignments.c.item).outerjoin(
            events, events.c.number == assignments.c.event
        )
    )
    .where(assignments.c.annotator == sa.bindparam("of_annotator"))
    .group_by(assignments.c.state)
)


def of_one(study: Study, annotator: int) -> Progress:
    """What an annotator has done and could do."""
    with study.database.reading() as connection:
        return progress_in(connection, study.settings, annotator)


def progress_in(connection: sa.Connection, settings: Settings, annotator: int) -> Progress:
    """`of_one` inside a transaction; gold items and repeats count like others, as nobody can tell them."""
    overlap = {"overlap": settings.overlap}
    mine = {row[0]: row for row in connection.execute(_MINE, {**overlap, "of_annotator": annotator})}
    # what is leased, and every free item but those that the annotator is through with
    through = sum(row[3] for state, row in mine.items() if state not in ("lapsed", "skip"))
    leased, skipped = (mine[state][1] if state in mine else 0 for state in ("leased", "skip"))
    done = [mine[state] for state in ("grade", "cannot", "late") if state in mine]
    left = leased + connection.execute(_FREE, overlap).scalar_one() - through
    return Progress(sum(row[1] for row in done), skipped, left, sum(row[2] or 0.0 for row in done))


def _live(now: int) -> sa.ColumnElement[bool]:
    return (assignments.c.state == "leased") & (assignments.c.until > now)


def of_all(study: Study, now: int | None) -> Status:
    """Where everything stands."""
    now = now_ms() if now is None else now
    settings = study.settings
    with study.database.reading() as connection:
        states = _states(connection)
        leased = connection.execute(sa.select(sa.func.count()).select_from(assignments).where(_live(now))).scalar_one()
        total = connection.execute(sa.select(sa.func.count()).select_from(items).where(is_ordinary())).scalar_one()
        gold = connection.execute(sa.select(sa.func.count(items.c.gold))).scalar_one()
        answers, done = counted(connection, settings), decided(connection)
        golden = set(connection.execute(sa.select(items.c.number).where(items.c.gold.is_not(None))).scalars())
        people = _people(connection, settings)
        ages: dict[int, int] = {
            row.id: max(now - row.created, 0)
            for row in connection.execute(sa.select(annotators.c.id, annotators.c.created))
        }
    answered = {item: sum(each.values()) for item, each in states.items()}
    complete = sum(count >= settings.overlap for count in answered.values())
    disputed = [
        number
        for number, given in answers.items()
        if number not in done and number not in golden and disputed_in(settings, given, "median")
    ]
    return Status(
        title=settings.title, kind=settings.kind, items=total, gold=gold, wanted=total * settings.overlap,
        given=sum(answered.values()), complete=complete, begun=len(answered) - complete,
        untouched=total - len(answered), leased=leased, disputed=len(disputed), decided=len(done),
        nobody_could=sum("grade" not in each for each in states.values()), people=_who_is_behind(people, ages),
    )  # fmt: skip


def _states(connection: sa.Connection) -> dict[int, dict[str, int]]:
    """By ordinary item how many graded it and how many could not."""
    rows = connection.execute(
        sa.select(assignments.c.item, assignments.c.state, sa.func.count())
        .join(items, items.c.number == assignments.c.item)
        .where(assignments.c.state.in_(("grade", "cannot")), is_ordinary())
        .group_by(assignments.c.item, assignments.c.state)
    )
    found: dict[int, dict[str, int]] = {}
    for item, state, count in rows:
        found.setdefault(item, {})[state] = count
    return found


def _people(connection: sa.Connection, settings: Settings) -> list[Standing]:
    rows = connection.execute(
        sa.select(
            assignments.c.annotator, assignments.c.state, events.c.seconds, events.c.at, events.c.answer,
            items.c.gold, items.c.repeat_of,
        )
        .join(events, events.c.number == assignments.c.event)
        .join(items, items.c.number == assignments.c.item)
    ).all()  # fmt: skip
    undone: dict[int, int] = dict(
        connection.execute(
            sa.select(events.c.annotator, sa.func.count()).where(events.c.kind == "undo").group_by(events.c.annotator)
        ).all()
    )
    mine: dict[int, list[Any]] = {}
    for row in rows:
        mine.setdefault(row.annotator, []).append(row)
    may_judge = annotators.select().where(annotators.c.role != "admin")
    people = connection.execute(may_judge.order_by(annotators.c.name)).all()
    return [_standing(settings, row, mine.get(row.id, []), undone.get(row.id, 0)) for row in people]


def _standing(settings: Settings, person: Any, rows: list[Any], undone: int) -> Standing:
    states = [row.state for row in rows]
    gold = [row for row in rows if row.gold is not None and row.state == "grade"]
    seconds = [row.seconds for row in rows if row.seconds is not None and row.state in ("grade", "cannot", "late")]
    return Standing(
        Annotator(person.id, person.name, person.role, person.revoked is not None),
        done=states.count("grade") + states.count("cannot"), cannot=states.count("cannot"),
        skipped=states.count("skip"), late=states.count("late"), undone=undone,
        gold_seen=len(gold), gold_right=sum(_is_right(settings, row) for row in gold),
        repeats=sum(row.repeat_of is not None and row.state == "grade" for row in rows),
        median_seconds=median(seconds) if seconds else None,
        last_at=max((row.at for row in rows), default=None), behind=False,
    )  # fmt: skip


def _is_right(settings: Settings, row: Any) -> bool:
    """Whether an answer to a gold item is the known one in every dimension."""
    kept = json.loads(row.answer)
    return numbers_of(settings, kept["values"], kept["side"]) == known_numbers(row.gold)


def _who_is_behind(people: list[Standing], ages: dict[int, int]) -> tuple[Standing, ...]:
    """Marks those who have done less than half of what the middle one has, unless they came long after that one."""
    at_work = [each for each in people if not each.annotator.revoked and each.annotator.role == "annotator"]
    if len(at_work) < 2:
        return tuple(people)
    done = median(each.done for each in at_work)
    age = median(ages[each.annotator.id] for each in at_work)
    behind = {
        each.annotator.id for each in at_work if each.done < done / 2 and ages[each.annotator.id] >= age / 2
    }  # fmt: skip
    return tuple(replace(each, behind=each.annotator.id in behind) for each in people)
