"""The same over Spark Connect, in a process of its own: a session of one kind keeps out the other."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from spark.conftest import environment, require_spark

CODE = """
import sys, warnings
import pyarrow as pa
from cranfield import evaluate as local, labels as whole
from spark.test_labels import EVERY, ROLES, clicks
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    frame = lambda table: spark.createDataFrame(table)
    table = clicks(1500)
    good, bad = frame(table), frame(table.set_column(1, "ctr", pa.array([float("nan")] * 1500)))
    run = frame(pa.table({"query": ["q", "q", "r"], "doc": ["a", "b", "a"], "score": [1.0, 2.0, 0.5]}))
from cranfield.spark import evaluate, labels, ranking, ship
assert "connect" in type(spark).__module__
ship(spark)
path = sys.argv[1] + "/sessions.parquet"
heard = []
found = evaluate(labels(good, **ROLES), EVERY, partitions=3, per_query=path, progress=lambda *each: heard.append(each))
phases = ("surveying", "measuring (1 of 2)", "measuring (2 of 2)", "merging", "writing")
print(heard == [(name, 0, 0) for name in phases])
print(found.to_dict() == local(whole(table, **ROLES), EVERY).to_dict())
print(spark.read.parquet(path).count() == len(set(table["session"].to_pylist())))
print(evaluate(ranking({"q": {"a": 1}, "r": {"a": 1}}, run), ["AP"], partitions=2)["AP"].value)
try:
    evaluate(labels(bad, **ROLES), ["AUC"])
except ValueError as error:
    print(error)
spark.stop()
"""


def test_connect_gives_the_same_digits_and_sentences(tmp_path):
    require_spark()
    pytest.importorskip("grpc", reason="Spark Connect needs grpcio; make test installs it where it may")
    paths = [str(Path(__file__).parents[1]), *sys.path]
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE, str(tmp_path)], capture_output=True, text=True, check=False,
        env={**os.environ, **environment(), "PYTHONPATH": os.pathsep.join(paths)}, timeout=300,
    )  # fmt: skip
    assert found.stdout.splitlines() == [
        "True", "True", "True", "0.75",
        "partition 0: row 1: the score is nan, which has no place in an order; mend or drop the row",
    ], found.stderr[-3000:]  # fmt: skip
