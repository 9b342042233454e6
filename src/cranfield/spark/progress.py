"""How far jobs on Spark are: the phase, and of its tasks how many are done."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Heard = Callable[[str, int, int], None]

__all__ = ["Watch"]

_PACE = 0.2  # seconds between two looks


class Watch:
    """Tells a function the phase, tasks done and tasks in all; both are 0 where Spark does not say (Connect)."""

    def __init__(self, session: Any = None, heard: Heard | None = None) -> None:
        """Nobody is told anything without a function."""
        self.heard = heard
        self.context = None if heard is None else _context_of(session)

    @contextmanager
    def phase(self, name: str, dealt: int = 0) -> Iterator[None]:
        """While jobs run; `dealt` is how many tasks there are after the rows were dealt out."""
        if self.heard is None:
            yield
            return
        self.heard(name, 0, 0)
        if self.context is None:
            yield
            return
        look = _Look(self.context, self.heard, name, dealt)
        look.start()
        try:
            yield
        finally:
            look.end()
        if look.failure is not None:
            raise look.failure  # what a function of the user's raised is not swallowed
        look.tell(last=True)


class _Look(Thread):
    """Asks again and again while another thread waits for Spark."""

    def __init__(self, context: Any, heard: Heard, name: str, dealt: int) -> None:
        super().__init__(daemon=True)
        self.tracker, self.heard, self.phase, self.dealt = context.statusTracker(), heard, name, dealt
        self.group = context.getLocalProperty("spark.jobGroup.id")  # of the notebook or of nobody; we set none
        self.before = set(self.tracker.getJobIdsForGroup(self.group))
        self.over, self.told = Event(), (0, 0)
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Until it is over."""
        try:
            while not self.over.wait(_PACE):
                self.tell()
        except BaseException as error:  # noqa: BLE001 (raised where it is seen)
            self.failure = error

    def end(self) -> None:
        """Look no more."""
        self.over.set()
        self.join()

    def tell(self, *, last: bool = False) -> None:
        """Say what is new."""
        done, total = self._tasks(last=last)
        if total and (done, total) != self.told:
            self.told = done, total
            self.heard(self.phase, done, total)

    def _tasks(self, *, last: bool) -> tuple[int, int]:
        """Tasks done and in all, of stages that have begun; one that Spark skips never does."""
        jobs = [self.tracker.getJobInfo(each) for each in set(self.tracker.getJobIdsForGroup(self.group)) - self.before]
        ids = {stage for job in jobs if job is not None for stage in job.stageIds}
        stages = [each for each in map(self.tracker.getStageInfo, ids) if each is not None]
        begun = [each for each in stages if each.numActiveTasks or each.numCompletedTasks]
        total = sum(each.numTasks for each in begun)
        if last:
            return total, total
        ahead = self.dealt if len(begun) == 1 else 0  # rows are being dealt out, and their tasks come after that
        return min(sum(each.numCompletedTasks for each in begun), total), total + ahead


def _context_of(session: Any) -> Any:
    """The context whose jobs can be seen; there is none over Connect, and some clusters keep theirs to themselves."""
    try:
        context = session.sparkContext
        context.statusTracker().getJobIdsForGroup(None)
    except Exception:  # noqa: BLE001 (each cluster forbids it in words of its own, and numbers do not need it)
        return None
    return context
