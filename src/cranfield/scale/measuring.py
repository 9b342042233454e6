"""Buckets of rows on disk, measured one after the other; what is too large for memory is cut again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError
from cranfield.io.bytes.threads import in_order
from cranfield.io.spill.buckets import MOST, Buckets, dealt
from cranfield.scale.rows import hashed, largest_of, spread
from cranfield.scale.wire import Entry, pack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    import pyarrow as pa
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.scale.cuts import Cut
    from cranfield.scale.labels_plan import LabelsPlan
    from cranfield.scale.rows import Compact

    Above = tuple[int, int]

__all__ = ["LEAN", "ROW", "Measuring"]

ROW = 160  # bytes of memory that a row takes while it is measured
LEAN = 64  # the same of a row that has nothing but its label, its score and a whole number for its session
_TURNS = 3  # times that a bucket is cut again before it is known that it cannot be


@dataclass(frozen=True)
class _Place:
    """A bucket, and the positives and negatives in all buckets with higher scores."""

    files: Buckets
    at: int
    above: Above

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return self.files.rows[self.at]


@dataclass
class Measuring:
    """The buckets of one cut on their way to states."""

    plan: LabelsPlan
    cut: Cut
    compact: Compact
    folder: Path
    memory: int
    most: int  # rows of a bucket, twice as many of which are measured beside others
    tell: Callable[[int], None]
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(1 << 62)))  # one for each bucket
    alone: list[_Place] = field(default_factory=list)  # buckets of one session or score, each for all of the memory

    def states(self, files: Buckets) -> Iterator[pa.Table]:
        """The states of all buckets on all cores, and at last those that leave no memory for others."""
        above = self._above(files, (0, 0))
        places = [_Place(files, at, above[at]) for at, rows in enumerate(files.rows) if rows]

        def work(place: _Place) -> tuple[list[pa.Table], int]:
            return list(self._tables(place, 0)), place.rows

        for tables, rows in in_order(work, places, ahead=0):
            yield from tables
            self.tell(rows)
        for place in self.alone:
            yield from self._huge(place)

    def _batch(self, rows: Mapping[str, Any]) -> Batch:
        columns = {role: each for role, each in rows.items() if role == "weight" or role.startswith("score")}
        return self.plan.batch(columns, self.compact.labels(rows), self.compact.more(rows))

    def _state(self, rows: Mapping[str, Any], number: int, above: Above) -> pa.Table:
        return self.plan.states_of(self._batch(rows), self.cut, bucket=number, above=above)

    def _above(self, files: Buckets, higher: Above) -> list[Above]:
        """The positives and negatives in all buckets with higher scores than each."""
        found = [higher] * len(files)
        if self.cut.together == "score":
            for at in range(len(files) - 1, -1, -1):
                found[at] = higher
                positives, negatives = self._sides(files, at)
                higher = higher[0] + positives, higher[1] + negatives
        return found

    def _sides(self, files: Buckets, at: int) -> Above:
        names, wanted = self.compact.names["truth"].listed, self.plan.positives
        positives = sum(count for code, count in files.counts[at].items() if names[code] in wanted)
        return positives, files.rows[at] - positives

    def _tables(self, place: _Place, turn: int) -> Iterator[pa.Table]:
        """The states of a bucket; one that is too large is cut again, by other bits of its sessions or by its score."""
        if place.rows <= 2 * self.most:
            yield self._state(place.files.read(place.at), next(self.numbers), place.above)
        elif turn >= _TURNS:
            self.alone.append(place)
        else:
            for each in self._cut(place, turn + 1):
                yield from self._tables(each, turn + 1)

    def _cut(self, place: _Place, turn: int) -> list[_Place]:
        """The parts of a bucket that is too large."""
        count = int(np.clip(place.rows // self.most + 1, 2, MOST // 2))
        score = self.cut.together == "score"
        edges: NDArray[Any] | None = None
        size = 2 * count + 1 if score else count
        again = Buckets(self.folder, f"{self.cut.together}-{turn}-{next(self.numbers)}", size, counted="truth")
        for rows in place.files.chunks(place.at):
            if score:
                edges = _edges(rows["score"], count) if edges is None else edges
                bucket = np.searchsorted(edges, rows["score"], side="right").astype(np.uint16)
            else:
                bucket = spread(hashed(rows["group"], turn), count)
            for part, some in dealt(rows, bucket, size):
                again.append(part, some)
        again.close()
        above = self._above(again, place.above)
        return [_Place(again, part, above[part]) for part, rows in enumerate(again.rows) if rows]

    def _huge(self, place: _Place) -> Iterator[pa.Table]:
        """One session or one score that is larger than a bucket."""
        if place.rows * ROW <= self.memory:
            yield self._state(place.files.read(place.at), next(self.numbers), place.above)
        elif self.cut.together == "score" and self.plan.source.by is None:
            yield from self._tied(place.files, place.at, place.above)
        else:
            name, own = largest_of(place.files.chunks(place.at))
            raise InputError("session-beyond-memory", name=name, rows=own, needed=own * ROW // 10**6)

    def _tied(self, files: Buckets, at: int, above: Above) -> Iterator[pa.Table]:
        """Rows of one score: their pairs are counted without looking at any, and other measures need few at a time."""
        positives, negatives = self._sides(files, at)
        used, scores = self.plan.used, set()
        need = {place: used[place].together(self.plan.stand_in) for place in self.cut.measures}
        free = replace(self.cut, measures=tuple(place for place in self.cut.measures if need[place] == "unit"))
        for rows in files.chunks(at):
            scores |= set(np.unique(np.asarray(rows["score"]) + 0.0).tolist())
            if len(scores) > 1:
                raise InputError("scores-beyond-memory", rows=files.rows[at], needed=files.rows[at] * ROW // 10**6)
            batch = self._batch(rows)
            yield self.plan.states_of(batch, free)
            if self.plan.draws is not None:
                states = [used[place].stats(batch) for place in self.cut.measures]
                yield pack(self.plan.name, [], {"cut": self.cut.together, "rows": 0}, self.plan.drawn(self.cut, states))
        score, policy = min(scores), self.plan.source.decided
        entries = [
            Entry(place, None, 0, used[place].tied(policy, score, (positives, negatives), above))
            for place in self.cut.measures if need[place] == "score"
        ]  # fmt: skip
        yield pack(self.plan.name, entries, {"cut": self.cut.together, "rows": 0})


def _edges(score: NDArray[Any], count: int) -> NDArray[Any]:
    """Scores that cut rows evenly; one that many rows have is cut out on both sides."""
    chosen = np.sort(score)[np.linspace(0, len(score) - 1, count).astype(np.int64)]
    return np.unique(np.concatenate((chosen, np.nextafter(chosen, np.array(np.inf, chosen.dtype)))))
