"""JSON: one object a line, one object of objects, and the same as Python dicts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from numbers import Complex, Real
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.bytes.source import BOM
from cranfield.io.read.lines import cut_lines
from cranfield.io.read.roles import choose_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.recognise import Format

__all__ = ["from_dict", "read_json", "read_jsonl"]

_ROWS = 100_000
_SHAPE = "{query: {document: number}}"


class _Rows:
    """Rows being gathered into a table."""

    def __init__(self, *, rank: bool = False) -> None:
        self.columns: dict[str, list[Any]] = {"query": [], "doc": [], "value": []}
        if rank:
            self.columns["rank"] = []

    def __len__(self) -> int:
        return len(self.columns["query"])

    def table(self, *, numbered: bool = False) -> pa.Table:
        types = {
            "query": pa.string(),
            "doc": pa.string(),
            "value": pa.float64(),
            "rank": pa.int64(),
            "line": pa.int64(),
        }
        return pa.table(
            {name: pa.array(values, types[name]) for name, values in self.columns.items() if numbered or name != "line"}
        )


def read_jsonl(
    source: Source, kind: str, columns: Mapping[str, str] | None = None, *, numbered: bool = False,
    report: Callable[[InputError], None] | None = None,
) -> Iterator[pa.Table]:  # fmt: skip
    """Tables from one object a line; the keys are chosen by the first object."""
    rows = _Rows()
    rows.columns["line"] = []
    keys: dict[str, str] | None = None
    number = 0
    for lines in cut_lines(source.blocks(), limit=None):
        for line in lines:
            number += 1
            text = line.removeprefix(BOM) if number == 1 else line
            if not text.strip():
                continue
            try:
                record = _record(text)
                if keys is None:
                    names = list(record)
                    keys = {role: names[at] for role, at in choose_columns(names, kind, source.name, columns).items()}
                    if "rank" in keys:
                        rows.columns["rank"] = []
                _add(rows, record, keys, kind)
            except InputError as error:
                wrong = InputError(error.what, source=source.name, line=number)
                if report is None or keys is None:
                    raise wrong from None
                report(wrong)
                continue
            rows.columns["line"].append(number)
            if len(rows) >= _ROWS:
                yield rows.table(numbered=numbered)
                rows.columns = {name: [] for name in rows.columns}
    if len(rows):
        yield rows.table(numbered=numbered)


def _record(text: bytes) -> dict[str, Any]:
    try:
        record = json.loads(text)
    except UnicodeDecodeError:
        raise InputError("must be UTF-8 text; convert the file to UTF-8") from None
    except (ValueError, RecursionError):
        shown = shorten(text[:200].decode("utf-8", "replace").strip())
        raise InputError(f"must be a JSON object, not {shown}; mend or remove the line") from None
    if not isinstance(record, dict):
        shown = shorten(text[:200].decode("utf-8", "replace").strip())
        raise InputError(f"must be a JSON object, not {shown}; mend or remove the line")
    return record


def _add(rows: _Rows, record: dict[str, Any], keys: Mapping[str, str], kind: str) -> None:
    """Append one record, all of it or nothing."""
    value = "score" if kind == "run" else "grade"
    needed = ["query", "doc", value if value in keys else "rank"]
    for role in needed:
        if keys[role] not in record:
            raise InputError(f"has no {keys[role]!r}; every line must have the keys of the first")
    query, doc = (_identifier(record[keys[role]], role) for role in ("query", "doc"))
    number = _number(record[keys[needed[2]]], needed[2])
    if needed[2] == "rank":
        if number % 1 != 0 or not -(2**63) <= number < 2**63:
            raise InputError(
                f"the rank must be a whole number, not {shorten(str(record[keys['rank']]))}; mend the line"
            )
        rank, number = int(number), -number
    else:
        given = record.get(keys["rank"]) if "rank" in keys else None
        # scores decide, so an odd rank is no error
        rank = given if isinstance(given, int) and -(2**63) <= given < 2**63 else None  # type: ignore[assignment]
    row = {"query": query, "doc": doc, "value": number, "rank": rank}
    for name, column in rows.columns.items():
        if name != "line":
            column.append(row[name])


def read_json(source: Source, form: Format, kind: str, columns: Mapping[str, str] | None = None) -> Iterator[pa.Table]:
    """Tables from JSONL, or from one object of objects."""
    return read_jsonl(source, kind, columns) if form.name == "jsonl" else _read_object(source, kind)


def _read_object(source: Source, kind: str) -> Iterator[pa.Table]:
    """Pairs of pairs; a key that occurs twice is an error."""
    text = b"".join(source.blocks()).removeprefix(BOM)
    try:
        # pairs instead of dicts, because a dict would silently keep the last of two equal keys
        outer = json.loads(text, object_pairs_hook=_Pairs)
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise InputError("must be UTF-8 text; convert the file to UTF-8", source=source.name, line=line) from None
    except json.JSONDecodeError as error:
        what = f"is not JSON ({error.msg} at character {error.colno}); mend the file"
        raise InputError(what, source=source.name, line=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON ({shorten(str(error), 60)[1:-1]}); mend the file", source=source.name) from None
    if not isinstance(outer, _Pairs):
        raise InputError(f"must be an object {_SHAPE}; write it so", source=source.name)
    twice = _repeated(query for query, _ in outer)
    if twice is not None:
        raise InputError(f"lists query {shorten(twice)} twice; merge the two", source=source.name)
    return _gather(outer, source.name, "score" if kind == "run" else "grade", kind)


class _Pairs(list[Any]):
    """A JSON object as the list of its pairs."""


def from_dict(data: Mapping[Any, Any], name: str, kind: str = "run") -> Iterator[pa.Table]:
    """Tables from {query: {document: number}} or a run {query: [best, second, ...]}; integer ids are welcome."""
    if not isinstance(data, Mapping):
        raise InputError(f"must be a dict {_SHAPE}, not {type(data).__name__}", source=name)
    twice = _repeated(str(query) for query in data)
    if twice is not None:
        raise InputError(f"lists query {shorten(twice)} twice, as text and as a number; merge the two", source=name)
    return _gather(data.items(), name, "number", kind)


def _ranked(inner: Sequence[Any], query: str) -> list[tuple[Any, float]]:
    """A list of documents, best first: the score is the rank turned round."""
    wrong = next((doc for doc in inner if isinstance(doc, float | bool | Sequence) and not isinstance(doc, str)), None)
    if wrong is not None:
        what = f"query {shorten(query)} must list document ids, best first, not {_shown(wrong)}"
        raise InputError(f"{what}; for scores use the shape {_SHAPE}")
    return [(doc, -float(rank)) for rank, doc in enumerate(inner, 1)]


def _gather(outer: Iterable[tuple[Any, Any]], name: str, value: str, kind: str) -> Iterator[pa.Table]:
    rows, empty = _Rows(), True
    try:
        for query, inner in outer:
            query_id = _identifier(query, "query")
            listed = kind == "run" and isinstance(inner, list | tuple) and not isinstance(inner, _Pairs)
            if not listed and not isinstance(inner, _Pairs | Mapping):
                raise InputError(
                    f"query {shorten(query_id)} must hold an object {{document: {value}}}, not {_shown(inner)}; use the"
                    f" shape {_SHAPE}"
                )
            pairs = _ranked(inner, query_id) if listed else inner if isinstance(inner, _Pairs) else list(inner.items())
            docs = [doc if type(doc) is str and doc else _identifier(doc, "doc") for doc, _ in pairs]
            if listed or isinstance(inner, _Pairs) or any(type(doc) is not str for doc, _ in pairs):
                twice = _repeated(docs)
                if twice is not None:
                    raise InputError(f"query {shorten(query_id)} lists document {shorten(twice)} twice; remove one")
            numbers = [
                each
                if type(each) is float
                else _number(each, f"{value} of query {shorten(query_id)} document {doc!r:.50}")
                for doc, (_, each) in zip(docs, pairs, strict=True)
            ]
            empty = empty and not docs
            rows.columns["query"].extend([query_id] * len(docs))
            rows.columns["doc"].extend(docs)
            rows.columns["value"].extend(numbers)
            if len(rows) >= _ROWS:
                yield _encoded(rows)
                rows = _Rows()
        if len(rows):
            yield _encoded(rows)
    except InputError as error:
        raise InputError(error.what, source=name) from None
    if empty:
        raise InputError(f"holds no {value}; expected {_SHAPE}", source=name)


def _encoded(rows: _Rows) -> pa.Table:
    try:
        return rows.table()
    except UnicodeEncodeError:
        for each in (*rows.columns["query"], *rows.columns["doc"]):
            _encodable(each)
        raise


def _encodable(text: str) -> str:
    """Half a surrogate pair can be written in JSON and in Python, but it is no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        shown = shorten(text.encode("utf-8", "replace").decode())
        raise InputError(f"the ids must be valid Unicode, not {shown}; mend the id") from None
    return text


def _identifier(given: Any, role: str) -> str:
    if isinstance(given, str):
        if not given:
            raise InputError(f"the {role} is empty; fill it in or drop the row")
        return _encodable(given)
    # numpy integers are no int, but they know how to become one
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if hasattr(given, "__index__") and not isinstance(given, bool):
        return str(given.__index__())
    raise InputError(f"the {role} must be text or a whole number, not {_shown(given)}; convert it to a string")


def _number(given: Any, what: str) -> float:
    alike = hasattr(given, "__float__") and getattr(given, "shape", None) == () and not isinstance(given, Complex)
    if isinstance(given, Real) or alike:
        try:
            return float(given)
        except (OverflowError, TypeError, ValueError):
            pass
    raise InputError(f"the {what} must be a number, not {_shown(given)}; convert it to a number")


def _shown(given: Any) -> str:
    """What was given, in the words of JSON where it has any."""
    if isinstance(given, _Pairs | Mapping):
        return "an object"
    if given is None or isinstance(given, bool):
        return {None: "null", True: "true", False: "false"}[given]
    if isinstance(given, list | tuple):
        return "a list"
    return shorten(given) if isinstance(given, str) else shorten(str(given))[1:-1]


def _repeated(keys: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    return None
