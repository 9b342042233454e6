"""Whoever waits longest comes next, and whoever gave up is not waited for."""

from __future__ import annotations

import threading
import time

from cranfield.judge.store.turns import Turns


def test_turns_come_in_the_order_of_asking():
    turns, order = Turns(), []
    assert turns.acquire(1)

    def wait(number):
        assert turns.acquire(10)
        order.append(number)
        turns.release()

    threads = [threading.Thread(target=wait, args=(number,)) for number in range(8)]
    for asked, each in enumerate(threads, 1):
        each.start()
        while len(turns._waiting) < asked:
            time.sleep(0.001)
    assert order == []
    turns.release()
    for each in threads:
        each.join(10)
    assert order == list(range(8))
    assert turns.acquire(0)


def test_who_gave_up_is_passed_over():
    turns = Turns()
    assert turns.acquire(0)
    assert not turns.acquire(0.01)
    turns.release()
    assert turns.acquire(0)
    assert not turns.acquire(0)


def test_only_one_at_a_time_whatever_happens():
    turns, inside, most = Turns(), [], []

    def work():
        for _ in range(200):
            if turns.acquire(0.0005):
                inside.append(1)
                most.append(len(inside))
                inside.pop()
                turns.release()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(30)
    assert max(most) == 1
    assert turns.acquire(0)
