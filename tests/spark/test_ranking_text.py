"""Runs and texts on Spark give what the whole gives: the same digits, the same findings, every query and segment."""

import pyarrow as pa
import pytest

from contracts.families import FAMILIES
from contracts.families.ranking import collection
from contracts.families.text import rough
from cranfield import InputError, MeasureError, Policy, PolicyError, evaluate, ranking, text
from scale import test_ranking_parts as rankings
from scale import test_text_parts as texts


@pytest.mark.parametrize(("seed", "partitions"), [(0, 1), (3, 5), (5, 16)])
def test_every_measure_of_rankings_gives_the_digits_of_the_whole(frame_of, seed, partitions):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import ranking as frame_ranking

    policy = Policy(**rankings.POLICIES[seed])
    made = collection(seed, few=policy.ties == "expected")
    every = [measure for name in FAMILIES["ranking"].settings for measure in FAMILIES["ranking"].measures(name)]
    every = [each for each in every if not {"subtopic", "document_group"} & {*each.reads}]  # a run has none
    measures = [each for each in every if policy.ties != "expected" or each.averages_ties()]
    table = rankings.rows_of({**made.run, "stranger": {"d1": 1.0, "d2": 2.0}}, seed)
    whole = evaluate(ranking(made.qrels, table, policy=policy, known=made.known), measures)
    data = frame_ranking(made.qrels, frame_of(table, 4, seed), policy=policy, known=made.known)
    assert rankings.told(on_spark(data, measures, partitions=partitions)) == rankings.told(whole)


def test_judgments_of_a_frame_and_values_that_are_written(frame_of, spark, tmp_path):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import ranking as frame_ranking

    made = collection(2, few=False)
    judged = pa.table(dict(zip(("query", "doc", "grade"), map(list, zip(*(
        (query, doc, grade) for query, docs in made.qrels.items() for doc, grade in docs.items()
    ), strict=True)), strict=True)))  # fmt: skip
    table = rankings.rows_of(made.run, 2).rename_columns(["qid", "item", "value"])
    columns, path = {"run.query": "qid", "run.doc": "item", "run.score": "value"}, str(tmp_path / "queries.parquet")
    found = on_spark(
        frame_ranking(frame_of(judged), frame_of(table), columns=columns), ["nDCG@10", "AP"], per_query=path
    )
    whole = evaluate(ranking(made.qrels, made.run), ["nDCG@10", "AP"])
    assert found.to_dict() == whole.to_dict()
    written = {row["unit"]: row["AP"] for row in spark.read.parquet(path).collect()}
    assert repr(written) == repr({unit: whole["AP"].units[unit] for unit in written})
    assert len(written) == len(whole.units)
    with pytest.raises(InputError, match="there is something where values are to be written already"):
        on_spark(frame_ranking(made.qrels, frame_of(table), columns=columns), ["AP"], per_query=path)


def test_runs_as_trec_writes_them_are_read_by_white_space(spark, tmp_path):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import ranking as frame_ranking
    from cranfield.spark import read_run

    run = "q1 Q0 a 1 2.5 tag\nq1\tQ0\tb\t2\t-inf\ttag\n  q2  Q0 a  1  1e-3  tag\n\n"
    (tmp_path / "a.run").write_text(run)
    qrels = {"q1": {"a": 1, "b": 1}, "q2": {"a": 1}}
    policy = Policy(nonfinite="sort")
    found = on_spark(frame_ranking(qrels, read_run(spark, str(tmp_path / "a.run")), policy=policy), ["AP", "RR"])
    whole = evaluate(ranking(qrels, tmp_path / "a.run", policy=policy), ["AP", "RR"])
    assert rankings.told(found)[0] == rankings.told(whole)[0]
    assert [each.key for each in found.findings] == [each.key for each in whole.findings]  # which name the file


def test_orders_that_no_cluster_keeps_are_refused(frame_of):
    from cranfield.spark import ranking as frame_ranking

    frame = frame_of(pa.table({"query": ["q"], "doc": ["a"], "score": [1.0]}))
    with pytest.raises(PolicyError, match="ties=input looks at the order of the rows"):
        frame_ranking({"q": {"a": 1}}, frame, policy=Policy(ties="input"))


def test_judgments_travel_compactly():
    from pyspark import cloudpickle

    from cranfield.scale.ranking import Ranking
    from cranfield.spark.ranking import Joining
    from cranfield.spark.workers import packed

    qrels = {f"q{at}": {f"document-{at * 100 + doc:08d}": doc % 3 for doc in range(100)} for at in range(200)}
    source = Ranking.of(qrels)
    source.gold.get_ready()
    assert len(packed(Joining(source.plan()), cloudpickle.dumps)) < 8 * 20_000  # of 20 bytes and more a judgment


@pytest.mark.parametrize("partitions", [1, 8])
def test_every_measure_of_text_gives_the_digits_of_the_whole(frame_of, partitions, spark, tmp_path):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import text as frame_text

    samples = FAMILIES["text"]
    whole_only = ("SelfBLEU", "CIDEr", "CIDEr-D")
    every = [each for name in samples.settings if name not in whole_only for each in samples.measures(name)]
    measures = [each for each in every if {*each.reads} <= {"candidate", "reference"}][::3]
    raw = [pair for more in range(4) for pair in rough(measures[0], partitions + 10 * more).raw]
    table = texts.table_of([*raw, (" ", ["我们今天去看电影吧"]), ("", ["我们今天去看电影吧", " "])])
    whole = evaluate(text(data=table, **texts.FIELDS), measures)
    path = str(tmp_path / "segments.parquet")
    data = frame_text(frame_of(table), **texts.FIELDS)
    found = on_spark(data, measures, partitions=partitions, per_query=path if partitions == 8 else None)
    one, two = texts.told(found, units=False), texts.told(whole, units=False)
    assert one == two
    if partitions == 8:
        name = str(measures[0])
        written = {row["unit"]: row[name] for row in spark.read.parquet(path).collect()}
        assert repr(sorted(written.items())) == repr(sorted(whole[name].units.items()))
    with pytest.raises(MeasureError, match="SelfBLEU needs all rows at once"):
        on_spark(data, ["SelfBLEU"])


def test_a_segment_that_is_there_twice_is_refused(frame_of):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import text as frame_text

    table = pa.table({"id": ["a", "b", "a"], "c": ["x", "y", "z"], "r": [["x"], ["y"], ["z"]]})
    with pytest.raises(InputError, match=r"partition \d"):
        on_spark(frame_text(frame_of(table), **texts.FIELDS), ["BLEU"], partitions=3)
