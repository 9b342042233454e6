"""`ranking(..., keep=k)` keeps the first documents of each query, judged or not, as a plain sort would order them."""

import pickle

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cranfield import InputError, Policy, evaluate, explain, judgments, ranking
from cranfield.io.bytes import source
from cranfield.io.join import run as joining
from cranfield.io.join import shuffled
from cranfield.io.read import parquet, table_input

TIES = ["docid-desc", "docid-asc", "input", "rank", "expected"]
docs = st.sampled_from(["a", "b", "document", "document1", "documents-of-some-length", "é", "文档", *"cdefgh"])
answers = st.dictionaries(docs, st.integers(-2, 2).map(float), min_size=1, max_size=12)
runs = st.dictionaries(st.sampled_from(["q1", "q2", "q10", "unjudged"]), answers, min_size=1)
QRELS = {"q1": {"a": 1, "z": 0}, "q10": {"document": 2}, "q2": {"é": 1}, "silent": {"a": 1}}


def expected(run, keep, ties):
    """Documents and scores as a plain sort orders them; listed ranks are the places in the run, turned round."""
    found = {}
    for query in sorted(QRELS):
        rows = [(doc, score, -place) for place, (doc, score) in enumerate(run.get(query, {}).items())]
        if ties in ("docid-desc", "docid-asc"):
            rows.sort(key=lambda row: row[0].encode(), reverse=ties == "docid-desc")
        elif ties == "rank":
            rows.sort(key=lambda row: row[2])
        rows.sort(key=lambda row: -row[1])
        found[query] = [(doc, score) for doc, score, _ in rows[:keep]]
    return found


def kept(batch):
    top, score = batch.ragged("top"), batch.ragged("top_score")
    return {unit: list(zip(top[at].tolist(), score[at].tolist(), strict=True)) for at, unit in enumerate(batch.units)}


def every_way(run, folder, order):
    rows = [(q, d, s, -p) for q, found in run.items() for p, (d, s) in enumerate(found.items())]
    mixed = order(rows)
    lines = ["".join(f"{q} Q0 {d} {r} {s} t\n" for q, d, s, r in some).encode() for some in (rows, mixed)]
    tables = [pa.table(dict(zip(("query", "doc", "score", "rank"), zip(*some, strict=True), strict=True)))
              for some in (rows, mixed)]  # fmt: skip
    yield "text", lines[0], False, True
    yield "mixed text", lines[1], True, True
    yield "table", tables[0], False, True
    yield "mixed table", tables[1], True, True
    for name, table in zip(("parquet", "mixed parquet"), tables, strict=True):
        pq.write_table(table, folder / f"{name}.parquet", row_group_size=5)
        yield name, folder / f"{name}.parquet", "mixed" in name, True
    yield "dict", run, False, False


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("block", [64, 1 << 22])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(run=runs, keep=st.integers(1, 14), data=st.data())
def test_the_first_documents_are_those_of_a_plain_sort(run, keep, data, ties, block, tmp_path, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", block)
    monkeypatch.setattr(table_input, "_ROWS", block >> 3)
    monkeypatch.setattr(joining, "_STRETCHES", 4 if block == 64 else 1 << 10)
    monkeypatch.setattr(shuffled, "_ROWS", 4 if block == 64 else 1 << 18)
    if not set(run) & set(QRELS):
        return
    for way, given_run, mixed, ranked in every_way(run, tmp_path, lambda rows: data.draw(st.permutations(rows))):
        if (mixed and ties in ("input", "expected")) or (ties == "rank" and not ranked):
            continue
        batch = ranking(QRELS, given_run, policy=Policy(ties=ties), keep=keep)
        assert kept(batch) == expected(run, keep, ties), way
        plain = ranking(QRELS, given_run, policy=Policy(ties=ties))
        assert "top" not in plain
        for name in ("rank", "tie_first", "tie_last", "judgment"):
            assert batch.ragged(name).values.tolist() == plain.ragged(name).values.tolist()


def test_what_the_measures_see_does_not_change_and_judged_documents_keep_their_place():
    run = {"q1": {"x": 3.0, "a": 2.0, "y": 2.0}, "q2": {"é": 1.0}}
    batch = ranking(QRELS, run, keep=2)
    assert kept(batch) == {"q1": [("x", 3.0), ("y", 2.0)], "q10": [], "q2": [("é", 1.0)], "silent": []}
    assert evaluate(batch, "RR")["RR"].values.tolist() == evaluate(ranking(QRELS, run), "RR")["RR"].values.tolist()


def test_policies_reach_what_is_kept():
    text = b"q1 Q0 a 1 2 t\nq1 Q0 x 2 nan t\nq1 Q0 y 3 3 t\nq1 Q0 a 4 5 t\n"
    policy = Policy(duplicates="best", nonfinite="sort", missing="skip")
    batch = ranking(QRELS, text, policy=policy, keep=9)
    found = kept(batch)["q1"]
    assert [doc for doc, _ in found] == ["a", "y", "x"]
    assert np.isnan(found[2][1])
    assert batch.units == ["q1"]
    shallow = ranking(QRELS, {"q1": {"x": 3.0, "a": 2.0, "y": 1.0}}, policy=Policy(depth=2), keep=9)
    assert kept(shallow)["q1"] == [("x", 3.0), ("a", 2.0)]
    one = ranking(QRELS, {"q1": {"x": 1.00000001, "a": 1.0}}, policy=Policy(scores="float32"), keep=9)
    assert kept(one)["q1"] == [("x", 1.00000001), ("a", 1.0)]  # as they were given


def test_what_is_kept_survives_selection_and_pickling(tmp_path):
    (tmp_path / "run").write_text("q1 Q0 x 1 2 t\nq1 Q0 a 2 1 t\nq2 Q0 é 1 1 t\n", encoding="utf-8")
    batch = ranking(QRELS, tmp_path / "run", keep=5)
    some = batch.select([2, 0])
    assert kept(some) == {"q2": [("é", 1.0)], "q1": [("x", 2.0), ("a", 1.0)]}
    again = pickle.loads(pickle.dumps(batch))
    assert kept(again) == kept(batch)
    assert list(again.row_names()) == list(batch.row_names())
    assert evaluate(again, "AP")["AP"].units == evaluate(batch, "AP")["AP"].units
    assert str(explain(again, "RR", "q1")) == str(explain(batch, "RR", "q1"))
    assert evaluate(again, "AP").signature == evaluate(batch, "AP").signature


@pytest.mark.parametrize("gold", [QRELS, b"q1 0 a 1\nq2 0 b 1\n"])
def test_batches_pickle_without_what_the_judgments_were_read_from(gold):
    prepared = judgments(gold)
    batch = ranking(prepared, {"q1": {"a": 1.0, "b": 0.5}})
    assert len(pickle.dumps(batch)) < 6_000
    assert pickle.loads(pickle.dumps(batch)).row_names() == prepared.row_names


def test_a_batch_that_keeps_many_documents_is_cut_from_several_row_groups(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet, "_SLICE", 100)
    rows = 2000
    table = pa.table({
        "query": [f"q{at // 500}" for at in range(rows)], "doc": [f"d{at % 500}" for at in range(rows)],
        "score": [float(-(at % 500) // 2) for at in range(rows)],
    })  # fmt: skip
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=300)
    batch = ranking({f"q{at}": {"d7": 1} for at in range(4)}, tmp_path / "run.parquet", keep=3)
    assert kept(batch)["q2"] == kept(batch)["q0"]
    assert [doc for doc, _ in kept(batch)["q3"]] == ["d0", "d2", "d1"]


@pytest.mark.parametrize("keep", [-1, 1.5, "3", True])
def test_what_is_no_number_of_documents_is_refused(keep):
    with pytest.raises(InputError, match="ranking: keep must be a whole number of at least 0, not"):
        ranking(QRELS, {"q1": {"a": 1.0}}, keep=keep)
