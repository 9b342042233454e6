"""`--memory`: the same output for data that waits on disk, and sentences for what cannot be done."""

import json
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield.cli.inputs import large_labels
from cranfield.io.spill import memory
from cranfield.scale import out_of_core


@pytest.fixture
def logs(tmp_path, monkeypatch):
    """Three files of clicks, on a machine whose smallest amount of memory is small."""
    monkeypatch.setattr(memory, "_LEAST", 1000)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    chance = np.random.default_rng(0)
    for at in range(3):
        rows = 2000
        pq.write_table(pa.table({
            "click": chance.integers(0, 2, rows), "ctr": chance.integers(0, 99, rows) / 100,
            "other": chance.random(rows), "session": chance.integers(0, 300, rows),
            "guess": chance.integers(0, 2, rows), "country": chance.choice(["de", "zh"], rows),
        }), tmp_path / f"log-{at}.parquet")  # fmt: skip
    return tmp_path / "log-*.parquet"


@pytest.fixture
def on_disk(monkeypatch):
    """How often data went the way of the large."""
    made, before = [], out_of_core.evaluate_labels

    def noted(*given, **options):
        made.append(given)
        return before(*given, **options)

    monkeypatch.setattr(out_of_core, "evaluate_labels", noted)
    return made


CALLS = (
    ("--score", "ctr", "--group", "session", "-m", "AUC", "-m", "GAUC"),
    ("--score", "ctr", "--group", "session", "-m", "GAUC", "-m", "AveragePrecision", "-q"),
    ("--guess", "guess"),
    ("--score", "ctr"),
    ("--score", "ctr", "--score", "other", "-m", "AUC", "--positive", "0"),
    ("--score", "ctr", "--threshold", "0.5", "-m", "F1", "-m", "AUC", "--by", "country", "--classes", "0,1"),
)


@pytest.mark.parametrize("options", CALLS)
@pytest.mark.parametrize("form", ["table", "json"])
def test_the_output_is_the_same(cranfield, logs, on_disk, options, form):
    call = ("labels", logs, "--truth", "click", *options, "--format", form)
    whole, large = cranfield(*call), cranfield(*call, "--memory", "50KB")
    assert on_disk
    assert (large.status, large.out, large.err) == (0, whole.out, whole.err)


def test_data_that_fits_is_read_as_always(cranfield, logs, on_disk):
    assert cranfield("labels", logs, "--truth", "click", "--score", "ctr", "--memory", "1GB").status == 0
    assert not on_disk


def test_half_of_the_memory_is_the_limit_unless_another_is_given(cranfield, logs, on_disk, monkeypatch):
    monkeypatch.setattr(large_labels, "_SMALL", 0)
    monkeypatch.setattr(memory, "default_limit", lambda: 10_000)
    assert cranfield("labels", logs, "--truth", "click", "--score", "ctr", "-m", "AUC").status == 0
    assert len(on_disk) == 1
    # what must have all rows in memory has them there, as nobody asked for anything else
    several = ("--score", "0=other", "--score", "1=ctr", "-m", "AUC(average='ovr')")
    assert cranfield("labels", logs, "--truth", "click", *several).status == 0
    assert cranfield("labels", logs, "--truth", "click", "--score", "ctr", "-m", "AUC", "--ci").status == 0
    assert len(on_disk) == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("-m", "AUC(average='ovr')", "--score", "0=other", "--score", "1=ctr"),
         ("AUC(average='ovr') needs all rows at once, which data in parts cannot give; AUC(exact=False) needs none"
          " together; leave it out, or read the data as a whole")),
        (("-m", "AUC", "--score", "ctr", "--ci"),
         "draws by the name of a unit need names; give the session of each row with --group"),
        (("-m", "GAUC", "--score", "ctr", "--group", "session", "--ci", "--interval", "bca"),
         ("intervals of this kind draw rows again and need them in memory; use --interval poisson, which draws whole"
          " sessions by their names, or leave out the interval or --memory")),
        (("-m", "AUC", "--score", "ctr", "--memory", "lots"),
         "cannot read 'lots' as an amount of memory; write it like 2GB or 500MB"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_sentence(cranfield, logs, options, sentence):
    done = cranfield("labels", logs, "--truth", "click", "--memory", "50KB", *options)
    assert (done.status, done.out, done.err) == (2, "", f"cranfield: {sentence}\n")


@pytest.mark.usefixtures("files")
def test_runs_and_texts_take_it_too(cranfield, tmp_path):
    call = ("eval", tmp_path / "qrels.txt", tmp_path / "a.run", "--format", "json")
    whole, large = cranfield(*call), cranfield(*call, "--memory", "100MB")
    assert json.loads(large.out) == json.loads(whole.out)
    (tmp_path / "t.txt").write_text("a b\n")
    call = ("text", tmp_path / "t.txt", tmp_path / "t.txt", "-m", "chrF")
    assert cranfield(*call, "--memory", "1GB") == cranfield(*call)
    done = cranfield("text", "-", tmp_path / "t.txt", "-m", "chrF", "--memory", "1GB")
    assert done.err == (
        "cranfield: in bounded memory texts are files of references and systems, or tables with fields of both, and no"
        " groups; give these, or leave out --memory\n"
    )


def test_a_missing_file_is_told_before_a_limit_that_is_too_small(cranfield):
    for limit in ("1MB", "2GB"):
        said = cranfield("labels", "nowhere.csv", "--truth", "click", "--score", "ctr", "--memory", limit)
        assert (said.status, said.err) == (2, "cranfield: nowhere.csv: there is no such file; check the path\n")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("nowhere-*.csv", "nowhere-*.csv: no file matches the pattern; check the path"),
        ("-", "standard input (-) is read in memory; give a file, or leave out --memory"),
    ],
)
def test_what_cannot_wait_on_disk_is_not_taken_into_memory(cranfield, path, sentence):
    said = cranfield("labels", path, "--truth", "click", "--score", "ctr", "--memory", "2GB")
    assert (said.status, said.err) == (2, f"cranfield: {sentence}\n")


def test_intervals_that_are_made_in_another_way_than_in_memory_are_told(cranfield, logs):
    call = ("labels", logs, "--truth", "click", "--score", "ctr", "--group", "session", "-m", "GAUC", "--ci")
    told = (
        "note: rows are not in memory together, so intervals draw whole units 1,000 times by their names,"
        " --interval poisson; in memory others are usual\n"
    )
    assert told in cranfield(*call, "--memory", "50KB").err
    assert told not in cranfield(*call).err
    assert told not in cranfield(*call, "--memory", "50KB", "--interval", "poisson").err
    assert told not in cranfield(*call, "--memory", "50KB", "--quiet").err
