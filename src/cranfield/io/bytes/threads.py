"""Work on all cores: the same for many things, with the results in their order."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from itertools import chain, islice
from queue import SimpleQueue
from threading import Condition, Lock, Semaphore, Thread, local
from typing import TYPE_CHECKING, ClassVar, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["closed_behind", "cores", "in_order", "opened_in_order"]

_WAITING = 2  # opened things that may wait for who opened them while more is opened
_TAKEN_OVER = 12  # the same when others will soon have nothing left to open
_share = local()  # between how many threads the cores are shared

Given = TypeVar("Given")
Made = TypeVar("Made")
_Promise = SimpleQueue[tuple[Made, None] | tuple[None, BaseException]]


def in_order(
    work: Callable[[Given], Made], items: Iterable[Given], threads: int | None = None, ahead: int | None = None, *,
    sharing: bool = False,
) -> Generator[Made]:  # fmt: skip
    """`map` on several threads, with only a few results waiting: `ahead` of them, or one for each thread.

    With `sharing`, the work of each thread leaves its share of the cores to the others when it calls this again.

    The threads also take turns at fetching the next item: with one more thread for that, they would be more than there
    are cores, and the one that is put to sleep may be the one for which the others wait.
    """
    with closed_behind(items) as iterator:
        threads = threads or cores()
        first = list(islice(iterator, 2))
        if len(first) < 2 or threads == 1:
            # a single piece: starting threads would cost more than it saves
            for item in chain(first, iterator):
                yield work(item)
        else:
            yield from _in_order(work, chain(first, iterator), threads, ahead, sharing=sharing)


@contextmanager
def closed_behind(items: Iterable[Given]) -> Generator[Iterator[Given]]:
    """An iterator that is closed when it is left, so that what it reads from ahead does not go on."""
    iterator = iter(items)
    try:
        yield iterator
    finally:
        if isinstance(iterator, Generator):
            iterator.close()


def _in_order(
    work: Callable[[Given], Made], rest: Iterator[Given], threads: int, ahead: int | None, *, sharing: bool
) -> Generator[Made]:
    made: SimpleQueue[_Promise[Made] | None] = SimpleQueue()
    room = Semaphore(threads + (threads if ahead is None else ahead))
    turn, over = Lock(), False

    def run() -> None:
        nonlocal over
        _share.threads = threads if sharing else 1
        while True:
            room.acquire()
            promise: _Promise[Made] = SimpleQueue()
            with turn:
                if over:
                    return
                try:
                    item = next(rest)
                except StopIteration:
                    over = True
                    made.put(None)
                    return
                except BaseException as error:  # noqa: BLE001 (it is raised where the result is asked for)
                    over = True
                    promise.put((None, error))
                    made.put(promise)
                    return
                made.put(promise)  # its place in the line
            _keep(promise, work, item)

    def stop() -> None:
        nonlocal over
        over = True
        room.release(threads)

    with _team(run, threads, stop):
        while (promise := made.get()) is not None:
            yield _kept(promise)
            room.release()


def cores() -> int:
    """How many cores this thread may use."""
    return max(len(_places()) // getattr(_share, "threads", 1), 1)


def _places() -> frozenset[int]:
    """The cores that this thread may run on."""
    return frozenset(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


def opened_in_order(
    opening: Callable[[int], Iterable[Given]], work: Callable[[Given], Made], count: int, threads: int | None = None
) -> Generator[Made]:
    """`work` on all that `opening` makes of the numbers below `count`, one thing after the other.

    Whoever opened something works on it too: the memory that it lets go then serves for what is opened next, which
    saves a third of the time. Only who has nothing left to open takes over from others, and so that there is something
    to take over, the last ones are opened early. While half of the threads work, the others rather open: those who do
    the same hinder each other, in the interpreter and at the memory (up to a tenth of the time).
    """
    threads = threads or cores()
    if threads == 1:
        for at in range(count):
            for item in opening(at):
                yield work(item)
        return
    made: list[SimpleQueue[_Promise[Made] | None]] = [SimpleQueue() for _ in range(count)]
    left, openers, working, over = deque(range(count)), 0, 0, False
    change = Condition()
    stocks: list[deque[tuple[Given, _Promise[Made]]]] = [deque() for _ in range(threads)]

    def open_next(
        at: int, source: Iterator[Given] | None, own: deque[tuple[Given, _Promise[Made]]]
    ) -> Iterator[Given] | None:
        """Open one more thing; gives what the next one comes from, None if there is none."""
        nonlocal openers
        promise: _Promise[Made] = SimpleQueue()
        try:
            source = iter(opening(at)) if source is None else source
            item = next(source)
        except BaseException as error:  # noqa: BLE001 (it is raised where the result is asked for)
            if not isinstance(error, StopIteration):
                promise.put((None, error))
                made[at].put(promise)
            made[at].put(None)
            with change:
                openers -= 1
                change.notify_all()
            return None
        made[at].put(promise)
        with change:
            own.append((item, promise))
            change.notify()
        return source

    def opens_rather(waiting: int) -> bool:
        """Whether who could open or work should open, with so many things at hand that it has opened."""
        if len(left) < threads:
            return waiting <= _TAKEN_OVER
        return not waiting or (working >= threads // 2 and waiting <= _WAITING)

    def run(own: deque[tuple[Given, _Promise[Made]]]) -> None:
        nonlocal openers, working
        at = 0  # what it opens
        source: Iterator[Given] | None = None
        while True:
            with change:
                while not (over or source or left or any(stocks)) and openers:
                    change.wait()
                more = source is not None or bool(left)
                stock = own if own or more else next(filter(None, stocks), own)
                if over or not (more or stock):
                    return
                opens = more and opens_rather(len(own))
                if not opens:
                    job = stock.popleft()
                    working += 1
                elif source is None:
                    at = left.popleft()
                    openers += 1
            if opens:
                source = open_next(at, source, own)
            else:
                _keep(job[1], work, job[0])
                del job  # or its memory would wait for the next one
                with change:
                    working -= 1

    def stop() -> None:
        nonlocal over
        with change:
            over = True
            change.notify_all()

    own = iter(stocks)
    with _team(lambda: run(next(own)), threads, stop):
        for queue in made:
            while (promise := queue.get()) is not None:
                yield _kept(promise)


@contextmanager
def _team(run: Callable[[], None], threads: int, stop: Callable[[], None]) -> Generator[None]:
    """Threads that run something until they are done or told to stop."""
    busy: list[SimpleQueue[None]] = []
    process = os.getpid()
    try:
        for _ in range(threads):
            busy.append(_Worker.next().start(run))  # noqa: PERF401 (those are kept that could be started)
        yield
    finally:
        stop()
        # no thread comes along into a forked process, and none lives on when the interpreter ends
        for done in () if process != os.getpid() or sys.is_finalizing() else busy:
            done.get()


class _Worker:
    """A thread that waits for the next work when it is done: the memory that Arrow keeps for it then serves again."""

    idle: ClassVar[list[_Worker]] = []
    _choosing: ClassVar[Lock] = Lock()

    def __init__(self, places: frozenset[int]) -> None:
        self.places = places  # the cores it may run on, as whoever started it
        self._jobs: SimpleQueue[tuple[Callable[[], None], SimpleQueue[None]]] = SimpleQueue()
        Thread(target=self._serve, daemon=True).start()

    @classmethod
    def next(cls) -> _Worker:
        """One that has nothing to do."""
        places = _places()
        with cls._choosing:
            for worker in reversed(cls.idle):
                if worker.places == places:
                    cls.idle.remove(worker)
                    return worker
        return cls(places)

    def start(self, run: Callable[[], None]) -> SimpleQueue[None]:
        """Let it run something; what is returned says when it is done."""
        done: SimpleQueue[None] = SimpleQueue()
        self._jobs.put((run, done))
        return done

    def _serve(self) -> None:
        stays = True
        while stays:
            run, done = self._jobs.get()
            stays = False
            try:
                run()
                vars(_share).clear()
                stays = len(self.idle) < cores()
            finally:
                del run  # and all that it holds
                if stays:
                    self.idle.append(self)
                done.put(None)

    @classmethod
    def forget(cls) -> None:
        """No thread comes along into a forked process."""
        cls.idle.clear()
        cls._choosing = Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Worker.forget)


def _keep(promise: _Promise[Made], work: Callable[[Given], Made], item: Given) -> None:
    """Do the work and keep what comes out of it, also what goes wrong."""
    try:
        promise.put((work(item), None))
    except BaseException as error:  # noqa: BLE001 (it is raised where the result is asked for)
        promise.put((None, error))


def _kept(promise: _Promise[Made]) -> Made:
    """What came out of the work, as soon as it is done."""
    result, error = promise.get()
    try:
        if error is not None:
            raise error
    finally:
        del error  # or its traceback would keep it alive, and what the work had in hand
    return result  # type: ignore[return-value]
