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
from cranfield.core.coded import Coded, Numbers, Scores, merge_names, order_names, same_labels, usual_positive
from cranfield.core.finding import Finding
from cranfield.core.policy import POLICY, Policy
from cranfield.core.registry import family
from cranfield.errors import InputError
from cranfield.io.columns.encode import encode, merged
from cranfield.io.columns.label_columns import as_column, as_numbers, read_columns
from cranfield.io.ranking import system_name
from cranfield.io.read.values import label_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

__all__ = ["each_score", "labels"]

_HEAVIEST = 1e300  # sums of weights and their doubles stay numbers


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
    wanted |= _score_roles(score, from_data=data is not None)
    if data is None:
        columns = {role: as_column(each, role) for role, each in wanted.items()}
        inputs: list[dict[str, Any]] = [{"name": "arrays"}]
    else:
        columns, inputs = read_columns(data, wanted, input_format=input_format, progress=progress)
    _check_lengths(columns)
    scored = [str(label_name(label)) for label in score] if isinstance(score, Mapping) else []
    found: dict[str, Coded] = {role: encode(columns[role], role) for role in ("truth", "guess") if role in columns}
    listed = None if classes is None else _names_of(classes)
    same = same_labels(*(coded.names for coded in found.values()), listed or (), scored)
    declared = None if listed is None else _distinct([same.get(name, name) for name in listed], "classes", classes)
    scored = list(_distinct([same.get(name, name) for name in scored], "score", list(score))) if scored else []
    coded, findings = _label_columns(_respelt(found, same), declared)
    findings += _respellings(found, same)
    made: dict[str, Any] = dict(coded)
    names = coded["truth"].names
    if score is not None:
        made["score"] = _scores(columns, scored, declared or names, columns.get("score"))
    if threshold is not None:
        made["guess"] = _guessed(made, threshold, positive)
        shared = merge_names(names, made["guess"].names) if declared is None else declared
        made["truth"], made["guess"] = made["truth"].renamed(shared), made["guess"].renamed(shared)
    if "group" in columns:
        made["group"] = encode(columns["group"], "group", ordered=False)
    if "by" in columns:
        made["by"] = encode(columns["by"], "by")
    if "weight" in columns:
        made["weight"] = _weights(as_numbers(columns["weight"], "weight"))
    size = len(made["truth"])
    return Batch(
        family("labels"), Numbers(range(1, size + 1)), made, policy=decided, findings=tuple(findings),
        inputs=tuple(inputs), system=system or _name(data),
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
            raise InputError("dict-holds-no-label")
        _distinct(_names_of(score, "score"), "score", list(score))
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


def _names_of(given: Any, who: str = "classes") -> list[str]:
    """The names of labels that were listed."""
    if isinstance(given, str | bytes) or not hasattr(given, "__iter__"):
        raise InputError("list-of-labels", who=who, given=given)
    names = [label_name(each) for each in given]
    if not names or None in names:
        raise InputError("labels-each-once", who=who, list=list(given))
    return [name for name in names if name is not None]


def _distinct(names: Sequence[str], who: str, given: Any) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise InputError("labels-each-once", who=who, list=list(given))
    return tuple(names)


def _respelt(found: Mapping[str, Coded], same: Mapping[str, str]) -> dict[str, Coded]:
    """The columns with one name for each label."""
    if not same:
        return dict(found)
    changed = {
        role: merged(Coded(each.codes, [same.get(name, name) for name in each.names])) for role, each in found.items()
    }
    return {role: each.renamed(order_names(list(each.names))) for role, each in changed.items()}


def _respellings(found: Mapping[str, Coded], same: Mapping[str, str]) -> list[Finding]:
    """Numbers that are written in several ways."""
    written: dict[str, list[str]] = {}
    for name in dict.fromkeys(name for coded in found.values() for name in coded.names):
        if name not in ("True", "False"):
            written.setdefault(same.get(name, name), []).append(name)
    several = [names for names in written.values() if len(names) > 1]
    if not several:
        return []
    facts = {"names": several[0][:3], "more": len(several) - 1}
    return [Finding("same-number", len(several), facts, examples=tuple(names[0] for names in several[:5]))]


def _label_columns(found: dict[str, Coded], declared: tuple[str, ...] | None) -> tuple[dict[str, Coded], list[Finding]]:
    """Truth and guess with the same names, and what is odd about them."""
    if declared is not None:
        for role, coded in found.items():
            unknown = next((name for name in coded.names if name not in declared), None)
            if unknown is not None:
                row = int(np.flatnonzero(coded.is_label(unknown))[0])
                raise InputError(
                    "has-label-which-one-classes",
                    given=row + 1,
                    role=role,
                    unknown=unknown,
                    join=", ".join(declared[:6]),
                )
        return {role: coded.renamed(declared) for role, coded in found.items()}, []
    findings = list(_unknown(found))
    names = merge_names(*(coded.names for coded in found.values()))
    return {role: coded.renamed(names) for role, coded in found.items()}, findings


def _unknown(found: Mapping[str, Coded]) -> list[Finding]:
    if "guess" not in found:
        return []
    truth, guess = found["truth"], found["guess"]
    strange = [name for name in guess.names if name not in truth.names]
    if not strange:
        return []
    if len(strange) == len(guess.names):
        facts: dict[str, Any] = {"truth": truth.names[0], "guess": strange[0]}
        return [Finding("unknown-label", len(guess), facts, "warning", tuple(strange[:5]), wording="no-common-label")]
    codes = [list(guess.names).index(name) for name in strange]
    count = int(np.isin(guess.codes, codes).sum())
    facts = {"labels": len(strange), "names": [f"{name!r:.30}" for name in strange[:4]], "total": len(guess)}
    return [Finding("unknown-label", count, facts, examples=tuple(strange[:5]))]


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
    if not values.any():
        raise InputError("weights-all-0")
    with np.errstate(over="ignore"):
        whole = float(values.sum(dtype=np.float64))
    if whole > _HEAVIEST:
        raise InputError("weights-add-up-at-most", heaviest=_HEAVIEST)
    return values.astype(np.float64, copy=False)
