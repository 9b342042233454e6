"""`labels(truth=..., guess=..., score=...)`: the one door from predictions to a batch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.batch import Batch, Finding, counted
from cranfield.core.coded import Coded, Numbers, Scores, merge_names, usual_positive
from cranfield.core.policy import Policy
from cranfield.errors import InputError
from cranfield.io.encode import encode, label_name
from cranfield.io.label_columns import as_column, as_numbers, read_columns
from cranfield.io.ranking import system_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["labels"]


def labels(
    data: Any = None, *, truth: Any, guess: Any = None, score: Any = None, group: Any = None, weight: Any = None,
    classes: Sequence[Any] | None = None, threshold: float | None = None, positive: Any = None,
    policy: Policy | str = "default", input_format: str | None = None, system: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch from true labels and what was predicted: guessed labels, scores, or both.

    Without `data` each is a list, a numpy array or an Arrow column. With `data` (a path, several paths, a pattern such
    as logs/*.parquet, an Arrow table, any dataframe or a dict of columns) each is the name of a column. `score` is one
    column, or {label: column}, or an array with a column for each label in order. `group` is the session and `weight`
    the weight of each example. `classes` lists all labels there can be; `threshold` guesses from the score.

    >>> batch = labels(truth=[0, 1, 1], guess=[0, 1, 0])
    >>> len(batch)
    3
    """
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    wanted = {"truth": truth, "guess": guess, "group": group, "weight": weight}
    wanted = {role: each for role, each in wanted.items() if each is not None}
    wanted |= _score_roles(score, from_data=data is not None)
    if data is None:
        columns = {role: as_column(each, role) for role, each in wanted.items()}
        inputs: list[dict[str, Any]] = [{"name": "arrays"}]
    else:
        columns, inputs = read_columns(data, wanted, input_format=input_format, progress=progress)
    _check_lengths(columns)
    declared = None if classes is None else _declared(classes)
    coded, findings = _label_columns(columns, declared)
    made: dict[str, Any] = dict(coded)
    names = coded["truth"].names
    if score is not None:
        made["score"] = _scores(columns, score, declared or names, columns.get("score"))
    if threshold is not None:
        made["guess"] = _guessed(made, threshold, positive)
        shared = merge_names(names, made["guess"].names) if declared is None else declared
        made["truth"], made["guess"] = made["truth"].renamed(shared), made["guess"].renamed(shared)
    if "group" in columns:
        made["group"] = encode(columns["group"], "group", ordered=False)
    if "weight" in columns:
        made["weight"] = _weights(as_numbers(columns["weight"], "weight"))
    size = len(made["truth"])
    return Batch(
        "labels", Numbers(range(1, size + 1)), made, policy=decided, findings=tuple(findings), inputs=tuple(inputs),
        system=system or (_name(data)), noun="examples",
    )  # fmt: skip


def _name(data: Any) -> str:
    """Predictions of one file are called after it."""
    if isinstance(data, str | os.PathLike) and data != "-" and not any(mark in str(data) for mark in "*?["):
        return system_name(Path(data))
    return "predictions"


def _score_roles(score: Any, *, from_data: bool) -> dict[str, Any]:
    """One role for each column of scores."""
    if score is None:
        return {}
    if isinstance(score, Mapping):
        if not score:
            message = "score: the dict holds no label; give {label: column}"
            raise InputError(message)
        return {f"score of {label_name(label)}": each for label, each in score.items()}
    if from_data and isinstance(score, list | tuple):
        return {f"score {at}": each for at, each in enumerate(score, 1)}
    return {"score": score}


def _check_lengths(columns: Mapping[str, Any]) -> None:
    expected = len(columns["truth"])
    if not expected:
        message = "the truth has no rows; give at least one example"
        raise InputError(message)
    for role, column in columns.items():
        if len(column) != expected:
            message = f"the {role} has {len(column)} rows, the truth has {expected}; give one for each example"
            raise InputError(message)


def _declared(classes: Sequence[Any]) -> tuple[str, ...]:
    names = [label_name(each) for each in classes]
    if not names or None in names or len(set(names)) < len(names):
        message = f"classes must be labels, each once, not {list(classes)!r:.80}"
        raise InputError(message)
    return tuple(name for name in names if name is not None)


def _label_columns(
    columns: Mapping[str, Any], declared: tuple[str, ...] | None
) -> tuple[dict[str, Coded], list[Finding]]:
    """Truth and guess with the same names, and what is odd about them."""
    found = {role: encode(columns[role], role) for role in ("truth", "guess") if role in columns}
    found = _numbered(found)
    if declared is not None:
        for role, coded in found.items():
            unknown = next((name for name in coded.names if name not in declared), None)
            if unknown is not None:
                row = int(np.flatnonzero(coded.is_label(unknown))[0])
                message = (
                    f"row {row + 1}: the {role} has the label {unknown!r:.40}, which is not one of the classes"
                    f" {', '.join(declared[:6])}; mend the row or add the class"
                )
                raise InputError(message)
        return {role: coded.renamed(declared) for role, coded in found.items()}, []
    findings = list(_unknown(found))
    names = merge_names(*(coded.names for coded in found.values()))
    return {role: coded.renamed(names) for role, coded in found.items()}, findings


def _numbered(found: dict[str, Coded]) -> dict[str, Coded]:
    """True and False beside 0 and 1 mean the same, as in a guess of score > 0.5."""
    names = {role: set(coded.names) for role, coded in found.items()}
    if not ({"0", "1"} & set().union(*names.values())):
        return found
    table = {"False": "0", "True": "1"}
    return {
        role: Coded(coded.codes, [table[name] for name in coded.names]) if names[role] <= set(table) else coded
        for role, coded in found.items()
    }


def _unknown(found: Mapping[str, Coded]) -> list[Finding]:
    if "guess" not in found:
        return []
    truth, guess = found["truth"], found["guess"]
    strange = [name for name in guess.names if name not in truth.names]
    if not strange:
        return []
    if len(strange) == len(guess.names):
        message = (
            f"the guess and the truth have no label in common (truth {truth.names[0]!r:.30}, guess"
            f" {strange[0]!r:.30}); check that both use the same names"
        )
        return [Finding("unknown-label", len(guess), message, severity="warning", examples=tuple(strange[:5]))]
    codes = [list(guess.names).index(name) for name in strange]
    count = int(np.isin(guess.codes, codes).sum())
    shown = ", ".join(f"{name!r:.30}" for name in strange[:4])
    message = (
        f"the guess has {counted(len(strange), 'labels')} that the truth never has ({shown}),"
        f" in {count} of {len(guess)} examples; they count as wrong"
    )
    return [Finding("unknown-label", count, message, examples=tuple(strange[:5]))]


def _scores(columns: Mapping[str, Any], score: Any, names: Sequence[str], single: Any) -> NDArray[Any] | Scores:
    """One score for each example, or one for each label."""
    if single is not None:
        values = as_numbers(single, "score")
        if values.ndim == 1:
            return values
        _check_width(values.shape[1], names)
        return Scores(values, names)
    parts = [as_numbers(column, role) for role, column in columns.items() if role.startswith("score ")]
    if isinstance(score, Mapping):
        labelled = [str(label_name(label)) for label in score]
    else:
        _check_width(len(parts), names)
        labelled = list(names)
    return Scores(np.column_stack(parts), labelled)


def _check_width(width: int, names: Sequence[str]) -> None:
    if width != len(names):
        message = (
            f"the score has {width} columns, but there are {len(names)} labels ({', '.join(list(names)[:6])});"
            " give score={label: column}, or all labels with classes=[...]"
        )
        raise InputError(message)


def _guessed(made: Mapping[str, Any], threshold: float, positive: Any) -> Coded:
    """The positive label where the score reaches the threshold, the other label elsewhere."""
    score = made.get("score")
    if not isinstance(score, np.ndarray) or "guess" in made:
        message = "threshold: needs one score for each example and no guess; give score=... and leave guess out"
        raise InputError(message)
    names = list(made["truth"].names)
    chosen = label_name(positive) if positive is not None else usual_positive(names)
    others = [name for name in names if name != chosen]
    if chosen is None or len(others) > 1:
        message = f"threshold: needs two labels and to know the positive one; give positive={names[-1]!r:.40}"
        raise InputError(message)
    other = others[0] if others else "not " + chosen
    return Coded((score >= threshold).astype(np.int32), [other, chosen])


def _weights(values: NDArray[Any]) -> NDArray[Any]:
    if values.ndim != 1:
        message = f"the weight must be one column, not an array of shape {values.shape}"
        raise InputError(message)
    wrong = ~(np.isfinite(values) & (values >= 0))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        message = f"row {row + 1}: the weight must be a number of at least 0, not {values[row]:g}; mend the row"
        raise InputError(message)
    if not values.any():
        message = "the weights are all 0; at least one example must count"
        raise InputError(message)
    return values.astype(np.float64, copy=False)
