"""The queries that engines are asked: an id, its words, and what else a file says of it, for holes of that name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.captions import captions
from cranfield.io.read.captioned import plain_text, roles_in
from cranfield.io.read.lines import numbered_lines
from cranfield.live.engine import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Query", "hash_of", "read_queries"]


class Query(NamedTuple):
    """A query; `more` are fields of its line, such as a vector."""

    id: str
    text: str
    more: Mapping[str, Any] = {}  # never changed

    def values(self, size: int) -> dict[str, Any]:
        """What the holes of a request are filled with."""
        return {**self.more, "query": self.text, "size": size}


def read_queries(given: Any) -> list[Query]:
    """Queries from a file, from a mapping of ids to words, or read before."""
    if isinstance(given, list) and given and all(isinstance(each, Query) for each in given):
        return list(given)
    if isinstance(given, Mapping):
        found = [Query(str(name), str(text)) for name, text in given.items()]
    else:
        found = _from_file(given)
    if not found:
        raise InputError("live-no-queries", source=None if isinstance(given, Mapping) else str(given))
    return found


def _from_file(path: Any) -> list[Query]:
    source = Source(path, hashed="never")
    told = captions(source)
    fields = _fields(source, told)
    found = []
    for name, caption in told.items():
        text = caption.title or caption.text
        if not text.strip():
            raise InputError("live-query-empty", source=source.name, name=name)
        found.append(Query(name, text, fields.get(name, {})))
    return found


def _fields(source: Source, known: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Whole lines of JSON by id, of a file that has such; they were read once without a fault."""
    if not source.head().lstrip().startswith(b"{"):
        return {}
    found: dict[str, dict[str, Any]] = {}
    for line, raw in numbered_lines(source):
        record = parsed_json(raw)
        name = plain_text(record[roles_in(tuple(record), source.name, {"line": line})[0]])
        if name in known:
            found[name] = {key: value for key, value in record.items() if key.isidentifier()}
    return found


def hash_of(queries: Sequence[Query]) -> str:
    """The same for the same queries in any order."""
    return digest(sorted([each.id, each.text, dict(each.more)] for each in queries))
