"""Cost beside quality: the cost of the requests behind each system, in the same table and under the same gates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cranfield.errors import CranfieldError, MeasureError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.report.grid import Intervals

__all__ = ["Costs", "apart", "intervals_beside"]

_HOME = "cost"


def apart(asked: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The measures of the data itself, and those of cost, if both are asked for; else all as they are."""
    if not asked:
        return (), ()
    from cranfield.core.spec import fitting_families  # noqa: PLC0415 (numpy is loaded only when it is needed)

    cost = tuple(each for each in asked if fitting_families(each) == [_HOME])
    return tuple(each for each in asked if each not in cost), cost


class Costs:
    """The cost of each system that is read, in the order of the systems, and the measures of it."""

    def __init__(self, given: Given, asked: Sequence[str], *, wanted: bool) -> None:
        """`wanted`: whether runs that say what they cost are asked for it though nobody named a measure of cost."""
        self.asked, self.found = asked, list[Any]()
        self.measures: dict[str, Measure] | None = None
        if given.inputs.costs is None or not (asked or wanted or given.options.get("cost")):
            return
        named = bool(asked or given.options.get("cost"))
        self.found = given.inputs.costs(given)
        for each in self.found:
            if named and isinstance(each, CranfieldError):
                raise each
        if asked and any(each is None for each in self.found):
            raise MeasureError("cost-not-given", names=list(asked))
        if not all(each is not None and not isinstance(each, CranfieldError) for each in self.found):
            self.found = []  # some of the runs say it, but nobody asked

    def beside(
        self, at: int, results: Results, *, groups: Mapping[str, str] | None = None, alone: bool = False,
        batch: Batch | None = None,
    ) -> tuple[Results, Results | None]:  # fmt: skip
        """The results of a system with its cost beside them, or `alone`; and the cost by itself."""
        if not self.found:
            return results, None
        from cranfield.core.evaluate import evaluate  # noqa: PLC0415
        from cranfield.core.spec import parse_named  # noqa: PLC0415

        own: Batch = replace(self.found[at] if batch is None else batch, system=results.system)
        if self.measures is None:
            self.measures = parse_named(self.asked or own.family.defaults(own), own.family)
        cost = evaluate(own, self.measures, groups=groups)
        return _joined(results, cost, alone=alone), cost


def _joined(results: Results, cost: Results, *, alone: bool) -> Results:
    mine, theirs = results.signature, cost.signature
    signature = replace(
        mine, measures={**({} if alone else mine.measures), **theirs.measures}, given=[*mine.given, *theirs.given]
    )
    found = dict(cost.found) if alone else {**results.found, **cost.found}
    findings = (*(() if alone else results.findings), *cost.findings)
    return replace(results, found=found, findings=findings, signature=signature)


def intervals_beside(one: Intervals, other: Intervals | None) -> Intervals:
    """The intervals of both."""
    if other is None:
        return one
    groups = {
        name: {**one.groups.get(name, {}), **other.groups.get(name, {})} for name in {**one.groups, **other.groups}
    }
    return replace(one, whole={**one.whole, **other.whole}, groups=groups)
