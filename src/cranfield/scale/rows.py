"""Rows of predictions as they go to disk: labels as numbers, sessions as numbers or text, scores as they are."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from cranfield.core.coded import Coded, Numbers
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import as_numbers
from cranfield.io.ids.ids import Ids

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

__all__ = ["Compact", "Names", "hashed", "largest_of", "spread"]

_CODED = ("truth", "guess", "by")
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: neighbours end far from each other


class Names:
    """Names that get a number when they are first seen, on any thread."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._lock = Lock()

    @property
    def listed(self) -> list[str]:
        """All names in order of their numbers."""
        return list(self._number)

    def coded(self, column: Coded) -> NDArray[Any]:
        """The numbers of the rows, in as few bytes as they fit."""
        with self._lock:
            table = [self._number.setdefault(name, len(self._number)) for name in column.names]
        return np.asarray(table, np.min_scalar_type(max(table, default=0)))[column.codes]


@dataclass
class Compact:
    """Makes rows compact, and rows that come back from disk into columns again."""

    names: dict[str, Names] = field(default_factory=lambda: {role: Names() for role in _CODED})

    def rows(self, columns: Mapping[str, Any], found: Mapping[str, Coded]) -> dict[str, Any]:
        """The columns of a part as they go to disk; `found` are its labels."""
        made: dict[str, Any] = {role: self.names[role].coded(each) for role, each in found.items()}
        if "by" in columns:
            made["by"] = self.names["by"].coded(encode(columns["by"], "by"))
        if "group" in columns:
            made["group"] = _group(columns["group"])
        for role, column in columns.items():
            if role == "weight" or role.startswith("score"):
                made[role] = as_numbers(column, role)
        return made

    def labels(self, rows: Mapping[str, Any]) -> dict[str, Coded]:
        """The labels of rows, as they were written."""
        return {role: Coded(rows[role], self.names[role].listed) for role in ("truth", "guess") if role in rows}

    def more(self, rows: Mapping[str, Any]) -> dict[str, Any]:
        """Sessions and values of `by`, as a batch has them."""
        made: dict[str, Any] = {}
        if "by" in rows:
            made["by"] = Coded(rows["by"], self.names["by"].listed).present()
        if "group" in rows:
            group = rows["group"]
            made["group"] = _named(group) if isinstance(group, Ids) else encode(group, "group", ordered=False)
        return made


def _group(column: Any) -> NDArray[np.int64] | Ids:
    """Sessions that are whole numbers as they are, all others as text."""
    if isinstance(column, pa.ChunkedArray) and pa.types.is_integer(column.type) and column.type != pa.uint64():
        return column.to_numpy().astype(np.int64, copy=False)
    coded = encode(column, "group", ordered=False)
    if isinstance(coded.names, Numbers):
        values = np.asarray(coded.names.values)
        if values.dtype.kind == "i":
            return values.astype(np.int64)[coded.codes]
    return Ids.of(coded.names)[coded.codes]


def _named(ids: Ids) -> Coded:
    """Text as codes and names, which become text only for the few sessions of a bucket."""
    codes, first = ids.encode()
    return Coded(codes, ids[first].texts())


def hashed(group: NDArray[np.int64] | Ids, turn: int = 0) -> NDArray[np.uint16]:
    """Sixteen bits of a hash of each session; another turn gives others, so that what came together comes apart."""
    if isinstance(group, Ids):
        key = group.hash
    else:
        key = group.view(np.uint64) * _MIX
        key ^= key >> np.uint64(32)
        key *= _MIX
    return (key >> np.uint64(48 - 16 * turn)).astype(np.uint16)


def spread(key: NDArray[np.uint16], count: int) -> NDArray[np.uint16]:
    """Sixteen bits as one of a few numbers."""
    return ((key.astype(np.uint32) * np.uint32(count)) >> np.uint32(16)).astype(np.uint16)


def largest_of(parts: Iterable[Mapping[str, Any]]) -> tuple[str, int]:
    """The session with the most rows in a bucket, and how many."""
    counts: Counter[str] = Counter()
    for rows in parts:
        group = rows["group"]
        coded = _named(group) if isinstance(group, Ids) else encode(group, "group", ordered=False)
        counted = np.bincount(coded.codes, minlength=len(coded.names)).tolist()
        counts.update(dict(zip(coded.names, counted, strict=True)))
    return counts.most_common(1)[0]
