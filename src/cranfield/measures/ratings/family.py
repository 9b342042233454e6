"""Ratings: what people said about items, one unit an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cranfield.measures.ratings as package
from cranfield.core.family import Family

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["FAMILY"]


def _defaults(batch: Batch) -> list[str]:
    """What the data allows: preferences, or the mean and how far raters agree."""
    if "winner" in batch:
        return ["BradleyTerry", "WinRate"] if batch.facts.get("system") else ["Agreement", "Alpha(level='nominal')"]
    if "number" not in batch:
        return ["Agreement", "Alpha(level='nominal')", "AC1"]
    return ["Mean", "MeanZ", "Agreement", "Alpha", "AC2", "ICC"]


FAMILY = Family(
    name="ratings",
    package=package,
    noun="items",
    whole="in-data",
    call="ratings(...)",
    command="cranfield ratings",
    defaults=_defaults,
    columns={"number": "give-numbers", "winner": "give-other"},
    clusters="queries",
)
