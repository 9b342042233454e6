"""Verdicts of a gate as JUnit XML, which every build server shows."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.verdict import Verdict

__all__ = ["render_junit"]

_SUITE = "cranfield"


def render_junit(verdicts: Sequence[Verdict], *, language: str = "en") -> str:
    """One test case for each verdict; a rule that cannot be decided is an error, one that failed a failure."""
    failed = sum(each.status == "failed" for each in verdicts)
    undecided = sum(each.status == "undecided" for each in verdicts)
    counts = {"tests": str(len(verdicts)), "failures": str(failed), "errors": str(undecided)}
    whole = Element("testsuites", {"name": _SUITE, **counts})
    suite = SubElement(whole, "testsuite", {"name": _SUITE, "skipped": "0", "time": "0", **counts})
    for each in verdicts:
        # names of systems may hold what XML cannot, such as control characters
        title, why = visible(each.title(language=language)), visible(each.because(language=language))
        case = SubElement(suite, "testcase", {"classname": f"{_SUITE}.{each.kind}", "name": title, "time": "0"})
        if each.passed:
            SubElement(case, "system-out").text = why
        else:
            outcome = SubElement(
                case, "failure" if each.status == "failed" else "error", {"message": why, "type": each.status}
            )
            outcome.text = visible(each.told(language=language))
    indent(whole)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(whole, encoding="unicode") + "\n"
