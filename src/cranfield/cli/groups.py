"""Groups of units on the command line: from a file, or from the column that results are told apart by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.errors import InputError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch

__all__ = ["grouping_of", "groups_in", "only_groups"]


def grouping_of(given: Given) -> Mapping[str, str] | None:
    """Unit to group, if a file of groups was given."""
    if given.options.get("groups") is None:
        return None
    from cranfield.io.groups import groups  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    return groups(given.options["groups"])


def groups_in(batch: Batch, grouping: Mapping[str, str] | None) -> dict[str, list[int]]:
    """The places of the units of each group: those of a file, or of the column that results are told apart by."""
    found: dict[str, list[int]] = {}
    if grouping is not None:
        queries = batch.coded("query") if "query" in batch else None
        for at, unit in enumerate(batch.units):
            name = grouping.get(unit)
            if name is None and queries is not None:  # of a query that was sent several times
                name = grouping.get(queries.names[queries.codes[at]])
            if name is not None:
                found.setdefault(name, []).append(at)
    elif "by" in batch:
        by = batch.coded("by")
        for at, code in enumerate(by.codes.tolist()):
            found.setdefault(str(by.names[code]), []).append(at)
    return found


def only_groups(batch: Batch, grouping: Mapping[str, str] | None, only: Sequence[str]) -> Batch:
    """The units of some groups, or all if none is named."""
    if not only:
        return batch
    found = groups_in(batch, grouping)
    if not found:
        raise InputError("only-without-groups")
    for name in only:
        if name not in found:
            raise InputError("no-such-group", name=name, names=list(found), near=nearest(name, found))
    return batch.select(sorted(at for name in only for at in found[name]))
