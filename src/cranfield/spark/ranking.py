"""Runs in a DataFrame, and judgments that every worker gets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import COLUMNS, NAME, door
from cranfield.core.policy import POLICY
from cranfield.io.read.input import Wanted
from cranfield.io.read.roles import choose_columns
from cranfield.scale.ranking import Ranking
from cranfield.spark.deal import BUCKET, by_hash
from cranfield.spark.jobs import arrow_of, column, located, quiet, run, tables_of
from cranfield.spark.progress import Watch
from cranfield.spark.workers import sent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyarrow as pa

    from cranfield.core.batch import Batch
    from cranfield.core.policy import Policy
    from cranfield.scale.ranking import RankingPlan
    from cranfield.spark.workers import Rows

__all__ = ["Joining", "RankingFrame", "batch_of", "ranking", "read_run", "usual_tasks"]


@dataclass(frozen=True)
class RankingFrame:
    """A DataFrame with the query, document and score of each row of a run, and the judgments."""

    frame: Any
    source: Ranking
    input: Mapping[str, Any] = field(default_factory=lambda: {"name": "table"})  # what results say they were made from


@dataclass(frozen=True)
class Joining:
    """The ranks of the judged documents of the queries of a partition."""

    plan: RankingPlan

    def __call__(self, rows: Rows) -> Iterator[pa.Table]:
        """One row."""
        table = rows.every()
        if table is not None:
            yield sent(0, self.plan.states(table.drop_columns([BUCKET])))


@door(policy=POLICY, columns=COLUMNS, system=NAME)
def ranking(
    qrels: Any, run_df: Any, *, policy: Policy | str = "default", known: Any = None,
    columns: Mapping[str, str] | None = None, system: str = "run",
) -> RankingFrame:  # fmt: skip
    """Judgments, and a run as a DataFrame with the columns query, doc and score, or those that `columns` names.

    Judgments are a DataFrame too, or whatever `cranfield.judgments` takes: they go to every worker.
    """
    given = _collected(qrels) if hasattr(qrels, "sparkSession") else qrels
    source = Ranking.of(given, policy=policy, known=known, columns=columns, system=system)
    chosen = choose_columns(run_df.columns, Wanted("run", columns=columns or {}), "the run")
    named = [f"{column(run_df.columns[at])} as {role}" for role, at in chosen.items()]
    return RankingFrame(run_df.selectExpr(*named), replace(source, columns=None))


def _collected(frame: Any) -> pa.Table:
    with quiet(frame.sparkSession):
        return arrow_of(frame)


def batch_of(data: RankingFrame, tasks: int, watch: Watch | None = None) -> Batch:
    """The ordinary batch of the run: the driver holds what is judged of it, and no more."""
    watch, plan = watch or Watch(), data.source.plan()
    (cut,) = plan.cuts
    assert cut.column is not None
    with watch.phase("measuring", tasks):
        found = run(by_hash(data.frame, data.frame.columns, cut.column, tasks), Joining(plan))
    with watch.phase("merging"):
        return plan.batch(tables_of(found, 0), inputs=data.input)


def usual_tasks(frame: Any) -> int:
    """As many tasks as Spark takes where nobody says how many."""
    return int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))


def read_run(spark: Any, path: str) -> Any:
    """A run as TREC writes it, from a file or a folder, as a DataFrame with query, doc and score.

    Fields are apart by any white space; Spark's own reader of CSV makes nulls of some numbers and of doubled spaces.
    """
    with quiet(spark):
        lines = (
            spark.read.text(located(path))
            .selectExpr(r"split(trim(value), '[ \\t]+') as field")
            .where("size(field) > 1")
        )
    return lines.selectExpr("field[0] as query", "field[2] as doc", "cast(field[4] as double) as score")
