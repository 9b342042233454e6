"""What clicks say: which of two interleaved systems wins, and how good documents are for queries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Clicked", "ClickedPair", "Interleaved"]


@dataclass(frozen=True)
class Interleaved:
    """Impressions that each of two systems won by clicks on its results, with a test and an interval."""

    systems: tuple[str, str]
    wins: tuple[int, int]
    ties: int  # as many clicks on each side, none included
    silent: int  # of these, impressions without a click
    clicks: tuple[int, int]
    share: float  # of the impressions with a winner, those that the first system won; nan if there are none
    low: float
    high: float
    p: float  # of a two-sided sign test
    delta: float  # wins of the first and half of the ties, over all impressions, less 1/2
    confidence: float
    inputs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def impressions(self) -> int:
        """How many there are."""
        return sum(self.wins) + self.ties

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows: one."""
        return [{
            "first": self.systems[0], "second": self.systems[1], "impressions": self.impressions,
            "wins_first": self.wins[0], "wins_second": self.wins[1], "ties": self.ties, "silent": self.silent,
            "clicks_first": self.clicks[0], "clicks_second": self.clicks[1], "share": self.share, "low": self.low,
            "high": self.high, "p": self.p, "delta": self.delta,
        }]  # fmt: skip

    def told(self, *, language: str = "en") -> str:
        """What it says, in sentences."""
        facts = {
            **self.table()[0], "percent": 100 * self.confidence, "decided": sum(self.wins),
            "better": self.systems[0] if self.wins[0] > self.wins[1] else self.systems[1],
        }  # fmt: skip
        if not sum(self.wins):
            return say("interleaved-undecided", facts, language=language)
        if self.p <= 1 - self.confidence:
            return say("interleaved-differ", facts, language=language)
        return say("interleaved-alike", facts, language=language)

    def __str__(self) -> str:
        return self.told()


class ClickedPair(NamedTuple):
    """A query and a document with what was seen of them."""

    query: str
    doc: str
    impressions: int
    clicks: int
    expected: float  # clicks that results at the same positions get on average
    coec: float  # clicks over expected clicks
    grade: int | None  # None where there are too few impressions


@dataclass(frozen=True)
class Clicked:
    """Clicks over expected clicks of each query and document, and the grades that thresholds make of them."""

    pairs: Sequence[ClickedPair] = field(repr=False)
    rates: Mapping[int, tuple[int, int]]  # impressions and clicks by position
    thresholds: tuple[float, ...]
    least: int  # impressions
    inputs: Mapping[str, Any] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)  # clicks and searches that could not be joined

    @property
    def graded(self) -> list[ClickedPair]:
        """Those that were shown often enough."""
        return [each for each in self.pairs if each.grade is not None]

    def qrels(self) -> dict[str, dict[str, int]]:
        """The judgments, as `ranking` takes them."""
        found: dict[str, dict[str, int]] = {}
        for each in self.graded:
            found.setdefault(each.query, {})[each.doc] = each.grade or 0
        return found

    def table(self) -> list[dict[str, Any]]:
        """Tidy rows with all counts: one for each query and document."""
        return [each._asdict() for each in self.pairs]

    def told(self, *, language: str = "en") -> str:
        """What it says, in a sentence."""
        grades = Counter(each.grade for each in self.graded)
        facts = {
            "pairs": len(self.graded), "few": len(self.pairs) - len(self.graded), "least": self.least,
            "grades": [f"{grade}: {grades[grade]:,}" for grade in range(len(self.thresholds) + 1)],
            "thresholds": [f"{each:g}" for each in self.thresholds],
        }  # fmt: skip
        lost = dict.fromkeys(("clicks", "repeated", "nameless"), 0) | dict(self.lost)
        return say("clicked-told", facts, language=language) + say("clicked-lost", lost, language=language)

    def __str__(self) -> str:
        return self.told()
