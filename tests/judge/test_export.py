"""What comes out: one grade by a named rule, worked by hand, and decisions before every rule."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cranfield.errors import StudyError
from cranfield.judge.store import Answer, Dimension, Item, Output, Settings, Study, read_scale
from judge.made import answer, items_of, person


def judged(study, grades):
    """Let each annotator give their grades to the items in their order; None cannot be judged."""
    for name, given in grades.items():
        someone = person(study, name)
        for grade, item in zip(given, study.next_items(someone, len(given)), strict=True):
            more = {"kind": "cannot", "reason": "no"} if grade is None else {}
            study.record(someone, answer(item, grade, **more))


@pytest.fixture
def graded(place):
    """Five documents that four annotators judged, and one that nobody did."""
    with Study.create(place, Settings.of_grades(overlap=4)) as made:
        made.add_items(items_of(5))
        judged(made, {
            "ann": [0, 1, 3, 2, None], "bob": [0, 2, 0, 2, None], "cem": [0, 2, 3, 1, None], "dia": [1, 3, 0, 2, None],
        })  # fmt: skip
        made.add_items(items_of(6))
        yield made


def grades(qrels):
    return dict(zip(qrels.table["doc"].to_pylist(), qrels.table["grade"].to_pylist(), strict=True))


def test_the_median_of_an_even_number_is_the_lower_one(graded):
    found = graded.qrels()
    assert grades(found) == {"d0": 0, "d1": 2, "d2": 0, "d3": 2}
    assert (found.rule, found.dimension, found.disputed, found.left_out) == ("median", "relevance", 2, 0)
    assert (found.uncovered, found.decided) == (2, 0)
    assert found.table["query"].to_pylist() == ["q0", "q1", "q0", "q1"]
    assert found.table["answers"].to_pylist() == [4, 4, 4, 4]


def test_a_majority_that_is_tied_needs_a_decision(graded):
    found = graded.qrels("majority")
    assert grades(found) == {"d0": 0, "d1": 2, "d3": 2}
    assert (found.disputed, found.left_out) == (2, 1)
    assert [each.item.output.id for each in graded.disputes("majority")] == ["d1", "d2"]


def test_the_mean_is_not_rounded(graded):
    assert grades(graded.qrels("mean")) == {"d0": 1 / 4, "d1": 8 / 4, "d2": 6 / 4, "d3": 7 / 4}


def test_adjudicated_leaves_out_what_nobody_decided(graded):
    assert grades(graded.qrels("adjudicated")) == {"d0": 0, "d3": 2}
    judge = person(graded, "eva", "adjudicator")
    disputes = graded.disputes()
    assert [(each.item.output.id, each.dimensions) for each in disputes] == [
        ("d1", ("relevance",)), ("d2", ("relevance",)),
    ]  # fmt: skip
    assert [(given.annotator, given.values) for given in disputes[1].answers] == [
        ("ann", {"relevance": 3}), ("bob", {"relevance": 0}), ("cem", {"relevance": 3}), ("dia", {"relevance": 0}),
    ]  # fmt: skip
    graded.adjudicate(judge, disputes[1].item.id, {"relevance": 1}, "half of it")
    graded.adjudicate(judge, disputes[1].item.id, {"relevance": 2}, "most of it")
    assert [each.item.output.id for each in graded.disputes()] == ["d1"]
    for rule in ("median", "majority", "mean", "adjudicated", "dawid-skene"):
        found = graded.qrels(rule)
        assert grades(found)["d2"] == 2
        assert (found.decided, found.disputed) == (1, 1)
    rows = [row for row in graded.judgments().to_pylist() if row["adjudicated"]]
    assert [(row["rater"], row["value"], row["state"], row["comment"]) for row in rows] == [
        ("eva", 1.0, "replaced", "half of it"), ("eva", 2.0, "current", "most of it"),
    ]  # fmt: skip
    assert (graded.status().disputed, graded.status().decided) == (1, 1)


def test_only_adjudicators_and_admins_decide(graded):
    item = graded.disputes()[0].item
    with pytest.raises(StudyError, match="fay may not decide: that is for adjudicators and admins"):
        graded.adjudicate(person(graded, "fay"), item.id, {"relevance": 1})
    judge = person(graded, "eva", "admin")
    with pytest.raises(StudyError, match="relevance: must be one of 0, 1, 2, 3, not 7"):
        graded.adjudicate(judge, item.id, {"relevance": 7})
    with pytest.raises(StudyError, match="there is no item 'no'"):
        graded.adjudicate(judge, "no", {"relevance": 1})


def test_undone_answers_count_nowhere(graded):
    dia = next(each.id for each in graded.people() if each.name == "dia")
    for _ in range(5):
        graded.undo(dia)
    assert grades(graded.qrels()) == {"d0": 0, "d1": 2, "d2": 3, "d3": 2}
    assert grades(graded.qrels("majority")) == {"d0": 0, "d1": 2, "d2": 3, "d3": 2}
    assert graded.judgments()["state"].to_pylist().count("undone") == 5


def test_gold_items_have_their_known_grade(graded):
    graded.add_items([Item("q9", Output("known"), gold={"relevance": 3})])
    assert grades(graded.qrels())["known"] == 3
    assert graded.qrels().gold == 1
    without = graded.qrels(gold=False)
    assert "known" not in grades(without)
    assert without.gold == 0


def test_each_dimension_is_exported_by_itself(place):
    tone = Dimension("tone", read_scale("rude|neutral|kind"), ordered=False)
    with Study.create(place, Settings("rate", (Dimension("fluency", read_scale("1-5")), tone), overlap=2)) as study:
        study.add_items([Item("s1", Output("sys", "x"))])
        for name, values in {"ann": {"fluency": 4, "tone": 0}, "bob": {"fluency": 5, "tone": 2}}.items():
            someone = person(study, name)
            study.record(someone, replace(answer(study.next_items(someone, 1)[0]), values=values))
        assert grades(study.qrels(dimension="fluency")) == {"sys": 4}
        with pytest.raises(StudyError, match="several dimensions; choose one of fluency, tone with dimension="):
            study.qrels()
        with pytest.raises(StudyError, match="there is no dimension 'adequacy'; there are fluency, tone"):
            study.qrels(dimension="adequacy")
        with pytest.raises(StudyError, match="names without order, which have no median; use rule=majority"):
            study.qrels(dimension="tone")
        assert study.qrels("majority", dimension="tone").left_out == 1
        # 4 and 5 are near enough, names are not
        assert study.disputes()[0].dimensions == ("tone",)


def test_preferences_and_unknown_rules_have_no_grades(place):
    from cranfield.judge.store.settings import PREFERENCE

    with Study.create(place, Settings("prefer", (Dimension("overall", PREFERENCE),), overlap=2)) as study:
        study.add_items([Item("s", Output("a", "1"), "", Output("b", "2"))])
        for name, better in {"ann": "1", "bob": "2"}.items():
            someone = person(study, name)
            item = study.next_items(someone, 1)[0]
            side = "left" if item.output.text == better else "right"
            study.record(someone, replace(answer(item), values={"overall": side}))
        assert [given.values for given in study.disputes()[0].answers] == [{"overall": "first"}, {"overall": "second"}]
        study.adjudicate(person(study, "eva", "admin"), study.disputes()[0].item.id, {"overall": "second"})
        assert study.judgments()["value"].to_pylist() == [1.0, -1.0, -1.0]
        with pytest.raises(StudyError, match="holds preferences, which are no grades"):
            study.qrels()
        with pytest.raises(
            StudyError, match="rule must be one of median, majority, mean, adjudicated, dawid-skene, not 'max'"
        ):
            study.qrels("max")


def test_status_says_how_far_everybody_is(graded):
    told = graded.status()
    assert (told.items, told.wanted, told.given, told.complete, told.untouched) == (6, 24, 20, 5, 1)
    assert (told.disputed, told.nobody_could, told.leased) == (2, 1, 0)
    person(graded, "eva")
    fay = person(graded, "fay")
    person(graded, "root", "admin")  # who cannot judge, and so is nowhere on the way
    people = {each.annotator.name: each for each in graded.status().people}
    assert sorted(people) == ["ann", "bob", "cem", "dia", "eva", "fay"]
    assert people["ann"].done == 5
    assert people["ann"].cannot == 1
    assert [name for name, each in people.items() if each.behind] == []  # they have only come
    people = {each.annotator.name: each for each in graded.status(now=2**42).people}
    assert [name for name, each in people.items() if each.behind] == ["eva", "fay"]
    assert graded.progress(fay).left == 1
    graded.record(fay, answer(graded.next_items(fay)[0], seconds=3.0))
    assert {each.annotator.name: each.median_seconds for each in graded.status().people}["fay"] == 3.0
    assert graded.progress(fay).seconds == 3.0


def test_dawid_and_skene_weigh_annotators_by_their_mistakes(place):
    """Three who are right nine times in ten, and three who always say 0: the median sinks, and the rule does not."""
    chance = random.Random(7)
    truth = {f"d{at}": at % 3 for at in range(60)}
    with Study.create(place, Settings.of_grades("0-2", overlap=6)) as study:
        study.add_items(items_of(60))
        for name in ("ann", "bob", "cem", "dan", "eve", "fay"):
            who = person(study, name)
            while found := study.next_items(who, 30):
                for item in found:
                    true = truth[item.output.id]
                    right = true if chance.random() < 0.9 else chance.randrange(3)
                    study.record(who, answer(item, right if name < "d" else 0))
        made = study.qrels("dawid-skene")
        grades = {row["doc"]: row["grade"] for row in made.table.to_pylist()}
        plain = {row["doc"]: row["grade"] for row in study.qrels("median").table.to_pylist()}
    assert (made.few_answers, made.few_items, made.left_out) == (0, 0, 0)
    assert sum(grades[doc] == each for doc, each in truth.items()) >= 57
    assert sum(plain[doc] == each for doc, each in truth.items()) < 30


def test_dawid_and_skene_say_when_there_is_too_little_and_decisions_stand_before_them(study):
    ann, bob = person(study, "ann"), person(study, "bob")
    boss = study.add_annotator("eve", "adjudicator").annotator.id
    for who, grades in ((ann, (3, 3, 1)), (bob, (3, 0, 1))):
        for item, grade in zip(study.next_items(who, 3), grades, strict=True):
            study.record(who, answer(item, grade))
    dispute = study.disputes()[0]
    study.adjudicate(boss, dispute.item.id, {"relevance": 2})
    made = study.qrels("dawid-skene")
    assert made.table["grade"].to_pylist() == [3.0, 2.0, 1.0]
    assert (made.few_answers, made.few_items, made.uncovered, made.decided) == (3, 2, 7, 1)


def test_dawid_and_skene_need_answers_and_take_names(place):
    names = Settings("rate", (Dimension("tone", read_scale("rude|neutral|kind"), ordered=False),), overlap=3)
    with Study.create(place, names) as study:
        study.add_items(items_of(2))
        assert len(study.qrels("dawid-skene").table) == 0
        for name, value in (("ann", 2), ("bob", 2), ("cem", 0)):
            who = person(study, name)
            for item in study.next_items(who, 2):
                study.record(who, Answer(item.id, item.id, values={"tone": value}))
        assert study.qrels("dawid-skene").table["grade"].to_pylist() == [2.0, 2.0]
