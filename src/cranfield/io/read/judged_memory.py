"""Judgments in memory that were called pairs, prels or strata: what the lines of such files hold, as Python objects.

- dicts: `{query: [document]}`, and `{query: {document: (grade, method, probability)}}` or `(stratum, grade)`, where the
  fields may have names instead
- rows: a list of tuples with the fields of a line
- tables and lists of objects, whose columns have names; pairs have no grade
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.read import arrow
from cranfield.io.read.json import of_records
from cranfield.io.read.judged_lines import PLACES, table_of
from cranfield.io.read.roles import named_like
from cranfield.io.read.table_input import RoleTable, TableInput
from cranfield.io.read.values import identifier, number, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cranfield.io.read.input import Input, Wanted

__all__ = ["of_named"]

_BESIDE = {"prels": "(grade, method, probability)", "strata": "(stratum, grade)"}  # what a dict has of a document
_LINES = {"pairs": "(query, document)", "prels": "(query, document, grade, method, probability)",
          "strata": "(query, 0, document, stratum, grade)"}  # fmt: skip

Row = tuple[Any, Any, Any]  # query, document and grade


def of_named(what: Any, form: str, wanted: Wanted, name: str, *, records: bool) -> Input | None:
    """What was given, as judgments of the form that was named; None if it is nothing that could be.

    `records` says that it is a list of objects with named fields.
    """
    if records:
        return of_records(lambda: _objects(what, form, name), wanted, name)
    if hasattr(what, "__arrow_c_stream__"):
        return arrow.of_memory(_graded(arrow.table_of(what, name), name) if form == "pairs" else what, wanted, name)
    if isinstance(what, Mapping):
        return TableInput.of_uniform(name, wanted, lambda: [_table(_of_dict(what, form), name, numbered=False)])
    if isinstance(what, list | tuple):
        table = _table((_of_line(line, form) for line in what), name, numbered=True)
        return TableInput(name, wanted, lambda: [RoleTable(table, name, wanted.kind, ready=True)])
    return None


def _table(rows: Iterable[Row], name: str, *, numbered: bool) -> pa.Table:
    made: list[tuple[str, str, float]] = []
    try:
        for query, doc, grade in rows:
            query_id, doc_id = identifier(query, "query"), identifier(doc, "doc")
            made.append((query_id, doc_id, number(grade, f"grade of query {query_id!r:.50} document {doc_id!r:.50}")))
    except InputError as error:
        raise error.at(source=name, **({"row": len(made) + 1} if numbered else {})) from None
    if not made:
        raise InputError("holds-no-judgments", source=name)
    return table_of(made)


def _of_line(line: Any, form: str) -> Row:
    """The fields of a line as a tuple."""
    fields, query, doc, grade, _ = PLACES[form]
    if not isinstance(line, list | tuple) or len(line) != fields:
        raise InputError("row-of-fields", form=form, fields=_LINES[form], shown=shown(line))
    return line[query], line[doc], 1 if grade is None else line[grade]


def _of_dict(data: Mapping[Any, Any], form: str) -> Iterator[Row]:
    for query, judged in data.items():
        if form == "pairs":
            if not isinstance(judged, Collection) or isinstance(judged, str | bytes | Mapping):
                raise InputError("dict-of-pairs", query=query, shown=shown(judged), shape="{query: [document]}")
            yield from ((query, doc, 1) for doc in judged)
            continue
        if not isinstance(judged, Mapping):
            fields = f"{{document: {_BESIDE[form]}}}"
            raise InputError("dict-of-samples", query=query, form=form, fields=fields, shown=shown(judged))
        for doc, fields in judged.items():
            yield query, doc, _grade(fields, form, query, doc)


def _grade(fields: Any, form: str, query: Any, doc: Any) -> Any:
    """The grade among the fields of a document, which stand in their order or have names."""
    if isinstance(fields, Mapping):
        names = [key for key in fields if isinstance(key, str) and named_like(key, "qrels", "grade")]
        if len(names) == 1:
            return fields[names[0]]
    elif isinstance(fields, list | tuple) and len(fields) == _BESIDE[form].count(",") + 1:
        return fields[0 if form == "prels" else -1]
    raise InputError("fields-of-sample", query=query, doc=doc, form=form, fields=_BESIDE[form], shown=shown(fields))


def _graded(table: pa.Table, name: str) -> pa.Table:
    """Pairs of a table with the grade that they all have."""
    _refuse_grades(table.column_names, name)
    return table.append_column("grade", pa.repeat(1.0, len(table)))


def _objects(records: Iterable[Any], form: str, name: str) -> Iterator[Any]:
    for each in records:
        record = each._asdict() if hasattr(each, "_asdict") else each
        if form == "pairs" and isinstance(record, Mapping):
            _refuse_grades(record, name)
            record = {**record, "grade": 1}
        yield record


def _refuse_grades(names: Iterable[Any], name: str) -> None:
    graded = next((each for each in names if isinstance(each, str) and named_like(each, "qrels", "grade")), None)
    if graded is not None:
        raise InputError("pairs-with-grades", source=name, column=graded)
