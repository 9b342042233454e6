"""What the queries of a run cost, where the table of the run has columns that say it: one request for each query."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.finding import Finding
from cranfield.io.bytes.source import Source
from cranfield.io.columns.cost_roles import timed
from cranfield.io.columns.label_columns import read_columns
from cranfield.io.cost import cost
from cranfield.io.cost_table import pass_of
from cranfield.io.read.column_names import named_columns
from cranfield.io.read.recognise import recognise
from cranfield.io.read.roles import named_like

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.core.batch import Batch

__all__ = ["cost_of_run"]

_ROLES = ("latency", "service", "engine")


def cost_of_run(
    run: Any, *, input_format: str | None = None, columns: Mapping[str, str] | None = None, name: str = "run"
) -> Batch | None:  # fmt: skip
    """What a run says about time, or None: runs of TREC have no place for it.

    A column is called latency_ms, elapsed_s or the like, with its unit; `took` is what the engine says itself. The rows
    of a query say the same, or the largest counts.
    """
    source = run if isinstance(run, Source) else Source(run)
    found = recognise(source, "run", input_format=input_format, columns=columns)
    named = named_columns(source, found, records=1)
    names = named.names
    roles: dict[str, str] = {}
    for each in names:
        known = timed(each)
        if known is not None and known.role in _ROLES:
            roles.setdefault(known.role, each)
    given = columns or {}
    query = given.get("run.query", given.get("query")) or next(
        (each for each in names if named_like(each, "run", "query")), None
    )
    if query is None or not roles:
        return None
    if "partial" in names:
        roles["partial"] = "partial"
    rows, _ = read_columns(source, {"query": query, **roles}, kind="cost", input_format=found.name)
    queries = [str(each) for each in rows["query"].to_pylist()]
    kept = list(dict.fromkeys(queries))
    place = {each: at for at, each in enumerate(kept)}
    codes = np.array([place[each] for each in queries], np.int64)
    table: dict[str, Any] = {"query": kept}
    varied: dict[str, int] = {}
    for role, column in roles.items():
        told = rows[role].to_pylist()
        if role == "partial" and not all(each in (None, 0, 1) for each in told):
            continue  # a column of somebody else's, about something else
        values = np.array([np.nan if each is None else each for each in told], np.float64)
        largest, least = np.full(len(kept), np.nan), np.full(len(kept), np.nan)
        np.fmax.at(largest, codes, values)
        np.fmin.at(least, codes, values)
        table[column] = largest
        varied[column] = int((largest > least).sum())
    given = {role: column for role, column in roles.items() if column in table}
    made = cost(table, columns={"query": "query", **given}, name=name)
    findings = [Finding("run-times-vary", count, {"column": column}) for column, count in varied.items() if count]
    facts = {**made.facts, "columns": tuple(each for role, each in roles.items() if role in _ROLES)}
    # beside the schema of a run of ours stands how it was asked, so that runs asked otherwise are told apart
    about = None if named.schema is None else pass_of(named.schema, str(source.name))
    told = () if about is None else ({"role": "pass", "name": str(source.name), **about.as_dict()},)
    return replace(made, facts=facts, findings=(*made.findings, *findings), inputs=told)
