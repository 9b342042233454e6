"""What a comparison means, in sentences: who is best, what could not be told, what the tests disagree on, and how."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.core.compared import Remark
from cranfield.report.comparison_grids import letters_of, lists_pairs, shown_p, values_grid
from cranfield.report.grid import DIGITS
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from cranfield.core.compared import Compared, Contest, Pair

__all__ = ["meaning", "settings_lines"]

_FEW = 3  # pairs that are told one by one
_TESTS = {
    "t": "test-t", "wilcoxon": "test-wilcoxon", "sign": "test-sign", "randomization": "test-randomization",
    "bootstrap": "test-bootstrap", "delong": "test-delong", "mcnemar": "test-mcnemar", "maxt": "test-maxt",
    "tukey": "test-tukey", "welch": "test-welch", "fisher": "test-fisher", "resampled": "test-resampled",
}  # fmt: skip
_DRAWN = ("randomization", "bootstrap", "resampled", "maxt", "tukey", "percentile", "bca")
_SIDES = {"two-sided": "side-two", "better": "side-better", "worse": "side-worse"}
_CORRECTIONS = {
    "holm": "correction-holm", "bonferroni": "correction-bonferroni", "bh": "correction-bh",
    "none": "correction-none", "maxt": "test-maxt", "tukey": "test-tukey",
}  # fmt: skip


def meaning(found: Compared, language: str) -> list[str]:
    """The sentences below the tables."""
    lines = _marks(found, language)
    for name, contest in found.items():
        lines += _of(name, contest, found, language)
    return lines + _notes(found, language) + [each.told(language=language) for each in found.findings]


def _notes(found: Compared, language: str) -> list[str]:
    """What the library has to say; the same about several measures once, with all their names."""
    together: dict[str, tuple[Remark, list[str]]] = {}
    for contest in found.values():
        for note in contest.notes:
            others = {name: value for name, value in note.fields.items() if name != "name"}
            about = together.setdefault(f"{note.key} {others}", (note, []))[1]
            about.append(str(note.fields.get("name", contest.name)))
    return [
        Remark(note.key, {**note.fields, "name": ", ".join(names)}).told(language=language)
        for note, names in together.values()
    ]


def _marks(found: Compared, language: str) -> list[str]:
    """What letters and daggers stand for, where there are any."""
    alpha = {"alpha": found.settings.alpha}
    lines = []
    letters = letters_of(found)
    listed = lists_pairs(found)
    if any(pair.significant for contest in found.values() for pair in contest.pairs):
        raised = any(cell.mark for row in values_grid(found, DIGITS, language).rows for cell in row.cells)
        lines += [say("mark-letters", alpha, language=language)] if raised else []
        lines += [say("mark-dagger", alpha, language=language)] if listed else []
    lines += [say("mark-columns", {}, language=language)] if listed else []
    corrected = found.settings.correction != "none" and any(each.comparisons > 1 for each in found.values())
    if corrected:
        facts = {"correction": _CORRECTIONS.get(found.settings.correction, found.settings.correction)}
        lines.append(say("p-corrected", {**facts, "noun": found.noun}, language=language))
    if found.settings.pairs == "all" and not letters:
        count = sum(len(contest.pairs) for contest in found.values())
        lines.append(say("pairs-left-out", {"count": count}, language=language))
    return lines


def _of(name: str, contest: Contest, found: Compared, language: str) -> list[str]:
    lines = []
    if len(found.systems) > 2 and contest.best and contest.better is not None:
        facts: dict[str, Any] = {"measure": name, "names": list(contest.best)}
        lines.append(say("alone-best" if len(contest.best) == 1 else "tied-for-best", facts, language=language))
    if contest.anova is not None:
        facts = {"measure": name, **vars(contest.anova), "shown": shown_p(contest.anova.p)}
        lines.append(say("anova-told", facts, language=language))
    lines += _reasons(name, contest.pairs, language)
    return lines + _weak(name, contest, found.settings.alternative, language)


def _reasons(name: str, pairs: Sequence[Pair], language: str) -> list[str]:
    """Why there is no p, each reason once."""
    about: dict[str, list[str]] = {}
    for pair in pairs:
        if pair.reason is not None:
            about.setdefault(pair.reason.told(language=language), []).append(f"{pair.system} − {pair.baseline}")
    return [f"{name}, {', '.join(names[:_FEW])}: {told}" for told, names in about.items()]


def _weak(name: str, contest: Contest, alternative: str, language: str) -> list[str]:
    """What these units could have shown, where a difference was not shown."""
    weak = [pair for pair in contest.pairs if not pair.significant and pair.detectable]
    side = {"better": 1, "worse": -1}.get(alternative, 0) * (-1 if contest.better == "lower" else 1)
    if len(weak) <= _FEW:
        return [
            say("not-shown-side" if pair.difference * side < 0 else "not-shown", {
                "measure": name, "system": pair.system, "baseline": pair.baseline, "units": pair.units,
                "noun": contest.noun, "detectable": pair.detectable, "difference": pair.difference,
                "needed": pair.needed, "side": _SIDES.get(alternative, alternative),
            }, language=language)
            for pair in weak
        ]  # fmt: skip
    sizes = [each.detectable for each in weak if each.detectable is not None and not math.isnan(each.detectable)]
    return [
        say("not-shown-many", {
            "measure": name, "count": len(weak), "total": len(contest.pairs), "units": contest.units,
            "noun": contest.noun, "least": min(sizes), "most": max(sizes),
        }, language=language)
    ]  # fmt: skip


def _drawn(found: Compared, used: AbstractSet[str | None]) -> bool:
    """Whether anything that is shown was drawn: the randomization test stands beside the t-test and is compared."""
    beside = any("randomization" in pair.others for contest in found.values() for pair in contest.pairs)
    return beside or not used.isdisjoint(_DRAWN)


def settings_lines(found: Compared, language: str) -> list[str]:
    """How it was compared: all that is needed to do it again."""
    settings = found.settings
    tests = dict.fromkeys(pair.test for contest in found.values() for pair in contest.pairs) or {settings.test: None}
    sizes = list(dict.fromkeys(contest.comparisons for contest in found.values()))
    methods = [each.method for contest in found.values() for each in contest.estimates]
    methods += [each.method for contest in found.values() for each in contest.pairs]
    used = [each for each in dict.fromkeys(methods) if each is not None]
    facts = {
        "tests": [say(_TESTS.get(each, each), {}, language=language) for each in tests],
        "side": _SIDES.get(settings.alternative, settings.alternative),
        "correction": _CORRECTIONS.get(settings.correction, settings.correction),
        "sizes": [f"{size:,}" for size in sizes] if max(sizes, default=0) > 1 else [],
        "percent": settings.confidence * 100, "methods": [translated(each, language=language) for each in used],
        "resamples": settings.resamples if _drawn(found, {*tests, *used}) else None,
        "seed": settings.seed, "as_": settings.as_, "by": settings.by, "rope": settings.rope,
    }  # fmt: skip
    return [say("comparison-settings", facts, language=language)]
