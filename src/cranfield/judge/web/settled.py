"""Which order of systems the answers have settled, and what decides next, when a study knows who returned its items."""

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
    from cranfield.pools.race import Race

__all__ = ["Settled"]

_SHARE = 20  # it may take one part in so many of the time
_AT_ONCE = 200  # priorities that are changed in one transaction, so that nobody's answer waits for all of them
_PATIENCE = 1.0  # seconds that a page waits for it; a large pool takes longer, and a later page shows it


@dataclass
class Settled:
    """What was found last; it is looked for again when there are new answers, beside the pages and not all the time."""

    study: Study
    _given: int = -1
    _found: tuple[str, dict[str, Any]] | None = None
    _again: float = 0.0
    _looking: Thread | None = None
    _loaded: set[bool] = field(default_factory=set)
    _weighed: dict[tuple[str, str], float] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def told(self, given: int, language: str) -> str:
        """What is settled and how many more judgments would settle more; nothing where there are no two runs."""
        with self._lock:
            if given != self._given and self._begin():
                self._given = given
            looking = self._looking
        if looking is not None:
            looking.join(_PATIENCE)
        found = self._found
        return "" if found is None else say(*found, language=language)

    def heard(self) -> None:
        """Look again after an answer, where what comes next depends on it."""
        if self.study.settings.order == "decisive":
            with self._lock:
                self._begin()

    def _begin(self) -> bool:
        """Look for it beside the pages, unless somebody does or did so just now."""
        if (self._looking is not None and self._looking.is_alive()) or monotonic() < self._again:
            return False
        self._looking = Thread(target=self._look, daemon=True)
        self._looking.start()
        return True

    def _look(self) -> None:
        began = monotonic()
        try:
            self._found = self._facts()
        except CranfieldError:  # a scale that the measure cannot be bounded for, or a study that was closed meanwhile
            self._found = None
        # the first look that finds nothing, and the first that finds something, load what they need: no pause is due
        first, self._loaded = (self._found is None) not in self._loaded, {*self._loaded, self._found is None}
        self._again = 0.0 if first else monotonic() + _SHARE * (monotonic() - began)

    def _facts(self) -> tuple[str, dict[str, Any]] | None:
        race = self._race()
        if race is None:
            return None
        if self.study.settings.order == "decisive":
            self._put_first(race)
        from cranfield.pools.told import race_facts  # noqa: PLC0415 (numpy is loaded only when it is needed)

        return race_facts(race)

    def _race(self) -> Race | None:
        settings = self.study.settings
        if settings.kind != "grade":
            return None
        from cranfield.pools.pool import DEPTH, race  # noqa: PLC0415
        from cranfield.pools.worth import reach_of  # noqa: PLC0415

        runs, judged = runs_of(self.study, reach_of(settings.measure) or DEPTH)
        table = self.study.qrels("median").table
        if len(runs) < 2 or not len(table):
            return None
        for query, doc, grade in zip(*(table[name].to_pylist() for name in ("query", "doc", "grade")), strict=True):
            judged.setdefault(query, {})[doc] = grade
        return race(runs, judged, measure=settings.measure, grades=[each.value for each in settings.scale])

    def _put_first(self, race: Race) -> None:
        """Let what can change the order of systems most come next; what is judged stays where it is."""
        changed = {pair: urgency for pair, urgency in race.urgent().items() if self._weighed.get(pair) != urgency}
        pairs = list(changed)
        for start in range(0, len(pairs), _AT_ONCE):
            some = {pair: changed[pair] for pair in pairs[start : start + _AT_ONCE]}
            self.study.prioritise(some)
            self._weighed |= some
