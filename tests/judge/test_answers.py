"""Answers are kept once, never lost, and can be taken back to any depth."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from cranfield.errors import StudyError
from cranfield.judge.store import Dimension, Item, Output, Settings, Study, read_scale
from judge.made import answer, items_of, person

HOUR = 3_600_000


def states(study):
    return [(row["doc"], row["kind"], row["value"], row["state"]) for row in study.judgments().to_pylist()]


def test_an_answer_is_kept_with_everything_that_was_said(study):
    ann = person(study, "ann")
    item = study.next_items(ann, 1)[0]
    said = answer(item, 2, comment=" rather dull ", span=(0, 4), shown_at=5, seconds=1.5)
    receipt = study.record(ann, said, now=77)
    assert (receipt.late, receipt.known, receipt.at) == (False, False, 77)
    row = study.judgments().to_pylist()[0]
    at = row.pop("at")
    assert round(at.timestamp() * 1000) == 77
    assert row == {
        "query": "q0", "doc": "d0", "other": None, "item": item.id, "system": "a", "other_system": None,
        "rater": "ann", "dimension": "relevance", "value": 2.0, "label": "2", "kind": "grade", "state": "current",
        "reason": "", "comment": "rather dull", "span_from": 0, "span_to": 4, "side": "", "seconds": 1.5,
        "repeat": False, "gold": None, "adjudicated": False, "event": receipt.number,
    }  # fmt: skip
    past = study.history(ann)
    assert [(each.item, each.at, each.late) for each in past] == [(item, 77, False)]
    assert past[0].answer == replace(said, comment="rather dull")


def test_the_same_event_twice_is_one_answer(study):
    ann = person(study, "ann")
    item = study.next_items(ann, 1)[0]
    said = answer(item, 2)
    first, second = study.record(ann, said, now=1), study.record(ann, said, now=2)
    assert replace(second, known=False) == first
    assert second.known
    assert len(study.judgments()) == 1
    with pytest.raises(StudyError, match="was used for another answer"):
        study.record(ann, replace(said, values={"relevance": 3}))
    study.undo(ann)
    assert study.record(ann, said).known  # a late retry does not bring back what was taken back
    assert study.progress(ann).done == 0


def test_undo_goes_back_step_by_step_to_the_beginning(study):
    ann = person(study, "ann")
    done = []
    for grade in (0, 1, 2):
        item = study.next_items(ann, 1)[0]
        study.record(ann, answer(item, grade))
        done.append(item)
    study.record(ann, answer(study.next_items(ann, 1)[0], kind="skip"))
    skipped = study.undo(ann)
    assert skipped.output.id == "d3"
    assert [study.undo(ann) for _ in range(4)] == [*reversed(done), None]
    assert [each.output.id for each in study.next_items(ann, 5)] == ["d0", "d1", "d2", "d3", "d4"]
    assert study.progress(ann).done == 0
    assert {state for *_, state in states(study)} == {"undone"}
    study.record(ann, answer(done[1], 3))
    assert study.undo(ann) == done[1]


def test_an_undo_that_is_sent_twice_is_one(study):
    ann = person(study, "ann")
    items = [study.next_items(ann, 3)[0], *study.next_items(ann, 3)[1:]]
    for item in items:
        study.record(ann, answer(item))
    assert study.undo(ann, event="u1") == study.undo(ann, event="u1") == items[2]
    assert study.progress(ann).done == 2
    with pytest.raises(StudyError, match="was used for another answer"):
        study.undo(ann, event=study.history(ann)[0].answer.event)


def test_a_second_answer_takes_the_place_of_the_first(study):
    ann = person(study, "ann")
    item = study.next_items(ann, 1)[0]
    study.record(ann, answer(item, 1))
    study.record(ann, answer(item, 3))
    assert states(study) == [("d0", "grade", 1.0, "replaced"), ("d0", "grade", 3.0, "current")]
    assert study.progress(ann).done == 1


def test_a_late_answer_is_kept_and_not_counted(place):
    with Study.create(place, Settings.of_grades(lease_seconds=60)) as study:
        study.add_items(items_of(1))
        ann, bob = person(study, "ann"), person(study, "bob")
        item = study.next_items(ann, 1, now=0)[0]
        assert study.next_items(bob, 1, now=59_999) == []
        assert len(study.next_items(bob, 1, now=60_000)) == 1
        assert study.record(ann, answer(item, 3), now=61_000).late
        assert not study.record(bob, answer(item, 1), now=62_000).late
        assert states(study) == [("d0", "grade", 3.0, "late"), ("d0", "grade", 1.0, "current")]
        assert study.qrels().table["grade"].to_pylist() == [1.0]
        assert study.undo(ann, now=63_000) is None  # there is no place for another answer
        assert study.undo(bob, now=63_000) == item


def test_an_answer_after_the_lease_counts_while_nobody_else_came(place):
    with Study.create(place, Settings.of_grades(lease_seconds=60)) as study:
        study.add_items(items_of(1))
        ann, bob = person(study, "ann"), person(study, "bob")
        item = study.next_items(ann, 1, now=0)[0]
        assert not study.record(ann, answer(item), now=HOUR).late
        assert study.next_items(bob, 1, now=HOUR) == []


def test_cannot_needs_a_reason_and_takes_a_place(study):
    ann = person(study, "ann")
    item = study.next_items(ann, 1)[0]
    with pytest.raises(StudyError, match="say why"):
        study.record(ann, answer(item, kind="cannot", reason=" "))
    study.record(ann, answer(item, kind="cannot", reason="not my language"))
    assert study.progress(ann).done == 1
    assert study.judgments().to_pylist()[0]["reason"] == "not my language"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"values": {"relevance": 4}}, "relevance: must be one of 0, 1, 2, 3, not 4"),
        ({"values": {"relevance": True}}, "relevance: must be one of 0, 1, 2, 3, not True"),
        ({"values": {"relevance": "2"}}, "relevance: must be one of 0, 1, 2, 3, not '2'"),
        ({"values": {"relevance": float("nan")}}, "relevance: must be one of 0, 1, 2, 3, not nan"),
        ({"values": {}}, "relevance: must be one of 0, 1, 2, 3, not None"),
        ({"values": {"relevance": 1, "style": 1}}, "there is no dimension 'style'; there are relevance"),
        ({"kind": "guess"}, "an answer is a grade, a skip or cannot, not 'guess'"),
        ({"event": ""}, "an answer needs a key of its own of at most 200 characters"),
        ({"comment": "x" * 10_001}, "the comment has at most 10,000 characters"),
        ({"seconds": -1.0}, "times must be numbers and not negative, not -1.0"),
        ({"span": (3, 3)}, "the text has no span from 3 to 3"),
        ({"span": (0, 99)}, "the text has no span from 0 to 99"),
        ({"side": "swapped"}, "the outputs were not shown as 'swapped'"),
    ],
)
def test_what_is_no_answer_is_refused_and_changes_nothing(study, changes, sentence):
    ann = person(study, "ann")
    item = study.next_items(ann, 1)[0]
    with pytest.raises(StudyError) as raised:
        study.record(ann, replace(answer(item), **changes))
    assert str(raised.value) == sentence
    assert len(study.judgments()) == 0
    assert study.progress(ann).done == 0


def test_several_dimensions_have_scales_of_their_own(place):
    tone = Dimension("tone", read_scale("rude|neutral|kind"), ordered=False)
    settings = Settings("rate", (Dimension("fluency", read_scale("1-5")), tone))
    with Study.create(place, settings) as study:
        study.add_items([Item("s1", Output("sys", "Das Haus", systems={"sys": None}), "the house")])
        ann = person(study, "ann")
        item = study.next_items(ann, 1)[0]
        study.record(ann, replace(answer(item), values={"fluency": 4, "tone": 2.0}))
        table = study.judgments().to_pylist()
        assert study.history(ann)[0].answer.values == {"fluency": 4, "tone": 2}
    assert [(row["dimension"], row["value"], row["label"]) for row in table] == [
        ("fluency", 4.0, "4"), ("tone", 2.0, "kind"),
    ]  # fmt: skip


def test_odd_characters_are_kept_or_shown_as_odd(study):
    ann = person(study, "ann")
    item = study.next_items(ann, 1)[0]
    study.record(ann, answer(item, comment="a\x00b\ud800c 很好 🎉 '; DROP TABLE events; --"))
    said = study.judgments()["comment"].to_pylist()
    assert said == ["a\ufffdb\ufffdc 很好 🎉 '; DROP TABLE events; --"]


def test_the_database_itself_keeps_events(study):
    ann = person(study, "ann")
    study.record(ann, answer(study.next_items(ann, 1)[0]))
    for statement in ("UPDATE events SET at = 0", "DELETE FROM events"):
        with pytest.raises(sa.exc.DBAPIError, match="events are never changed"), study.database.engine.begin() as raw:
            raw.exec_driver_sql(statement)
    assert len(study.judgments()) == 1
