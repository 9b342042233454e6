"""Any file that a command reads may be a small one that unpacks to gigabytes: each is refused in little memory.

Commands, options and what they read come from `test_every_writer`, where a new one without a place fails.
"""

import gzip
import json
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli.test_every_writer import ALL, CALLS, FILES, NEEDED, READ, named_files
from limited import MOST

PART = 1 << 20
MORE = {
    "check": ["q", "r"], "trec_eval": ["q", "r"], "study new": ["-", "--items", "queries.jsonl"],
    "serve": ["x"], "study status": ["x"], "study export": ["x"], "study invite": ["x", "ann"],
    "study revoke": ["x", "ann"],
}  # fmt: skip
NO_FILES = {"measures", "demo"}
# what makes an option read its file, where other options must be there too
BESIDE = {
    "--replay": [], "--baseline": ["--fail-if", "AP drops 1%"], "--docs": [], "--gold": ["--qrels", "q"],
    "--picture": NEEDED["--picture"],
}  # fmt: skip

# each case in a process of its own, which begins with what is imported and nothing else
FORKED = """
import json, os, sys, tempfile
import cranfield.cli.main as main
import cranfield.io.labels, cranfield.io.ranking, cranfield.io.text, cranfield.io.ratings, cranfield.io.cost

found = {}
for name, words in json.load(sys.stdin):
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as told:
        child = os.fork()
        if not child:
            os.dup2(told.fileno(), 1), os.dup2(told.fileno(), 2)
            status = 3
            try:
                status = main.run(words)
            except SystemExit as left:
                status = left.code
            finally:
                sys.stdout.flush(), sys.stderr.flush()
                os._exit(status)
        _, status, used = os.wait4(child, 0)
        told.seek(0)
        found[name] = os.waitstatus_to_exitcode(status), told.read()[-3000:], used.ru_maxrss / 1024
print(json.dumps(found))
"""


def packed(start, repeated, parts):
    """A compressed file of so many megabytes of the same."""
    return gzip.compress(start) + gzip.compress(repeated * (PART // len(repeated)), 9) * parts


NAMED = ["query", "doc", "score", "item", "rater", "value", "t", "g", "latency_ms", "position", "click", "impression",
         "team", "text", "grade", "group"]  # fmt: skip


def texts(rows, kinds, length, names=NAMED):
    """Every column that a call names, with a few long texts again and again, behind two megabytes of others."""
    numbers = {"score", "value", "latency_ms", "position", "click", "grade"}
    chance = np.random.default_rng(1)
    plain = pa.array([each.tobytes().hex() for each in chance.integers(0, 256, (kinds * 100, 16), np.uint8)])
    codes = pa.array(np.arange(rows) * kinds // rows, pa.int32())
    known = pa.DictionaryArray.from_arrays(codes, [str(at).ljust(length) for at in range(kinds)])

    def table(ids):
        made = {name: pa.array(np.ones(len(ids))) if name in numbers else ids for name in names}
        return pa.table(made)

    sink = pa.BufferOutputStream()
    filler = table(plain)
    with pq.ParquetWriter(sink, filler.schema, compression="zstd", dictionary_pagesize_limit=1 << 26) as file:
        file.write_table(filler)
        file.write_table(table(known).cast(filler.schema))
    return sink.getvalue().to_pybytes()


BOMBS = {
    "one long line": lambda _: packed(b"", b"x", 256),
    "blank lines": lambda _: packed(b"", b"\n", 256),
    "its own lines again and again": lambda name: packed(*_again(FILES[name])),
    "JSON of blanks": lambda _: packed(b"{", b" ", 256),
    "a long list": lambda _: packed(b"[", b"[],", 256),
    "objects within objects": lambda _: b'{"query": ' * 100_000,
    "TOML within TOML": lambda _: b"query = " + b"[" * 100_000,
    "long texts in a table": lambda _: texts(20_000, 100, 4096),
}  # fmt: skip


def _again(text):
    """The first line, and the others so often that they are a quarter of a gigabyte."""
    first, _, rest = text.partition("\n")
    return f"{first}\n".encode(), (rest or f"{first}\n").encode(), 256


def read_by(name):
    """The command lines that give a file of a command a bomb: what is told of the case, the words, and the file."""
    words = {**CALLS, **MORE}[name]
    words = ["made.db" if each == "-" else each for each in words]
    for file in dict.fromkeys(each for each in words if each in FILES):
        yield f"{name} {file}", [*name.split(), *words], file
    if name in CALLS:
        for option in named_files(ALL[name]):
            if option in READ:
                yield f"{name} {option}", [*name.split(), *words, *BESIDE.get(option, []), option, "b"], "b"


def test_every_command_is_tried():
    assert set(CALLS) | set(MORE) | NO_FILES == set(ALL)
    assert not (set(CALLS) | set(MORE)) & NO_FILES


def tried(cases, home):
    """What each command said, once it is sure that none took more memory than it may."""
    done = subprocess.run(
        [sys.executable, "-c", FORKED], input=json.dumps(cases), capture_output=True, text=True, check=False,
        timeout=600, cwd=home,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("bomb", BOMBS)
def test_every_command_is_bounded_whatever_file_it_is_given(bomb, tmp_path):
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "b").write_text(FILES["q"])
    cases, hurt = [], {}
    for command in {**CALLS, **MORE}:
        for told, words, file in read_by(command):
            given = f"{file.partition('.')[0]}.bomb"
            hurt[given] = file if file in FILES else "q"
            cases.append((told, [given if each == file else each for each in words]))
    for given, file in hurt.items():
        (tmp_path / given).write_bytes(BOMBS[bomb](file))
        assert (tmp_path / given).stat().st_size < 4 << 20
    found = tried(cases, tmp_path)
    assert len(found) == len(cases)
    large = {name: each for name, each in found.items() if each[2] > MOST}
    assert not large, large
    odd = {name: each for name, each in found.items() if each[0] not in (0, 1, 2) or "Traceback" in each[1]}
    assert not odd, odd
    for name, (status, said, _) in found.items():
        last = said.strip().split("\n")[-1]
        assert status != 2 or last.startswith(("cranfield", "trec_eval")), (name, said)


def test_items_that_show_the_same_long_texts_make_a_study_in_little_memory(tmp_path):
    names = ["item", "query_text", "title", "text"]
    table = pq.read_table(pa.BufferReader(texts(8000, 100, 4096, names)))
    ids = pa.array([f"d{at}" for at in range(len(table))])
    table = table.drop_columns("item").append_column("query", ids).append_column("doc", ids)
    pq.write_table(table, tmp_path / "items.parquet", compression="zstd", dictionary_pagesize_limit=1 << 26)
    words = ["study", "new", "made.db", "--items", "items.parquet"]
    status, said, used = tried([("new", words)], tmp_path)["new"]
    assert (status, said.split(" of kind")[0]) == (0, "made.db: 18,000 items")
    assert used < MOST
