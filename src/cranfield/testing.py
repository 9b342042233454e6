"""For tests of your own: a ranking, a classifier or a generator must not get worse than its baseline.

>>> from cranfield import evaluate, ranking
>>> qrels = {f"q{n}": {"d1": 1} for n in range(9)}
>>> old = evaluate(ranking(qrels, {f"q{n}": {"d1": 1.0, "d2": 2.0} for n in range(9)}), ["RR"])
>>> new = evaluate(ranking(qrels, {f"q{n}": {"d1": 3.0, "d2": 2.0} for n in range(9)}), ["RR"])
>>> assert_not_worse(old, new, "RR", margin=0.01)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.baseline import Baseline, read_baseline
from cranfield.compare.facts import Facts, facts_between
from cranfield.compare.gate import check
from cranfield.compare.rule import Amount, Condition, Rule
from cranfield.compare.rules import parse_amount
from cranfield.core.arguments import NAME, SHARE, checked, is_text, items, optional
from cranfield.core.arguments import Rule as Argument
from cranfield.core.order import places_in_order
from cranfield.core.result import RESULTS, Results
from cranfield.core.spec import parse_named
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError
from cranfield.words import say, visible

if TYPE_CHECKING:
    from cranfield.core.spec import Measures

__all__ = ["assert_not_worse"]

_MOST = 3  # units that are shown


@checked(
    baseline=Argument("be-baseline", lambda value: isinstance(value, Results | Baseline) or is_text(os.fspath(value))),
    new=RESULTS, confidence=SHARE, system=optional(NAME),
)  # fmt: skip
def assert_not_worse(
    baseline: Results | Baseline | str | os.PathLike[str], new: Results, measures: Measures | None = None, *,
    margin: float | str | Mapping[str, float | str], confidence: float = 0.95, system: str | None = None,
) -> None:  # fmt: skip
    """Fail unless it is shown that new results are at most `margin` worse than the baseline's.

    The end of the interval of the difference decides, so too few units fail as well as a real loss does. `margin` is a
    number, a share of the baseline such as '1%', or one of these for each measure. `baseline` may be a file that
    `cranfield eval -q --format json` wrote, and `system` one of several in it.
    """
    __tracebackhide__ = True  # pytest shows the line of the test instead of ours
    if isinstance(baseline, str | os.PathLike):
        baseline = read_baseline(baseline, system=system)
    before = baseline.against(new) if isinstance(baseline, Baseline) else baseline
    asked = {name: each.asked or each.measure for name, each in new.found.items() if each.measure.better}
    if measures is not None:
        asked = parse_named(measures, new.family)
    told, failed = [], False
    for name, measure in asked.items():
        amount = _margin(margin, name)
        rule = Rule(f"{name} is not worse by {amount}", "require", Condition(name, measure, "not worse", amount))
        if isinstance(baseline, Baseline) and name in new and name not in before:
            facts = _value_only(baseline, new, name)
        else:
            facts = facts_between(before, new, measure, confidence=confidence)
        (verdict,) = check([rule], [facts])
        failed = failed or not verdict.passed
        told.append(verdict.told())
        if not verdict.passed and name in before:
            told.extend(_moved_most(before, new, name))
    if failed:
        raise AssertionError("\n".join(map(visible, told)))


def _value_only(baseline: Baseline, new: Results, name: str) -> Facts:
    """A measure of which the file holds only the value: nothing shows how sure the difference is."""
    result = new[name]
    why = "why-values-only" if isinstance(result.state, Sums) else "why-whole-only"
    before = baseline.value_of(result, name)
    return Facts(result.asked or result.measure, new.system, result.value, baseline.system, before, why=why)


def _margin(margin: float | str | Mapping[str, float | str], name: str) -> Amount:
    if isinstance(margin, Mapping):
        given = {str(each): amount for each, amount in items("assert_not_worse", "margin", margin, error=MeasureError)}
        if name not in given:
            raise MeasureError("margin-lacks", name=name, names=list(given))
        margin = given[name]
    return parse_amount(margin)


def _moved_most(before: Results, new: Results, name: str) -> list[str]:
    """The units that lost most."""
    first, second = before[name], new[name]
    if list(first.state.units) != list(second.state.units):
        return []
    loss = (first.values - second.values) * (-1 if second.measure.better == "lower" else 1)
    order = np.asarray(places_in_order(second.state.units))
    worst = [at for at in order[np.argsort(-loss[order], kind="stable")][:_MOST] if loss[at] > 0]
    each = [f"{second.state.units[at]} {first.values[at]:.4f} -> {second.values[at]:.4f}" for at in worst]
    return [f"  {say('lost-most', {'noun': second.noun, 'each': each})}"] if each else []
