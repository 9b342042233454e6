"""Texts: candidates and references, one unit a segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cranfield.measures.text as package
from cranfield.core.family import Family
from cranfield.core.listing import Listing

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["FAMILY"]


def _listing(batch: Batch, unit: str) -> Listing:
    """The references of a segment and the text of the system."""
    one = batch.select([batch.place_of(unit)])
    references = [str(each) for each in one.ragged("reference").values.tolist()] if "reference" in one else []
    named = {"reference" if len(references) == 1 else f"reference {at}": each for at, each in enumerate(references, 1)}
    mine = {batch.system: str(one.array("candidate")[0])} if "candidate" in one else {}
    return Listing(texts={**named, **mine}, own=batch.system)


def _defaults(batch: Batch) -> tuple[str, ...]:
    """The measures that suit what there is."""
    if "candidate" not in batch:
        return package.OF_NUGGETS
    return package.DEFAULTS if "reference" in batch else package.WITHOUT_REFERENCES


FAMILY = Family(
    name="text",
    package=package,
    noun="segments",
    whole="in-data",
    call="text(...)",
    command="cranfield text",
    defaults=_defaults,
    columns={
        "reference": "give-reference",
        "candidate": "give-candidates",
        "given": "give-given",
        "vital": "give-nuggets",
        "support": "give-nuggets",
    },
    nicknames={"squad": ("ExactMatch", "TokenF1"), "nuggets": package.OF_NUGGETS},
    listing=_listing,
)
