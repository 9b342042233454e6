"""How long each query took, where the table of a run has a column that says it."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.io.bytes.source import Source
from cranfield.io.bytes.table_file import TableFile
from cranfield.io.read.lines import numbered_lines
from cranfield.io.read.open import open_input
from cranfield.io.read.recognise import recognise
from cranfield.io.read.roles import named_like

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.io.read.recognise import Recognised

__all__ = ["Latencies", "latencies"]

_WHAT = ("latency", "took", "elapsed", "duration", "responsetime", "querytime", "qtime", "time")
_MILLISECONDS = {"": 1.0, "ms": 1.0, "millis": 1.0, "milliseconds": 1.0, "s": 1e3, "sec": 1e3, "seconds": 1e3}
_KNOWN = ("took", "qtime")  # what Elasticsearch, OpenSearch and Solr call their milliseconds


class Latencies(NamedTuple):
    """Query to what it took, in milliseconds where the column says its unit."""

    column: str
    unit: str  # ms, or nothing where the column does not say what its numbers are
    values: dict[str, float]
    varied: int  # queries whose rows do not agree, of which the largest counts


def latencies(
    run: Any, *, input_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Latencies | None:
    """What a run says about time, or None: runs of TREC have no place for it.

    The column is called took, latency, elapsed, duration or the like, mostly with its unit, as in latency_ms.
    """
    source = run if isinstance(run, Source) else Source(run)
    found = recognise(source, "run", input_format=input_format, columns=columns)
    names = _names(source, found)
    chosen = next(((name, *timed) for name in names if (timed := _timed(name))), None)
    given = columns or {}
    query = given.get("run.query", given.get("query")) or next(
        (name for name in names if named_like(name, "run", "query")), None
    )
    if chosen is None or query is None:
        return None
    column, times, unit = chosen
    listed = open_input(source, "labels", input_format=found.name, columns={"truth": query, "score": column})
    values: dict[str, float] = {}
    varied = set()
    for rows in listed.lists():
        for name, time in zip(map(str, rows["truth"]), rows["score"], strict=True):
            took = float(time) * times
            if not math.isfinite(took):
                continue
            if values.setdefault(name, took) != took:
                varied.add(name)
                values[name] = max(took, values[name])
    return Latencies(column, unit, values, len(varied)) if values else None


def _timed(name: str) -> tuple[float, str] | None:
    """By what the numbers of a column are multiplied, and the unit that they then have, if it is about time."""
    plain = re.sub(r"[\W_]+", "", name).lower()
    for what in sorted(_WHAT, key=len, reverse=True):
        unit = plain.removeprefix(what)
        if plain.startswith(what) and unit in _MILLISECONDS:
            return _MILLISECONDS[unit], "ms" if unit or what in _KNOWN else ""
    return None


def _names(source: Source, found: Recognised) -> Sequence[str]:
    """The columns of a table; none where the format has no names for them."""
    if found.name in ("csv", "tsv"):
        return found.header
    if found.name == "jsonl":
        first = next((raw for _, raw in numbered_lines(source)), b"{}")
        record = json.loads(first)
        return [name for name, value in record.items() if isinstance(value, str | int | float)]
    if found.name == "parquet":
        import pyarrow.parquet as pq  # noqa: PLC0415 (each format is loaded when it is needed)

        return list(pq.ParquetFile(TableFile(source).data).schema_arrow.names)
    if found.name == "arrow":
        import pyarrow as pa  # noqa: PLC0415

        file = TableFile(source).data
        named = pa.ipc.open_file(file) if file.read(6) == b"ARROW1" else None
        if named is None:
            file.seek(0)
            named = pa.ipc.open_stream(file)
        return list(named.schema.names)
    return ()
