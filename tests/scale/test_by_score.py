"""Rows on disk by ranges of their scores: sorted on the way there, whatever scores and labels look like."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import evaluate, labels
from cranfield.io.spill.buckets import Buckets, Runs, dealt, dealt_sorted
from cranfield.scale import spilled
from cranfield.scale.labels import Labels
from scale.test_labels_parts import told


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Buckets so small that a test has many, and large ones among them."""
    monkeypatch.setattr(spilled, "_LEAST", 200)
    monkeypatch.setattr(spilled, "_MOST", 200)


def test_sorted_rows_are_in_the_buckets_that_rows_would_be_dealt_to():
    chance = np.random.default_rng(0)
    codes, scores = chance.choice([0, 2], 1000).astype(np.uint8), chance.integers(0, 40, 1000).astype(np.float32)
    edges = np.array([3, 17, 30], np.float32)
    plain = dealt({"y": codes, "p": scores}, np.searchsorted(edges, scores, side="right"), 4)
    found = dealt_sorted(codes, scores, edges, ("y", "p"))
    assert [at for at, _ in found] == [at for at, _ in plain] == [0, 1, 2, 3]
    for (_, one), (_, other) in zip(found, plain, strict=True):
        rows = zip(np.repeat(one["y"].values, one["y"].counts).tolist(), one["p"].tolist(), strict=True)
        assert sorted(rows) == sorted(zip(other["y"].tolist(), other["p"].tolist(), strict=True))


def test_runs_come_back_as_rows_and_are_counted(tmp_path):
    files = Buckets(tmp_path, "some", 1, counted="y")
    runs = Runs(np.array([0, 3], np.uint8), np.array([2, 1]))
    files.append(0, {"y": runs, "score of full length": np.array([0.5, 1.5, 2.5])})
    files.append(0, {"y": np.array([3], np.uint8), "score of full length": np.array([3.5])})
    assert (files.rows, dict(files.counts[0])) == ([4], {0: 2, 3: 2})
    found = files.read(0)
    assert found["y"].tolist() == [0, 0, 3, 3]
    assert found["score of full length"].tolist() == [0.5, 1.5, 2.5, 3.5]


def of(scores, seed=0, *, names=("no", "yes")):
    chance = np.random.default_rng(seed)
    return pa.table({"y": chance.choice(list(names), len(scores)), "p": pa.array(scores)})


CHANCE = np.random.default_rng(7)
KINDS = {
    "float32": [of(CHANCE.normal(size=5000).astype(np.float32))],
    "float64 that float32 would tie": [of(1 + CHANCE.integers(0, 3000, 5000) * 1e-12)],
    "falling": [of(np.sort(CHANCE.random(5000))[::-1].copy())],
    "all alike": [of(np.full(5000, 0.25))],
    "both zeros and infinities": [of(CHANCE.choice([-0.0, 0.0, np.inf, -np.inf, 1.0], 5000))],
    "whole numbers": [of(CHANCE.integers(-9, 9, 5000))],
    "two kinds": [of(CHANCE.random(3000).astype(np.float32)), of(CHANCE.random(3000), 1)],
    "a first file that is like no other": [of(np.full(3000, 0.5)), of(CHANCE.random(3000), 1)],
    "a label that comes late": [of(np.linspace(0, 1, 3000), names=["no"]), of(np.linspace(0, 1, 3000), 1)],
    "twelve labels": [of(CHANCE.random(5000), names=[f"l{at}" for at in range(11)] + ["yes"])],
}


@pytest.mark.parametrize("kind", KINDS)
def test_scores_of_any_kind_give_what_they_give_in_memory(kind, tmp_path):
    for at, table in enumerate(KINDS[kind]):
        pq.write_table(table, tmp_path / f"{at}.parquet", row_group_size=1000)
    roles, data = {"truth": "y", "score": "p"}, str(tmp_path / "*.parquet")
    measures = ["AUC(positive='yes')", "AveragePrecision(positive='yes')"]
    if kind in ("falling", "float32"):
        measures.append("AUC(positive='yes', exact=False)")
    assert told(Labels(**roles).evaluate(data, measures, memory="64MB")) == told(
        evaluate(labels(data, **roles), measures)
    )
