"""A baseline from a file: the results of another day, refused when they are about something else.

The file is what `cranfield eval --format json -q` writes: values of the whole and of each unit, the measures with all
their parameters, the policy, and the hashes of the inputs.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.stored import is_results
from cranfield.core.finding import Finding
from cranfield.core.parsed import parsed_json
from cranfield.core.policy import Policy
from cranfield.core.result import Result, Results
from cranfield.core.spec import parse_all
from cranfield.core.states.sums import Sums
from cranfield.errors import InputError, MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

__all__ = ["Baseline", "read_baseline", "read_measures"]

_LARGEST = 128 << 20  # bytes: the numbers of a million queries
_SLACK = 1e-9  # what digits of a file may change
_TRUTH = ("judgments", "known", "references")  # inputs that say what is right, not what a system did


@dataclass(frozen=True)
class Baseline:
    """One system of a file of results."""

    source: str
    system: str
    entry: Mapping[str, Any]  # its part of the file
    signature: Mapping[str, Any]

    @property
    def values(self) -> dict[str, float]:
        """Measure to value, by the names in the file; nan where there is none."""
        return {name: np.nan if value is None else float(value) for name, value in self.entry["metrics"].items()}

    def value_of(self, result: Result, name: str) -> float:
        """The value of a measure that new results have."""
        return self.values[self._known(name, result)]

    def against(self, new: Results) -> Results:
        """The same measures as in new results, as if they had been computed today; refused where they cannot be.

        A measure whose numbers for each unit are not in the file is left out: its value can be compared, but no paired
        test can be made. `value_of` still knows it.
        """
        stale = self._stale(new)
        if stale:
            raise InputError("baseline-stale", source=self.source, noun=new.noun, **stale)
        found = {}
        for name, result in new.found.items():
            stored = self._known(name, result)
            state = self._state(stored, result)
            made = None if state is None else replace(result, state=state, members=None, kept=None)
            self._refuse_contradictions(stored, made or result, finished=made is not None)
            if made is not None:
                found[name] = made
        signature = replace(new.signature, given=self.signature["inputs"], version=self.signature["cranfield"])
        return Results(self.system, new.family, found, self._findings(new), signature, new.units)

    def _refuse_contradictions(self, name: str, result: Result, *, finished: bool) -> None:
        """Refuse a value that the numbers of the units do not make, and numbers that the measure cannot have."""
        stated, (low, high) = self.values[name], result.measure.bounds
        listed = {self.system: stated, **(self._per_unit(name, result) or {})}
        for of, value in listed.items():
            if value is not None and not np.isnan(float(value)) and not low - _SLACK <= value <= high + _SLACK:
                raise InputError("baseline-beyond", source=self.source, name=name, of=of, value=value)
        if not finished:
            return
        if np.isnan(stated) != np.isnan(result.value) or abs(stated - result.value) > _SLACK * max(1.0, abs(stated)):
            raise InputError("baseline-contradiction", source=self.source, name=name, value=stated, units=result.value)

    def _name(self, name: str, result: Result) -> str | None:
        """What the file calls a measure; None if it has not got it."""
        used = {name: text for name, text in self.signature["measures"].items() if name in self.entry["metrics"]}
        if name in used:
            if _is_other(used[name], result):
                raise InputError("baseline-other-measure", source=self.source, name=name, other=used[name])
            return name
        return next((each for each, text in used.items() if text == str(result.measure)), None)

    def _known(self, name: str, result: Result) -> str:
        """What the file calls a measure, which it must have."""
        found = self._name(name, result)
        if found is None:
            raise InputError("baseline-lacks", source=self.source, name=name, names=list(self.signature["measures"]))
        return found

    def _stale(self, new: Results) -> dict[str, Any]:
        """What is different now, by kind."""
        found = {
            "inputs": self._other_inputs(new),
            "measures": self._other_measures(new),
            "policy": self._other_decisions(new),
            "family": None if self.entry["family"] == new.family.name else f"{self.entry['family']} -> {new.family}",
            **self._other_units(new),
        }
        return found if any(found.values()) else {}

    def _other_inputs(self, new: Results) -> list[str]:
        then, now = _hashes(self.signature["inputs"]), _hashes(new.signature.inputs)
        if not then or not now or [each for _, each in then] == [each for _, each in now]:
            return []
        told = [f"{name} {hashed[:12]}" for name, hashed in then], [f"{name} {hashed[:12]}" for name, hashed in now]
        return [f"{', '.join(told[0])} -> {', '.join(told[1])}"]

    def _other_measures(self, new: Results) -> list[str]:
        found = []
        for name, result in new.found.items():
            known = self._name(name, result)
            if known is None:
                continue
            then = self.signature["parameters"][known]
            now = json.loads(json.dumps(result.measure.told_parameters(), default=str))
            changed = [key for key in {**then, **now} if then.get(key) != now.get(key)]
            found += [f"{name} {key}={then.get(key)!r} -> {now.get(key)!r}" for key in changed]
        return found

    def _other_decisions(self, new: Results) -> list[str]:
        # a decision that the file does not know was not to be taken then
        then, now = Policy().as_dict() | dict(self.signature["policy"]), new.signature.policy.as_dict()
        return [f"{key}={then[key]} -> {now[key]}" for key in now if then[key] != now[key]]

    def _other_units(self, new: Results) -> dict[str, Any]:
        gone: set[str] = set()
        come: set[str] = set()
        for name, result in new.found.items():
            known = self._name(name, result)
            then = None if known is None else self._per_unit(known, result)
            if then is not None:
                gone |= then.keys() - set(result.state.units)
                come |= set(result.state.units) - then.keys()
        if not gone and not come and self.entry.get(new.noun) != len(new.units):
            return {"count": f"{self.entry.get(new.noun)} -> {len(new.units)}"}
        return {"gone": sorted(gone), "come": sorted(come)}

    def _per_unit(self, name: str, result: Result) -> dict[str, Any] | None:
        """Unit to value, if the file has them."""
        section = self.entry.get(f"per_{result.kind}")
        return None if section is None else {unit: each[name] for unit, each in section.items() if name in each}

    def _state(self, name: str, result: Result) -> Sums | None:
        """What the measure kept of each unit, in the order of today."""
        values = self._per_unit(name, result)
        if values is None or not isinstance(result.state, Sums):
            return None
        kept, units, width = self.entry.get("states", {}).get(name), result.state.units, result.state.rows.shape[1]
        if kept is not None:
            rows = np.asarray([kept[unit] for unit in units], np.float64).reshape(len(units), -1)
        elif result.beyond_values() is None:
            rows = _rows_of_values([values[unit] for unit in units])[:, :width]
        else:
            return None
        if rows.shape[1] != width:
            return None  # made by a version that kept something else
        undefined = np.asarray([values[unit] is None for unit in units], bool)
        return replace(result.state, rows=rows, undefined=undefined)

    def _findings(self, new: Results) -> tuple[Finding, ...]:
        """What could not be checked."""
        found = []
        if not _hashes(self.signature["inputs"]) or not _hashes(new.signature.inputs):
            found.append(Finding("baseline-unchecked", 1, {}, "warning", source=self.source))
        if self.signature["cranfield"] != new.signature.version:
            versions = {"then": self.signature["cranfield"], "now": new.signature.version}
            found.append(Finding("baseline-version", 1, versions, source=self.source))
        return tuple(found)


def _rows_of_values(values: Sequence[float | None]) -> NDArray[np.float64]:
    """The rows of a mean over units: the value and whether it counts."""
    numbers = np.asarray([0.0 if value is None else value for value in values], np.float64)
    return np.column_stack((numbers, np.asarray([value is not None for value in values], np.float64)))


def _hashes(inputs: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Name and hash of the inputs that say what is right."""
    return [
        (Path(str(each["name"])).name, each["sha256"])
        for each in inputs
        if each.get("role") in _TRUTH and each.get("sha256")
    ]


def read_measures(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """The names of the measures in a file of results."""
    return tuple(_whole(os.fspath(path))["signature"]["measures"])


def _is_other(text: str, result: Result) -> bool:
    """Whether text names another measure; other parameters of the same one are told elsewhere."""
    if text == str(result.measure):
        return False
    try:
        return type(parse_all([text], result.measure.family)[0]) is not type(result.measure)
    except MeasureError:  # one of a user's own
        return False


def _without_repeats(source: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the file; a key that stands there twice has no one value."""
    found = dict(pairs)
    if len(found) < len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise InputError("baseline-key-twice", source=source, name=key)
    return found


def read_baseline(path: str | os.PathLike[str], *, system: str | None = None) -> Baseline:
    """The results of a system in a file; `system` chooses one of several."""
    source = os.fspath(path)
    whole = _whole(source)
    names = [each["system"] for each in whole["systems"]]
    if system is None and len(names) > 1:
        raise InputError("baseline-several", source=source, names=names)
    if system is not None and system not in names:
        raise InputError("baseline-no-system", source=source, name=system, names=names, near=nearest(system, names))
    if system is not None and names.count(system) > 1:
        raise InputError("baseline-system-twice", source=source, name=system)
    entry = whole["systems"][0 if system is None else names.index(system)]
    return Baseline(source, entry["system"], entry, whole["signature"])


def _whole(source: str) -> dict[str, Any]:
    """All of a file of results."""
    try:
        with Path(source).open("rb") as file:
            text = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:  # a name that no file can have
        raise InputError("baseline-unreadable", source=source, why=getattr(error, "strerror", None) or error) from error
    if len(text) > _LARGEST:
        raise InputError("baseline-too-large", source=source, limit=_LARGEST >> 20)
    try:
        whole = parsed_json(text.decode("utf-8-sig"), pairs=partial(_without_repeats, source))
    except InputError:
        raise
    except ValueError as error:
        raise InputError("baseline-not-json", source=source) from error
    if not is_results(whole):
        raise InputError("baseline-not-results", source=source)
    return dict(whole)
