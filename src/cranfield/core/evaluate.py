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
from cranfield.core.order import in_order
from cranfield.core.result import Part, Result, Results
from cranfield.core.signature import Signature
from cranfield.core.spec import parse_named
from cranfield.core.states.lacking import first_lacking
from cranfield.core.states.sums import Sums
from cranfield.errors import InputError, MeasureError
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.spec import Measures
    from cranfield.core.states.state import State

__all__ = ["evaluate", "parts_by_value", "ready", "require_batch", "resolved", "results_of"]


def evaluate(batch: Batch, measures: Measures | None = None, *, groups: Mapping[str, str] | None = None) -> Results:
    """Compute measures on a batch, or those that suit its data if none is named.

    `groups` maps units to group names; `cranfield.groups(path)` reads such a mapping from a file.
    """
    require_batch(batch, "evaluate")
    asked = resolved(batch, measures)
    found: list[Finding] = []
    members = None if groups is None else _members(batch, _checked(groups, batch), found)
    used = [measure for _, measure in asked.values()]
    source = getattr(groups, "source", None)
    told = replace(batch, findings=(*batch.findings, *found)) if found else batch
    return results_of(
        told, asked, _states(used, batch), parts=parts_by_value(batch, used), members=members,
        inputs=(source,) if source else (),
    )  # fmt: skip


def resolved(batch: Batch, measures: Measures | None = None) -> dict[str, tuple[Measure, Measure]]:
    """By the name that was asked for: the measure as it was asked for, and with what the data filled in."""
    asked = parse_named(batch.family.defaults(batch) if measures is None else measures, batch.family)
    if not asked:
        raise MeasureError("no-measure-asked")
    return {name: (measure, ready(measure, batch)) for name, measure in asked.items()}


def results_of(
    batch: Batch, asked: Mapping[str, tuple[Measure, Measure]], states: Sequence[State], *,
    parts: Mapping[str, Sequence[Part]] | None = None, members: Mapping[str, NDArray[np.int64]] | None = None,
    inputs: Sequence[Mapping[str, Any]] = (), units: Sequence[str] | None = None,
) -> Results:  # fmt: skip
    """The results of states, one for each of the measures, with what is to be said about them.

    The batch says what the data is; it may stand for a whole that no process has seen, whose `units` are these.
    """
    findings = list(batch.findings)
    found: dict[str, Result] = {}
    scores: dict[str, Mapping[str, str]] = {}
    for at, (name, (said, measure)) in enumerate(asked.items()):
        own = None if parts is None else {value: of_value[at] for value, of_value in parts.items()}
        noun, order = measure.unit_noun(batch), batch.facts.get("order")
        paired = bool(batch.facts.get("paired", True))
        found[name] = result = Result(measure, states[at], members, own, noun, said, order, paired=paired)
        findings.extend([*measure.cautions(batch), *measure.remarks(states[at])])
        if told := measure.signatures(batch):
            scores[name] = told
        if result.undefined:
            findings.append(_undefined(result, batch))
        if result.details:
            findings.append(_details(result))
    findings.extend(batch.family.findings(batch, {name: (asked[name][0], found[name]) for name in asked}))
    used = {name: measure for name, (_, measure) in asked.items()}
    signature = Signature(used, batch.policy, (*batch.inputs, *inputs), scores)
    return Results(
        batch.system, batch.family, found, tuple(findings), signature, batch.units if units is None else units
    )


def _states(measures: Sequence[Measure], batch: Batch) -> Sequence[State]:
    """What each measure keeps of the batch; a very long one is measured part by part, which takes less memory.

    What measures share of a part is made again when the batch is measured again.
    """
    apart = batch.family.apart(batch, measures)
    several = [[measure.stats(part) for measure in apart] for part in batch.family.parts(batch)] if apart else []
    found = {}
    for measure, *states in zip(apart, *several, strict=True):
        found[id(measure)] = states[0] if len(states) == 1 else Sums.in_a_row(batch.units, states)
    return [found[id(measure)] if id(measure) in found else measure.stats(batch) for measure in measures]


def parts_by_value(batch: Batch, measures: Sequence[Measure]) -> dict[str, list[Part]] | None:
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
        told = batch.family.columns
        missing = [name for name in missing if name in told] or missing  # what comes with them need not be named too
        remedy = told.get(missing[0], "give-column")
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
    # of a query that was sent several times, all requests are in its group
    queries = batch.coded("query") if "query" in batch else None
    for index, unit in enumerate(batch.units):
        group = groups.get(unit)
        if group is None and queries is not None:
            group = groups.get(queries.names[queries.codes[index]])
        if group is None:
            without.append(unit)
        else:
            members.setdefault(group, []).append(index)
    if not members:
        raise InputError("groups-elsewhere", noun=batch.noun)
    facts = {"noun": batch.noun, "total": len(batch)}
    if without:
        findings.append(Finding("no-group", len(without), facts, examples=tuple(without[:5])))
    evaluated = {*batch.units, *(() if queries is None else queries.names)}
    elsewhere = [unit for unit in groups if unit not in evaluated]
    if elsewhere:
        findings.append(Finding("group-without-unit", len(elsewhere), facts, examples=tuple(elsewhere[:5])))
    return {name: np.asarray(members[name]) for name in in_order(list(members))}


def _undefined(result: Result, batch: Batch) -> Finding:
    treatment, more = result.measure.treatment(batch.policy)
    facts = {
        "total": len(result.state.units), "noun": result.noun, "why": result.measure.undefined_when,
        "treatment": treatment, **more,
    }  # fmt: skip
    examples = first_lacking(result.state)
    return Finding("undefined", result.undefined, facts, examples=examples, subject=str(result.measure))


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
