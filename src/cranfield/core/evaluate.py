"""The one way to a number."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import items
from cranfield.core.batch import Batch
from cranfield.core.finding import Finding
from cranfield.core.measure import UnitMean, UnitSum
from cranfield.core.order import in_order
from cranfield.core.result import Part, Result, Results
from cranfield.core.signature import Signature
from cranfield.core.spec import parse_named
from cranfield.core.states.sums import Sums
from cranfield.errors import InputError, MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.spec import Measures
    from cranfield.core.states.state import State

__all__ = ["evaluate", "ready", "require_batch"]

_ROWS = 1 << 18  # judged documents of a part: fewer would take longer to begin than to measure


def evaluate(batch: Batch, measures: Measures | None = None, *, groups: Mapping[str, str] | None = None) -> Results:
    """Compute measures on a batch, or those that suit its data if none is named.

    `groups` maps units to group names; `cranfield.groups(path)` reads such a mapping from a file.
    """
    require_batch(batch, "evaluate")
    asked = parse_named(batch.family.defaults(batch) if measures is None else measures, batch.family)
    if not asked:
        raise MeasureError("no-measure-asked")
    findings = list(batch.findings)
    members = None if groups is None else _members(batch, _checked(groups, batch), findings)
    used = [ready(measure, batch) for measure in asked.values()]
    parts = _parts(batch, used)
    found: dict[str, Result] = {}
    scores: dict[str, Mapping[str, str]] = {}
    for at, (name, measure, state) in enumerate(zip(asked, used, _states(used, batch), strict=True)):
        own = None if parts is None else {value: of_value[at] for value, of_value in parts.items()}
        found[name] = result = Result(measure, state, members, own, measure.unit_noun(batch), asked[name])
        findings.extend([*measure.cautions(batch), *measure.remarks(state)])
        if told := measure.signatures(batch):
            scores[name] = told
        if result.undefined:
            findings.append(_undefined(result, batch))
        if result.details:
            findings.append(_details(result))
    findings.extend(batch.family.findings(batch, {name: (asked[name], found[name]) for name in asked}))
    source = getattr(groups, "source", None)
    signature = Signature(
        dict(zip(asked, used, strict=True)), batch.policy, (*batch.inputs, *([source] if source else [])), scores
    )
    return Results(batch.system, batch.family, found, tuple(findings), signature, batch.units)


def _states(measures: Sequence[Measure], batch: Batch) -> Sequence[State]:
    """What each measure keeps of the batch; a very long one is measured part by part, which takes less memory.

    What measures share of a part is made again when the batch is measured again.
    """
    simple = [measure for measure in measures if isinstance(measure, UnitMean | UnitSum)]
    if not batch.family.by_parts or len(simple) < len(measures):
        return [measure.stats(batch) for measure in measures]
    parts = [[measure.stats(part) for measure in simple] for part in batch.stretches(_ROWS)]
    if len(parts) == 1:
        return parts[0]
    return [Sums.in_a_row(batch.units, states) for states in zip(*parts, strict=True)]


def _parts(batch: Batch, measures: Sequence[Measure]) -> dict[str, list[Part]] | None:
    """What the measures keep of the units of each value of the column `by`, if there is one."""
    if "by" not in batch:
        return None
    by = batch.coded("by")
    order = np.argsort(by.codes, kind="stable")
    edges = np.searchsorted(by.codes[order], np.arange(len(by.names) + 1))
    units = {str(name): np.sort(order[edges[at] : edges[at + 1]]) for at, name in enumerate(by.names)}
    found = {}
    for name in in_order([name for name, rows in units.items() if len(rows)]):
        part = batch.select(units[name])
        if "group" in part:  # or every part would look at the sessions of all others
            part = replace(part, columns={**part.columns, "group": part.coded("group").present()})
        found[name] = [Part(measure.stats(part), len(part)) for measure in measures]
    return found


def require_batch(batch: Any, who: str) -> None:
    """Refuse what is no batch."""
    if not isinstance(batch, Batch):
        raise InputError("no-batch", who=who, kind=type(batch).__name__)


def ready(measure: Measure, batch: Batch) -> Measure:
    """The measure with what it needs of the data filled in, if the data can feed it."""
    missing = [name for name in measure.reads if name not in batch]
    if missing:
        remedy = batch.family.columns.get(missing[0], "give-column")
        raise MeasureError("data-lacks", measure=str(measure), missing=missing, remedy=remedy)
    if batch.policy.ties == "expected" and not measure.averages_ties():
        raise MeasureError("no-expected-ties", measure=str(measure))
    return measure.resolve(batch)


def _checked(groups: Any, batch: Batch) -> Mapping[str, str]:
    if not batch.family.grouped:
        raise InputError("no-groups-of-units", family=batch.family.name)
    if not isinstance(groups, Mapping):
        raise InputError("groups-kind", kind=type(groups).__name__)
    found = {}
    for unit, group in items("evaluate", "groups", groups):
        if group is not None:
            if isinstance(group, bool) or not isinstance(group, str | int) or not isinstance(unit, str):
                raise InputError("group-of-unit", unit=shown(unit), group=shown(group))
            found[unit] = str(group)
    return found


def _members(batch: Batch, groups: Mapping[str, str], findings: list[Finding]) -> dict[str, NDArray[np.int64]]:
    members: dict[str, list[int]] = {}
    without = []
    for index, unit in enumerate(batch.units):
        group = groups.get(unit)
        if group is None:
            without.append(unit)
        else:
            members.setdefault(group, []).append(index)
    if not members:
        raise InputError("groups-elsewhere", noun=batch.noun)
    facts = {"noun": batch.noun, "total": len(batch)}
    if without:
        findings.append(Finding("no-group", len(without), facts, examples=tuple(without[:5])))
    evaluated = set(batch.units)
    elsewhere = [unit for unit in groups if unit not in evaluated]
    if elsewhere:
        findings.append(Finding("group-without-unit", len(elsewhere), facts, examples=tuple(elsewhere[:5])))
    return {name: np.asarray(members[name]) for name in in_order(list(members))}


def _undefined(result: Result, batch: Batch) -> Finding:
    places = np.flatnonzero(result.state.undefined)
    units = [result.state.units[at] for at in places[:5]]  # there may be a million sessions
    treatment, more = result.measure.treatment(batch.policy)
    facts = {
        "total": len(result.state.units), "noun": result.noun, "why": result.measure.undefined_when,
        "treatment": treatment, **more,
    }  # fmt: skip
    return Finding("undefined", len(places), facts, examples=tuple(units), subject=str(result.measure))


def _details(result: Result) -> Finding:
    told = {
        name: f"{value:,.0f}" if value.is_integer() and value else _upwards(value)
        for name, value in result.details.items()
    }
    return Finding("details", 1, {"details": told}, subject=str(result.measure))


def _upwards(value: float) -> str:
    """Two digits that are not below the value, as a bound that is rounded down holds no more."""
    shown = f"{value:.2g}"
    return shown if float(shown) >= value else f"{value + 10.0 ** (math.floor(math.log10(value)) - 1):.2g}"
