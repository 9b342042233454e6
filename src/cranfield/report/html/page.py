"""The whole report: one document with its own style, script and data, which may ask nobody for anything."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cranfield.report.html.findings import findings_section
from cranfield.report.html.latency import latency_data, latency_section
from cranfield.report.html.markup import Markup, both, codes, data, joined, tag, told
from cranfield.report.html.overview import overview_section, pairs_data, verdicts_section
from cranfield.report.html.rankings import rankings_data
from cranfield.report.html.sections import (
    again_section,
    curves_section,
    groups_section,
    unjudged_section,
)
from cranfield.report.html.segments import segments_data
from cranfield.report.html.steps import steps_data
from cranfield.report.html.units import units_data
from cranfield.version import __version__
from cranfield.words import LANGUAGES, language_named, say

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.report.html.material import Material

__all__ = ["SPOKEN", "render_report"]

# what a unit is shown as, by the column that its data has
VIEWS: dict[str, Callable[[Material], dict[str, Any]]] = {"num_ret": rankings_data, "candidate": segments_data}
SCRIPTS = ("words", "tables", "units", "rankings", "segments", "steps", "start")
# sentences that the scripts fill in themselves
SPOKEN = (
    "report-theme", "report-language", "report-search", "report-measure", "report-baseline", "report-system",
    "report-group", "report-all", "report-rows", "report-previous", "report-next", "report-difference",
    "report-interval", "report-p", "report-significant", "report-wins", "report-effect", "report-yes", "report-no",
    "report-value", "report-shown-systems", "report-rank", "report-ideal", "report-grade", "report-not-judged",
    "report-up", "report-down", "report-came", "report-stays", "report-returned", "report-nothing-returned",
    "report-legend", "report-happened", "report-fell", "report-rose", "report-lost", "report-new",
    "report-unjudged-moved", "report-unjudged-new", "report-nothing-happened", "report-document", "report-no-text",
    "report-steps", "report-steps-of", "report-no-steps", "report-reference", "report-matches", "report-no-match",
    "report-choose", "report-words", "report-more-happened", "report-too-long", "report-took",
)  # fmt: skip


def render_report(material: Material) -> str:
    """The report as one HTML document."""
    units = units_data(material)
    view = next((make(material) for column, make in VIEWS.items() if column in material.batches[0]), None)
    core = {
        "systems": material.systems, "language": material.language, "words": _words(), "pairs": pairs_data(material),
        "baseline": 0 if material.found is None else material.systems.index(material.found.baselines[0]),
        "explain": material.explain, "digits": material.digits, "latency": latency_data(material), **units,
    }  # fmt: skip
    sections = _sections(material, units, view)
    style, script = _client("page.css"), "".join(_client(f"{name}.js") for name in SCRIPTS)
    title = _title(material)
    links = [tag("li", tag("a", head, href=f"#{name}")) for name, head, _ in sections]
    body = joined(
        tag("a", both("report-skip"), href="#content", klass="skip"),
        tag("header", tag("h1", title), tag("p", _about(material), klass="faint"), tag("div", id="buttons")),
        tag("nav", tag("p", both("report-contents"), klass="unseen", id="contents"), tag("ul", *links),
            aria_labelledby="contents"),
        tag("noscript", tag("p", both("report-no-script"))),
        tag("main", *(_section(*each) for each in sections), id="content"),
        data("core", core), data("view", view), data("steps", steps_data(material)),
        Markup(f"<script>{script}</script>\n"),
    )  # fmt: skip
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; img-src data:;"
        " base-uri 'none'; form-action 'none'"
    )
    head = joined(
        tag("meta", charset="utf-8"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content=f"cranfield {__version__}"),
        tag("title", material.title or _plain_title(material, material.language)),
        Markup(f"<style>{style}</style>"),
    )
    return "<!DOCTYPE html>\n" + tag("html", tag("head", head), tag("body", body), lang=codes[material.language]) + "\n"


def _sections(
    material: Material, units: dict[str, Any], view: dict[str, Any] | None
) -> list[tuple[str, Markup, Markup]]:  # fmt: skip
    """Name, heading and inside of every section that has something to show."""
    noun, empty = material.results[0].noun, Markup("")
    made = [("verdicts", both("report-gate"), verdicts_section(material))] if material.verdicts else []
    made.append(("overview", both("report-overview"), overview_section(material)))
    if any(each is not None for each in material.costs):
        made.append(("latency", both("report-latency"), latency_section(material)))
    if material.found is not None:
        made.append(("pairs", both("report-pairs"), empty))
    if material.tables:
        made.append(("curves", both("report-curves"), curves_section(material)))
    if any(each.grouped for each in material.results):
        made.append(("groups", both("report-groups"), groups_section(material)))
    if units["measures"]:
        own = material.results[0][units["measures"][0]["name"]].noun
        made.append(("units", both("report-units", {"noun": own}), _left_out(units)))
    if view is not None:
        made.append(("unit", both("report-unit", {"noun": noun}), _about_view(material, view)))
    if "num_ret" in material.batches[0]:
        made.append(("unjudged", both("report-unjudged"), unjudged_section(material)))
    made.append(("findings", both("report-findings"), findings_section(material)))
    made.append(("again", both("report-again"), again_section(material)))
    return made


def _section(name: str, head: Markup, inside: Markup) -> Markup:
    place = tag("div", id=f"{name}-place")
    return tag("section", tag("h2", head, id=f"{name}-head"), inside, place, id=name, aria_labelledby=f"{name}-head")


def _left_out(units: dict[str, Any]) -> Markup:
    lines = [
        both("report-left-out-units", {"measure": name, "count": count, "noun": noun})
        for name, count, noun in units["left_out"]
    ]
    return joined(*(tag("p", line, klass="faint") for line in lines))


def _about_view(material: Material, view: dict[str, Any]) -> Markup:
    """What is not shown of the data of units, and why."""
    lines, noun = [], material.results[0].noun
    if view.get("left"):
        lines.append(both("report-left-out-texts", {"left": view["left"], "noun": noun}))
    if any(length > material.top for each in view.get("systems", ()) for length in each["length"]):
        lines.append(both("report-top", {"top": material.top}))
    if view.get("cut_titles"):
        lines.append(both("report-titles-clipped", {"length": view["cut_titles"]}))
    if view.get("cut_texts"):
        lines.append(both("report-clipped", {"length": view["cut_texts"]}))
    if view.get("left_titles"):
        lines.append(both("report-titles-left", {"count": view["left_titles"]}))
    if view.get("left_texts"):
        lines.append(both("report-texts-left", {"count": view["left_texts"]}))
    lacking = len([unit for unit in view["units"] if unit not in material.queries]) if material.queries else 0
    if lacking:
        source = material.sources.get("queries", "")
        lines.append(both("report-unknown-queries", {"count": lacking, "noun": noun, "source": source}))
    if view.get("unknown"):
        facts = {"count": view["unknown"], "total": view["asked"], "source": material.sources.get("docs", "")}
        lines.append(both("report-unknown-documents", facts))
    return joined(*(tag("p", line, klass="faint") for line in lines))


def _plain_title(material: Material, language: str) -> str:
    first = material.results[0]
    facts = {"systems": material.systems, "count": len(first.units), "noun": first.noun}
    return say("report-title", facts, language=language)


def _title(material: Material) -> Markup:
    return joined(material.title) if material.title else told(lambda language: _plain_title(material, language))


def _about(material: Material) -> Markup:
    first = material.results[0]
    return both("report-about", {
        "count": len(first.units), "noun": first.noun, "systems": len(material.results),
        "measures": len(material.measures),
    })  # fmt: skip


def _words() -> dict[str, dict[str, Any]]:
    """The sentences that scripts say, by language."""
    return {
        language: {key.removeprefix("report-"): language_named(language).sentences[key] for key in SPOKEN}
        for language in LANGUAGES
    }


def _client(name: str) -> str:
    return files("cranfield.report.html").joinpath("client", name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What the browser compares before it lets a style or a script do anything."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
