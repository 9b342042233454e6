"""Which group each query belongs to: two columns of text, a table with such columns, or a JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import door
from cranfield.errors import InputError
from cranfield.io.read.open import open_input

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Groups", "groups", "groups_of"]


class Groups(dict[str, str]):
    """Query to group, and the file they come from."""

    source: Mapping[str, Any] | None = None


@door()
def groups(what: Any) -> Groups:
    """Query to group, from lines of query and group, any table with such columns, or a JSON object."""
    return groups_of(what, "query")


def groups_of(what: Any, noun: str) -> Groups:
    """The same of queries or of documents, which errors then name."""
    listed = open_input(what, "groups" if noun == "query" else "document groups")
    found = Groups()
    first: dict[str, int] = {}
    row = 0
    for table in listed.lists():
        for query, group in zip(table["query"], table["group"], strict=True):
            if found.get(query, group) != group:
                before, here = listed.locations([first[query], row])
                facts = {"query": query, "group": group, "other": found[query], "before": before.short}
                raise here.error("two-groups", listed.name, what=noun, **facts)
            found[query] = group
            first.setdefault(query, row)
            row += 1
    if not found:
        raise InputError("holds-no-groups", source=listed.name)
    found.source = {"role": "groups", **listed.describe()}
    return found
