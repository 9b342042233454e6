"""What the columns of a table are called, before anybody has chosen some of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json
from cranfield.io.bytes.source import Source
from cranfield.io.bytes.table_file import TableFile
from cranfield.io.read.json_document import Document
from cranfield.io.read.lines import numbered_lines
from cranfield.io.read.open import is_file, open_input
from cranfield.io.read.recognise import recognise
from cranfield.io.read.table_input import BROKEN, damaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pyarrow as pa

    from cranfield.io.read.recognise import Recognised

__all__ = ["Named", "column_names", "named_columns"]


class Named:
    """The names of columns in order, and the Arrow schema where the format has one."""

    def __init__(self, names: Iterable[str], schema: pa.Schema | None = None) -> None:
        self.names, self.schema = list(names), schema


def column_names(
    data: Any, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None
) -> Named:  # fmt: skip
    """The columns of a file that can be read again, of a dict of columns, or of anything with the Arrow interface."""
    if isinstance(data, Mapping):
        return Named(map(str, data))
    if hasattr(data, "__arrow_c_stream__"):
        import pyarrow as pa  # noqa: PLC0415 (each format is loaded when it is needed)

        schema = data.schema if isinstance(data, pa.Table) else pa.RecordBatchReader.from_stream(data).schema
        return Named(schema.names, schema)
    if not is_file(data):
        open_input(data, kind, input_format=input_format, columns=columns)  # which says what it is instead
        return Named(())
    source = data if isinstance(data, Source) else Source(data)
    return named_columns(source, recognise(source, kind, input_format=input_format, columns=columns))


def named_columns(source: Source, found: Recognised, *, records: int | None = None) -> Named:
    """The same of a file whose format is known; none where the format has no names for them.

    Of JSON the first `records` are looked at, or all, as any may have a field that others lack.
    """
    if found.name in ("csv", "tsv"):
        return Named(found.header)
    if found.name == "jsonl":
        return Named(_keys(islice((_decoded(raw) for _, raw in numbered_lines(source)), records)))
    if found.name == "json":
        return Named(
            _keys(islice(Document(source).values(), records)) if source.head().lstrip().startswith(b"[") else ()
        )
    if found.name in ("parquet", "arrow"):
        what = "Parquet" if found.name == "parquet" else "Arrow"
        try:
            schema = _schema(source, found.name)
        except BROKEN as error:
            raise damaged(source.name, what, error) from None
        return Named(schema.names, schema)
    return Named(())


def _schema(source: Source, form: str) -> pa.Schema:
    file = TableFile(source).data
    if form == "parquet":
        import pyarrow.parquet as pq  # noqa: PLC0415

        return pq.ParquetFile(file).schema_arrow
    import pyarrow as pa  # noqa: PLC0415

    if file.read(6) == b"ARROW1":
        return pa.ipc.open_file(file).schema
    file.seek(0)
    return pa.ipc.open_stream(file).schema


def _decoded(raw: bytes) -> Any:
    try:
        return parsed_json(raw)
    except ValueError:
        return None  # whoever reads the rows says on which line


def _keys(records: Iterable[Any]) -> Sequence[str]:
    """The names of all fields that hold no list and no object, in the order in which they come first."""
    found: dict[str, None] = {}
    for record in records:
        if isinstance(record, dict):
            found |= {key: None for key, value in record.items() if not isinstance(value, list | dict)}
    return list(found)
