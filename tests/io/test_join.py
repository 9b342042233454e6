"""The join: order, odd scores, long ids, and lines that only look whole."""

import io
import math
from collections import OrderedDict
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from cranfield import InputError, Policy, evaluate, judgments, ranking
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import changes
from cranfield.io.join import run as joining
from cranfield.io.join.join import join
from cranfield.io.join.run_rows import RunRows
from cranfield.io.read.table_rows import rows_of

QRELS = b"q1 0 d1 1\nq1 0 d2 0\n"


def value(name, qrels, run, **policy):
    return evaluate(ranking(qrels, run, policy=Policy(**policy)), [name])[name].value


@pytest.mark.parametrize(
    "run",
    [
        b"q1 Q0 d1 1 2.0 t\nq1 Q0 d2 2 1.0 \n",
        b"q1 Q0 7 1 2.0 t\nq1 Q0  2 2 1.0\n",
        b"q1 Q0 7 1 2.0 t\n q1 Q0 2 2 1.0\n",
    ],
)
def test_a_blank_does_not_stand_for_a_missing_field_of_a_run(run):
    with pytest.raises(InputError, match="line 2: a run line must have 6 fields"):
        ranking(QRELS, run)


def test_a_blank_does_not_stand_for_a_missing_field_of_judgments():
    with pytest.raises(InputError, match="line 2: a judgment line must have 4 fields"):
        ranking(b"q1 0 1 1\nq1  2 1\n", b"q1 Q0 1 1 2.0 t\n")


def test_nan_comes_last_even_behind_minus_infinity():
    run = {"q": {"b": math.nan, "a": -math.inf, "c": 1.0}}
    assert value("RR", {"q": {"b": 1, "a": 0}}, run, nonfinite="sort") == 1 / 3
    assert value("RR", {"q": {"a": 1, "b": 0}}, run, nonfinite="sort") == 1 / 2


def test_infinities_sort_as_numbers_when_allowed():
    run = {"q": {"a": math.inf, "b": 5.0, "c": -math.inf}}
    assert value("RR", {"q": {"b": 1}}, run, nonfinite="sort") == 1 / 2
    assert value("RR", {"q": {"c": 1}}, run, nonfinite="sort") == 1 / 3


@pytest.mark.parametrize("as_text", [False, True])
def test_scores_that_are_equal_as_float32_are_ties(as_text):
    run = b"q Q0 a 1 1.00000001 t\nq Q0 b 2 1 t\n" if as_text else {"q": {"a": 1.00000001, "b": 1.0}}
    assert value("RR", {"q": {"a": 1}}, run) == 1
    assert value("RR", {"q": {"a": 1}}, run, scores="float32") == 1 / 2


@pytest.mark.parametrize("as_text", [False, True])
def test_a_score_beyond_float32_is_finite_all_the_same(as_text):
    run = b"q Q0 a 1 1e39 t\nq Q0 b 2 1 t\n" if as_text else {"q": {"a": 1e39, "b": 1.0}}
    assert value("RR", {"q": {"a": 1}}, run, scores="float32") == 1


def test_one_very_long_id_among_ties_is_sorted_as_bytes():
    docs = {"a" * 10_000: 1.0, "a": 1.0, "b": 1.0}
    assert value("RR", {"q": {"a": 1}}, {"q": docs}) == 1 / 3
    text = "".join(f"q Q0 {doc} 1 1 t\n" for doc in docs).encode()
    assert value("RR", {"q": {"a": 1}}, text) == 1 / 3
    assert value("RR", {"q": {"a" * 10_000: 1}}, text) == 1 / 2
    assert value("RR", {"q": {"a": 1}}, text, ties="docid-asc") == 1


@pytest.mark.parametrize("long", [False, True])
def test_ids_sort_in_descending_byte_order(long):
    ids = ["", "a", "a\0", "ab", "abcdefgh", "abcdefghi", "abcdefgi", "b", "é", "文", "🙂", *(["x" * 70] * long)]
    order = np.lexsort(Ids.of(ids).descending_key())
    assert [ids[i] for i in order] == sorted(ids, key=str.encode, reverse=True)


def test_equal_ids_have_equal_hashes_wherever_they_lie():
    ids = [f"document-{i % 50}-{'x' * (i % 50)}" for i in range(500)]
    table = pa.table({"query": ["pad", *ids], "doc": ["pad", *ids], "value": pa.array([1.0] * 501)})
    sliced = rows_of(table.slice(1)).doc
    assert (sliced.hash == Ids.of(ids).hash).all()
    assert len(np.unique(sliced.hash)) == 50


def test_a_document_twice_is_found_among_a_hundred_thousand():
    docs = [f"d{i}" for i in range(100_000)]
    docs[70_000] = "d123"
    text = "".join(f"q1 Q0 {doc} {i} {-i} t\n" for i, doc in enumerate(docs)).encode()
    with pytest.raises(InputError, match=r"line 70001: query q1 lists document d123 twice \(first on line 124\)"):
        ranking(QRELS, text)


def test_text_streams_are_read():
    assert value("RR", io.StringIO(QRELS.decode()), io.StringIO("q1 Q0 d1 1 2.0 t\n")) == 1


def test_a_name_no_file_can_have_is_refused():
    with pytest.raises(InputError, match="there is no such file"):
        ranking("a\0b", {"q": {"d": 1.0}})


def test_equal_scores_stay_in_the_order_of_the_input_whatever_their_ranks():
    run = b"q Q0 c 3 0.5 t\nq Q0 b 2 1.0 t\nq Q0 a 1 1.0 t\n"
    assert evaluate(ranking({"q": {"a": 1}}, run, policy=Policy(ties="input")), "RR")["RR"].value == 1 / 2


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64])
def test_narrow_ranks_do_not_overflow(kind):
    gold, count = judgments({"a": {"d40000": 1}, "b": {"d40000": 1}}), 1 << 16
    order = np.random.default_rng(0).permutation(2 * count)
    docs = Ids.of([f"d{at}" for at in range(count)] * 2)[order]
    query, rank = np.repeat(np.arange(2, dtype=np.int32), count)[order], np.tile(np.arange(-(2**15), 2**15), 2)[order]
    start = changes(query)
    columns = RunRows(
        query[start].astype(int), start, docs.hash, -rank.astype(float), rank.astype(kind), set(), docs.__getitem__
    )
    part = join(columns, gold, Policy())
    assert part.query.tolist() == [0, 1]
    assert part.rank.tolist() == [40001, 40001]


@pytest.mark.parametrize("wrong", [None, 0, 5, "", (), set(), np.array(["d1", "d2"]), np.array([])])
def test_what_is_no_dict_is_refused_also_when_it_is_empty(wrong):
    with pytest.raises(InputError, match="query 'q2' must hold an object"):
        judgments({"q1": {"d1": 1}, "q2": wrong})


@pytest.mark.parametrize("wrong", [None, 0, 5, "", set(), np.array(["d1", "d2"])])
def test_an_answer_that_is_neither_dict_nor_list_is_refused(wrong):
    with pytest.raises(InputError, match="query 'q2' must hold"):
        ranking({"q1": {"d1": 1}, "q2": {"d1": 1}}, {"q1": {"d1": 1.0}, "q2": wrong})


def test_scores_of_queries_without_judgments_must_be_numbers_too():
    with pytest.raises(InputError, match="must be a number"):
        ranking({"q1": {"d1": 1}}, {"q1": {"d1": 1.0}, "q9": {"d": "x"}})


def test_an_ordered_dict_keeps_its_own_order():
    docs = OrderedDict([("a", 1), ("b", 0), ("c", 0)])
    docs.move_to_end("a")
    assert evaluate(ranking({"q": docs}, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}), "AP")["AP"].value == 1
    scores = OrderedDict([("a", 1.0), ("b", 2.0), ("c", 2.0)])
    scores.move_to_end("a")
    assert evaluate(ranking({"q": {"a": 0, "b": 1, "c": 0}}, {"q": scores}), "AP")["AP"].value == 0.5


@pytest.mark.parametrize("wrong", [{"": {"a": 1}}, {"q": {"": 1}}])
def test_empty_ids_are_refused_in_dicts_as_in_files(wrong):
    with pytest.raises(InputError, match="is empty"):
        ranking(wrong, {"q": {"a": 1.0}})
    with pytest.raises(InputError, match="is empty"):
        ranking({"q": {"a": 1}}, wrong)


@pytest.mark.parametrize(
    "values",
    [[np.float16(60000)] * 2, [np.uint8(100)] * 10, [np.int64(2**62)] * 2, [Decimal("0.5"), Decimal(2)], [True, False]],
)
def test_numbers_of_every_kind_are_scores(values):
    run = {"q": {f"d{place}": value for place, value in enumerate(values)}}
    assert ranking({"q": {"d0": 1}}, run).array("num_ret").tolist() == [len(values)]


@pytest.mark.parametrize("wrong", [1j, np.complex128(1), np.complex64(1), Decimal("sNaN"), "1", b"1", None])
def test_what_is_no_number_is_refused_in_dicts(wrong):
    with pytest.raises(InputError):
        ranking({"q": {"d": 1}}, {"q": {"d": wrong}})


@pytest.mark.parametrize("mixed", [False, True])
def test_scores_of_queries_without_judgments_take_part_in_nothing(mixed, monkeypatch):
    monkeypatch.setattr(joining, "_STRETCHES", 1 if mixed else 10**6)
    rows = [f"q{at % 2} Q0 d{at} {at} {at}.5 t\n" for at in range(20)]
    lines = [*(rows if mixed else sorted(rows)), "zz Q0 a 1 nan t\n"]
    qrels = {"q0": {"d2": 1}, "q1": {"d3": 1}}
    found = [ranking(qrels, "".join(lines).encode())]
    run = {}
    for line in lines:
        query, _, doc, _, score, _ = line.split()
        run.setdefault(query, {})[doc] = float(score)
    found.append(ranking(qrels, run))
    one, other = ([(f.key, f.count) for f in batch.findings if "rank" not in f.key] for batch in found)
    assert one == other


@pytest.mark.parametrize("ties", ["expected", "input", "docid-desc"])
def test_findings_about_ties_are_those_of_a_file_in_dicts_too(ties):
    random = np.random.default_rng(1)
    run = {f"q{q}": {f"d{d}": float(random.integers(3)) for d in random.permutation(30)} for q in range(5)}
    qrels = {query: {f"d{d}": 1 for d in range(0, 30, 4)} for query in run} | {"q9": {"d": 1}}
    text = "".join(f"{q} Q0 {d} 1 {s} t\n" for q, docs in run.items() for d, s in docs.items()).encode()
    one, other = (ranking(qrels, given, policy=Policy(ties=ties)) for given in (run | {"zz": {}}, text))
    wanted = {"unjudged-top-10", "unjudged-query"}
    assert [(f.key, f.count) for f in one.findings if f.key in wanted] == [
        (f.key, f.count) for f in other.findings if f.key in wanted
    ]
    assert one.ragged("rank").values.tolist() == other.ragged("rank").values.tolist()
