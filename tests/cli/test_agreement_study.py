"""`cranfield agreement study.db`: only grades that stand are ratings, in a study and in a table that it exported."""

from __future__ import annotations

import builtins
import io
import json
import sys
from types import SimpleNamespace

import pytest

from cranfield import ratings
from cranfield.cli.main import run
from cranfield.judge.store import Answer, Item, Output, Settings, Study

COLUMNS = ("--item", "item", "--rater", "rater", "--value", "value", "--query", "query")
GRADES = {"ann": [3, 1, 0, 2], "ben": [3, 2, 3, 2]}
SAID = (
    "note: 3 rows of the study are left out, as they are no current grades of annotators; taken back: 1; answered"
    " again later: 1; decided by adjudicators: 1"
)


def graded(study, who, grades):
    for item in study.next_items(who, 10):
        grade = grades[int(item.output.id[1:])]
        study.record(who, Answer(item.id, f"{who} {item.id}", values={"relevance": grade}))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A study of two people: one answer taken back, one decision, and one document that ann first skips."""
    monkeypatch.chdir(tmp_path)
    with Study.create("s.db", Settings.of_grades(overlap=2)) as study:
        study.add_items([Item(f"q{at % 2}", Output(f"d{at}", "text"), "words") for at in range(4)])
        people = {name: study.add_annotator(name).annotator.id for name in ("ann", "ben")}
        first = study.next_items(people["ann"], 10)[0]
        study.record(people["ann"], Answer(first.id, "slip", values={"relevance": 0}))
        study.undo(people["ann"])
        skipped = study.next_items(people["ann"], 10)[-1]
        study.record(people["ann"], Answer(skipped.id, "later", kind="skip"))
        for name, who in people.items():
            graded(study, who, GRADES[name])
        judge = study.add_annotator("cy", "adjudicator").annotator.id
        study.adjudicate(judge, study.disputes()[0].item.id, {"relevance": 1})
    return tmp_path


def found_in(done):
    assert done.status == 0, done.err
    (found,) = json.loads(done.out)["agreement"]
    return SimpleNamespace(**found)


def expected():
    return [(f"q{at % 2}", f"d{at}", who, grade) for who, grades in GRADES.items() for at, grade in enumerate(grades)]


def test_a_study_and_its_export_count_the_grades_that_stand(cranfield, place):
    lines = "".join(f"{','.join(map(str, row))}\n" for row in expected())
    (place / "plain.csv").write_text("query,item,rater,value\n" + lines)
    plain = found_in(cranfield("agreement", "plain.csv", *COLUMNS, "--format", "json"))
    direct = cranfield("agreement", "s.db", "--format", "json")
    assert SAID in direct.err
    for form in ("csv", "jsonl", "parquet"):
        assert run(["study", "export", "s.db", "-o", f"a.{form}"]) == 0
        done = cranfield("agreement", f"a.{form}", *COLUMNS, "--format", "json")
        assert SAID in done.err
        found = found_in(done)
        assert (found.ratings, found.raters) == (8, {"ann": 4, "ben": 4})
        assert found.coefficients == plain.coefficients
    found = found_in(direct)
    assert (found.name, found.items, found.coefficients) == ("s", 4, plain.coefficients)
    (given,) = json.loads(direct.out)["signature"]["inputs"]
    assert given["name"] == "s.db"
    assert len(given["sha256"]) == 64


def test_standard_input_is_read_once_and_filtered(cranfield, place, monkeypatch):
    assert run(["study", "export", "s.db", "-o", "a.csv"]) == 0
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO((place / "a.csv").read_bytes())))
    done = cranfield("agreement", "-", *COLUMNS, "--format", "json")
    assert found_in(done).ratings == 8


@pytest.mark.usefixtures("place")
def test_it_is_said_in_chinese(cranfield):
    done = cranfield("agreement", "s.db", "--lang", "zh")
    assert "研究中有 3 行不是标注者当前的评分，未计入；已撤回 1；后来重新回答 1；由仲裁者裁定 1" in done.err


def test_runs_are_scored_by_the_grades_of_a_study(cranfield, place):
    (place / "one.run").write_text("q0 Q0 d0 1 2 t\nq1 Q0 d3 1 2 t\n")
    (place / "two.run").write_text("q0 Q0 d2 1 2 t\nq1 Q0 d1 1 2 t\n")
    done = cranfield("agreement", "s.db", "--format", "json", "--runs", "one.run", "two.run", "--resamples", "50")
    assert done.status == 0, done.err
    (orders,) = json.loads(done.out)["orders"]
    assert orders["systems"] == ["one", "two"]


def test_a_table_with_other_states_is_left_as_it_is():
    table = {"item": ["a", "a"], "rater": ["x", "y"], "value": [1, 2], "state": ["NY", "undone"], "kind": ["a", "b"]}
    batch = ratings(table, item="item", rater="rater", value="value")
    assert len(batch.ragged("rating").values) == 2
    table |= {"state": ["current", "undone"], "kind": ["grade", "grade"]}
    batch = ratings(table, item="item", rater="rater", value="value")
    assert len(batch.ragged("rating").values) == 1
    assert [each.key for each in batch.findings] == ["left-out-answers"]


def test_known_answers_are_left_out_and_told(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Study.create("g.db", Settings.of_grades(overlap=2, gold_share=0.5)) as study:
        study.add_items([Item("q", Output(f"d{at}", "text"), "words") for at in range(3)])
        study.add_items([Item("q", Output("d3", "text"), "words", gold={"relevance": 3})])
        for name in ("ann", "ben"):
            graded(study, study.add_annotator(name).annotator.id, [1, 2, 3, 3])
        seen = sum(each is not None for each in study.judgments()["gold"].to_pylist())
    assert seen
    done = cranfield("agreement", "g.db", "--format", "json")
    assert found_in(done).ratings == 6
    assert f"{seen} ratings of items with a known answer are left out" in done.err


@pytest.mark.usefixtures("place")
def test_what_cannot_be_done_with_a_study_is_one_sentence(cranfield, monkeypatch):
    done = cranfield("agreement", "s.db", "--item", "doc")
    said = "cranfield: s.db: is a study, which knows its columns and its scale; leave out --item\n"
    assert (done.status, done.err) == (2, said)
    with Study.create("new.db", Settings.of_grades()) as study:
        study.add_items([Item("q", Output("d", "text"), "words")])
    done = cranfield("agreement", "new.db")
    assert (done.status, done.err) == (2, "cranfield: new: nobody has graded anything yet\n")
    whole = builtins.__import__

    def without(name, *more):
        if name == "sqlalchemy":
            raise ModuleNotFoundError(name)
        return whole(name, *more)

    monkeypatch.setattr(builtins, "__import__", without)
    done = cranfield("agreement", "s.db")
    assert done.status == 2
    assert "needs sqlalchemy; install it with pip install 'cranfield[web]'" in done.err
