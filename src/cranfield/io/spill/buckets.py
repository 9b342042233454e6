"""Rows dealt out to files, each of which is read again as a whole."""

from __future__ import annotations

import errno
import json
import struct
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from cranfield.errors import InputError
from cranfield.io.ids.ids import Ids

try:
    import resource
except ImportError:  # Windows, where a process may have thousands of files open
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from io import FileIO
    from pathlib import Path

    from numpy.typing import NDArray

    Plain: TypeAlias = "NDArray[Any] | Ids"
    Column: TypeAlias = "Plain | Runs"

__all__ = ["MOST", "Buckets", "Runs", "dealt", "dealt_sorted"]

MOST = 256  # files that rows are dealt out to at once
_HEAD = struct.Struct("<I")


@dataclass(frozen=True)
class Runs:
    """A column of numbers of which equal ones follow each other: each number, and how many rows have it."""

    values: NDArray[Any]
    counts: NDArray[np.int64]

    def __len__(self) -> int:
        return int(self.counts.sum())


class Buckets:
    """Files of columns; what was appended to one comes back together, in the order in which it was appended."""

    def __init__(self, folder: Path, name: str, count: int, *, counted: str | None = None) -> None:
        self._folder, self._counted = folder, counted
        self._paths = [folder / f"{name}-{at}" for at in range(count)]
        self._files: dict[int, FileIO] = {}  # those that rows are written to, the one opened last at the end
        self._most = _open_at_once()
        self.rows = [0] * count
        self.counts: list[Counter[int]] = [Counter() for _ in range(count)]  # of the numbers in the counted column
        self.size = 0  # bytes on disk

    def __len__(self) -> int:
        return len(self._paths)

    def append(self, bucket: int, columns: Mapping[str, Column]) -> None:
        """Put rows behind those that the bucket has."""
        head, data = [], []
        for name, column in columns.items():
            for part, array in _arrays(column).items():
                held = np.ascontiguousarray(array)
                head.append([name, part, held.dtype.str, len(held)])
                data.append(held)
        told = json.dumps(head).encode()
        self._write(bucket, _HEAD.pack(len(told)) + told)
        for held in data:
            self._write(bucket, held.view(np.uint8).data)
        self.rows[bucket] += len(next(iter(columns.values())))
        if self._counted is not None:
            self.counts[bucket].update(_counted(columns[self._counted]))

    def _write(self, bucket: int, data: bytes | memoryview) -> None:
        try:
            if bucket not in self._files:
                if len(self._files) >= self._most:
                    self._files.pop(next(iter(self._files))).close()
                self._files[bucket] = self._paths[bucket].open("ab", buffering=0)
            view = memoryview(data)  # of the rows where they are, as a copy would take as long as writing
            while view:
                view = view[self._files[bucket].write(view) :]
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise InputError("disk-full", folder=str(self._folder.parent), written=self.size // 10**6) from None
            why = error.strerror or str(error)
            raise InputError("cannot-spill", folder=str(self._folder.parent), why=why) from None
        self.size += len(data)

    def chunks(self, bucket: int) -> Iterator[dict[str, Any]]:
        """The rows of a bucket as they were appended; its file is removed behind them."""
        if bucket in self._files:
            self._files.pop(bucket).close()
        with self._paths[bucket].open("rb") as file:
            while head := file.read(_HEAD.size):
                found: dict[str, dict[str, NDArray[Any]]] = {}
                for name, part, kind, count in json.loads(file.read(_HEAD.unpack(head)[0])):
                    found.setdefault(name, {})[part] = np.fromfile(file, kind, count)
                yield {name: _column(parts) for name, parts in found.items()}
        self._paths[bucket].unlink()

    def read(self, bucket: int) -> dict[str, Any]:
        """All rows of a bucket, whose file is removed."""
        parts = list(self.chunks(bucket))
        found: dict[str, Plain] = {}
        for name in list(parts[0]):
            columns = [part.pop(name) for part in parts]
            ids = [each for each in columns if isinstance(each, Ids)]
            found[name] = Ids.together(ids) if ids else np.concatenate(columns)
        return found

    def close(self) -> None:
        """Close all files that rows were written to; they can still be read."""
        while self._files:
            self._files.popitem()[1].close()


def _open_at_once() -> int:
    """How many files may be open: a quarter of what the process may have, as inputs and other buckets need some too."""
    soft = -1 if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft < 0 else max(min(MOST, soft // 4), 1)


def _counted(column: Any) -> dict[int, int]:
    if isinstance(column, Runs):
        return dict(zip(column.values.tolist(), column.counts.tolist(), strict=True))
    counts = np.bincount(column)
    return {code: int(counts[code]) for code in np.flatnonzero(counts).tolist()}


def _column(parts: Mapping[str, NDArray[Any]]) -> Plain:
    """What `_arrays` took apart."""
    if "run" in parts:
        return np.repeat(parts["run"], parts["rows"])
    if "length" in parts:
        length = parts["length"].astype(np.int64)
        return Ids(parts["bytes"], np.cumsum(length) - length, length)
    return parts["all"]


def dealt(
    columns: Mapping[str, Plain], bucket: NDArray[Any], count: int
) -> list[tuple[int, dict[str, Any]]]:  # fmt: skip
    """The rows of each bucket that has any."""
    bucket = bucket.astype(np.min_scalar_type(count - 1))  # numbers of one byte are sorted in no time
    order = np.argsort(bucket, kind="stable")
    edges = np.concatenate(([0], np.cumsum(np.bincount(bucket, minlength=count)))).tolist()
    moved = {name: column[order] for name, column in columns.items()}
    found = []
    for at in range(count):
        rows = slice(edges[at], edges[at + 1])
        if rows.stop > rows.start:
            found.append((at, {name: _compact(column[rows]) for name, column in moved.items()}))
    return found


def dealt_sorted(
    codes: NDArray[Any], values: NDArray[Any], edges: NDArray[Any], names: tuple[str, str]
) -> list[tuple[int, dict[str, Any]]]:  # fmt: skip
    """The same for a column of few codes and one of numbers, by ranges of the numbers: bucket n begins at edge n - 1.

    Rows are sorted, which takes half as long as moving them one by one, and equal codes follow each other.
    """
    coded, valued = names
    few = np.arange(int(codes.max(initial=0)) + 1, dtype=codes.dtype)
    sides = [np.sort(values[codes == code]) for code in few]
    cuts = [np.concatenate(([0], np.searchsorted(side, edges), [len(side)])) for side in sides]
    found = []
    for at in range(len(edges) + 1):
        counts = np.array([cut[at + 1] - cut[at] for cut in cuts], np.int64)
        if counts.any():
            there = np.flatnonzero(counts)
            rows = np.concatenate([sides[code][cuts[code][at] : cuts[code][at + 1]] for code in there.tolist()])
            found.append((at, {coded: Runs(few[there], counts[there]), valued: rows}))
    return found


def _compact(column: Plain) -> Plain:
    return column.compact() if isinstance(column, Ids) else column


def _arrays(column: Column) -> dict[str, NDArray[Any]]:
    """Ids as lengths and bytes, of which a buffer may have more than is in it, and runs as numbers and their rows."""
    if isinstance(column, Runs):
        return {"run": column.values, "rows": column.counts}
    if isinstance(column, Ids):
        return {"length": column.length, "bytes": column.data[: int(column.length.sum())]}
    return {"all": column}
