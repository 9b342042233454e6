"""What the overview says about systems: looked for beside the pages, once for the same answers."""

from __future__ import annotations

from threading import Event
from time import monotonic, sleep

import pytest

from cranfield.judge.store import Answer, Item, Output
from cranfield.judge.web import settled as module
from cranfield.judge.web.settled import Settled
from cranfield.pools.pool import race
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


def test_what_the_first_looks_load_makes_nobody_wait_for_the_next(study, monkeypatch):
    order = ("race-done", {"order": "a > b", "count": 0})
    outcomes = iter([None, order, order])
    monkeypatch.setattr(Settled, "_facts", lambda _: (sleep(0.05), next(outcomes))[1])
    found = Settled(study)
    assert [found.told(given, "en") for given in range(3)][1:] == ["the order is settled: a > b"] * 2
    assert next(outcomes, None) is None
    assert found._again > monotonic()


def differing(queries=6, depth=4):
    """Two systems that return the same documents in opposite orders."""
    return [
        Item(f"q{at}", Output(f"d{at}-{rank}", "Words.", systems={"a": rank, "b": depth + 1 - rank}), "a query")
        for at in range(queries)
        for rank in range(1, depth + 1)
    ]


def test_what_decides_comes_next_while_people_judge(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_SHARE", 0)
    monkeypatch.setattr(module, "_AT_ONCE", 5)
    runs = {}
    for item in differing():
        for system, rank in item.output.systems.items():
            runs.setdefault(system, {}).setdefault(item.query, {})[item.output.id] = -rank
    settings = {"order": "decisive", "measure": "nDCG@3", "gold_share": 0.0}
    with made_study(tmp_path / "study.db", given=differing(), **settings) as study:
        ann, found, judged = study.add_annotator("ann").annotator.id, Settled(study), {}
        followed = 0
        for number in range(20):
            item = study.next_items(ann, 1)[0]
            if judged:
                expected = race(runs, judged, measure="nDCG@3", grades=[0, 1, 2, 3]).urgent()
                assert expected[item.query, item.output.id] == max(expected.values())
                followed += len(set(expected.values())) > 1
            grade = float(number * 7 % 4)
            study.record(ann, Answer(item.id, f"event {number}", values={"relevance": grade}))
            judged.setdefault(item.query, {})[item.output.id] = grade
            found.heard()
            found._looking.join(30)
        assert followed > 10  # otherwise any order would do


def test_answers_on_the_page_renew_the_order(serve, monkeypatch):
    looked = []
    monkeypatch.setattr(Settled, "_facts", lambda _: looked.append(1))
    monkeypatch.setattr(module, "_SHARE", 0)
    for order, counts in {"priority": (0, 0), "decisive": (1, 2)}.items():
        running = serve(given=differing(), order=order)
        ann = running.client("ann")
        item = ann.next().json()["items"][0]["id"]
        for path, count in zip(("/api/answer", "/api/undo"), counts, strict=True):
            said = {"item": item, "event": path, "kind": "grade", "values": {"relevance": 2}}
            assert ann.ask("POST", path, said).status == 200
            if running.site.settled._looking is not None:
                running.site.settled._looking.join(30)
            assert len(looked) == count
