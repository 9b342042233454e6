"""The one way to a number on Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core import evaluate as local
from cranfield.core.arguments import ANY_SEED, DRAWS, NAME, PHASES, ROWS, Rule, door, optional, whole_number
from cranfield.core.states.drawn import Draws
from cranfield.errors import InputError
from cranfield.scale.rules import ADAPT
from cranfield.spark import text as texts
from cranfield.spark.jobs import quiet
from cranfield.spark.labels import LabelsFrame
from cranfield.spark.labels_job import LabelsJob
from cranfield.spark.progress import Watch
from cranfield.spark.ranking import RankingFrame, batch_of, usual_tasks

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.scale.labels_plan import Adapt

__all__ = ["evaluate"]


def _are_draws(value: Any) -> bool:
    several = isinstance(value, tuple | list)
    return DRAWS.test(value) if not several else len(value) == 2 and DRAWS.test(value[0]) and ANY_SEED.test(value[1])


_PARTITIONS = optional(whole_number("be-partitions", 1, 1_000_000, InputError))
_DRAWS = optional(Rule("be-draws-and-seed", _are_draws))


@door(partitions=_PARTITIONS, max_group_rows=ROWS, per_query=optional(NAME), adapt=ADAPT, draws=_DRAWS, progress=PHASES)
def evaluate(
    data: Any, measures: Measures | None = None, *, per_query: str | None = None, partitions: int | None = None,
    max_group_rows: int | None = None, adapt: Adapt | None = None, draws: tuple[int, int] | int | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Any:  # fmt: skip
    """Measure what `labels`, `ranking` or `text` describe: the usual Results, or a list of them for several scores.

    `per_query` is a folder that Spark can write to: the value of each query, session or segment goes there as Parquet,
    and none is collected. `partitions` is the number of tasks that rows are dealt out to, one for each half million of
    labels or as many as Spark usually takes. A session of more than `max_group_rows` rows is refused.
    `draws` is how often sessions or segments are drawn again, or that and a seed, for `cranfield.poisson_interval` and
    `poisson_paired`. `progress` hears the phase, tasks done and tasks in all, which are 0 over Spark Connect.
    """
    wanted = None if draws is None else Draws(*((draws,) if isinstance(draws, int) else draws))
    if isinstance(data, LabelsFrame):
        watch = Watch(data.frame.sparkSession, progress)
        job = LabelsJob(data, measures, partitions, max_group_rows, adapt, wanted, watch)
        found = job.results()
        if per_query is not None:
            job.write_values(per_query, found)
        return found if data.several else found[0]
    if max_group_rows is not None and isinstance(data, RankingFrame | texts.TextFrame):
        raise InputError("group-rows-of-labels")
    if isinstance(data, RankingFrame):
        watch = Watch(data.frame.sparkSession, progress)
        return _ranking(data, measures, per_query, partitions or usual_tasks(data.frame), watch)
    if isinstance(data, texts.TextFrame):
        tasks, plan = partitions or usual_tasks(data.frame), data.source.plan(measures, draws=wanted)
        watch = Watch(data.frame.sparkSession, progress)
        results = texts.results_of(data, plan, tasks, watch)
        if per_query is not None:
            texts.write_values(data, plan, tasks, per_query, len(results.units), watch)
        return results
    raise InputError("no-frame", kind=type(data).__name__)


def _ranking(data: RankingFrame, measures: Measures | None, path: str | None, tasks: int, watch: Watch) -> Results:
    data.source.plan(measures)  # what cannot be done is said before any job
    results = local.evaluate(batch_of(data, tasks, watch), measures)
    if path is not None:
        session = data.frame.sparkSession
        with watch.phase("writing"), quiet(session):
            # what is judged is here already, and values are fewer
            made = results.to_arrow()
            session.createDataFrame(made if hasattr(data.frame, "toArrow") else made.to_pandas()).write.parquet(path)
    return results
