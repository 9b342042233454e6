"""Which order of systems the judgments have settled, when the study knows which systems returned its items."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from cranfield.errors import CranfieldError
from cranfield.judge.store.runs import runs_of
from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.judge.store import Study

__all__ = ["Settled"]

_DEPTH = 10  # the words of the page name the measure too: nDCG@10
_SHARE = 20  # it may take one part in so many of the time
_PATIENCE = 1.0  # seconds that a page waits for it; a large pool takes longer, and a later page shows it


@dataclass
class Settled:
    """What was found last; it is looked for again when there are new answers, beside the pages and not all the time."""

    study: Study
    _given: int = -1
    _found: tuple[str, dict[str, Any]] | None = None
    _again: float = 0.0
    _looking: Thread | None = None
    _lock: Lock = field(default_factory=Lock)

    def told(self, given: int, language: str) -> str:
        """What is settled and how many more judgments would settle more; nothing where there are no two runs."""
        with self._lock:
            at_work = self._looking is not None and self._looking.is_alive()
            if not at_work and given != self._given and monotonic() >= self._again:
                self._given = given
                self._looking = Thread(target=self._look, daemon=True)
                self._looking.start()
            looking = self._looking
        if looking is not None:
            looking.join(_PATIENCE)
        found = self._found
        return "" if found is None else say(*found, language=language)

    def _look(self) -> None:
        began = monotonic()
        try:
            self._found = self._facts()
        except CranfieldError:  # a scale that the measure cannot be bounded for, or a study that was closed meanwhile
            self._found = None
        self._again = monotonic() + _SHARE * (monotonic() - began)

    def _facts(self) -> tuple[str, dict[str, Any]] | None:
        if self.study.settings.kind != "grade":
            return None
        runs, outside = runs_of(self.study, _DEPTH)
        if len(runs) < 2:
            return None
        table = self.study.qrels("median").table
        if not len(table):
            return None
        judged = outside
        for query, doc, grade in zip(*(table[name].to_pylist() for name in ("query", "doc", "grade")), strict=True):
            judged.setdefault(query, {})[doc] = grade
        from cranfield.pools.pool import race  # noqa: PLC0415 (numpy is loaded only when it is needed)
        from cranfield.pools.told import race_facts  # noqa: PLC0415

        grades = [each.value for each in self.study.settings.scale]
        return race_facts(race(runs, judged, measure=f"nDCG@{_DEPTH}", grades=grades))
