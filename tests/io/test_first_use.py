"""What people really have on the first day: lists of results in JSON, odd names of columns, fractions as grades."""

import ast
import json
import re

import pyarrow as pa
import pytest

from cranfield import InputError, evaluate, ranking
from cranfield.io.check import check
from cranfield.io.ids.rows import Rows
from cranfield.io.read.open import open_input

RUN = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"c": 0.5, "a": 0.25}}
QRELS = {"q1": {"b": 1}, "q2": {"a": 2}}


def rows_of(what, kind="run", **options):
    rows = Rows.together([rows for piece in open_input(what, kind, **options).pieces() for rows in piece()])
    return list(zip(rows.queries(), rows.doc.texts(), rows.value.tolist(), strict=True))


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


SCORED = [(query, doc, score) for query, docs in RUN.items() for doc, score in docs.items()]
RANKED = [(query, doc, -float(rank)) for query, docs in RUN.items() for rank, doc in enumerate(docs, 1)]
# name -> (record of a query, rows)
LISTS = {
    "objects": (lambda q, d: {"query": q, "results": [{"docid": k, "score": v} for k, v in d.items()]}, SCORED),
    "objects with an id": (lambda q, d: {"qid": q, "hits": [{"id": k, "score": v} for k, v in d.items()]}, SCORED),
    "as Elasticsearch": (
        lambda q, d: {"query_id": q, "took": 3, "hits": [{"_index": "x", "_id": k, "_score": v} for k, v in d.items()]},
        SCORED,
    ),
    "objects with ranks": (
        lambda q, d: {"topic": q, "ranking": [{"doc": k, "rank": r} for r, k in enumerate(d, 1)]}, RANKED
    ),
    "objects without numbers": (lambda q, d: {"qid": q, "results": [{"doc_id": k} for k in d]}, RANKED),
    "lists side by side": (lambda q, d: {"query_id": q, "doc_ids": [*d], "scores": [*d.values()]}, SCORED),
    "lists with other words": (
        lambda q, d: {"topic": q, "text": "words", "documents": [*d], "similarities": 7, "Score": [*d.values()]}, SCORED
    ),
    "plain ids": (lambda q, d: {"query": q, "results": [*d]}, RANKED),
    "plain ids that are numbers": (
        lambda q, d: {"qid": q, "docs": [ord(each) for each in d]},
        [(query, str(ord(doc)), value) for query, doc, value in RANKED],
    ),
}  # fmt: skip


@pytest.mark.parametrize("listed", [False, True])
@pytest.mark.parametrize("name", LISTS)
def test_a_line_may_hold_a_list_of_results(name, listed):
    make, rows = LISTS[name]
    records = [make(query, docs) for query, docs in RUN.items()]
    data = json.dumps(records).encode() if listed else lines(*records)
    assert rows_of(data) == rows
    assert rows_of(b"\n" + data) == rows
    assert evaluate(ranking(QRELS, data), "RR")["RR"].units.keys() == {"q1", "q2"}


def test_the_order_of_a_list_with_scores_says_nothing():
    data = lines({"qid": "q1", "hits": [{"id": "a", "score": 1}, {"id": "b", "score": 2}]})
    assert not [each for each in ranking(QRELS, data).findings if "rank" in each.key]
    assert evaluate(ranking({"q1": {"b": 1}}, data), "RR")["RR"].value == 1


def test_a_query_may_have_no_results():
    empty = {"qid": "q0", "results": []}
    data = lines(empty, {"qid": "q1", "results": [{"id": "a", "score": 1}]}, empty)
    assert rows_of(data) == [("q1", "a", 1.0)]


def test_judgments_may_come_as_lists_too():
    data = lines({"qid": "q1", "judgments": [{"docid": "a", "grade": 2}, {"docid": "b", "grade": 0}]})
    assert rows_of(data, "qrels") == [("q1", "a", 2.0), ("q1", "b", 0.0)]
    data = lines({"query": "q1", "doc_ids": ["a", "b"], "relevance": [1, 0]})
    assert rows_of(data, "qrels") == [("q1", "a", 1.0), ("q1", "b", 0.0)]


def test_fields_of_lists_can_be_named():
    data = lines({"frage": "q1", "treffer": [{"seite": "a", "punkte": 2, "note": 1}]})
    columns = {"query": "frage", "doc": "seite", "score": "punkte"}
    assert rows_of(data, columns=columns) == [("q1", "a", 2.0)]
    data = lines({"frage": "q1", "seiten": ["a", "b"], "punkte": [1, 2], "andere": [3, 4]})
    columns = {"query": "frage", "doc": "seiten", "score": "punkte"}
    assert rows_of(data, columns=columns) == [("q1", "a", 1.0), ("q1", "b", 2.0)]


def test_a_record_with_a_list_beside_its_document_is_one_row():
    data = lines({"qid": "q1", "docid": "a", "score": 1, "tokens": ["x", "y"]})
    assert rows_of(data) == [("q1", "a", 1.0)]


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([{"qid": "q", "docs": ["a"]}, {"qid": "q"}],
         "line 2: has no 'docs'; every line must have the keys of the first"),
        ([{"qid": "q", "docs": ["a", ""]}], "line 1: result 2: the doc is empty; fill it in or drop the row"),
        ([{"qid": "q", "docs": ["a"]}, {"qid": "q", "docs": "b"}],
         "line 2: 'docs' must be a list as in the first line, not 'b'; mend the line"),
        ([{"qid": "q", "doc_ids": ["a", "b"], "scores": [1]}],
         "line 1: the lists must be of one length, not 2 in 'doc_ids' and 1 in 'scores'; mend the line"),
        ([{"qid": "q", "hits": [{"id": "a", "score": 1}, {"id": "b", "score": "x"}]}],
         "line 1: result 2: the score must be a number, not 'x'; convert it to a number"),
        ([{"qid": "q", "hits": [{"id": "a", "score": 1}, {"id": "b"}]}],
         "line 1: result 2: has no 'score'; every line must have the keys of the first"),
        ([{"qid": "q", "hits": [{"id": "a", "score": 1}, "b"]}],
         "line 1: result 2: must be an object as in the first line, not 'b'"),
    ],
)  # fmt: skip
def test_a_fault_in_a_list_has_its_line_and_its_place(records, message):
    with pytest.raises(InputError) as fault:
        ranking({"q": {"a": 1}}, lines(*records))
    assert str(fault.value) == f"bytes {message}"


def test_a_document_listed_twice_is_found_on_its_lines():
    data = lines({"qid": "q", "docs": ["a", "b"], "scores": [4, 3]}, {"qid": "q", "docs": ["c", "b"], "scores": [2, 1]})
    with pytest.raises(InputError, match=r"bytes line 2: query q lists document b twice \(first on line 1\)"):
        ranking({"q": {"a": 1}}, data)
    found = {finding.key: finding for finding in check({"q": {"a": 1}}, data)}
    assert found["duplicate-document"].lines == (1, 2)


def test_bad_lines_of_lists_are_listed_and_the_others_are_read():
    data = lines({"qid": "q", "docs": ["a"]}, {"qid": "r", "docs": [1.5]}, {"qid": "s", "docs": ["c"]})
    found = [finding for finding in check({"q": {"a": 1}}, data) if finding.severity == "error"]
    assert [(finding.key, finding.lines) for finding in found] == [("unparsable-line", (2,))]


def csv(header, *rows):
    return "\n".join([header, *rows]).encode() + b"\n"


ADVISED = {
    "text beside a number": ("run", csv("qid,Q0,docid,points", "q1,Q0,a,3", "q1,Q0,b,2")),
    "all but the query": ("run", csv("frage,seite,punkte", "q1,a,3", "q1,b,2.5")),
    "only ids": ("qrels", csv("frage,docid,grade", "q1,a,1")),
    "a table": ("run", pa.table({"qid": ["q1"], "tag": ["t"], "seite": ["a"], "wert": [1.5]})),
    "a table of grades": ("qrels", pa.table({"qid": ["q1"], "docid": ["a"], "note": ["good"], "punkte": [2]})),
    "objects": ("run", lines({"text": "words", "nummer": 7, "seite": "a", "punkte": 1.5})),
    "objects of grades": ("qrels", lines({"note": "x", "qid": "q1", "docid": "a", "wert": 1})),
}


@pytest.mark.parametrize("name", ADVISED)
def test_advice_that_names_columns_can_be_followed(name):
    kind, data = ADVISED[name]
    with pytest.raises(InputError) as fault:
        rows_of(data, kind, **({"input_format": "csv"} if isinstance(data, bytes) and data[:1] != b"{" else {}))
    advice = re.search(r"as in columns=(\{.*?\})", str(fault.value))
    assert advice, str(fault.value)
    columns = ast.literal_eval(advice[1])
    assert rows_of(data, kind, columns=columns, **({"input_format": "csv"} if data[:1] == b"q" else {}))


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("run", csv("qid,Q0,docid,tag", "q1,Q0,a,t")),
        ("run", pa.table({"qid": ["q1"], "docid": ["a"], "tag": ["t"]})),
        ("run", lines({"qid": "q1", "docid": "a", "tag": "t"})),
    ],
)
def test_no_column_is_advised_that_could_not_be_right(kind, data):
    with pytest.raises(InputError, match=r"has no column for the score; there are .*; add it to the file"):
        rows_of(data, kind)


@pytest.mark.parametrize("name", ["grade", "relevance", "min_relevance", "rel", "Label"])
def test_fractions_in_a_column_of_grades_are_meant(name):
    data = csv(f"qid,docid,{name}", "q1,a,0.5", "q1,b,0.75")
    assert rows_of(data, "qrels") == [("q1", "a", 0.5), ("q1", "b", 0.75)]
    run = {"q1": {"a": 1.0, "b": 0.5}}
    assert not [each for each in ranking(data, run).findings if each.key == "fractional-grade"]
    found = {each.key: each.severity for each in check(data, run)}
    assert found["fractional-grade"] == "note"
    table = pa.table({"qid": ["q1"], "docid": ["a"], name: [0.5]})
    assert not [each for each in ranking(table, run).findings if each.key == "fractional-grade"]
    record = lines({"qid": "q1", "docid": "a", name: 0.5})
    assert not [each for each in ranking(record, run).findings if each.key == "fractional-grade"]


@pytest.mark.parametrize(
    "data",
    [{"q1": {"a": 0.5, "b": 0.75}}, b"q1 0 a 0.5\nq1 0 b 0.75\n", csv("qid,docid,score", "q1,a,0.5", "q1,b,0.75")],
)
def test_fractions_that_nothing_calls_grades_may_be_the_scores_of_a_run(data):
    run = {"q1": {"a": 1.0, "b": 0.5}}
    found = [each for each in ranking(data, run).findings if each.key == "fractional-grade"]
    assert [each.severity for each in found] == ["warning"]
    assert {each.key: each.severity for each in check(data, run)}["fractional-grade"] == "warning"


def test_a_column_that_was_named_for_the_grades_holds_grades():
    data, run = csv("qid,docid,score", "q1,a,0.5", "q1,b,0.75"), {"q1": {"a": 1.0, "b": 0.5}}
    batch = ranking(data, run, columns={"grade": "score"})
    assert not [each for each in batch.findings if each.key == "fractional-grade"]
