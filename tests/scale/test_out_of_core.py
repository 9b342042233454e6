"""Files larger than memory give the same results, and nothing stays on disk, whatever happens."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, MeasureError, evaluate, labels
from cranfield.io.spill import buckets, folder, memory
from cranfield.scale import measuring, spilled
from cranfield.scale.labels import Labels
from scale.test_labels_parts import told

ROLES = {"truth": "y", "score": "p", "group": "s", "guess": "g"}
EVERY = ["AUC", "AUC(exact=False)", "AveragePrecision", "GAUC", "GAUC(weight='rows')", "LogLoss", "Brier", "F1", "MCC"]


def clicks(rows=60_000, seed=0, *, text=False, bot=0):
    chance = np.random.default_rng(seed)
    session = chance.integers(0, rows // 15, rows)
    session[:bot] = 3
    score = chance.choice([0.25, *np.round(chance.beta(1, 20, 999), 4)], rows, p=[0.2, *[0.8 / 999] * 999])
    chance.shuffle(session)
    return pa.table({
        "y": (chance.random(rows) < 0.2).astype(int), "p": score.astype(np.float32),
        "s": [f"session-{at:06d}" for at in session] if text else session, "g": chance.integers(0, 2, rows),
        "c": chance.choice(["de", "en", "zh"], rows),
    })  # fmt: skip


@pytest.fixture
def small(monkeypatch):
    """Buckets so small that a test has many, and large ones among them."""
    monkeypatch.setattr(spilled, "_LEAST", 500)
    monkeypatch.setattr(spilled, "_MOST", 500)


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """A folder for temporary files that nobody else writes to, and that must be empty in the end."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    assert list(place.iterdir()) == []


def written(tmp_path, table, files=3):
    for at in range(files):
        rows = len(table) // files
        part = table.slice(at * rows, rows if at < files - 1 else None)
        pq.write_table(part, tmp_path / f"part-{at}.parquet", row_group_size=3000)
    return str(tmp_path / "part-*.parquet")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("text", "bot"), [(False, 0), (True, 0), (False, 9000), (True, 5000)])
def test_files_larger_than_memory_give_the_same_results(tmp_path, text, bot):
    table = clicks(text=text, bot=bot)
    path = written(tmp_path, table)
    whole = evaluate(labels(path, **ROLES), EVERY)
    assert told(Labels(**ROLES).evaluate(path, EVERY, memory="64MB")) == told(whole)
    kept = Labels(**ROLES).evaluate(path, EVERY, memory="64MB", units=True)
    assert repr(kept["GAUC"].units) == repr(whole["GAUC"].units)  # nan is not itself


@pytest.mark.usefixtures("small")
def test_values_of_a_column_are_told_apart(tmp_path):
    path, roles = written(tmp_path, clicks()), {**ROLES, "by": "c"}
    measures = ["AUC", "GAUC", "F1"]
    assert told(Labels(**roles).evaluate(path, measures)) == told(evaluate(labels(path, **roles), measures))


@pytest.mark.usefixtures("small")
def test_labels_that_turn_up_late_change_what_the_whole_is(tmp_path):
    first = pa.table({"y": ["1"] * 700_000, "g": ["1"] * 700_000})
    last = pa.table({"y": ["0.0", "1.0", "2"] * 100, "g": ["0", "1", "3"] * 100})
    pyarrow.csv.write_csv(first, tmp_path / "a.csv")
    pyarrow.csv.write_csv(last, tmp_path / "b.csv")
    paths, measures = [tmp_path / "a.csv", tmp_path / "b.csv"], ["F1(average='macro')", "Accuracy"]
    roles = {"truth": "y", "guess": "g"}
    assert told(Labels(**roles).evaluate(paths, measures)) == told(evaluate(labels(paths, **roles), measures))


@pytest.mark.usefixtures("small")
def test_a_session_beyond_memory_is_refused_with_its_name_and_size(tmp_path, monkeypatch):
    path = written(tmp_path, clicks(bot=20_000))
    monkeypatch.setattr(measuring, "ROW", 64 * 10**6 // 10_000)
    with pytest.raises(InputError) as caught:
        Labels(**ROLES).evaluate(path, ["GAUC"], memory="64MB")
    assert str(caught.value).startswith("the session '3' has 20,0")
    assert "give more with memory=..., or leave the session out" in str(caught.value)


@pytest.mark.usefixtures("small")
def test_one_score_beyond_memory_is_counted(tmp_path, monkeypatch):
    table = clicks()
    path = written(tmp_path, table)
    monkeypatch.setattr(measuring, "ROW", 64 * 10**6 // 2000)  # a fifth of the rows share a score, which are 12,000
    measures = ["AUC", "AveragePrecision", "LogLoss"]
    assert told(Labels(**ROLES).evaluate(path, measures, memory="64MB")) == told(
        evaluate(labels(path, **ROLES), measures)
    )


def test_measures_that_need_all_rows_are_refused_before_anything_is_read():
    with pytest.raises(MeasureError, match=r"AUC\(average='ovr'\) needs all rows at once"):
        Labels(truth="y", score={"a": "pa", "b": "pb"}).evaluate("nowhere.parquet", ["AUC(average='ovr')"])


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (28, ("the disk of {} is full after 0 MB; what was written is removed; make room, or name a folder on another"
         " disk in TMPDIR")),
        (27, ("rows cannot be written to {} (it said so); what was written is removed; name another folder in TMPDIR,"
         " or give more with memory=...")),
    ],
)  # fmt: skip
def test_a_full_disk_is_a_sentence_and_leaves_nothing_behind(tmp_path, monkeypatch, own_folder, number, sentence):
    path = written(tmp_path, clicks())

    class Full(dict):
        """Files that cannot be written to."""

        def __contains__(self, _):
            return True

        def __getitem__(self, _):
            return self

        def write(self, _):
            raise OSError(number, "it said so")

    made = buckets.Buckets.__init__

    def init(self, *given, **more):
        made(self, *given, **more)
        self._files = Full()

    monkeypatch.setattr(buckets.Buckets, "__init__", init)
    with pytest.raises(InputError) as caught:
        Labels(**ROLES).evaluate(path, ["GAUC"])
    assert str(caught.value) == sentence.format(own_folder)


@pytest.mark.usefixtures("small")
def test_few_files_are_open_where_the_system_allows_few(tmp_path, monkeypatch):
    path, most, write = written(tmp_path, clicks()), [], buckets.Buckets._write
    whole = Labels(**ROLES).evaluate(path, ["AUC", "GAUC"])

    def noted(self, bucket, data):
        write(self, bucket, data)
        most.append((len(self._files), len(self)))

    monkeypatch.setattr(buckets.Buckets, "_write", noted)
    monkeypatch.setattr(buckets.resource, "getrlimit", lambda _: (12, 12))
    found = Labels(**ROLES).evaluate(path, ["AUC", "GAUC"])
    assert max(open_ for open_, _ in most) == 3 < max(count for _, count in most)
    assert [found[name].value for name in ("AUC", "GAUC")] == [whole[name].value for name in ("AUC", "GAUC")]


KILLED = """
import os, sys, tempfile, time
tempfile.tempdir = sys.argv[1]
from cranfield.io.spill.folder import temporary_folder
with temporary_folder() as folder:
    (folder / "rows").write_bytes(b"x" * 1000)
    print(folder, flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_folders_of_processes_that_are_gone_are_removed(how, own_folder):
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(own_folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    left = Path(child.stdout.readline().strip())
    with folder.temporary_folder():
        assert left.exists(), "somebody is still there"
    child.send_signal(how)
    child.communicate()
    assert left.exists() == (how == signal.SIGKILL)
    folder.remove_stale()
    assert not left.exists()


def test_folders_of_others_are_left_alone(own_folder):
    alike = own_folder / "cranfield-rows-notes"
    alike.mkdir()
    (alike / "diary").write_text("mine")
    folder.remove_stale()
    assert (alike / "diary").exists()
    (alike / "diary").unlink()
    os.utime(alike, (time.time() - 10, time.time() - 10))
    folder.remove_stale()
    assert alike.exists()
    alike.rmdir()


@pytest.mark.parametrize(
    ("given", "bytes_"),
    [("2GB", 2 * 10**9), ("500 mb", 5 * 10**8), ("1.5GiB", 3 * 2**29), ("100000000", 10**8), (10**9, 10**9),
     ("9" * 400 + "GB", int("9" * 400) * 10**9), (None, None)],
)  # fmt: skip
def test_amounts_of_memory(given, bytes_):
    assert memory.memory_limit(given) == bytes_


def test_amounts_that_are_none():
    for wrong in ("much", "2 GB!", "-1GB", "", "GB"):
        with pytest.raises(InputError, match="as an amount of memory; write it like 2GB or 500MB"):
            memory.memory_limit(wrong)
    with pytest.raises(InputError, match="1MB of memory is too little to read a file in; give at least 64 MB"):
        memory.memory_limit("1MB")


def test_progress_tells_phases_and_rows(tmp_path):
    path, heard = written(tmp_path, clicks()), []
    Labels(**ROLES).evaluate(path, ["AUC", "GAUC"], progress=lambda *told: heard.append(told))
    assert [phase for phase, _, _ in heard] == sorted((phase for phase, _, _ in heard), reverse=True)
    assert {phase for phase, _, _ in heard} == {"reading", "measuring"}
    assert heard[-1] == ("measuring", 60_000, 60_000)


def test_bad_cells_are_told_with_file_and_row(tmp_path):
    (tmp_path / "a.csv").write_text("y,p,s\n1,0.5,a\n0,0.25,a\n")
    (tmp_path / "b.csv").write_text("y,p,s\n1,0.5,a\n0,high,a\n")
    roles = {"truth": "y", "score": "p", "group": "s"}
    with pytest.raises(InputError) as whole:
        labels([tmp_path / "a.csv", tmp_path / "b.csv"], **roles)
    with pytest.raises(InputError) as caught:
        Labels(**roles).evaluate([tmp_path / "a.csv", tmp_path / "b.csv"], ["GAUC"])
    assert str(caught.value) == str(whole.value)


def test_a_column_that_a_later_file_lacks_is_told_before_anything_is_read(tmp_path, monkeypatch):
    path = written(tmp_path, clicks(3000))
    last = tmp_path / "part-2.parquet"
    pq.write_table(pq.read_table(last).rename_columns(["y", "prob", "s", "g", "c"]), last)
    monkeypatch.setattr("cranfield.scale.out_of_core._Work.parts", None)
    with pytest.raises(InputError) as caught:
        Labels(**ROLES).evaluate(path, ["GAUC"])
    assert str(caught.value) == f"{last}: there is no column 'p' for the score; there are y, prob, s, g, c"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("measures", [["LogLoss"], ["GAUC", "LogLoss"]])
def test_a_score_that_is_no_probability_is_told_with_its_row_in_the_files(tmp_path, measures):
    table = clicks()
    score = table["p"].to_numpy().copy()
    score[[54_321, 55_000]] = 4, -1
    path = written(tmp_path, table.set_column(1, "p", pa.array(score)))
    with pytest.raises(MeasureError, match=r"must be a probability from 0 to 1, not 4 \(row 54322\)"):
        Labels(**ROLES).evaluate(path, measures)


def test_a_folder_for_temporary_files_that_is_none_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    path = written(tmp_path, clicks(200))
    with pytest.raises(InputError) as caught:
        Labels(**ROLES).evaluate(path, ["GAUC"], memory="64MB")
    assert str(caught.value) == f"TMPDIR names {tmp_path / 'nowhere'}, which is no folder; make it, or name another one"
