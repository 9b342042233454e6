"""What the page was told is kept is kept: kill -9, a locked file, a full disk, a lost reply."""

from __future__ import annotations

import importlib
import sqlite3
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def load(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    yield importlib.import_module("judging_load")
    sys.modules.pop("judging_load", None)


def test_a_killed_server_loses_and_doubles_nothing(place, load):
    """The small version of benchmarks/bench_judging.py, on each database."""
    outcome = load.simulate(place, people=8, judgments=240, kills=2, overlap=2)
    assert outcome.kills == 2
    assert len(outcome.acknowledged) == 240
    assert load.faults(place, outcome, overlap=2) == []


def test_what_is_lost_or_doubled_would_be_seen(load, tmp_path):
    where = str(tmp_path / "study.db")
    outcome = load.simulate(where, people=2, judgments=8, kills=0, overlap=2)
    assert load.faults(where, outcome, overlap=2) == []
    (who, item), grade = next(iter(outcome.acknowledged.items()))
    assert load.faults(where, outcome, overlap=1)
    outcome.acknowledged["nobody", item] = 1.0
    outcome.acknowledged[who, item] = grade + 1
    assert sorted(each.split(":")[0] for each in load.faults(where, outcome, overlap=2)) == ["lost or changed"] * 2


def answer(item, event="e1", grade=2, **others):
    return {"item": item, "event": event, "kind": "grade", "values": {"relevance": grade}, **others}


def test_the_same_event_is_taken_once_however_often_it_is_sent(serve):
    running = serve()
    client = running.client("ann")
    item = client.next(1).json()["items"][0]["id"]
    replies = [client.ask("POST", "/api/answer", answer(item)).json() for _ in range(3)]
    assert [each["known"] for each in replies] == [False, True, True]
    assert replies[-1]["progress"]["done"] == 1
    assert running.study.judgments().num_rows == 1


def test_an_undo_that_is_sent_again_takes_back_one_answer(serve):
    running = serve()
    client = running.client("ann")
    first, second = (each["id"] for each in client.next(2).json()["items"])
    client.ask("POST", "/api/answer", answer(first, "e1"))
    client.ask("POST", "/api/answer", answer(second, "e2"))
    undone = [client.ask("POST", "/api/undo", {"event": "u1"}).json()["undone"]["id"] for _ in range(3)]
    assert undone == [second] * 3
    assert client.next(1).json()["progress"]["done"] == 1
    assert client.ask("POST", "/api/undo", {"event": "u2"}).json()["undone"]["id"] == first
    assert client.ask("POST", "/api/undo", {"event": "u3"}).json()["undone"] is None
    assert running.study.judgments()["state"].to_pylist() == ["undone", "undone"]


def test_a_locked_file_is_a_sentence_and_the_answer_can_be_sent_again(serve, tmp_path):
    from cranfield.judge.store import Study
    from judge_client import made_study

    made_study(tmp_path / "locked.db").close()
    running = serve(study=Study.open(tmp_path / "locked.db", patience=0.2))
    client = running.client("ann")
    item = client.next(1).json()["items"][0]["id"]
    other = sqlite3.connect(tmp_path / "locked.db", isolation_level=None)
    other.execute("begin immediate")
    reply = client.ask("POST", "/api/answer", answer(item))
    assert reply.status == 503
    assert reply.json()["message"].startswith("A study: is in use by others")
    other.execute("rollback")
    other.close()
    assert client.ask("POST", "/api/answer", answer(item)).json()["known"] is False
    assert running.study.judgments()["value"].to_pylist() == [2.0]


def test_a_full_disk_is_a_sentence_and_nothing_is_lost(serve):
    running = serve()
    client = running.client("ann")
    first, second = (each["id"] for each in client.next(2).json()["items"])
    assert client.ask("POST", "/api/answer", answer(first)).status == 200
    with running.study.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("pragma page_count").scalar()
    from sqlalchemy import event

    def full(connection, _):
        connection.execute(f"pragma max_page_count = {pages}")

    event.listen(running.study.database.engine, "connect", full)
    running.study.database.engine.dispose()
    reply = client.ask("POST", "/api/answer", answer(second, "e2", comment="x" * 5000))
    assert reply.status == 503
    assert "the disk is full" in reply.json()["message"]
    event.remove(running.study.database.engine, "connect", full)
    running.study.database.engine.dispose()
    assert client.ask("POST", "/api/answer", answer(second, "e2", comment="x" * 5000)).status == 200
    assert len(running.study.judgments()) == 2


def test_a_fault_of_the_server_is_a_sentence_too(serve, monkeypatch):
    running = serve()
    client = running.client("ann")
    monkeypatch.setattr(running.study, "ahead", lambda *_, **__: 1 / 0)
    reply = client.next(1)
    assert reply.status == 500
    assert reply.json()["message"].startswith("Something broke on the server")
    assert "default-src 'self'" in reply.headers["content-security-policy"]


def test_what_the_page_holds_is_not_sent_again(serve):
    client = serve().client("ann")
    held = [each["id"] for each in client.next(3).json()["items"]]
    more = [each["id"] for each in client.next(2, held).json()["items"]]
    assert len(more) == 2
    assert not set(held) & set(more)
    reply = client.ask("POST", "/api/answer", answer(held[0], have=[*held[1:], *more], count=1)).json()
    assert len(reply["items"]) == 1
    assert reply["items"][0]["id"] not in held + more


def test_everything_that_is_said_is_kept(serve):
    running = serve()
    client = running.client("ann")
    first, second, third = (each["id"] for each in client.next(3).json()["items"])
    span = {"start": 0, "end": 4}
    client.ask("POST", "/api/answer", answer(first, "e1", comment="why", seconds=2.5, shown_at=1, span=span))
    client.ask("POST", "/api/answer", {"item": second, "event": "e2", "kind": "cannot", "reason": "unreadable"})
    client.ask("POST", "/api/answer", {"item": third, "event": "e3", "kind": "skip"})
    rows = running.study.judgments().to_pylist()
    assert [each["kind"] for each in rows] == ["grade", "cannot", "skip"]
    assert (rows[0]["comment"], rows[0]["seconds"], rows[0]["span_from"], rows[0]["span_to"]) == ("why", 2.5, 0, 4)
    assert rows[1]["reason"] == "unreadable"


def test_a_new_browser_goes_on_where_the_old_one_stopped(serve):
    running = serve()
    client = running.client("ann")
    for at in range(3):
        item = client.next(1).json()["items"][0]["id"]
        client.ask("POST", "/api/answer", answer(item, f"e{at}"))
    waiting = client.next(2).json()
    again = running.client()
    assert again.enter(running.study.renew("ann").token).status == 303
    assert again.next(2).json() == waiting
    assert waiting["progress"] == {"done": 3, "total": 12}
