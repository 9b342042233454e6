"""How far jobs are: phases in order, tasks that only grow, and numbers that do not know whether somebody looks."""

import io
import sys
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError
from cranfield.cli import progress as bars
from cranfield.cli.main import run
from spark.test_labels import ROLES, clicks

RUN = pa.table({"query": ["q", "q", "r"], "doc": ["a", "b", "a"], "score": [1.0, 2.0, 0.5]})
TEXTS = pa.table({"id": ["1", "2"], "c": ["a cat sat", "on the mat"], "r": ["a cat sat down", "on a mat"]})


def phases(heard):
    """Each phase once, in the order in which it came."""
    return list(dict.fromkeys(phase for phase, _, _ in heard))


def last(heard, phase):
    return [(done, total) for each, done, total in heard if each == phase][-1]


def test_labels_tell_every_phase_with_its_tasks_and_give_the_same_digits(frame_of, tmp_path):
    from cranfield.spark import evaluate, labels

    data, heard = labels(frame_of(clicks(2000)), **ROLES), []
    measures = ["AUC", "GAUC", "LogLoss"]
    told = evaluate(
        data, measures, partitions=3, per_query=str(tmp_path / "out"), progress=lambda *each: heard.append(each)
    )
    assert told.to_dict() == evaluate(data, measures, partitions=3).to_dict()
    assert phases(heard) == ["surveying", "measuring (1 of 2)", "measuring (2 of 2)", "merging", "writing"]
    assert all(0 <= done <= total for _, done, total in heard)
    for phase in ("surveying", "measuring (1 of 2)", "measuring (2 of 2)", "writing"):
        done, total = last(heard, phase)
        assert done == total >= 3  # three partitions are read, or dealt out to three tasks


def test_runs_and_texts_tell_their_phases(spark, frame_of):
    from cranfield.spark import evaluate, ranking, text

    runs, texts = [], []
    evaluate(ranking({"q": {"a": 1}}, frame_of(RUN)), ["AP"], partitions=2, progress=lambda *each: runs.append(each))
    data = text(frame_of(TEXTS), candidates="c", references="r", ids="id")
    evaluate(data, ["BLEU"], partitions=2, progress=lambda *each: texts.append(each))
    for heard in (runs, texts):
        assert phases(heard) == ["measuring", "merging"]
        assert last(heard, "measuring")[0] >= 2
    assert spark.sparkContext.getLocalProperty("spark.jobGroup.id") is None  # of the user's, and not touched


def test_arguments_that_mean_nothing_are_refused(frame_of):
    from cranfield.spark import evaluate, ranking

    data = ranking({"q": {"a": 1}}, frame_of(RUN))
    for wrong, sentence in [
        ({"progress": 7}, "progress must be a function of the phase, of what is done and of all"),
        ({"partitions": "many"}, "partitions must be a whole number from 1 to 1,000,000, not 'many'"),
        ({"max_group_rows": 9}, "max_group_rows is about sessions of labels, and there are none; leave it out"),
    ]:
        with pytest.raises(InputError, match=sentence):
            evaluate(data, ["AP"], **wrong)


def test_tasks_are_told_while_spark_works(spark):
    from cranfield.spark.jobs import without_warnings
    from cranfield.spark.progress import Watch

    def slow(batches):
        time.sleep(0.5)
        yield from batches

    heard, frame = [], spark.range(0, 8, 1, 8)
    with without_warnings(), Watch(spark, lambda *each: heard.append(each)).phase("working"):
        frame.mapInArrow(slow, "id long").collect()
    between = [done for _, done, total in heard if total == 8 and 0 < done < 8]
    assert between == sorted(between) != []


def test_what_a_function_raises_is_not_swallowed(spark):
    from cranfield.spark.progress import Watch

    def wrong(_, done, __):
        assert done == 0, "mine"

    with pytest.raises(AssertionError, match="mine"), Watch(spark, wrong).phase("working"):
        assert spark.range(0, 8, 1, 8).count() == 8


def test_a_cluster_that_keeps_its_context_to_itself_is_told_in_phases_alone():
    from cranfield.spark.progress import Watch

    heard = []
    with Watch(object(), lambda *each: heard.append(each)).phase("surveying"):
        pass
    assert heard == [("surveying", 0, 0)]


@pytest.mark.usefixtures("spark")
def test_the_command_draws_a_bar_where_somebody_sees_it(capsys, tmp_path, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    pq.write_table(clicks(2000), tmp_path / "t.parquet")
    words = ["labels", str(tmp_path / "t.parquet"), "--truth", "click", "--score", "ctr", "--group", "session"]
    words += ["-m", "AUC", "-m", "GAUC", "--engine", "spark", "--master", "local[2]"]
    assert run(words) == 0
    plain = capsys.readouterr().out
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(bars, "PATIENCE", 0.0)
    assert run(words) == 0
    assert capsys.readouterr().out == plain
    for phase in ("surveying", "measuring (1 of 2)", "measuring (2 of 2)"):
        assert f"{phase} " in shown.getvalue()
    assert "tasks" in shown.getvalue()
    assert "about" not in shown.getvalue()
