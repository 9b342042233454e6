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


def run_bytes(answers: Mapping[str, Answer], path: str, about: Pass) -> bytes:
    """The run in the format that the name of its file asks for."""
    ending = PurePath(path).suffix.lower()
    if ending not in RUN_ENDINGS:
        raise InputError("live-run-ending", source=path, ending=ending, endings=list(RUN_ENDINGS))
    rows = list(ranked(answers))
    if ending == ".parquet":
        return _parquet(rows, about)
    if ending == ".jsonl":
        names = ("query", "doc", "rank", "score")
        return "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows).encode()
    tag = _ROOM.sub("-", about.system or "engine") or "engine"
    for query, name, _, _ in rows:
        odd = next((each for each in (query, name) if _ROOM.search(each)), None)
        if odd is not None:
            raise InputError("live-id-with-room", source=path, id=odd)
    return "".join(f"{query} Q0 {name} {rank} {score!r} {tag}\n" for query, name, rank, score in rows).encode()


def _parquet(rows: list[tuple[str, str, int, float]], about: Pass) -> bytes:
    import pyarrow as pa  # noqa: PLC0415 (loaded when it is needed)
    import pyarrow.parquet as pq  # noqa: PLC0415

    columns: list[list[Any]] = [list(each) for each in zip(*rows, strict=True)] or [[], [], [], []]
    types = (pa.string(), pa.string(), pa.int32(), pa.float64())
    arrays = [pa.array(values, kind) for values, kind in zip(columns, types, strict=True)]
    table = pa.Table.from_arrays(arrays, names=["query", "doc", "rank", "score"])
    with pa.BufferOutputStream() as sink:
        pq.write_table(table.replace_schema_metadata({KEY: json.dumps(about.as_dict()).encode()}), sink)
        return bytes(sink.getvalue())
