"""Work on all cores: the same for many things, with the results in their order."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from itertools import chain, islice
from queue import SimpleQueue
from threading import Lock, Semaphore, Thread, local
from typing import TYPE_CHECKING, ClassVar, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["closed_behind", "cores", "in_order"]

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
