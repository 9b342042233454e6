"""Small tables that unpack to gigabytes, by their compression, their dictionaries or their counts: all are refused."""

import gzip
import time

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, evaluate, groups, labels, ranking, text
from cranfield.io.bytes import stream as kept
from cranfield.io.read import parquet_sizes, room
from limited import DOORS, NO_FILES, TABLES, tried
from public.calls import CALLS

LONG = "x" * 500_000
FAR = "times as large when it is unpacked"
MAIN = {name: TABLES[name] for name in ("run", "qrels", "labels", "texts")}


def same(rows, *values):
    """A column of codes: all but the last row have the first value, or the second half the second one."""
    codes = np.arange(rows) * len(values) // rows
    return pa.DictionaryArray.from_arrays(pa.array(codes, pa.int32()), list(values))


def table(ids):
    if pa.types.is_null(ids.type):
        numbers = ids
    elif pa.types.is_run_end_encoded(ids.type):
        numbers = counted(len(ids), 0.0)
    else:
        numbers = pa.array(np.zeros(len(ids)))
    return pa.table({"query": ids, "doc": ids, "score": numbers, "group": ids})


def parquet(ids, compression="zstd", **how):
    def write(path):
        wide = {"dictionary_pagesize_limit": 1 << 26, "data_page_size": 1 << 20, "row_group_size": 1 << 24}
        pq.write_table(table(ids()), path, compression=compression, **wide, **how)

    return write


def arrow(ids, compression=None, *, stream=False):
    def write(path):
        made = table(ids())
        options = pa.ipc.IpcWriteOptions(compression=compression)
        opened = pa.ipc.new_stream if stream else pa.ipc.new_file
        with opened(path, made.schema, options=options) as file:
            file.write_table(made)

    return write


def viewed(rows):
    """Views of texts, which all are the same half megabyte."""
    views = np.zeros((rows, 4), np.int32)
    views[:] = (len(LONG), int.from_bytes(LONG[:4].encode(), "little"), 0, 0)
    try:
        return pa.Array.from_buffers(pa.string_view(), rows, [None, pa.py_buffer(views), pa.py_buffer(LONG.encode())])
    except ValueError:  # pyarrow 18 makes none by hand, but takes those of Polars
        frame = pl.DataFrame({"text": pl.Series([LONG]).new_from_index(0, rows)})
        return pa.table(frame)["text"].chunk(0)


def counted(rows, value):
    """A value that is held once, and how often it comes."""
    return pa.RunEndEncodedArray.from_arrays(pa.array([rows], pa.int64()), pa.array([value]))


BOMBS = {
    "parquet: a long text again and again": parquet(lambda: same(500_000, LONG)),
    "parquet: a long text behind short ones": parquet(lambda: same(500_000, "d", "e", LONG)),
    "parquet: a short text very often": parquet(lambda: same(8_000_000, "d")),
    "parquet: long texts that compress well": parquet(
        lambda: pa.array([LONG] * 240), use_dictionary=False, compression="gzip"
    ),
    "parquet: long texts as differences": parquet(
        lambda: pa.array([LONG[:100_000]] * 1200), use_dictionary=False,
        column_encoding={"query": "DELTA_BYTE_ARRAY", "doc": "DELTA_BYTE_ARRAY"},
    ),
    "arrow: long texts that compress well": arrow(lambda: pa.array([LONG] * 240), "zstd"),
    "arrow: a stream that compresses well": arrow(lambda: pa.array([LONG] * 240), "zstd", stream=True),
    "arrow: codes that compress well": arrow(lambda: same(8_000_000, "d"), "zstd"),
    "arrow: a long text again and again": arrow(lambda: same(100_000, LONG)),
    "arrow: a stream of a long text": arrow(lambda: same(100_000, LONG, "d"), stream=True),
    "arrow: views of a long text": arrow(lambda: viewed(40_000)),
    "arrow: a count of texts": arrow(lambda: counted(2_000_000_000, "d")),
    "arrow: a count of long texts": arrow(lambda: counted(10**5, LONG)),
    "arrow: nothing, very often": arrow(lambda: pa.nulls(2_000_000_000)),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_every_door_is_bounded_whatever_table_it_is_given(name, tmp_path):
    path = tmp_path / f"bomb.{name.partition(':')[0]}"
    BOMBS[name](path)
    assert path.stat().st_size < 4_000_000
    told = tried([(door, call, str(path)) for door, call in MAIN.items()], tmp_path)
    for door, said in told.items():
        assert FAR in said or "nothing" in name or "count" in name, (door, said)
        assert "\n" not in said, (door, said)
        assert said.startswith(str(tmp_path)), (door, said)


@pytest.mark.parametrize("groups", [range(0, 24_000, 400), [0, 8000, 20_000]], ids=["many", "few"])
def test_a_larger_file_is_no_place_to_hide_in(groups, tmp_path):
    """Two megabytes that nobody can pack, in other row groups, and then a long text again and again.

    In few row groups it is no more than 100 times the file, but far more than 1,000 times the bytes that hold it.
    """
    chance = np.random.default_rng(1)
    plain = pa.array([each.tobytes().hex() for each in chance.integers(0, 256, (40_000, 16), np.uint8)])
    filler = table(plain)
    bomb = table(same(24_000, "d", "e", LONG).cast(pa.dictionary(pa.int32(), pa.string())))
    path = tmp_path / "larger.parquet"
    kind = {"dictionary_pagesize_limit": 1 << 26, "compression": "zstd"}
    rows = 400 if len(groups) > 3 else 205
    with pq.ParquetWriter(path, filler.schema, **kind) as file:
        file.write_table(filler)
        for at in groups:  # or the texts would have to be spelt out here
            file.write_table(bomb.slice(at, rows).cast(filler.schema))
    assert 2 << 20 < path.stat().st_size < 3 << 20
    doors = {**MAIN, "check a run": TABLES["check a run"], "check judgments": TABLES["check judgments"]}
    for door, said in tried([(door, call, str(path)) for door, call in doors.items()], tmp_path).items():
        assert FAR in said, (door, said)


def hidden(rows, texts):
    """Two megabytes that nobody can pack, and then a few texts again and again."""

    def write(path):
        chance = np.random.default_rng(1)
        plain = pa.array([each.tobytes().hex() for each in chance.integers(0, 256, (40_000, 16), np.uint8)])
        filler, bomb = table(plain), table(same(rows, *texts))
        with pq.ParquetWriter(path, filler.schema, compression="zstd", dictionary_pagesize_limit=1 << 26) as file:
            file.write_table(filler)
            file.write_table(bomb.cast(filler.schema))

    return write


HIDDEN = {
    "texts of 4 KB": hidden(36_000, [str(at).ljust(4096) for at in range(200)]),
    "texts of 1 KB": hidden(150_000, [str(at).ljust(1000) for at in range(40)]),
    "texts of 100 bytes": hidden(1_000_000, [str(at).ljust(100) for at in range(40)]),
    "ids": hidden(4_000_000, [f"d{at}" for at in range(100)]),
    "one text": hidden(36_000, ["x".ljust(4096)]),
    "two words": hidden(4_000_000, ["yes", "no"]),
}
_TOGETHER = 4  # doors that a process tries, as what one leaves behind counts for the next
EVERYWHERE = ("texts of 4 KB", "two words")  # which are given to all doors, others to the main ones


@pytest.mark.parametrize("name", HIDDEN)
def test_every_door_is_bounded_whatever_is_repeated_in_a_larger_file(name, tmp_path):
    path = tmp_path / "hidden.parquet"
    HIDDEN[name](path)
    assert 1 << 20 < path.stat().st_size < 3 << 20
    doors = {door: TABLES[door] for door in (TABLES if name in EVERYWHERE else MAIN)}
    cases = [(door, call, str(path)) for door, call in doors.items()]
    for start in range(0, len(cases), _TOGETHER):
        for door, said in tried(cases[start : start + _TOGETHER], tmp_path).items():
            assert "\n" not in said or door.startswith(("check", "judges: ratings")), (door, said)  # which tell much
            assert "raises" not in said, (door, said)


def test_no_public_function_that_reads_files_is_left_out():
    called = {name.split()[0].split(".")[0] for name in CALLS} - {"Batch", "Policy", "assert_not_worse"}
    reached = {call.partition("(")[0] for call in TABLES.values()} - {"check"}
    assert reached == called - NO_FILES


def test_long_texts_that_come_a_few_times_are_read(tmp_path):
    """As where a long text stands beside each of the questions about it."""
    chance = np.random.default_rng(2)
    known = [each.tobytes().hex() for each in chance.integers(0, 256, (10, 50_000), np.uint8)]
    held = pa.DictionaryArray.from_arrays(pa.array(np.arange(400) // 40, pa.int32()), known)
    made = pa.table({"c": held, "r": pa.array(["yes", "no"] * 200)})
    pq.write_table(made, tmp_path / "long.parquet", dictionary_pagesize_limit=1 << 26, compression="zstd")
    assert (tmp_path / "long.parquet").stat().st_size < 1 << 20
    assert len(text(data=tmp_path / "long.parquet", candidates="c", references="r")) == 400


def test_lists_in_which_one_text_comes_again_and_again(tmp_path):
    inner = same(500_000, LONG[:100_000], "d", "e")
    lists = pa.ListArray.from_arrays(pa.array([0, 500_000], pa.int32()), inner)
    made = pa.table({"c": ["d"], "r": lists})
    pq.write_table(made, tmp_path / "lists.parquet", dictionary_pagesize_limit=1 << 26, compression="zstd")
    with pa.ipc.new_file(tmp_path / "lists.arrow", made.schema) as file:
        file.write_table(made)
    views = pa.ListViewArray.from_arrays(pa.array([0] * 1000, pa.int32()), pa.array([100_000] * 1000, pa.int32()),
                                         pa.array(["d"] * 100_000))  # fmt: skip
    made = pa.table({"c": ["d"] * 1000, "r": views})
    with pa.ipc.new_file(tmp_path / "views.arrow", made.schema) as file:
        file.write_table(made)
    cases = [(path.name, "text(data=path, candidates='c', references='r')", str(path)) for path in tmp_path.iterdir()]
    assert len(cases) == 3
    for said in tried(cases, tmp_path).values():
        assert FAR in said, said


def test_tables_in_memory_are_bounded_too():
    for column in (same(100_000, LONG), viewed(100_000)):
        with pytest.raises(InputError, match=FAR):
            labels(pa.table({"truth": column, "guess": column}), truth="truth", guess="guess")


def made_runs():
    rng = np.random.default_rng(5)
    docs = [f"d{n}" * (1 + n % 7) for n in rng.integers(0, 300, 9000)]
    seen = [f"{query} {doc}" for query, doc in zip(np.arange(9000) // 100, docs, strict=True)]
    first = sorted({each: at for at, each in reversed(list(enumerate(seen)))}.values())
    return pa.table({
        "query": [f"q{at // 100}" for at in first], "doc": [docs[at] for at in first],
        "score": rng.normal(size=len(first)),
    })  # fmt: skip


@pytest.mark.parametrize("how", [
    {}, {"use_dictionary": False}, {"row_group_size": 500}, {"row_group_size": 500, "compression": "gzip"},
    {"use_dictionary": False, "column_encoding": {"doc": "DELTA_BYTE_ARRAY", "query": "DELTA_BYTE_ARRAY"}},
    {"use_dictionary": ["doc"], "dictionary_pagesize_limit": 500, "row_group_size": 3000},
])  # fmt: skip
def test_a_table_that_is_read_in_small_steps_gives_the_same(how, tmp_path, monkeypatch):
    run, qrels = made_runs(), {f"q{at}": {"d1d1": 1, "d3": 2, "d8d8": 1} for at in range(90)}
    expected = evaluate(ranking(qrels, run), ["AP"])["AP"].values
    pq.write_table(run, tmp_path / "run.parquet", **how)
    monkeypatch.setattr(parquet_sizes, "_AT_ONCE", 500)
    monkeypatch.setattr(parquet_sizes, "_FEWEST", 10)
    assert (evaluate(ranking(qrels, tmp_path / "run.parquet"), ["AP"])["AP"].values == expected).all()


def test_a_compressed_table_lies_on_disk_while_it_is_read(tmp_path, monkeypatch):
    (tmp_path / "kept").mkdir()
    monkeypatch.setattr(kept, "_IN_MEMORY", 1000)
    monkeypatch.setattr(kept.tempfile, "tempdir", str(tmp_path / "kept"))
    run, qrels = made_runs(), {"q1": {"d3": 1}, "q2": {"d1d1": 1}}
    expected = evaluate(ranking(qrels, run), ["AP"])["AP"].values
    pq.write_table(run, tmp_path / "run.parquet", row_group_size=1000)
    with pa.ipc.new_file(tmp_path / "run.arrow", run.schema) as file:
        file.write_table(run)
    made = []
    opened = kept.tempfile.NamedTemporaryFile
    monkeypatch.setattr(kept.tempfile, "NamedTemporaryFile", lambda **how: made.append(opened(**how)) or made[-1])
    for name in ("run.parquet", "run.arrow"):
        packed = tmp_path / f"{name}.gz"
        packed.write_bytes(gzip.compress((tmp_path / name).read_bytes()))
        assert (evaluate(ranking(qrels, packed), ["AP"])["AP"].values == expected).all()
    assert len(made) == 2
    assert not list((tmp_path / "kept").iterdir())


def test_large_tables_that_are_large_on_disk_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "_HARMLESS", 0)
    run, qrels = made_runs(), {"q1": {"d3": 1}}
    pq.write_table(run, tmp_path / "run.parquet")
    with pa.ipc.new_file(tmp_path / "run.arrow", run.schema, options=pa.ipc.IpcWriteOptions(compression="lz4")) as file:
        file.write_table(run)
    for name in ("run.parquet", "run.arrow"):
        assert len(ranking(qrels, tmp_path / name)) == 1
    given = pa.table({"c": ["a b", "c"], "r": [["a b"], ["c", "d"]]})
    pq.write_table(given, tmp_path / "texts.parquet")
    assert len(text(data=tmp_path / "texts.parquet", candidates="c", references="r")) == 2
    monkeypatch.setattr(room, "_TIMES", 1)
    for name in ("run.parquet", "run.arrow"):
        with pytest.raises(InputError, match="is more than 1 times as large when it is unpacked"):
            ranking(qrels, tmp_path / name)


def listed(*sizes):
    """A table with a list of equal ids for each query."""
    inner = same(sum(sizes), "d" * 20)
    lists = pa.ListArray.from_arrays(pa.array(np.concatenate(([0], np.cumsum(sizes))), pa.int32()), inner)
    return pa.table({"query": same(len(sizes), "q"), "retrieved_ids": lists})


@pytest.mark.parametrize("sizes", [[4_000_000], [30_000_000], np.zeros(3_000_000, np.int64)])
def test_elements_of_lists_are_counted_before_they_are_decoded(sizes, tmp_path):
    path = tmp_path / "lists.parquet"
    pq.write_table(listed(*sizes), path, compression="zstd")
    assert path.stat().st_size < 20_000
    doors = {door: DOORS[door] for door in ("run", "qrels", "check a run")}
    for door, said in tried([(door, call, str(path)) for door, call in doors.items()], tmp_path).items():
        assert FAR in said, (door, said)


def test_honest_lists_are_read(tmp_path):
    order = np.argsort(np.random.default_rng(3).random((1000, 1000)), axis=1)
    edges = pa.array(np.arange(0, order.size + 1, 1000), pa.int32())
    lists = pa.ListArray.from_arrays(edges, pa.array(order.ravel()).cast(pa.string()))
    made = pa.table({"query": pa.array(range(1000)).cast(pa.string()), "retrieved_ids": lists})
    pq.write_table(made, tmp_path / "lists.parquet", compression="zstd")
    assert len(ranking({"5": {"7": 1}}, tmp_path / "lists.parquet")) == 1


def test_columns_that_are_all_named_alike_are_told_in_linear_time(tmp_path):
    path = tmp_path / "columns.csv"
    path.write_text("query,doc,score" + ",a" * 400_000 + "\nq,d,1" + ",1" * 400_000 + "\n")
    before = time.process_time()
    with pytest.raises(InputError, match="has no column for the group"):
        groups(path)
    assert time.process_time() - before < 15
