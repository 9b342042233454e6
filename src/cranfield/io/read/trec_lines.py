"""The careful reader of plain text: TREC runs and judgments and MS MARCO runs, one line at a time.

It says exactly what is wrong with which line, so the fast reader hands it all bytes that it cannot digest.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cranfield.errors import InputError
from cranfield.io.ids.ids import Ids
from cranfield.io.ids.rows import NO_RANK, Rows
from cranfield.io.read.lines import LINE_LIMIT, is_number
from cranfield.io.read.oddities import Seen

__all__ = ["PLACES", "layout", "read_carefully"]

PLACES = {"run": (2, 4, 3), "qrels": (2, 3, None), "msmarco": (1, 2, 2)}  # of document, value and rank
_RANKS = range(NO_RANK, 2**63)


def layout(kind: str, form: str = "trec") -> tuple[int, str]:
    """How many fields a line has, and the key of the sentence that says which."""
    if form == "msmarco":
        return 3, "msmarco-fields"
    if kind == "run":
        return 6, "run-fields"
    return 4, "subtopic-fields" if form == "ndeval" else "judgment-fields"


def read_carefully(text: bytes, name: str, kind: str, form: str = "trec", seen: Seen | None = None) -> Rows:
    """The rows of whole lines; one that cannot be parsed raises, unless `seen` takes the error: then it is left out."""
    heard = Seen() if seen is None else seen
    rows: list[tuple[bytes, bytes, float, int]] = []
    subtopics: list[bytes] = []
    doc_at, value_at, rank_at = PLACES[form if form == "msmarco" else kind]

    def refuse(number: int, key: str, fields: dict[str, Any]) -> None:
        error = InputError(key, source=name, line=number, **fields)
        if seen is None:
            raise error
        heard.refuse(error)

    for number, line in enumerate(text.removesuffix(b"\n").split(b"\n"), 1):
        fields = line.split()
        if not fields or fields[0][:1] == b"#":
            heard.blanks += not fields
            heard.comments += bool(fields)
            continue
        heard.carriage_returns += line.endswith(b"\r") and b"\r" not in line.rstrip(b"\r")
        fault = _fault(line, fields, kind, form)
        if fault is not None:
            refuse(number, *fault)
            continue
        if kind == "run" and form == "trec":
            heard.tags[fields[5]] += 1
        query, doc, value = fields[0], fields[doc_at], float(fields[value_at])
        try:
            (query + doc + (fields[1] if form == "ndeval" else b"")).decode()
        except UnicodeDecodeError:
            refuse(number, "ids-not-utf-8", {"shown": (query + b" " + doc).decode("utf-8", "replace")})
            continue
        if form == "msmarco":  # the order is all there is, so the score is the rank turned round
            rows.append((query, doc, -value, int(value)))
        else:
            rows.append((query, doc, value, NO_RANK if rank_at is None else _rank(fields[rank_at])))
        subtopics.append(fields[1])
    queries, docs = Ids.of([row[0] for row in rows]), Ids.of([row[1] for row in rows])
    values = np.array([row[2] for row in rows], np.float64)
    ranks = None if rank_at is None else np.array([row[3] for row in rows], np.int64)
    told = Ids.of(subtopics) if form == "ndeval" else None
    return Rows(queries[queries.changes], queries.changes, docs, values, ranks, told)


def _rank(text: bytes) -> int:
    """The rank as written, or none: scores decide, so an odd rank is no error."""
    try:
        rank = int(text)
    except ValueError:
        return NO_RANK
    return rank if rank in _RANKS else NO_RANK


def _fault(line: bytes, fields: list[bytes], kind: str, form: str) -> tuple[str, dict[str, Any]] | None:
    """What is wrong with a line that has fields."""
    if len(line) > LINE_LIMIT:
        return "line-too-long", {"limit": LINE_LIMIT >> 20}
    if b"\x00" in line:
        return "line-with-nul", {}
    if b"\r" in line.rstrip(b"\r"):
        return "contains-carriage-return", {}
    least, rule = layout(kind, form)
    if len(fields) < least or (len(fields) > least and (kind != "run" or form == "msmarco")):
        shown = line.decode("utf-8", "replace").strip()
        texts = kind != "run" and not any(map(is_number, fields))
        return "odd-line", {"rule": rule, "count": len(fields), "shown": shown, "texts": texts}
    value = fields[PLACES[form if form == "msmarco" else kind][1]]
    written = {"written": value.decode("utf-8", "replace")}
    if not is_number(value) or (form == "msmarco" and float(value) % 1 != 0):
        role = "score" if kind == "run" else "grade"
        return ("rank-on-line", written) if form == "msmarco" else ("value-on-line", {"role": role, **written})
    if form == "msmarco" and int(float(value)) not in _RANKS:
        return "rank-too-large", written
    return None
