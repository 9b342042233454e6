"""How soon a change can be found: from the engine's word that it was written to the first search that shows it.

Each trial writes a document with a word that no other has, then changes the word, then deletes the document, and looks
every few milliseconds. Looking may itself make an engine refresh; with `after` it looks only once, that much later.
"""

from __future__ import annotations

import asyncio
import time
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cranfield.errors import InputError
from cranfield.live.failure import Failure
from cranfield.live.queries import Query

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.live.asking import HttpAsker
    from cranfield.live.reply import Reply
    from cranfield.live.rows import Rows

__all__ = ["WRITES", "Trials", "freshness"]

WRITES = ("add", "update", "delete")
_SIZE = 10


@dataclass(frozen=True)
class Trials:
    """How freshness is tried."""

    count: int = 50
    every: float = 0.01  # seconds between two looks
    limit: float = 60.0  # seconds after which a change is given up
    after: float | None = None  # look once, so many seconds after the write


async def freshness(
    asker: HttpAsker, trials: Trials, rows: Rows, watch: Callable[[str, int, int], None] | None = None
) -> list[float]:
    """Write, change and delete documents, and keep a row for each; gives what each look took, in seconds."""
    looks: list[float] = []
    engine = asker.engine
    missing = [each for each in WRITES if each not in engine.writes]
    if missing:
        raise InputError(
            "engine-no-writes", source=engine.source, what=missing, tables=[f"[{each}]" for each in missing]
        )
    rows.start = time.perf_counter()
    for trial in range(trials.count):
        await _Trial(asker, trials, rows, trial, looks).run()
        if watch is not None:
            watch("measured", trial + 1, trials.count)
    return looks


class _Trial:
    """One document from its birth to its end; whatever happens, it does not stay behind."""

    def __init__(self, asker: HttpAsker, trials: Trials, rows: Rows, number: int, looks: list[float]) -> None:
        self.asker, self.trials, self.rows, self.number, self.looks = asker, trials, rows, number, looks
        self.id = str(uuid.uuid4())
        self.there = False

    async def run(self) -> None:
        try:
            first, second = (f"cranfield{uuid.uuid4().hex}" for _ in range(2))
            await self._change("add", first, first, shown=True)
            await self._change("update", second, second, shown=True)
            await self._change("delete", second, second, shown=False)
        finally:
            if self.there:
                await self.asker.call(self.asker.engine.writes["delete"], {"id": self.id, "text": ""})

    async def _change(self, what: str, word: str, token: str, *, shown: bool) -> None:
        """Write, and look until the change shows."""
        values = {"id": self.id, "text": word}
        before, self.there = self.there, True  # until its answer comes, a write may have happened
        reply, _, url = await self.asker.call(self.asker.engine.writes[what], values)
        if reply.failure is not None:
            if reply.status is not None:
                self.there = before
            self._keep(what, reply, None, reply.failure)
            raise reply.failure.error(f"{what} {self.id}", url)
        self.there = what != "delete"
        seen, failure = await self._look(Query(self.id, token), reply.ended, shown=shown)
        self._keep(what, reply, seen, failure)
        if failure is not None:
            self.rows.fail(f"{what} {self.id}", url, failure)

    async def _look(self, query: Query, written: float, *, shown: bool) -> tuple[float | None, Failure | None]:
        """When a search first showed the change, or why none did."""
        trials = self.trials
        if trials.after is not None:
            await asyncio.sleep(max(written + trials.after - time.perf_counter(), 0))
        while True:
            began = time.perf_counter()
            outcome = await self.asker.search(query, _SIZE)
            self.looks.append(outcome.ended - outcome.sent)
            if outcome.failure is not None:
                return outcome.ended, outcome.failure
            assert outcome.answer is not None
            # engines may write an id within a longer one of their own
            seen = any(self.id in each for each in outcome.answer.ids)
            if seen == shown and (seen or not outcome.answer.partial):  # what a part does not show may be in another
                return outcome.ended, None
            if trials.after is not None or outcome.ended - written > trials.limit:
                return outcome.ended, Failure("live-not-fresh", {"limit": trials.after or trials.limit})
            await asyncio.sleep(max(began + trials.every - time.perf_counter(), 0))

    def _keep(self, what: str, reply: Reply, seen: float | None, failure: Failure | None) -> None:
        """The row of a change: the clock begins with the engine's word that it was written."""
        start = self.rows.start
        self.rows.row(
            query=f"{self.number + 1}", kind=f"freshness-{what}", phase="measured", repetition=self.number,
            intended=reply.ended - start, sent=reply.ended - start, ended=(seen or reply.ended) - start,
            status=reply.status, error=None if failure is None else failure.short,
            timeout=self.trials.after or self.trials.limit, bytes=reply.size,
        )  # fmt: skip
