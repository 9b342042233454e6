"""Work on all cores: the same for many things, with the results in their order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, islice
from threading import local
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["closed_behind", "cores", "in_order"]

_share = local()  # between how many threads the cores are shared

Given = TypeVar("Given")
Made = TypeVar("Made")


def in_order(
    work: Callable[[Given], Made], items: Iterable[Given], threads: int | None = None, ahead: int | None = None, *,
    sharing: bool = False,
) -> Generator[Made]:  # fmt: skip
    """`map` on several threads, with only a few results waiting: `ahead` of them, or one for each thread.

    With `sharing`, the work of each thread leaves its share of the cores to the others when it calls this again.
    """
    with closed_behind(items) as iterator:
        threads = threads or cores()
        first = list(islice(iterator, 2))
        if len(first) < 2 or threads == 1:
            # a single piece: starting threads would cost more than it saves
            for item in chain(first, iterator):
                yield work(item)
            return
        most = threads + (threads if ahead is None else ahead)
        waiting: deque[Future[Made]] = deque()
        pool = ThreadPoolExecutor(threads, initializer=_share_with, initargs=(threads if sharing else 1,))
        try:
            for item in chain(first, iterator):
                waiting.append(pool.submit(work, item))
                del item  # or its memory would wait for the next one
                if len(waiting) == most:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            waiting.clear()
            pool.shutdown(cancel_futures=True)


def _share_with(threads: int) -> None:
    _share.threads = threads


@contextmanager
def closed_behind(items: Iterable[Given]) -> Generator[Iterator[Given]]:
    """An iterator that is closed when it is left, so that what it reads from ahead does not go on."""
    iterator = iter(items)
    try:
        yield iterator
    finally:
        if isinstance(iterator, Generator):
            iterator.close()


def cores() -> int:
    """How many cores this thread may use."""
    every = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(every // getattr(_share, "threads", 1), 1)
