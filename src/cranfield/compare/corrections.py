"""Many comparisons at once: p-values corrected for how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["CORRECTIONS", "RESAMPLED", "beyond", "corrected", "largest_first", "tukey_ranges"]

_ROOM = 1 << 19  # numbers held at once, so that they stay in the cache
RESAMPLED = ("maxt", "tukey")  # which take the distribution of the largest difference, not p-values


def _holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm, Scandinavian Journal of Statistics 1979."""
    order = np.argsort(p, kind="stable")
    steps = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    found = np.empty(len(p))
    found[order] = np.minimum(steps, 1.0)
    return found


def _bonferroni(p: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.minimum(p * len(p), 1.0)


def _benjamini_hochberg(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The false discovery rate, Benjamini and Hochberg 1995."""
    order = np.argsort(-p, kind="stable")
    steps = np.minimum.accumulate(p[order] * len(p) / np.arange(len(p), 0, -1))
    found = np.empty(len(p))
    found[order] = np.minimum(steps, 1.0)
    return found


CORRECTIONS: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "holm": _holm,
    "bonferroni": _bonferroni,
    "bh": _benjamini_hochberg,
    "none": np.copy,
}


def corrected(p: NDArray[np.float64], how: str) -> NDArray[np.float64]:
    """The p-values of one family of comparisons, corrected; nan takes no part."""
    known = ~np.isnan(p)
    found = np.full(len(p), np.nan)
    found[known] = CORRECTIONS[how](p[known])
    return found


def largest_first(blocks: Iterable[NDArray[np.float64]], observed: NDArray[np.float64]) -> NDArray[np.float64]:
    """MaxT step by step, Westfall and Young 1993: `blocks[trial, comparison]` are statistics of random trials.

    The largest of the statistics is compared with the largest of each trial, the next one with the largest of the rest.
    """
    order = np.argsort(-observed, kind="stable")
    ranked = observed[order]
    slack = 1e-12 * max(float(ranked.max(initial=0.0)), 1e-300)
    reached, trials = np.zeros(len(order)), 0
    for block in blocks:
        rest = np.maximum.accumulate(block[:, order[::-1]], axis=1)[:, ::-1]
        reached += (rest >= ranked - slack).sum(axis=0)
        trials += len(block)
    found = np.empty(len(order))
    found[order] = np.maximum.accumulate((reached + 1) / (trials + 1))
    return found


def tukey_ranges(tables: Sequence[NDArray[np.float64]], resamples: int, seed: int) -> list[NDArray[np.float64]]:
    """Randomised Tukey HSD, Carterette, TOIS 2012: values `[system, unit]` change systems inside each unit.

    For each table the range of the systems' means in every trial, in order; tables of one shape share their trials.
    """
    systems, units = tables[0].shape
    rng = np.random.default_rng(seed)
    turned = [np.ascontiguousarray(each.T)[None] for each in tables]
    ranges = [np.empty(resamples) for _ in tables]
    step = max(_ROOM // max(tables[0].size, 1), 1)
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        # random numbers in order are a random order
        chosen = rng.random((size, units, systems), dtype=np.float32).argsort(axis=2)
        for table, found in zip(turned, ranges, strict=True):
            means = np.take_along_axis(table, chosen, axis=2).sum(axis=1) / units
            found[start : start + size] = np.ptp(means, axis=1)
    return [np.sort(each) for each in ranges]


def beyond(ranges: NDArray[np.float64], gaps: NDArray[np.float64], slack: float) -> NDArray[np.float64]:
    """The p of differences of means: how many of the ranges reach them."""
    reached = len(ranges) - np.searchsorted(ranges, np.abs(gaps) - slack, "left")
    return (reached + 1) / (len(ranges) + 1)
