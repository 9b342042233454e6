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

__all__ = ["Room", "spelt_out"]

_HARMLESS = 96 << 20  # bytes
_TIMES = 1000  # as large as a table may be; labels of two kinds, nearly all of them guessed right, are 200 times
_CELL = 8  # bytes that a value takes at least where it has no width of its own
_VIEWS = (pa.string_view(), pa.binary_view())
_SHORT = 64  # bytes; how often texts come that are no longer need not be counted
_LONG = 1 << 12  # bytes; no label is as long, so that other columns say nothing about how often such a text may come
_UNSEEN = 24 << 20  # bytes that long texts may take at most before it is counted how often each comes
_AGAIN = (
    10  # as much as a longer one counts that comes again: labels are short, and who repeats texts has a few of each
)
# what the doors hold of a cell besides its text, measured with 4 million rows, and how much of that a file may ask for
_HELD = {"run": 40, "qrels": 100, "labels": 0, "ratings": 60}
_OTHERS = 160  # of doors that make objects of their cells
_ELEMENTS = {"run": 500, "qrels": 500}  # of an element of a list, of which these make a record and a row
_SMALL, _CELLS, _TIMES_CELLS = 2 << 20, 256 << 20, 300
# row groups tell what holds their rows: honest ratings and clicks have ten times the bytes of those that are counted
_CELLS_OF_GROUPS, _TIMES_CELLS_OF_GROUPS = 768 << 20, 1000
_HIDDEN, _TIMES_HIDDEN = 128 << 20, 400
# labels of two kinds, nearly all of them guessed right, take a hundredth of a byte
_TIMES_HIDDEN_LABELS, _CELL_OF_LABELS = 4000, 18


class Room:
    """What the tables of one input may take, and what they took so far; on any thread."""

    def __init__(self, name: str, size: int, kind: str | None = None, *, by_groups: bool = False) -> None:
        self._name, self._most = name, max(_HARMLESS, _TIMES * size)
        self._held = 0 if kind is None else _HELD.get(kind, _OTHERS)  # what lies in memory is there already
        self._held_of_elements = self._held if kind is None else _ELEMENTS.get(kind, self._held)
        self._times_cells = _TIMES_CELLS_OF_GROUPS if by_groups else _TIMES_CELLS
        self._most_cells = max(_CELLS, _TIMES_CELLS * (size - _SMALL))
        if by_groups:
            self._most_cells = max(_CELLS_OF_GROUPS, _TIMES_CELLS_OF_GROUPS * size)
        self._times_hidden = _TIMES_HIDDEN_LABELS if kind == "labels" else _TIMES_HIDDEN
        self._cells = self._hidden = self._elements = 0
        self._taken = self._again = self._possible = self._long = self._long_held = 0.0
        self._lock = Lock()

    def refuse(self, size: float) -> None:
        """Raise if something is too large before it is unpacked."""
        if size > self._most:
            raise InputError("unpacks-too-far", source=self._name, times=_TIMES)

    def refuse_cells(self, cells: int) -> None:
        """Raise if so many cells, however short, take more than a file of this size may ask for."""
        if self._held * cells > self._most_cells:
            raise InputError("unpacks-too-far", source=self._name, times=self._times_cells)

    def is_suspect(self, cells: int, elements: int = 0) -> bool:
        """Whether there may be so many rows in so few bytes that they are looked at group by group."""
        return self._weight(cells, elements) > _HIDDEN

    def _weight(self, cells: int, elements: int) -> int:
        """The bytes that cells and the elements of lists take."""
        return (self._held or _CELL_OF_LABELS) * cells + (self._held_of_elements or _CELL_OF_LABELS) * elements

    def list_elements(self, elements: int) -> None:
        """Count the elements of the lists of a row group, before they are decoded."""
        with self._lock:
            self._elements += elements
        if self._held_of_elements * self._elements > self._most_cells:
            raise InputError("unpacks-too-far", source=self._name, times=self._times_cells)

    def hide(self, cells: int, held: int, elements: int = 0) -> None:
        """Count the cells of a row group if next to nothing holds them: other groups are no place to hide behind."""
        if _CELL * (cells + elements) <= self._times_hidden * held:
            return
        with self._lock:
            self._hidden += self._weight(cells, elements)
        if self._hidden > _HIDDEN:
            raise InputError("unpacks-too-far", source=self._name, times=self._times_hidden)

    def is_odd(self, size: float, longest: float) -> bool:
        """Whether texts that come again could by now take so much that they are looked at one by one."""
        with self._lock:
            self._possible += size
            return self._possible > (min(_UNSEEN, self._most / _AGAIN) if longest > _LONG else self._most / _AGAIN)

    def look(self, values: pa.DictionaryArray, held: int) -> None:
        """Count texts that come again and again before they are spelt out, which `take` does not see any more.

        Very long ones are measured by the bytes in which they are held too, or a larger file would be a place to hide.
        """
        size, is_long = spelt_out(values), _longest(values.dictionary) > _LONG
        with self._lock:
            self._again += _AGAIN * size if self._possible > self._most / _AGAIN else 0
            self._long += size if is_long else 0
            self._long_held += held if is_long else 0
        self.refuse(self._again)
        if self._long > _AGAIN * _TIMES * self._long_held + _HARMLESS:
            self.refuse(inf)

    def take(self, table: pa.Table) -> None:
        """Count a table that was unpacked, before anything in it is spelt out."""
        chunks = [chunk for column in table.columns for chunk in column.chunks]
        size, cells = sum(map(spelt_out, chunks)), sum(map(_cells, chunks))
        with self._lock:
            self._taken += size
            self._cells += cells
        self.refuse(self._taken)
        self.refuse_cells(self._cells)


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
