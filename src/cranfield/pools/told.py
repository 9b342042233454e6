"""What a race says to people: which orders are settled, and what the next one would take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.pools.race import Race, Standing

__all__ = ["race_facts", "race_told"]


def race_facts(race: Race) -> tuple[str, dict[str, Any]]:
    """Systems side by side in the order of now whose order is settled, and the open pair that lacks least."""
    pairs = {frozenset((each.ahead, each.behind)): each for each in race.standings()}
    first, *others = race.order()
    chains, last, breaks = [first], first, list[tuple[str, str]]()
    for name in others:
        pair = pairs[frozenset((last, name))]
        if pair.settled:
            chains[-1] += f" {'>' if pair.difference else '='} {name}"
        else:
            breaks.append((last, name))
            chains.append(name)
        last = name
    if not breaks:
        return "race-done", {"order": chains[0], "count": race.unjudged}
    one, two = min(breaks, key=lambda each: _lacking(pairs[frozenset(each)]))
    fewest = race.fewest(one, two)
    facts = {
        "settled": ", ".join(each for each in chains if each not in race.systems), "one": one, "two": two,
        "count": fewest, "more": len(breaks) - 1, "unjudged": race.unjudged,
    }  # fmt: skip
    return ("race-open" if fewest is None else "race-next"), facts


def race_told(race: Race, *, language: str = "en") -> str:
    """What a race says, in a language."""
    return say(*race_facts(race), language=language)


def _lacking(pair: Standing) -> float:
    """Which part of what is open has to come out well for the system that is ahead."""
    return -pair.low / (pair.high - pair.low)
