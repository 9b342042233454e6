"""Tables in memory and in Arrow files: every kind of text, chunks, and damaged buffers."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import InputError, Policy, evaluate, judgments, ranking
from cranfield.errors import DuplicateError
from cranfield.io.check import check
from cranfield.io.ids.arrow_arrays import flat
from cranfield.io.ids.ids import Ids
from cranfield.io.read import arrow, table_input
from cranfield.io.read.open import open_input
from cranfield.io.read.table_input import RoleTable
from cranfield.io.read.table_rows import rows_of
from io_samples import THIRTY_QRELS as QRELS
from io_samples import many_groups


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


def test_dictionaries_of_many_chunks_are_put_together():
    chunks = [
        pa.array([f"d{i}" for i in range(at, at + 100)]).dictionary_encode().cast(pa.dictionary(pa.int8(), pa.string()))
        for at in (0, 100)
    ]
    table = pa.table({"query": ["q"] * 200, "doc": pa.chunked_array(chunks), "score": [float(-i) for i in range(200)]})
    assert evaluate(ranking({"q": {"d149": 1}}, table), ["RR"])["RR"].value == 1 / 150


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


def test_columns_that_are_missing_are_named_all_at_once():
    table = pa.table({"frage": ["q1"], "antwort": ["d1"], "wert": [1.0]})
    hint = r"name them, as in columns=\{'query': 'frage', 'doc': 'antwort', 'score': 'wert'\}"
    with pytest.raises(InputError, match=hint):
        ranking(QRELS, table)
    with pytest.raises(InputError, match="has no column for the query; there are doc, score; add it to the file"):
        ranking(QRELS, pa.table({"doc": ["d1"], "score": [1.0]}))
    with pytest.raises(
        InputError, match=r"columns must be a dict of texts, of roles to names of columns, not 'query=frage'"
    ):
        ranking(QRELS, table, columns="query=frage")


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


def test_one_column_may_have_two_roles(tmp_path):
    table = pa.table({"id": ["a", "b"], "score": [1.0, 2.0]})
    pq.write_table(table, tmp_path / "run.parquet")
    for run in (table, tmp_path / "run.parquet"):
        results = evaluate(ranking({"a": {"a": 1}}, run, columns={"query": "id", "doc": "id"}), "RR")
        assert results["RR"].value == 1


def test_a_judgment_twice_in_a_table_is_named_by_its_rows():
    table = pa.table({"query": ["q1"] * 4, "doc": ["a", "b", "c", "b"], "grade": [1, 0, 1, 1]})
    with pytest.raises(DuplicateError, match=r"row 4: query q1 judges document b twice \(first in row 2\)"):
        ranking(table, {"q1": {"a": 1.0}})


def test_categories_of_polars_can_be_checked():
    columns = {"query": ["q1", "q1"], "doc": ["d1", "d2"], "score": [2.0, 1.0]}
    frame = pl.DataFrame(columns).with_columns(pl.col("query", "doc").cast(pl.Categorical))
    assert not [finding for finding in check({"q1": {"d1": 1}}, frame) if finding.severity == "error"]
    assert not [finding for finding in check(frame.rename({"score": "grade"}), frame) if finding.severity == "error"]
