"""Pages that list measures: all of them, those of a family, and which one suits which question."""

from __future__ import annotations

from cranfield.core.registry import families, registry
from cranfield.core.spec import parse_all
from cranfield.measures.ranking.foreign import NICKNAMES
from cranfield.words import say, translated
from cranfield.words.choices import CHOICES
from manual.examples import FILES
from manual.measure_page import file_of, written
from manual.words import SAID, boxed, plain

__all__ = ["choosing_page", "example_files", "family_table", "index_page"]


def family_table(family: str, *, language: str = "en", folder: str = "measures/") -> str:
    """Every measure of a family with its sentence and a link."""
    said, measures = SAID[language], registry(family)
    lines = [
        f"| [{written(measures[name])}]({folder}{file_of(measures[name])}) | "
        f"{plain(measures[name].definition(language))} |"
        for name in sorted(measures, key=str.lower)
    ]
    return "\n".join([f"| {said['measure']} | {said['says']} |", "|---|---|", *lines])


def index_page(*, language: str = "en") -> str:
    """All measures, family by family."""
    said = SAID[language]
    parts = [f"# {said['all-measures']}", said["all-says"]]
    for family in families():
        parts += [
            f"## {said[family][:1].upper() + said[family][1:]} {{ #{family} }}",
            family_table(family, language=language, folder=""),
        ]
    if language == "en":
        parts += ["## Names for sets of measures", _nicknames()]
    parts += [f"## {said['data']} {{ #data }}", said["data-says"], example_files()]
    return "\n\n".join(parts) + "\n"


def _nicknames() -> str:
    found = ((name, parse_all(name, "ranking")) for name in NICKNAMES)
    return "\n".join(f"- `{name}`: {len(each)} measures, from `{each[0]}` to `{each[-1]}`" for name, each in found)


def example_files() -> str:
    """The files of the worked examples, each with its content."""
    return "\n\n".join(f"[`{name}`](examples/{name})\n\n```text\n{content}```" for name, content in FILES.items())


def choosing_page(*, language: str = "en") -> str:
    """A table of questions for each family, with what a measure ignores and when it misleads."""
    said = SAID[language]
    names = [translated(name, language=language) for name in ("question", "measures", "ignores", "misleads when")]
    title = say("choose-title", {}, language=language)
    parts = [f"# {title}", said["choose-says"]]
    for family in families():
        rows = []
        for each in CHOICES:
            if each.family == family:
                question, ignores, misleads = (plain(text) for text in each.told(language))
                linked = "<br>".join(_linked(name, family) for name in each.measures)
                rows.append(f"| {question} | {linked} | {ignores} | {misleads} |")
        heading = f"## {said[family][:1].upper() + said[family][1:]} {{ #{family} }}"
        parts += [heading, boxed("choices", "\n".join([f"| {' | '.join(names)} |", "|---|---|---|---|", *rows]))]
    return "\n\n".join(parts) + "\n"


def _linked(name: str, family: str) -> str:
    return f"[`{name}`](measures/{file_of(type(parse_all(name, family)[0]))})"
