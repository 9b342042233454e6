"""`interleaving(log)`: which of two systems wins where their results were interleaved by team draft."""

from __future__ import annotations

import math
from typing import Any

from cranfield.compare.distributions import binomial_tail, normal_quantile
from cranfield.core.arguments import CONFIDENCE, NAME, door, optional
from cranfield.core.clicked import Interleaved
from cranfield.errors import InputError
from cranfield.io.click_log import read_log
from cranfield.pools.clicks import arranged

__all__ = ["interleaving"]


@door(impression=NAME, team=NAME, click=NAME, first=optional(NAME), confidence=CONFIDENCE, input_format=optional(NAME))
def interleaving(
    log: Any, *, impression: str = "impression", team: str = "team", click: str = "click", first: str | None = None,
    confidence: float = 0.95, input_format: str | None = None,
) -> Interleaved:  # fmt: skip
    """Which of two systems wins, from a log with a row for each result that was shown; the names are its columns.

    In team draft each result belongs to one of two teams; a click counts for its team, and the team with more clicks
    wins the impression (Radlinski, Kurup and Joachims, How does clickthrough data reflect retrieval quality?, CIKM
    2008). The test is a two-sided sign test over the impressions with a winner, with Wilson's interval of the share
    that the `first` system won.

    >>> log = {"impression": [1, 1, 2, 2], "team": ["old", "new", "new", "old"], "click": [0, 1, 1, 0]}
    >>> interleaving(log, first="new").wins
    (2, 0)
    """
    columns = {"impression": impression, "team": team, "click": click}
    rows, source = read_log(arranged(log), columns, input_format=input_format)
    name = str(source.get("name", ""))
    teams = sorted(set(rows["team"]), key=str.encode)
    if len(teams) != 2:
        raise InputError("log-teams", source=name, count=len(teams), names=teams[:6])
    if first is not None:
        if first not in teams:
            raise InputError("log-no-team", source=name, given=first, names=teams)
        teams.sort(key=lambda each: each != first)
    credit: dict[str, list[int]] = {}
    for one, side, clicked in zip(rows["impression"], rows["team"], rows["click"], strict=True):
        credit.setdefault(one, [0, 0])[teams.index(side)] += clicked
    wins = sum(a > b for a, b in credit.values()), sum(a < b for a, b in credit.values())
    ties = len(credit) - sum(wins)
    silent = sum(not a and not b for a, b in credit.values())
    decided = sum(wins)
    share, low, high = math.nan, math.nan, math.nan
    if decided:
        share = wins[0] / decided
        low, high = _wilson(wins[0], decided, confidence)
    p = min(1.0, 2 * binomial_tail(max(wins), decided)) if decided else 1.0
    return Interleaved(
        (teams[0], teams[1]), wins, ties, silent,
        (sum(a for a, _ in credit.values()), sum(b for _, b in credit.values())), share, low, high, p,
        (wins[0] + ties / 2) / len(credit) - 0.5, float(confidence), source,
    )  # fmt: skip


def _wilson(hits: int, trials: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval of a share (1927)."""
    z = normal_quantile((1 + confidence) / 2)
    share, square = hits / trials, z * z / trials
    middle = (share + square / 2) / (1 + square)
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / (1 + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)
