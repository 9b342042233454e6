"""Which column of a table says what about a request, and in which unit its times are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from cranfield.errors import InputError, nearest
from cranfield.io.cost_table import SCHEMA
from cranfield.io.read.roles import named_like

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ROLES", "SECONDS", "Timed", "chosen_roles", "timed"]

TIMES = ("latency", "service", "intended", "sent", "ended", "engine", "timeout")
ROLES = ("query", "kind", "phase", "repetition", *TIMES, "status", "error", "bytes", "results", "partial", "value")
SECONDS = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}  # how many of them are a second: dividing rounds once
# how people write a unit behind the name of a column
_UNITS = {
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "ms": "ms", "msec": "ms", "millis": "ms",
    "millisecond": "ms", "milliseconds": "ms", "us": "us", "micros": "us", "microseconds": "us", "ns": "ns",
    "nanos": "ns", "nanoseconds": "ns",
}  # fmt: skip
_NAMES = {
    "latency": ("responsetime", "latency", "elapsed", "duration", "querytime", "time"),
    "service": ("servicetime",),
    "engine": ("took", "qtime", "enginetime", "searchtime", "servertime"),
    "timeout": ("timeout",),
}
_IN_MILLISECONDS = ("took", "qtime")  # of Elasticsearch, OpenSearch and Solr, which write no unit
_OTHERS = {
    "repetition": ("repetition", "repeat", "iteration"),
    "status": ("status", "statuscode", "httpstatus", "responsecode"),
    "error": ("error", "errors"),
    "bytes": ("bytes", "size", "contentlength", "responsesize"),
    "partial": ("partial", "partialresults"),
    "results": ("results", "hits", "numresults", "numhits", "resultcount"),
}


class Timed(NamedTuple):
    """A column about time: what it says, and in which unit, or nothing where the name does not tell it."""

    role: str
    column: str
    unit: str


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


def timed(name: str) -> Timed | None:
    """What a column is about if its name says that it is about time."""
    plain = _plain(name)
    for role, stems in _NAMES.items():
        for stem in stems:
            rest = plain.removeprefix(stem)
            if plain.startswith(stem) and (not rest or rest in _UNITS):
                return Timed(role, name, _UNITS.get(rest, "ms" if stem in _IN_MILLISECONDS else ""))
    return None


def _unit_of(name: str) -> str:
    """The unit at the end of any name, such as that of t_ms; behind a mark, as `requests` is in no unit."""
    ending = re.search(r"[\W_]([A-Za-zµ]+)\W*$", name)
    return _UNITS.get(ending[1].lower().replace("µ", "u"), "") if ending else ""


def chosen_roles(
    names: Sequence[str], given: Mapping[str, str], unit: str | None, source: str
) -> tuple[dict[str, str], dict[str, float]]:  # fmt: skip
    """The column of each role that there is, and by what each column of times is divided to be in seconds.

    A table with the moment at which requests ended, or with rows about space, is one of ours: its columns have our
    names, and its times are in seconds. Columns of other tables are known by the names that people use.
    """
    for role in given:
        if role not in ROLES:
            raise InputError("cost-role", role=role, roles=list(ROLES), near=nearest(role, ROLES))
    ours = ("ended" in names and "ended" not in given) or {"kind", "value"} <= {*names}
    if ours:
        found = {role: role for role in SCHEMA.names if role in names} | dict(given)
        seconds = {role: 1.0 for role in TIMES if found.get(role) == role}
    else:
        found, seconds = {**_recognised(names), **given}, {}
    for role in TIMES:
        if role in found and role not in seconds:
            seconds[role] = _seconds(found[role], unit, source)
    if not found.keys() & {"latency", "ended", "engine", "service", "error", "status", "results", "bytes", "value"}:
        raise InputError("no-cost-columns", source=source, names=list(names))
    if "ended" in found and not found.keys() & {"sent", "intended"}:
        raise InputError("ended-without-sent", source=source, column=found["ended"])
    return found, seconds


def _recognised(names: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    query = next((name for name in names if named_like(name, "run", "query")), None)
    if query is not None:
        found["query"] = query
    for name in names:
        known = timed(name)
        if known is not None:
            found.setdefault(known.role, name)
    for role, stems in _OTHERS.items():
        match = next((name for stem in stems for name in names if _plain(name) == stem), None)
        if match is not None:
            found.setdefault(role, match)
    return found


def _seconds(name: str, unit: str | None, source: str) -> float:
    known = timed(name)
    written = (known.unit if known is not None else "") or _unit_of(name)
    chosen = written or unit
    if not chosen:
        raise InputError("cost-unit", source=source, column=name, units=list(SECONDS))
    return SECONDS[chosen]
