"""`cost(table)`: the one door from what requests took to a batch, one unit a request."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.core.arguments import COLUMNS, NAME, PROGRESS, Rule, door, is_number, is_text, optional
from cranfield.core.batch import Batch
from cranfield.core.finding import Finding
from cranfield.core.policy import POLICY, Policy
from cranfield.core.registry import family
from cranfield.errors import InputError
from cranfield.io.columns.answers import opened_once
from cranfield.io.columns.cost_roles import SECONDS, chosen_roles
from cranfield.io.columns.label_columns import as_column, read_columns
from cranfield.io.columns.requests import PARTS, Requests, batch_columns
from cranfield.io.cost_table import PHASES, Pass, pass_of
from cranfield.io.ranking import system_name
from cranfield.io.read.column_names import Named, column_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["cost", "cost_name", "each_cost"]

_CHOSEN_PHASE = Rule("be-phase", lambda value: is_text(value) and value in PHASES)
_CHOSEN_PART = optional(Rule("be-part", lambda value: is_text(value) and value in PARTS))
_UNIT = optional(Rule("be-time-unit", lambda value: is_text(value) and value in SECONDS))
_TIMEOUT = optional(Rule("be-seconds", lambda value: is_number(value) and 0 < value < float("inf")))


@door(
    columns=COLUMNS, time_unit=_UNIT, timeout=_TIMEOUT, phase=_CHOSEN_PHASE, part=_CHOSEN_PART, policy=POLICY,
    input_format=optional(NAME), name=optional(NAME), progress=PROGRESS,
)  # fmt: skip
def cost(
    data: Any, *, columns: Mapping[str, str] | None = None, time_unit: str | None = None, timeout: float | None = None,
    phase: str = "measured", part: str | None = None, policy: Policy | str = "default",
    input_format: str | None = None, name: str | None = None, progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch from what requests took, one row for each request.

    `data` is a path, several paths, a pattern, an Arrow table, any dataframe or a dict of columns: the table that
    `cranfield live` writes, or one of your own. `columns` names its columns by role where their names do not tell:
    query, latency, service, intended, sent, ended, engine, timeout, status, error, bytes, results, partial. A column
    of times says its unit in its name, as latency_ms does, or `time_unit` says it: s, ms, us or ns. What failed
    counts as at least its timeout; `timeout` gives it in seconds where no column does. `phase` is measured, cold
    or warm-up, and `part` search, freshness or space: what the rows are about, if there are several.

    >>> batch = cost({"query": ["q1", "q2"], "latency_ms": [12.0, 30.0]})
    >>> list(batch.units)
    ['q1', 'q2']
    """
    read = _opened(data, columns, time_unit, timeout, input_format, progress)
    return _batch(read, phase=phase, part=part, policy=policy, name=name or cost_name(data))


@door(
    columns=COLUMNS, time_unit=_UNIT, timeout=_TIMEOUT, policy=POLICY, input_format=optional(NAME),
    name=optional(NAME), progress=PROGRESS,
)  # fmt: skip
def each_cost(
    data: Any, *, columns: Mapping[str, str] | None = None, time_unit: str | None = None, timeout: float | None = None,
    policy: Policy | str = "default", input_format: str | None = None, name: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Batch]:  # fmt: skip
    """A batch for each thing that a table is about: searches, cold ones, freshness, space; `facts` say which."""
    read = _opened(data, columns, time_unit, timeout, input_format, progress)
    made = [
        _batch(read, phase=phase, part=part, policy=policy, name=name or cost_name(data))
        for part, phase in read.requests.about_what()
    ]
    return [replace(each, findings=_of_all(each.findings)) for each in made]


def _of_all(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is worth saying where every phase but the warm-up has a batch of its own."""
    kept = (each for each in findings if each.key != "left-out-phase" or each.fields["phase"] == "warm-up")
    return tuple(replace(each, wording="left-out-warm-up") if each.key == "left-out-phase" else each for each in kept)


class _Read(NamedTuple):
    """A table of requests, and what its file is called and says of the pass."""

    requests: Requests
    inputs: tuple[dict[str, Any], ...]
    findings: tuple[Finding, ...]
    called: str


def _opened(
    data: Any, columns: Mapping[str, str] | None, time_unit: str | None, timeout: float | None,
    input_format: str | None, progress: Callable[[int, int], None] | None,
) -> _Read:  # fmt: skip
    given = dict(columns or {})
    opened = opened_once(data)
    files = list(opened) if isinstance(opened, list) else [opened]
    if not files:
        raise InputError("list-files-empty")
    called = _named(files[0])
    named = column_names(files[0], "cost", input_format=input_format, columns=given)
    roles, seconds = chosen_roles(named.names, given, time_unit, called)
    found, inputs = _read(opened, roles, input_format, progress)
    about = _about(named, files[0])
    others = [_about(column_names(each, "cost", input_format=input_format), each) for each in files[1:]]
    told = () if about is None else ({"role": "pass", "name": called, **about.as_dict()},)
    odd = any(each != about for each in others)
    findings = (Finding("pooled-passes", len(files), {}, "warning"),) if odd else ()
    return _Read(Requests(found, seconds, about, timeout, called), (*inputs, *told), findings, called)


def _batch(read: _Read, *, phase: str, part: str | None, policy: Policy | str, name: str) -> Batch:
    made, about = batch_columns(read.requests, phase=phase, part=part), read.requests.about
    partial = {"partial": made.facts["partial"]} if "partial" in made.facts else {}
    inputs = tuple({**each, **partial} if each.get("role") == "pass" else each for each in read.inputs)
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    return Batch(
        family("cost"), made.units, made.columns, facts=made.facts, policy=decided, inputs=inputs,
        findings=(*read.findings, *made.findings), system=(about.system if about is not None else None) or name,
    )  # fmt: skip


def _read(
    data: Any, roles: Mapping[str, str], input_format: str | None, progress: Callable[[int, int], None] | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:  # fmt: skip
    # a column may have two roles in nobody's table, so that what is the same twice is a slip
    found, inputs = read_columns(data, roles, kind="cost", input_format=input_format, progress=progress)
    return {role: as_column(each, role) for role, each in found.items()}, inputs


def _about(named: Named, data: Any) -> Pass | None:
    return None if named.schema is None else pass_of(named.schema, _named(data))


def _named(data: Any) -> str:
    """What messages call the data."""
    return str(data.name) if hasattr(data, "raw") else "the table"


def cost_name(data: Any) -> str:
    """The name of a system in tables: that of the file, without what says that it is about cost."""
    if isinstance(data, str | os.PathLike) and data != "-" and not any(mark in str(data) for mark in "*?["):
        return system_name(Path(data)).removesuffix(".cost")
    return "cost"
