"""The gate: rules applied to facts, with a verdict for each and the numbers that decided it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from cranfield.compare.rule import Choice, Condition, Rule
from cranfield.core.verdict import Reason, Verdict
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cranfield.compare.facts import Facts

__all__ = ["check"]

# what is said of a quantity, and what if it is not known
_TOLD = {
    "value": ("gate-value", "gate-no-value"),
    "baseline": ("gate-baseline", "gate-no-baseline"),
    "difference": ("gate-difference", "gate-no-difference"),
    "change": ("gate-change", "gate-no-change"),
    "low": ("gate-low", "gate-no-interval"),
    "high": ("gate-high", "gate-no-interval"),
    "p": ("gate-p", "gate-no-p"),
}
_SLACK = 1e-12  # what adding up in another order may change: 0.45 - 0.44 is a drop of 0.01


def check(rules: Iterable[Rule], facts: Iterable[Facts]) -> list[Verdict]:
    """A verdict for each rule and each system and baseline that it does not name itself.

    >>> from cranfield import parse
    >>> from cranfield.compare.facts import Facts
    >>> from cranfield.compare.rules import parse_rule
    >>> found = Facts(parse("AP"), "new", 0.40, "base", 0.45)
    >>> print(check([parse_rule("AP drops 1%")], [found])[0].status)
    failed
    """
    known = list(facts)
    return [verdict for rule in rules for verdict in _verdicts(rule, known)]


def _verdicts(rule: Rule, facts: Sequence[Facts]) -> list[Verdict]:
    _refuse_unknown(rule, facts)
    conditions = list(rule.conditions())
    # a rule is applied to every system and baseline that one of its conditions leaves open
    systems: dict[str | None, None] = {None: None}
    if any(each.system is None for each in conditions):
        systems = dict.fromkeys(each.system for each in facts)
    baselines: dict[str | None, None] = {None: None}
    if any(each.baseline is None and not _alone(each) for each in conditions):
        baselines = dict.fromkeys(each.baseline for each in facts)
    found = []
    for system in systems:
        for baseline in baselines:
            if system is not None and not _together(facts, system, baseline):
                continue
            reasons: list[Reason] = []
            holds = _weigh(rule.root, rule, facts, system, baseline, reasons)
            wanted = rule.kind == "require"
            status = "undecided" if holds is None else "passed" if holds is wanted else "failed"
            found.append(Verdict(rule.text, rule.kind, status, system, baseline, tuple(reasons)))
    return found


def _together(facts: Sequence[Facts], system: str, baseline: str | None) -> bool:
    return any(each.system == system and baseline in (each.baseline, None) for each in facts)


def _alone(part: Condition) -> bool:
    """Whether it is about the system alone, whatever the baseline."""
    return part.way == "compare" and part.quantity == "value"


def _refuse_unknown(rule: Rule, facts: Sequence[Facts]) -> None:
    for each in rule.conditions():
        for key, name, there in (
            ("rule-no-system", each.system, [one.system for one in facts]),
            ("rule-no-baseline", each.baseline, [one.baseline for one in facts if one.baseline is not None]),
        ):
            if name is not None and name not in there:
                names = list(dict.fromkeys(there))
                raise MeasureError(key, rule=rule.text, name=name, names=names, near=nearest(name, names))


def _weigh(
    part: Choice | Condition, rule: Rule, facts: Sequence[Facts], system: str | None, baseline: str | None,
    reasons: list[Reason],
) -> bool | None:  # fmt: skip
    """Whether it holds; what is not known decides nothing where the rest of an `and` or `or` does."""
    if isinstance(part, Choice):
        held = [_weigh(each, rule, facts, system, baseline, reasons) for each in part.parts]
        settles = part.word == "or"
        return settles if settles in held else None if None in held else not settles
    reason = _reason(part, _facts_of(part, rule, facts, part.system or system, part.baseline or baseline))
    reasons.append(reason)
    return reason.holds


def _facts_of(
    part: Condition, rule: Rule, facts: Sequence[Facts], system: str | None, baseline: str | None
) -> Facts:  # fmt: skip
    about = [each for each in facts if each.measure == part.measure and each.system == system]
    if not about:
        raise MeasureError("rule-no-facts", rule=rule.text, name=part.name, system=system)
    if _alone(part):
        return about[0]
    found = next((each for each in about if each.baseline == baseline and each.baseline_value is not None), None)
    if found is None:
        raise MeasureError("rule-without-baseline", rule=rule.text, name=part.name, system=system)
    return found


def _reason(part: Condition, facts: Facts) -> Reason:
    numbers = {
        "measure": part.name, "system": facts.system, "baseline": facts.baseline, "value": facts.value,
        "baseline_value": facts.baseline_value, "difference": facts.difference, "change": facts.change,
        "low": facts.low, "high": facts.high, "p": facts.p, "confidence": facts.confidence, "units": facts.units,
        "limit": None if part.amount is None else str(part.amount),
        "why": facts.why,
    }  # fmt: skip
    numbers = {name: None if _unknown(number) else number for name, number in numbers.items()}
    if part.way == "compare":
        return _by_limit(part, facts, numbers)
    if part.way == "not worse":
        return _by_interval(part, facts, numbers)
    return _by_difference(part, facts, numbers)


def _by_limit(part: Condition, facts: Facts, numbers: dict[str, Any]) -> Reason:
    """A number next to a limit."""
    assert part.amount is not None
    number = numbers[{"baseline": "baseline_value"}.get(part.quantity, part.quantity)]
    told = {**numbers, "number": number, "quantity": part.quantity, "operator": part.operator}
    if number is None:
        return Reason(_TOLD[part.quantity][1], told, None)
    above = number - part.amount.number
    # a p is no sum of values, and may be far smaller than any of them
    slack = _SLACK * max(number, part.amount.number) if part.quantity == "p" else _slack(facts)
    equal = abs(above) <= slack
    holds = {"<": above < 0 and not equal, "<=": above < 0 or equal, ">": above > 0 and not equal}
    return Reason(_TOLD[part.quantity][0], told, holds.get(part.operator, above > 0 or equal))


def _by_interval(part: Condition, facts: Facts, numbers: dict[str, Any]) -> Reason:
    """Not worse by a margin: the end of the interval on the bad side must stay inside the margin."""
    assert part.amount is not None
    end, base = numbers["high" if facts.better == "lower" else "low"], numbers["baseline_value"]
    if end is None or base is None:
        return Reason("gate-no-interval", numbers, None)
    margin = part.amount.number * (abs(base) if part.amount.percent else 1.0)
    loss = end if facts.better == "lower" else -end
    holds = loss < margin - _slack(facts)
    told = {**numbers, "end": end, "margin": margin if facts.better == "lower" else -margin}
    return Reason("gate-within-margin" if holds else "gate-beyond-margin", told, holds)


def _by_difference(part: Condition, facts: Facts, numbers: dict[str, Any]) -> Reason:
    """How far the value has moved, to the side that is meant."""
    measured = "change" if part.amount is not None and part.amount.percent else "difference"
    moved = numbers[measured]
    if moved is None:
        return Reason(_TOLD[measured][1], numbers, None)
    if part.way in ("drops", "rises"):
        side = 1 if part.way == "rises" else -1
    else:
        side = 1 if ("worse" in part.way) == (facts.better == "lower") else -1
    if part.amount is None:
        reached = moved * side > _slack(facts)
    else:
        reached = moved * side >= part.amount.number - _slack(facts)
    return Reason("gate-moved", numbers, reached is not part.way.startswith("not"))


def _slack(facts: Facts) -> float:
    return _SLACK * max(1.0, abs(facts.value), abs(facts.baseline_value or 0.0))


def _unknown(number: Any) -> bool:
    return number is None or (isinstance(number, float) and not math.isfinite(number))
