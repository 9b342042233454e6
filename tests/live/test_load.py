"""The open loop sends by its schedule, counts every wait, and shows what a closed loop hides."""

from __future__ import annotations

import asyncio
import time

import numpy as np
import pytest
from scipy import stats

from cranfield import live
from cranfield.errors import InputError
from cranfield.live.measure import live_all
from cranfield.live.schedule import arrivals
from live.servers import hits, ok, plain, response, serving

QUERIES = {f"q{at}": f"words {at}" for at in range(50)}


def column(found, name, phase="measured"):
    rows = [row for row in found.table.to_pylist() if row["phase"] == phase]
    return np.array([row[name] for row in rows], float)


def responses(found):
    return column(found, "ended") - column(found, "intended")


def slow(seconds):
    async def answer(_, writer):
        await asyncio.sleep(seconds)
        writer.write(ok(hits("a")))
        return True

    return answer


class Freezing:
    """An engine that answers at once, but stands still for a second when it has served for half a one."""

    def __init__(self):
        self.first = None

    async def __call__(self, _, writer):
        now = time.monotonic()
        self.first = now if self.first is None else self.first
        if 0.5 <= now - self.first < 1.5:
            await asyncio.sleep(self.first + 1.5 - now)
        writer.write(ok(hits("a")))
        return True


def test_a_second_that_an_engine_stands_still_is_seen_by_the_open_loop_and_hidden_by_the_closed_one():
    async def frozen(*given):
        return await freezing(*given)

    freezing = Freezing()
    with serving(frozen) as served:
        opened = live(plain(served), QUERIES, rate=100, duration=2.5, warm_up=False)
    freezing = Freezing()
    with serving(frozen) as served:
        # at most as many requests, each sent only when the one before was answered
        closed = live(plain(served), QUERIES, repetitions=5, pause=0.004, warm_up=False)
    assert len(responses(opened)) == len(responses(closed)) == 250
    assert 0.7 < np.quantile(responses(opened), 0.99) < 3
    assert np.mean(responses(opened) > 0.3) > 0.2  # as many as came in seven tenths of the second
    assert responses(closed).max() > 0.5  # one request met the second,
    assert np.sum(responses(closed) > 0.5) <= 2  # and of 250 that is too few for the 99th percentile
    assert np.quantile(responses(closed), 0.99) < 0.5


def test_waiting_for_a_free_slot_counts():
    with serving(slow(0.05)) as served:
        found = live(plain(served), QUERIES, rate=40, duration=1, in_flight=1, warm_up=False)
    lag, service = column(found, "sent") - column(found, "intended"), column(found, "ended") - column(found, "sent")
    assert len(lag) == 40
    assert service.min() >= 0.049
    # one at a time takes 40 times 50 ms, and the schedule is over after 39 times 25 ms
    assert responses(found).max() > 40 * 0.05 - 39 * 0.025 - 0.05
    assert lag.max() > 0.8
    assert (np.diff(column(found, "sent")) > 0.04).all()
    assert found.table["query"].to_pylist() != list(QUERIES)[:40]


def test_requests_are_not_sent_before_their_time_nor_held_back_by_answers():
    with serving(slow(0.3)) as served:
        found = live(plain(served), QUERIES, rate=50, duration=1, warm_up=False)
    lag = column(found, "sent") - column(found, "intended")
    assert lag.min() >= 0
    assert np.median(lag) < 0.1
    assert np.allclose(np.diff(np.sort(column(found, "intended"))), 0.02)
    assert served.connections > 5  # several at once


def test_failures_under_load_are_counted_at_the_timeout():
    def sometimes(seen):
        return response(500) if hash(seen.target) % 2 else ok(hits("a"))

    with serving(sometimes) as served:
        found = live(plain(served), QUERIES, rate=100, duration=0.5, warm_up=False)
    errors = [row["error"] for row in found.table.to_pylist()]
    assert set(errors) == {None, "http-500"}
    assert found.rows.errors == errors.count("http-500")
    assert set(found.table["timeout"].to_pylist()) == {10.0}
    with serving(lambda _: response(500)) as served, pytest.raises(InputError, match="answers with 500"):
        live(plain(served), QUERIES, rate=100, duration=0.5, warm_up=False, errors="stop")


def test_the_cold_pass_and_the_warm_up_are_told_apart(monkeypatch):
    monkeypatch.setattr("cranfield.live.load._WINDOW", 0.1)
    with serving(lambda _: ok(hits("a"))) as served:
        found = live(plain(served), QUERIES, rate=100, duration=0.5)
    phases = found.table["phase"].to_pylist()
    assert phases.count("cold") == 50
    assert phases.count("warm-up") % 10 == 0
    assert 20 <= phases.count("warm-up") <= 80
    assert phases.count("measured") == 50
    assert len(set(found.table["query"].to_pylist()[:50])) == 50


def test_engines_take_turns():
    with serving(lambda _: ok(hits("a"))) as one, serving(lambda _: ok(hits("b"))) as two:
        engines = [plain(one, name="a"), plain(two, name="b")]
        a, b = live_all(engines, QUERIES, rate=50, duration=0.8, warm_up=False)
        rounds = [(row["intended"], "ab"[at]) for at, each in enumerate((a, b)) for row in each.table.to_pylist()]
        start = [each.rows.start for each in (a, b)]
        closed = live_all(engines, {"q1": "x", "q2": "y"}, warm_up=False, repetitions=2)
    order = sorted((moment + start["ab".index(name)], name) for moment, name in rounds)
    turns = [name for at, (_, name) in enumerate(order) if at == 0 or order[at - 1][1] != name]
    assert turns == ["a", "b", "a", "b", "a"]  # who was last begins the next round
    assert len(a.table) == len(b.table) == 40
    sent = sorted(
        (row["sent"], name) for name, each in zip("ab", closed, strict=True) for row in each.table.to_pylist()
    )
    assert [name for _, name in sent] == list("abbaabba")


def test_a_schedule_is_known_before_and_repeats():
    draw = np.random.default_rng
    assert arrivals(10, 1, "fixed", draw(1)).tolist() == pytest.approx([at / 10 for at in range(10)])
    one, two = (arrivals(1000, 10, "poisson", draw(7)) for _ in range(2))
    assert (one == two).all()
    assert (np.diff(one) >= 0).all()
    assert 0 <= one[0] < one[-1] < 10
    assert abs(len(one) - 10_000) < 6 * 100
    assert stats.kstest(np.diff(one), "expon", (0, 1e-3)).pvalue > 1e-3
    assert stats.kstest(np.diff(arrivals(1000, 10, "fixed", draw(7))), "expon", (0, 1e-3)).pvalue < 1e-6


def test_a_function_can_be_loaded_too():
    def search(query, size):
        time.sleep(0.01)
        return [f"{query}-{at}" for at in range(size)]

    found = live(search, {"q1": "x"}, rate=50, duration=0.4, size=2, warm_up=False)
    assert len(found.table) == 20
    assert found.run == {"q1": {"x-0": 2.0, "x-1": 1.0}}
    assert (column(found, "ended") - column(found, "sent")).min() >= 0.0099


def test_another_machine_is_not_loaded_without_a_word():
    for host in ("http://203.0.113.7", "http://search.example", "http://localhost.example"):
        with pytest.raises(InputError) as caught:
            live(plain(host), QUERIES, rate=101, duration=1)
        assert caught.value.key == "live-not-here"
    assert caught.value.told(voice="shell") == (
        "the engine: localhost.example is not this machine, and 101 requests a second are more than 100; say --yes if"
        " you"
        " may load it"
    )


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"rate": 5, "schedule": "random"}, "schedule must be one of fixed, poisson, not 'random'"),
        ({"errors": "ignore"}, "errors must be one of stop, count, not 'ignore'"),
        ({"size": 0}, "live: size must be a whole number of at least 1, not 0"),
        ({"rate": 5, "duration": -1}, "live: duration must be a number above 0 and at most 1,000,000, not -1"),
        ({"rate": 0}, "live: rate must be a number above 0 and at most 1,000,000, not 0"),
    ],
)
def test_what_cannot_be_asked_for(wrong, said):
    with pytest.raises(InputError) as caught:
        live(plain("http://127.0.0.1:1"), QUERIES, **wrong)
    assert str(caught.value) == said
