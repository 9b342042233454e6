"""Items are added once, whatever is given again, and odd ones are refused in a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cranfield.errors import StudyError
from cranfield.judge.store import Item, Output, Settings, Study
from cranfield.judge.store.facts import Added
from cranfield.judge.store.runs import runs_of
from judge.made import answer, items_of, person


def test_items_are_added_once(study):
    assert study.add_items(items_of(10)) == Added(0, 10)
    assert study.add_items(items_of(12)) == Added(2, 10)
    assert study.add_items([*items_of(1, start=50), *items_of(1, start=50)]) == Added(1, 1)
    assert study.add_items([]) == Added(0, 0)
    assert study.status().items == 13


def test_many_items_are_added_once_too(study):
    assert study.add_items(items_of(1_700)) == Added(1_690, 10)
    assert study.add_items(items_of(1_701)) == Added(1, 1_700)


def test_what_people_saw_stays_and_a_difference_is_told(study):
    first = items_of(1)[0]
    other = replace(first, output=replace(first.output, text="other", systems={"b": 4}))
    assert study.add_items([other]) == Added(0, 1, 1)
    ann = person(study, "ann")
    assert study.next_items(ann, 1)[0].output.text == "text 0"
    study.record(ann, answer(study.next_items(ann, 1)[0]))
    assert study.judgments()["system"].to_pylist() == ["a, b"]


def test_one_document_of_two_queries_is_two_items(study):
    assert study.add_items([Item("x", Output("d0")), Item("y", Output("d0"))]) == Added(2, 0)
    assert study.add_items([Item("a b", Output("c")), Item("a", Output("b c"))]) == Added(2, 0)


def test_the_order_can_be_changed(study):
    ann = person(study, "ann")
    assert study.prioritise({("q1", "d7"): 5, ("q0", "d4"): 4, ("q0", "nowhere"): 9}) == 2
    assert [each.output.id for each in study.next_items(ann, 3)] == ["d7", "d4", "d0"]
    with pytest.raises(StudyError, match="priority must be a number, not nan"):
        study.prioritise({("q1", "d7"): float("nan")})


def test_an_item_becomes_gold_when_its_answer_comes_to_be_known(study):
    assert study.add_items([replace(items_of(1)[0], gold={"relevance": 3})]) == Added(0, 1)
    told = study.status()
    assert (told.items, told.gold) == (9, 1)


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (Item("", Output("d")), "the id of a query must be text of at most 2,000 characters without NUL, not ''"),
        (Item("q", Output("a\x00")), "the id of a document must be text"),
        (Item("q", Output("\ud800")), "the id of a document must be text"),
        (Item("q", Output("d"), priority=float("inf")), "query q, document d: the priority must be a number, not inf"),
        (Item("q", Output("d"), other=Output("e")), "query q, document d: an item of kind grade has 1 output"),
        (Item("q", Output("d"), gold={"relevance": 9}), "relevance: must be one of 0, 1, 2, 3, not 9"),
        (Item("q", Output("d"), gold={}), "relevance: must be one of 0, 1, 2, 3, not None"),
    ],
)
def test_odd_items_are_refused_and_none_is_added(study, item, sentence):
    with pytest.raises(StudyError) as raised:
        study.add_items([*items_of(1, start=70), item])
    assert sentence in str(raised.value)
    assert study.status().items == 10


def test_texts_with_odd_characters_are_shown(study):
    study.add_items([Item("q\u2028 '\"", Output("d\\%", "a\x00b \udfff 很好 <script>", html=True), priority=9)])
    item = study.next_items(person(study, "ann"), 1)[0]
    assert (item.query, item.output.id) == ("q\u2028 '\"", "d\\%")
    assert item.output.text == "a\ufffdb \ufffd 很好 <script>"
    assert item.output.html


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"overlap": 0}, "overlap must be a number from 1 to 1000, not 0"),
        ({"repeat_share": 0.6}, "repeat_share must be a number from 0 to 0.5, not 0.6"),
        ({"order": "best"}, "order must be one of priority, random, decisive, not 'best'"),
        ({"scale": "5-1"}, "the scale '5-1' must go up, with at most 100 steps; write it like 1-5"),
        ({"scale": "0=no"}, "relevance: a scale has from 2 to 100 choices with different values, not 1"),
        ({"scale": "0=no,0=yes"}, "relevance: a scale has from 2 to 100 choices with different values, not 2"),
        ({"scale": "low"}, "cannot read the scale 'low'; write it like 1-5"),
        ({"scale": "nan=a,1=b"}, "cannot read the scale 'nan=a,1=b'"),
    ],
)  # fmt: skip
def test_settings_that_no_study_can_have(settings, sentence):
    with pytest.raises(StudyError) as raised:
        Settings.of_grades(settings.pop("scale", "0-3"), **settings)
    assert sentence in str(raised.value)


def test_settings_come_back_as_they_were(place):
    given = Settings.of_grades(
        "0=no,0.5=partly,1=yes", title="T", guidelines="# 指南", overlap=3, seed=9, order="random"
    )
    with Study.create(place, given) as made:
        assert made.settings == given
    with Study.open(place) as opened:
        assert opened.settings == given
        assert [each.number for each in opened.settings.scale] == [0, 0.5, 1]


def test_two_grades_are_adjudicated_when_they_differ_at_all():
    assert Settings.of_grades("0-1").adjudicate_over == 0
    assert Settings.of_grades("0-3").adjudicate_over == 1
    assert Settings.of_grades("0-1", adjudicate_over=1).adjudicate_over == 1


def test_items_learn_which_further_systems_return_them(study):
    study.returned_by({("q0", "d2"): {"b": 1}, ("q1", "d1"): {"b": 1}, ("q9", "d1"): {"b": 1}})
    runs, outside = runs_of(study, 3)
    assert runs["b"] == {"q0": {"d2": -1.0}, "q1": {"d1": -1.0}}
    # nobody knows what a returned where the study has nothing: rank 1 for q0, rank 2 for q1
    assert runs["a"] == {
        "q0": {"(not in the study) a 1": -1.0, "d2": -2.0},
        "q1": {"d1": -1.0, "(not in the study) a 2": -2.0, "d3": -3.0},
    }
    assert outside == {"q0": {"(not in the study) a 1": 0.0}, "q1": {"(not in the study) a 2": 0.0}}
