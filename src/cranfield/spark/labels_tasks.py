"""What workers do with predictions: survey them, or make states of those that stay together."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from cranfield.io.columns.label_columns import as_numbers
from cranfield.scale.survey import Survey
from cranfield.scale.wire import folded, wired
from cranfield.spark.deal import BUCKET
from cranfield.spark.workers import sent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.scale.cuts import Cut
    from cranfield.scale.labels import Labels
    from cranfield.scale.labels_plan import LabelsPlan
    from cranfield.spark.workers import Rows

__all__ = ["Grouping", "Ranging", "Streaming", "Surveying", "Valuing", "read_survey"]

CHUNK = 1 << 20  # rows that are measured at once where nothing must stay together
_SAMPLE, _LEAST = 256, 4  # scores of a chunk that stand for all: fewer of later ones, so that large data sends no more


@dataclass(frozen=True)
class Surveying:
    """What must be known of a partition before any can be measured, and some scores to cut them evenly."""

    sources: Sequence[Labels]
    sampled: bool

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """A row for each system."""
        surveys = [Survey() for _ in self.sources]
        samples: list[list[NDArray[np.float64]]] = [[] for _ in self.sources]
        for turn, table in enumerate(rows.chunks(CHUNK)):
            for at, source in enumerate(self.sources):
                columns = source.columns(table)
                surveys[at] = Survey.together((surveys[at], Survey.of(columns)))
                if self.sampled:
                    samples[at].append(_sampled(columns["score"], max(_SAMPLE >> turn // 4, _LEAST)))
        for at, survey in enumerate(surveys):
            if survey.rows:
                scores = np.concatenate(samples[at] or [np.zeros((2, 0))], axis=1)
                told = [survey.to_json(), base64.b64encode(scores.tobytes()).decode()]
                yield sent(at, wired([(0, None, survey.rows, json.dumps(told).encode())]))


def _sampled(score: Any, most: int) -> NDArray[np.float64]:
    """Scores in order, evenly spaced, and how many rows each of them stands for."""
    values = np.sort(as_numbers(score, "score")).astype(np.float64)
    count = min(len(values), most)
    chosen = values[np.linspace(0, len(values) - 1, count).astype(np.int64)]
    return np.stack((chosen, np.full(count, len(values) / count)))


def read_survey(state: bytes) -> tuple[Survey, NDArray[np.float64]]:
    """What a worker found, and its sample."""
    survey, scores = json.loads(state)
    return Survey.from_json(survey), np.frombuffer(base64.b64decode(scores)).reshape(2, -1)


@dataclass(frozen=True)
class Streaming:
    """States of rows that need not stay together: some rows at a time, added up before they are sent."""

    plans: Sequence[LabelsPlan]

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """The states of each system."""
        held: list[pa.Table | None] = [None] * len(self.plans)
        for table in rows.chunks(CHUNK):
            for at, plan in enumerate(self.plans):
                state = plan.states(table, plan.cuts[0])
                before = held[at]
                held[at] = state if before is None else folded(plan.name, (before, state))
        yield from (sent(at, each) for at, each in enumerate(held) if each is not None)


@dataclass(frozen=True)
class Grouping:
    """States of whole sessions: a partition is some buckets, which no other partition may have."""

    plans: Sequence[LabelsPlan]
    cuts: Sequence[Cut]

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """The states of each system."""
        table = rows.every()
        if table is None:
            return
        buckets = pc.unique(table[BUCKET]).to_pylist()
        for at, (plan, cut) in enumerate(zip(self.plans, self.cuts, strict=True)):
            yield sent(at, plan.states(table, cut, bucket=buckets))


@dataclass(frozen=True)
class Ranging:
    """States of ranges of the score: a partition may have several that are no neighbours."""

    plan: LabelsPlan
    cut: Cut
    above: Mapping[int, tuple[int, int]] | None

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """The states of each range."""
        table = rows.every()
        if table is None:
            return
        bucket = table[BUCKET].to_numpy()
        for each in np.unique(bucket).tolist():
            own = table.take(pa.array(np.flatnonzero(bucket == each)))
            yield sent(0, self.plan.states(own, self.cut, above=None if self.above is None else self.above[each]))


@dataclass(frozen=True)
class Valuing:
    """The values of the sessions of a partition, to be written."""

    plans: Sequence[LabelsPlan]

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """A row for each session of each system."""
        table = rows.every()
        if table is None:
            return
        for plan in self.plans:
            found = plan.values(table)
            yield found.add_column(0, "system", pa.array([plan.source.system] * len(found), pa.string()))
