"""Files that are cut short or written again while they are read: a sentence or the right number, never a signal."""

import gzip
import os
import subprocess
import sys

import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

from cranfield import InputError, evaluate, judgments, labels, ranking, text
from cranfield.io.bytes import stream
from cranfield.io.bytes.source import Source
from cranfield.io.read import arrow

QUERIES, DEPTH = 60, 400


def run_table(*, best_first=True):
    """The run whose first documents are relevant, or the same turned round."""
    docs = [f"d{at:05}" for at in range(DEPTH)]
    scores = [float(DEPTH - at if best_first else at) for at in range(DEPTH)]
    queries = [f"q{at:03}" for at in range(QUERIES)]
    return pa.table({
        "query": [query for query in queries for _ in docs], "doc": docs * QUERIES, "score": scores * QUERIES,
    })  # fmt: skip


def gold_table(*, wanted=True):
    """Judgments of the first five documents, or of five that nobody lists."""
    docs = [f"{'d' if wanted else 'x'}{at:05}" for at in range(5)]
    queries = [f"q{at:03}" for at in range(QUERIES)]
    return pa.table({
        "query": [query for query in queries for _ in docs], "doc": docs * QUERIES, "grade": [1, 2, 3, 1, 2] * QUERIES,
    })  # fmt: skip


def as_text(table):
    form = "{query} Q0 {doc} 1 {score} t" if "score" in table.column_names else "{query} 0 {doc} {grade}"
    lines = [form.format(**row) for row in table.to_pylist()]
    return "\n".join(lines).encode() + b"\n"


def as_stream(table, path):
    with path.open("wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=3000)


def write(table, path):
    """The table in the format that the name of the file tells."""
    kind = path.name.split(".", 1)[1]
    if kind == "txt":
        path.write_bytes(as_text(table))
    elif kind == "txt.gz":
        path.write_bytes(gzip.compress(as_text(table)))
    elif kind == "arrow":
        feather.write_feather(table, str(path), compression="uncompressed", chunksize=3000)
    elif kind == "arrows":
        as_stream(table, path)
    elif kind == "parquet":
        pq.write_table(table, path, row_group_size=3000)
    else:
        pa_csv.write_csv(table, str(path))


KINDS = ["txt", "txt.gz", "arrow", "arrows", "parquet", "csv"]


def rewrite(path, content):
    """Other bytes in the same file, which keeps its place on the disk."""
    with path.open("r+b") as file:
        file.write(content)
        file.truncate()


@pytest.mark.parametrize("kind", KINDS)
def test_judgments_stay_what_they_were_when_their_file_is_written_again(kind, tmp_path):
    gold, other = tmp_path / f"gold.{kind}", tmp_path / f"other.{kind}"
    write(gold_table(), gold)
    write(gold_table(wanted=False), other)
    held = judgments(str(gold))
    expected = evaluate(ranking(held, run_table()), "nDCG@10")["nDCG@10"].value
    assert 0.5 < expected < 1
    rewrite(gold, other.read_bytes())
    assert evaluate(ranking(held, run_table()), "nDCG@10")["nDCG@10"].value == expected
    rewrite(gold, b"")
    assert evaluate(ranking(held, run_table()), "nDCG@10")["nDCG@10"].value == expected
    assert held.row_names[:2] == ["d00000", "d00001"]


def test_judgments_own_their_memory_even_if_the_user_mapped_the_table(tmp_path):
    write(gold_table(), tmp_path / "gold.arrow")
    write(gold_table(wanted=False), tmp_path / "other.arrow")
    held = judgments(feather.read_table(str(tmp_path / "gold.arrow"), memory_map=True))
    rewrite(tmp_path / "gold.arrow", (tmp_path / "other.arrow").read_bytes())
    assert held.row_names[:2] == ["d00000", "d00001"]
    assert evaluate(ranking(held, run_table()), "nDCG@10")["nDCG@10"].value > 0.5


@pytest.mark.parametrize("kind", ["arrow", "arrows", "parquet"])
def test_labels_and_texts_stay_what_they_were(kind, tmp_path):
    path = tmp_path / f"data.{kind}"
    table = pa.table({"truth": [0, 1] * 500, "score": [0.25, 0.75] * 500, "c": ["a b", "c"] * 500})
    write(table, path)
    batch = labels(str(path), truth="truth", score="score")
    told = text(data=str(path), candidates="c", references="c")
    rewrite(path, b"\0" * path.stat().st_size)
    assert evaluate(batch, "AUC")["AUC"].value == 1
    assert list(told.columns["candidate"][:2]) == ["a b", "c"]


@pytest.mark.parametrize("after", ["cut", "longer", "other"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_changes_while_it_is_read_is_refused(kind, after, tmp_path, monkeypatch):
    # the first rows are read, then the file changes, then the rest is read
    path = tmp_path / f"run.{kind}"
    write(run_table(), path)
    os.utime(path, (1, 1))
    whole = path.read_bytes()
    changed = {"cut": whole[: len(whole) // 2], "longer": whole + whole, "other": whole[:-1] + b"\n"}[after]
    done = []

    def disturb():
        if not done:
            rewrite(path, changed)
            done.append(True)

    def slow_read(self, size=-1, /, *, read=stream.Hashing.read):
        block = read(self, size)
        if (size != 8 and self.done > 1 << 16) or size == stream.BLOCK:
            disturb()
        return block

    def slow_batches(*given, batches=arrow.validate):
        disturb()
        return batches(*given)

    if kind in ("txt", "txt.gz", "csv"):
        monkeypatch.setattr(stream.Hashing, "read", slow_read)
        monkeypatch.setattr(stream.Hashing, "readinto", lambda self, buffer: _filled(self, buffer, slow_read))
    else:
        monkeypatch.setattr(f"cranfield.io.read.{'parquet' if kind == 'parquet' else 'arrow'}.validate", slow_batches)
    with pytest.raises(InputError) as error:
        ranking(gold_table(), str(path))
    assert done
    assert str(error.value) == (
        f"{path}: was changed while it was read; read it again when nothing writes to it any more"
    )


def _filled(raw, buffer, read):
    block = read(raw, len(buffer))
    buffer[: len(block)] = block
    return len(block)


def test_a_file_that_gets_another_name_while_it_is_read_is_no_trouble(tmp_path, monkeypatch):
    path = tmp_path / "run.parquet"
    write(run_table(), path)

    def moved(*given, validate=arrow.validate):
        if path.exists():
            path.rename(tmp_path / "elsewhere.parquet")
        return validate(*given)

    monkeypatch.setattr("cranfield.io.read.parquet.validate", moved)
    assert len(ranking(gold_table(), str(path))) == QUERIES


def test_a_file_is_read_once_a_further_change_would_show(tmp_path):
    """Clocks of files stand still for some milliseconds: a second change within them leaves no trace."""
    path = tmp_path / "run.txt"
    write(run_table(), path)
    for _ in range(20):
        path.touch()
        source = Source(str(path))
        path.touch()
        with pytest.raises(InputError, match="was changed while it was read"):
            source.raw()


def test_a_file_that_is_never_left_alone_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "run.txt"
    write(run_table(), path)
    monkeypatch.setattr("cranfield.io.bytes.source.time.sleep", lambda _: path.touch())
    path.touch()
    with pytest.raises(InputError, match="was changed while it was read"):
        Source(str(path))


DISTURBED = """
import random, sys, threading, time
from pathlib import Path
import cranfield
gold, path, one, other = map(Path, sys.argv[1:])
contents, stop = [one.read_bytes(), other.read_bytes()], False
judged = cranfield.judgments(str(gold))

def value(run):
    return cranfield.evaluate(cranfield.ranking(judged, str(run)), "nDCG@10")["nDCG@10"].value

right = {value(one), value(other)}
assert len(right) == 2

def disturb():
    chance = random.Random(1)
    while not stop:
        content = contents[chance.random() < 0.5]
        with open(path, "r+b") as file:
            if chance.random() < 0.5:
                file.truncate(chance.randrange(len(content)))
                time.sleep(0.002)
                file.seek(0)
            file.write(content)
            file.truncate()
        time.sleep(chance.random() * 0.03)

path.write_bytes(contents[0])
thread = threading.Thread(target=disturb)
thread.start()
refused = 0
begin = time.monotonic()
while time.monotonic() - begin < 0.7:
    try:
        assert value(path) in right
    except cranfield.InputError as error:
        assert "\\n" not in str(error), str(error)
        refused += 1
stop = True
thread.join()
print(refused)
"""


@pytest.mark.parametrize("kind", KINDS)
def test_no_disturbance_of_a_file_ends_the_program_or_gives_a_wrong_number(kind, tmp_path):
    names = [tmp_path / f"{name}.{kind}" for name in ("run", "one", "other")]
    write(gold_table(), tmp_path / "gold.txt")
    write(run_table(), names[1])
    write(run_table(best_first=False), names[2])
    command = [sys.executable, "-c", DISTURBED, *map(str, [tmp_path / "gold.txt", *names])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert int(done.stdout) > 0
