"""Pieces: whole queries wherever the bytes are cut; and what happens where a query comes back."""

import gc

import numpy as np
import pyarrow as pa
import pytest

from cranfield import InputError, Policy, evaluate, ranking
from cranfield.errors import DuplicateError
from cranfield.io.bytes import source
from cranfield.io.join import run as reading
from cranfield.io.join.run_rows import RunRows
from cranfield.io.read import table_input, trec_pieces
from cranfield.io.read.open import open_input
from io_samples import THIRTY_QRELS as QRELS
from io_samples import assert_nobody_works_but, lines_of, working


@pytest.mark.parametrize("block", [50, 64, 333, 1000, 1 << 20])
def test_text_is_cut_between_queries(block, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", block)
    pieces = [list(piece()) for piece in open_input("".join(lines_of()).encode(), "run").pieces()]
    held = [[query for found in blocks for query in dict.fromkeys(found.queries())] for blocks in pieces]
    flat = [query for names in held for query in dict.fromkeys(names)]
    assert flat == [f"q{i}" for i in range(30)]
    assert len(pieces) > 1 or block > 2000


def test_a_query_longer_than_a_piece_stays_in_one(monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 200)
    monkeypatch.setattr(trec_pieces, "_JOINED", 300)
    monkeypatch.setattr(trec_pieces, "_ROOM", 150)
    text = "".join(["a Q0 d 1 1.0 t\n", *lines_of(1, 200), "z Q0 d 1 1.0 t\n"]).encode()
    pieces = [list(piece()) for piece in open_input(text, "run").pieces()]
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


@pytest.mark.parametrize("wrong", [{"q\ud800": {"d": 1}}, {"q": {"d\ud800": 1}}])
def test_ids_that_no_file_can_hold_are_refused_in_dicts(wrong):
    with pytest.raises(InputError, match="the ids must be valid Unicode"):
        ranking(wrong, {"q": {"d": 1.0}})
    with pytest.raises(InputError, match="the ids must be valid Unicode"):
        ranking({"q": {"d": 1}}, wrong)


def test_grades_beyond_whole_numbers_are_sorted_too():
    batch = ranking({"q": {"a": 1, "b": 1e300, "c": 2.5}}, {"q": {"a": 1.0}})
    assert batch.ragged("ideal").values.tolist() == [1e300, 2.5, 1.0]


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


def test_grades_that_look_like_scores_are_said():
    run, qrels = {"q1": {"d1": 0.25, "d2": 3.5, "d3": 1.0}}, {"q1": {"d1": 1, "d2": 2}}
    findings = {finding.key: finding for finding in ranking(run, qrels).findings}
    assert "2 grades with a fraction; are they the scores of a run?" in findings["fractional-grade"].message
    assert "fractional-grade" not in {finding.key for finding in ranking({"q1": {"d1": 0.5, "d2": 1}}, run).findings}


def test_lines_are_right_behind_queries_without_judgments():
    table = b"query,doc,score\n" + b"".join(b"x,d%d,1\n" % i for i in range(5)) + b"q1,d1,2\nq1,d2,nan\n"
    text = b"x Q0 d1 1 1 t\nx Q0 d2 2 0 t\nq1 Q0 d1 1 nan t\nq2 Q0 d1 1 1 t\n"
    for run, line in ((table, 8), (text, 3)):
        with pytest.raises(InputError, match=f"line {line}: the score of document d. is nan"):
            ranking(QRELS, run)


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


def test_a_run_of_queries_without_judgments_is_not_read_twice(monkeypatch):
    monkeypatch.setattr(reading, "_STRETCHES", 4)
    monkeypatch.setattr(reading, "_join_shuffled", None)
    lines = [f"x{at // 3} Q0 d{at % 3} 1 1 t\n" for at in range(300)]
    assert evaluate(ranking({"x50": {"d2": 1}}, "".join(lines).encode()), "RR")["RR"].value == 1
