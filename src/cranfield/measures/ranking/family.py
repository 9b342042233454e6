"""Rankings: runs and judgments, one unit a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import cranfield.measures.ranking as package
from cranfield.core.family import Family
from cranfield.core.finding import Finding
from cranfield.core.unit_measure import UnitMean, UnitSum
from cranfield.measures.ranking.answer import answer_of, listing_of, unanswered
from cranfield.measures.ranking.foreign import NICKNAMES, REFUSED, translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.result import Result

__all__ = ["FAMILY"]

_ROWS = 1 << 18  # judged documents of a part: fewer would take longer to begin than to measure
_USUAL_GRADES = 4  # a scale that goes further often calls grade 1 of it not relevant


def _findings(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:
    """What only shows when it is known which measures are asked for."""
    return [*_scaled(batch, found), *_straddling(batch, found), *_low_threshold(batch, found)]


def _scaled(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:
    """Measures that took the highest grade of the scale from the judgments, or from the profile."""
    taken: dict[float, list[str]] = {}
    for name, (asked, result) in found.items():
        top = vars(result.measure).get("max_grade")
        if top is not None and vars(asked).get("max_grade") is None:
            taken.setdefault(top, []).append(name)
    highest = max(batch.facts.get("max_grade", 0.0), 1.0)
    return [
        Finding(
            "max-grade" if top <= highest else "max-grade-of-profile", len(names),
            {"top": top, "profile": batch.policy.profile}, subject=", ".join(names),
        )
        for top, names in taken.items()
    ]  # fmt: skip


def _straddling(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:
    """Tied documents on both sides of a cutoff: the value then depends on the tie rule."""
    if batch.policy.ties == "expected":
        return []
    first, last = batch.ragged("tie_first"), batch.ragged("tie_last")
    findings = []
    for k in sorted({k for asked, _ in found.values() if isinstance(k := getattr(asked, "k", None), int)}):
        across = (first.values <= k) & (k < last.values)
        count = int(np.count_nonzero(first.count(across))) if across.any() else 0
        if count:
            findings.append(Finding("tie-across-cutoff", count, {"k": k, "ties": batch.policy.ties}))
    return findings


def _low_threshold(batch: Batch, found: Mapping[str, tuple[Measure, Result]]) -> list[Finding]:
    """Grades on a long scale of which the lowest counts as relevant because nobody said otherwise."""
    top = batch.facts.get("max_grade", 0.0)
    names = [
        name
        for name, (asked, _) in found.items()
        if "rel" in asked.params() and asked.params()["rel"].default == vars(asked)["rel"] == 1
    ]
    if top <= _USUAL_GRADES or not names:
        return []
    return [Finding("low-threshold", len(names), {"top": top, "names": names})]


def _apart(batch: Batch, measures: Sequence[Measure]) -> Sequence[Measure]:  # noqa: ARG001 (the same for all data)
    """All or none, as they share what is made of the rows."""
    return measures if all(isinstance(measure, UnitMean | UnitSum) for measure in measures) else ()


FAMILY = Family(
    name="ranking",
    package=package,
    noun="queries",
    whole="in-judgments",
    call="ranking(...)",
    command="cranfield eval",
    defaults=lambda _: package.DEFAULTS,
    columns={"known": "give-known", "subtopic": "give-subtopics", "document_group": "give-document-groups"},
    parts=lambda batch: batch.stretches(_ROWS),
    apart=_apart,
    nicknames=NICKNAMES,
    refused=REFUSED,
    translate=translated,
    findings=_findings,
    context=answer_of,
    listing=listing_of,
    unanswered=unanswered,
)
