"""Freshness is the time from the engine's word to the first search that shows a change; space is what it says."""

from __future__ import annotations

import asyncio
import json
import time
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest

from beside_loop import run_apart
from cranfield.errors import InputError
from cranfield.live.failure import Failure
from cranfield.live.freshness import Trials, _Trial
from cranfield.live.probes import live_freshness, live_space
from cranfield.live.reply import Reply
from cranfield.live.rows import Rows
from live.servers import ok, plain, response, serving

WRITES = {
    "add": {"method": "PUT", "url": "{server}/d/{id}", "body": '{"text": {text}}'},
    "update": {"method": "PUT", "url": "{server}/d/{id}", "body": '{"text": {text}}'},
    "delete": {"method": "DELETE", "url": "{server}/d/{id}"},
}


class Slow:
    """An index in which each change shows after its own time."""

    def __init__(self, **after):
        self.after, self.changes = after, []

    def __call__(self, seen):
        now = time.monotonic()
        if seen.target.startswith("/d/"):
            name = seen.target[3:]
            text = json.loads(seen.body)["text"] if seen.method == "PUT" else None
            kind = "delete" if text is None else "update" if any(name == each[1] for each in self.changes) else "add"
            self.changes.append((now + self.after[kind], name, text))
            return ok({})
        word = parse_qs(urlsplit(seen.target).query)["q"][0]
        held = {name: text for when, name, text in self.changes if when <= now}
        return ok({"results": [{"id": f"id:x::{name}", "score": 1} for name, text in held.items() if text == word]})


def times(found, kind):
    rows = [row for row in found.table.to_pylist() if row["kind"] == f"freshness-{kind}"]
    return [row["ended"] - row["intended"] for row in rows]


def test_each_change_takes_its_own_time():
    slow = Slow(add=0.15, update=0.05, delete=0.1)
    with serving(slow) as served:
        found = live_freshness(plain(served, **WRITES), Trials(count=3, every=0.005))
    for kind, after in slow.after.items():
        assert len(times(found, kind)) == 3
        assert min(times(found, kind)) >= after - 0.02
        assert min(times(found, kind)) < after + 0.5
    assert 0.005 <= found.about.resolution < 0.1
    assert found.rows.errors == 0


def test_a_slow_search_is_what_bounds_how_exactly_a_time_is_known():
    slow = Slow(add=0, update=0, delete=0)

    def answer(seen):
        time.sleep(0 if seen.target.startswith("/d/") else 0.08)
        return slow(seen)

    with serving(answer) as served:
        found = live_freshness(plain(served, **WRITES), Trials(count=1, every=0.005))
    assert 0.08 <= found.about.resolution < 0.3
    assert found.rows.errors == 0


@pytest.mark.parametrize(("status", "left"), [(None, ["add", "delete"]), (403, ["add"])])
def test_a_write_without_an_answer_may_have_happened_and_is_taken_back(status, left):
    called = []

    class Asker:
        engine = SimpleNamespace(writes={"add": "add", "delete": "delete"})

        async def call(self, what, _):
            called.append(what)
            if what == "add" and status is None:
                raise asyncio.CancelledError  # Ctrl-C while the answer is awaited
            failure = Failure("live-status", {"said": "no"}, status)
            return Reply(0.0, 0.0, status, b"", 0, failure), None, "http://here"

    trial = _Trial(Asker(), Trials(), Rows(), 0, [])
    with pytest.raises((asyncio.CancelledError, InputError)):
        run_apart(trial.run)
    assert called == left


def test_a_change_that_never_shows_is_given_up_and_the_document_is_taken_away():
    slow = Slow(add=0, update=99, delete=0)
    with serving(slow) as served:
        found = live_freshness(plain(served, **WRITES), Trials(count=1, every=0.01, limit=0.1))
    rows = {row["kind"]: row for row in found.table.to_pylist()}
    assert rows["freshness-update"]["error"] == "not-fresh"
    assert rows["freshness-update"]["timeout"] == 0.1
    assert "no search showed the change within 0.1 s" in found.findings()[0].told()
    assert slow.changes[-1][2] is None


def test_looking_once_does_not_disturb():
    slow = Slow(add=0.05, update=0.05, delete=0.05)
    with serving(slow) as served:
        live_freshness(plain(served, **WRITES), Trials(count=2, after=0.3))
    assert sum(seen.target.startswith("/search") for seen in served.seen) == 6


def test_a_write_that_fails_stops_and_names_the_document():
    with serving(lambda _: response(403, b'{"message": "read only"}')) as served, pytest.raises(InputError) as caught:
        live_freshness(plain(served, **WRITES), Trials(count=1))
    assert str(caught.value).startswith("query add ")
    assert "answers with 403: it wants other credentials (read only)" in str(caught.value)


def test_an_engine_that_cannot_be_written_says_what_is_missing():
    with pytest.raises(InputError) as caught:
        live_freshness(plain("http://127.0.0.1:1", add=WRITES["add"]))
    assert str(caught.value) == (
        "the engine: does not say how to update and delete a document; add [update] and [delete]"
    )


def test_space_is_what_the_engine_says_or_what_its_folder_weighs(tmp_path):
    stats = {"url": "{server}/stats", "bytes": "$.parts[*].size", "documents": "$.n"}
    with serving(lambda _: ok({"parts": [{"size": 100}, {"size": 23}], "n": 3})) as served:
        (row,) = live_space(plain(served, space=stats)).table.to_pylist()
        assert (row["kind"], row["value"], row["results"]) == ("space", 123.0, 3)
        (tmp_path / "a").mkdir()
        (tmp_path / "a" / "x").write_bytes(b"12345")
        (tmp_path / "y").write_bytes(b"678")
        (tmp_path / "z").symlink_to("/etc/passwd")
        told = {**stats, "folder": str(tmp_path)}
        (row,) = live_space(plain(served, space=told)).table.to_pylist()
        assert (row["value"], row["results"]) == (8.0, 3)
    with pytest.raises(InputError, match=r"add \[space\] with url and bytes, or with folder"):
        live_space(plain("http://127.0.0.1:1"))
    with pytest.raises(InputError, match=r"space\.folder: there is no folder /no/such"):
        live_space(plain("http://127.0.0.1:1", space={"folder": "/no/such"}))
    with serving(lambda _: response(500)) as served, pytest.raises(InputError, match="answers with 500"):
        live_space(plain(served, space=stats))
