"""Columns of texts: the lines of a file, fields of a table, or lists in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.open import is_file, open_input

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cranfield.io.read.input import Input

__all__ = ["Texts", "read_fields", "read_texts"]


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
    if is_file(what):
        found = open_input(what, "texts", input_format=form, progress=progress)
        return Texts(_columns(found, ["text"])["text"], found.name, found.describe())
    if hasattr(what, "to_pylist"):
        return Texts(what.to_pylist(), role)
    if hasattr(what, "tolist") and isinstance(listed := what.tolist(), list):
        return Texts([_inner(one) for one in listed], role)
    if isinstance(what, Iterable) and not isinstance(what, dict | set):
        return Texts([_inner(one) for one in what], role)
    raise InputError("path-list-texts", role=role, name=type(what).__name__)


def _inner(one: Any) -> Any:
    return one.tolist() if hasattr(one, "tolist") else one


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
