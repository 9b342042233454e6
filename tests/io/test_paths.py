"""Whatever way the same data comes in, every query has the same value to the last bit."""

import gzip
import json

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cranfield import Policy, evaluate, ranking
from cranfield.io.bytes import source
from cranfield.io.ids import keys
from cranfield.io.read import table_input

MEASURES = ["AP", "nDCG@5", "RR", "P@3", "Bpref", "infAP", "ERR@5", "RBP(p=0.5)", "R@5", "Judged@5", "Success@2"]
TIES = ["docid-desc", "docid-asc", "input"]

# ids around the eight bytes of a word, prefixes of each other, and beyond ASCII
NAMES = [
    "d",
    "d1",
    "d10",
    "document",
    "document1",
    "documents",
    "documentsdocument",
    "documentsdocuments",
    "é",
    "é1",
    "文档一",
    "🙂",
]
doc_ids = st.sampled_from([*NAMES, *(f"x{i:02d}" for i in range(20))])
scores = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6, width=32), st.floats(-1, 1))
runs = st.dictionaries(
    st.sampled_from(["q1", "q2", "q10", "查询", "unjudged"]),
    st.dictionaries(doc_ids, scores, min_size=1, max_size=25),
    min_size=1,
)
judgments = st.dictionaries(
    st.sampled_from(["q1", "q2", "q10", "查询", "unanswered"]),
    st.dictionaries(doc_ids, st.integers(-2, 3), min_size=1, max_size=15),
    min_size=1,
)


def rows_of(run):
    return [(query, doc, score) for query, docs in run.items() for doc, score in docs.items()]


def as_text(rows):
    return "".join(f"{query} Q0 {doc} {rank} {score!r} t\n" for rank, (query, doc, score) in enumerate(rows)).encode()


def as_table(rows):
    query, doc, score = zip(*rows, strict=True)
    return pa.table({"query": query, "doc": doc, "score": pa.array(score, pa.float64())})


def every_way(run, folder, draw_order):
    """The run as it may come in; those in another order only where the order of the input does not decide."""
    rows = rows_of(run)
    mixed = draw_order(rows)
    yield "dict", run, False
    yield "text", as_text(rows), False
    yield "tabs", as_text(rows).replace(b" ", b"\t"), False
    yield "blanks", as_text(rows).replace(b" ", b"  \t").replace(b"\n", b" \r\n"), False
    yield "compressed", gzip.compress(as_text(rows)), False
    yield "more fields", as_text(rows).replace(b" t\n", b" t more\n"), False
    yield "careful", as_text(rows).replace(b" t\n", b" t\f\n"), False
    yield "table", as_table(rows), False
    yield "mixed text", as_text(mixed), True
    yield "mixed table", as_table(mixed), True
    pq.write_table(as_table(rows), folder / "run.parquet", row_group_size=9)
    yield "parquet", folder / "run.parquet", False
    yield "parquet in memory", (folder / "run.parquet").read_bytes(), False
    pq.write_table(as_table(mixed), folder / "mixed.parquet", row_group_size=9)
    yield "mixed parquet", folder / "mixed.parquet", True
    with pa.OSFile(str(folder / "run.arrow"), "wb") as sink, pa.ipc.new_file(sink, as_table(rows).schema) as writer:
        writer.write_table(as_table(rows), max_chunksize=7)
    yield "arrow", folder / "run.arrow", False
    yield "polars", pl.DataFrame(as_table(rows)), False
    yield "codes", as_table(rows).set_column(0, "query", as_table(rows)["query"].dictionary_encode()), False
    lines = [json.dumps({"query": query, "doc": doc, "score": score}) for query, doc, score in rows]
    yield "jsonl", "\n".join(lines).encode(), False
    yield "json", json.dumps(run).encode(), False


@pytest.mark.parametrize("block", [64, 1 << 22])
@pytest.mark.parametrize("ties", TIES)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(run=runs, qrels=judgments, data=st.data())
def test_all_ways_in_give_identical_values(run, qrels, data, ties, block, tmp_path, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", block)
    monkeypatch.setattr(table_input, "_ROWS", block >> 3)
    beside = data.draw(st.booleans(), label="short queries are sorted side by side too")
    monkeypatch.setattr(keys, "_SIDE_BY_SIDE", 1 if beside else 1 << 13)
    if not set(run) & set(qrels):
        return
    scores_as = data.draw(st.sampled_from(["float64", "float32"]))
    policy = Policy(ties=ties, scores=scores_as, judged_only=data.draw(st.booleans()))
    ways = every_way(run, tmp_path, lambda rows: data.draw(st.permutations(rows)))
    values = {}
    for way, given_run, reordered in ways:
        if reordered and ties == "input":
            continue
        results = evaluate(ranking(qrels, given_run, policy=policy), MEASURES)
        values[way] = {name: results[name].values.tobytes() for name in results}
    first = values.pop("dict")
    for way, found in values.items():
        assert found == first, way


@settings(max_examples=40)
@given(run=runs, qrels=judgments, data=st.data())
def test_expected_ties_do_not_depend_on_the_way_in(run, qrels, data):
    if not set(run) & set(qrels):
        return
    policy = Policy(ties="expected")
    mixed = data.draw(st.permutations(rows_of(run)))
    names = ["AP", "nDCG@5", "RR", "P@3", "Success@2"]
    first, second = (evaluate(ranking(qrels, each, policy=policy), names) for each in (run, as_text(mixed)))
    for name in names:
        assert first[name].values == pytest.approx(second[name].values, abs=1e-12)


def test_judgments_come_in_any_way_too(tmp_path):
    qrels = {"q1": {"d1": 2, "d2": 0, "d3": -1}, "q2": {"d9": 1.5}}
    run = {"q1": {"d3": 3.0, "d1": 2.0}, "q2": {"d9": 1.0}}
    rows = [(q, d, g) for q, docs in qrels.items() for d, g in docs.items()]
    text = "".join(f"{q} 0 {d} {g}\n" for q, d, g in reversed(rows)).encode()
    query, doc, grade = zip(*rows, strict=True)
    table = pa.table({"query": query, "doc": doc, "grade": pa.array(grade, pa.float64())})
    (tmp_path / "qrels.json").write_text(json.dumps(qrels))
    values = [
        {name: result.units for name, result in evaluate(ranking(each, run), MEASURES).items()}
        for each in (qrels, text, table, tmp_path / "qrels.json")
    ]
    assert values[0] == values[1] == values[2] == values[3]


def test_a_query_that_straddles_many_blocks_is_whole(monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 1 << 10)
    docs = {f"d{i:05d}": float(1000 - i) for i in range(1000)}
    run = {"a": {"d1": 1.0}, "b": docs, "c": {"d1": 1.0}}
    qrels = {"a": {"d1": 1}, "b": {"d00000": 1, "d00999": 1}, "c": {"d1": 1}}
    results = evaluate(ranking(qrels, as_text(rows_of(run))), ["AP", "NumRet"])
    assert results["NumRet"].units == {"a": 1, "b": 1000, "c": 1}
    assert results["AP"].units["b"] == (1 + 2 / 1000) / 2
