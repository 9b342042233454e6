"""The answers that count, as numbers: what disputes, exports and progress are made from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from cranfield.judge.store.schema import annotators, assignments, decisions, events, items
from cranfield.judge.store.settings import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.judge.store.facts import Value
    from cranfield.judge.store.settings import Dimension, Settings

__all__ = ["Counted", "as_known", "counted", "decided", "differ", "known_numbers", "numbers_of", "tied"]

_KEPT = {"first": 1.0, "tie": 0.0, "second": -1.0}


@dataclass(frozen=True)
class Counted:
    """One answer that stands: who gave it, and a number for each dimension."""

    annotator: int
    name: str
    numbers: Mapping[str, float]
    comment: str
    at: int


def numbers_of(settings: Settings, values: Mapping[str, Value], side: str) -> dict[str, float]:
    """Values as numbers; of a preference 1 for the first output, -1 for the second, whichever side it was on."""
    if settings.kind != "prefer":
        return {name: float(value) for name, value in values.items()}
    turned = -1.0 if side == "swapped" else 1.0
    return {name: SIDES[str(value)] * turned + 0.0 for name, value in values.items()}  # + 0.0: no -0.0


def known_numbers(gold: str | None) -> dict[str, float]:
    """The known answer of a gold item as numbers; nothing for other items."""
    values = {} if gold is None else json.loads(gold)
    return {name: _KEPT[value] if isinstance(value, str) else float(value) for name, value in values.items()}


def counted(connection: sa.Connection, settings: Settings) -> dict[int, list[Counted]]:
    """The grades that stand by the number of their item, without repeats, in the order in which they came."""
    rows = connection.execute(
        sa.select(
            assignments.c.item, assignments.c.annotator, annotators.c.name, events.c.answer, events.c.at,
        )
        .join(events, events.c.number == assignments.c.event)
        .join(annotators, annotators.c.id == assignments.c.annotator)
        .join(items, items.c.number == assignments.c.item)
        .where(assignments.c.state == "grade", items.c.repeat_of.is_(None))
        .order_by(assignments.c.item, assignments.c.event)
    )  # fmt: skip
    found: dict[int, list[Counted]] = {}
    for row in rows:
        kept = json.loads(row.answer)
        numbers = numbers_of(settings, kept["values"], kept["side"])
        found.setdefault(row.item, []).append(Counted(row.annotator, row.name, numbers, kept["comment"], row.at))
    return found


def decided(connection: sa.Connection) -> dict[int, dict[str, float]]:
    """What adjudicators decided, by the number of the item."""
    rows = connection.execute(
        sa.select(decisions.c.item, events.c.answer).join(events, events.c.number == decisions.c.event)
    )
    return {row.item: known_numbers(json.dumps(json.loads(row.answer)["values"])) for row in rows}


def differ(dimension: Dimension, numbers: list[float], over: float) -> bool:
    """Whether answers differ too much: by more than `over`, or at all where they are mere names."""
    if not dimension.ordered:
        return len(set(numbers)) > 1
    return len(numbers) > 1 and max(numbers) - min(numbers) > over


def tied(numbers: list[float]) -> bool:
    """Whether no answer is more frequent than every other."""
    counts = sorted((numbers.count(each) for each in set(numbers)), reverse=True)
    return len(counts) > 1 and counts[0] == counts[1]


def as_known(settings: Settings, numbers: Mapping[str, float]) -> dict[str, Any]:
    """Numbers as values of gold items and decisions: of a preference first, second or tie."""
    if settings.kind != "prefer":
        return {name: settings.dimension(name).number(number) for name, number in numbers.items()}
    names = {number: name for name, number in _KEPT.items()}
    return {name: names[number] for name, number in numbers.items()}
