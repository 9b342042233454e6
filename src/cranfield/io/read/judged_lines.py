"""Judgments in lines that are not TREC's: pairs, sampled judgments, and examples for learning to rank.

- `pairs`: query document, all of them relevant
- `prels`: query document grade method probability, and `strata`: query 0 document stratum grade, which are samples
- `letor`: grade qid:query features # document, as SVMlight, LETOR, RankLib and Quepid write them
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import pyarrow as pa

from cranfield.errors import InputError
from cranfield.io.read.lines import is_number, locate, numbered_lines
from cranfield.io.read.table_input import TableInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.recognise import Recognised

    Fields = tuple[bytes, bytes, bytes]  # query, document and grade

__all__ = ["PLACES", "opened", "table_of"]

_ROWS = 100_000
# how many fields, which of them are query, document and grade, and the key of the sentence that says so
PLACES = {
    "pairs": (2, 0, 1, None, "pairs-fields"),
    "prels": (5, 0, 1, 2, "prels-fields"),
    "strata": (5, 0, 2, 4, "strata-fields"),
}
_NAMED = re.compile(rb"\bdocid\s*=\s*(\S+)")


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """Lines of one of these formats."""
    tables = _tables(source, found.name, wanted)

    def lines(rows: list[int]) -> list[int | None]:
        bad = () if wanted.odd is None else set(wanted.odd.whole().bad_lines)
        located = locate(source.blocks(), rows, bad=bad)
        return [located.get(row) for row in rows]

    return TableInput.of_uniform(source.name, wanted, tables, source, lines)


def _tables(source: Source, form: str, wanted: Wanted) -> Callable[[], Iterator[pa.Table]]:
    def tables() -> Iterator[pa.Table]:
        seen = None if wanted.odd is None else wanted.odd.seen()
        split = _Examples().fields if form == "letor" else lambda line: _listed(line, form)
        rows: list[tuple[str, str, float]] = []
        for number, line in numbered_lines(source, progress=wanted.progress):
            if line.lstrip().startswith(b"#"):
                continue
            try:
                rows.append(_row(*split(line)))
            except InputError as error:
                wrong = error.at(source=source.name, line=number)
                if seen is None:
                    raise wrong from None
                seen.refuse(wrong)
            if len(rows) >= _ROWS:
                yield table_of(rows)
                rows = []
        if rows:
            yield table_of(rows)

    return tables


def table_of(rows: list[tuple[str, str, float]]) -> pa.Table:
    """A table of query, document and grade, checked already."""
    return pa.table(dict(zip(("query", "doc", "value"), map(list, zip(*rows, strict=True)), strict=True)))


def _row(query: bytes, doc: bytes, grade: bytes) -> tuple[str, str, float]:
    if not is_number(grade):
        raise InputError("value-on-line", role="grade", written=grade.decode("utf-8", "replace"))
    try:
        return query.decode(), doc.decode(), float(grade)
    except UnicodeDecodeError:
        raise InputError("ids-not-utf-8", shown=(query + b" " + doc).decode("utf-8", "replace")) from None


def _listed(line: bytes, form: str) -> Fields:
    fields = line.split()
    wanted, query, doc, grade, rule = PLACES[form]
    if len(fields) != wanted:
        shown = line[:200].decode("utf-8", "replace").strip()
        raise InputError("odd-line", rule=rule, count=len(fields), shown=shown, texts=False)
    return fields[query], fields[doc], b"1" if grade is None else fields[grade]


class _Examples:
    """Lines of learning to rank; where they do not name the document, it is its place in the query from 0."""

    def __init__(self) -> None:
        self._seen: Counter[bytes] = Counter()

    def fields(self, line: bytes) -> Fields:
        """Query, document and grade."""
        data, _, comment = line.partition(b"#")
        grade, query, *_ = [*data.split(None, 2), b"", b""]
        if not query.startswith(b"qid:") or len(query) == len(b"qid:"):
            raise InputError("letor-fields", shown=line[:200].decode("utf-8", "replace").strip())
        query = query.removeprefix(b"qid:")
        named = _NAMED.search(comment)
        words = [named[1]] if named else comment.split(None, 1)
        place = self._seen[query]
        self._seen[query] += 1
        return query, words[0] if words else b"%d" % place, grade
