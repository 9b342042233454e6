"""`ratings(table, item=..., rater=..., value=...)`: the one door from what people said to a batch."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import NAME, PROGRESS, Rule, door, is_text, optional
from cranfield.core.batch import Batch
from cranfield.core.coded import Coded
from cranfield.core.finding import Finding
from cranfield.core.policy import POLICY, Policy
from cranfield.core.registry import family
from cranfield.errors import InputError
from cranfield.io.columns.preferences import contests_of, preferred
from cranfield.io.columns.rated import Rated, coded_by, columns_of, items_of, repeats_of
from cranfield.io.columns.rating_rows import read_rows, scaled
from cranfield.io.ranking import system_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.io.columns.rating_rows import Rows

__all__ = ["AGAIN", "each_rated", "ratings"]

AGAIN = ("first", "last")
_GIVEN = Rule("be-column-of-data", lambda value: value is not None)
_LISTED = optional(Rule("be-list", lambda value: not isinstance(value, str) and len(list(value)) >= 0))
_CHOSEN = Rule("be-again", lambda value: is_text(value) and value in AGAIN)
_RULES = {
    "item": _GIVEN, "rater": _GIVEN, "scale": _LISTED, "absent": _LISTED, "again": _CHOSEN,
    "policy": POLICY, "input_format": optional(NAME), "name": optional(NAME), "progress": PROGRESS,
}  # fmt: skip


@door(**_RULES)
def ratings(
    data: Any = None, *, item: Any, rater: Any, value: Any = None, system: Any = None, query: Any = None,
    dimension: Any = None, other: Any = None, scale: Sequence[Any] | None = None, absent: Sequence[Any] = (),
    again: str = "first", policy: Policy | str = "default", input_format: str | None = None,
    name: str | None = None, progress: Callable[[int, int], None] | None = None,
) -> Batch:  # fmt: skip
    """A batch from ratings: who (`rater`) said what (`value`) about which `item`, one row for each rating.

    Without `data` each is a list, a numpy array or an Arrow column. With `data` (a path, several paths, a pattern, an
    Arrow table, any dataframe or a dict of columns) each is the name of a column. A row without a value is a rating
    that is missing, and so is a value in `absent`. In a table with a column for each rater, `rater` is the list of
    these columns and `value` is left out. `system` is who made the item and `dimension` what was rated
    (several columns as `value` are dimensions too): the value of each is told apart. `query` is what items belong to,
    and whole queries are drawn for intervals. `scale` lists all values that there can be, from the lowest to the
    highest, and words then count as their places 1, 2, 3; where one rater rated an item again, `again` says whether
    the first or the last rating counts. With `other`, two systems were shown side by side, and `value` names the
    preferred one, or left (`system`), right (`other`) or tie.

    >>> batch = ratings(item=["a", "a", "b", "b"], rater=["x", "y", "x", "y"], value=[1, 1, 2, 3])
    >>> len(batch)
    2
    """
    given = {"item": item, "rater": rater, "query": query, "system": system, "dimension": dimension, "other": other}
    read = _read(data, given, value, scale, absent, input_format=input_format, progress=progress)
    return _whole(*read, again=again, policy=policy, name=name or _name(data))


@door(**_RULES)
def each_rated(
    data: Any = None, *, item: Any, rater: Any, value: Any = None, system: Any = None, query: Any = None,
    dimension: Any = None, other: Any = None, scale: Sequence[Any] | None = None, absent: Sequence[Any] = (),
    again: str = "first", policy: Policy | str = "default", input_format: str | None = None,
    name: str | None = None, progress: Callable[[int, int], None] | None = None,
) -> list[Batch]:  # fmt: skip
    """One batch for each system, on the same items, so that they can be compared; `ratings` says what the options are.

    Where there are several dimensions, one for each system in each dimension: `batch.facts["dimension"]` says which.
    """
    given = {"item": item, "rater": rater, "query": query, "system": system, "dimension": dimension, "other": other}
    rows, inputs = _read(data, given, value, scale, absent, input_format=input_format, progress=progress)
    shared: dict[str, Any] = {"again": again, "policy": policy, "name": name or _name(data)}
    if other is not None:
        wholes = [_whole(part, inputs, **shared) for part in _dimensions(rows)]
        return [_seen_by(whole, each) for whole in wholes for each in whole.facts["systems"]]
    if not {"system", "dimension"} & rows.columns.keys():
        return [_whole(rows, inputs, **shared)]
    return _apart(rows, inputs, **shared)


def _read(
    data: Any, given: Mapping[str, Any], value: Any, scale: Sequence[Any] | None, absent: Sequence[Any],
    **how: Any,
) -> tuple[Rows, list[dict[str, Any]]]:  # fmt: skip
    named = {role: each for role, each in given.items() if each is not None}
    wide = data is not None and isinstance(given["rater"], list | tuple)
    if wide == (value is not None):
        raise InputError("raters-and-value" if wide else "no-value")
    if "other" in named and "system" not in named:
        raise InputError("other-without-system")
    if "other" in named and scale is not None:
        raise InputError("scale-of-preferences")
    rows, inputs = read_rows(data, named, value, absent=absent or (), **how)
    return (preferred(rows) if "other" in named else scaled(rows, scale)), inputs


def _whole(
    rows: Rows, inputs: Sequence[dict[str, Any]], *, again: str, policy: Policy | str, name: str
) -> Batch:  # fmt: skip
    """Everything in one batch: what tells items apart is in their names, systems and dimensions are its parts."""
    side_by_side = "other" in rows.columns
    apart = [role for role in ("dimension",) if role in rows.columns]
    apart += ["system"] if "system" in rows.columns and not side_by_side else []
    roles = [*apart, *(["query"] if "query" in rows.columns else []), "item", *(["pair"] if side_by_side else [])]
    rated = Rated(rows, items_of(rows, roles), again)
    size = len(rated.items.names)
    chosen = rated.counted
    unit = rated.items.codes[chosen]
    columns = columns_of(rated, chosen, unit, size) | repeats_of(rated, np.arange(size), size)
    facts = _facts(rated)
    findings = rated.findings()
    if side_by_side:
        columns |= contests_of(rated, chosen, unit, size)
        facts |= {"systems": tuple(rows.columns["system"].names), "system": None}
    columns["item"] = coded_by(rows, rated.items, "item")
    if "query" in rows.columns:
        columns["group"] = coded_by(rows, rated.items, "query")
    if apart:
        parts = items_of(rows, apart)
        of_item = np.zeros(size, np.int64)
        of_item[rated.items.codes] = parts.codes
        columns["by"] = _by(of_item, parts.names)
        if "dimension" in apart and len(rows.columns["dimension"].names) > 1:
            findings.append(Finding("pooled-dimensions", len(rows.columns["dimension"].names)))
    return Batch(
        family("ratings"), rated.items.names, columns, facts=facts, policy=_decided(policy),
        findings=tuple(findings), inputs=tuple(inputs), system=name,
    )  # fmt: skip


def _by(codes: NDArray[np.int64], names: Sequence[str]) -> Coded:
    return Coded(codes.astype(np.int32), list(names))


def _apart(
    rows: Rows, inputs: Sequence[dict[str, Any]], *, again: str, policy: Policy | str, name: str
) -> list[Batch]:  # fmt: skip
    """A batch for each system in each dimension, with all items of the dimension, also those it was not rated for."""
    roles = [role for role in ("dimension", "system", "query", "item") if role in rows.columns]
    rated = Rated(rows, items_of(rows, roles), again)
    inner = [role for role in ("query", "item") if role in rows.columns]
    items = items_of(rows, inner)
    of_item = np.zeros(len(rated.items.names), np.int64)  # the item without system and dimension
    of_item[rated.items.codes] = items.codes
    zero = np.zeros(len(rated.items.names), np.int64)
    dimension, system = (rated.items.parts.get(role, zero) for role in ("dimension", "system"))
    made: list[Batch] = []
    for one in range(len(rows.columns["dimension"].names) if "dimension" in rows.columns else 1):
        known = np.unique(of_item[dimension == one])
        place = np.full(len(items.names), -1)
        place[known] = np.arange(len(known))
        for two in range(len(rows.columns["system"].names) if "system" in rows.columns else 1):
            here = (dimension == one) & (system == two)
            if not here.any():
                continue
            told = {
                role: str(rows.columns[role].names[at])
                for role, at in (("dimension", one), ("system", two))
                if role in rows.columns
            }
            made.append(_part(rated, items, here, place, of_item, known, told, inputs, _decided(policy), name))
    return made


def _part(
    rated: Rated, items: Any, here: NDArray[np.bool_], place: NDArray[np.int64], of_item: NDArray[np.int64],
    known: NDArray[np.int64], told: dict[str, str], inputs: Sequence[dict[str, Any]], policy: Policy, name: str,
) -> Batch:  # fmt: skip
    """One system in one dimension."""
    unit_of = np.where(here, place[of_item], -1)
    chosen = rated.counted
    unit = unit_of[rated.items.codes[chosen]]
    chosen, unit = chosen[unit >= 0], unit[unit >= 0]
    order = np.argsort(unit, kind="stable")
    columns = columns_of(rated, chosen[order], unit[order], len(known)) | repeats_of(rated, unit_of, len(known))
    columns["item"] = _by(items.parts["item"][known], rated.rows.columns["item"].names)
    if "query" in items.parts:
        columns["group"] = _by(items.parts["query"][known], rated.rows.columns["query"].names)
    return Batch(
        family("ratings"), [items.names[at] for at in known.tolist()], columns, facts=_facts(rated) | told,
        policy=policy, findings=tuple(rated.findings()), inputs=tuple(inputs),
        system=told.get("system", told.get("dimension", name)),
    )  # fmt: skip


def _dimensions(rows: Rows) -> list[Rows]:
    """The rows of each dimension, if there are several."""
    if "dimension" not in rows.columns:
        return [rows]
    dimension = rows.columns["dimension"]
    parts = [rows.where(np.flatnonzero(dimension.codes == at)) for at in range(len(dimension.names))]
    return [replace(each, columns={**each.columns, "dimension": each.columns["dimension"].present()}) for each in parts]


def _seen_by(whole: Batch, system: str) -> Batch:
    """All comparisons, as one of the systems sees them."""
    told = {"system": system}
    if whole.facts.get("dimensions"):
        told["dimension"] = whole.facts["dimensions"][0]
    return replace(whole, facts={**whole.facts, **told}, system=system)


def _facts(rated: Rated) -> dict[str, Any]:
    """What holds for all items: the values and raters by name, and what z-scores were made of."""
    rows, standard = rated.rows, rated.standard
    dimension = rows.columns.get("dimension")
    found: dict[str, Any] = {
        "dimensions": tuple(dimension.names) if dimension is not None else (),
        "values": tuple(rows.columns["value"].names), "raters": tuple(rows.columns["rater"].names),
        "labels": rows.labels, "numeric": rated.numbers is not None,
    }  # fmt: skip
    if standard is not None:
        found["sizes"], found["spreads"] = standard.sizes, standard.spreads
        if "system" in rows.columns:
            seen = np.unique(rows.columns["rater"].codes.astype(np.int64) * len(rows.columns["system"].names)
                             + rows.columns["system"].codes)  # fmt: skip
            found["systems_rated"] = np.bincount(
                seen // len(rows.columns["system"].names), minlength=len(rows.columns["rater"].names)
            )
            found["systems_known"] = len(rows.columns["system"].names)
    return found


def _decided(policy: Policy | str) -> Policy:
    return Policy.named(policy) if isinstance(policy, str) else policy


def _name(data: Any) -> str:
    """Ratings of one file are called after it."""
    if isinstance(data, str | os.PathLike) and data != "-" and not any(mark in str(data) for mark in "*?["):
        return system_name(Path(data))
    return "ratings"
