"""Segments of text: the lines of a file, a field of a table, or a list."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError, did_you_mean
from cranfield.io.bytes.quote import listed, shorten
from cranfield.io.bytes.source import BOM, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["Texts", "read_field", "read_texts"]

_MAGIC = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\xff\xff\xff\xff": "arrow"}
FORMATS = ("text", "jsonl", "json", "csv", "tsv", "parquet", "arrow")


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
    if isinstance(what, str | os.PathLike | bytes) or hasattr(what, "read"):
        source = Source(what, hashed="now")
        return Texts(_lines(source, form, progress), source.name, source.describe())
    if hasattr(what, "to_pylist"):
        return Texts(what.to_pylist(), role)
    if hasattr(what, "tolist"):
        return Texts([_inner(one) for one in what.tolist()], role)
    if isinstance(what, Iterable) and not isinstance(what, dict | set):
        return Texts([_inner(one) for one in what], role)
    message = f"text: {role} must be a path or a list of texts, not {type(what).__name__}"
    raise InputError(message)


def _inner(one: Any) -> Any:
    return one.tolist() if hasattr(one, "tolist") else one


def _lines(source: Source, form: str | None, progress: Callable[[int, int], None] | None) -> list[str]:
    """Only a line feed ends a segment: other characters that some tools break lines at belong to the text."""
    raw = _whole(source, progress)
    found = next((name for start, name in _MAGIC.items() if raw.startswith(start)), None)
    if form not in (None, "text") or found:
        what = f"is a {form or found} table; name its fields, as in --candidate output --references targets"
        raise InputError(what, source=source.name)
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("is UTF-16 text; save it as UTF-8", source=source.name)
    raw = raw.removeprefix(BOM)
    if b"\n" not in raw and b"\r" in raw.rstrip(b"\r"):
        raise InputError("ends its lines with carriage returns only; convert them to line feeds", source=source.name)
    rows = raw.split(b"\n")
    if not rows[-1]:
        rows.pop()
    try:
        # one decoding of the whole is faster; rows are decoded one by one only to find the fault
        return [row.removesuffix("\r") for row in raw.decode().split("\n")[: len(rows)]]
    except UnicodeDecodeError:
        for number, row in enumerate(rows, 1):
            try:
                row.decode()
            except UnicodeDecodeError:
                shown = shorten(row.decode("utf-8", "replace"))
                what = f"must be UTF-8 text, not {shown}; convert the file to UTF-8"
                raise InputError(what, source=source.name, line=number) from None
        raise


def _whole(source: Source, progress: Callable[[int, int], None] | None) -> bytes:
    heard = None if progress is None else lambda done: progress(done, source.size)
    return b"".join(source.blocks(progress=heard))


def read_field(
    data: Any, name: str, form: str | None = None, progress: Callable[[int, int], None] | None = None
) -> Texts:
    """The texts (or lists of texts) of one field of a table: JSONL, JSON, CSV, TSV, Parquet, Arrow or a dataframe."""
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "to_batches"):
        import pyarrow as pa  # noqa: PLC0415 (loaded when it is needed)

        table = data if isinstance(data, pa.Table) else pa.RecordBatchReader.from_stream(data).read_all()
        return Texts(_column(table, name, "the table"), "the table", {"name": "table"}, nested=True)
    source = data if isinstance(data, Source) else Source(data, hashed="now")
    raw = _whole(source, progress)
    kind = form or _recognise(raw, source.name)
    if kind not in FORMATS:
        message = f"the input format must be one of {', '.join(FORMATS)}, not {kind!r}"
        raise InputError(message + did_you_mean(kind, FORMATS))
    if kind in ("parquet", "arrow"):
        found = _column(_arrow_table(raw, kind, source.name), name, source.name)
    elif kind in ("json", "jsonl"):
        found = _json_field(raw.removeprefix(BOM), name, kind, source.name)
    else:
        found = _separated_field(raw.removeprefix(BOM), name, kind, source.name)
    return Texts(found, f"{source.name} field {name}", source.describe(), nested=True)


def _recognise(raw: bytes, name: str) -> str:
    found = next((form for start, form in _MAGIC.items() if raw.startswith(start)), None)
    if found:
        return found
    start = raw.removeprefix(BOM).lstrip()[:1]
    if start in (b"{", b"["):
        return "jsonl" if start == b"{" else "json"
    header = raw.split(b"\n", 1)[0]
    if b"\t" in header or name.lower().rstrip(".gz").endswith(".tsv"):
        return "tsv"
    return "csv"


def _missing(name: str, names: Sequence[str], source: str, line: int | None = None) -> InputError:
    what = f"there is no field {name!r}; there are {listed(names)}{did_you_mean(name, names)}"
    return InputError(what, source=source, line=line)


def _check_name(name: str, names: Sequence[str], source: str) -> None:
    if name not in names:
        raise _missing(name, names, source)
    if list(names).count(name) > 1:
        what = f"there are {list(names).count(name)} fields {name!r}; give each field a name of its own"
        raise InputError(what, source=source)


def _arrow_table(raw: bytes, kind: str, name: str) -> Any:
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        if kind == "parquet":
            return pq.read_table(pa.BufferReader(raw))
        opened = pa.ipc.open_file(raw) if raw.startswith(b"ARROW1") else pa.ipc.open_stream(raw)
        return opened.read_all()
    except (pa.ArrowException, OSError) as error:
        what = f"is not a whole {kind.capitalize()} table ({shorten(str(error), 80)[1:-1]}); write or copy it again"
        raise InputError(what, source=name) from None


def _column(table: Any, name: str, source: str) -> list[Any]:
    _check_name(name, table.column_names, source)
    return table.column(name).to_pylist()


def _json_field(raw: bytes, name: str, kind: str, source: str) -> list[Any]:
    numbered = [(None, raw)] if kind == "json" else [
        (number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()
    ]  # fmt: skip
    found = []
    for number, line in numbered:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            shown = shorten(line[:200].decode("utf-8", "replace").strip())
            what = f"must be a JSON object, not {shown}; mend or remove the line"
            raise InputError(what, source=source, line=number) from None
        for each in record if kind == "json" and isinstance(record, list) else [record]:
            if not isinstance(each, dict):
                raise InputError("must be JSON objects with named fields; mend the file", source=source, line=number)
            if name not in each:
                raise _missing(name, list(each), source, number)
            found.append(each[name])
    return found


def _separated_field(raw: bytes, name: str, kind: str, source: str) -> list[Any]:
    try:
        lines = io.StringIO(raw.decode(), newline="")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError("must be UTF-8 text; convert the file to UTF-8", source=source, line=line) from None
    header = lines.readline()
    lines.seek(0)
    delimiter = "\t" if kind == "tsv" else max(",;", key=header.count)
    csv.field_size_limit(max(csv.field_size_limit(), len(raw) + 1))
    rows = csv.reader(lines, delimiter=delimiter)
    names = next(rows, [])
    _check_name(name, names, source)
    at, found = names.index(name), []
    for row in rows:
        if not row:
            continue
        if len(row) != len(names):
            what = f"the header names {len(names)} fields, but here are {len(row)}; mend the line or quote the field"
            raise InputError(what, source=source, line=rows.line_num)
        found.append(row[at])
    return found
