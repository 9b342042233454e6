"""`cranfield serve` as a user calls it, and the walk of docs/judging.md from runs to judgments."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from beside_loop import run_apart
from cranfield.cli.main import run
from cranfield.judge.store import Study
from cranfield.judge.web.server import listening
from judge_client import Client, made_study
from page_commands import ROOT, shown_on


@pytest.fixture
def started(tmp_path):
    """Start `cranfield serve` on a free port; its lines up to the last, and the process."""
    processes = []

    def begun(*arguments):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1", "LC_ALL": "C"}
        command = [sys.executable, "-m", "cranfield", "serve", *arguments, "--port", "0"]
        made = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        processes.append(made)
        lines = []
        while not lines or lines[-1] != "Ctrl-C ends it.":
            line = made.stdout.readline()
            assert line, made.stderr.read()
            lines.append(line.rstrip("\n"))
        return lines, made

    yield begun
    for each in processes:
        if each.poll() is None:
            each.kill()
        each.communicate()


def links(lines):
    return dict(re.findall(r"^  (\S+) +(http://\S+/enter#\S+)$", "\n".join(lines), re.MULTILINE))


def ended(process, by=signal.SIGINT):
    process.send_signal(by)
    printed, complained = process.communicate(timeout=20)
    assert complained == ""
    return process.returncode, printed


def judged_all(link, grade):
    """Come in by a link and judge until nothing is left."""
    address, _, token = link.partition("/enter#")
    client = Client(address)
    assert client.enter(token).status == 303
    count = 0
    while items := client.next(10).json()["items"]:
        for each in items:
            answer = {"item": each["id"], "event": f"e{count}", "kind": "grade", "values": {"relevance": grade(count)}}
            assert client.ask("POST", "/api/answer", answer).status == 200
            count += 1
    client.connection.close()
    return count


def test_links_are_printed_once_and_ctrl_c_is_a_clean_end(started, tmp_path):
    made_study(tmp_path / "study.db", count=3).close()
    lines, process = started("study.db", "--annotators", "ann, ben")
    assert re.fullmatch(r"study\.db is at http://127\.0\.0\.1:\d+", lines[0])
    assert list(links(lines)) == ["ann", "ben", "admin"]
    assert judged_all(links(lines)["ann"], lambda _: 2) == 3
    assert ended(process) == (0, "study.db is closed; everything is kept.\n")
    before = links(lines)["ben"].partition("/enter#")[2]
    lines, process = started("study.db")
    assert list(links(lines)) == ["ben", "admin"]
    assert "In already: ann. --new-link NAME prints another link." in lines
    address, _, token = links(lines)["ben"].partition("/enter#")
    # a link that was sent before stays good, until one of them is used
    assert judged_all(f"{address}/enter#{before}", lambda _: 1) == 0
    late = Client(address)
    assert late.enter(token).status == 403
    late.connection.close()
    assert ended(process, signal.SIGTERM) == (0, "study.db is closed; everything is kept.\n")
    lines, process = started("study.db", "--new-link", "ben", "--no-links")
    assert list(links(lines)) == ["ben"]
    assert "Not in yet: admin. --new-link NAME prints a link." in lines
    assert judged_all(links(lines)["ben"], lambda _: 1) == 0
    assert ended(process, signal.SIGTERM)[0] == 0
    assert not [path for path in tmp_path.iterdir() if path.suffix in (".db-wal", ".db-shm")]  # one file to copy


def test_who_was_invited_before_gets_a_link_and_without_anybody_it_says_so(started, tmp_path):
    made_study(tmp_path / "study.db", count=3).close()
    lines, process = started("study.db")
    assert list(links(lines)) == ["admin"]
    assert "Nobody judges yet: add people with --annotators NAME,NAME, or on the admin's page." in lines
    ended(process)
    with Study.open(tmp_path / "study.db") as study:
        for name, role in (("Zoe", "annotator"), ("Ann", "annotator"), ("Bob", "adjudicator"), ("Eve", "annotator")):
            study.add_annotator(name, role)
        study.revoke("Eve")
    lines, process = started("study.db")
    assert list(links(lines)) == ["Ann", "Zoe", "Bob", "admin"]
    assert judged_all(links(lines)["Ann"], lambda _: 2) == 3
    assert ended(process)[0] == 0


def test_the_demo_shows_everything(started):
    lines, process = started("--demo")
    assert list(links(lines)) == ["you", "admin"]
    address, _, token = links(lines)["admin"].partition("/enter#")
    client = Client(address)
    assert client.enter(token).status == 303
    until = monotonic() + 60  # the page does not wait for it, and asks again
    while "The systems by nDCG@10: " not in (overview := client.ask("GET", "/admin").text):
        assert monotonic() < until
    assert "are to be decided" in overview
    assert "Ann" in client.ask("GET", "/admin/agreement").text
    assert "What people said" in client.ask("GET", "/admin/disputes").text
    client.connection.close()
    assert ended(process)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "name a study, or give --demo, and not both"),
        (["study.db", "--demo"], "name a study, or give --demo, and not both"),
        (["nowhere.db"], "nowhere.db: there is no such study; make one with cranfield study new"),
        (["study.db", "--new-link", "ana"], "--new-link: nobody is called 'ana'; did you mean ann?"),
        (["study.db", "--host", "192.0.2.1"], "cannot listen on 192.0.2.1 port 8000"),
    ],
)
def test_what_the_user_can_mend_is_one_sentence(arguments, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with made_study(tmp_path / "study.db", count=1) as study:
        study.add_annotator("ann")
    assert run(["serve", *arguments]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_no_half_of_a_reply_waits_for_the_other():
    """A reply is sent in two pieces; without TCP_NODELAY the second waits 40 ms for the first to arrive."""
    seen = []

    async def met():
        def came(_, writer):
            accepted = writer.get_extra_info("socket")
            seen.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        opened = listening("127.0.0.1", 0)
        async with await asyncio.start_server(came, sock=opened):
            reader, writer = await asyncio.open_connection(*opened.getsockname())
            await reader.read()
            writer.close()

    run_apart(met)
    assert seen == [1]


def test_the_walk_from_runs_to_judgments(started, tmp_path, monkeypatch, capsys):
    """Every command of docs/judging.md in its order; people judge while it is served."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    assert run(["demo", "--save", "demo"]) == 0
    commands = shown_on(ROOT / "docs" / "judging.md")
    said = [each.words()[0] for each in commands]
    assert said == ["pool", "serve", "study", "study", "eval", "agreement", "study"]
    for shown in commands:
        words = shown.words()
        if words[0] == "serve":
            lines, process = started(*words[1:])
            counts = [judged_all(links(lines)[name], grade) for name, grade in GRADES.items()]
            assert counts[0] == counts[1] > 100
            assert ended(process)[0] == 0
            continue
        assert run(words) == 0, (shown.command, capsys.readouterr().err)
    printed = capsys.readouterr().out
    assert "nDCG@3" in printed
    assert "Alpha" in printed
    first = Path("qrels.txt").read_text().splitlines()
    assert "median" in first[0]
    assert len([line for line in first if not line.startswith("#")]) == counts[0]


GRADES = {"ann": lambda at: at % 4, "ben": lambda at: (at + (at % 5 == 0)) % 4}
