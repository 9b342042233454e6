"""How far raters agree: coefficients with intervals beside each other, and who agrees with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.contests import intervals
from cranfield.compare.resample import SEED
from cranfield.core.agreed import Agreed, RaterPair
from cranfield.core.arguments import ANY_SEED, CONFIDENCE, DRAWS, checked
from cranfield.core.evaluate import evaluate, require_batch
from cranfield.core.ragged import spans
from cranfield.core.spec import parse
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.batch import Batch
    from cranfield.core.spec import Measures

__all__ = ["agreement", "coefficients_for"]

_OF_NAMES = ("Agreement", "Alpha(level='nominal')", "Kappa", "Pi", "AC1")
_OF_NUMBERS = (
    "Agreement", "Alpha", "Alpha(level='nominal')", "Kappa", "Kappa(weights='quadratic')", "AC1", "AC2", "ICC",
    "ICC(average=True)",
)  # fmt: skip


def coefficients_for(batch: Batch) -> list[str]:
    """The coefficients that suit the data: percent agreement always first, then what its values and raters allow."""
    found = [*(_OF_NUMBERS if batch.facts["numeric"] else _OF_NAMES)]
    sizes = batch.ragged("rating").sizes
    if len({*sizes[sizes > 0].tolist()}) == 1:
        found.insert(found.index("AC1"), "FleissKappa")
    if len(batch.ragged("earlier").values):
        found.append("IntraRater")
    return found


@checked(confidence=CONFIDENCE, resamples=DRAWS, seed=ANY_SEED)
def agreement(
    batch: Batch, measures: Measures | None = None, *, confidence: float = 0.95, resamples: int = 1000,
    seed: int = SEED,
) -> Agreed:  # fmt: skip
    """How far the raters of a batch agree: coefficients with intervals, and each two raters beside each other.

    Without `measures` they are those that suit the values. Items are drawn for intervals, or whole queries where the
    ratings were given with them.

    >>> from cranfield import ratings
    >>> found = agreement(ratings(item=["a", "a", "b", "b"], rater=["x", "y", "x", "y"], value=[1, 1, 2, 3]))
    >>> found.estimates["Agreement"].value
    0.5
    """
    require_batch(batch, "agreement")
    if "rating" not in batch or "rater" not in batch:
        raise MeasureError("agreement-of-ratings", family=batch.family.name)
    results = evaluate(batch, coefficients_for(batch) if measures is None else measures)
    estimates = intervals(results, list(results), confidence=confidence, resamples=resamples, seed=seed)
    rating, rater = batch.ragged("rating"), batch.ragged("rater")
    values = np.bincount(rating.values, minlength=len(batch.facts["values"]))
    names = batch.facts.get("labels") or batch.facts["values"]
    raters = np.bincount(rater.values, minlength=len(batch.facts["raters"]))
    return Agreed(
        name=batch.system, results=results, estimates=estimates, pairs=tuple(_pairs(batch)),
        raters=dict(zip(batch.facts["raters"], raters.tolist(), strict=True)),
        shares={name: count / max(len(rating.values), 1) for name, count in zip(names, values.tolist(), strict=True)},
        ratings=len(rating.values), items=int(np.count_nonzero(rating.sizes)),
        shared=int(np.count_nonzero(rating.sizes > 1)),
        drawn=batch.family.clusters if "group" in batch else batch.noun, units=_units(batch),
        names=not batch.facts["numeric"] and "winner" not in batch,
        confidence=confidence, resamples=resamples, seed=seed,
    )  # fmt: skip


def _units(batch: Batch) -> int:
    """How many items, or queries of items, have ratings."""
    rated = np.flatnonzero(batch.ragged("rating").sizes)
    return len(np.unique(batch.coded("group").codes[rated])) if "group" in batch else len(rated)


def _pairs(batch: Batch) -> list[RaterPair]:
    """Each two raters that share items."""
    rating, rater = batch.ragged("rating"), batch.ragged("rater")
    rest = rating.sizes[rating.owner] - rating.position
    first = np.repeat(np.arange(len(rating.values)), rest)
    second = spans(np.arange(len(rating.values)) + 1, rest)
    if not len(first):  # nobody shares an item
        return []
    raters, values = batch.facts["raters"], batch.facts["values"]
    key = rater.values[first] * len(raters) + rater.values[second]
    kappa: Any = parse("Kappa", batch.family)
    found = []
    order = np.argsort(key, kind="stable")
    known, starts = np.unique(key[order], return_index=True)
    for at, part in zip(known.tolist(), np.split(order, starts[1:]), strict=True):
        one, two = rating.values[first[part]], rating.values[second[part]]
        cells = np.zeros((len(values), len(values)))
        np.add.at(cells, (one, two), 1.0)
        value = float(kappa.of_cells(cells, values))
        shared = len(part)
        found.append(
            RaterPair(
                raters[at // len(raters)], raters[at % len(raters)], shared, float((one == two).mean()),
                None if np.isnan(value) else value,
            )
        )  # fmt: skip
    return found
