"""Predictions measured on Spark: a survey, then a job for each way in which rows must stay together."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError
from cranfield.io.columns.encode import encode
from cranfield.scale.survey import Survey
from cranfield.spark.deal import BUCKET, MOST_RANGES, by_hash, by_range, edges_of, range_of, tasks_for
from cranfield.spark.jobs import arrow_of, column, quiet, run, tables_of, write
from cranfield.spark.labels_tasks import Grouping, Ranging, Streaming, Surveying, Valuing, read_survey
from cranfield.spark.progress import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import pyarrow as pa

    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.core.states.drawn import Draws
    from cranfield.measures.labels.sessions import Largest
    from cranfield.scale.cuts import Cut
    from cranfield.scale.labels_plan import Adapt, LabelsPlan
    from cranfield.spark.labels import LabelsFrame

__all__ = ["LabelsJob"]

_FINER = 4  # ranges for each task, so that tasks have about as many rows each


@dataclass
class LabelsJob:
    """One evaluation of a DataFrame of predictions."""

    data: LabelsFrame
    measures: Measures | None
    partitions: int | None = None
    max_group_rows: int | None = None
    adapt: Adapt | None = None
    draws: Draws | None = None
    watch: Watch = field(default_factory=Watch)
    largest: Largest | None = None  # of all sessions, once they are measured
    samples: list[Any] = field(default_factory=list)

    @cached_property
    def plans(self) -> list[LabelsPlan]:
        """The plan of each system, from a survey of all rows."""
        sources = self.data.sources
        needs = [
            source.needs(self.measures, drawn=self.draws is not None) for source in sources
        ]  # what cannot be done is said before any job
        sampled = any("score" in each for each in needs)
        frame = self.data.frame.selectExpr(*map(column, self.data.names))
        with self.watch.phase("surveying"):
            found = run(frame, Surveying(sources, sampled))
        plans = []
        for at, source in enumerate(sources):
            read = [read_survey(row["state"]) for table in tables_of(found, at) for row in table.to_pylist()]
            self.samples.append(np.concatenate([each for _, each in read] or [np.zeros((2, 0))], axis=1))
            whole = Survey.together(survey for survey, _ in read)
            plans.append(
                source.plan(
                    whole, self.measures, max_group_rows=self.max_group_rows, adapt=self.adapt, draws=self.draws
                )
            )
        return plans

    @property
    def tasks(self) -> int:
        """How many tasks rows are dealt out to."""
        return self.partitions or tasks_for(self.plans[0].survey.rows)

    def results(self) -> list[Results]:
        """The results of each system."""
        arrived: list[list[pa.Table]] = [[] for _ in self.plans]
        for at, table in self._arrived():
            arrived[at].append(table)
        found = []
        with self.watch.phase("merging"):
            for plan, tables in zip(self.plans, arrived, strict=True):
                self.largest = plan.largest(tables) or self.largest
                found.append(plan.results(tables, inputs=self.data.inputs))
        return found

    def _arrived(self) -> Iterator[tuple[int, pa.Table]]:
        jobs = list(self._jobs())
        for turn, (chosen, dealt, made) in enumerate(jobs, 1):
            with self.watch.phase("measuring" if len(jobs) == 1 else f"measuring ({turn} of {len(jobs)})", dealt):
                sent = run(*made())
            for place, at in enumerate(chosen):
                yield from ((at, table) for table in tables_of(sent, place))

    def _jobs(self) -> Iterator[tuple[list[int], int, Callable[[], Any]]]:
        """The systems of each job, how many tasks rows are dealt out to, and how to get its rows and its task."""
        for together in ("unit", "group", "score"):
            chosen = {at: cut for at, plan in enumerate(self.plans) for cut in plan.cuts if cut.together == together}
            if together == "score":
                for at, cut in chosen.items():
                    yield [at], min(self.tasks, MOST_RANGES), partial(self._ranged, at, cut)
            elif chosen:
                plans, alone = [self.plans[at] for at in chosen], together == "unit"
                made = partial(self._streamed, plans) if alone else partial(self._grouped, plans, chosen.values())
                yield list(chosen), 0 if alone else self.tasks, made

    def _streamed(self, plans: Sequence[LabelsPlan]) -> tuple[Any, Streaming]:
        frame = self.data.frame.selectExpr(*map(column, self.data.names))
        return frame, Streaming(plans)

    def _grouped(self, plans: Sequence[LabelsPlan], cuts: Any) -> tuple[Any, Grouping]:
        return self._by_group(), Grouping(plans, list(cuts))

    def _by_group(self) -> Any:
        key = self.data.sources[0].group
        assert key is not None
        return by_hash(self.data.frame, self.data.names, key, self.tasks)

    def _ranged(self, at: int, cut: Cut) -> tuple[Any, Ranging]:
        """Rows by ranges of the score of one system."""
        plan, tasks = self.plans[at], min(self.tasks, MOST_RANGES)
        score = cut.column
        assert score is not None
        edges = edges_of(self.samples[at], min(_FINER * tasks, MOST_RANGES))
        names = [name for role, name in plan.source.roles.items() if role != "group" or self.draws is not None]
        needs_above = any(plan.used[place].name == "AveragePrecision" for place in cut.measures)
        above = self._above(plan, score, edges) if needs_above else None
        return by_range(self.data.frame, names, score, edges, tasks), Ranging(plan, cut, above)

    def _above(self, plan: LabelsPlan, score: str, edges: Any) -> dict[int, tuple[int, int]]:
        """The positives and negatives in all ranges above each."""
        truth = plan.source.truth
        counted = self.data.frame.selectExpr(f"{column(truth)} as truth", f"{range_of(score, edges)} as {BUCKET}")
        with quiet(counted.sparkSession):
            table = arrow_of(counted.groupBy(BUCKET, "truth").count())
        names, wanted = encode(table["truth"], "truth"), plan.positives
        sides: dict[int, list[int]] = {each: [0, 0] for each in range(len(edges) + 1)}
        for bucket, code, count in zip(
            table[BUCKET].to_pylist(), names.codes.tolist(), table["count"].to_pylist(), strict=True
        ):
            sides[bucket][names.names[code] not in wanted] += count
        found, higher = {}, (0, 0)
        for each in range(len(edges), -1, -1):
            found[each] = higher
            higher = higher[0] + sides[each][0], higher[1] + sides[each][1]
        return found

    def write_values(self, path: str, results: Sequence[Results]) -> None:
        """Write the value of each session as Parquet; no worker sends them home."""
        names = self.plans[0].of_groups
        if not names:
            raise InputError("no-values-of-units", family="labels")
        schema = ", ".join(["system string", "unit string", *(f"{column(name)} double" for name in names)])
        expected = sum(len(each.found[names[0]].state.units) for each in results)
        with self.watch.phase("writing", self.tasks):
            write(self._by_group(), Valuing(self.plans), schema, path, expected)
