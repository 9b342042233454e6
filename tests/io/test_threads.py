"""Work on all cores: results in order, and threads that end."""

import gc
import os
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, labels, ranking
from cranfield.io.bytes.threads import cores, in_order
from cranfield.io.read import table_input
from io_samples import THIRTY_QRELS as QRELS
from io_samples import assert_nobody_works_but, many_groups, working


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_order_whatever_takes_long(threads):
    def work(number):
        time.sleep(0.002 * (number % 3))
        return number * 2

    assert list(in_order(work, range(40), threads)) == [2 * i for i in range(40)]
    assert list(in_order(work, [7], threads)) == [14]
    assert list(in_order(work, [], threads)) == []


@pytest.mark.parametrize("threads", [1, 3])
def test_what_goes_wrong_is_raised_behind_the_results_before_it(threads):
    def work(number):
        if number == 5:
            raise ValueError(number)
        return number

    found = []
    with pytest.raises(ValueError, match="5"):
        found.extend(in_order(work, range(40), threads))
    assert found in ([0, 1, 2, 3, 4], [])  # extend keeps nothing of what an iterator gave before it failed

    def items():
        yield from range(4)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        list(in_order(abs, items(), threads))


def test_threads_share_the_cores(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(6)), raising=False)
    found = {sharing: set(in_order(lambda _: cores(), range(9), 3, sharing=sharing)) for sharing in (True, False)}
    assert found == {True: {2}, False: {6}}
    assert cores() == 6


def test_threads_end_with_whoever_stops_asking():
    before = working()
    running = in_order(abs, iter(range(10**9)), 3)
    assert [next(running) for _ in range(5)] == [0, 1, 2, 3, 4]
    running.close()
    assert_nobody_works_but(before)


def test_nothing_of_the_work_is_held_when_it_is_done():
    class Something:
        pass

    held = Something()
    seen = weakref.ref(held)

    def work(number, held=held):
        return number if held else None

    assert list(in_order(work, range(9), 2)) == list(range(9))
    del held, work
    gc.collect()
    assert seen() is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only Unix has it")
def test_a_process_that_was_forked_has_threads_of_its_own():
    code = """if True:
        import os, signal
        from cranfield.io.bytes.threads import in_order
        assert list(in_order(abs, range(9), 2)) == list(range(9))
        left = in_order(abs, range(9), 2)
        next(left)
        child = os.fork()
        if not child:
            signal.alarm(20)
            left.close()
            os._exit(list(in_order(abs, range(9), 2)) != list(range(9)))
        assert os.waitpid(child, 0)[1] == 0
    """
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, timeout=60)


def test_only_a_few_results_wait():
    taken = []

    def items():
        for number in range(100):
            taken.append(number)
            yield number

    running = in_order(abs, items(), 2, ahead=1)
    next(running)
    time.sleep(0.05)
    assert len(taken) <= 2 + 1 + 2
    running.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_an_iterator_that_ends_inside_the_work_ends_nothing_else(threads):
    def work(number):
        return number if number != 3 else next(iter(()))

    with pytest.raises(RuntimeError):
        list(in_order(work, range(9), threads))


def test_threads_that_were_started_end_when_another_cannot_be(monkeypatch):
    start, started = threading.Thread.start, []

    def few(self):
        if len(started) == 2:
            raise RuntimeError("can't start new thread")
        started.append(self)
        start(self)

    def slow(number):
        time.sleep(0.05)  # or a thread could be done before the next one is needed
        return number

    monkeypatch.setattr(threading.Thread, "start", few)
    before = working()
    with pytest.raises(RuntimeError, match="can't start new thread"):
        list(in_order(slow, range(9), 5))
    assert_nobody_works_but(before)


def test_threads_of_a_refused_table_end_while_its_error_is_kept(tmp_path):
    truth = [0, 1] * 2000
    truth[205] = None
    pq.write_table(pa.table({"y": truth, "s": np.arange(4000.0)}), tmp_path / "a.parquet", row_group_size=200)
    before = working()
    with pytest.raises(InputError, match="row 206") as kept:
        labels(tmp_path / "a.parquet", truth="y", score="s")
    assert_nobody_works_but(before)
    assert kept.value


def test_no_thread_goes_on_after_a_mistake(tmp_path, monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", 16)
    docs = ["" if i == 30 else f"d{i % 7}" for i in range(400)]
    table = many_groups().set_column(1, "doc", pa.array(docs))
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=13)
    before, kept = working(), []
    for _ in range(2):
        with pytest.raises(InputError, match="row 31: the doc is empty") as caught:
            ranking(QRELS, tmp_path / "run.parquet")
        kept.append(caught)  # with its traceback, which would keep iterators alive
        assert_nobody_works_but(before)
