"""Equal numbers of two lists found by one sort, against a loop over all pairs."""

from itertools import chain

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield import Policy, evaluate, ranking
from cranfield.errors import DuplicateError
from cranfield.io.ids import keys
from cranfield.io.join import meeting
from cranfield.io.join.join import _Join
from cranfield.io.join.meeting import meet, worth_meeting
from io_samples import TWINS

TOP = 1 << 63
# numbers that share their leading bits, or all but the lowest, and the greatest, which looks like no number
NUMBERS = st.sampled_from([
    0, 1, TOP, TOP + 1, TOP + (1 << 32), TOP + (1 << 40), (1 << 64) - 1, (1 << 64) - 2, (1 << 64) - (1 << 32), 5 << 32,
]) | st.integers(0, (1 << 64) - 1)  # fmt: skip


@st.composite
def stretches(draw):
    size = draw(st.integers(1, 9))
    mine = draw(st.lists(st.lists(NUMBERS, min_size=size, max_size=size), min_size=1, max_size=6))
    theirs = [
        draw(st.lists(st.sampled_from(own) | NUMBERS, max_size=7, unique=True)) if draw(st.booleans()) else []
        for own in mine
    ]
    return size, mine, theirs


@given(stretches(), st.sampled_from([1, 8, 30, 1 << 17]))
def test_all_pairs_are_found(data, cached):
    size, mine, theirs = data
    count = np.array([len(each) for each in theirs])
    first = np.cumsum(count) - count
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(meeting, "_CACHED", cached)
        patch.setattr(meeting, "_CROWD", 99)
        found = meet(np.array(mine, np.uint64).reshape(-1), size, np.array([*chain(*theirs)], np.uint64), first, count)
    if any(len(set(own)) < size for own in mine):
        assert found is None
        return
    expected = [
        (at * size + place, int(first[at]) + others.index(number))
        for at, (own, others) in enumerate(zip(mine, theirs, strict=True))
        for place, number in enumerate(own)
        if number in others
    ]
    assert list(zip(*(each.tolist() for each in found), strict=True)) == expected


def test_others_may_lie_anywhere():
    numbers, others = np.array([3 << 60, 1 << 60, 2 << 60, 1 << 60], np.uint64), np.array([9, 1, 2, 3], np.uint64) << 60
    row, other = meet(numbers, 2, others, np.array([2, 1]), np.array([2, 1]))
    assert (row.tolist(), other.tolist()) == ([0, 3], [3, 1])


def test_nothing_is_equal_to_a_number_that_is_not_there():
    greatest = (1 << 64) - 1
    numbers, others = np.array([greatest, 0, 1, 2], np.uint64), np.array([greatest], np.uint64)
    row, other = meet(numbers, 2, others, np.array([0, 0]), np.array([0, 1]))  # three places, two bits
    assert not len(row)
    assert not len(other)


@pytest.mark.parametrize("crowd", [2, 7, 8, 1000])
def test_numbers_that_are_all_alike_are_too_many(crowd):
    # as ids can be made on purpose; all pairs would take more time and memory than there is
    numbers = np.concatenate((np.arange(crowd), np.arange(1, 1001 - crowd) << 50)).astype(np.uint64)
    nothing = np.zeros(1, np.int64)
    found = meet(np.tile(numbers, 300), 1000, numbers[:1], np.zeros(300, np.int64), np.full(300, 1))
    if crowd > 7:
        assert found is None
    else:
        assert found[0].tolist() == list(range(0, 300_000, 1000))
    assert meet(np.full(1000, 5, np.uint64), 1000, numbers[:1], nothing, nothing) is None


def test_only_queries_of_some_length_with_about_as_many_judgments_meet():
    even = np.full(10, 30)
    assert worth_meeting(1000, even)
    assert worth_meeting(64, even)
    assert not worth_meeting(63, even)
    assert not worth_meeting(1 << 14, even)
    assert not worth_meeting(1 << 13, np.full(10, 1 << 13))
    assert worth_meeting(100, np.full(10, 400))
    assert not worth_meeting(100, np.full(10, 401))
    assert not worth_meeting(100, np.array([*even, 5000]))
    assert worth_meeting(100, np.array([0, 0, 100]))


def run_of(queries, depth, twice=()):
    rows = [f"q{at} Q0 d{at * 7 + place} {place} {-place} t" for at in range(queries) for place in range(depth)]
    return "\n".join([*rows, *twice]).encode()


@pytest.fixture
def met(monkeypatch):
    """What became of each piece."""
    said = []
    known = _Join.meet_judged

    def meet_judged(piece):
        said.append(known(piece))
        return said[-1]

    monkeypatch.setattr(keys, "_SIDE_BY_SIDE", 1)  # pieces are small here
    monkeypatch.setattr(_Join, "meet_judged", meet_judged)
    return said


QRELS = {f"q{at}": {f"d{at * 7}": 1, f"d{at * 7 + 60}": 2, "d1": 0, "unknown": 3} for at in range(200)}


def test_both_ways_find_the_same(met, monkeypatch):
    one = ranking(QRELS, run_of(200, 100))
    assert all(met)
    monkeypatch.setattr(meeting, "_SHORT", 1000)
    met.clear()
    other = ranking(QRELS, run_of(200, 100))
    assert not any(met)
    for column in ("rank", "grade", "judgment"):
        assert one.ragged(column).values.tolist() == other.ragged(column).values.tolist()
    assert one.findings == other.findings


@pytest.mark.parametrize(("short", "meets"), [(20, True), (40, False)])
def test_queries_of_two_lengths_meet_or_none_does(met, monkeypatch, short, meets):
    monkeypatch.setattr(meeting, "_SHORT", short)
    docs = [f"d{at}" for at in range(90)]
    run = {f"{name}{at}": docs[:depth] for name, depth in (("a", 90), ("b", 30), ("c", 60)) for at in range(50)}
    # all queries list the same documents, and each has another one judged
    qrels = {query: {listed[(7 * at) % len(listed)]: 1} for at, (query, listed) in enumerate(run.items())}
    table = pa.table({
        "query": [query for query, listed in run.items() for _ in listed],
        "doc": [doc for listed in run.values() for doc in listed],
        "score": [-float(place) for listed in run.values() for place in range(len(listed))],
    })  # fmt: skip
    found = evaluate(ranking(qrels, table), ["RR"])["RR"].units
    assert met == [meets]
    assert found == {query: 1 / (1 + (7 * at) % len(listed)) for at, (query, listed) in enumerate(run.items())}


def test_a_document_that_is_listed_twice_goes_the_other_way(met):
    # the last query has as many rows as the others
    run = run_of(200, 100) + b"\nz Q0 a 0 1 t" + b"\nz Q0 a 1 0 t" * 99
    with pytest.raises(DuplicateError, match="query z lists document a twice"):
        ranking(QRELS | {"z": {"a": 1}}, run)
    assert not all(met)
    found = ranking(QRELS | {"z": {"a": 1}}, run, policy=Policy(duplicates="first"))
    assert evaluate(found, ["RR"])["RR"].values[-1] == 1
    assert "99 rows repeating a document" in " ".join(map(str, found.findings))


def test_documents_that_only_share_a_hash_go_the_other_way(met):
    judged, other = TWINS
    run = run_of(199, 100) + f"\nz Q0 {other} 0 1 t\n".encode() + run_of(1, 99).replace(b"q0", b"z")
    batch = ranking(QRELS | {"z": {judged: 1, "d3": 1}}, run)
    assert batch.array("num_ret")[-1] == 100
    assert batch.ragged("rank")[200].tolist() == [5]  # d3 behind the other one
    assert not all(met)
    met.clear()
    run = run.replace(b" d3 ", f" {judged} ".encode())
    assert ranking(QRELS | {"z": {judged: 1, "d3": 1}}, run).ragged("rank")[200].tolist() == [5]
    assert not all(met)
