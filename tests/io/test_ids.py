"""Ids where they lie: compared, numbered and found as Python would do it with the strings themselves."""

import time

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cranfield import evaluate, ranking
from cranfield.io.ids import keys, machine_words
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.keys import Index, alike, distinct, grouped
from io_samples import TWINS

# ids around the eight bytes of a word, with NUL, prefixes of each other and beyond ASCII
anything = st.one_of(
    st.sampled_from(["", "a", "a\0", "\0a", "abcdefg", "abcdefgh", "abcdefghi", "abcdefgh\0", "文档", "é" * 9]),
    st.text("ab", max_size=20),
    st.text(st.characters(codec="utf-8"), max_size=10),
)


def lying(names):
    """The same ids between other bytes of a buffer, as in a file."""
    return Ids.together([Ids.of(["before", *names, "b"])])[1:-1] if names else Ids.of([])


def test_two_ids_have_one_hash():
    one, other = Ids.of(TWINS).hash
    assert one == other


@pytest.mark.parametrize("rows", [3, 1 << 14])
@given(names=st.lists(anything | st.text("ab", min_size=6, max_size=150), max_size=20))
@example(names=["", "", "", "", "x" * 70])
def test_a_hash_depends_on_its_id_alone(rows, names):
    alone = [Ids.of([name]).hash[0] for name in names]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine_words, "_CACHED", rows)
        assert Ids.of(names).hash.tolist() == lying(names).hash.tolist() == alone


def test_hashes_of_long_ids_differ_wherever_the_ids_differ():
    places = [(a, b, c, d) for a in "123" for b in "0123" for c in "0123" for d in "0123"]
    # in the last byte of words that are fetched at once, and of words behind them
    names = [f"{a}{'-' * 6}{b}{'-' * 7}{a}{'-' * 55}{c}{'-' * 7}{d}" for a, b, c, d in places]
    assert names[0].index("0") % 8 == names[0].rindex("0") % 8 == 7
    assert len({len(name) for name in names}) == 1
    found = Ids.of(names).hash
    assert len(set(found.tolist())) == len(names)
    assert len(set((found >> np.uint64(32)).tolist())) == len(names)  # the half that repeats are looked for in


# many stand side by side that differ behind many words, or not at all
LONG = [start + end for start in ("x" * 9, "x" * 64, "x" * 130) for end in ("a", "b", "\0", "a\0", "12345678a", "")]


@pytest.mark.parametrize("rows", [1, 2, 1 << 15])
@given(names=st.lists(anything, max_size=30) | st.lists(st.sampled_from(LONG), max_size=30))
@example(names=["a", "a\0", "abcdefgh", "abcdefgh\0", "abcdefghi", "abcdefghi\0"])
@example(names=["", "", "x" * 70, ""])
def test_texts_and_changes_are_those_of_the_strings(rows, names):
    ids = lying(names)
    assert ids.texts() == names
    assert ids.compact().texts() == names
    assert [ids.text(row) for row in range(len(names))] == names
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine_words, "_CACHED", rows)
        assert ids.changes.tolist() == [i for i, name in enumerate(names) if i == 0 or name != names[i - 1]]


def test_one_very_long_id_among_many_takes_no_time():
    names = [*map(str, range(300_000)), "x" * 400_000]
    began = time.perf_counter()
    assert len(set(Ids.of(names).hash.tolist())) == len(names)
    assert len(Ids.of(names).changes) == len(names)
    assert time.perf_counter() - began < 20  # a look at all ids for each word of the long one would take longer


@given(st.lists(anything, max_size=30))
@example([*TWINS, TWINS[0]])
def test_each_distinct_id_has_one_number(names):
    code, first = lying(names).encode()
    assert [names[first[number]] for number in code] == names
    assert len(first) == len(set(names))


@given(st.lists(anything, unique=True, min_size=1), st.lists(anything))
@example([TWINS[0], "x"], [*TWINS, "x", "y"])
@example([*TWINS], [*TWINS])
def test_an_index_finds_what_a_dict_finds(known, asked):
    ids, wanted = lying(known), lying([*asked, *known])
    places = {name: place for place, name in enumerate(known)}
    found = Index(ids, ids.hash).find(wanted, wanted.hash)
    assert found.tolist() == [places.get(name, -1) for name in (*asked, *known)]


def test_an_index_finds_its_way_through_equal_numbers():
    ids = Ids.of(["a", "b", "c"])
    same = np.full(3, 5, np.uint64)
    assert Index(ids, same).find(ids, same).tolist() == [0, 1, 2]
    last = np.full(3, 2**64 - 1, np.uint64)
    assert Index(ids, last).find(Ids.of(["c", "x"]), last[:2]).tolist() == [2, -1]
    place, row = Index(ids[::2], same[::2]).matches(same, ids.__getitem__)
    assert (place.tolist(), row.tolist()) == ([0, 2], [0, 1])


def test_an_index_finds_ids_that_differ_in_a_nul_in_no_time():
    ids, others = (Ids.of([f"{number}{end}" for number in range(40_000)]) for end in ("\0", ""))
    began = time.perf_counter()
    assert (Index(ids, ids.hash).find(others, others.hash) == -1).all()
    assert (Index(ids, ids.hash).find(ids, ids.hash) == np.arange(40_000)).all()
    assert time.perf_counter() - began < 20  # looking through all of them for each would take longer


def test_an_index_of_many_rows_finds_them_in_order():
    ids = Ids.of([str(number) for number in range(100_000)])
    asked = ids[np.arange(99_999, -1, -3)]
    place, row = Index(ids, ids.hash).matches(asked.hash, asked.__getitem__)
    assert place.tolist() == list(range(len(asked)))
    assert row.tolist() == list(range(99_999, -1, -3))


@given(st.lists(anything))
@example(["b", "a", "a\0", "a"])
def test_numbers_in_byte_order_are_places_among_the_sorted_ids(names):
    code, first = lying(names).in_byte_order()
    ordered = sorted(set(names), key=str.encode)
    assert [names[row] for row in first] == ordered
    assert [ordered[number] for number in code] == names


@pytest.mark.parametrize("many", [0, 1 << 19])
@given(rows=st.lists(st.tuples(st.integers(0, 5), anything)))
@example(rows=[(0, "a"), (1, "a"), (0, "a")])
def test_rows_alike_hold_every_repeat(many, rows):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "_MANY", many)
        _check_alike(rows)


def _check_alike(rows):
    groups = np.array([group for group, _ in rows], np.int32)
    found = set(alike(grouped(lying([name for _, name in rows]).hash, groups)).tolist())
    assert {i for i, row in enumerate(rows) if rows.count(row) > 1} <= found


@pytest.mark.parametrize("least", [1, 4, 1 << 13])
@given(stretches=st.lists(st.lists(anything, min_size=1, max_size=3) | st.lists(anything, min_size=70, max_size=70)))
def test_what_is_alike_inside_stretches_is_found(least, stretches):
    rows = [(at, name) for at, names in enumerate(stretches) for name in names]
    hashes = Ids.of([name for _, name in rows]).hash
    sizes = np.array([*map(len, stretches)], np.int64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "_SIDE_BY_SIDE", least)
        found = set(alike(grouped(hashes, np.repeat(np.arange(len(sizes)), sizes)), sizes).tolist())
    assert {i for i, row in enumerate(rows) if rows.count(row) > 1} <= found


@given(st.lists(st.text("ab\0c文", max_size=8).filter(lambda name: len(name.encode()) <= 8), max_size=20))
def test_short_ids_can_be_told_from_their_hashes(names):
    ids = lying(names)
    assert Ids.of_hashes(ids.hash).texts() == names


@given(st.lists(st.integers(-5, 5)))
def test_distinct_numbers_are_ascending(numbers):
    assert distinct(np.array(numbers, np.int64)).tolist() == sorted(set(numbers))


@pytest.mark.parametrize("twins", [TWINS, TWINS[::-1]], ids=["one", "other"])  # other ones in every process
@pytest.mark.parametrize("mixed", [False, True])
def test_two_documents_with_one_hash_are_two_documents(twins, mixed):
    judged, other = twins
    lines = [f"q Q0 {other} 1 2.0 t\n", "r Q0 a 1 1.0 t\n", f"q Q0 {judged} 2 1.0 t\n"]
    run = "".join(lines if mixed else sorted(lines)).encode()
    results = evaluate(ranking({"q": {judged: 1}, "r": {"a": 1}}, run), ["RR", "num_rel_ret"])
    assert results["RR"].values.tolist() == [0.5, 1.0]
    both = evaluate(ranking({"q": dict.fromkeys(TWINS, 1), "r": {"a": 1}}, run), ["num_rel_ret"])
    assert both["num_rel_ret"].values.tolist() == [2, 1]
    text = "".join(f"q 0 {twin} 1\n" for twin in TWINS).encode()
    assert evaluate(ranking(text, run), ["num_rel_ret"])["num_rel_ret"].values.tolist() == [2]


@given(st.lists(anything, unique=True))
def test_keys_sort_ids_as_their_bytes_do(names):
    assert [names[i] for i in np.lexsort(lying(names).descending_key())[::-1]] == sorted(names, key=str.encode)


def test_ids_that_differ_in_a_nul_are_numbered_in_no_time():
    names = [*(f"query{i:08d}" for i in range(20_000)), "a", "a\0"]
    code, first = Ids.of(names).encode()
    assert len(first) == len(names)
    assert [names[first[number]] for number in code] == names


def test_ids_with_line_ends_are_told_apart():
    assert Ids.of(["a\nb", "", "c"]).texts() == ["a\nb", "", "c"]
