"""The table of a pass over an engine: a row for each request, and beside the schema what is known of the pass.

All times are seconds since the start of the pass. What took how long follows from three of them: response is
`ended - intended`, service is `ended - sent` and lag is `sent - intended`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["KEY", "KINDS", "MODES", "PHASES", "SCHEMA", "Pass", "cost_bytes", "cost_table", "pass_of"]

KEY = b"cranfield.cost"
MODES = ("sequential", "load")
KINDS = ("search", "freshness-add", "freshness-update", "freshness-delete", "space")
PHASES = ("cold", "warm-up", "measured")
SCHEMA = pa.schema(
    [
        pa.field("query", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("phase", pa.string(), nullable=False),
        ("repetition", pa.int32()),
        ("intended", pa.float64()),  # when it should have been sent; as `sent` where one follows the other
        ("sent", pa.float64()),
        ("ended", pa.float64()),  # when the last byte had come, or the attempt was given up
        ("engine", pa.float64()),  # seconds, as the engine itself says
        ("status", pa.int32()),  # null where there was no answer
        ("error", pa.string()),  # a key such as timeout, refused or http-500; null where all is well
        ("timeout", pa.float64()),  # seconds after which it would have been given up
        ("bytes", pa.int64()),  # of the answer
        ("results", pa.int32()),  # in the answer; of a row about space, documents in the index
        ("partial", pa.bool_()),  # whether only a part of the index was searched; null where the engine does not tell
        ("value", pa.float64()),  # of a row about space, bytes of the index
    ]
)
_USUAL = {"kind": "search", "phase": "measured"}


@dataclass(frozen=True)
class Pass:
    """What is known of a pass; what is not known is None or empty."""

    mode: str = "sequential"  # or load: sent by a schedule, whatever the answers do
    rate: float | None = None  # requests a second that were wanted
    schedule: str | None = None  # fixed or poisson
    seed: int | None = None
    duration: float | None = None  # seconds that were wanted
    system: str | None = None  # what the user calls it
    engine: str | None = None  # its kind, such as elasticsearch
    version: str | None = None  # of the engine, as it says itself
    index: Mapping[str, Any] = field(default_factory=dict)  # statistics, where the engine tells them
    hashes: Mapping[str, str] = field(default_factory=dict)  # of queries, template and parameters
    limited: bool | None = None  # whether the client said that it was the limit; None if it did not look
    resolution: float | None = None  # seconds between two looks for a change

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise InputError("pass-mode", mode=self.mode, modes=MODES)

    def as_dict(self) -> dict[str, Any]:
        """Everything that is known."""
        return {name: value for name, value in asdict(self).items() if value not in (None, {})}


def cost_table(columns: Mapping[str, Any], about: Pass | None = None) -> pa.Table:
    """A table with every column of the schema, from those that are there; what is left out is null.

    Without `kind` rows are searches, without `phase` they are measured, and `intended` is `sent` where it is missing.
    """
    given = dict(columns)
    strange = next((name for name in given if name not in SCHEMA.names), None)
    if strange is not None:
        raise InputError("cost-column", name=strange, names=SCHEMA.names)
    if given.get("intended") is None:
        given["intended"] = given.get("sent")
    size = len(given["query"])
    for name, usual in _USUAL.items():
        if given.get(name) is None:
            given[name] = [usual] * size
    arrays = [
        pa.nulls(size, each.type) if given.get(each.name) is None else pa.array(given[each.name], each.type)
        for each in SCHEMA
    ]
    text = json.dumps((about or Pass()).as_dict(), ensure_ascii=False)
    return pa.Table.from_arrays(arrays, schema=SCHEMA.with_metadata({KEY: text.encode()}))


def cost_bytes(table: pa.Table) -> bytes:
    """The table as a Parquet file."""
    import pyarrow.parquet as pq  # noqa: PLC0415 (it takes a while to load, and who reads CSV needs none)

    with pa.BufferOutputStream() as sink:
        pq.write_table(table, sink, compression="zstd")
        return bytes(sink.getvalue())


def pass_of(schema: pa.Schema, source: str = "the table") -> Pass | None:
    """What stands beside the schema of a table of ours; None beside that of another."""
    text = (schema.metadata or {}).get(KEY)
    if text is None:
        return None
    try:
        told = parsed_json(text)
        known = {each.name for each in fields(Pass)}
        return Pass(**{name: value for name, value in told.items() if name in known})  # a later version may say more
    except (ValueError, TypeError, AttributeError):
        raise InputError("cost-metadata", source=source) from None
