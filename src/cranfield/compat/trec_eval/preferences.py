"""Preferences between documents: which of two a judge would rather see, and whether the run agrees.

Judged documents are numbered by where the run returns them; those it does not return follow in order of their ids. A
preference is fulfilled when the preferred document has the smaller number and was returned.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING

from cranfield.compat.trec_eval.lines import judgment_lines
from cranfield.compat.trec_eval.options import CALCULATION, TrecEvalError, leading_float
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cranfield.io.bytes.source import Source

__all__ = ["Counts", "Group", "Judgment", "count", "read_preferences"]


@dataclass(frozen=True)
class Judgment:
    """One line: a judge's level for a document, inside one sitting."""

    judge: str
    sitting: str
    doc: str
    level: float


@dataclass
class Group:
    """The preferences of one judge as pairs of numbers, the preferred document first."""

    pairs: list[tuple[int, int]]
    levels: Sequence[tuple[int, float]]  # the number and level of each judged document
    classes: list[list[int]] | None  # documents of the same level, best first; None if there were several sittings
    returned: int  # numbers below this one were returned

    def tally(self, pairs: Iterable[tuple[int, int]] | None = None) -> tuple[int, int, int, int, int]:
        """Fulfilled and possible with both returned, the same with one returned, and how many with none."""
        both = both_kept = one = one_kept = none = 0
        for better, worse in self.pairs if pairs is None else pairs:
            inside = (better < self.returned) + (worse < self.returned)
            if inside == 2:
                both, both_kept = both + 1, both_kept + (better < worse)
            elif inside == 1:
                one, one_kept = one + 1, one_kept + (better < worse)
            else:
                none += 1
        return both_kept, both, one_kept, one, none

    def relevant(self, *, returned: bool) -> list[int]:
        """Documents with a level above 0."""
        return [doc for doc, level in self.levels if level > 0 and (not returned or doc < self.returned)]

    def unwanted(self, *, returned: bool) -> list[int]:
        """Documents with level 0 (of one sitting: or below), in order."""
        zero = [doc for doc, level in self.levels if (level <= 0 if self.classes else level == 0)]
        return sorted(doc for doc in zero if not returned or doc < self.returned)


@dataclass
class Counts:
    """The preferences of all judges of a topic."""

    groups: list[Group] = field(default_factory=list)
    times: Mapping[tuple[int, int], int] = field(default_factory=dict)  # how often each pair is preferred so
    returned: int = 0


def read_preferences(source: Source, form: str) -> dict[str, list[Judgment]]:
    """Lines of topic, judge, sitting, document and level; `qrels_prefs` has no sitting."""
    names = "topic judge sitting document level" if form == "prefs" else "topic judge document level"
    found: dict[str, list[Judgment]] = {}
    for number, (topic, judge, *sitting, doc, level) in judgment_lines(source, names):
        value = leading_float(level)
        if isnan(value):
            raise InputError("te-level", given=level, source=source.name, line=number)
        found.setdefault(topic, []).append(Judgment(judge, "".join(sitting), doc, value))
    return found


def count(judged: Sequence[Judgment], ranking: Sequence[str], topic: str) -> Counts:
    """Number the documents of a topic and gather every judge's preferences."""
    known = {each.doc for each in judged}
    kept = [doc for doc in ranking if doc in known]
    number = {doc: place for place, doc in enumerate([*kept, *sorted(known.difference(kept))])}
    by_judge: dict[str, list[Judgment]] = defaultdict(list)
    for each in judged:
        by_judge[each.judge].append(each)
    counts = Counts(returned=len(kept))
    times: dict[tuple[int, int], int] = defaultdict(int)
    for judge in sorted(by_judge):
        group = _group(by_judge[judge], number, len(kept), {"topic": topic, "judge": judge})
        counts.groups.append(group)
        for pair in group.pairs:
            times[pair] += 1
    counts.times = times
    return counts


def _group(judged: list[Judgment], number: Mapping[str, int], returned: int, who: dict[str, str]) -> Group:
    if len({each.sitting for each in judged}) > 1:
        return _several_sittings(judged, number, returned, who)
    by_level: dict[float, list[int]] = defaultdict(list)
    for each in judged:
        by_level[each.level].append(number[each.doc])
    classes = [sorted(by_level[level]) for level in sorted(by_level, reverse=True)]
    pairs = [(a, b) for i, better in enumerate(classes) for worse in classes[i + 1 :] for a in better for b in worse]
    if any(a == b for a, b in pairs):
        raise TrecEvalError("te-two-levels", CALCULATION, **who)
    return Group(pairs, [(doc, level) for level, docs in by_level.items() for doc in docs], classes, returned)


def _several_sittings(judged: list[Judgment], number: Mapping[str, int], returned: int, who: dict[str, str]) -> Group:
    """Preferences of each sitting, and what follows from them together."""
    levels: dict[int, float] = {}
    sittings: dict[str, list[Judgment]] = defaultdict(list)
    for each in sorted(judged, key=lambda each: (each.sitting, -each.level, number[each.doc])):
        doc = number[each.doc]
        before = levels.get(doc, each.level)
        if 0 in (before, each.level) and max(before, each.level) > 0:  # a level below 0 contradicts none
            raise TrecEvalError("te-level-0", CALCULATION, document=each.doc, **who)
        levels[doc] = each.level
        sittings[each.sitting].append(each)
    above: dict[int, set[int]] = defaultdict(set)
    for listed in sittings.values():
        for one in listed:
            above[number[one.doc]] |= {number[other.doc] for other in listed if one.level > other.level}
    for through in list(above):  # Warshall: whoever is preferred to `through` is preferred to all it is preferred to
        for below in above.values():
            if through in below:
                below.update(above[through])
    if any(doc in below for doc, below in above.items()):
        raise TrecEvalError("te-sittings", CALCULATION, **who)
    pairs = [(doc, other) for doc, below in sorted(above.items()) for other in sorted(below)]
    return Group(pairs, sorted(levels.items()), None, returned)
