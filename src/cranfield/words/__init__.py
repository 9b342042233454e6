"""All sentences that people read, by key: one module a language, and the small language in which they are written.

Everything else in the house deals in facts: a key and its fields. Whoever shows something to a person asks here.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.words.telling import Each, Teller, counted, joinable, shown, singular, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from cranfield.words.telling import Language

__all__ = [
    "LANGUAGES",
    "counted",
    "language_named",
    "noun",
    "refusals",
    "say",
    "say_together",
    "shown",
    "singular",
    "step",
    "translated",
    "visible",
]

LANGUAGES = ("en", "zh")
refusals: dict[str, Callable[..., Exception]] = {}  # by key; errors are above this layer, and set them


def language_named(name: str) -> Language:
    """A language, loaded when somebody reads it: most evaluations say nothing."""
    if not isinstance(name, str) or str.__str__(name) not in LANGUAGES:
        raise refusals["no-language"](given=shown(name), languages=LANGUAGES)
    found: Language = import_module(f"cranfield.words.{str.__str__(name)}").LANGUAGE
    return found


def _with_english(name: str) -> Iterator[Language]:
    """A language, and English for what it lacks."""
    yield language_named(name)
    if name != "en":
        yield language_named("en")


def say(key: str, fields: Mapping[str, Any], *, language: str = "en", voice: str = "python") -> str:
    """The sentence of a key; what another language lacks is said in English, and what has no key stands for itself.

    `voice` says how settings are written: `duplicates=first` in python, `--duplicates first` in a shell.
    """
    for each in _with_english(language):
        template = each.sentences.get(key)
        if template is not None:
            return visible(Teller(each, voice, partial(say, language=language, voice=voice)).tell(template, fields))
    return visible(key)


def say_together(
    key: str, each: Sequence[tuple[str, Mapping[str, Any]]], *, language: str = "en", voice: str = "python"
) -> str | None:
    """One sentence about several, whose first number differs: `a 3, b 5 queries without judgments`.

    `each` are names with their fields. None where more than the first number differs.
    """
    known = [found for found in map(language_named, (language, "en")) if key in found.sentences]
    template = known[0].sentences[key] if known else None
    first = joinable(template, [fields for _, fields in each]) if template is not None else None
    if first is None or template is None:
        return None
    numbers = Each(tuple((name, fields[first]) for name, fields in each))
    teller = Teller(known[0], voice, partial(say, language=language, voice=voice))
    return visible(teller.tell(template, {**each[0][1], first: numbers}, brief=True))


def step(key: str, fields: Mapping[str, Any], *, language: str = "en") -> tuple[str, str]:
    """What a step of an explanation is called, and how it comes about.

    A measure of a user's own says how itself, in the field `how`; its key is the name.
    """
    for each in _with_english(language):
        pair = each.steps.get(key)
        if pair is not None and "how" not in fields:
            teller = Teller(each, "python", partial(say, language=language))
            return teller.tell(pair[0], fields), teller.tell(pair[1], fields)
    return str(fields.get("name", key)), str(fields.get("how", ""))


def translated(text: str, *, language: str = "en") -> str:
    """A formula, a rule or the help of a parameter in a language; what nobody translated stays as it is."""
    return language_named(language).texts.get(text, text)


def noun(word: str, *, language: str = "en") -> str:
    """What units are called in a language, given their English name, one or many."""
    nouns = language_named(language).nouns
    return nouns.get(word) or {singular(each): told for each, told in nouns.items()}.get(word, word)
