"""What reports about several systems say: comparisons, orders, power."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COMPARE"]

COMPARE: dict[str, Template] = {
    "head-measure": "measure",
    "head-system": "system",
    # orders of systems
    "correlation-title": "{name} between the orders of {systems:systems}",
    "places-title": "value and place of each system",
    "places-left-out": "{count:more systems} in the other formats",
    "coefficient-told": "{name}: {how:said}",
    "how-tau": "pairs of systems in the same order minus pairs in the opposite order, over all pairs; a tie is neither",
    "how-tau-b": "pairs of systems in the same order minus pairs in the opposite order, corrected for ties",
    "how-tau-ap": "as tau, but systems near the top count more; the mean of both directions, ties corrected",
    "how-spearman": "the correlation of the places",
    "how-rbo": "rank-biased overlap: how much of the tops of both orders is the same",
    "robustness-title": "{name} with the order of {systems:systems} by all judgments, mean of {repeats:repetitions}",
    "lowest-to-highest": "range",
    "robustness-kept": "judgments kept: {counts:all}",
    "robustness-closest": "closest to the order by all judgments: {names:all}",
    "robustness-undefined": "{count:repetitions} left all systems equal, which is no order; they are in no mean",
    "robustness-settings": "each query keeps the same share of its relevant and of its other judgments, at least one"
    " of each; {repeats:repetitions}, seed {seed}",
}
