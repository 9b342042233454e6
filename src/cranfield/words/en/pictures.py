"""What stands in pictures: titles, names of axes, and the same told in words for who cannot see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["PICTURES"]

PICTURES: dict[str, Template] = {
    "picture-pr": "Interpolated precision at levels of recall, mean over {units:{noun}}",
    "picture-pr-query": "Precision and recall of query {query}",
    "picture-gain": "{measures:and} by rank[units?, mean over {units:{noun}}][query? of query {query}]",
    "picture-roc": "ROC curve of {positive} against the rest",
    "picture-prc": "Precision and recall of {positive} at every threshold",
    "picture-calibration": "Calibration: how often {positive} was predicted and how often it happened",
    "picture-scores": "Scores by class",
    "picture-confusion": "Confusion matrix",
    "picture-queries": "{measure} of each of {units:{noun}}, compared with {baseline}",
    "picture-robustness": "How much of the order of [systems?{systems:,} ]systems is left with fewer judgments",
    "picture-intervals": "{measures:and} with {confidence:.0%} intervals",
    "picture-differences": "{measures:and} compared with {baselines:and}, with {confidence:.0%} intervals",
    "picture-rates": "Response time of {system} by the rate of requests",
    "picture-sweep": "{measure} by {parameters:and}",
    "picture-timeline": "Response times of {system}, request by request",
    "axis-rate": "requests a second",
    "axis-milliseconds": "milliseconds",
    "axis-seconds": "seconds since the start",
    "line-train": "chosen on ({count:,})",
    "line-held-out": "held out ({count:,}): {value:.3f}",
    "line-share": "99 % take at most {value:,.0f} ms",
    "axis-recall": "recall",
    "axis-precision": "precision",
    "axis-mean-precision": "precision (interpolated)",
    "axis-rank": "rank",
    "axis-value": "value",
    "axis-fpr": "false positive rate",
    "axis-tpr": "true positive rate",
    "axis-predicted": "predicted probability",
    "axis-happened": "share that is {positive}",
    "axis-score": "score",
    "axis-share-of-class": "share of the class",
    "axis-truth": "true label",
    "axis-guess": "predicted label",
    "axis-of-system": "{measure} of {system}",
    "axis-difference": "{measure}: {system} minus {baseline}",
    "axis-gain-over": "{measure} minus that of {baseline}",
    "axis-by-difference": "{units:{noun}}, by difference",
    "axis-judgments": "judgments kept",
    "axis-order": "agreement with the order by all judgments ({how})",
    "line-raw": "as ranked",
    "line-interpolated": "interpolated",
    "line-break-even": "P = R: {value:.3f}",
    "line-better": "better ({count:,})",
    "line-worse": "worse ({count:,})",
    "line-same": "the same ({count:,})",
    "picture-more": "and {count:,} more",
    "picture-empty": "There is nothing to show.",
    "told-line": "{name}: from {first:.4g} at {start:.4g} to {last:.4g} at {end:.4g}",
    "told-counts": "{name}: {better:,} better, {worse:,} worse, {same:,} the same",
    "told-span": "{name}: {value:.4g}[bounded? from {low:.4g} to {high:.4g}]",
    "told-cells": "{name}: {right:,} of {total:,} right",
    "told-classes": "{name}: {total:,.0f}, most at scores from {low:.4g} to {high:.4g}",
    "picture-told": "{title}. {parts}.",
    "told-between": "; ",
}
