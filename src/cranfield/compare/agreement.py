"""How far raters agree: coefficients with intervals beside each other, and who agrees with whom."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.contests import intervals
from cranfield.compare.resample import SEED
from cranfield.core.agreed import Agreed, RaterPair
from cranfield.core.arguments import ANY_SEED, CONFIDENCE, DRAWS, checked
from cranfield.core.evaluate import evaluate, require_batch
from cranfield.core.ragged import divide
from cranfield.core.rating_pairs import compared, pairs_of_ratings, raters_beside, too_many
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.rating_pairs import Compared
    from cranfield.core.spec import Measures

__all__ = ["agreement", "coefficients_for"]

_MOST_PAIRS = 1 << 18  # of raters that are listed, or as many as there are ratings
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
    pairs = _pairs(batch)
    return Agreed(
        name=batch.system, results=results, estimates=estimates, pairs=tuple(pairs or ()),
        raters=dict(zip(batch.facts["raters"], raters.tolist(), strict=True)),
        shares={name: count / max(len(rating.values), 1) for name, count in zip(names, values.tolist(), strict=True)},
        ratings=len(rating.values), items=int(np.count_nonzero(rating.sizes)),
        shared=int(np.count_nonzero(rating.sizes > 1)),
        drawn=batch.family.clusters if "group" in batch else batch.noun, units=_units(batch),
        names=not batch.facts["numeric"] and "winner" not in batch,
        confidence=confidence, resamples=resamples, seed=seed, unlisted=pairs_of_ratings(batch) if pairs is None else 0,
    )  # fmt: skip


def _units(batch: Batch) -> int:
    """How many items, or queries of items, have ratings."""
    rated = np.flatnonzero(batch.ragged("rating").sizes)
    return len(np.unique(batch.coded("group").codes[rated])) if "group" in batch else len(rated)


def _pairs(batch: Batch) -> list[RaterPair] | None:
    """Each two raters that share items; None if they are too many to list."""
    if too_many(batch):
        return None
    known = raters_beside(batch)
    if len(known) > max(_MOST_PAIRS, len(batch.ragged("rating").values)):
        return None
    found, raters = compared(batch), batch.facts["raters"]
    shared = np.bincount(found.pair, minlength=len(known)).astype(np.float64)
    alike = np.bincount(found.pair, weights=found.one == found.two, minlength=len(known)).astype(np.float64)
    kappa = _kappas(found, shared, alike, max(len(batch.facts["values"]), 1))
    columns = (each.tolist() for each in (known, shared, alike / shared, kappa))
    return [
        RaterPair(
            raters[at // len(raters)], raters[at % len(raters)], int(count), share, None if math.isnan(value) else value
        )
        for at, count, share, value in zip(*columns, strict=True)
    ]  # fmt: skip


def _kappas(
    found: Compared, shared: NDArray[np.float64], alike: NDArray[np.float64], width: int
) -> NDArray[np.float64]:  # fmt: skip
    """Cohen's kappa of each two raters; nan where chance makes them agree on everything."""
    (first, often), (second, other) = (
        np.unique(found.pair.astype(np.int64) * width + values, return_counts=True) for values in (found.one, found.two)
    )
    both, one, two = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    weights = often[one].astype(np.float64) * other[two]
    by_chance = np.bincount(both // width, weights=weights, minlength=len(shared)).astype(np.float64)
    squares = shared**2
    return 1 - divide(divide(shared - alike, shared), divide(squares - by_chance, squares))
