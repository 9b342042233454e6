"""The one way to a number, and the same way told aloud."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Batch, Finding, counted
from cranfield.core.note import Recorder, Step
from cranfield.core.result import Result, Results
from cranfield.core.spec import parse, parse_all
from cranfield.errors import InputError, MeasureError
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure

__all__ = ["Explanation", "evaluate", "explain"]


def evaluate(
    batch: Batch, measures: Iterable[str | Measure] | str | Measure, *, groups: Mapping[str, str] | None = None
) -> Results:
    """Compute measures on a batch; `groups` maps units to group names."""
    wanted = parse_all(measures, batch.family)
    if not wanted:
        message = "no measure was asked for; name at least one, such as nDCG@10"
        raise MeasureError(message)
    findings = list(batch.findings)
    members = None if groups is None else _members(batch, groups, findings)
    found, resolved = {}, {}
    scores: dict[str, dict[str, str]] = {}
    for measure in wanted:
        ready = _ready(measure, batch)
        resolved[str(measure)] = str(ready)
        result = Result(ready, ready.stats(batch), members)
        findings.extend(ready.remarks(result.state))
        if told := ready.signatures(batch):
            scores[str(measure)] = told
        if result.undefined:
            findings.append(_undefined(result, batch))
        found[measure] = result
    findings.extend(_straddling(batch, wanted))
    signature = {
        "cranfield": __version__,
        "measures": resolved,
        "policy": batch.policy.as_dict(),
        "inputs": [dict(each) for each in batch.inputs],
    }
    if scores:
        signature["scores"] = scores
    return Results(batch.system, batch.family, found, tuple(findings), signature, batch.units, batch.noun)


def _ready(measure: Measure, batch: Batch) -> Measure:
    missing = [name for name in measure.reads if name not in batch]
    if missing:
        message = f"{measure}: the data has no {', '.join(missing)}; {_REMEDY.get(missing[0], 'give it with the data')}"
        raise MeasureError(message)
    if batch.policy.ties == "expected" and not measure.averages_ties():
        message = f"{measure}: has no closed form for ties='expected'; choose another tie rule"
        raise MeasureError(message)
    return measure.resolve(batch)


_REMEDY = {"known": "give a file of known documents with --known, or ranking(..., known=...)"}


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
        message = f"groups: none of the {batch.noun} has a group; check that both use the same ids"
        raise InputError(message)
    if without:
        message = f"{len(without)} of {len(batch)} {batch.noun} without a group count in no group mean"
        findings.append(Finding("no-group", len(without), message, examples=tuple(without[:5])))
    elsewhere = [unit for unit in groups if unit not in set(batch.units)]
    if elsewhere:
        message = f"{counted(len(elsewhere), batch.noun)} of the group file not evaluated"
        findings.append(Finding("group-without-query", len(elsewhere), message, examples=tuple(elsewhere[:5])))
    return {name: np.asarray(members[name]) for name in sorted(members)}


def _undefined(result: Result, batch: Batch) -> Finding:
    units = [unit for unit, flag in zip(result.state.units, result.state.undefined, strict=True) if flag]
    treatment = "counted as 0" if batch.policy.undefined == "zero" else "left out"
    if result.measure.pooled:
        treatment = "which adds nothing to the whole"
    message = (
        f"{result.measure}: undefined for {len(units)} of {len(batch)} {batch.noun}"
        f" ({result.measure.undefined_when}), {treatment}"
    )
    return Finding("undefined", len(units), message, examples=tuple(units[:5]))


def _straddling(batch: Batch, measures: Iterable[Measure]) -> list[Finding]:
    """Tied documents on both sides of a cutoff: the value then depends on the tie rule."""
    if "tie_last" not in batch or batch.policy.ties == "expected":
        return []
    first, last = batch.ragged("tie_first"), batch.ragged("tie_last")
    ranks = sorted({k for m in measures if isinstance(k := getattr(m, "k", None), int)})
    found = []
    for k in ranks:
        across = (first.values <= k) & (k < last.values)
        count = len(np.unique(first.owner[across]))
        if count:
            where = f"{counted(count, batch.noun)} with judged documents in a tie across rank {k}"
            message = f"{where}; ties={batch.policy.ties} decided"
            found.append(Finding("tie-across-cutoff", count, message))
    return found


@dataclass(frozen=True)
class Explanation:
    """Every step from the data of one unit to its value."""

    measure: Measure
    unit: str
    steps: tuple[Step, ...]
    value: float


def explain(batch: Batch, measure: str | Measure, unit: str) -> Explanation:
    """Run a measure on one unit and keep what it says on the way."""
    wanted = _ready(parse(measure, batch.family), batch)
    try:
        index = list(batch.units).index(unit)
    except ValueError:
        message = f"there is no unit {unit!r} to explain"
        raise InputError(message) from None
    recorder = Recorder()
    state = wanted.stats(batch.select([index]), recorder)
    value: Any = wanted.each(state)[0]
    return Explanation(wanted, unit, tuple(recorder.steps), float(value))
