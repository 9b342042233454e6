"""Many at once, in threads and in processes that are killed: nothing lost, nothing twice, never more than wanted."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cranfield.judge.store import Settings, Study
from judge.made import answer, items_of, person

WRITER = Path(__file__).parent / "writer.py"


def counted(study):
    """Answers that count by document, after looking that each stands once."""
    rows = [row for row in study.judgments().to_pylist() if row["state"] == "current"]
    assert len({(row["item"], row["rater"]) for row in rows}) == len(rows)
    return Counter(row["doc"] for row in rows)


def test_threads_share_the_items_exactly(place):
    with Study.create(place, Settings.of_grades(overlap=3)) as study:
        study.add_items(items_of(40))
        people = [person(study, f"p{number}") for number in range(12)]

        def work(someone):
            done = 0
            while items := study.next_items(someone, 2):
                study.record(someone, answer(items[0]))
                done += 1
                if done % 7 == 0:
                    study.undo(someone)
            return done

        with ThreadPoolExecutor(12) as pool:
            list(pool.map(work, people))
        # whoever found nothing left may have left a lease of another's to lapse; nobody does more than is wanted
        counts = counted(study)
        assert max(counts.values()) <= 3
        assert sum(counts.values()) == 120
        assert not any(each.late for each in study.status().people)


def test_an_answer_sent_by_many_at_once_is_kept_once(study):
    ann = person(study, "ann")
    said = answer(study.next_items(ann, 1)[0])
    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(lambda _: study.record(ann, said), range(16)))
    assert len({each.number for each in receipts}) == 1
    assert sum(not each.known for each in receipts) == 1
    assert len(study.judgments()) == 1


def start(place, name, told):
    """A writer whose acknowledgments go to a file."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    words = [sys.executable, str(WRITER), place, name, "1000"]
    with told.open("wb") as out:
        return subprocess.Popen(words, stdout=out, stderr=subprocess.PIPE, text=True, env=environment)


def lines_of(told):
    """The whole lines of a file."""
    return [line.split() for line in told.read_text().splitlines(keepends=True) if line.endswith("\n")]


def test_processes_share_the_items_exactly(place, tmp_path):
    with Study.create(place, Settings.of_grades(overlap=2)) as study:
        study.add_items(items_of(60))
        names = ["ann", "bob", "cem", "dia"]
        for name in names:
            person(study, name)
        running = [start(place, name, tmp_path / name) for name in names]
        assert [each.communicate(timeout=120)[1] for each in running] == [""] * 4
        assert set(counted(study).values()) == {2}
        assert sum(len(lines_of(tmp_path / name)) for name in names) == 120


def test_what_was_acknowledged_outlives_a_kill(place, tmp_path):
    draw = random.Random(7)
    names = ["ann", "bob"]
    with Study.create(place, Settings.of_grades(overlap=2, lease_seconds=3600)) as study:
        study.add_items(items_of(300))
        for name in names:
            person(study, name)
    said, killed = set(), 0
    for number in range(3):
        told = {name: tmp_path / f"{name}{number}" for name in names}
        wanted = {name: draw.randint(1, 12) for name in names}
        running = {name: start(place, name, told[name]) for name in names}
        alive = dict(running)
        while alive:
            for name, each in list(alive.items()):
                if len(lines_of(told[name])) >= wanted[name]:
                    each.kill()
                    del alive[name]
                else:
                    assert each.poll() is None, each.stderr.read()
            time.sleep(0.005)
        for name, each in running.items():
            assert each.communicate(timeout=30)[1] == ""
            killed += each.returncode == -signal.SIGKILL  # on a busy machine one may be through before it is killed
            said |= {(name, item, int(event)) for item, event, _ in lines_of(told[name])}
    assert killed > 3
    with Study.open(place) as study:
        rows = study.judgments().to_pylist()
        kept = {(row["rater"], row["item"], row["event"]) for row in rows}
        assert len(rows) == len(kept) == len({(row["rater"], row["item"]) for row in rows})
        assert len(said) > 12
        assert said <= kept
        assert len(kept) - len(said) <= 3 * 2  # what was under way when a kill came
        assert max(counted(study).values()) <= 2
        # and those who come back finish the rest
        for name in names:
            someone = next(each.id for each in study.people() if each.name == name)
            while items := study.next_items(someone, 50):
                for item in items:
                    study.record(someone, answer(item))
        assert set(counted(study).values()) == {2}
        assert study.status().complete == 300


def test_a_server_that_falls_over_loses_nothing(server):
    with Study.create(server.database(), Settings.of_grades()) as study:
        study.add_items(items_of(20))
        ann = person(study, "ann")
        for _ in range(3):
            study.record(ann, answer(study.next_items(ann, 1)[0]))
            server.restart()
        assert len(study.judgments()) == 3
        assert len(study.next_items(ann, 2)) == 2
