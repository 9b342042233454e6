"""Every format, compressed or not, gives the same rows."""

import io
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.ids.rows import NO_RANK, Rows
from cranfield.io.read.nested import tables_of_dict
from cranfield.io.read.open import open_input
from cranfield.io.read.recognise import recognise
from io_samples import COMPRESSIONS, MSMARCO, QRELS, QRELS_FILES, RUN, RUNS, qrels_table, run_table

SHARED = Path(__file__).parents[3] / "shared" / "data" / "ir_formats"


def read_rows(what, kind, **options):
    return Rows.together([rows for piece in open_input(what, kind, **options).pieces() for rows in piece()])


def rows_of(what, kind, **options):
    rows = read_rows(what, kind, **options)
    assert rows.value.dtype == np.float64
    return list(zip(rows.queries(), rows.doc.texts(), rows.value.tolist(), strict=True))


RUN_ROWS = [(q, d, s) for q, d, _, s in RUN]


@pytest.mark.parametrize("ending", COMPRESSIONS)
@pytest.mark.parametrize("name", RUNS)
def test_every_run_format_gives_the_same_rows(name, ending, tmp_path):
    data, form = RUNS[name]
    path = tmp_path / f"run{ending}"
    path.write_bytes(COMPRESSIONS[ending](data))
    assert recognise(Source(path), "run").name == form
    assert rows_of(path, "run") == RUN_ROWS


@pytest.mark.parametrize("ending", COMPRESSIONS)
@pytest.mark.parametrize("name", QRELS_FILES)
def test_every_judgment_format_gives_the_same_rows(name, ending, tmp_path):
    data, form = QRELS_FILES[name]
    path = tmp_path / f"qrels{ending}"
    path.write_bytes(COMPRESSIONS[ending](data))
    assert recognise(Source(path), "qrels").name == form
    assert rows_of(path, "qrels") == QRELS


@pytest.mark.parametrize("ending", COMPRESSIONS)
@pytest.mark.parametrize("name", RUNS)
def test_standard_input_gives_the_same_rows(name, ending, monkeypatch):
    class Pipe:
        buffer = io.BytesIO(COMPRESSIONS[ending](RUNS[name][0]))

    monkeypatch.setattr(sys, "stdin", Pipe)
    assert rows_of("-", "run") == RUN_ROWS


@pytest.mark.parametrize("name", [name for name in RUNS if not name.startswith("json")])
def test_ranks_are_kept(name):
    assert read_rows(RUNS[name][0], "run").rank.tolist() == [rank for _, _, rank, _ in RUN]


@pytest.mark.parametrize("ending", COMPRESSIONS)
def test_msmarco_ranks_become_falling_scores(ending):
    assert rows_of(COMPRESSIONS[ending](MSMARCO), "run") == [(q, d, -float(r)) for q, d, r, _ in RUN]


def test_a_table_with_ranks_only_is_ordered_by_them():
    assert rows_of(run_table().drop_columns(["score"]), "run") == [(q, d, -float(r)) for q, d, r, _ in RUN]
    lines = b"qid,docid,rank\n1,a,1\n1,b,2\n"
    assert rows_of(lines, "run") == [("1", "a", -1.0), ("1", "b", -2.0)]
    lines = b'{"qid": 1, "docid": "a", "rank": 1}\n{"qid": 1, "docid": "b", "rank": 2}\n'
    assert rows_of(lines, "run") == [("1", "a", -1.0), ("1", "b", -2.0)]


def test_ranks_are_left_out_where_one_is_no_number_because_scores_decide():
    for data in (b"q Q0 a - 2 t\nq Q0 b 2 1 t\n", b"qid,docid,rank,score\nq,a,x,2\nq,b,2,1\n"):
        assert rows_of(data, "run") == [("q", "a", 2.0), ("q", "b", 1.0)]
        assert read_rows(data, "run").rank.tolist() == [NO_RANK, 2]


def test_nan_and_infinities_are_passed_on():
    values = [value for _, _, value in rows_of(b"q Q0 a 1 nan t\nq Q0 b 2 -inf t\nq Q0 c 3 Infinity t\n", "run")]
    assert np.isnan(values[0])
    assert values[1:] == [-np.inf, np.inf]


def test_the_format_and_the_columns_can_be_given():
    data = b"a,b,c\nq,d,1\n"
    assert rows_of(data, "qrels", columns={"query": "a", "doc": "b", "grade": "c"}) == [("q", "d", 1.0)]
    both = {"query": "x", "run.query": "y", "qrels.query": "a", "run.doc": "z", "doc": "b", "grade": "c"}
    assert rows_of(data, "qrels", columns=both) == [("q", "d", 1.0)]
    data = b"qid\tdoc id\tx\nq\td 1\t1\n"
    assert rows_of(data, "qrels", input_format="tsv", columns={"doc": "doc id", "grade": "x"}) == [("q", "d 1", 1.0)]
    assert rows_of(b"query 0 doc 1\n", "qrels", input_format="trec") == [("query", "doc", 1.0)]


def test_ids_with_spaces_are_fine_in_json():
    assert rows_of(b'{"q 1": {"d 1": 1}}', "qrels") == [("q 1", "d 1", 1.0)]
    assert rows_of(b'{"qid": "q 1", "docid": "d 1", "score": 1}\n', "run") == [("q 1", "d 1", 1.0)]


@pytest.mark.parametrize("kind", ["run", "qrels"])
def test_arrow_objects_of_any_kind_are_read(kind):
    table, rows = (run_table(), RUN_ROWS) if kind == "run" else (qrels_table(), QRELS)
    text = [pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string()), pa.binary()]
    for each in text:
        other = pa.table([table[0].cast(each), table[1].cast(each), *table.columns[2:]], names=table.column_names)
        assert rows_of(other, kind) == rows
    assert rows_of(table.to_batches()[0], kind) == rows
    assert rows_of(table.to_reader(), kind) == rows


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb"])
def test_dataframes_are_read_through_the_arrow_interface(library):
    module = pytest.importorskip(library)
    table = run_table()
    if library == "pandas":
        frame = table.to_pandas()
    elif library == "polars":
        frame = module.from_arrow(table)
    else:
        frame = module.from_arrow(table)
    assert rows_of(frame, "run") == RUN_ROWS


def test_integer_ids_become_strings():
    table = pa.table({"qid": [1, 2], "docid": pa.array([10, 20], pa.uint64()), "rel": pa.array([1, 0], pa.int8())})
    assert rows_of(table, "qrels") == [("1", "10", 1.0), ("2", "20", 0.0)]
    given = {1: {10: np.int64(1)}, np.int64(2): {np.int32(20): np.float32(0)}}
    assert rows_of(given, "qrels") == [("1", "10", 1.0), ("2", "20", 0.0)]


def test_boolean_and_decimal_grades_are_numbers():
    table = pa.table({"qid": ["1", "1"], "docid": ["a", "b"], "rel": [True, False]})
    assert rows_of(table, "qrels") == [("1", "a", 1.0), ("1", "b", 0.0)]
    table = table.set_column(2, "rel", pa.array([1, 2]).cast(pa.decimal128(21, 2)))
    assert rows_of(table, "qrels") == [("1", "a", 1.0), ("1", "b", 2.0)]


def test_a_dict_is_not_changed():
    given = {"q": {"d": 1}}
    list(tables_of_dict(given, "the run"))
    assert given == {"q": {"d": 1}}


def test_dict_and_table_agree():
    nested = {}
    for query, doc, _, score in RUN:
        nested.setdefault(query, {})[doc] = score
    made = pa.concat_tables(list(tables_of_dict(nested, "the run")))
    assert made == next(iter(open_input(run_table(), "run").tables())).select(["query", "doc", "value"])


REAL = {
    "beir_header_tsv.scifact.test.tsv": (339, ("1", "31715818", 1.0)),
    "bright-biology.txt": (372, ("0", "insects_attracted_to_light/Phototaxis_0.txt", 1.0)),
    "clef06fr.txt": (400, ("301-AH", "ATS.940106.0082", 0.0)),
    "dbpedia-entity-v2.tsv": (400, ("INEX_LD-2009022", "<dbpedia:Afghan_cuisine>", 0.0)),
    "dl19-passage.txt": (2000, ("19335", "1017759", 0.0)),
    "microblog2011.txt": (400, ("1", "34952194402811904", 0.0)),
    "msmarco-passage.dev-subset.txt": (400, ("300674", "7067032", 1.0)),
    "neuclir22-zh.txt": (400, ("5", "c15b7bf7-2300-4253-816e-0c0c6daf86c3", 0.0)),
    "trec.beir-scifact.txt": (339, ("1", "31715818", 1.0)),
    "tsv.miracl-zh-dev.tsv": (400, ("1009493#0", "1016228#22", 1.0)),
    "compat/compat.qrels": (311, ("31_1", "CAR_116d829c4c800c2fc70f11692fec5e8c7e975250", 0.0)),
}


@pytest.mark.skipif(not SHARED.exists(), reason="the real files are not here")
@pytest.mark.parametrize("name", REAL)
def test_judgments_met_in_the_wild_are_read(name):
    rows = rows_of(SHARED / name, "qrels")
    assert (len(rows), rows[0]) == REAL[name]


@pytest.mark.skipif(not SHARED.exists(), reason="the real files are not here")
def test_runs_met_in_the_wild_are_read():
    assert len(rows_of(SHARED / "compat" / "compat.run.gz", "run")) == 1927
    assert len(rows_of(SHARED / "pyserini.msmarco_run.txt", "run")) == 20


@pytest.mark.skipif(not SHARED.exists(), reason="the real files are not here")
def test_judgments_of_other_kinds_are_refused():
    with pytest.raises(InputError, match=r"line 1: 5 fields a line are sampled judgments or preferences; qrels_format"):
        rows_of(SHARED / "prels.web.1-50.txt", "qrels")
    rows = rows_of(SHARED / "prels.web.1-50.txt", "qrels", input_format="prels")
    assert (len(rows), rows[2]) == (400, ("1", "clueweb09-enwp01-75-20596", 1.0))


def test_blanks_around_the_cells_of_a_csv_go_where_those_of_the_header_go():
    from cranfield import evaluate, ranking

    run = b"qid, docid, score\n1, a, 2\n1,b,3\n"
    assert evaluate(ranking({"1": {"a": 1}}, run), ["RR"])["RR"].value == 1 / 2
