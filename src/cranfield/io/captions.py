"""What stands behind ids, to show it to people: the words of queries, titles and texts of documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.read.captioned import Caption, fields, records
from cranfield.io.read.formats import known_by_magic
from cranfield.io.read.recognise import refuse_foreign

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from cranfield.io.read.captioned import Captioned

__all__ = ["Caption", "captions"]


def captions(path: Any, wanted: Collection[str] | None = None) -> dict[str, Caption]:
    """Id to title and text: from JSON lines, lines with tabs or commas, Parquet, Arrow, or topics of TREC.

    Only the `wanted` ids are kept, so that a large collection can be looked through.
    """
    source = path if isinstance(path, Source) else Source(path, hashed="never")
    found: dict[str, Caption] = {}
    for place, name, caption in _rows(source, wanted):
        if wanted is None or name in wanted:
            if found.get(name, caption) != caption:
                raise InputError("caption-twice", source=source.name, name=name, **place)
            found[name] = caption
    return found


def _rows(source: Source, wanted: Collection[str] | None) -> Iterable[Captioned]:
    """The reader that suits the first bytes."""
    head = source.head()
    table = known_by_magic(head)
    if table is not None:
        from cranfield.io.read.captioned_tables import tables  # noqa: PLC0415 (pyarrow is loaded when it is needed)

        return tables(source, table.name, wanted)
    refuse_foreign(head, source.name)
    begins = head.lstrip()[:1]
    if begins == b"<":
        from cranfield.io.read.topics import topics  # noqa: PLC0415 (each reader is loaded when it is needed)

        return topics(source)
    if begins == b"[":
        raise InputError("caption-no-json", source=source.name, line=1)
    return records(source, wanted) if begins == b"{" else fields(source)
