"""Annotators over HTTP while the server is killed: what they were told is kept must be there in the end, once."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from cranfield.judge.store import Item, Output, Settings, Study

SOURCE = Path(__file__).parent.parent / "src"


@dataclass
class Outcome:
    """What the annotators were told, and how long it took."""

    acknowledged: dict[tuple[str, str], float]  # annotator and item to the grade
    seconds: float
    waits: list[float]  # for each answer, from the first try to the receipt
    requests: list[float]  # for each answer, the request that succeeded
    kills: int
    repeated: int  # answers that the server had known when they were sent again

    def at(self, share: float, *, of: str = "requests") -> float:
        """A quantile of the waits in seconds."""
        ordered = sorted(getattr(self, of))
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@dataclass
class Server:
    """`cranfield serve` as a process of its own, on one port for all its lives."""

    where: str
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, "-m", "cranfield", "serve", self.where, "--port", str(self.port)]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        for _ in range(600):
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended with {self.process.returncode}")
            time.sleep(0.05)
        raise RuntimeError("the server does not answer")

    def kill(self) -> None:
        """Kill -9, and a new life."""
        with self.lock:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.kills += 1
            self.start()

    def end(self) -> int:
        """Ctrl-C; its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)


class Annotator(threading.Thread):
    """Asks for items and grades them; what fails is sent again, with the same key."""

    def __init__(self, name: str, token: str, load: Load) -> None:
        super().__init__(daemon=True)
        self.name, self.token, self.load = name, token, load
        self.chance = random.Random(name)
        self.cookie = ""
        self.connection: HTTPConnection | None = None

    def ask(self, path: str, body: str, kind: str = "application/json") -> tuple[int, str, str]:
        """One request, as often as it takes."""
        headers = {"Content-Type": kind, "Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.load.server.port}"}
        while True:
            try:
                if self.connection is None:
                    self.connection = HTTPConnection("127.0.0.1", self.load.server.port, timeout=30)
                began = time.perf_counter()
                self.connection.request("POST", path, body, headers)
                reply = self.connection.getresponse()
                text = reply.read().decode()
                self.took = time.perf_counter() - began
                if reply.status < 500:
                    return reply.status, text, reply.headers.get("set-cookie", "")
            except (OSError, HTTPException):
                self.hang_up()
            time.sleep(0.05 + self.chance.random() * 0.1)

    def hang_up(self) -> None:
        """Let the connection go."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def enter(self) -> None:
        """Come in by the invite."""
        status, text, cookie = self.ask("/enter", f"token={self.token}", "application/x-www-form-urlencoded")
        assert status == 303, text
        self.cookie = cookie.split(";")[0]

    def run(self) -> None:
        """Judge until everything is judged."""
        ahead = self._read("/api/next", {"count": 3})["items"]
        while self.load.goes_on():
            if not ahead:
                time.sleep(0.05)
                ahead = self._read("/api/next", {"count": 3})["items"]
                continue
            item = ahead.pop(0)["id"]
            grade = self.chance.randrange(4)
            answer = {"item": item, "event": f"{self.name} {item}", "kind": "grade", "values": {"relevance": grade},
                      "have": [each["id"] for each in ahead], "count": 3 - len(ahead)}  # fmt: skip
            began = time.perf_counter()
            reply = self._read("/api/answer", answer)
            self.load.told(self, item, grade, reply, time.perf_counter() - began)
            ahead += reply["items"]
        self.hang_up()

    def _read(self, path: str, body: dict[str, object]) -> dict[str, object]:
        status, text, _ = self.ask(path, json.dumps(body))
        assert status == 200, text
        return json.loads(text)


@dataclass
class Load:
    """Everybody together."""

    server: Server
    wanted: int
    kill_at: list[int]
    outcome: Outcome = field(default_factory=lambda: Outcome({}, 0.0, [], [], 0, 0))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def goes_on(self) -> bool:
        """Whether something is left to judge."""
        return len(self.outcome.acknowledged) < self.wanted

    def told(self, who: Annotator, item: str, grade: int, reply: dict[str, object], wait: float) -> None:
        """Write down what an annotator was told, and kill the server when it is time."""
        with self.lock:
            assert not reply["late"], (who.name, item)
            assert (who.name, item) not in self.outcome.acknowledged, (who.name, item)
            self.outcome.acknowledged[who.name, item] = float(grade)
            self.outcome.waits.append(wait)
            self.outcome.requests.append(who.took)
            self.outcome.repeated += bool(reply["known"])
            due = bool(self.kill_at) and len(self.outcome.acknowledged) >= self.kill_at[0]
            if due:
                self.kill_at.pop(0)
        if due:
            self.server.kill()


def new_study(where: str, *, items: int, overlap: int) -> None:
    """Items for so many answers."""
    with Study.create(where, Settings.of_grades("0-3", overlap=overlap, gold_share=0.0)) as study:
        study.add_items(
            Item(
                f"q{at % 50}",
                Output(f"d{at}", f"Text {at}. " * 40, f"Title {at}"),
                f"query {at % 50}",
                priority=-float(at),
            )
            for at in range(items)
        )


def simulate(where: str, *, people: int, judgments: int, kills: int, overlap: int = 2) -> Outcome:
    """Let people judge everything in a new study while the server is killed at even distances."""
    new_study(where, items=judgments // overlap, overlap=overlap)
    with Study.open(where) as study:
        tokens = {f"annotator {at}": study.add_annotator(f"annotator {at}").token for at in range(people)}
    server = Server(where)
    server.start()
    load = Load(server, judgments // overlap * overlap, [judgments * at // (kills + 1) for at in range(1, kills + 1)])
    everybody = [Annotator(name, token, load) for name, token in tokens.items()]
    for each in everybody:
        each.enter()
    began = time.perf_counter()
    for each in everybody:
        each.start()
    for each in everybody:
        while each.is_alive():  # a busy machine may be slow, but something is told now and then
            before = len(load.outcome.acknowledged)
            each.join(120)
            assert not each.is_alive() or len(load.outcome.acknowledged) > before, "somebody waits for ever"
    load.outcome.seconds = time.perf_counter() - began
    load.outcome.kills = server.kills
    assert len(load.outcome.acknowledged) == load.wanted, "somebody stopped early"
    status = server.end()
    assert status == 0, f"after Ctrl-C the server ended with {status}"
    return load.outcome


def faults(where: str, outcome: Outcome, *, overlap: int) -> list[str]:
    """What was lost, doubled or too much: nothing, one hopes."""
    with Study.open(where) as study:
        table = study.judgments()
    rows = list(zip(*(table[name].to_pylist() for name in ("rater", "item", "value", "state")), strict=True))
    found = [f"not current: {row}" for row in rows if row[3] != "current"]
    kept = {(rater, item): value for rater, item, value, _ in rows}
    if len(kept) != len(rows):
        found.append(f"{len(rows) - len(kept)} answers are there twice")
    lost = [key for key, grade in outcome.acknowledged.items() if kept.get(key) != grade]
    found += [f"lost or changed: {key}" for key in lost]
    found += [f"nobody was told of {key}" for key in kept if key not in outcome.acknowledged]
    over = {item: count for item, count in Counter(item for _, item in kept).items() if count > overlap}
    return found + [f"too many answers: {item} has {count}" for item, count in over.items()]
