"""Predictions on Spark give what the whole gives, to the last bit, however they lie there."""

import numpy as np
import pyarrow as pa
import pytest

from cranfield import InputError, MeasureError, evaluate, labels
from scale.test_labels_parts import told

EVERY = ["AUC", "AUC(exact=False)", "AveragePrecision", "GAUC", "GAUC(weight='rows')", "LogLoss", "Brier", "F1", "MCC"]
ROLES = {"truth": "click", "score": "ctr", "group": "session", "guess": "guess"}


def clicks(rows=6000, seed=0, *, text=False):
    chance = np.random.default_rng(seed)
    session = chance.integers(0, rows // 15, rows)
    score = chance.choice([0.25, *np.round(chance.beta(1, 20, 999), 4)], rows, p=[0.2, *[0.8 / 999] * 999])
    return pa.table({
        "click": (chance.random(rows) < 0.2).astype(int), "ctr": score.astype(np.float32),
        "other ctr": chance.random(rows), "session": [f"Sitzung {at} é会" for at in session] if text else session,
        "guess": chance.integers(0, 2, rows), "country": chance.choice(["de", "en", "zh"], rows),
    })  # fmt: skip


@pytest.mark.parametrize(("partitions", "batch", "text"), [(1, 1000, True), (3, 7, False), (8, 65_536, True)])
def test_every_kind_of_measure_gives_the_digits_of_the_whole(spark, frame_of, partitions, batch, text):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    table = clicks(3000 if batch < 10 else 6000, partitions, text=text)
    whole = evaluate(labels(table, **ROLES), EVERY)
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", batch)
    found = on_spark(frame_labels(frame_of(table, partitions), **ROLES), EVERY, partitions=partitions)
    assert spark.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") == str(batch)
    spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    assert told(found) == told(whole)


def test_many_tasks_of_which_most_are_empty(frame_of):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    table = clicks(200)
    named = ["GAUC", "LogLoss"]
    found = on_spark(frame_labels(frame_of(table), **ROLES), named, partitions=64)
    assert told(found) == told(evaluate(labels(table, **ROLES), named))


def test_several_scores_and_every_country_in_one_pass(frame_of, tmp_path, spark):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    table, roles = clicks(), {"truth": "click", "group": "session", "by": "country"}
    path = str(tmp_path / "sessions.parquet")
    one, two = on_spark(
        frame_labels(frame_of(table), score=["ctr", "other ctr"], **roles), ["AUC", "GAUC", "LogLoss"],
        partitions=3, per_query=path,
    )  # fmt: skip
    for found, score in ((one, "ctr"), (two, "other ctr")):
        whole = evaluate(labels(table, score=score, system=score, **roles), ["AUC", "GAUC", "LogLoss"])
        assert told(found) == told(whole)
        assert found.system == score
        written = {row["unit"]: row["GAUC"] for row in spark.read.parquet(path).collect() if row["system"] == score}
        assert repr(sorted(written.items())) == repr(sorted(whole["GAUC"].units.items()))
        with pytest.raises(MeasureError, match="the values of single units were not kept"):
            _ = found["GAUC"].values


def test_several_classes_and_weights(frame_of):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    chance = np.random.default_rng(3)
    table = pa.table({
        "y": chance.choice(["a", "b", "c"], 500), "g": chance.choice(["a", "b", "c", "d"], 500),
        "w": chance.random(500), "pa": chance.random(500), "pb": chance.random(500), "pc": chance.random(500),
    })  # fmt: skip
    named = ["F1(average='macro')", "Accuracy", "TopK@2", "MCC"]
    roles = {"truth": "y", "guess": "g", "weight": "w", "score": {"a": "pa", "b": "pb", "c": "pc"}}
    whole = evaluate(labels(table, **roles), named)
    assert told(on_spark(frame_labels(frame_of(table), **roles), named)) == told(whole)
    with pytest.raises(MeasureError, match=r"AUC\(average='ovr'\) needs all rows at once"):
        on_spark(frame_labels(frame_of(table), **roles), ["AUC(average='ovr')"])


def test_what_is_no_frame_or_no_column_is_refused(frame_of):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    with pytest.raises(InputError) as caught:
        on_spark(labels(truth=[0, 1], guess=[0, 1]), ["F1"])
    assert str(caught.value) == (
        "evaluate of cranfield.spark takes what labels, ranking or text of cranfield.spark gives, not Batch;"
        " describe the DataFrame with one of them"
    )
    frame = frame_of(clicks(50))
    with pytest.raises(InputError, match="there is no column 'clik' for the truth; there are click, ctr"):
        frame_labels(frame, truth="clik", score="ctr")
    with pytest.raises(InputError, match="partitions must be a whole number from 1 to 1,000,000, not 0"):
        on_spark(frame_labels(frame, **ROLES), ["AUC"], partitions=0)
    with pytest.raises(InputError, match="per_query writes the values of sessions, queries or segments"):
        on_spark(frame_labels(frame, **ROLES), ["AUC"], per_query="nowhere")


def test_intervals_and_paired_tests_have_the_digits_of_one_machine(frame_of):
    from cranfield import poisson_interval, poisson_paired
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    table, named = clicks(), ["GAUC", "LogLoss", "AUC"]
    roles = {"truth": "click", "group": "session"}
    data = frame_labels(frame_of(table), score=["ctr", "other ctr"], **roles)
    far = on_spark(data, named, partitions=3, draws=(100, 7))
    near = [evaluate(labels(table, score=score, **roles), named) for score in ("ctr", "other ctr")]
    for name in named:
        for one, two in zip(far, near, strict=True):
            assert poisson_interval(one[name], resamples=100, seed=7) == poisson_interval(
                two[name], resamples=100, seed=7, by="group"
            )
    assert poisson_paired(*far, "GAUC", resamples=100, seed=7) == poisson_paired(*near, "GAUC", resamples=100, seed=7)
    assert poisson_paired(*far, "AUC", resamples=100, seed=7) == poisson_paired(*near, "AUC", resamples=100, seed=7)
