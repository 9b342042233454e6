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
    return Listing(texts={**named, batch.system: str(one.array("candidate")[0])}, own=batch.system)


FAMILY = Family(
    name="text",
    package=package,
    noun="segments",
    whole="in-data",
    call="text(...)",
    command="cranfield text",
    defaults=lambda batch: package.DEFAULTS if "reference" in batch else package.WITHOUT_REFERENCES,
    columns={"reference": "give-reference"},
    listing=_listing,
)
