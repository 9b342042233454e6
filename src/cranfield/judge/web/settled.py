"""Which order of systems the judgments have settled, when the study knows which systems returned its items."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from cranfield.errors import CranfieldError
from cranfield.judge.store.runs import runs_of

if TYPE_CHECKING:
    from cranfield.judge.store import Study

__all__ = ["Settled"]

_SHARE = 20  # it may take one part in so many of the time


@dataclass
class Settled:
    """What was found last; it is looked for again when there are new answers, and not all the time."""

    study: Study
    measure: str = "nDCG@10"
    _given: int = -1
    _race: Any = None
    _again: float = 0.0
    _lock: Lock = field(default_factory=Lock)

    def told(self, given: int, language: str) -> str:
        """What is settled and how many more judgments would settle more; nothing where there are no two runs."""
        with self._lock:
            if given != self._given and monotonic() >= self._again:
                began = monotonic()
                self._race, self._given = self._found(), given
                self._again = monotonic() + _SHARE * (monotonic() - began)
            return "" if self._race is None else str(self._race.told(language=language))

    def _found(self) -> Any:
        if self.study.settings.kind != "grade":
            return None
        runs = runs_of(self.study)
        if len(runs) < 2:
            return None
        table = self.study.qrels("median").table
        judged: dict[str, dict[str, float]] = {}
        for query, doc, grade in zip(*(table[name].to_pylist() for name in ("query", "doc", "grade")), strict=True):
            judged.setdefault(query, {})[doc] = grade
        if not judged:
            return None
        from cranfield.pools.pool import race  # noqa: PLC0415 (numpy is loaded only when it is needed)

        grades = [each.value for each in self.study.settings.scale]
        try:
            return race(runs, judged, measure=self.measure, grades=grades)
        except CranfieldError:  # a scale or a pool that the measure cannot be bounded for
            return None
