"""`labels(truth=..., guess=..., score=...)`: the one door from predictions to a batch."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import NAME, NUMBER, PROGRESS, Rule, door, optional
from cranfield.core.batch import Batch
from cranfield.core.coded import Coded, Numbers
from cranfield.core.policy import POLICY, Policy
from cranfield.core.registry import family
from cranfield.errors import InputError
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import as_column, read_columns
from cranfield.io.columns.made_labels import check_weights, made_columns
from cranfield.io.columns.spelling import Spelling, distinct, names_of
from cranfield.io.ranking import system_name
from cranfield.io.read.values import label_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["each_score", "labels", "predictions_name", "score_roles"]


@door(
    truth=Rule("be-column-of-data", lambda value: value is not None), threshold=optional(NUMBER), policy=POLICY,
    input_format=optional(NAME), system=optional(NAME), progress=PROGRESS,
)  # fmt: skip
def labels(
    data: Any = None, *, truth: Any, guess: Any = None, score: Any = None, group: Any = None, by: Any = None,
    weight: Any = None, classes: Sequence[Any] | None = None, threshold: float | None = None, positive: Any = None,
    policy: Policy | str = "default", input_format: str | None = None, system: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch from true labels and what was predicted: guessed labels, scores, or both.

    Without `data` each is a list, a numpy array or an Arrow column. With `data` (a path, several paths, a pattern such
    as logs/*.parquet, an Arrow table, any dataframe or a dict of columns) each is the name of a column. `score` is one
    column, or {label: column}, or an array with a column for each label in order. `group` is the session of each
    example, `by` what results are told apart by (a country, a device) and `weight` its weight. `classes` lists all
    labels there can be; `threshold` guesses from the score.

    >>> batch = labels(truth=[0, 1, 1], guess=[0, 1, 0])
    >>> len(batch)
    3
    """
    decided = Policy.named(policy) if isinstance(policy, str) else policy
    wanted = {"truth": truth, "guess": guess, "group": group, "by": by, "weight": weight}
    wanted = {role: each for role, each in wanted.items() if each is not None}
    wanted |= score_roles(score, from_data=data is not None)
    if data is None:
        columns = {role: as_column(each, role) for role, each in wanted.items()}
        inputs: list[dict[str, Any]] = [{"name": "arrays"}]
    else:
        columns, inputs = read_columns(data, wanted, input_format=input_format, progress=progress)
    _check_lengths(columns)
    found: dict[str, Coded] = {role: encode(columns[role], role) for role in ("truth", "guess") if role in columns}
    spelling = Spelling.of(
        {role: each.names for role, each in found.items()}, classes, list(score) if isinstance(score, Mapping) else ()
    )
    made = made_columns(columns, found, spelling, threshold=threshold, positive=positive)
    if "weight" in made:
        with np.errstate(over="ignore"):
            check_weights(float(made["weight"].sum()))
    findings = spelling.findings(len(found["truth"]), lambda role, names: _rows_with(found[role], names))
    size = len(made["truth"])
    return Batch(
        family("labels"), Numbers(range(1, size + 1)), made, policy=decided, findings=tuple(findings),
        inputs=tuple(inputs), system=system or predictions_name(data),
    )  # fmt: skip


def each_score(
    data: Any, *, scores: Sequence[str], input_format: str | None = None,
    progress: Callable[[int, int], None] | None = None, **options: Any,
) -> list[Batch]:  # fmt: skip
    """One batch for each of several columns of scores, which are several systems; the data is read once.

    The other options are those of `labels`.
    """
    others = {role: options.pop(role, None) for role in ("truth", "guess", "group", "by", "weight")}
    wanted = {role: name for role, name in others.items() if name is not None}
    columns, inputs = read_columns(
        data, wanted | {f"score {name}": name for name in scores}, input_format=input_format, progress=progress
    )
    given = {role: columns[role] for role in wanted}
    batches = [labels(**given, score=columns[f"score {name}"], system=name, **options) for name in scores]
    return [replace(batch, inputs=tuple(inputs)) for batch in batches]


def predictions_name(data: Any) -> str:
    """Predictions of one file are called after it."""
    if isinstance(data, str | os.PathLike) and data != "-" and not any(mark in str(data) for mark in "*?["):
        return system_name(Path(data))
    return "predictions"


def score_roles(score: Any, *, from_data: bool) -> dict[str, Any]:
    """One role for each column of scores."""
    if score is None:
        return {}
    if isinstance(score, Mapping):
        if not score:
            raise InputError("dict-holds-no-label")
        distinct(names_of(score, "score"), "score", list(score))
        return {f"score of {label_name(label)}": each for label, each in score.items()}
    if from_data and isinstance(score, list | tuple):
        return {f"score {at}": each for at, each in enumerate(score, 1)}
    return {"score": score}


def _check_lengths(columns: Mapping[str, Any]) -> None:
    expected = len(columns["truth"])
    if not expected:
        raise InputError("truth-has-no-rows")
    for role, column in columns.items():
        if len(column) != expected:
            raise InputError("has-rows-truth-has", role=role, count=len(column), expected=expected)


def _rows_with(column: Coded, names: Sequence[str]) -> int:
    """How many rows have one of some labels."""
    counts = dict(zip(column.names, np.bincount(column.codes, minlength=len(column.names)).tolist(), strict=True))
    return sum(counts.get(name, 0) for name in names)
