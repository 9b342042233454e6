"""The one way to a number, and the same way told aloud."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Batch, Finding, counted
from cranfield.core.measure import UnitMean, UnitSum
from cranfield.core.note import Recorder, Step
from cranfield.core.param import show
from cranfield.core.result import Result, Results, settled
from cranfield.core.spec import parse, parse_all
from cranfield.core.states.sums import Sums
from cranfield.errors import InputError, MeasureError
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from cranfield.core.measure import Measure
    from cranfield.core.states.state import State

__all__ = ["Explanation", "evaluate", "explain"]

_ROWS = 1 << 18  # judged documents of a part: fewer would take longer to begin than to measure


def evaluate(
    batch: Batch, measures: Iterable[str | Measure] | str | Measure, *,
    groups: Mapping[str, str] | str | os.PathLike[str] | None = None,
) -> Results:  # fmt: skip
    """Compute measures on a batch; `groups` maps units to group names, or is a file of both."""
    _require_batch(batch, "evaluate")
    wanted = parse_all(measures, batch.family)
    if not wanted:
        message = "no measure was asked for; name at least one, such as nDCG@10"
        raise MeasureError(message)
    findings = list(batch.findings)
    inputs = list(batch.inputs)
    if groups is not None and batch.family == "labels":
        message = "groups: measures of labels take the group of each example from labels(..., group=...), as GAUC does"
        raise InputError(message)
    members = None if groups is None else _members(batch, _read_groups(groups, inputs), findings)
    found, resolved = {}, {}
    scores: dict[str, dict[str, str]] = {}
    usable = [_ready(measure, batch) for measure in wanted]
    for measure, ready, state in zip(wanted, usable, _states(usable, batch), strict=True):
        resolved[str(measure)] = str(ready)
        result = Result(ready, state, members, ready.unit_noun(batch))
        findings.extend([*ready.cautions(batch), *ready.remarks(result.state)])
        if told := ready.signatures(batch):
            scores[str(measure)] = told
        if result.undefined:
            findings.append(_undefined(result, batch))
        if result.details:
            findings.append(_details(result))
        found[measure] = result
    findings.extend(_scaled(found, batch))
    findings.extend(_straddling(batch, wanted))
    signature = {
        "cranfield": __version__,
        "measures": resolved,
        "parameters": lambda: {str(measure): result.measure.as_dict() for measure, result in found.items()},
        "profile": batch.policy.profile,
        "policy": batch.policy.as_dict,
        "inputs": lambda: [settled(each) for each in inputs],
    }
    if scores:
        signature["scores"] = scores
    return Results(batch.system, batch.family, found, tuple(findings), signature, batch.units, batch.noun)


def _states(measures: Sequence[Measure], batch: Batch) -> Sequence[State]:
    """What each measure keeps of the batch; a very long ranking is measured part by part, which takes less memory.

    What measures share of a part is made again when the batch is measured again.
    """
    simple = [measure for measure in measures if isinstance(measure, UnitMean | UnitSum)]
    if batch.family != "ranking" or len(simple) < len(measures):
        return [measure.stats(batch) for measure in measures]
    parts = [[measure.stats(part) for measure in simple] for part in batch.stretches(_ROWS)]
    if len(parts) == 1:
        return parts[0]
    return [Sums.in_a_row(batch.units, states) for states in zip(*parts, strict=True)]


def _require_batch(batch: Any, who: str) -> None:
    if not isinstance(batch, Batch):
        message = f"{who}: the data must be a batch, not {type(batch).__name__}; make one with ranking(qrels, run)"
        raise InputError(message)


def _read_groups(groups: Any, inputs: list[Mapping[str, Any]]) -> Mapping[str, str]:
    """Groups as a mapping; a file is read, and named in the signature."""
    if isinstance(groups, str | os.PathLike):
        # looked up by name, as the measures are: the house does not depend on its rooms
        groups = import_module("cranfield.io.groups").read_groups(groups)
    if not isinstance(groups, Mapping):
        message = f"groups must be a dict of query and group or the path of a file, not {type(groups).__name__}"
        raise InputError(message)
    if source := getattr(groups, "source", None):
        inputs.append(source)
    return groups


def _scaled(found: Mapping[Measure, Result], batch: Batch) -> list[Finding]:
    """Measures that took the highest grade of the scale from the judgments, or from the profile."""
    taken: dict[float, list[str]] = {}
    seen = batch.facts.get("max_grade", 0.0)
    for measure, result in found.items():
        top = vars(result.measure).get("max_grade")
        if top is not None and vars(measure).get("max_grade") is None:
            taken.setdefault(top, []).append(str(measure))
    return [
        Finding(
            "max-grade",
            len(names),
            f"{', '.join(names)}: max_grade={show(top)}, "
            + (f"as in {batch.policy.profile}" if top > max(seen, 1.0) else "the highest grade of the judgments"),
        )
        for top, names in taken.items()
    ]


def _ready(measure: Measure, batch: Batch) -> Measure:
    missing = [name for name in measure.reads if name not in batch]
    if missing:
        message = f"{measure}: the data has no {', '.join(missing)}; {_REMEDY.get(missing[0], 'give it with the data')}"
        raise MeasureError(message)
    if batch.policy.ties == "expected" and not measure.averages_ties():
        message = f"{measure}: has no closed form for ties='expected'; choose another tie rule"
        raise MeasureError(message)
    return measure.resolve(batch)


_REMEDY = {
    "known": "give a file of known documents with --known, or ranking(..., known=...)",
    "guess": "give the predicted labels with --guess, or labels(..., guess=...)",
    "score": "give the scores with --score, or labels(..., score=...)",
    "group": "give the session of each example with --group, or labels(..., group=...)",
}


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
        message = f"{len(without):,} of {len(batch):,} {batch.noun} without a group count in no group mean"
        findings.append(Finding("no-group", len(without), message, examples=tuple(without[:5])))
    evaluated = set(batch.units)
    elsewhere = [unit for unit in groups if unit not in evaluated]
    if elsewhere:
        message = f"{counted(len(elsewhere), batch.noun)} of the group file not evaluated"
        findings.append(Finding("group-without-query", len(elsewhere), message, examples=tuple(elsewhere[:5])))
    return {name: np.asarray(members[name]) for name in sorted(members)}


def _undefined(result: Result, batch: Batch) -> Finding:
    places = np.flatnonzero(result.state.undefined)
    units = [result.state.units[at] for at in places[:5]]  # there may be a million sessions
    treatment = result.measure.treatment(batch.policy)
    message = (
        f"{result.measure}: undefined for {len(places):,} of {len(result.state.units):,} {result.noun}"
        f" ({result.measure.undefined_when}), {treatment}"
    )
    return Finding("undefined", len(places), message, examples=tuple(units))


def _details(result: Result) -> Finding:
    said = ", ".join(f"{name} {value:,.0f}" if value.is_integer() and value else f"{name} {_upwards(value)}"
                     for name, value in result.details.items())  # fmt: skip
    return Finding("details", 1, f"{result.measure}: {said}")


def _upwards(value: float) -> str:
    """Two digits that are not below the value, as a bound that is rounded down holds no more."""
    shown = f"{value:.2g}"
    return shown if float(shown) >= value else f"{value + 10.0 ** (math.floor(math.log10(value)) - 1):.2g}"


def _straddling(batch: Batch, measures: Iterable[Measure]) -> list[Finding]:
    """Tied documents on both sides of a cutoff: the value then depends on the tie rule."""
    if "tie_last" not in batch or batch.policy.ties == "expected":
        return []
    first, last = batch.ragged("tie_first"), batch.ragged("tie_last")
    ranks = sorted({k for m in measures if isinstance(k := getattr(m, "k", None), int)})
    found = []
    for k in ranks:
        across = (first.values <= k) & (k < last.values)
        count = int(np.count_nonzero(first.count(across))) if across.any() else 0
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
    _require_batch(batch, "explain")
    wanted = _ready(parse(measure, batch.family), batch)
    part, index = wanted.portion(batch, unit)
    recorder = Recorder(index)
    state = wanted.stats(part, recorder)
    value: Any = wanted.each(state)[index]
    return Explanation(wanted, unit, tuple(recorder.steps), float(value))
