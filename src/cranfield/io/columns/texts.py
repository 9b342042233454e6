"""Columns of texts: the lines of a file, fields of a table, or lists in memory; references by segment."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.open import is_file, open_input

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cranfield.io.read.input import Input


__all__ = ["ORIENTATIONS", "Texts", "by_segment", "read_fields", "read_texts"]

ORIENTATIONS = ("segments", "aligned")
_SHOWN = 8


@dataclass(frozen=True)
class Texts:
    """What was read, its name in messages and what the signature says of it; `nested` lists belong to their row."""

    texts: Sequence[Any]
    source: str
    describe: dict[str, Any] | None = None
    nested: bool = False


def read_texts(
    what: Any, role: str, form: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Texts:
    """A path with one segment a line, or texts in memory."""
    if is_file(what) or isinstance(what, str | os.PathLike):  # a folder is no list of characters
        found = open_input(what, "texts", input_format=form, progress=progress)
        return Texts(_columns(found, ["text"])["text"], found.name, found.describe())
    if hasattr(what, "to_pylist"):
        return Texts(_of_arrow(what, role), role)
    if hasattr(what, "tolist") and isinstance(listed := what.tolist(), list):
        return Texts([_inner(one, role) for one in listed], role)
    if isinstance(what, Iterable) and not isinstance(what, dict | set):
        return Texts([_inner(one, role) for one in what], role)
    raise InputError("path-list-texts", role=role, name=type(what).__name__)


def _inner(one: Any, role: str) -> Any:
    if hasattr(one, "to_pylist"):
        return _of_arrow(one, role)
    return one.tolist() if hasattr(one, "tolist") else one


def _of_arrow(column: Any, role: str) -> list[Any]:
    """The texts of an Arrow column, of which nothing may lie outside of its memory."""
    import pyarrow as pa  # noqa: PLC0415 (texts of files and lists need none of it)

    from cranfield.io.read.table_input import whole  # noqa: PLC0415

    listed: list[Any] = (whole(column, role) if isinstance(column, pa.Array | pa.ChunkedArray) else column).to_pylist()
    return listed


def read_fields(
    data: Any, names: Mapping[str, str], form: str | None = None, progress: Callable[[int, int], None] | None = None
) -> dict[str, Texts]:
    """The texts (or lists of texts) of some fields of a table, which is read once for all of them."""
    found = open_input(data, "texts", input_format=form, columns=names, progress=progress)
    columns, describe = _columns(found, names), None
    if not all(columns.values()):
        raise InputError("table-has-no-rows", source=found.name)
    describe = found.describe()
    shown = {role: f"{found.name} field {name}" if is_file(data) else found.name for role, name in names.items()}
    return {role: Texts(columns[role], shown[role], describe, nested=True) for role in names}


def _columns(found: Input, roles: Iterable[str]) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {role: [] for role in roles}
    for lists in found.lists():
        for role in columns:
            columns[role] += lists[role]
    return columns


def by_segment(found: Texts | list[Texts], candidates: Texts, orientation: str | None) -> list[list[Any]]:
    """The references of each segment; None inside stands for no reference."""
    count = len(candidates.texts)
    if isinstance(found, list):
        columns = [_listed(one.texts) for one in found]
        for one, column in zip(found, columns, strict=True):
            if len(column) != count:
                raise _unequal(candidates, count, one.source, len(column))
        return [[one for column in columns for one in column[at]] for at in range(count)]
    rows = found.texts
    if all(one is None or isinstance(one, str) for one in rows):
        if len(rows) != count:
            raise _unequal(candidates, count, found.source, len(rows))
        return [[one] for one in rows]
    if found.nested:  # a null in a column of lists is an empty list; a segment without references is refused later
        rows = [[] if one is None else one for one in rows]
    if not all(isinstance(one, list | tuple) for one in rows):
        wrong = next(one for one in rows if not isinstance(one, list | tuple))
        raise InputError("texts-lists-texts-mixture", source=found.source, wrong=wrong)
    if found.nested:  # the field of a table belongs to its row
        return [list(one) for one in rows]
    lists = [list(one) for one in rows]
    return _turned(lists, count, orientation, found.source)


def _listed(rows: Sequence[Any]) -> list[list[Any]]:
    return [list(one) if isinstance(one, list | tuple) else [one] for one in rows]


def _turned(lists: list[list[Any]], count: int, orientation: str | None, source: str) -> list[list[Any]]:
    one_each = len(lists) == count
    aligned = bool(lists) and all(len(one) == count for one in lists)
    if one_each and aligned and count > 1 and orientation is None:
        raise InputError("candidates-lists-references-can-read", source=source, count=count)
    if one_each and orientation != "aligned":
        return lists
    if aligned and orientation != "segments":
        return [list(one) for one in zip(*lists, strict=True)]
    lengths = ", ".join(str(len(one)) for one in lists[:_SHOWN]) + (", ..." if len(lists) > _SHOWN else "")
    raise InputError("lists-references-texts", source=source, count=count, count2=len(lists), lengths=lengths)


def _unequal(candidates: Texts, count: int, source: str, other: int) -> InputError:
    return InputError(
        "unequal-lengths", count=count, candidates=candidates.source, references=other, others=source,
        none=None if other else True,
    )  # fmt: skip
