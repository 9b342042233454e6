"""What the overview says about systems: looked for beside the pages, once for the same answers."""

from __future__ import annotations

from threading import Event

import pytest

from cranfield.judge.store import Answer, Item, Output
from cranfield.judge.web import settled as module
from cranfield.judge.web.settled import Settled
from judge_client import made_study


@pytest.fixture
def study(tmp_path):
    """Two systems that order two documents differently, one of them judged."""
    given = [
        Item("q1", Output("d1", "One.", systems={"a": 1, "b": 2}), "a query"),
        Item("q1", Output("d2", "Two.", systems={"a": 2, "b": 1}), "a query"),
    ]
    with made_study(tmp_path / "study.db", given=given) as made:
        ann = made.add_annotator("ann").annotator.id
        item = made.next_items(ann)[0]
        made.record(ann, Answer(item.id, "first", values={"relevance": 3.0 if item.output.id == "d1" else 0.0}))
        yield made


def test_it_is_said_in_the_language_of_the_page(study):
    found = Settled(study)
    found.told(1, "en")
    found._looking.join(30)
    assert found.told(1, "en") == "as few as 1 more judgment could settle a and b; 1 document is unjudged"
    assert found.told(1, "zh") != found.told(1, "en")


def test_the_same_answers_are_looked_at_once(study, monkeypatch):
    looked = []
    real = Settled._facts
    monkeypatch.setattr(Settled, "_facts", lambda self: (looked.append(1), real(self))[1])
    found = Settled(study)
    for _ in range(5):
        found.told(1, "en")
        found.told(1, "zh")
    assert looked == [1]


def test_no_page_waits_for_a_large_pool(study, monkeypatch):
    go_on = Event()
    monkeypatch.setattr(Settled, "_facts", lambda _: go_on.wait(30) and ("race-done", {"order": "a > b", "count": 0}))
    monkeypatch.setattr(module, "_PATIENCE", 0.01)
    found = Settled(study)
    assert found.told(1, "en") == ""
    go_on.set()
    found._looking.join(30)
    assert found.told(1, "en") == "the order is settled: a > b"
