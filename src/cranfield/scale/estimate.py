"""How large data is, before it is read: enough to decide where the work is done."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cranfield.io.bytes.stream import COMPRESSED
from cranfield.io.columns.label_columns import expand

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["estimated_memory", "estimated_rows"]

_LINE = 24  # bytes of a line of text, of which only some columns are wanted
_PACKED = 5  # times as large as a compressed file
_ROW = 60  # bytes of memory that a row takes where all are in memory, as measured with sessions and float32 scores


def estimated_rows(data: Any) -> int | None:
    """About how many rows there are: Parquet says it, of other files their size does; None if data is no file."""
    paths = expand(data)
    if not all(isinstance(each, str | os.PathLike) and each != "-" for each in paths):
        return None
    return sum(_rows(Path(each)) for each in paths)


def _rows(path: Path) -> int:
    with suppress(Exception):  # whoever reads the file says what is wrong with it
        if path.suffix.lower() in (".parquet", ".pq"):
            import pyarrow.parquet as pq  # noqa: PLC0415 (loaded when it is needed)

            return int(pq.read_metadata(path).num_rows)
        size = path.stat().st_size
        return size * (_PACKED if path.suffix.lower() in COMPRESSED else 1) // _LINE
    return 0


def estimated_memory(data: Any, columns: Iterable[str]) -> int:
    """About how much memory the wanted columns take while they are measured as a whole."""
    wide = max(len(list(columns)) - 3, 0)
    return (estimated_rows(data) or 0) * (_ROW + 16 * wide)
