"""The page of one measure, in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.core.spec import parse_all
from cranfield.report.catalogue import names_of, parameters_of, range_of
from cranfield.words import say
from cranfield.words.choices import CHOICES
from manual.examples import example_of, worked
from manual.typeset import typeset
from manual.words import SAID, boxed, plain

if TYPE_CHECKING:
    from cranfield.core.measure import Measure

__all__ = ["file_of", "measure_page", "written"]


def file_of(measure: type[Measure]) -> str:
    """The name of the page, without odd signs and never the same as another's where case does not count."""
    return f"{measure.family}-{measure.name.replace('+', 'p')}.md"


def written(measure: type[Measure]) -> str:
    """The name with what may follow it, such as nDCG@k."""
    return measure.name + (f"-{measure.dash}" if measure.dash_always else "") + (f"@{measure.at}" if measure.at else "")


def measure_page(measure: type[Measure], *, language: str = "en") -> str:
    """Sentence in both languages, formula, parameters, names elsewhere, where tools differ, paper, worked example."""
    said = SAID[language]
    other = "en" if language == "zh" else "zh"
    code = "zh-CN" if other == "zh" else "en"
    parts = [
        f"---\ntitle: {measure.name}\n---\n\n# {written(measure)} {{ #top }}",
        measure.definition(language),
        f'<p class="other-language" lang="{code}">{measure.definition(other)}</p>',
        typeset(f"{measure.family}.{measure.name}", language=language),
        f'<p class="plain-formula" markdown>`{measure.formula_in(language)}`</p>',
        _facts(measure, language),
        *_parameters(measure, language),
        *_elsewhere(measure, language),
        *_choices(measure, language),
        *_example(measure, language),
        f'<p><a href="{_other_page(measure, language)}" lang="{code}">{said["other-page"]}</a></p>',
    ]
    return "\n\n".join(parts) + "\n"


def _other_page(measure: type[Measure], language: str) -> str:
    page = file_of(measure).replace(".md", ".html")
    return f"../../measures/{page}" if language == "zh" else f"../zh/measures/{page}"


def _facts(measure: type[Measure], language: str) -> str:
    said = SAID[language]
    family = f"[{said[measure.family]}]({said['family-page'].format(family=measure.family)})"
    rows = [(said["family"], family), (said["range"], plain(range_of(measure, language)))]
    if measure.undefined_when:
        facts = {"why": measure.undefined_when}
        rows.append((said["undefined"], plain(say("undefined-when", facts, language=language))))
    rows.append((said["source"], plain(measure.source)))
    for tool, names in names_of(measure).items():
        label = said["also"] if tool == "cranfield" else said["in-tool"].format(tool=tool)
        rows.append((label, ", ".join(f"`{name}`" for name in names)))
    lines = [f"| {name} | {value} |" for name, value in rows]
    return boxed("facts", "\n".join(["|   |   |", "|---|---|", *lines]))


def _parameters(measure: type[Measure], language: str) -> list[str]:
    said = SAID[language]
    parameters = parameters_of(measure, language)
    if not parameters:
        return []
    lines = [f"| `{name}` | `{default}` | {plain(rule)} | {plain(text)} |" for name, default, rule, text in parameters]
    names = " | ".join(said[name] for name in ("parameter", "default", "rule", "meaning"))
    table = boxed("parameters", "\n".join([f"| {names} |", "|---|---|---|---|", *lines]))
    at = [said["at"].format(at=measure.at, name=measure.name)] if measure.at else []
    return [f"## {said['parameters']} {{ #parameters }}", *at, table]


def _elsewhere(measure: type[Measure], language: str) -> list[str]:
    said = SAID[language]
    params = measure.params()
    # what is written as it is here by default gives the same number
    others = [
        each
        for each in measure.elsewhere
        if not each.change or any(params[name].default != value for name, value in each.change.items())
    ]
    if not others:
        return []
    lines = [
        "- "
        + plain(say("elsewhere", {"tools": each.tools, "why": each.why}, language=language))
        + (f" (`{measure.name}({_changes(measure, each.change)})`)" if each.change else "")
        for each in others
    ]
    return [f"## {said['elsewhere']} {{ #elsewhere }}", "\n".join(lines)]


def _changes(measure: type[Measure], change: object) -> str:
    params = measure.params()
    return ", ".join(f"{name}={params[name].show(value)}" for name, value in dict(change).items())  # type: ignore[call-overload]


def _choices(measure: type[Measure], language: str) -> list[str]:
    """The questions that it answers, what it does not look at, and when it misleads."""
    said = SAID[language]
    found = [
        each
        for each in CHOICES
        if each.family == measure.family
        and any(type(one) is measure for name in each.measures for one in parse_all(name, each.family))
    ]
    parts = []
    for each in found:
        question, ignores, misleads = (plain(text) for text in each.told(language))
        parts.append(f"- **{question}**  \n  {said['ignores']}{ignores}  \n  {said['misleads']}{misleads}")
    return [f"## {said['choose']} {{ #choose }}", "\n".join(parts)] if parts else []


def _example(measure: type[Measure], language: str) -> list[str]:
    said = SAID[language]
    example = example_of(measure.family, measure.name)
    spoken = f"{example.command} --lang zh" if language == "zh" else example.command
    files = said["and"].join(f"[{name}](examples/{name})" for name in (*example.files, *_further(example.options)))
    return [
        f"## {said['example']} {{ #example }}",
        said["example-says"].format(files=files),
        f"```console\n$ {spoken}\n```",
        worked(measure.family, measure.name, language=language).rstrip(),
    ]


def _further(options: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for each in options if each.endswith(".txt"))
