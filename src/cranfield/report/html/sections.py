"""Sections that stand in the page as they are: pictures, groups, unjudged documents, how to do it again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cranfield.errors import CranfieldError
from cranfield.report.comparison_words import settings_lines
from cranfield.report.grid import UNDEFINED, number
from cranfield.report.html.markup import Markup, both, codes, joined, tag, told
from cranfield.report.html.overview import scrolling
from cranfield.report.html.rankings import unjudged_share
from cranfield.report.pictures.choose import picture
from cranfield.report.signature import signature_lines
from cranfield.report.svg.draw import render_svg
from cranfield.words import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.compared import Remark
    from cranfield.report.html.material import Material

__all__ = ["again_section", "curves_section", "groups_section", "unjudged_section"]


def curves_section(material: Material) -> Markup:
    """Every picture there is data for, each with what it shows in words."""
    parts = []
    if 0 < material.lined < len(material.systems):
        facts = {"count": material.lined, "total": len(material.systems), "measure": material.measures[0]}
        parts.append(tag("p", both("report-some-lines", facts), klass="faint whole"))
    for kind, table in material.tables:
        if isinstance(table, CranfieldError):
            parts.append(tag("p", told(partial(_no_curve, kind, table)), klass="faint whole"))
            continue
        parts.append(tag("figure", *(_drawn(kind, table, language) for language in LANGUAGES)))
    parts += [tag("p", told(partial(_omitted, each)), klass="faint whole") for each in material.omitted]
    return tag("div", *parts, klass="pictures")


def _no_curve(kind: str, error: CranfieldError, language: str) -> str:
    why = error.told(language=language, voice="shell")
    return say("report-no-curve", {"kind": kind, "why": why}, language=language)


def _omitted(remark: Remark, language: str) -> str:
    return remark.told(language=language)


def _drawn(kind: str, table: pa.Table, language: str) -> Markup:
    """A picture in the colours of the page."""
    drawn = picture(table, kind=kind, language=language)
    svg = Markup(render_svg(drawn, size="wide", background=None, unit=""))  # it escapes what it draws
    words = tag("details", tag("summary", both("report-as-text")), tag("p", drawn.told))
    return tag("div", svg, tag("figcaption", drawn.title), words, klass=language, lang=codes[language])


def groups_section(material: Material) -> Markup:
    """The value of each group in each system, a table for each measure."""
    parts = []
    for at, name in enumerate(material.measures):
        results = [each[name] for each in material.results]
        if not results[0].grouped:
            continue
        sizes = results[0].group_sizes
        heads = [tag("th", both("report-group"), scope="col")]
        heads += [tag("th", system, scope="col", klass="number") for system in material.systems]
        rows = []
        for group in results[0].groups:
            label = tag("th", f"{group} ({sizes.get(group, 0):,})", scope="row")
            values = [each.groups.get(group, float("nan")) for each in results]
            cells = [
                tag("td", number(results[0].measure, value, material.digits), klass="number", data_value=repr(value))
                for value in values
            ]
            rows.append(tag("tr", label, *cells))
        hint = both("report-groups-hint", {"measure": name, "noun": material.results[0].noun})
        table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), klass="sortable")
        inside = joined(tag("p", hint, klass="faint"), scrolling(table, hint))
        parts.append(tag("details", tag("summary", name), inside, open=at == 0))
    return joined(*parts)


def unjudged_section(material: Material) -> Markup:
    """How much was not judged, and what that could change."""
    bounded: dict[tuple[str, str], tuple[float, float]] = {}
    names = []
    for each in material.bounds:
        bounded[each.name, each.system] = (each.low, each.high)
        names += [each.name] if each.name not in names else []
    heads = [tag("th", both("report-system"), scope="col")]
    heads += [tag("th", both("report-head-share"), scope="col", klass="number")]
    heads += [tag("th", name, scope="col", klass="number") for name in names]
    rows = []
    for batch in material.batches:
        share = unjudged_share(batch)
        written = UNDEFINED if share is None else f"{share:.1%}"
        cells = [tag("th", batch.system, scope="row"), tag("td", written, klass="number", data_value=share)]
        for name in names:
            low, high = bounded.get((name, batch.system), (float("nan"), float("nan")))
            measure = material.results[0][name].measure
            written = f"{number(measure, low, material.digits)} – {number(measure, high, material.digits)}"
            cells.append(tag("td", written, klass="number", data_value=repr(low)))
        rows.append(tag("tr", *cells))
    table = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows), klass="sortable")
    left = both("report-no-bounds", {"names": list(material.unbounded)}) if material.unbounded else None
    why = [tag("p", told(partial(_reason, each)), klass="faint") for each in material.unproved]
    return joined(
        tag("p", both("report-unjudged-hint"), klass="faint"), scrolling(table, both("report-unjudged")),
        tag("p", left, klass="faint") if left else None, *why,
    )  # fmt: skip


def _reason(error: CranfieldError, language: str) -> str:
    return error.told(language=language, voice="shell")


def again_section(material: Material) -> Markup:
    """How systems were compared, the signature, and the command."""
    found = material.found
    settings = [] if found is None else [told(lambda language: " ".join(settings_lines(found, language)))]
    signed = {language: signature_lines(material.results, language, full=True) for language in LANGUAGES}
    lines = [told(partial(_signed, signed, at)) for at in range(len(signed["en"]))]
    command = tag("pre", tag("code", material.command), tabindex="0") if material.command else None
    return joined(command, *(tag("p", line, klass="faint") for line in (*settings, *lines)))


def _signed(lines: Mapping[str, Sequence[str]], at: int, language: str) -> str:
    return lines[language][at]
