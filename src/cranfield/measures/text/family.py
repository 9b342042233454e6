"""Texts: candidates and references, one unit a segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import cranfield.measures.text as package
from cranfield.core.family import Family
from cranfield.core.listing import Listing
from cranfield.measures.text.base import READS, TextMean, TextMeasure
from cranfield.measures.text.ngrams import blocks_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["FAMILY"]

_WHOLE = 1 << 22  # characters that are measured at once; tokens are then kept for whoever asks again
_PART = 1 << 20  # characters of a part: fewer would take longer, as every part cuts its own words
_PARTS = 16  # of a very long batch, which keeps memory in proportion to it


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


def _parts(batch: Batch) -> Iterable[Batch]:
    """Segments that follow each other, so that the tokens of no more than a small part of a long batch are held."""
    references = batch.ragged("reference")
    lengths = np.fromiter(map(len, references.values.tolist()), np.int64, len(references.values))
    before = np.concatenate(([0], np.cumsum(lengths)))[references.offsets]
    own = np.fromiter(map(len, batch.array("candidate").tolist()), np.int64, len(batch))
    total = int(before[-1] + own.sum())
    return (batch,) if total <= _WHOLE else batch.cut(blocks_of(own, np.diff(before), most=max(_PART, total // _PARTS)))


def _apart(batch: Batch, measures: Sequence[Measure]) -> Sequence[Measure]:
    """Those whose values of a segment need no other segment; n-grams of all candidates are counted at once."""
    ours = [each for each in measures if isinstance(each, TextMeasure | TextMean) and each.reads == READS]
    return [each for each in ours if each.together(batch) == "unit"]


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
    refused=dict.fromkeys(("spbleu", "spbleu-1k"), "refused-spbleu"),
    nicknames={"squad": ("ExactMatch", "TokenF1"), "nuggets": package.OF_NUGGETS},
    listing=_listing,
    parts=_parts,
    apart=_apart,
)
