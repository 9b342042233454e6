"""What an explanation shows of chrF: n-grams of each length that count, that were clipped, and that nobody else has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cranfield.core.exhibit import Listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.exhibit import Exhibit

__all__ = ["orders_shown"]

MOST = 12  # n-grams of one length
_BLANK = "␣"  # a blank among characters, which would not be seen
_TITLES = {"characters": "shown-orders-of-characters", "words": "shown-orders-of-words"}


def orders_shown(
    candidate: Sequence[str], reference: Sequence[str], order: int, kind: str, several: int
) -> Sequence[Exhibit]:
    """How many n-grams of each length match, and which; `kind` is characters or words.

    `several` is how many references there are, of which this is the best.
    """
    between = "" if kind == "characters" else " "
    counts = {
        n: (Counter(_grams(candidate, n, between)), Counter(_grams(reference, n, between)))
        for n in range(1, order + 1)
        if len(reference) >= n  # what the reference is too short for does not count against the candidate
    }
    if not counts:
        return ()
    facts = {"several": several if several > 1 else 0}
    shown: list[Exhibit] = [Listing(_TITLES[kind], _orders(counts), facts)]
    matched = {n: _listed(mine & theirs) for n, (mine, theirs) in counts.items()}
    clipped = [
        (n, gram, held, theirs[gram], theirs[gram], held - theirs[gram])
        for n, (mine, theirs) in counts.items()
        for gram, held in mine.items()
        if held > theirs[gram] > 0
    ]
    alone = {
        n: _listed(Counter({gram: held for gram, held in mine.items() if gram not in theirs}))
        for n, (mine, theirs) in counts.items()
    }
    shown += _lists("shown-matched", matched)
    if clipped:
        names = ("n", "n-gram", "in candidate", "in reference", "counted", "clipped")
        shown.append(Listing("shown-clipped", {name: [row[at] for row in clipped] for at, name in enumerate(names)}))
    return [*shown, *_lists("shown-only-candidate", alone)]


def _grams(tokens: Sequence[str], n: int, between: str) -> list[str]:
    shown = [_BLANK if each.isspace() else each for each in tokens]
    return [between.join(shown[at : at + n]) for at in range(len(shown) - n + 1)]


def _orders(counts: dict[int, tuple[Counter[str], Counter[str]]]) -> dict[str, list[Any]]:
    """The numbers of each length, with its precision and recall."""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("n", "in candidate", "in reference", "counted", "clipped", "P", "R")
    }
    for n, (mine, theirs) in counts.items():
        held, wanted, both = mine.total(), theirs.total(), (mine & theirs).total()
        cut = sum(times - theirs[gram] for gram, times in mine.items() if times > theirs[gram] > 0)
        row = (n, held, wanted, both, cut, both / held if held else None, both / wanted)
        for values, value in zip(columns.values(), row, strict=True):
            values.append(value)
    return columns


def _listed(grams: Counter[str]) -> str:
    """The first n-grams, with how often they are there; the rest is counted."""
    shown = [gram if times == 1 else f"{gram} ×{times}" for gram, times in grams.items()]
    return " · ".join(shown[:MOST]) + (f" … +{len(shown) - MOST}" if len(shown) > MOST else "")


def _lists(key: str, texts: dict[int, str]) -> Sequence[Exhibit]:
    there = {n: text for n, text in texts.items() if text}
    return (Listing(key, {"n": list(there), "n-grams": list(there.values())}),) if there else ()
