"""How large a table may become when it is unpacked: a small file must not fill the memory.

Columnar formats hold a value once and say how often it comes, so that honest tables unpack much further than text does;
those that hold nothing else unpack without end.
"""

from __future__ import annotations

from math import inf
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.ids.arrow_arrays import edges_of, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MEMORY", "Room", "spelt_out"]

MEMORY = "memory"  # the kind of a table that came in no file
_HARMLESS = 96 << 20  # bytes
_TIMES = 100  # as large as a table may be once it is held; text that is compressed may be no larger either
_TIMES_IN_MEMORY = 1000  # whoever gives a table has it already
_HARMLESS_LABELS, _TIMES_LABELS = 256 << 20, 300  # honest ones of two kinds, without scores, take a bit each in a file
# bytes that a cell takes besides its text, as each door holds it, measured with millions of rows
_HELD = {"run": 36, "qrels": 80, "labels": 35, MEMORY: 0}
_OTHERS = 270  # of doors that make objects of their cells
_STEP = 24 << 20  # bytes of one column that may be decoded at once, on each core
_SHORT_STEP = 8 << 20  # the same where all of it is kept
_AS_OBJECTS = (
    1.5  # as much as a text takes of which an object is made: it is in the table and in the object for a while
)
_COPIES = {"labels": 1.25}  # whose names are gathered while they are still there
_CELL = 8  # bytes that a value takes at least where it has no width of its own
_VIEWS = (pa.string_view(), pa.binary_view())
_SHORT = 64  # bytes; how often texts come that are no longer need not be counted
_LONG = 1 << 12  # bytes; no label is as long, so that other columns say nothing about how often such a text may come
_UNSEEN = 24 << 20  # bytes that long texts may take at most before it is counted how often each comes
_AGAIN = 1000  # times the bytes that hold them is the most that long texts take where they are repeated
_REPEATED = 10 << 20  # bytes of long texts that may come again whatever holds them


class Room:
    """What the tables of one input may take, and what they took so far; on any thread."""

    def __init__(self, name: str, size: int, kind: str) -> None:
        self._name, self._cell = name, _HELD.get(kind, _OTHERS)
        self.step = _STEP if kind in ("run", "qrels") else _SHORT_STEP  # others keep all they read
        self._copies = _COPIES.get(kind, 1.0 if kind in _HELD else _AS_OBJECTS)
        self._times = _TIMES_IN_MEMORY if kind == MEMORY else _TIMES
        self._most = max(_HARMLESS, self._times * size)
        self._most_cells, self._times_cells = self._most, self._times
        if kind == "labels":
            self._most_cells, self._times_cells = max(_HARMLESS_LABELS, _TIMES_LABELS * size), _TIMES_LABELS
        self._taken = self._cells = self._again = self._possible = self._long = self._long_held = 0.0
        self._lock = Lock()

    def refuse(self, size: float, cells: float = 0) -> None:
        """Raise if something is too large before it is unpacked: bytes of values, or so many cells besides."""
        for taken, most, times in (
            (size, self._most, self._times),
            (size + self._cell * cells, self._most_cells, self._times_cells),
        ):
            if taken > most:
                raise InputError("unpacks-too-far", source=self._name, times=times)

    def is_odd(self, size: float, longest: float) -> bool:
        """Whether texts that come again could by now take so much that they are looked at one by one."""
        with self._lock:
            self._possible += size
            return self._possible > (min(_UNSEEN, self._most) if longest > _LONG else self._most)

    def look(self, values: pa.DictionaryArray, held: int) -> None:
        """Count texts that come again and again before they are spelt out, which `take` does not see any more.

        Very long ones are measured by the bytes in which they are held too, or a larger file would be a place to hide.
        """
        size, is_long = spelt_out(values), _longest(values.dictionary) > _LONG
        with self._lock:
            self._again += size if self._possible > self._most else 0
            self._long += size if is_long else 0
            self._long_held += held if is_long else 0
        self.refuse(self._again)
        if self._long > _AGAIN * self._long_held + _REPEATED:
            self.refuse(inf)

    def take(self, table: pa.Table) -> None:
        """Count a table that was unpacked, before anything in it is spelt out."""
        chunks = [chunk for column in table.columns for chunk in column.chunks]
        size, cells = self._copies * sum(map(spelt_out, chunks)), sum(map(_cells, chunks))
        with self._lock:
            self._taken += size
            self._cells += cells
        self.refuse(self._taken, self._cells)


def spelt_out(values: pa.Array) -> float:
    """The bytes that an array takes when every value stands for itself, at most; its numbers may be damaged."""
    kind = values.type
    if pa.types.is_dictionary(kind):
        known, longest = len(values.dictionary), _longest(values.dictionary)
        if longest <= _SHORT:
            return _bytes(values.dictionary) + longest * len(values)
        code = plain(values.indices.fill_null(0) if values.null_count else values.indices)
        each = np.bincount(code[(code >= 0) & (code < known)], minlength=known)
        return _bytes(values.dictionary) + _repeated(values.dictionary, each)
    if pa.types.is_run_end_encoded(kind):
        return len(values) * max(_longest(values.values), _CELL)
    if kind in _VIEWS:
        return float(_view_lengths(values).sum())
    if pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        most = float(plain(values.sizes).sum(dtype=np.float64))
        return most * max(_longest(values.values), _CELL)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return spelt_out(values.values)  # all of them, as offsets may be damaged
    return max(values.nbytes, _CELL * len(values) if values.nbytes < len(values) else 0)


def _cells(values: pa.Array) -> int:
    """How many values there are, those in lists too."""
    kind = values.type
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return len(values) + _cells(values.values)
    return len(values)


def _bytes(values: pa.Array) -> float:
    """What an array holds; of views, whose size pyarrow 18 does not know, what they show."""
    return float(_view_lengths(values).sum()) if values.type in _VIEWS else values.nbytes


def _repeated(known: pa.Array, times: NDArray[np.int64]) -> float:
    """The bytes of values that come so often."""
    found = _lengths(known)
    longest = _longest(known)
    whole = found is not None and len(found) == len(times)
    return float(found @ times) if whole else longest * float(times.sum())  # type: ignore[operator]


def _longest(values: pa.Array) -> float:
    """The bytes of the longest value."""
    found = _lengths(values)
    return spelt_out(values) if found is None else float(found.max(initial=0))


def _view_lengths(values: pa.Array) -> NDArray[np.float64]:
    """The bytes of each text; a view has its length first."""
    views = values.buffers()[1] or b""
    held = np.frombuffer(views, np.int32, len(views) // 16 * 4)[::4]
    return np.maximum(held[values.offset : values.offset + len(values)].astype(np.float64), 0)


def _lengths(values: pa.Array) -> NDArray[np.float64] | None:
    """The bytes of each value, of texts and of numbers."""
    kind = values.type
    if any(check(kind) for check in _TEXTS):
        edges, _ = edges_of(values)
        return np.maximum(np.diff(edges.astype(np.float64)), 0)
    if kind in _VIEWS:
        return _view_lengths(values)
    return np.full(len(values), kind.bit_width / 8) if pa.types.is_primitive(kind) else None


_TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_binary, pa.types.is_large_binary)
