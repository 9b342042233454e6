"""The rankings of a pass as a run: TREC's lines where ids allow it, and JSON lines or Parquet, which hold any id."""

from __future__ import annotations

import json
import re
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.cost_table import KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cranfield.io.cost_table import Pass
    from cranfield.live.answer import Answer

__all__ = ["RUN_ENDINGS", "ranked", "run_bytes"]

RUN_ENDINGS = (".run", ".txt", ".trec", ".jsonl", ".parquet")
_ROOM = re.compile(r"[\s\x00-\x20\x7f-\xa0]")  # what readers of TREC's lines may take for the end of a field


def ranked(answers: Mapping[str, Answer]) -> Iterator[tuple[str, str, int, float]]:
    """Query, document, rank and score; without scores, places make them."""
    for query, answer in answers.items():
        scores = answer.scores or tuple(float(len(answer.ids) - at) for at in range(len(answer.ids)))
        for rank, (name, score) in enumerate(zip(answer.ids, scores, strict=True), 1):
            yield query, name, rank, score


def run_bytes(
    answers: Mapping[str, Answer], path: str, about: Pass, took: Mapping[str, tuple[float, float | None]]
) -> bytes:
    """The run in the format that the name of its file asks for; `took` are seconds, and those of the engine."""
    ending = PurePath(path).suffix.lower()
    if ending not in RUN_ENDINGS:
        raise InputError("live-run-ending", source=path, ending=ending, endings=list(RUN_ENDINGS))
    rows = list(ranked(answers))
    if ending in (".parquet", ".jsonl"):
        table = _table(rows, took, {query for query, answer in answers.items() if answer.partial})
        return _parquet(table, about) if ending == ".parquet" else _json_lines(table)
    tag = _ROOM.sub("-", about.system or "engine") or "engine"
    for query, name, _, _ in rows:
        odd = next((each for each in (query, name) if _ROOM.search(each)), None)
        if odd is not None:
            raise InputError("live-id-with-room", source=path, id=odd)
    return "".join(f"{query} Q0 {name} {rank} {score!r} {tag}\n" for query, name, rank, score in rows).encode()


def _table(
    rows: list[tuple[str, str, int, float]], took: Mapping[str, tuple[float, float | None]], partial: set[str]
) -> dict[str, list[Any]]:
    """The columns of a run, in milliseconds what its queries took, and which were answered from a part of the index."""
    columns: list[list[Any]] = [list(each) for each in zip(*rows, strict=True)] or [[], [], [], []]
    table = dict(zip(("query", "doc", "rank", "score"), columns, strict=True))
    if took:
        table["latency_ms"] = [1e3 * took[query][0] for query in table["query"]]
    if took and all(engine is not None for _, engine in took.values()):
        table["took"] = [1e3 * (took[query][1] or 0.0) for query in table["query"]]
    if partial:
        table["partial"] = [query in partial for query in table["query"]]
    return table


def _json_lines(table: Mapping[str, list[Any]]) -> bytes:
    rows = zip(*table.values(), strict=True)
    return "".join(json.dumps(dict(zip(table, row, strict=True))) + "\n" for row in rows).encode()


def _parquet(table: Mapping[str, list[Any]], about: Pass) -> bytes:
    import pyarrow as pa  # noqa: PLC0415 (loaded when it is needed)
    import pyarrow.parquet as pq  # noqa: PLC0415

    types = {"query": pa.string(), "doc": pa.string(), "rank": pa.int32(), "partial": pa.bool_()}
    arrays = [pa.array(values, types.get(name, pa.float64())) for name, values in table.items()]
    made = pa.Table.from_arrays(arrays, names=list(table))
    with pa.BufferOutputStream() as sink:
        pq.write_table(made.replace_schema_metadata({KEY: json.dumps(about.as_dict()).encode()}), sink)
        return bytes(sink.getvalue())
