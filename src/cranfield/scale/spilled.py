"""Rows of predictions on their way to files: by session, by range of the score, or both."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError
from cranfield.io.bytes.threads import cores
from cranfield.io.ids.ids import Ids
from cranfield.io.spill.buckets import MOST, Buckets, dealt, dealt_sorted
from cranfield.scale.measuring import LEAN, ROW, Measuring
from cranfield.scale.rows import Compact, hashed, spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.coded import Coded
    from cranfield.scale.labels_plan import LabelsPlan

    Dealt = dict[str, list[tuple[int, dict[str, Any]]]]

__all__ = ["Spilled"]

_LEAST, _MOST = 1 << 16, 1 << 21  # rows of a bucket: fewer are not worth a file, more do not fit the cache better
_FEW = 8  # labels, each of which is sorted by itself


@dataclass
class Spilled:
    """All rows on disk; what must stay together is in one file."""

    folder: Path
    needs: Sequence[str]  # of `group` and `score`
    rows: int  # as estimated
    memory: int
    drawn: bool = False  # whether whole sessions are drawn, which ranges of the score need then too
    lean: bool = False  # whether rows have no more than a label, a score and a session
    compact: Compact = field(default_factory=Compact)
    files: dict[str, Buckets] = field(default_factory=dict)
    _edges: NDArray[Any] | None = None  # the scores at which ranges begin
    _lock: Lock = field(default_factory=Lock)
    _text: bool | None = None  # whether sessions are text

    @property
    def count(self) -> int:
        """How many buckets."""
        most = self._most(LEAN if self.needs == ["score"] and self.lean else ROW)  # sessions may be text
        return int(np.clip(-(-self.rows // most), 1, MOST // len(self.needs)))

    def _most(self, row: int) -> int:
        """Rows of a bucket, so that twice as many on each core take half of the memory."""
        return int(np.clip(self.memory // (4 * row * cores()), _LEAST, _MOST))

    def prepared(self, columns: Mapping[str, Any], found: Mapping[str, Coded]) -> Dealt:
        """The rows of a part dealt out to buckets, on any thread."""
        rows = self.compact.rows(columns, found)
        made: Dealt = {}
        if "group" in rows:
            self._require_kind(rows["group"])
        if "group" in self.needs:
            made["group"] = dealt(rows, spread(hashed(rows["group"]), self.count), self.count)
        if "score" in self.needs:
            # measures that go along need all columns, unless they go with the sessions
            wanted = ("truth", "score", "by") if made else tuple(role for role in rows if role != "group")
            held = {role: rows[role] for role in (*wanted, *(["group"] if self.drawn else [])) if role in rows}
            made["score"] = self._by_score(held)
        return made

    def take(self, made: Dealt) -> None:
        """Write what was dealt out."""
        for need, parts in made.items():
            if need not in self.files:
                self.files[need] = Buckets(self.folder, need, self.count, counted="truth")
            for bucket, rows in parts:
                self.files[need].append(bucket, rows)

    def _require_kind(self, group: Any) -> None:
        text = isinstance(group, Ids)
        with self._lock:
            self._text = text if self._text is None else self._text
        if self._text != text:
            raise InputError("mixed-sessions")

    def _by_score(self, rows: Mapping[str, Any]) -> list[tuple[int, dict[str, Any]]]:
        """Ranges with about as many rows in each, by the first rows that come."""
        score = rows["score"]
        with self._lock:
            if self._edges is None:
                self._edges = np.unique(np.sort(score)[np.linspace(0, len(score), self.count + 1, dtype=int)[1:-1]])
        if rows.keys() == {"truth", "score"} and len(self.compact.names["truth"].listed) <= _FEW:
            return dealt_sorted(rows["truth"], score, self._edges, ("truth", "score"))
        return dealt(rows, np.searchsorted(self._edges, score, side="right").astype(np.uint16), self.count)

    def states(self, plan: LabelsPlan, tell: Callable[[int], None]) -> Iterator[pa.Table]:
        """The states of all buckets under a plan."""
        for cut in plan.cuts:
            lean = self.lean and not (self._text and (self.drawn or cut.together == "group"))
            most = self._most(LEAN if lean else ROW)
            work = Measuring(plan, cut, self.compact, self.folder, self.memory, most, tell)
            yield from work.states(self.files[cut.together])

    def close(self) -> None:
        """Close all files."""
        for files in self.files.values():
            files.close()
