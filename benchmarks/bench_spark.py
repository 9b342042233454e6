"""Spark with two cores on one machine: ours, its own evaluators, and what is shuffle and nothing else.

One session serves all turns, as on a cluster. Processor time is that of the JVM and of all Python workers.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from bench_labels import make
from bench_scale import on_disk, per_million
from turns import Turn, take_turns

if TYPE_CHECKING:
    from collections.abc import Callable

TICK = os.sysconf("SC_CLK_TCK")
QUIET = {
    "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.memory": "2g",
    "spark.sql.shuffle.partitions": "8", "spark.log.level": "ERROR",
}  # fmt: skip


def session() -> Any:
    """Spark with two cores."""
    os.environ.update({"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"})
    warnings.simplefilter("ignore")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]")
    for name, value in QUIET.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def used() -> float:
    """The processor seconds of all processes that this one started, and of theirs."""
    parents, spent = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended
            parents[int(folder.name)] = int(fields[1])
            spent[int(folder.name)] = sum(map(int, fields[11:15])) / TICK
    own, found = {os.getpid()}, 0.0
    while own:
        found += sum(spent.get(each, 0.0) for each in own)
        own = {child for child, parent in parents.items() if parent in own}
    return found


def turn(work: Callable[[], float | None]) -> Callable[[], Turn]:
    """Work in this process and on Spark."""

    def taken() -> Turn:
        wall, cpu = time.perf_counter(), used()
        answer = work()
        return Turn(time.perf_counter() - wall, used() - cpu, None, answer)

    return taken


def spark(scale: float) -> list[dict[str, Any]]:
    """AUC and GAUC next to Spark's evaluators and to one machine; a run next to RankingMetrics; growth."""
    session_ = session()
    rows = round(5e6 * scale)
    path = str(make(rows, max(rows // 20, 1)).with_suffix(".parquet"))
    frame = session_.read.parquet(path)
    found = [*_auc(frame, rows), _gauc(frame, path, rows), _ranking(session_, scale), _growth(session_, scale)]
    session_.stop()
    return found


def _ours(frame: Any, measure: str) -> Callable[[], float]:
    from cranfield.spark import evaluate, labels

    return lambda: evaluate(labels(frame, truth="truth", score="score", group="group"), [measure])[measure].value


def _auc(frame: Any, rows: int) -> list[dict[str, Any]]:
    """Their evaluator cuts scores into 1,000 bins by default; without bins it is so slow that it gets fewer rows."""
    from pyspark.ml.evaluation import BinaryClassificationEvaluator

    def theirs(data: Any, bins: int) -> Callable[[], float]:
        made = BinaryClassificationEvaluator(rawPredictionCol="score", labelCol="truth", numBins=bins)
        doubles = data.selectExpr("cast(truth as double) truth", "cast(score as double) score")
        return lambda: made.evaluate(doubles)

    contestants = {
        "cranfield on Spark": turn(_ours(frame, "AUC")),
        "cranfield on Spark, exact=False": turn(_ours(frame, "AUC(exact=False)")),
        "BinaryClassificationEvaluator, 1,000 bins": turn(theirs(frame, 1000)),
    }
    turns = take_turns(contestants, 3, agree=1e-3)
    note = per_million(turns, [rows] * len(turns))
    few = frame.where("group % 20 = 0").cache()
    count = few.count()
    exact = {
        "cranfield on Spark": turn(_ours(few, "AUC")),
        "BinaryClassificationEvaluator, numBins=0": turn(theirs(few, 0)),
    }
    return [
        {"title": f"AUC of {rows:,} rows", "rows": turns, "note": note},
        {"title": f"Exact AUC of {count:,} rows", "rows": take_turns(exact, 3, agree=1e-9)},
    ]


def _gauc(frame: Any, path: str, rows: int) -> dict[str, Any]:
    from cranfield.spark.deal import by_hash, tasks_for

    def shuffled() -> None:
        dealt = by_hash(frame, ["truth", "score", "group"], "group", tasks_for(rows))
        dealt.write.format("noop").mode("overwrite").save()

    contestants = {
        "cranfield on Spark": turn(_ours(frame, "GAUC")),
        "the same shuffle and nothing else": turn(shuffled),
        "cranfield on disk, without Spark": on_disk(path, ["GAUC"]),
    }
    turns = take_turns(contestants, 3)
    share = 1 - turns[1]["cpu"] / turns[0]["cpu"]
    note = f"{per_million(turns, [rows] * 3)} What is not shuffle is {share:.0%} of the processor time."
    return {"title": f"GAUC of {rows:,} rows in {rows // 20:,} sessions", "rows": turns, "note": note}


def _ranking(session_: Any, scale: float) -> dict[str, Any]:
    import pyarrow as pa
    from pyspark.mllib.evaluation import RankingMetrics

    from cranfield.spark import evaluate, ranking

    queries, depth = max(round(2000 * scale), 10), 500
    chance = np.random.default_rng(5)
    query = np.repeat(np.arange(queries), depth)
    doc = np.concatenate([chance.permutation(2 * depth)[:depth] for _ in range(queries)])
    table = pa.table({
        "query": [f"q{each}" for each in query], "doc": [f"d{each}" for each in doc], "score": chance.random(len(doc))
    })  # fmt: skip
    run = session_.createDataFrame(table).repartition(4).cache()
    run.count()
    qrels = {f"q{at}": {f"d{each}": 1 for each in chance.permutation(2 * depth)[:20]} for at in range(queries)}

    def theirs() -> float:
        ranked = (
            run.selectExpr("query", "struct(-score as s, doc) as pair").groupBy("query").agg({"pair": "collect_list"})
        )
        lists = ranked.rdd.map(lambda row: ([pair["doc"] for pair in sorted(row[1])], list(qrels[row[0]])))
        return RankingMetrics(lists).meanAveragePrecision

    contestants = {
        "cranfield on Spark, nDCG@10 and AP": turn(
            lambda: evaluate(ranking(qrels, run), ["AP", "nDCG@10"])["AP"].value
        ),
        "RankingMetrics, AP": turn(theirs),
    }
    turns = take_turns(contestants, 3, agree=1e-9)
    return {"title": f"A run of {queries * depth:,} lines, {queries:,} queries", "rows": turns}


def _growth(session_: Any, scale: float) -> dict[str, Any]:
    contestants, sizes = {}, []
    for factor in (1, 2, 4, 8):
        size = round(1.25e6 * scale) * factor
        path = str(make(size, max(size // 20, 1)).with_suffix(".parquet"))
        contestants[f"{size:,} rows"] = turn(_ours(session_.read.parquet(path), "GAUC"))
        sizes.append(size)
    turns = take_turns(contestants, 3)
    slope, start = np.polyfit(sizes, [row["cpu"] for row in turns], 1)
    line = f"A straight line through them: {start:.2f} s + {slope * 1e6:.3f} s of processor time a million rows."
    return {"title": "GAUC on Spark, growth", "rows": turns, "note": f"{per_million(turns, sizes)} {line}"}
