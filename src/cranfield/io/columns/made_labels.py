"""The columns of a batch of labels, from columns of data, of all rows or of a part of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.coded import Coded, Scores, merge_names, same_labels, usual_positive
from cranfield.errors import InputError
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import as_numbers
from cranfield.io.read.values import label_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.io.columns.spelling import Spelling

__all__ = ["check_weights", "made_columns"]

_HEAVIEST = 1e300  # sums of weights and their doubles stay numbers


def made_columns(
    columns: Mapping[str, Any], found: Mapping[str, Coded], spelling: Spelling, *, threshold: float | None = None,
    positive: Any = None,
) -> dict[str, Any]:  # fmt: skip
    """What measures read: labels with the names of the whole, scores, sessions and weights."""
    made: dict[str, Any] = spelling.spelt(found)
    names = made["truth"].names
    if any(role.startswith("score") for role in columns):
        made["score"] = _scores(columns, spelling.scored, spelling.declared or names, columns.get("score"))
    if threshold is not None:
        made["guess"] = _guessed(made, threshold, positive)
        shared = merge_names(names, made["guess"].names) if spelling.declared is None else spelling.declared
        made["truth"], made["guess"] = made["truth"].renamed(shared), made["guess"].renamed(shared)
    if "group" in columns:
        made["group"] = encode(columns["group"], "group", ordered=False)
    if "by" in columns:
        made["by"] = encode(columns["by"], "by")
    if "weight" in columns:
        made["weight"] = _weights(as_numbers(columns["weight"], "weight"))
    return made


def _scores(
    columns: Mapping[str, Any], labelled: Sequence[str], names: Sequence[str], single: Any
) -> NDArray[Any] | Scores:
    """One score for each example, or one for each label."""
    if single is not None:
        values = as_numbers(single, "score")
        if values.ndim == 1:
            return values
        _check_width(values.shape[1], names)
        return Scores(values, names)
    parts = [as_numbers(column, role) for role, column in columns.items() if role.startswith("score ")]
    if not labelled:
        _check_width(len(parts), names)
    return Scores(np.column_stack(parts), labelled or names)


def _check_width(width: int, names: Sequence[str]) -> None:
    if width != len(names):
        raise InputError("score-has-columns-but-labels", width=width, count=len(names), join=", ".join(list(names)[:6]))


def _guessed(made: Mapping[str, Any], threshold: float, positive: Any) -> Coded:
    """The positive label where the score reaches the threshold, the other label elsewhere."""
    score = made.get("score")
    if not isinstance(score, np.ndarray) or "guess" in made:
        raise InputError("needs-one-score-each-example")
    names = list(made["truth"].names)
    chosen = label_name(positive) if positive is not None else usual_positive(names)
    chosen = chosen if chosen is None or chosen in names else same_labels(names, [chosen]).get(chosen, chosen)
    others = [name for name in names if name != chosen]
    if chosen is None or len(others) > 1:
        raise InputError("needs-two-labels-know-positive", names=names[-1])
    other = others[0] if others else "not " + chosen
    return Coded((score >= threshold).astype(np.int32), [other, chosen])


def _weights(values: NDArray[Any]) -> NDArray[Any]:
    if values.ndim != 1:
        raise InputError("weight-one-column-array-shape", shape=values.shape)
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise InputError("weight-of-row", given=row + 1, values=values[row])
    return values.astype(np.float64, copy=False)


def check_weights(whole: float) -> None:
    """Refuse weights that together are nothing, or too much for a number; the whole is their sum."""
    if not whole:
        raise InputError("weights-all-0")
    if whole > _HEAVIEST:
        raise InputError("weights-add-up-at-most", heaviest=_HEAVIEST)
