"""References by segment, whichever way round they were given; what could mean two things is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.words import counted

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
        what = f"must be texts or lists of texts, not a mixture with {wrong!r:.40}; put every reference into a list"
        raise InputError(what, source=found.source)
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
        what = (
            f"{count} candidates and {count} lists of {count} references can be read in two ways: one list for each"
            f" candidate (orientation='segments'), or {count} lists with one reference for every candidate"
            " (orientation='aligned'); say which"
        )
        raise InputError(what, source=source)
    if one_each and orientation != "aligned":
        return lists
    if aligned and orientation != "segments":
        return [list(one) for one in zip(*lists, strict=True)]
    lengths = ", ".join(str(len(one)) for one in lists[:_SHOWN]) + (", ..." if len(lists) > _SHOWN else "")
    what = (
        f"there are {counted(count, 'candidates')} and {len(lists)} lists of references with {lengths} texts; there"
        f" must be {count} lists, one for each candidate, or lists with {count} references, one for every candidate"
    )
    raise InputError(what, source=source)


def _unequal(candidates: Texts, count: int, source: str, other: int) -> InputError:
    hint = "" if other else "; is the right file given"
    return InputError(
        f"there {'is' if count == 1 else 'are'} {counted(count, 'candidates')} ({candidates.source}) but"
        f" {counted(other, 'references')} ({source}); both must be of one"
        f" length, line by line{hint}"
    )
