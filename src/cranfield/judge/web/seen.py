"""What a page may know of an item: what stands in it, and nothing of systems, ranks, gold answers or others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.judge.store.facts import Item, Output
    from cranfield.judge.store.settings import Choice, Dimension, Settings

__all__ = ["KEPT", "SHOWN", "dimensions_of", "seen", "value_named"]

# of two outputs: as they are shown, and as they are kept
SHOWN, KEPT = ("left", "tie", "right"), ("first", "tie", "second")


def seen(item: Item, settings: Settings, *, frames: str = "/item") -> dict[str, Any]:
    """An item for the script of the page, field by field; `frames` is where its HTML would be."""
    outputs = [item.output] if item.other is None else [item.output, item.other]
    words = item.query_text or item.query
    return {
        "id": item.id,
        "query": words if settings.kind == "grade" else "",
        "source": "" if settings.kind == "grade" else item.query_text,
        "side": item.side,
        "texts": [_text(each, f"{frames}/{item.id}/document/{at}") for at, each in enumerate(outputs)],
    }


def _text(output: Output, frame: str) -> dict[str, str]:
    shown = {"title": output.title, "text": "", "frame": frame}
    return shown if output.html else {**shown, "text": output.text, "frame": ""}


def dimensions_of(settings: Settings, language: str, *, sides: Sequence[str] = SHOWN) -> list[dict[str, Any]]:
    """Every dimension with its choices: what is sent, what it is called, and the key that chooses it.

    `sides` is how a preference is sent: as it is shown, or as it is kept.
    """
    return [
        {"name": each.name, "options": _sides(sides, language) if settings.kind == "prefer" else _options(each)}
        for each in settings.dimensions
    ]


def _sides(sides: Sequence[str], language: str) -> list[dict[str, Any]]:
    words = (say(key, {}, language=language) for key in ("web-left-better", "web-tie", "web-right-better"))
    return [
        {"value": value, "label": label, "key": str(at)}
        for at, (value, label) in enumerate(zip(sides, words, strict=True), 1)
    ]


def _options(dimension: Dimension) -> list[dict[str, Any]]:
    digits = all(float(each.value).is_integer() and 0 <= each.value <= 9 for each in dimension.choices)
    return [
        {"value": each.number, "label": each.label, "key": _key(each, at, digits=digits)}
        for at, each in enumerate(dimension.choices, 1)
    ]


def _key(choice: Choice, at: int, *, digits: bool) -> str:
    """The digit of the value where all values are digits, otherwise that of the place; the tenth is 0."""
    if digits:
        return str(choice.number)
    return str(at % 10) if at <= 10 else ""


def value_named(settings: Settings, dimension: Dimension, text: str) -> float | str:
    """A value as a form sends it; what is none of the choices goes to the store, which refuses it."""
    if settings.kind == "prefer":
        return text
    return next((each.value for each in dimension.choices if str(each.number) == text), text)
