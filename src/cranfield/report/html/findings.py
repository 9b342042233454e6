"""What is odd about the data: what was said when it was read, and what else a check of it finds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cranfield.report.html.markup import Markup, both, joined, tag, told

if TYPE_CHECKING:
    from cranfield.core.finding import Finding
    from cranfield.report.html.material import Material

__all__ = ["findings_section"]

_SEVERITIES = {
    "error": "report-severity-error", "warning": "report-severity-warning", "note": "report-severity-note",
}  # fmt: skip
_ALIKE = 3  # of one kind that are listed at once


def findings_section(material: Material) -> Markup:
    """What changes the meaning of numbers first; of many of one kind only a few are open."""
    kinds: dict[tuple[str, str], list[Markup]] = {}
    for finding, whose in [*_of_results(material), *((each, "") for each in material.checked)]:
        about = tag("span", f"{whose}: ", klass="faint") if whose else None
        line = joined(about, told(partial(_said, finding)))
        kinds.setdefault((finding.severity, finding.wording or finding.key), []).append(line)
    lines = []
    for (severity, _), found in sorted(kinds.items(), key=lambda each: list(_SEVERITIES).index(each[0][0])):
        mark = tag("span", both(_SEVERITIES[severity]), klass=f"status {severity}")
        shown, rest = (found, []) if len(found) <= _ALIKE + 1 else (found[:_ALIKE], found[_ALIKE:])
        lines += [tag("li", mark, " ", each) for each in shown]
        if rest:
            more = tag("summary", both("report-more-alike", {"count": len(rest)}))
            lines.append(tag("li", tag("details", more, tag("ul", *(tag("li", mark, " ", each) for each in rest)))))
    return tag("ul", *lines, klass="told") if lines else tag("p", both("report-nothing-odd"))


def _of_results(material: Material) -> list[tuple[Finding, str]]:
    """Each finding with the systems that it is about; the same about several systems once."""
    together: dict[tuple[str, str], tuple[Finding, list[str]]] = {}
    for each in material.results:
        for finding in each.findings:
            whose = together.setdefault((finding.severity, finding.told()), (finding, []))[1]
            if each.system not in whose:
                whose.append(each.system)
    everybody = len(material.results)
    return [(finding, "" if len(whose) == everybody else ", ".join(whose)) for finding, whose in together.values()]


def _said(finding: Finding, language: str) -> str:
    return finding.told(language=language, voice="shell")
