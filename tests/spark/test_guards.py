"""What goes wrong silently on a cluster is refused here; each test shows the number that it keeps away."""

import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import cranfield
from cranfield import InputError, evaluate, labels
from cranfield.errors import DuplicateError
from spark.test_labels import ROLES, clicks


def measured(frame, measures, **options):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels

    roles = {role: name for role, name in ROLES.items() if name in frame.columns}
    return on_spark(frame_labels(frame, **roles), measures, **options)


def test_a_session_that_is_split_over_tasks_is_refused(frame_of, monkeypatch):
    from cranfield.spark import deal

    table = clicks()
    whole = evaluate(labels(table, **ROLES), ["GAUC"])["GAUC"].value
    usual = deal._dealt
    # an engine that moves rows afterwards, as a hint or an optimiser may
    monkeypatch.setattr(deal, "_dealt", lambda *given: usual(*given).repartition(4))
    with pytest.raises(InputError, match="sessions are in more than one part, so that every number would be wrong"):
        measured(frame_of(table), ["GAUC"], partitions=4)
    monkeypatch.setattr("cranfield.scale.labels_plan.require_apart", lambda *_: None)
    assert abs(measured(frame_of(table), ["GAUC"], partitions=4)["GAUC"].value - whole) > 1e-4


def test_ranges_of_the_score_that_overlap_are_refused(frame_of, monkeypatch):
    from cranfield.core.states import ranges
    from cranfield.spark import deal

    table = clicks()
    whole = evaluate(labels(table, **ROLES), ["AUC"])["AUC"].value
    usual = deal._dealt
    monkeypatch.setattr(deal, "_dealt", lambda *given: usual(*given).repartition(4))
    with pytest.raises(Exception, match="two parts share scores"):
        measured(frame_of(table), ["AUC"], partitions=4)
    monkeypatch.setattr(ranges, "pairwise", lambda _: ())
    assert measured(frame_of(table), ["AUC"], partitions=4)["AUC"].value != whole


def test_both_zeros_are_one_score(frame_of):
    table = pa.table({"click": [1, 0, 1, 0] * 5, "ctr": [-0.0, 0.0, 1.0, -1.0] * 5})
    assert measured(frame_of(table), ["AUC"], partitions=4)["AUC"].value == 3.5 / 4


@pytest.mark.parametrize(
    ("column", "value", "sentence"),
    [
        ("ctr", float("nan"), "the score is nan, which has no place in an order; mend or drop the row"),
        ("ctr", None, "the score is missing (null); fill it in or drop the row"),
        ("click", None, "the truth is missing (null); fill it in or drop the row"),
        ("session", None, "the group is missing (null); fill it in or drop the row"),
    ],
)
def test_nan_and_nulls_come_home_as_a_sentence_with_partition_and_row(frame_of, column, value, sentence):
    table = clicks(100)
    values = table[column].to_pylist()
    values[42] = value
    bad = table.set_column(table.column_names.index(column), column, pa.array(values, table[column].type))
    with pytest.raises(InputError) as caught:
        measured(frame_of(bad), ["AUC", "GAUC"], partitions=2)
    place, _, rest = str(caught.value).partition(": row ")
    row, _, said = rest.partition(": ")
    assert place in ("partition 0", "partition 1", "partition 2")
    assert 1 <= int(row) <= 100
    assert said == sentence
    assert caught.value.__suppress_context__


def test_the_same_fault_is_told_whichever_task_is_first(frame_of):
    table = clicks(300).set_column(1, "ctr", pa.array([float("nan")] * 300))
    for seed in range(2):
        with pytest.raises(InputError) as caught:
            measured(frame_of(table, seed=seed), ["AUC"])
        assert str(caught.value) == (
            "partition 0: row 1: the score is nan, which has no place in an order; mend or drop the row"
        )


def test_a_document_that_a_query_lists_twice_is_refused(frame_of):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import ranking

    table = pa.table({"query": ["q", "q", "q"], "doc": ["a", "a", "b"], "score": [3.0, 2.0, 1.0]})
    data = ranking({"q": {"a": 1}}, frame_of(table))
    with pytest.raises(DuplicateError, match=r"partition \d: row \d: query q lists document a twice"):
        on_spark(data, ["AP"])


@pytest.fixture
def workers_with(spark, tmp_path, monkeypatch):
    """Workers whose own cranfield is another one: a copy in which texts of its files were replaced."""

    def changed(**texts):
        home = tmp_path / "other"
        shutil.copytree(
            Path(cranfield.__file__).parent, home / "cranfield", ignore=shutil.ignore_patterns("__pycache__")
        )
        for path, (old, new) in texts.items():
            file = home / "cranfield" / f"{path.replace('__', '/')}.py"
            before = file.read_text("utf-8")
            assert old in before, path
            file.write_text(before.replace(old, new), "utf-8")
        monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(home))

    return changed


# a session that is all one class as 0.5, as some count it
ANOTHER_GAUC = {"measures__labels__gauc": ("used = ~np.isnan(auc)", "used = (auc := np.nan_to_num(auc, nan=0.5)) >= 0")}


def test_a_worker_with_another_version_is_refused(frame_of, workers_with):
    workers_with(**ANOTHER_GAUC, version=(f'"{cranfield.__version__}"', '"99.0"'))
    with pytest.raises(InputError) as caught:
        measured(frame_of(clicks(50)), ["GAUC"])
    assert str(caught.value) == (
        f"partition 0: a worker has cranfield 99.0 and the driver {cranfield.__version__}; "
        "install one version everywhere"
    )


def test_without_a_look_at_versions_the_number_would_be_another(frame_of, workers_with):
    table = clicks()
    whole = evaluate(labels(table, **ROLES), ["GAUC"])["GAUC"].value
    workers_with(**ANOTHER_GAUC)
    assert abs(measured(frame_of(table), ["GAUC"])["GAUC"].value - whole) > 1e-4


def test_what_workers_lack_is_said_and_no_java_is_shown(frame_of, monkeypatch):
    from cranfield.spark import jobs

    class Elsewhere:
        """What only the driver has."""

        def __reduce__(self):
            return __import__, ("cranfield_of_another_place",)

        def __call__(self, batches):
            return batches

    monkeypatch.setattr(jobs, "work_of", lambda _: Elsewhere())
    with pytest.raises(InputError) as caught:
        jobs.run(frame_of(clicks(50)), None)
    assert str(caught.value) == (
        "the workers do not have cranfield_of_another_place, which cranfield needs there; install it on every worker"
    )
    assert caught.value.__suppress_context__


def test_a_fault_of_ours_is_one_sentence_too_and_is_not_tried_again(frame_of, tmp_path):
    from cranfield.spark import jobs

    def broken(_):
        with (tmp_path / "tried").open("a") as file:
            file.write("x")
        raise ZeroDivisionError("division by zero\nand much more")

    with pytest.raises(InputError) as caught:
        jobs.run(frame_of(clicks(50), 1), broken)
    assert str(caught.value) == "partition 0: a worker failed with ZeroDivisionError: division by zero"
    assert (tmp_path / "tried").read_text() == "x"


def test_pairs_beyond_64_bits_are_counted():
    # two ranges of ten billion positives and negatives each would be too many rows to make: their states are not
    from cranfield import parse
    from cranfield.core.states.ranges import Range, Ranges

    many = 10**10
    measure = parse("AUC(positive='1')", "labels")
    parts = [Range(at, at + 0.5, many * many, many, many) for at in (0.0, 1.0)]
    states = [Ranges(measure, labels(truth=[0, 1], guess=[0, 1]).policy, (part,)) for part in parts]
    assert float(measure.finish((states[0] + states[1]).total())) == (1 / 2 + 1 / 2 + 1 + 0) / 4
    with np.errstate(over="ignore"):
        wrapped = np.int64(2) * np.int64(2 * many) * np.int64(2 * many)
    assert int(wrapped) != 8 * many * many


def test_the_largest_session_is_known_and_may_be_refused(frame_of):
    from cranfield.spark import labels as frame_labels
    from cranfield.spark.labels_job import LabelsJob

    table = pa.concat_tables([clicks(600), clicks(900).set_column(3, "session", pa.array([777] * 900))])
    job = LabelsJob(frame_labels(frame_of(table), **ROLES), ["GAUC"], partitions=3)
    job.results()
    assert (job.largest.name, job.largest.rows) == ("777", 900)
    with pytest.raises(InputError, match=r"the session '777' has 900 rows, more than max_group_rows=800"):
        measured(frame_of(table), ["GAUC"], partitions=3, max_group_rows=800)


def test_a_session_that_is_unlike_all_others_is_told_as_on_one_machine(frame_of):
    usual = np.repeat(np.arange(2000), 8)
    session = np.concatenate((usual, np.full(12_000, 7777)))
    chance = np.random.default_rng(1)
    table = pa.table({"click": chance.integers(0, 2, len(session)), "ctr": chance.random(len(session)).round(2)})
    table = table.append_column("session", pa.array(session))
    roles = {"truth": "click", "score": "ctr", "group": "session"}
    whole = evaluate(labels(table, **roles), ["GAUC"])
    found = measured(frame_of(table), ["GAUC"], partitions=3)
    assert "large-session" in [each.key for each in found.findings]
    assert [each.as_dict() for each in found.findings] == [each.as_dict() for each in whole.findings]


def test_edges_cut_rows_evenly_and_ties_out():
    from cranfield.spark.deal import edges_of, range_of

    chance = np.random.default_rng(0)
    scores = np.where(chance.random(10_000) < 0.5, 0.25, chance.random(10_000) * 1e-3)
    sample = np.stack((np.sort(scores)[::10], np.full(1000, 10.0)))
    edges = edges_of(sample, 16)
    assert 0.25 in edges
    assert np.nextafter(0.25, 1) in edges
    sizes = np.bincount(np.searchsorted(edges, scores, side="right"))
    assert max(sizes) == np.count_nonzero(scores == 0.25)
    assert sorted(sizes)[-2] < 1500
    assert edges_of(sample, 1).size == 0
    assert edges_of(np.zeros((2, 0)), 8).size == 0
    written = "case when cast(`a``b` as double) < cast('0.5' as double) then 0 else 1 end"
    assert range_of("a`b", np.array([0.5])) == written


def test_values_of_torn_sessions_are_not_taken_for_whole_ones(frame_of, monkeypatch, tmp_path):
    from cranfield.spark import evaluate as on_spark
    from cranfield.spark import labels as frame_labels
    from cranfield.spark import labels_job

    usual = labels_job.write
    table = clicks(600)

    def moved(frame, *given):
        return usual(frame.repartition(4), *given)

    monkeypatch.setattr(labels_job, "write", moved)
    with pytest.raises(InputError, match=r"values were written and there are \d+ units, so that some were torn apart"):
        on_spark(frame_labels(frame_of(table), **ROLES), ["GAUC"], partitions=3, per_query=str(tmp_path / "torn"))


def test_the_package_can_be_sent(spark, frame_of):
    from cranfield.spark import ship

    assert ship(spark).endswith(".zip")
    assert measured(frame_of(clicks(100)), ["GAUC"])["GAUC"].value > 0
