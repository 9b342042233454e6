"""Tables as they are stored: their bytes, the columns with a role, and what is said where they are damaged."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import TYPE_CHECKING

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.columns import choose_columns
from cranfield.io.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from cranfield.io.source import Source

__all__ = ["Bytes", "damaged", "first_sentence", "is_mapped", "no_rows", "roles_of", "sheets_of", "validate"]


class Bytes:
    """The bytes of a table for any number of readers: mapped, or decompressed once."""

    def __init__(self, source: Source) -> None:
        self._map: mmap.mmap | None = None
        if is_mapped(source):
            source.hash_aside()
            with source.raw() as file:
                try:
                    self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                except ValueError as error:  # it is empty by now
                    raise OSError(error) from None
        self._held = pa.py_buffer(b"".join(source.blocks()) if self._map is None else self._map)

    def open(self) -> pa.BufferReader:
        """A reader, one for each thread."""
        return pa.BufferReader(self._held)

    def forget(self, begin: int, end: int) -> None:
        """Take bytes that are done with out of memory, where a mapped file stays as long as it is read.

        Who asks for them again gets them from the file.
        """
        if self._map is None or not hasattr(mmap, "MADV_DONTNEED"):  # as on Windows
            return
        begin, end = -(-begin // mmap.PAGESIZE) * mmap.PAGESIZE, min(end, len(self._map))
        if 0 <= begin < end:
            with suppress(OSError):  # of a system that does not want to
                self._map.madvise(mmap.MADV_DONTNEED, begin, end - begin)


def is_mapped(source: Source) -> bool:
    """Whether the bytes lie in a file as they are needed."""
    return source.path is not None and source.compression is None


def validate(table: pa.Table) -> None:
    """Buffers must be as long as they should be; what offsets in them point at is checked later, on all cores."""
    table.validate(full=any(_nested(kind) for kind in table.schema.types))


def _nested(kind: pa.DataType) -> bool:
    """Whether pyarrow itself would go astray where its offsets are damaged: we read only texts and numbers by hand."""
    if pa.types.is_dictionary(kind):
        return _nested(kind.value_type)
    return not (pa.types.is_primitive(kind) or pa.types.is_string(kind) or pa.types.is_large_string(kind))


def damaged(name: str, what: str, error: Exception) -> InputError:
    """What to say of a table of some format that pyarrow cannot read."""
    if "UTF8" in str(error):
        return InputError("holds text that is not UTF-8; convert it", source=name)
    why = "its end is missing" if "magic bytes" in str(error) else first_sentence(error)
    return InputError(f"is not a whole {what} table ({why}); write or copy it again", source=name)


def first_sentence(error: Exception) -> str:
    """The first sentence of a foreign message, short enough to stand in ours."""
    text = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return text if len(text) <= 120 else text[:119] + "…"


def roles_of(names: list[str], kind: str, name: str, columns: Mapping[str, str] | None) -> dict[str, str]:
    """The name of the column for each role."""
    return {role: names[at] for role, at in choose_columns(names, kind, name, columns).items()}


def sheets_of(
    tables: Iterable[pa.Table], roles: Mapping[str, str], name: str, kind: str, first: int = 0,
    broken: Callable[[Exception], InputError] | None = None,
) -> Iterator[Sheet]:  # fmt: skip
    """The chosen columns of tables that follow each other."""
    row = first
    for table in tables:
        if not len(table):
            continue
        picked = [table.column(column) for column in roles.values()]
        yield Sheet(pa.Table.from_arrays(picked, list(roles)), name, kind, row, None, broken)
        row += len(table)
    if row == 0:
        raise no_rows(name)


def no_rows(name: str) -> InputError:
    """What to say of a table without rows."""
    return InputError("has no rows; check the table", source=name)
