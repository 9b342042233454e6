"""The language that sentences are written in.

{name}             a field as it is
{count:,}          a number with its thousands apart, or any other format of Python's
{count:queries}    a number and its noun: 1 query, 2 queries
{count:has|have}   one of two words, by the number
{names:few}        the first three of a list; also `listed` (12), `all`, `and`, `or`
{text:clip}        a piece of the user's data that fits in a sentence; `quoted` also in quotes
{=ties=rank}       a setting, as it is written in Python or on the command line
{ties:=ties}       the same with the value of a field
{map:columns}      a mapping of columns, in the same way
[...]              left out where a field in it is missing or empty; [[ is a bracket
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any

__all__ = ["Each", "Teller", "Template", "clip", "counted", "joinable", "quoted", "visible"]

Template = str | Callable[..., str]
_PARTS = re.compile(r"\[\[|\[([^\[\]]*)\]")
_NOUN = re.compile(r"[a-z][a-z -]{2,}")
_MOST = {"few": 3, "listed": 12}


def counted(count: int, nouns: str) -> str:
    """A number and its noun, given in the plural: 1 query, 2 queries."""
    if count == 1:
        nouns = nouns.removesuffix("ies") + "y" if nouns.endswith("ies") else nouns.removesuffix("s")
    return f"{count:,} {nouns}"


def visible(text: str) -> str:
    """A text in one line, with its control characters spelt out: it can neither forge a line nor steer a terminal."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def clip(text: object, width: int = 40) -> str:
    """A piece of the user's data that fits in a sentence."""
    words = str(text)
    return words if len(words) <= width else words[: width - 1] + "…"


def quoted(text: object, width: int = 40) -> str:
    """The same in quotes, with every odd character spelt out."""
    return repr(clip(text, width))


@dataclass(frozen=True)
class Each:
    """A number for each of several: a 3, b 5."""

    numbers: tuple[tuple[str, Any], ...]
    most: int = 4

    def shown(self, spec: str) -> str:
        """All of them, each formatted alike; those with the same number share it."""
        by_number: dict[str, list[str]] = {}
        for name, number in self.numbers:
            by_number.setdefault(format(number, spec), []).append(name)
        return ", ".join(f"{self._few(names)} {number}" for number, names in by_number.items())

    def _few(self, names: list[str]) -> str:
        more = f" and {len(names) - self.most} more" if len(names) > self.most else ""
        return ", ".join(names[: self.most]) + more


def joinable(template: Template, several: Sequence[Mapping[str, Any]]) -> str | None:
    """The first field of a template, if all others that it cannot do without are the same for all."""
    if not isinstance(template, str):
        return None
    first, *others = [name for _, name, _, _ in Formatter().parse(_PARTS.sub("", template)) if name]
    same = all(fields.get(name) == several[0].get(name) for fields in several for name in others if name != first)
    numbers = all(isinstance(fields.get(first), int | float) for fields in several)
    return first if same and numbers and not first.startswith("=") else None


class Teller(Formatter):
    """Turns a template and its fields into a sentence."""

    def __init__(self, voice: str = "python", language: str = "en") -> None:
        self.voice, self.language = voice, language

    def tell(self, template: Template, fields: Mapping[str, Any], *, brief: bool = False) -> str:
        """The sentence; `brief` leaves out what may be left out."""
        if not isinstance(template, str):
            return template(**fields)

        def part(found: re.Match[str]) -> str:
            inner = found[1]
            if inner is None:
                return "[["
            names = [name for _, name, _, _ in self.parse(inner) if name and not name.startswith("=")]
            gone = any(fields.get(name) in (None, "", (), [], False) for name in names)
            return "" if brief or gone else inner

        return self.vformat(_PARTS.sub(part, template), (), fields).replace("[[", "[")

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """The value of a field; a setting is written by its name."""
        if field_name.startswith("="):
            name, _, value = field_name[1:].partition("=")
            return self._setting(name, value), field_name
        return super().get_field(field_name, args, kwargs)

    def _setting(self, name: str, value: object) -> str:
        if self.voice == "shell":
            return f"--{name.replace('_', '-')} {str(value).strip(chr(39))}"
        return f"{name}={value}"

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value in one of the ways above."""
        if isinstance(value, Each):
            if "|" in format_spec:
                return format_spec.split("|")[1]
            return f"{value.shown(',')} {format_spec}" if _NOUN.fullmatch(format_spec) else value.shown(format_spec)
        if format_spec.startswith("=") and format_spec[1:].isidentifier():
            return self._setting(format_spec[1:], value)
        if format_spec in ("clip", "quoted"):
            return clip(value) if format_spec == "clip" else quoted(value)
        if format_spec == "columns":
            return self._columns(value)
        if format_spec in (*_MOST, "all", "and", "or"):
            return self._list(value, format_spec)
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if value == 1 else many
        if _NOUN.fullmatch(format_spec):
            return counted(value, format_spec)
        return str(super().format_field(value, format_spec))

    def _columns(self, mapping: Mapping[str, str]) -> str:
        if self.voice == "shell":
            return "--columns " + ",".join(f"{role}={name}" for role, name in mapping.items())
        return f"columns={dict(mapping)}"

    def _list(self, names: Sequence[Any], how: str) -> str:
        listed = [clip(name) for name in names]
        if how in ("and", "or"):
            return f" {how} ".join(listed)
        most = _MOST.get(how, len(listed))
        if how == "listed" and len(listed) > most:
            return f"{', '.join(listed[:most])} and {len(listed) - most} more"
        return ", ".join(listed[:most]) + (", ..." if len(listed) > most else "")
