"""What comes from outside, checked before it is kept: ids, texts, names and answers."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from cranfield.errors import StudyError
from cranfield.judge.store.settings import SIDES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.judge.store.facts import Answer, Value
    from cranfield.judge.store.settings import Settings

__all__ = ["bounded_seconds", "checked_answer", "checked_id", "checked_name", "checked_values", "shown_text"]

_UNKEPT = re.compile("[\x00\ud800-\udfff]")  # a NUL and halves of characters, which databases do not keep
_PREFERRED = ("first", "second", "tie")
_LONGEST = {"reason": 2_000, "comment": 10_000, "event": 200, "name": 80}
_LONGEST_ID = 2_000
_MOST_SECONDS = 7 * 86_400.0


def shown_text(text: str) -> str:
    """A text as it can be kept and shown: what is no character is shown as the sign for that."""
    return _UNKEPT.sub("\ufffd", text)


def checked_id(name: str, noun: str) -> str:
    """An id that any database and any file of judgments can hold."""
    if not isinstance(name, str) or not name or len(name) > _LONGEST_ID or _UNKEPT.search(name):
        raise StudyError("item-id", noun=noun, name=name)
    return name


def checked_name(name: str) -> str:
    """The name of somebody: one line without odd characters."""
    plain = " ".join(name.split())
    if not plain or len(plain) > _LONGEST["name"] or not plain.isprintable():
        raise StudyError("annotator-name", name=name, most=_LONGEST["name"])
    return plain


def checked_values(settings: Settings, values: Mapping[str, Value], *, shown: bool = True) -> dict[str, Value]:
    """A value for each dimension: a number of its scale, or which of two outputs is better, as shown or as kept."""
    found: dict[str, Value] = {}
    for dimension in settings.dimensions:
        value = values.get(dimension.name)
        if settings.kind == "prefer":
            allowed: list[Any] = list(SIDES if shown else _PREFERRED)
            fits = isinstance(value, str) and value in allowed
        else:
            allowed = [each.number for each in dimension.choices]
            fits = isinstance(value, int | float) and dimension.knows(value)
        if value is None or not fits:
            raise StudyError(
                "answer-value", dimension=dimension.name, value=value, choices=[str(each) for each in allowed]
            )
        found[dimension.name] = value if isinstance(value, str) else dimension.number(value)
    for name in values:
        if name not in found:
            raise StudyError("answer-dimension", name=name, names=list(found))
    return found


def checked_answer(settings: Settings, answer: Answer) -> dict[str, Any]:
    """What is kept of an answer: its values, or why there are none, and what was said about it."""
    if answer.kind not in ("grade", "skip", "cannot"):
        raise StudyError("answer-kind", kind=answer.kind)
    if not answer.event or len(answer.event) > _LONGEST["event"] or _UNKEPT.search(answer.event):
        raise StudyError("answer-event")
    if answer.kind == "cannot" and not answer.reason.strip():
        raise StudyError("answer-reason")
    for name in ("reason", "comment"):
        if len(getattr(answer, name)) > _LONGEST[name]:
            raise StudyError("answer-long", name=name, most=_LONGEST[name])
    for number in (answer.seconds, answer.shown_at):
        if number is not None and (isinstance(number, bool) or not math.isfinite(number) or number < 0):
            raise StudyError("answer-time", value=number)
    if answer.span is not None and not (0 <= answer.span[0] < answer.span[1]):
        raise StudyError("answer-span", start=answer.span[0], end=answer.span[1])
    values = checked_values(settings, answer.values) if answer.kind == "grade" else {}
    return {
        "values": values, "reason": shown_text(answer.reason.strip()), "comment": shown_text(answer.comment.strip()),
        "span": None if answer.span is None else list(answer.span),
    }  # fmt: skip


def bounded_seconds(seconds: float | None) -> float | None:
    """The time spent, of which a week is the most: a page that stayed open is no work."""
    return None if seconds is None else min(float(seconds), _MOST_SECONDS)
