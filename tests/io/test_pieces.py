"""Pieces: whole queries, in order, on all cores; and what happens where a query comes back."""

import gc
import gzip
import mmap
import os
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import InputError, Policy, evaluate, judgments, labels, ranking
from cranfield.errors import DuplicateError
from cranfield.io.bytes import source
from cranfield.io.bytes.source import Source
from cranfield.io.bytes.threads import cores, in_order
from cranfield.io.bytes.whole import WholeBytes
from cranfield.io.check import check
from cranfield.io.ids import views
from cranfield.io.ids.arrow_arrays import flat
from cranfield.io.ids.ids import Ids
from cranfield.io.join import run as reading
from cranfield.io.join.run_rows import RunRows
from cranfield.io.read import arrow, parquet, table_input, trec_pieces
from cranfield.io.read.open import open_input
from cranfield.io.read.role_table import RoleTable
from cranfield.io.read.table_rows import rows_of

QRELS = {f"q{i}": {"d1": 1, "d2": 0, "document-of-some-length": 2} for i in range(30)}


def lines_of(count=30, depth=8):
    docs = ["d1", "x", "document-of-some-length", "d2", *(f"other{i}" for i in range(depth))][:depth]
    return [f"q{i} Q0 {doc} {rank} {9 - rank}.5 t\n" for i in range(count) for rank, doc in enumerate(docs, 1)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_order_whatever_takes_long(threads):
    def work(number):
        time.sleep(0.002 * (number % 3))
        return number * 2

    assert list(in_order(work, range(40), threads)) == [2 * i for i in range(40)]
    assert list(in_order(work, [7], threads)) == [14]
    assert list(in_order(work, [], threads)) == []


@pytest.mark.parametrize("threads", [1, 3])
def test_what_goes_wrong_is_raised_behind_the_results_before_it(threads):
    def work(number):
        if number == 5:
            raise ValueError(number)
        return number

    found = []
    with pytest.raises(ValueError, match="5"):
        found.extend(in_order(work, range(40), threads))
    assert found in ([0, 1, 2, 3, 4], [])  # extend keeps nothing of what an iterator gave before it failed

    def items():
        yield from range(4)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(in_order(abs, items(), threads))


def test_threads_share_the_cores(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(6)), raising=False)
    found = {sharing: set(in_order(lambda _: cores(), range(9), 3, sharing=sharing)) for sharing in (True, False)}
    assert found == {True: {2}, False: {6}}
    assert cores() == 6


def working():
    """How many threads there are."""
    return threading.active_count()


def assert_nobody_works_but(before):
    end = time.monotonic() + 5
    while working() > before and time.monotonic() < end:
        time.sleep(0.001)  # a thread that is done may need a moment to end
    assert working() <= before


def test_threads_end_with_whoever_stops_asking():
    before = working()
    running = in_order(abs, iter(range(10**9)), 3)
    assert [next(running) for _ in range(5)] == [0, 1, 2, 3, 4]
    running.close()
    assert_nobody_works_but(before)


def test_nothing_of_the_work_is_held_when_it_is_done():
    class Something:
        pass

    held = Something()
    seen = weakref.ref(held)

    def work(number, held=held):
        return number if held else None

    assert list(in_order(work, range(9), 2)) == list(range(9))
    del held, work
    gc.collect()
    assert seen() is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has it")
def test_a_process_that_was_forked_has_threads_of_its_own():
    code = """if True:
        import os, signal
        from cranfield.io.bytes.threads import in_order
        assert list(in_order(abs, range(9), 2)) == list(range(9))
        left = in_order(abs, range(9), 2)
        next(left)
        child = os.fork()
        if not child:
            signal.alarm(20)
            left.close()
            os._exit(list(in_order(abs, range(9), 2)) != list(range(9)))
        assert os.waitpid(child, 0)[1] == 0
    """
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)


def test_only_a_few_results_wait():
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield number

    running = in_order(abs, items(), 2, ahead=1)
    next(running)
    time.sleep(0.05)
    assert len(taken) <= 2 + 1 + 2
    running.close()


@pytest.mark.parametrize("block", [50, 64, 333, 1000, 1 << 20])
def test_text_is_cut_between_queries(block, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", block)
    pieces = [piece() for piece in open_input("".join(lines_of()).encode(), "run").pieces()]
    held = [[query for found in blocks for query in dict.fromkeys(found.queries())] for blocks in pieces]
    flat = [query for names in held for query in dict.fromkeys(names)]
    assert flat == [f"q{i}" for i in range(30)]
    assert len(pieces) > 1 or block > 2000


def test_a_query_longer_than_a_piece_stays_in_one(monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 200)
    monkeypatch.setattr(trec_pieces, "_JOINED", 300)
    monkeypatch.setattr(trec_pieces, "_ROOM", 150)
    text = "".join(["a Q0 d 1 1.0 t\n", *lines_of(1, 200), "z Q0 d 1 1.0 t\n"]).encode()
    pieces = [piece() for piece in open_input(text, "run").pieces()]
    assert [sum(map(len, blocks)) for blocks in pieces] in ([1, 200, 1], [201, 1], [1, 201])
    assert max(map(len, pieces)) > 5
    result = evaluate(ranking({"q0": {"other99": 1}}, text), ["RR"])
    assert result["RR"].value == 1 / 104


def test_the_line_of_a_mistake_is_right_in_every_piece(monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 200)
    for at in (0, 1, 77, 200, 239):
        lines = lines_of()
        lines[at] = "q1 Q0 d1 1 much t\n"
        text = ("\ufeff# first\n\n" + "".join(lines)).encode()
        with pytest.raises(InputError, match=f"line {at + 3}: the score must be a number, not 'much'"):
            ranking(QRELS, text, input_format="trec")


@pytest.mark.parametrize("long", [False, True])
def test_repeats_of_interleaved_queries_are_found_with_their_lines(long, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 300)
    doc = "document-of-some-length" if long else "x"
    rows = [f"q{i % 30} Q0 {'e' * long}{i}y 1 {i}.5 t\n" for i in range(300)]
    rows[31] = f"q1 Q0 {doc} 1 3.5 t\n"
    rows[271] = f"q1 Q0 {doc} 1 4.5 t\n"
    text = "".join(rows).encode()
    with pytest.raises(DuplicateError, match=rf"line 272: query q1 lists document {doc} twice \(first on line 32\)"):
        ranking(QRELS, text)
    kept = ranking(QRELS, text, policy=Policy(duplicates="last"))
    assert kept.array("num_ret").tolist() == [9 if unit == "q1" else 10 for unit in kept.units]
    rows[60] = "q0 Q0 z 1 nan t\n"
    with pytest.raises(InputError, match="line 61: the score of document z is nan"):
        ranking(QRELS, "".join(rows).encode())


@pytest.mark.parametrize("ties", ["docid-desc", "docid-asc"])
@pytest.mark.parametrize("name", ["{}", "a-long-name-{}"])
def test_ties_of_interleaved_queries_are_broken_by_ids_of_any_length(ties, name, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 100)
    random = np.random.default_rng(3)
    rows = [(f"q{query}", name.format(doc)) for query in range(5) for doc in range(20)]
    qrels = {f"q{query}": {name.format(7): 1, name.format(13): 1} for query in range(5)}
    run = {query: {doc: 1.0 for asked, doc in rows if asked == query} for query, _ in rows}
    expected = evaluate(ranking(qrels, run, policy=Policy(ties=ties)), ["AP", "RR"])
    mixed = "".join(f"{query} Q0 {doc} 1 1.0 t\n" for query, doc in random.permutation(rows))
    found = evaluate(ranking(qrels, mixed.encode(), policy=Policy(ties=ties)), ["AP", "RR"])
    assert all((found[name].values == expected[name].values).all() for name in expected)


def frames():
    """The same rows as frames of every kind, with ids that lie in views and ids that do not."""
    for doc in ("d{}", "a-document-with-a-long-name-{}"):
        columns = {
            "query": [f"q{i // 4}" for i in range(120)],
            "doc": [doc.format(i % 4) for i in range(120)],
            "score": [float(-(i % 7)) for i in range(120)],
        }
        yield doc, pa.table(columns)
        yield doc, pl.DataFrame(columns)
        yield doc, pl.DataFrame(columns).with_columns(pl.col("query").cast(pl.Categorical))
        yield doc, pd.DataFrame(columns)
        yield doc, pd.DataFrame(columns).astype({"query": "category"})
        yield doc, pa.table(columns).slice(0, 120).set_column(1, "doc", pa.array(columns["doc"]).dictionary_encode())


def test_frames_of_every_kind_give_the_same_values(monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", 10)
    for doc, frame in frames():
        qrels = {f"q{i}": {doc.format(1): 1, doc.format(3): 2} for i in range(30)}
        run: dict = {}
        for row in range(120):
            run.setdefault(f"q{row // 4}", {})[doc.format(row % 4)] = float(-(row % 7))
        expected, found = (evaluate(ranking(qrels, each), ["AP", "nDCG@10"]) for each in (run, frame))
        assert all((found[name].values == expected[name].values).all() for name in expected), type(frame)


@pytest.mark.parametrize("doc", ["d{}", "a-document-with-a-long-name-{}"])
def test_the_strings_of_a_frame_are_not_copied(doc):
    columns = {"query": ["q"] * 50, "doc": [doc.format(i) for i in range(50)], "value": [1.0] * 50}
    for table in (
        pa.table(columns),
        pa.table(pl.DataFrame(columns)),
        pa.table(columns).cast(pa.schema({"query": pa.string(), "doc": pa.large_string(), "value": pa.float64()})),
    ):
        held = rows_of(table).doc
        assert held.texts() == columns["doc"]
        buffers = [buffer for buffer in table["doc"].chunk(0).buffers() if buffer is not None]
        assert any(np.shares_memory(held.data, np.frombuffer(buffer, np.uint8)) for buffer in buffers), table.schema


def many_groups(rows=400):
    return pa.table(
        {
            "query": [f"q{i // 7}" for i in range(rows)],
            "doc": [f"d{i % 7}" for i in range(rows)],
            "score": [float(-i) for i in range(rows)],
        }
    )


def test_a_compressed_table_of_many_groups_is_decompressed_once(tmp_path, monkeypatch):
    pq.write_table(many_groups(), tmp_path / "run.parquet", row_group_size=13)
    packed = gzip.compress((tmp_path / "run.parquet").read_bytes())
    readings = []
    blocks = source.Source.blocks
    monkeypatch.setattr(
        source.Source, "blocks", lambda self, *size, **how: readings.append(1) or blocks(self, *size, **how)
    )
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    for file in (tmp_path / "run.parquet", packed):
        readings.clear()
        assert (evaluate(ranking(qrels, file), ["AP"])["AP"].values == expected).all()
        assert len(readings) <= 3  # to recognise the format, and to read it


@pytest.mark.parametrize("size", [1, 5, 100])
def test_small_batches_are_gathered(size, tmp_path, monkeypatch):
    monkeypatch.setattr(arrow, "_GATHERED", 50)
    monkeypatch.setattr(arrow, "_BATCHES", 20)
    with pa.OSFile(str(tmp_path / "run.arrow"), "wb") as sink, pa.ipc.new_stream(sink, many_groups().schema) as writer:
        writer.write_table(many_groups(), max_chunksize=size)
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    assert (evaluate(ranking(qrels, tmp_path / "run.arrow"), ["AP"])["AP"].values == expected).all()
    read = list(open_input(tmp_path / "run.arrow", "run").tables())
    assert max(map(len, read)) < 50 + size
    assert len(read) == -(-400 // (min(20, -(-50 // size)) * size))


@pytest.mark.parametrize("offsets", [[0, 2_000_000_000, -2_000_000_000, 6], [0, 4, 2, 6]])
def test_offsets_that_point_anywhere_are_refused(offsets, tmp_path):
    broken = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(np.array(offsets, np.int32)), pa.py_buffer(b"d1d2d3")]
    )
    batch = pa.RecordBatch.from_arrays(
        [pa.array(["q1"] * 3), broken, pa.array([3.0, 2.0, 1.0])], ["query", "doc", "score"]
    )
    with pa.OSFile(str(tmp_path / "run.arrow"), "wb") as sink, pa.ipc.new_file(sink, batch.schema) as writer:
        writer.write_batch(batch)
    with pytest.raises(InputError, match="is not a whole Arrow table"):
        ranking(QRELS, tmp_path / "run.arrow")


@pytest.mark.parametrize("wrong", [{"q\ud800": {"d": 1}}, {"q": {"d\ud800": 1}}])
def test_ids_that_no_file_can_hold_are_refused_in_dicts(wrong):
    with pytest.raises(InputError, match="the ids must be valid Unicode"):
        ranking(wrong, {"q": {"d": 1.0}})
    with pytest.raises(InputError, match="the ids must be valid Unicode"):
        ranking({"q": {"d": 1}}, wrong)


def test_grades_beyond_whole_numbers_are_sorted_too():
    batch = ranking({"q": {"a": 1, "b": 1e300, "c": 2.5}}, {"q": {"a": 1.0}})
    assert batch.ragged("ideal").values.tolist() == [1e300, 2.5, 1.0]


def test_dictionaries_of_many_chunks_are_put_together():
    chunks = [
        pa.array([f"d{i}" for i in range(at, at + 100)]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string()))
        for at in (0, 100)
    ]
    table = pa.table({"query": ["q"] * 200, "doc": pa.chunked_array(chunks), "score": [float(-i) for i in range(200)]})
    assert evaluate(ranking({"q": {"d149": 1}}, table), ["RR"])["RR"].value == 1 / 150


def test_numbers_too_large_for_a_float_are_refused_in_dicts():
    huge = {"q": {"d": 10**400, "e": -(10**400)}}
    with pytest.raises(InputError, match="must be"):
        ranking(huge, {"q": {"d": 1.0}})
    with pytest.raises(InputError, match="must be"):
        ranking({"q": {"d": 1}}, huge)


@pytest.mark.parametrize("ties", ["docid-desc", "docid-asc", "input"])
def test_many_ties_of_one_query_are_broken_in_dicts_as_in_tables(ties):
    docs = {f"d{i}": float(i // 2) for i in range(3000)}
    qrels = {"q": dict.fromkeys(docs, 1)}
    table = pa.table({"query": ["q"] * 3000, "doc": list(docs), "score": list(docs.values())})
    found, expected = (ranking(qrels, run, policy=Policy(ties=ties)) for run in ({"q": docs}, table))
    assert found.ragged("rank").values.tolist() == expected.ragged("rank").values.tolist()
    assert found.ragged("judgment").values.tolist() == expected.ragged("judgment").values.tolist()


NAMES = ["a", "b", "ab", "abcdefgh", "abcdefgi", "abcdefghijklm", "abcdefghijkln"]


@given(st.lists(st.sampled_from(NAMES), min_size=1))
def test_stretches_of_equal_ids_are_found_in_strings_and_views(names):
    wanted = [i for i, name in enumerate(names) if i == 0 or name != names[i - 1]]
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        column = pa.array(["before", *names], kind)[1:]
        rows = pa.table({"query": column, "doc": column, "value": pa.array([1.0] * len(names))})
        block = rows_of(rows)
        assert block.start.tolist() == wanted
        assert block.query.texts() == [names[i] for i in wanted]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
@given(names=st.lists(st.text(min_size=1, max_size=14), min_size=1), cut=st.integers(0, 3))
def test_hashes_of_strings_are_those_of_the_ids(kind, names, cut):
    column = pa.array([*["before"] * cut, *names, "behind"], kind)[cut:-1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "_MANY", 1)
        patch.setattr(views, "_CACHED", 3)
        rows = pa.table({"query": column, "doc": column, "value": pa.array([1.0] * len(names))})
        found = RoleTable(rows, "run", "run", ready=True).rows().doc
    assert found.texts() == names
    assert found.hash.tolist() == Ids.of(names).hash.tolist()
    assert found[::2].hash.tolist() == found.hash[::2].tolist()


def test_judgments_do_not_change_with_the_table_they_were_read_from():
    grades, places = np.array([1.0, 0.0, 2.0]), np.array([0, 1, 2, 3], np.int32)
    docs = pa.Array.from_buffers(pa.string(), 3, [None, pa.py_buffer(places), pa.py_buffer(b"xyx")])
    gold = judgments(pa.table({"query": ["a", "a", "b"], "doc": docs, "grade": pa.array(grades)}))
    grades[:], places[:] = 7.0, 0  # pyarrow has not copied them
    assert gold.grade.tolist() == [1.0, 0.0, 2.0]
    assert gold.row_names == ["x", "y", "x"]


def test_short_ids_far_behind_in_a_large_buffer_are_read():
    rows, far = 5000, 2**31
    text = np.zeros(far + 5 * rows, np.uint8)  # most of it is never touched
    text[far:] = np.frombuffer("".join(f"d{row:04d}" for row in range(rows)).encode(), np.uint8)
    places = far + 5 * np.arange(rows + 1)
    docs = pa.Array.from_buffers(pa.large_string(), rows, [None, pa.py_buffer(places), pa.py_buffer(text)])
    run = pa.table({"query": ["q"] * rows, "doc": docs, "score": -np.arange(float(rows))})
    assert evaluate(ranking({"q": {"d0003": 1}}, run), "RR")["RR"].value == 1 / 4


@pytest.mark.parametrize("rows", [4, 16, 1 << 19])
@pytest.mark.parametrize("chunk", [1, 5, 7, 200])
def test_no_row_of_a_table_in_chunks_is_lost_and_queries_stay_whole(chunk, rows, monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", rows)
    names, docs = [f"q{at // 3:02d}" for at in range(200)], [f"d{at}" for at in range(200)]
    whole = pa.table({"query": names, "doc": docs, "value": [1.0] * 200})
    cut = pa.concat_tables([whole.slice(at, chunk) for at in range(0, 200, chunk)])
    some = (cut.slice(0, 119), cut.slice(0, 0), cut.slice(119))
    made = table_input.table_pieces([RoleTable(table, "run", "run", ready=True) for table in some])
    found = [
        [row for block in piece() for row in zip(block.queries(), block.doc.texts(), strict=True)] for piece in made
    ]
    wanted, read = list(zip(names, docs, strict=True)), [row for part in found for row in part]
    assert read == wanted
    assert sum(len({query for query, _ in part}) for part in found) == len(set(names))


def test_queries_that_take_turns_are_noticed_at_once():
    assert reading._interleaved(np.tile(np.arange(500), 3))
    assert not reading._interleaved(np.arange(5000))
    known = np.full(4001, -1)
    known[1::2] = np.arange(2000)
    assert not reading._interleaved(known)  # between queries without judgments


def test_nothing_of_the_first_look_is_kept_when_queries_take_turns(monkeypatch):
    monkeypatch.setattr(reading, "_STRETCHES", 4)
    lines = [f"q{at % 7} Q0 d{at} {at} {at}.5 t\n" for at in range(700)]
    before = working()
    gc.disable()
    try:
        ranking(QRELS, "".join(lines).encode())
        assert_nobody_works_but(before)
        assert not [each for each in gc.get_objects() if isinstance(each, RunRows)]
    finally:
        gc.enable()


@pytest.mark.parametrize("size", [7, 100, 1 << 17])
def test_the_tail_of_a_file_is_kept_whatever_its_blocks(size, tmp_path, monkeypatch):
    monkeypatch.setattr(source, "_TAIL", 50)
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)) * 4)
    read = source.Source(path)
    for blocks in (read.blocks(size), read.blocks_into(memoryview(bytearray(size)) for _ in range(10**6))):
        assert b"".join(map(bytes, blocks)) == path.read_bytes()
        assert read.tail == path.read_bytes()[-50:]


def damaged_batch(part, offsets):
    """Three rows whose ids of one part point where the offsets say."""
    broken = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(np.array(offsets, np.int32)), pa.py_buffer(b"d1d2d3")]
    )
    columns = {"query": pa.array(["q1"] * 3), "doc": pa.array(["e1", "e2", "e3"]), "score": pa.array([3.0, 2.0, 1.0])}
    return pa.RecordBatch.from_pydict(columns | {part: broken})


@pytest.mark.parametrize("part", ["query", "doc"])
@pytest.mark.parametrize(
    "offsets", [[0, 2_000_000_000, -2_000_000_000, 6], [0, 4, 2, 6], [0, 2, -9, 6], [0, 999, 4, 6]]
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_damaged_offsets_are_refused_in_every_batch(part, offsets, place, tmp_path, monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", 4)
    whole = damaged_batch("doc", [0, 2, 4, 6])
    batches = [whole, whole, whole]
    batches[place] = damaged_batch(part, offsets)
    with pa.OSFile(str(tmp_path / "run.arrow"), "wb") as sink, pa.ipc.new_file(sink, whole.schema) as writer:
        for batch in batches:
            writer.write_batch(batch)
    with pytest.raises(InputError, match="is not a whole Arrow table"):
        ranking(QRELS, tmp_path / "run.arrow", policy=Policy(duplicates="first"))


@pytest.mark.parametrize("code", [-1, 2, 2_000_000_000])
@pytest.mark.parametrize("part", ["query", "doc"])
@pytest.mark.parametrize("batches", [1, 2])
def test_numbers_beyond_a_dictionary_are_refused(code, part, batches, tmp_path):
    codes = pa.Array.from_buffers(pa.int32(), 3, [None, pa.py_buffer(np.array([0, code, 1], np.int32))])
    broken = pa.DictionaryArray.from_arrays(codes, pa.array(["q1", "q2"]), safe=False)
    columns = {"query": pa.array(["q1"] * 3), "doc": pa.array(["e1", "e2", "e3"]), "score": pa.array([3.0, 2.0, 1.0])}
    batch = pa.RecordBatch.from_pydict(columns | {part: broken})
    with pa.OSFile(str(tmp_path / "run.arrow"), "wb") as sink, pa.ipc.new_file(sink, batch.schema) as writer:
        for _ in range(batches):
            writer.write_batch(batch)
    with pytest.raises(InputError, match="is not a whole Arrow table"):
        ranking(QRELS, tmp_path / "run.arrow", policy=Policy(duplicates="first"))


def test_the_row_of_a_mistake_is_right_in_every_piece_of_a_table(monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", 4)
    rows = 40
    for at in (0, 1, 17, 39):
        docs = [None if row == at else f"d{row}" for row in range(rows)]
        table = pa.table({"query": [f"q{row // 3}" for row in range(rows)], "doc": docs, "score": [1.0] * rows})
        for chunk in (1, 7, rows):
            cut = pa.concat_tables([table.slice(first, chunk) for first in range(0, rows, chunk)])
            with pytest.raises(InputError, match=rf"row {at + 1}: the doc is missing \(null\)"):
                ranking(QRELS, cut)


@pytest.mark.parametrize("group", [1, 13, 50, 400])
@pytest.mark.parametrize("codes", [True, False])
@pytest.mark.parametrize("batch", [7, 100, 1 << 20])
def test_groups_of_a_parquet_file_are_unpacked_by_themselves(group, codes, batch, tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_LARGE", 1)
    for name in ("_UNPACKED", "_SLICE"):
        monkeypatch.setattr(parquet, name, batch)
    monkeypatch.setattr(table_input, "_ROWS", 16)
    pq.write_table(many_groups(), tmp_path / "run.parquet", row_group_size=group, use_dictionary=codes)
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    assert (evaluate(ranking(qrels, tmp_path / "run.parquet"), ["AP"])["AP"].values == expected).all()
    mixed = many_groups().take(np.random.default_rng(1).permutation(400))
    pq.write_table(mixed, tmp_path / "mixed.parquet", row_group_size=group, use_dictionary=codes)
    assert (evaluate(ranking(qrels, tmp_path / "mixed.parquet"), ["AP"])["AP"].values == expected).all()


@pytest.mark.parametrize("kind", ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"])
@pytest.mark.parametrize("large", [1, 1 << 16])
def test_queries_that_parquet_stores_as_differences_are_read(kind, large, tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_LARGE", large)
    stored = {"use_dictionary": False, "column_encoding": {"query": kind}, "row_group_size": 100}
    pq.write_table(many_groups(), tmp_path / "run.parquet", **stored)
    pq.write_table(many_groups().rename_columns(["query", "doc", "grade"]), tmp_path / "qrels.parquet", **stored)
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    assert (evaluate(ranking(qrels, tmp_path / "run.parquet"), ["AP"])["AP"].values == expected).all()
    assert len(judgments(tmp_path / "qrels.parquet", policy=Policy(negative="zero")).queries) == 58


@pytest.mark.parametrize("group", [5, 100, 400])
def test_ranks_of_a_parquet_file_come_along_with_its_groups(group, tmp_path, monkeypatch):
    for name in ("_LARGE", "_UNPACKED", "_SLICE"):
        monkeypatch.setattr(parquet, name, 1 if name == "_LARGE" else 60)
    ranks = [7 - i % 7 for i in range(400)]
    table = many_groups().set_column(2, "score", [[1.0] * 400]).append_column("rank", [ranks])
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=group)
    qrels = {f"q{i}": {"d0": 1} for i in range(58)}
    run = tmp_path / "run.parquet"
    found = evaluate(ranking(qrels, run, policy=Policy(ties="rank")), ["RR"])["RR"].values
    assert sorted(found) == [1 / 7] * 57 + [1.0]  # of the last query only d0 is there
    falling = table.set_column(2, "score", [[float(-i) for i in range(400)]])
    pq.write_table(falling, run, row_group_size=group)
    assert "ranks contradict scores in 57 queries" in str(ranking(qrels, run).findings)


def test_threads_of_a_refused_table_end_while_its_error_is_kept(tmp_path):
    truth = [0, 1] * 2000
    truth[205] = None
    pq.write_table(pa.table({"y": truth, "s": np.arange(4000.0)}), tmp_path / "a.parquet", row_group_size=200)
    before = working()
    with pytest.raises(InputError, match="row 206") as kept:
        labels(tmp_path / "a.parquet", truth="y", score="s")
    assert_nobody_works_but(before)
    assert kept.value


@pytest.mark.parametrize("part", ["query", "doc"])
@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), "dictionary", "in dictionary"])
@pytest.mark.parametrize("wrong", ["", None])
def test_empty_and_missing_ids_are_refused_in_every_kind_of_text(part, kind, wrong):
    names = pa.array(["a", "b", wrong, "c"])
    if kind == "in dictionary":  # the number is there, what it stands for is missing
        names = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), names)
    else:
        names = names.dictionary_encode() if kind == "dictionary" else names.cast(kind)
    columns = {"query": pa.array(["q1"] * 4), "doc": pa.array(["d1", "d2", "d3", "d4"]), "score": pa.array([4.0] * 4)}
    table = pa.table(columns | {part: names})
    with pytest.raises(InputError, match=rf"row 3: the {part} is (empty|missing)"):
        ranking(QRELS, table)


@pytest.mark.parametrize("large", [1, 1 << 16])
@pytest.mark.parametrize("size", [4, 1 << 18])
def test_rows_that_are_wrong_are_named_by_their_number(large, size, tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_LARGE", large)
    monkeypatch.setattr(table_input, "_ROWS", size)
    columns = {"query": [f"q{i // 9}" for i in range(90)], "doc": [f"d{i}" for i in range(90)], "score": [1.0] * 90}
    twice = columns | {"doc": [f"d{60 if i == 57 else i}" for i in range(90)]}
    infinite = columns | {"score": [float("inf") if i in (31, 70) else 1.0 for i in range(90)]}
    for wrong, said in (
        (twice, r"row 61: query q6 lists document d60 twice \(first in row 58\)"),
        (infinite, "row 32: the score of document d31 is inf"),
    ):
        table = pa.table(wrong)
        pq.write_table(table, tmp_path / "run.parquet", row_group_size=20)
        for given_run in (table, tmp_path / "run.parquet", pl.DataFrame(table)):
            with pytest.raises(InputError, match=said):
                ranking(QRELS, given_run)
    run: dict = {}
    for query, doc, score in zip(*infinite.values(), strict=True):
        run.setdefault(query, {})[doc] = score
    with pytest.raises(InputError, match="the run: the score of document d31 is inf"):  # rows of a dict have no number
        ranking(QRELS, run)


def test_columns_that_are_missing_are_named_all_at_once():
    table = pa.table({"frage": ["q1"], "antwort": ["d1"], "wert": [1.0]})
    hint = r"name them, as in columns=\{'query': 'frage', 'doc': 'antwort', 'score': 'wert'\}"
    with pytest.raises(InputError, match=hint):
        ranking(QRELS, table)
    with pytest.raises(InputError, match="has no column for the query; there are doc, score; add it to the file"):
        ranking(QRELS, pa.table({"doc": ["d1"], "score": [1.0]}))
    with pytest.raises(InputError, match=r"columns: must be a dict such as \{'query': 'topic'\}, not 'query=frage'"):
        ranking(QRELS, table, columns="query=frage")


def test_grades_that_look_like_scores_are_said():
    run, qrels = {"q1": {"d1": 0.25, "d2": 3.5, "d3": 1.0}}, {"q1": {"d1": 1, "d2": 2}}
    findings = {finding.key: finding for finding in ranking(run, qrels).findings}
    assert "2 grades with a fraction; are they the scores of a run?" in findings["fractional-grade"].message
    assert "fractional-grade" not in {finding.key for finding in ranking({"q1": {"d1": 0.5, "d2": 1}}, run).findings}


def test_no_thread_goes_on_after_a_mistake(tmp_path, monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", 16)
    docs = ["" if i == 30 else f"d{i % 7}" for i in range(400)]
    table = many_groups().set_column(1, "doc", pa.array(docs))
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=13)
    before, kept = working(), []
    for large in (1, 1 << 16):
        monkeypatch.setattr(parquet, "_LARGE", large)
        with pytest.raises(InputError, match="row 31: the doc is empty") as caught:
            ranking(QRELS, tmp_path / "run.parquet")
        kept.append(caught)  # with its traceback, which would keep iterators alive
        assert_nobody_works_but(before)


def test_lines_are_right_behind_queries_without_judgments():
    table = b"query,doc,score\n" + b"".join(b"x,d%d,1\n" % i for i in range(5)) + b"q1,d1,2\nq1,d2,nan\n"
    text = b"x Q0 d1 1 1 t\nx Q0 d2 2 0 t\nq1 Q0 d1 1 nan t\nq2 Q0 d1 1 1 t\n"
    for run, line in ((table, 8), (text, 3)):
        with pytest.raises(InputError, match=f"line {line}: the score of document d. is nan"):
            ranking(QRELS, run)


def test_a_dictionary_that_chunks_share_is_not_made_again():
    known = pa.array([f"d{i}" for i in range(3000)])
    chunks = [
        pa.DictionaryArray.from_arrays(pa.array(range(at, at + 10), pa.int32()), known) for at in range(0, 3000, 10)
    ]
    whole = flat(pa.chunked_array(chunks))
    assert whole.dictionary.buffers()[2].address == known.buffers()[2].address
    assert whole.to_pylist() == known.to_pylist()
    apart = [pa.DictionaryArray.from_arrays(each.indices, pa.array(known.to_pylist())) for each in chunks]
    assert flat(pa.chunked_array(apart)).type == pa.string()  # one dictionary of all would take longer than the rows
    views = [pa.array(["d1", "d2"], pa.string_view()), pa.array(["a-long-name-of-a-document", "d3"], pa.string_view())]
    coded = pa.chunked_array([pa.DictionaryArray.from_arrays(pa.array([0, 1], pa.int8()), each) for each in views])
    assert flat(coded).to_pylist() == ["d1", "d2", "a-long-name-of-a-document", "d3"]


def test_categories_of_polars_are_read_and_refused_as_text_is():
    columns = {"query": ["q1", "q1"], "doc": ["d1", "d2"], "score": [2.0, 1.0]}
    frame = pl.DataFrame(columns)
    whole = frame.with_columns(pl.col("doc").cast(pl.Enum(["d2", "", "d1"])), pl.col("query").cast(pl.Categorical))
    assert evaluate(ranking({"q1": {"d2": 1}}, whole), "RR")["RR"].value == 1 / 2
    missing = pl.DataFrame(columns | {"query": ["q1", None]}).with_columns(pl.col("query").cast(pl.Categorical))
    with pytest.raises(InputError, match=r"row 2: the query is missing \(null\)"):
        ranking(QRELS, missing)
    written = pl.DataFrame(columns | {"score": ["2", "1"]}).with_columns(pl.col("score").cast(pl.Categorical))
    assert evaluate(ranking({"q1": {"d2": 1}}, written), "RR")["RR"].value == 1 / 2
    nested = pa.DictionaryArray.from_arrays(pa.array([0, 0], pa.int8()), pa.array([{"x": 1}]))
    with pytest.raises(InputError, match="the query must be text or a whole number"):
        ranking(QRELS, pa.table(columns | {"query": nested}))


def test_chunks_without_rows_are_left_out():
    frame = pd.DataFrame({"query": ["q1"] * 4, "doc": list("abcd"), "score": [4.0, 3.0, 2.0, 1.0]})
    for cut in (pd.concat([frame.iloc[1:3], frame.iloc[:0], frame.iloc[3:]]), frame):
        assert evaluate(ranking({"q1": {"d": 1}}, cut), "RR")["RR"].value == 1 / len(cut)


def test_a_buffer_that_ends_within_a_number_is_no_traceback(tmp_path):
    batch = pa.record_batch({"query": ["q1"] * 3, "doc": ["d1", "d2", "d3"], "score": [3.0, 2.0, 1.0]})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    raw = bytearray(sink.getvalue().to_pybytes())
    at = raw.find((16).to_bytes(8, "little"))
    raw[at : at + 8] = (17).to_bytes(8, "little")
    (tmp_path / "run.arrow").write_bytes(raw)
    assert evaluate(ranking({"q1": {"d2": 1}}, tmp_path / "run.arrow"), "RR")["RR"].value == 1 / 2


@pytest.mark.parametrize("part", ["query", "doc"])
def test_text_in_memory_that_is_not_utf_8_is_refused(part):
    bad = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(np.array([0, 2, 4], np.int32)), pa.py_buffer(b"d1d\xff")]
    )
    columns = {"query": pa.array(["q1", "q1"]), "doc": pa.array(["d1", "d2"]), "score": pa.array([2.0, 1.0])}
    with pytest.raises(InputError, match="the run: holds text that is not UTF-8"):
        ranking(QRELS, pa.table(columns | {part: bad}))


def test_the_highest_number_of_a_narrow_dictionary_is_told():
    names = [f"q{i:03d}" for i in range(128)]
    query = pa.DictionaryArray.from_arrays(pa.array(np.repeat(np.arange(128), 3), pa.int8()), pa.array(names))
    rows = {"query": query, "doc": [f"d{i % 3}" for i in range(384)], "score": [float(-i) for i in range(384)]}
    assert evaluate(ranking({name: {"d1": 1} for name in names}, pa.table(rows)), "RR")["RR"].value == 1 / 2


@pytest.mark.parametrize("size", [4, 1 << 18])
def test_a_missing_rank_means_the_same_wherever_pieces_are_cut(size, monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", size)
    ranks = [None if i == 0 else i % 4 + 1 for i in range(40)]
    columns = {"query": [f"q{i // 4}" for i in range(40)], "doc": [f"d{i % 4}" for i in range(40)]}
    tied = pa.table(columns | {"score": [1.0] * 40, "rank": ranks})
    results = evaluate(ranking({"q9": {"d2": 1}}, tied, policy=Policy(ties="rank")), "RR")
    assert results["RR"].value == 1 / 3
    with pytest.raises(InputError, match="has no ranks for every document"):
        ranking({"q0": {"d2": 1}}, tied, policy=Policy(ties="rank"))
    against = pa.table(columns | {"score": [float(i % 4) for i in range(40)], "rank": ranks})
    found = {finding.key: finding.count for finding in ranking(QRELS, against).findings}
    assert found["rank-contradicts-score"] == 10


def test_one_column_may_have_two_roles(tmp_path):
    table = pa.table({"id": ["a", "b"], "score": [1.0, 2.0]})
    pq.write_table(table, tmp_path / "run.parquet")
    for run in (table, tmp_path / "run.parquet"):
        results = evaluate(ranking({"a": {"a": 1}}, run, columns={"query": "id", "doc": "id"}), "RR")
        assert results["RR"].value == 1


def test_the_first_row_that_is_wrong_is_named_in_a_parquet_file_too(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_LARGE", 1)
    docs = [None if i in (25, 39) else f"d{i % 7}" for i in range(400)]  # in the middle and at the end of a group
    pq.write_table(many_groups().set_column(1, "doc", pa.array(docs)), tmp_path / "run.parquet", row_group_size=40)
    with pytest.raises(InputError, match="row 26: the doc is missing"):
        ranking(QRELS, tmp_path / "run.parquet")


def test_a_judgment_twice_in_a_table_is_named_by_its_rows():
    table = pa.table({"query": ["q1"] * 4, "doc": ["a", "b", "c", "b"], "grade": [1, 0, 1, 1]})
    with pytest.raises(DuplicateError, match=r"row 4: query q1 judges document b twice \(first in row 2\)"):
        ranking(table, {"q1": {"a": 1.0}})


def test_a_run_of_queries_without_judgments_is_not_read_twice(monkeypatch):
    monkeypatch.setattr(reading, "_STRETCHES", 4)
    monkeypatch.setattr(reading, "_join_shuffled", None)
    lines = [f"x{at // 3} Q0 d{at % 3} 1 1 t\n" for at in range(300)]
    assert evaluate(ranking({"x50": {"d2": 1}}, "".join(lines).encode()), "RR")["RR"].value == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_an_iterator_that_ends_inside_the_work_ends_nothing_else(threads):
    def work(number):
        return number if number != 3 else next(iter(()))

    with pytest.raises(RuntimeError):
        list(in_order(work, range(9), threads))


def test_threads_that_were_started_end_when_another_cannot_be(monkeypatch):
    start, started = threading.Thread.start, []

    def few(self):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(self)
        start(self)

    def slow(number):
        time.sleep(0.05)  # or a thread could be done before the next one is needed
        return number

    monkeypatch.setattr(threading.Thread, "start", few)
    before = working()
    with pytest.raises(RuntimeError, match="can't start new thread"):
        list(in_order(slow, range(9), 5))
    assert_nobody_works_but(before)


def test_a_refusal_keeps_nothing_of_the_table_alive(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_LARGE", 1)
    rows = 50_000
    scores = np.where(np.arange(rows) == 40_000, np.nan, 1.0)
    names = [f"q{at // 10}" for at in range(rows)]
    columns = {"query": names, "doc": [f"d{at}" for at in range(rows)], "score": scores}
    pq.write_table(pa.table(columns), tmp_path / "run.parquet", row_group_size=10_000)
    del columns, scores
    gc.collect()
    before = pa.total_allocated_bytes()
    gc.disable()
    try:
        with pytest.raises(InputError, match="row 40001: the score of document d40000 is nan"):
            ranking({"q4000": {"d1": 1}}, tmp_path / "run.parquet")
        assert pa.total_allocated_bytes() - before < 100_000
    finally:
        gc.enable()


def test_what_is_unpacked_of_a_mapped_file_leaves_the_memory(tmp_path, monkeypatch):
    if not hasattr(mmap, "MADV_DONTNEED"):
        pytest.skip("this system keeps mapped files as long as it likes")
    forgotten = []

    class Watched(mmap.mmap):
        def madvise(self, option: int, begin: int, length: int) -> None:
            forgotten.append((begin, begin + length))
            super().madvise(option, begin, length)
            raise OSError  # as a system may that does not want to

    monkeypatch.setattr(mmap, "mmap", Watched)
    monkeypatch.setattr(parquet, "_LARGE", 1000)
    docs = pa.array([f"d{at}" for at in range(40_000)])
    table = pa.table({"query": ["q1"] * 40_000, "doc": docs, "score": np.arange(40_000.0)})
    run = tmp_path / "run.parquet"
    pq.write_table(table, run, row_group_size=10_000)
    assert evaluate(ranking({"q1": {"d0": 1}}, run), ["RR"])["RR"].value == 1 / 40_000
    size = run.stat().st_size
    assert all(begin % mmap.PAGESIZE == 0 and begin < end <= size for begin, end in forgotten)
    assert len(set().union(*(range(begin, end) for begin, end in forgotten))) > 0.8 * size
    forgotten.clear()
    pq.write_table(table, run, row_group_size=500)  # not worth it
    assert evaluate(ranking({"q1": {"d0": 1}}, run), ["RR"])["RR"].value == 1 / 40_000
    assert not forgotten


DAMAGED = """
import sys
from pathlib import Path
from cranfield import InputError, evaluate, ranking
from cranfield.io.read import parquet

parquet._LARGE = 1
whole, file = Path(sys.argv[1]).read_bytes(), Path(sys.argv[1])
begin = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
results = set()
for at in range(begin, len(whole)):
    file.write_bytes(whole[:at] + bytes([whole[at] ^ 2]) + whole[at + 1 :])
    try:
        results.add(evaluate(ranking({"q1": {"d3": 1, "d6": 2}}, file), ["AP"])["AP"].value)
    except InputError:
        results.add(None)
print(len(results))
"""


def test_no_damage_to_the_description_of_a_parquet_file_ends_the_program(tmp_path):
    # pyarrow aborts where it is asked about a column whose description is damaged, before it has read it
    table = many_groups()[:200].append_column("other", [["x"] * 200])
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=100)
    command = [sys.executable, "-c", DAMAGED, str(tmp_path / "run.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1


@pytest.mark.parametrize(
    ("begin", "end"), [(-9000, 5), (-1, -1), (0, 1 << 62), (1 << 62, 1 << 63), (5000, 100), (1, 2)]
)
def test_damaged_places_of_columns_are_forgotten_without_harm(begin, end, tmp_path):
    (tmp_path / "some").write_bytes(b"x" * 20_000)
    held = WholeBytes(Source(tmp_path / "some"))
    held.forget(begin, end)
    assert held.open().read() == b"x" * 20_000
    WholeBytes(Source(b"abc")).forget(0, 3)  # which is not mapped


@pytest.mark.parametrize("given", [0, 60])
def test_a_row_group_that_gives_fewer_rows_than_it_announces_is_refused(given, tmp_path, monkeypatch):
    pq.write_table(many_groups(), tmp_path / "run.parquet", row_group_size=100)
    batches = many_groups()[:given].to_batches()
    monkeypatch.setattr(pq.ParquetFile, "iter_batches", lambda *_, **__: iter(batches))
    with pytest.raises(InputError, match=rf"is not a whole Parquet table \({given} rows instead of 100\)"):
        ranking(QRELS, tmp_path / "run.parquet")


def test_categories_of_polars_can_be_checked():
    columns = {"query": ["q1", "q1"], "doc": ["d1", "d2"], "score": [2.0, 1.0]}
    frame = pl.DataFrame(columns).with_columns(pl.col("query", "doc").cast(pl.Categorical))
    assert not [finding for finding in check({"q1": {"d1": 1}}, frame) if finding.severity == "error"]
    assert not [finding for finding in check(frame.rename({"score": "grade"}), frame) if finding.severity == "error"]
