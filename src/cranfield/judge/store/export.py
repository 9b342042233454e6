"""What comes out of a study: every answer ever given as a table, and one grade an item by a named rule."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store.consensus import agreed
from cranfield.judge.store.counted import counted, decided, differ, known_numbers, numbers_of, tied
from cranfield.judge.store.facts import Qrels
from cranfield.judge.store.items import ORIGINAL, joined
from cranfield.judge.store.schema import annotators, assignments, decisions, events, items
from cranfield.judge.store.schema import study as study_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.judge.store.counted import Counted
    from cranfield.judge.store.settings import Dimension, Settings
    from cranfield.judge.store.study import Study

__all__ = ["COLUMNS", "RULES", "facts", "judgments", "qrels"]

RULES = ("median", "majority", "mean", "adjudicated", "dawid-skene")
COLUMNS = pa.schema({
    "query": pa.string(), "doc": pa.string(), "other": pa.string(), "item": pa.string(), "system": pa.string(),
    "other_system": pa.string(), "rater": pa.string(), "dimension": pa.string(), "value": pa.float64(),
    "label": pa.string(), "kind": pa.string(), "state": pa.string(), "reason": pa.string(), "comment": pa.string(),
    "span_from": pa.int64(), "span_to": pa.int64(), "side": pa.string(), "seconds": pa.float64(),
    "at": pa.timestamp("ms", tz="UTC"), "repeat": pa.bool_(), "gold": pa.float64(), "adjudicated": pa.bool_(),
    "event": pa.int64(),
})  # fmt: skip


def judgments(study: Study) -> pa.Table:
    """A row for each dimension of each answer, and one for each skip; `state` says what became of it.

    `state` is current, late (kept, not counted), replaced by a later one, or undone.
    """
    told = [each.label(f"e_{each.name}") for each in events.c]
    with study.database.reading() as connection:
        undone = set(connection.execute(sa.select(events.c.undoes).where(events.c.undoes.is_not(None))).scalars())
        standing: dict[int, str] = dict(
            connection.execute(
                sa.select(assignments.c.event, assignments.c.state).where(assignments.c.event.is_not(None))
            ).all()
        )
        standing |= dict.fromkeys(connection.execute(sa.select(decisions.c.event)).scalars(), "decide")
        rows = connection.execute(
            joined(annotators.c.name, *told)
            .join(events, events.c.item == items.c.number)
            .join(annotators, annotators.c.id == events.c.annotator)
            .where(events.c.kind != "undo")
            .order_by(events.c.number)
        ).all()
    found = [line for row in rows for line in _lines(study.settings, row, _state(row.e_number, standing, undone))]
    return pa.Table.from_pylist(found, schema=COLUMNS)


def _state(number: int, standing: dict[int, str], undone: set[int]) -> str:
    if number in standing:
        return "late" if standing[number] == "late" else "current"
    return "undone" if number in undone else "replaced"


def _lines(settings: Settings, row: Any, state: str) -> Iterator[dict[str, Any]]:
    """The rows of one event."""
    kept = json.loads(row.e_answer)
    gold = known_numbers(row.gold)
    span = kept["span"] or (None, None)
    shared = {
        "query": row.query, "doc": row.doc, "other": row.other_doc, "item": row.id, "system": _only(row.systems),
        "other_system": _only(row.other_systems), "rater": row.name, "kind": row.e_kind, "state": state,
        "reason": kept["reason"], "comment": kept["comment"], "span_from": span[0], "span_to": span[1],
        "side": kept["side"], "seconds": row.e_seconds, "at": row.e_at, "repeat": row.own_id != row.id,
        "adjudicated": row.e_kind == "decide", "event": row.e_number,
    }  # fmt: skip
    if not kept["values"]:
        yield shared
        return
    decision = row.e_kind == "decide"
    numbers = (
        known_numbers(json.dumps(kept["values"])) if decision else numbers_of(settings, kept["values"], kept["side"])
    )
    for name, number in numbers.items():
        label = str(kept["values"][name]) if settings.kind == "prefer" else settings.dimension(name).label(number)
        yield {**shared, "dimension": name, "value": number, "label": label, "gold": gold.get(name)}


def _only(systems: str | None) -> str | None:
    """The system that returned an output, if it is one."""
    names = list(json.loads(systems or "{}"))
    return names[0] if len(names) == 1 else ", ".join(names) or None


def qrels(study: Study, rule: str, dimension: str | None, *, gold: bool) -> Qrels:
    """One grade for each query and document."""
    settings = study.settings
    which = _dimension(study, rule, dimension)
    rows, counts = [], dict.fromkeys(("disputed", "left_out", "uncovered", "decided", "gold"), 0)
    with study.database.reading() as connection:
        answers, done = counted(connection, settings), decided(connection)
        columns = ORIGINAL.c.number, ORIGINAL.c.query, ORIGINAL.c.doc, ORIGINAL.c.gold
        found = connection.execute(sa.select(*columns).where(ORIGINAL.c.repeat_of.is_(None)).order_by(columns[0]))
        together = agreed(which, answers) if rule == "dawid-skene" else None
        for row in found:
            if row.gold is not None and not gold:
                continue
            given = answers.get(row.number, [])
            grade, what = _graded(which, rule, settings, row, given, done)
            if together is not None and not {"gold", "decided", "uncovered"} & {*what}:
                grade = together.grades[row.number]
            for each in what:
                counts[each] += 1
            if grade is not None:
                rows.append({"query": row.query, "doc": row.doc, "grade": grade, "answers": len(given)})
    schema = pa.schema({"query": pa.string(), "doc": pa.string(), "grade": pa.float64(), "answers": pa.int64()})
    thin = {} if together is None else {"few_answers": together.few_answers, "few_items": together.few_items}
    return Qrels(pa.Table.from_pylist(rows, schema=schema), rule, which.name, **counts, **thin)


def _dimension(study: Study, rule: str, name: str | None) -> Dimension:
    """The dimension that is exported, if the rule can be used with it."""
    settings = study.settings
    names = [each.name for each in settings.dimensions]
    if rule not in RULES:
        raise StudyError("export-rule", rule=rule, rules=list(RULES))
    if settings.kind == "prefer":
        raise StudyError("export-preferences", source=study.database.name)
    if name is None and len(names) > 1:
        raise StudyError("export-dimension", source=study.database.name, names=names)
    if name is not None and name not in names:
        raise StudyError("answer-dimension", name=name, names=names)
    found = settings.dimension(name or names[0])
    if not found.ordered and rule not in ("majority", "dawid-skene"):
        raise StudyError("export-names", dimension=found.name, rule=rule)
    return found


def _graded(
    dimension: Dimension, rule: str, settings: Settings, row: Any, given: list[Counted], done: dict[int, Any]
) -> tuple[float | None, list[str]]:
    """The grade of an item, if it has one, and what is counted about it; a decision stands before every rule."""
    if row.gold is not None:
        return known_numbers(row.gold)[dimension.name], ["gold"]
    if row.number in done:
        return done[row.number][dimension.name], ["decided"]
    numbers = sorted(each.numbers[dimension.name] for each in given)
    if not numbers:
        return None, ["uncovered"]
    split = rule == "majority" and tied(numbers)
    disputed = split or differ(dimension, numbers, settings.adjudicate_over)
    if split or (disputed and rule == "adjudicated"):
        return None, ["disputed", "left_out"]
    if rule == "majority":
        grade = max(numbers, key=numbers.count)
    elif rule == "mean":
        grade = sum(numbers) / len(numbers)
    else:
        grade = numbers[(len(numbers) - 1) // 2]  # of two in the middle the lower, so that it is one of the scale
    return grade, ["disputed"] * disputed


def facts(study: Study) -> dict[str, Any]:
    """What the study says about itself."""
    with study.database.reading() as connection:
        row = connection.execute(sa.select(study_table.c.version, study_table.c.created)).one()
        counts = {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in (items, events, annotators)
        }
    return {"version": row.version, "created": row.created, **counts}
