"""What Spark's own evaluators get wrong, next to ours: the table in docs/spark.md is made of this one."""

import math
import re
import warnings
from pathlib import Path

import pyarrow as pa
import pytest

import cranfield

PAGE = Path(cranfield.__file__).parents[2] / "docs" / "spark.md"


@pytest.fixture(scope="module")
def theirs(spark):
    """Their number of a case: a ranking with its judgments, or labels with scores."""

    def ranked(case, name, *at):
        from pyspark.mllib.evaluation import RankingMetrics

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = getattr(RankingMetrics(spark.sparkContext.parallelize(case)), name)
            return found(*at) if at else found

    def scored(labels, scores, **options):
        from pyspark.ml.evaluation import BinaryClassificationEvaluator

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame = spark.createDataFrame(list(zip(map(float, labels), scores, strict=True)), "y double, p double")
            return BinaryClassificationEvaluator(rawPredictionCol="p", labelCol="y", **options).evaluate(frame)

    return ranked, scored


@pytest.fixture
def ours(frame_of):
    from cranfield.spark import evaluate, labels, ranking

    def ranked(qrels, documents, measure, query="q"):
        table = pa.table({
            "query": [query] * len(documents), "doc": documents, "score": [-float(at) for at in range(len(documents))],
        })  # fmt: skip
        return evaluate(ranking(qrels, frame_of(table)), [measure])[measure].value

    def scored(truth, scores):
        return evaluate(labels(frame_of(pa.table({"y": truth, "p": scores})), truth="y", score="p"), ["AUC"])[
            "AUC"
        ].value

    return ranked, scored


def refused(call, *given):
    """The sentence in place of a number, without the place."""
    with pytest.raises(cranfield.CranfieldError) as caught:
        call(*given)
    return re.sub(r"^(partition \d+: )?(row \d+: )?| \(first in row \d+\)", "", str(caught.value)).split(";")[0]


def shown(value):
    return value if isinstance(value, str) else "undefined" if math.isnan(value) else f"{value:.4g}"


def test_the_table_of_the_page_is_what_both_say(theirs, ours):
    their_rank, their_score = theirs
    our_rank, our_score = ours
    grades = {"q": {"a": 1, "b": 3, "c": 2}}
    rows = [
        (
            "nDCG@3 of documents with grades 1, 3, 2 in this order",
            their_rank([(["a", "b", "c"], ["a", "b", "c"], [1.0, 3.0, 2.0])], "ndcgAt", 3),
            our_rank(grades, ["a", "b", "c"], "nDCG@3"),
        ),
        (
            "average precision of a document that is listed twice",
            their_rank([(["a", "a", "b"], ["a"])], "meanAveragePrecision"),
            refused(our_rank, {"q": {"a": 1}}, ["a", "a", "b"], "AP"),
        ),
        (
            "recall@2 of the same",
            their_rank([(["a", "a", "b"], ["a"])], "recallAt", 2),
            refused(our_rank, {"q": {"a": 1}}, ["a", "a", "b"], "R@2"),
        ),
        (
            "mean average precision with a second query that has judgments and no answer",
            their_rank([(["a"], ["a"])], "meanAveragePrecision"),
            our_rank({"q": {"a": 1}, "r": {"b": 1}}, ["a"], "AP"),
        ),
        ("AUC of positives only", their_score([1, 1], [0.1, 0.9]), our_score([1, 1], [0.1, 0.9])),
        ("AUC of negatives only", their_score([0, 0], [0.1, 0.9]), our_score([0, 0], [0.1, 0.9])),
        (
            "AUC of a positive at -0.0 and a negative at 0.0",
            their_score([1, 0], [-0.0, 0.0]),
            our_score([1, 0], [-0.0, 0.0]),
        ),
        (
            "AUC with nan as a score",
            their_score([0, 1, 0], [float("nan"), 0.5, 0.1]),
            refused(our_score, [0, 1, 0], [float("nan"), 0.5, 0.1]),
        ),
    ]  # fmt: skip
    made = ["| case | Spark's own | here |", "|---|---|---|"]
    made += [f"| {case} | {shown(their)} | {shown(our)} |" for case, their, our in rows]
    for case, their, our in rows:
        assert shown(their) != shown(our), case
    assert "\n".join(made) in PAGE.read_text(encoding="utf-8"), "\n".join(made)
