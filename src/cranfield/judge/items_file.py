"""Files of items: what is to be judged, in JSON lines, CSV, TSV or Parquet, a record each."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError, StudyError
from cranfield.judge.records import records
from cranfield.judge.store.checked import checked_values
from cranfield.judge.store.facts import Item, Output

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.judge.store.settings import Settings

__all__ = ["FIELDS", "kind_of", "read_items"]

_SHORT = 64  # characters, which take hardly more than looking them up
# by kind: fields that an item must have, and fields that it may have
FIELDS = {
    "grade": (
        ("query", "doc"),
        (
            "query_text",
            "title",
            "text",
            "html",
            "system",
            "rank",
            "systems",
            "ranks",
            "priority",
        ),
    ),
    "rate": (("id", "output"), ("source", "system", "title", "html", "priority")),
    "prefer": (("id", "first", "second"), ("source", "first_system", "second_system", "html", "priority")),
}


def kind_of(path: str) -> str:
    """The kind of a study, by the fields of its first item."""
    for place, record in records(path):
        found = [kind for kind, (needed, _) in FIELDS.items() if all(name in record for name in needed)]
        if len(found) == 1:
            return found[0]
        raise InputError("items-kind", source=path, **place, names=list(record))
    raise InputError("file-empty", source=path)


def read_items(path: str, settings: Settings, *, gold: bool = False) -> Iterator[Item]:
    """The items of a file; one that is odd is told by its line."""
    needed, possible = FIELDS[settings.kind]
    answers = ("grade", *(each.name for each in settings.dimensions)) if gold else ()
    seen: dict[tuple[str, str, str], dict[str, int]] = {}
    texts: dict[str, str] = {}
    for place, given in records(path):
        record = {name: _held_once(value, texts) for name, value in given.items()}
        for name in needed:
            if _text(record.get(name)) == "":
                raise InputError("items-field", source=path, **place, name=name, kind=settings.kind)
        for name in record:
            if name not in (*needed, *possible, *answers):
                raise InputError(
                    "items-other-field", source=path, **place, name=name, names=[*needed, *possible, *answers]
                )
        try:
            item = _item(settings, record, _known(settings, record) if gold else None)
        except StudyError as error:
            raise error.at(source=path, **place) from None
        first = seen.setdefault((item.query, item.output.id, item.other.id if item.other else ""), place)
        if first is not place:
            raise InputError(
                "items-twice",
                source=path,
                **place,
                query=item.query,
                doc=item.output.id,
                first=next(iter(first.values())),
            )
        yield item


def _held_once(value: Any, texts: dict[str, str]) -> Any:
    """The same object for a long text that comes again."""
    return texts.setdefault(value, value) if isinstance(value, str) and len(value) > _SHORT else value


def _item(settings: Settings, record: Mapping[str, Any], gold: Mapping[str, Any] | None) -> Item:
    get = {name: _text(value) for name, value in record.items()}.get
    html, priority = _flag(record.get("html")), _number(record.get("priority"), "priority") or 0.0
    if settings.kind == "grade":
        output = Output(get("doc", ""), get("text", ""), get("title", ""), html, _systems(record))
        return Item(get("query", ""), output, get("query_text", ""), None, priority, gold)
    if settings.kind == "rate":
        system = get("system", "")
        output = Output(system or "output", get("output", ""), get("title", ""), html, {system: None} if system else {})
        return Item(get("id", ""), output, get("source", ""), None, priority, gold)
    first, second = (
        Output(name, get(which, ""), "", html, {name: None} if get(f"{which}_system") else {})
        for which in ("first", "second")
        for name in [get(f"{which}_system") or which]
    )
    return Item(get("id", ""), first, get("source", ""), second, priority, gold)


def _systems(record: Mapping[str, Any]) -> dict[str, int | None]:
    """Who returned a document at which rank: one system, or lists as `cranfield pool --systems` writes them."""
    if "systems" not in record:
        name, rank = _text(record.get("system")), _number(record.get("rank"), "rank")
        return {name: None if rank is None else int(rank)} if name else {}
    names, ranks = (_list(record.get(name), name) for name in ("systems", "ranks"))
    numbers = [_number(each, "ranks") for each in ranks or [None] * len(names)]
    if len(numbers) != len(names):
        raise StudyError("items-ranks", systems=len(names), ranks=len(numbers))
    return {
        _text(name): None if rank is None else int(rank) for name, rank in zip(names, numbers, strict=True)
    }  # fmt: skip


def _list(value: Any, name: str) -> list[Any]:
    """A list, in a cell of CSV as JSON."""
    if value in (None, ""):
        return []
    found = value
    if isinstance(value, str):
        with suppress(ValueError):  # what is no list is told below
            found = parsed_json(value)
    if not isinstance(found, list):
        raise StudyError("items-list", name=name, value=value, example='["a", "b"]')
    return found


def _known(settings: Settings, record: Mapping[str, Any]) -> dict[str, Any]:
    """The known answer: a field for each dimension, or `grade` where there is one; numbers or what they are called."""
    values: dict[str, Any] = {}
    for dimension in settings.dimensions:
        given = record.get(dimension.name, record.get("grade") if len(settings.dimensions) == 1 else None)
        named: dict[str, Any] = {each.label: each.number for each in dimension.choices}
        if settings.kind != "prefer":
            given = named.get(str(given), given)
            with suppress(TypeError, ValueError):  # what is no number is told below
                given = float(given)
        values[dimension.name] = given
    return dict(checked_values(settings, values, shown=False))


def _text(value: Any) -> str:
    """What a field says; a number is an id too."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _number(value: Any, name: str) -> float | None:
    if value in (None, ""):
        return None
    try:
        found = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found):
        raise StudyError("items-number", name=name, value=value)
    return found


def _flag(value: Any) -> bool:
    if value in (None, "", False, 0, "0", "false", "False", "no"):
        return False
    if value in (True, 1, "1", "true", "True", "yes"):
        return True
    raise StudyError("items-flag", value=value)
