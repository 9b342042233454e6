"""What an explanation shows of labels: cells of the confusion matrix, pairs of examples, and thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.exhibit import Curve, Listing
from cranfield.measures.labels.base import score_of, weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.confusion import Confusion
    from cranfield.core.exhibit import Exhibit

__all__ = ["cells_shown", "pairs_shown", "thresholds_shown", "two_labels_shown"]

MOST_LABELS = 12  # a larger matrix fits no page
MOST_PAIRS = 60
MOST_SCORES = 60


def cells_shown(confusion: Confusion, label: str) -> Sequence[Exhibit]:
    """The four cells of one label against the others, and the matrix where there are several labels."""
    names = list(confusion.names)
    if label not in names:
        return ()
    at = names.index(label)
    right, true, guessed = (float(each[at]) for each in (confusion.right, confusion.truth, confusion.guess))
    counts = (right, true - right, guessed - right, float(confusion.counts.sum()) - true - guessed + right)
    shown: list[Exhibit] = [
        Listing(
            "shown-cells",
            {
                "cell": ["TP", "FN", "FP", "TN"],
                "truth": [label, label, f"≠ {label}", f"≠ {label}"],
                "guess": [label, f"≠ {label}", label, f"≠ {label}"],
                "examples": [float(each) for each in counts],
            },
        )
    ]
    if 2 < len(names) <= MOST_LABELS:
        columns: dict[str, Any] = {"truth": names}
        cells = np.asarray(confusion.cells, np.float64)
        columns |= {f"→ {name}": cells[:, place].tolist() for place, name in enumerate(names)}
        shown.append(Listing("shown-matrix", columns))
    return shown


def pairs_shown(batch: Batch, label: str) -> Sequence[Exhibit]:
    """Every positive example beside every negative one: won, tied or lost; nothing where there are too many."""
    positive = batch.coded("truth").is_label(label)
    return _beside(batch, label, positive, ~positive, "shown-pairs", {})


def two_labels_shown(batch: Batch, first: str, second: str) -> Sequence[Exhibit]:
    """Examples of two labels beside each other, by the scores of the one and by those of the other."""
    truth = batch.coded("truth")
    shown: list[Exhibit] = []
    for label, other in ((first, second), (second, first)):
        facts = {"label": label, "other": other}
        shown += _beside(batch, label, truth.is_label(label), truth.is_label(other), "shown-pairs-of-two", facts)
    return shown


def _beside(
    batch: Batch, label: str, positive: NDArray[np.bool_], negative: NDArray[np.bool_], key: str, facts: dict[str, Any]
) -> Sequence[Exhibit]:
    mine, theirs = np.flatnonzero(positive), np.flatnonzero(negative)
    if not 0 < len(mine) * len(theirs) <= MOST_PAIRS:
        return ()
    score = score_of(batch, label)
    pairs = [(one, other) for one in mine.tolist() for other in theirs.tolist()]
    won = [float(score[one] > score[other]) + float(score[one] == score[other]) / 2 for one, other in pairs]
    columns: dict[str, Any] = {
        "positive": [str(batch.units[one]) for one, _ in pairs],
        "score of positive": [float(score[one]) for one, _ in pairs],
        "negative": [str(batch.units[other]) for _, other in pairs],
        "score of negative": [float(score[other]) for _, other in pairs],
    }
    weight = weight_of(batch)
    if weight is not None:
        columns["weight"] = [float(weight[one]) * float(weight[other]) for one, other in pairs]
    return (Listing(key, {**columns, "counts": won}, facts),)


def thresholds_shown(batch: Batch, label: str) -> Sequence[Exhibit]:
    """At each score, highest first: who is guessed positive from there on, precision and recall, and the curve."""
    positive, score = batch.coded("truth").is_label(label), np.asarray(score_of(batch, label), np.float64)
    weight = weight_of(batch)
    heavy = np.ones(len(score)) if weight is None else np.asarray(weight, np.float64)
    levels = np.unique(score)[::-1]
    wanted = float(heavy[positive].sum())
    if len(levels) > MOST_SCORES or not wanted:
        return ()
    guessed = np.asarray([heavy[score >= level].sum() for level in levels])
    right = np.asarray([heavy[(score >= level) & positive].sum() for level in levels])
    precision, recall = np.divide(right, guessed, out=np.zeros(len(levels)), where=guessed > 0), right / wanted
    columns = {
        "score": levels.tolist(), "guessed positive": guessed.tolist(), "right": right.tolist(),
        "recall": recall.tolist(), "precision": precision.tolist(),
    }  # fmt: skip
    points = list(zip(recall.tolist(), precision.tolist(), strict=True))
    return (Listing("shown-thresholds", columns), Curve("shown-curve-of-scores", points, "recall", "precision"))
