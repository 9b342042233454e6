"""Small files that unpack to gigabytes, and large ones of nothing: every door refuses them in little memory."""

import bz2
import gzip
import io
import json
import lzma
from itertools import repeat

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import InputError, MeasureError, evaluate, interval, labels, ranking
from cranfield.compare.baseline import read_baseline
from cranfield.io.bytes import stream as kept
from cranfield.io.bytes.source import Source
from cranfield.io.read.json_document import Document
from cranfield.io.read.lines import LINE_LIMIT, RECORD_LIMIT, cut_lines
from cranfield.io.read.values import Pairs
from limited import DOORS, tried

PART = 1 << 20

PACKED = {
    "gz": lambda data: gzip.compress(data, 9),
    "bz2": bz2.compress,
    "xz": lambda data: lzma.compress(data, preset=0),
    "zst": lambda data: pa.compress(data, "zstd", asbytes=True),
}

BOMBS = {  # what comes first, and what is repeated again and again
    "one line": (b"", b"x"),
    "one line of fields": (b"", b"q "),
    "one line of NUL bytes": (b"q 0 d 1\n", b"\0"),
    "blank lines": (b"", b"\n"),
    "comments": (b"", b"# nothing\n"),
    "rows, then blank lines": (b"q Q0 d 1 1 t\n", b"\n"),
    "rows of a run": (b"", b"q Q0 d 1 1 t\n"),
    "judgments": (b"", b"q 0 d 1\n"),
    "pairs": (b"", b"q g\n"),
    "short texts": (b"", b"ab\n"),
    "a table": (b"truth,guess,c,r\n", b"1,1,a,b\n"),
    "a table with a long line": (b"truth,guess,c,r\n", b"1"),
    "a table with a long cell": (b'truth,guess,c,r\n"', b"1\n"),
    "JSON of blanks": (b"{", b" "),
    "JSON with a long text": (b'{"q": "', b"x"),
    "JSON with a long list": (b'{"q": [', b"[],"),
    "JSON with a long query": (b'{"q": {', b'"d":1,'),
    "a list of blanks": (b"[", b"\n"),
    "a list of lists": (b"[", b"[],"),
    "deep JSON": (b"", b"["),
    "JSON lines": (b"", b'{"truth":1,"guess":1,"c":"a","r":"a","query":"q","doc":"d","score":1}\n'),
    "a long JSON line": (b'{"query": "q", "doc": "', b"d"),
}


def bomb(tmp_path, name, kind="gz", parts=256):
    """A file of a quarter of a gigabyte, packed part by part; rows that are read one by one are fewer."""
    parts = {"comments": min(parts, 96), "JSON lines": 16}.get(name, parts)
    path = tmp_path / f"{name}.{kind}".replace(" ", "-")
    if not path.exists():
        start, repeated = BOMBS[name]
        part = repeated * (PART // len(repeated))
        path.write_bytes((PACKED[kind](start) if start else b"") + PACKED[kind](part) * parts)
    return path


LINES = ["one line", "blank lines", "comments"]
TABLES = ["a table", "a table with a long line", "a table with a long cell", "a long JSON line"]
NESTED = ["JSON of blanks", "JSON with a long query", "JSON with a long list", "a list of blanks", "deep JSON"]
GIVEN = {
    "run": [*LINES, *NESTED, "one line of fields", "rows, then blank lines", "rows of a run", "a long JSON line"],
    "qrels": [*LINES, "one line of NUL bytes", "judgments", "JSON with a long text"],
    "known": ["one line", "judgments"],
    "labels": ["one line", *TABLES, "a list of lists", "JSON lines"],
    "text": ["one line", "short texts"],
    "texts": ["one line", *TABLES],
    "groups": [*LINES, "pairs", "JSON of blanks"],
    "check a run": ["one line", "blank lines", "rows of a run"],
    "check judgments": ["one line", "judgments"],
    "trec_eval": [*LINES, "one line of NUL bytes", "judgments"],
    "trec_eval run": [*LINES, "rows of a run"],
    "trec_eval groups": ["one line", "judgments"],
    "trec_eval preferences": ["one line", "judgments"],
    "trec_eval means": ["one line", "blank lines", "judgments"],
    "a stream": ["one line", "blank lines"],
}


def test_every_door_is_bounded_whatever_it_is_given(tmp_path):
    assert set(GIVEN) == set(DOORS)
    assert {name for names in GIVEN.values() for name in names} == set(BOMBS)
    told = tried([(f"{door}: {name}", DOORS[door], str(bomb(tmp_path, name))) for door, names in GIVEN.items()
                  for name in names], tmp_path)  # fmt: skip
    assert "\n" not in told["run: one line"]
    assert told["run: one line"].endswith("one-line.gz line 1: is longer than 1 MB; check that line ends were not lost")
    assert told["text: one line"].endswith(
        "one-line.gz line 1: is longer than 4 MB; check that line ends were not lost"
    )
    assert "line 1: is longer than 1 MB" in told["groups: one line"]
    assert "line 2: is longer than 1 MB" in told["trec_eval: one line of NUL bytes"]
    assert "line 1: is longer than 4 MB" in told["run: a long JSON line"]
    assert "line 1: a member of the JSON document is longer than 4 MB" in told["run: JSON with a long query"]
    assert "is more than 100 times as large when it is unpacked" in told["qrels: judgments"]


@pytest.mark.parametrize("kind", PACKED)
def test_every_compression_is_bounded(kind, tmp_path):
    doors = {"run": ("one line", "rows of a run"), "text": ("short texts",), "labels": ("a table",)}
    cases = [(f"{door}: {name}", DOORS[door], str(bomb(tmp_path, name, kind, 64))) for door in doors
             for name in doors[door]]  # fmt: skip
    told = tried(cases, tmp_path)
    assert "line 1: is longer than 1 MB" in told.pop("run: one line")
    assert all("is more than 100 times as large when it is unpacked" in each for each in told.values()), told


def test_what_is_large_and_not_packed_is_bounded_too(tmp_path):
    # the same without the look at how far a file unpacks, as if it lay unpacked on the disk
    given = {
        "run": ["one line", "blank lines", "comments", "rows, then blank lines", "JSON of blanks"],
        "trec_eval": ["one line"],
        "check a run": ["blank lines", "one line"],
        "groups": ["blank lines"],
    }
    cases = [
        (f"{door}: {name}", DOORS[door], str(bomb(tmp_path, name, parts=32))) for door in given for name in given[door]
    ]  # to read 32 million blank lines one by one takes a while
    told = tried(cases, tmp_path, 10**9)
    assert told["run: rows, then blank lines"].startswith("<Batch of ranking")


def test_what_comes_through_a_pipe_is_kept_on_disk_when_it_is_long(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "_IN_MEMORY", 1000)
    monkeypatch.setattr(kept.tempfile, "tempdir", str(tmp_path))
    for stream in (io.BytesIO(b"q Q0 d 1 1 t\n" * 500), io.StringIO("q Q0 d 1 1 t\n" * 500)):
        source = Source(stream, "given")
        assert len(list(tmp_path.iterdir())) == 1
        assert b"".join(source.blocks()) == b"q Q0 d 1 1 t\n" * 500
        assert source.describe() == {"name": "given", "sha256": source.sha256}
        del source
        assert not list(tmp_path.iterdir())


def test_a_pipe_that_breaks_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "_IN_MEMORY", 10)
    monkeypatch.setattr(kept.tempfile, "tempdir", str(tmp_path))

    def broken():
        yield b"x" * 100
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011 (whichever it is)
        kept.keep(broken())
    assert not list(tmp_path.iterdir())


def test_a_baseline_that_is_no_baseline_is_not_read_to_its_end(tmp_path):
    with (tmp_path / "base.json").open("wb") as file:
        file.truncate(200 << 20)
    with pytest.raises(InputError, match=r"base\.json: is larger than 128 MB, as no baseline is"):
        read_baseline(tmp_path / "base.json")


def test_a_long_line_of_a_table_is_named(tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes(b"truth,guess\n1,1\n" + b"1" * (40 << 20))
    with pytest.raises(InputError, match=r"data\.csv line 3: has a line longer than 16 MB; check the quotes"):
        labels(path, truth="truth", guess="guess")


def test_more_draws_than_anybody_needs_are_refused():
    batch = labels(truth=[0, 1, 1], guess=[0, 1, 0])
    with pytest.raises(MeasureError, match="resamples must be a whole number from 1 to 10,000,000, not 1000000000000"):
        interval(evaluate(batch, "Accuracy")["Accuracy"], resamples=10**12)


def test_a_long_first_line_and_many_comments_are_read(tmp_path):
    for name, start in {"long": f"q Q0 {'d' * 300_000} 1 2 t\n", "comments": "# nothing\n" * 400_000}.items():
        (tmp_path / name).write_text(start + "q Q0 d 2 1 t\n")
        batch = ranking({"q": {"d": 1}}, tmp_path / name)
        assert batch.array("num_ret").tolist() == [2 if name == "long" else 1]


def test_a_line_that_is_too_long_is_cut_as_soon_as_it_is():
    assert next(cut_lines(repeat(b"x" * 1000), limit=5000)) == [b"x" * 6000]
    blocks = [b"a\nb", b"b" * 50, b"b" * 50, b"b\nc\n", b"d" * 99]
    assert [len(line) for lines in cut_lines(blocks, limit=60) for line in lines] == [1, 101, 1, 99]


def test_checking_goes_on_behind_a_line_that_is_too_long(tmp_path):
    path = tmp_path / "run.txt"
    path.write_bytes(b"q Q0 a 1 2 t\n" + b"x" * (10 * LINE_LIMIT) + b"\nq Q0 b 2 1 t\nq Q0 c\n")
    from cranfield.io.check import check

    found = [(each.lines, str(each)) for each in check({"q": {"b": 1}}, path) if each.severity == "error"]
    assert [lines for lines, _ in found] == [(2,), (4,)]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, st.integers(1, 40), st.sampled_from([None, 1]))
def test_a_document_read_member_by_member_is_the_same(value, step, indent):
    text = json.dumps(value, indent=indent, ensure_ascii=False).encode()

    class Steps(Source):
        def blocks(self, _size=None, **_):
            return (text[at : at + step] for at in range(0, len(text), step))

    source = Steps(text)
    if isinstance(value, dict):
        assert dict(Document(source).members()) == value
    elif isinstance(value, list):
        assert list(Document(source).values()) == value
    else:
        assert Document(source).members() is None
        assert list(Document(source).values()) == [value]


@given(VALUES, st.data())
def test_a_damaged_document_is_refused_where_json_refuses_it(value, data):
    text = json.dumps(value, indent=1)
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.sampled_from(["", ",", "]", "}", "x", '"', ":", "\n"])) + text[at + 1 :]
    try:
        expected = json.loads(text, object_pairs_hook=Pairs)
    except json.JSONDecodeError as error:
        expected = error
    try:
        source = Source(text.encode() or b" ")
    except InputError:
        return
    try:
        members = Document(source, Pairs).members() if text.lstrip()[:1] == "{" else None
        found = Pairs(members) if members is not None else list(Document(source, Pairs).values())
    except InputError as error:
        found = error
    if isinstance(expected, json.JSONDecodeError) or isinstance(found, InputError):
        assert found.line == expected.lineno, text
        return
    assert found == (expected if isinstance(expected, list) else [expected])
    assert len(text) < RECORD_LIMIT
