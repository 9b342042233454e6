"""All sentences that people read, by key: one module a language, and the small language in which they are written.

Everything else in the house deals in facts: a key and its fields. Whoever shows something to a person asks here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cranfield.words.telling import Each, Teller, counted, joinable, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LANGUAGES", "counted", "known", "noun", "say", "say_together", "step", "visible"]

LANGUAGES = ("en", "zh")


def _sentences(language: str) -> Any:
    # a language is loaded when somebody reads it: most evaluations say nothing
    return import_module(f"cranfield.words.{language}")


def known(key: str, language: str = "en") -> bool:
    """Whether there is a sentence for a key."""
    return key in _sentences(language).SENTENCES


def say(key: str, fields: Mapping[str, Any], *, language: str = "en", voice: str = "python") -> str:
    """The sentence of a key; what another language lacks is said in English, and what has no key stands for itself.

    `voice` says how settings are written: `duplicates=first` in python, `--duplicates first` in a shell.
    """
    for each in dict.fromkeys((language, "en")):
        template = _sentences(each).SENTENCES.get(key)
        if template is not None:
            return visible(Teller(voice, each).tell(template, fields))
    return visible(key)


def say_together(
    key: str, each: Sequence[tuple[str, Mapping[str, Any]]], *, language: str = "en", voice: str = "python"
) -> str | None:
    """One sentence about several, whose first number differs: `a 3, b 5 queries without judgments`.

    `each` are names with their fields. None where more than the first number differs.
    """
    chosen = language if known(key, language) else "en"
    template = _sentences(chosen).SENTENCES.get(key)
    first = joinable(template, [fields for _, fields in each]) if template is not None else None
    if first is None or template is None:
        return None
    numbers = Each(tuple((name, fields[first]) for name, fields in each))
    return visible(Teller(voice, chosen).tell(template, {**each[0][1], first: numbers}, brief=True))


def step(key: str, fields: Mapping[str, Any], *, language: str = "en") -> tuple[str, str]:
    """What a step of an explanation is called, and how it comes about.

    A measure of a user's own says both itself: in the fields `name` and `how`.
    """
    name, how = fields.get("name"), fields.get("how")
    for each in dict.fromkeys((language, "en")):
        pair = _sentences(each).STEPS.get(key)
        if pair is not None:
            teller = Teller("python", each)
            told = tuple(teller.tell(part, fields) for part in pair)
            return str(name) if name is not None else told[0], told[1] if how is None else str(how)
    return str(key if name is None else name), str(how or "")


def noun(plural: str, *, language: str = "en") -> str:
    """What units are called in a language, given their English plural."""
    found: str = _sentences(language).NOUNS.get(plural, plural)
    return found
