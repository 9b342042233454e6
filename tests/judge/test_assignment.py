"""Who gets what next, and that no item is ever given to more people than the study wants."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from cranfield.errors import StudyError
from cranfield.judge.store import Dimension, Item, Output, Settings, Study
from cranfield.judge.store.settings import PREFERENCE
from judge.made import answer, items_of, person

HOUR = 3_600_000


def docs(items):
    return [each.output.id for each in items]


def test_items_come_by_priority_and_stay_leased_until_answered(study):
    ann = person(study, "ann")
    assert docs(study.next_items(ann, 3)) == ["d0", "d1", "d2"]
    assert docs(study.next_items(ann, 3)) == ["d0", "d1", "d2"]
    first = study.next_items(ann, 1)[0]
    study.record(ann, answer(first))
    assert docs(study.next_items(ann, 3)) == ["d1", "d2", "d3"]


def test_the_least_judged_come_first(study):
    ann, bob, cem = (person(study, name) for name in ("ann", "bob", "cem"))
    for _ in range(10):
        study.record(ann, answer(study.next_items(ann, 1)[0]))
    assert study.next_items(ann, 1) == []
    study.record(bob, answer(study.next_items(bob, 1)[0]))
    assert docs(study.next_items(bob, 1)) == ["d1"]
    # d0 has both answers and d1 an answer and a lease
    assert docs(study.next_items(cem, 3)) == ["d2", "d3", "d4"]


def test_a_few_items_are_shared_first_and_then_the_least_judged_come(place):
    with Study.create(place, Settings.of_grades(overlap=2, shared_first=3)) as study:
        study.add_items(items_of(20))
        ann, bob, cem = (person(study, name) for name in ("ann", "bob", "cem"))
        for _ in range(6):
            study.record(ann, answer(study.next_items(ann, 1)[0]))
        assert docs(study.next_items(bob, 5)) == ["d0", "d1", "d2", "d6", "d7"]
        assert docs(study.next_items(cem, 2)) == ["d8", "d9"]  # three are full, as what is leased takes its place
        for someone in (bob, cem, ann):
            while items := study.next_items(someone, 50):
                for each in items:
                    study.record(someone, answer(each))
        table = study.judgments()
        assert set(Counter(table["doc"].to_pylist()).values()) == {2}
        assert set(table["state"].to_pylist()) == {"current"}


@pytest.mark.parametrize("order", ["priority", "random"])
def test_two_who_begin_agree_about_ten_items_after_ten_answers(place, order):
    with Study.create(place, Settings.of_grades(overlap=2, order=order)) as study:
        study.add_items(items_of(300))
        ann, bob = person(study, "ann"), person(study, "bob")
        for _ in range(10):
            for someone in (ann, bob):
                study.record(someone, answer(study.next_items(someone, 6)[0]))
        assert study.status().complete == 10
        seen = {doc for each in (ann, bob) for doc in docs(study.next_items(each, 10))}
        assert len(seen) == 20  # and from there on they go apart


def test_a_lease_is_for_one_place_and_ends(study):
    ann, bob, cem = (person(study, name) for name in ("ann", "bob", "cem"))
    assert len(study.next_items(ann, 10, now=0)) == len(study.next_items(bob, 10, now=0)) == 10
    assert study.next_items(cem, 10, now=1000) == []
    assert len(study.next_items(cem, 10, now=HOUR)) == 10
    # both had lost all their leases, and cem has taken one of the two places of each
    assert len(study.next_items(ann, 10, now=HOUR + 1)) == 10
    assert study.next_items(bob, 10, now=HOUR + 2) == []


def test_asking_again_renews_the_leases(study):
    ann, bob, cem = (person(study, name) for name in ("ann", "bob", "cem"))
    study.next_items(ann, 10, now=0)
    study.next_items(bob, 10, now=0)
    study.next_items(ann, 10, now=600_000)
    study.next_items(bob, 10, now=600_000)
    assert study.next_items(cem, 10, now=1_000_000) == []


def test_who_comes_back_gets_the_same_items(study):
    ann = person(study, "ann")
    assert docs(study.next_items(ann, 2, now=0)) == docs(study.next_items(ann, 2, now=HOUR)) == ["d0", "d1"]


def test_what_was_skipped_comes_last(study):
    ann = person(study, "ann")
    for _ in range(2):
        study.record(ann, answer(study.next_items(ann, 1)[0], kind="skip"))
    assert docs(study.next_items(ann, 1)) == ["d2"]
    for _ in range(8):
        study.record(ann, answer(study.next_items(ann, 1)[0]))
    assert study.progress(ann).left == study.progress(ann).skipped == 2
    assert docs(study.next_items(ann, 3)) == ["d0", "d1"]


def test_annotators_can_have_orders_of_their_own(place):
    with Study.create(place, Settings.of_grades(overlap=3, order="random", seed=5)) as study:
        study.add_items(items_of(40))
        orders = [docs(study.next_items(person(study, name), 40)) for name in ("ann", "bob", "cem")]
    assert {tuple(sorted(order)) for order in orders} == {tuple(sorted(docs(items_of(40))))}
    assert len({tuple(order) for order in orders}) == 3
    assert all(order != docs(items_of(40)) for order in orders)


def test_what_an_annotator_gets_is_blind(place):
    with Study.create(place, Settings.of_grades(gold_share=0.5)) as study:
        study.add_items(items_of(20, gold={"relevance": 2}))
        study.add_items(items_of(20, start=20))
        for each in study.next_items(person(study, "ann"), 30):
            assert (each.output.systems, each.gold, each.repeat_of, each.priority) == ({}, None, None, 0.0)
            assert re.fullmatch("[0-9a-f]{20}", each.id)  # opaque: nothing in it tells the document


def test_gold_items_come_in_their_share_and_are_for_everybody(place):
    with Study.create(place, Settings.of_grades(gold_share=0.2)) as study:
        study.add_items(items_of(10, gold={"relevance": 2}))
        study.add_items(items_of(200, start=10))
        for name in ("ann", "bob", "cem"):
            someone, places = person(study, name), []
            for at in range(50):
                item = study.next_items(someone, 1)[0]
                places += [at] if int(item.output.id[1:]) < 10 else []
                study.record(someone, answer(item, 2 if at % 2 else 1))
            assert len(places) == 10
            assert [at // 5 for at in places] == list(range(10))  # one in each five
            assert len({at % 5 for at in places}) > 1  # not always at the same place
        told = study.status()
    assert [each.gold_seen for each in told.people] == [10, 10, 10]
    assert told.items == 200
    assert told.given == 120


def test_a_repeat_comes_much_later_once_and_blind(place):
    with Study.create(place, Settings.of_grades(repeat_share=0.2, repeat_gap=15)) as study:
        study.add_items(items_of(100))
        ann, seen, ids = person(study, "ann"), [], []
        while item := next(iter(study.next_items(ann, 1)), None):
            seen.append(item.output.id)
            ids.append(item.id)
            study.record(ann, answer(item))
        assert study.status().given == 100
        table = study.judgments()
    assert len(set(ids)) == len(ids)
    repeated = {doc: [at for at, each in enumerate(seen) if each == doc] for doc, n in Counter(seen).items() if n > 1}
    assert 15 <= len(repeated) <= 26  # a fifth of all 126, and the last may come early in its stretch
    assert all(len(places) == 2 and places[1] - places[0] > 15 for places in repeated.values())
    again = table.filter(table["repeat"])
    assert sorted(again["doc"].to_pylist()) == sorted(repeated)
    assert set(again["item"].to_pylist()) <= set(table.filter(table["event"].to_numpy() > 0)["item"].to_pylist())


def pairs(number):
    return [
        Item(f"s{at}", Output("one", f"first {at}", systems={"a": None}), "source",
             Output("two", f"second {at}", systems={"b": None}))
        for at in range(number)
    ]  # fmt: skip


def test_sides_are_drawn_and_kept_with_the_answer(place):
    settings = Settings("prefer", (Dimension("overall", PREFERENCE),), overlap=2)
    with Study.create(place, settings) as study:
        study.add_items(pairs(50))
        sides = []
        for name in ("ann", "bob"):
            someone = person(study, name)
            for item in study.next_items(someone, 50):
                sides.append(item.side)
                # the first output is always the better one
                better = "left" if item.output.text.startswith("first") else "right"
                assert (item.side == "kept") == (better == "left")
                assert study.item(someone, item.id) == item
                study.record(someone, answer(item, kind="skip"))
                reply = answer(item)
                study.record(someone, type(reply)(item.id, reply.event, values={"overall": better}, side=item.side))
        table = study.judgments()
        assert study.disputes() == []
    assert 30 < sides.count("kept") < 70
    table = table.filter(table["value"].is_valid())
    assert set(table["value"].to_pylist()) == {1.0}
    assert set(table["side"].to_pylist()) == {"kept", "swapped"}
    assert set(table["system"].to_pylist()) == {"a"}
    assert set(table["other_system"].to_pylist()) == {"b"}


def test_an_item_is_shown_only_to_whom_it_was_given(study):
    ann, bob = person(study, "ann"), person(study, "bob")
    item = study.next_items(ann, 1)[0]
    assert study.item(ann, item.id) == item
    assert study.item(bob, item.id) is None
    with pytest.raises(StudyError, match="was not given to you"):
        study.record(bob, answer(item))
    with pytest.raises(StudyError, match="was not given to you"):
        study.record(ann, answer("made up"))


def test_nobody_can_ask_for_too_much_or_without_taking_part(study):
    ann = person(study, "ann")
    with pytest.raises(StudyError, match="count must be a number from 1 to 50, not 0"):
        study.next_items(ann, 0)
    study.revoke("ann")
    with pytest.raises(StudyError, match="does not take part any more"):
        study.next_items(ann)
    with pytest.raises(StudyError, match="no annotator with the number 99"):
        study.next_items(99)
