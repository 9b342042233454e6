"""References by segment, whichever way round they were given; what could mean two things is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.io.columns.texts import Texts

__all__ = ["ORIENTATIONS", "by_segment"]

ORIENTATIONS = ("segments", "aligned")
_SHOWN = 8


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
