"""From what stands behind -m to the lines that will be printed: names as trec_eval prints them, and measures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from cranfield.compat.trec_eval.options import (
    CALCULATION,
    DEEPEST,
    INPUT,
    TrecEvalError,
    leading_float,
    leading_int,
)
from cranfield.compat.trec_eval.table import NICKNAMES, TABLE, Entry, names_in
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.options import Options
    from cranfield.core.measure import Measure

__all__ = ["Request", "requests"]

_NO_DOCUMENT = 1e-9  # a multiple of R that is rounded to 0


@dataclass(frozen=True)
class Request:
    """One line of output for each query or for all of them; several measures are averaged."""

    name: str
    entry: Entry
    measures: tuple[Measure, ...] = ()
    length: int = 0  # of a relstring


def requests(options: Options) -> tuple[list[Request], list[dict[str, str]]]:
    """What is asked for, in the order of trec_eval's table, and parameters that were given and are not used."""
    known = names_in(options.version)
    marked: set[str] = set()
    given: dict[str, str] = {}
    for word in options.measures or ["official"]:
        name, dot, parameters = word.partition(".")
        if dot and not parameters:
            raise TrecEvalError("te-no-parameters", word=word)
        if dot:
            given.setdefault(name, parameters)  # the first list of parameters wins
        if name in NICKNAMES:
            marked.update(NICKNAMES[name])
        elif name in known:
            marked.add(name)
        else:
            raise _unknown(name, options)
    entries = [entry for entry in TABLE if entry.name in marked and entry.name in known]
    notes = [
        {"measure": entry.name, "text": given[entry.name]}
        for entry in entries
        if entry.name in given and entry.takes == "none"
    ]
    return [request for entry in entries for request in _of(entry, given.get(entry.name), options)], notes


def _unknown(name: str, options: Options) -> TrecEvalError:
    known = names_in(options.version)
    other = 19 - options.version
    if name in names_in(other):
        return TrecEvalError("te-other-version", version=options.version, name=name, other=other)
    return TrecEvalError("te-no-measure", name=name, near=nearest(name, [*known, *NICKNAMES]))


def _of(entry: Entry, text: str | None, options: Options) -> list[Request]:
    try:
        match entry.takes:
            case "cutoffs" | "levels":
                return _several(entry, text, options)
            case "numbers":
                return [_numbers(entry, text, options)]
            case "pairs":
                return [_pairs(entry, text, options)]
        return [Request(entry.name, entry, (entry.make(options.level),) if entry.kind else ())]
    except MeasureError as error:
        raise TrecEvalError("te-refused-measure", INPUT, name=entry.name, told=str(error)) from None


def _several(entry: Entry, text: str | None, options: Options) -> list[Request]:
    whole = entry.takes == "cutoffs"
    values = list(entry.default)
    if text is not None:
        values = sorted(leading_int(part) if whole else leading_float(part) for part in text.split(","))
        if whole and values[0] <= 0:
            raise TrecEvalError("te-cutoff", INPUT, name=entry.name, text=text, given=values[0])
        if len(set(values)) < len(values):
            raise TrecEvalError("te-value-twice", INPUT, name=entry.name, text=text)
    named = f"{entry.name}_{{}}" if whole else f"{entry.name}_{{:3.2f}}"
    return [
        Request(named.format(value), entry, (entry.make(options.level, **{entry.at: _within(entry, value)}),))
        for value in values
    ]


def _within(entry: Entry, value: float) -> float:
    """What the measure takes for what trec_eval counts as the same: any level below 0 needs no document."""
    if entry.takes == "cutoffs":
        return min(value, DEEPEST)
    return value if value > 0 else _NO_DOCUMENT if entry.at == "multiple" else 0.0


def _numbers(entry: Entry, text: str | None, options: Options) -> Request:
    values = list(entry.default) if text is None else [leading_float(part) for part in text.split(",")]
    name = entry.name if text is None else f"{entry.name}_{text}"
    if entry.name == "relstring":
        # what is no length is the smallest number in C: nan, infinity and whatever 64 bits cannot hold
        return Request(name, entry, length=int(values[0]) if 0 <= values[0] < 2**63 else 0)
    if entry.name == "utility":
        return Request(name, entry, (_utility(entry, values, options),))
    if entry.name == "set_F":
        if values[0] < 0:
            raise TrecEvalError("te-set-f", INPUT, text=text, given=values[0])
        # the parameter is beta squared
        return Request(name, entry, (entry.make(options.level, beta=sqrt(values[0])),))
    if text is None:
        return Request(name, entry, (entry.make(options.level),))
    level_of = names_in(options.version)["iprec_at_recall"]
    levels = [_within(level_of, value) for value in reversed(values)]  # trec_eval adds them from the last one on
    return Request(name, entry, tuple(level_of.make(options.level, recall=level) for level in levels))


def _utility(entry: Entry, values: list[float], options: Options) -> Measure:
    if len(values) != 4:
        raise TrecEvalError("te-utility", CALCULATION, found=len(values))
    a, b, c, d = values
    if d == 0:
        return entry.make(options.level, a=a, b=b, c=c)
    if options.docs <= 0:
        raise TrecEvalError("te-utility-docs", CALCULATION)
    return entry.make(options.level, a=a, b=b, c=c, d=d, docs=options.docs)


def _pairs(entry: Entry, text: str | None, options: Options) -> Request:
    if text is None:
        return Request(entry.name, entry, (entry.make(options.level),))
    if not re.fullmatch(r"[^=,]*=[^=,]*(,[^=,]*=[^=,]*)*", text):
        raise TrecEvalError("te-pairs", INPUT, name=entry.name, text=text)
    pairs = [pair.split("=") for pair in text.split(",")]
    grades = [(grade, gain) for grade, gain in reversed(pairs) if re.fullmatch(r"(?a)[+-]?\d+", grade)]
    gains = {leading_int(grade): leading_float(gain) for grade, gain in grades}
    changes: dict[str, Any] = {"gain": gains} if gains else {}
    if entry.preset:  # rank-biased precision: the persistence, and grades that stay as they are
        if gains and entry.name == "rbp":
            raise TrecEvalError("te-rbp-gains", INPUT, text=text)
        changes = {grade: leading_float(value) for grade, value in pairs if grade == "p"}
    return Request(f"{entry.name}_{text}", entry, (entry.make(options.level, **changes),))
