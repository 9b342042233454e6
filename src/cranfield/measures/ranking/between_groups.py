"""Ends of the measures of exposure, where unjudged documents may be relevant and so change what their group should get.

Which group a result belongs to is known, so that what groups get stays as it is; documents behind those whose groups
are kept may belong to any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ranked import unjudged_ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch

__all__ = ["Open", "divergence_ends", "open_groups", "product_ends", "squares_ends"]


@dataclass(frozen=True)
class Open:
    """The groups of one query: relevant documents of each, unjudged ones, and the same without a group or of any."""

    relevant: NDArray[np.int64]
    unjudged: NDArray[np.int64]
    ungrouped: int
    unjudged_ungrouped: int
    anywhere: int  # unjudged documents whose group is not kept

    @property
    def more(self) -> int:
        """All unjudged documents."""
        return int(self.unjudged.sum()) + self.unjudged_ungrouped + self.anywhere


def open_groups(batch: Batch, rel: float) -> list[Open]:
    """The groups of each query."""
    count = len(batch.facts["document_groups"])
    judged, group, shown = batch.ragged("judged"), batch.ragged("judged_group"), batch.ragged("document_group")
    unjudged, found = unjudged_ranks(batch), []
    for at in range(len(batch)):
        good = group[at][np.nan_to_num(judged[at], nan=-1.0) >= rel]
        kept = unjudged[at] <= len(shown[at])
        new = shown[at][unjudged[at][kept] - 1]
        found.append(
            Open(
                np.bincount(good[good >= 0], minlength=count), np.bincount(new[new >= 0], minlength=count),
                int((good < 0).sum()), int((new < 0).sum()), int((~kept).sum()),
            )
        )  # fmt: skip
    return found


def _term(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a group adds to the divergence; never below 0, and 0 where both are the same."""
    middle = (one + other) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = [np.where(each > 0, each * np.log2(each / middle), 0.0) for each in (one, other)]
    return np.maximum((parts[0] + parts[1]) / 2, 0.0)


def divergence_ends(share: NDArray[np.float64], groups: Open) -> tuple[float, float]:
    """The ends of the Jensen-Shannon divergence of the shares that groups get and those of relevant documents."""
    most = groups.relevant + groups.unjudged + groups.anywhere
    others = groups.relevant.sum() - groups.relevant
    more = (groups.relevant + groups.unjudged).sum() - groups.relevant - groups.unjudged + groups.anywhere
    with np.errstate(invalid="ignore"):
        low, high = groups.relevant / (groups.relevant + more), most / (most + others)
    low, high = np.nan_to_num(low), np.nan_to_num(high)
    near = _term(share, np.clip(share, low, high)).sum()
    far = np.maximum(_term(share, low), _term(share, high)).sum()
    return float(min(near, 1.0)), float(min(far, 1.0))


def product_ends(got: NDArray[np.float64], groups: Open, weight: NDArray[np.float64]) -> tuple[float, float]:
    """The ends of the exposure of groups times their target, in whatever order relevant documents should come."""
    known = np.concatenate((np.repeat(got, groups.relevant), np.zeros(groups.ungrouped)))
    unknown = np.concatenate((np.repeat(got, groups.unjudged), np.zeros(groups.unjudged_ungrouped)))
    best = np.concatenate((known, unknown, np.full(groups.anywhere, got.max(initial=0.0))))
    high = float(np.sort(best)[::-1] @ weight[: len(best)])
    unknown = np.sort(np.concatenate((unknown, np.zeros(groups.anywhere))))
    lows = []
    for number in range(len(unknown) + 1):
        every = np.sort(np.concatenate((known, unknown[:number])))
        lows.append(float(every @ weight[: len(every)]))
    return min(lows), high


def squares_ends(got: NDArray[np.float64], groups: Open, weight: NDArray[np.float64]) -> tuple[float, float]:
    """The ends of the squared distance of exposure and target: each group has its documents last, or first."""
    total = int(groups.relevant.sum() + groups.unjudged.sum())
    total += groups.ungrouped + groups.unjudged_ungrouped + groups.anywhere
    running = np.concatenate(([0.0], np.cumsum(weight[:total])))
    low = running[total] - running[total - groups.relevant]
    high = running[np.minimum(groups.relevant + groups.unjudged + groups.anywhere, total)]
    near = (got - np.clip(got, low, high)) ** 2
    far = np.maximum((got - low) ** 2, (got - high) ** 2)
    return float(near.sum()), float(far.sum())
