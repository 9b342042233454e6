"""The language that sentences are written in.

{name}             a field as it is
{count:,}          a number with its thousands apart, or any other format of Python's
{rel:exact}        a number in full, 2.0 as 2
{count:queries}    a number and its noun: 1 query, 2 queries; `{count:{noun}}` where a field names the noun
{count:has|have}   one of two words, by the number
{noun:noun}        what units are called in the language; `one` for a single one: query
{names:few}        the first three of a list; also `listed` (12), `all`, `and`, `or`
{names:quotes}     the first six of a list, each in quotes
{text:clip}        a piece of the user's data that fits in a sentence; `quoted` also in quotes; `clip 60` is longer
{why:said}         the sentence of the key that a field holds, with the same fields
{=ties=rank}       a setting, as it is written in Python or on the command line; {=ties=...} where the value is open,
                   {=ties} for its name alone
{ties:=ties}       the same with the value of a field, and {name!r:=positive} with quotes in Python
{map:columns}      a mapping of columns, in the same way
[...]              left out where a field in it is missing, empty or 0; [[ is a bracket
[near?...]         left out where this field is missing, empty or 0, whatever else is in it
[near!...]         left out where it is there
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

__all__ = [
    "Each",
    "Language",
    "Teller",
    "Template",
    "clip",
    "counted",
    "exact",
    "fields_of",
    "joinable",
    "shown",
    "singular",
    "visible",
]

Template = str | Callable[..., str]
_PARTS = re.compile(r"\[\[|\[(?:(\w+)([?!]))?([^\[\]]*)\]")
_NOUN = re.compile(r"[a-z][a-z -]{2,}")
_LONGEST = 300  # characters of a value in quotes
_CLIP = re.compile(r"(clip|quoted)(?: (\d+))?")
_MOST = {"few": 3, "listed": 12, "quotes": 6}
_PLAIN = (type(None), bool, int, float, complex, str, bytes)  # whose text is short, or can be cut
_WAYS = ("exact", "noun", "one", "columns")


def singular(nouns: str) -> str:
    """One of them, given the plural: query."""
    return nouns.removesuffix("ies") + "y" if nouns.endswith("ies") else nouns.removesuffix("s")


def counted(count: int, nouns: str) -> str:
    """A number and its noun, given in the plural: 1 query, 2 queries."""
    return f"{count:,} {singular(nouns) if count == 1 else nouns}"


def visible(text: str) -> str:
    """A text in one line, with its control characters spelt out: it can neither forge a line nor steer a terminal."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def clip(text: object, width: int = 40) -> str:
    """A piece of the user's data that fits in a sentence."""
    words = str(text)
    return words if len(words) <= width else words[: width - 1] + "…"


def _absent(value: object) -> bool:
    """Whether a field has nothing to say."""
    try:
        return value in (None, "", (), [], False)
    except Exception:  # noqa: BLE001 (an array, or anything else that cannot be compared)
        return False


def shown(value: object) -> str:
    """Any value in a sentence, also one that cannot show itself: plain ones as Python writes them, others by kind."""
    kind = type(value)
    name = getattr(kind, "__name__", "object")
    try:
        if kind in _PLAIN:
            return clip(repr(value), 60)
        if isinstance(value, Exception):
            return clip(visible(" ".join(str(value).split())) or name, 120)
    except Exception:  # noqa: BLE001 (whatever it raises, it cannot be shown)
        return name
    return f"an {name}" if name[:1].lower() in "aeiou" else f"a {name}"


def exact(number: float) -> str:
    """A number with all its digits and no others: 2.0 as 2."""
    whole = float(number).is_integer() and abs(number) < 1e16
    return str(int(number)) if whole else repr(float(number))


@dataclass(frozen=True)
class Language:
    """All that is said in one language."""

    sentences: Mapping[str, Template]
    steps: Mapping[str, tuple[Template, Template]]  # what a step of an explanation is called, and how it comes about
    nouns: Mapping[str, str]  # by their English plural
    lists: Mapping[str, str]  # what stands between the members of a list, and for those that are not named
    texts: Mapping[str, str] = field(
        default_factory=dict
    )  # formulas, rules and help of parameters, by the English ones


@dataclass(frozen=True)
class Each:
    """A number for each of several: a 3, b 5."""

    numbers: tuple[tuple[str, Any], ...]


def _raw_names(text: str) -> list[str]:
    """The names in a text, also those inside a format; settings are names that start with =."""
    found = []
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            found += [name, *_raw_names(spec or "")]
    return found


def _names(text: str) -> list[str]:
    return [name for name in _raw_names(text) if not name.startswith("=")]


def fields_of(template: str) -> tuple[list[str], set[str]]:
    """The fields that a template cannot do without, in their order, and those that it can."""
    needed, optional = _names(_PARTS.sub("", template)), set[str]()
    for asked, _, inner in _PARTS.findall(template):
        if asked:  # only this one is looked at before the part is told
            needed += [name for name in _names(inner) if name != asked]
        optional |= {asked} if asked else {*_names(inner)}
    return list(dict.fromkeys(needed)), optional - set(needed)


def joinable(template: Template, several: Sequence[Mapping[str, Any]]) -> str | None:
    """The first field of a template, if all others that it cannot do without are the same for all."""
    if not isinstance(template, str):
        return None
    first, *others = _raw_names(_PARTS.sub("", template)) or ["="]
    same = all(fields.get(name) == several[0].get(name) for fields in several for name in others if name != first)
    numbers = all(isinstance(fields.get(first), int | float) for fields in several)
    return first if same and numbers and not first.startswith("=") else None


class Teller(Formatter):
    """Turns a template and its fields into a sentence of a language; `say` tells the sentences inside it."""

    def __init__(self, language: Language, voice: str = "python", say: Callable[..., str] | None = None) -> None:
        self.language, self.voice, self.say = language, voice, say
        self.fields: Mapping[str, Any] = {}

    def tell(self, template: Template, fields: Mapping[str, Any], *, brief: bool = False) -> str:
        """The sentence; `brief` leaves out what may be left out."""
        if not isinstance(template, str):
            return template(**fields)

        def part(found: re.Match[str]) -> str:
            asked, which, inner = found.groups()
            if inner is None:
                return "["
            names = [asked] if asked else _names(inner)
            gone = any(_absent(fields.get(name)) for name in names)
            return inner if gone == (which == "!") and not brief else ""

        self.fields = fields
        return self.vformat(_PARTS.sub(part, template), (), fields)

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> Any:
        """The value of a field; a setting is written by its name."""
        if field_name.startswith("="):
            name, given, value = field_name[1:].partition("=")
            return self._setting(name, value if given else None), field_name
        return super().get_field(field_name, args, kwargs)

    def _setting(self, name: str, value: object) -> str:
        if self.voice == "shell":
            option, given = f"--{name.replace('_', '-')}", str(value).strip(chr(39))
            return option if value is None or given == "..." else f"{option} {shlex.quote(given)}"
        return name if value is None else f"{name}={value}"

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """A value of the user's in quotes, which may be long or refuse to be shown."""
        try:
            found = super().convert_field(value, conversion)
            return clip(found, _LONGEST) if conversion else found
        except Exception:  # noqa: BLE001 (a sentence about a value is told whatever its methods do)
            return shown(value)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A value in one of the ways above; one that cannot be shown so is told by its kind."""
        try:
            return self._formatted(value, format_spec)
        except Exception:  # noqa: BLE001 (as above)
            return shown(value)

    def _formatted(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Each):
            return self._each(value, format_spec)
        if format_spec.startswith("=") and format_spec[1:].isidentifier():
            return self._setting(format_spec[1:], value)
        if clipped := _CLIP.fullmatch(format_spec):
            shown = clip(value, int(clipped[2] or 40))
            return repr(shown) if clipped[1] == "quoted" else shown
        if format_spec == "said" and self.say is not None:
            return self.say(value, self.fields)
        if format_spec in _WAYS:
            return str(getattr(self, f"_{format_spec}")(value))
        if format_spec in (*_MOST, "all", "and", "or"):
            return self._list(value, format_spec)
        if "|" in format_spec:
            one, many = format_spec.split("|")
            return one if value == 1 else many
        if _NOUN.fullmatch(format_spec):
            return counted(value, format_spec)
        return str(super().format_field(value, format_spec))

    def _exact(self, number: float) -> str:
        return exact(number)

    def _noun(self, nouns: str) -> str:
        return self.language.nouns.get(nouns, nouns)

    def _one(self, nouns: str) -> str:
        return singular(nouns)

    def _columns(self, mapping: Mapping[str, str]) -> str:
        if self.voice == "shell":
            return "--columns " + shlex.quote(",".join(f"{role}={name}" for role, name in mapping.items()))
        return f"columns={dict(mapping)}"

    def _each(self, each: Each, format_spec: str) -> str:
        """All of them, each formatted alike; those with the same number share it."""
        if "|" in format_spec:
            return format_spec.split("|")[1]
        noun = f" {format_spec}" if _NOUN.fullmatch(format_spec) else ""
        by_number: dict[str, list[str]] = {}
        for name, number in each.numbers:
            by_number.setdefault(format(number, "," if noun else format_spec), []).append(name)
        return ", ".join(f"{self._first(names, 4)} {number}" for number, names in by_number.items()) + noun

    def _list(self, names: Sequence[Any], how: str) -> str:
        listed = [repr(clip(name, 30)) if how == "quotes" else clip(name) for name in names]
        if how in ("and", "or"):
            return self.language.lists[how].join(listed)
        if how == "few" and len(listed) > _MOST[how]:
            return self.language.lists["comma"].join(listed[: _MOST[how]]) + self.language.lists["rest"]
        return self._first(listed, _MOST.get(how, len(listed)))

    def _first(self, names: Sequence[str], most: int) -> str:
        more = self.language.lists["more"].format(len(names) - most) if len(names) > most else ""
        return self.language.lists["comma"].join(names[:most]) + more
