"""Tidy tables that know what they are about: rows for any program, and the facts that a picture of them needs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

__all__ = ["facts_of", "tidy"]

_KEY = b"cranfield"


def tidy(columns: Mapping[str, Any] | pa.Table, **facts: Any) -> pa.Table:
    """An Arrow table whose metadata holds facts; `kind` is what it is a table of."""
    import pyarrow as pa  # noqa: PLC0415 (only needed here)

    table = columns if isinstance(columns, pa.Table) else pa.table(dict(columns))
    return table.replace_schema_metadata({_KEY: json.dumps(facts, ensure_ascii=False, sort_keys=True).encode()})


def facts_of(table: pa.Table) -> dict[str, Any]:
    """The facts of a tidy table; none if it is somebody else's."""
    held = (table.schema.metadata or {}).get(_KEY)
    try:
        found = {} if held is None else parsed_json(held)
    except ValueError:  # of another program that calls its own by our name
        found = {}
    return found if isinstance(found, dict) else {}
