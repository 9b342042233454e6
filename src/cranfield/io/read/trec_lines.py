"""The careful reader of plain text: TREC runs and judgments and MS MARCO runs, one line at a time.

It says exactly what is wrong with which line, so the fast reader hands it all bytes that it cannot digest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.lines import LINE_LIMIT, cut_lines, is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from cranfield.io.read.oddities import Seen

__all__ = ["LineReader", "layout"]

_ROWS = 100_000
_RANKS = range(-(2**63), 2**63)


def layout(kind: str, form: str = "trec") -> tuple[int, str]:
    """How many fields a line has, and the key of the sentence that says which."""
    if form == "msmarco":
        return 3, "msmarco-fields"
    if kind == "run":
        return 6, "run-fields"
    return 4, "judgment-fields"


@dataclass
class LineReader:
    """Turns lines into tables; each unparsable line raises, unless `seen` takes the error: then it is left out."""

    name: str
    kind: str
    form: str = "trec"
    seen: Seen | None = None
    line: int = 1  # the number of the next one

    def tables(self, blocks: Iterable[bytes]) -> Iterator[pa.Table]:
        """Tables of about 100,000 rows with query, doc, value, and for runs also rank."""
        rows: _Rows = _Rows()
        for lines in cut_lines(blocks):
            for at in range(0, len(lines), _ROWS):
                self._parse(lines[at : at + _ROWS], rows)
                if len(rows.query) >= _ROWS:
                    yield self._table(rows)
                    rows = _Rows()
        if rows.query:
            yield self._table(rows)

    def _parse(self, lines: list[bytes], rows: _Rows) -> None:
        run, marco = self.kind == "run", self.form == "msmarco"
        least, _ = layout(self.kind, self.form)
        doc_at, value_at = (1, 2) if marco else (2, 4) if run else (2, 3)
        number, blanks, comments, carriage_returns = self.line - 1, 0, 0, 0
        tags = self.seen.tags if self.seen is not None and run and not marco else None
        for line in lines:
            number += 1
            fields = line.split()
            if not fields:
                blanks += 1
                continue
            if fields[0][:1] == b"#":
                comments += 1
                continue
            if b"\r" in line:
                if b"\r" in line.rstrip(b"\r"):
                    self._refuse(line, number)
                    continue
                carriage_returns += 1
            if len(fields) != least and (not run or marco or len(fields) < least):
                self._refuse(line, number)
                continue
            try:
                value = float(fields[value_at])
            except ValueError:
                self._refuse(line, number)
                continue
            if b"\x00" in line or b"_" in fields[value_at] or len(line) > LINE_LIMIT:
                self._refuse(line, number)
                continue
            if marco:
                # the order is all there is, so the score is the rank turned round
                if value % 1 != 0 or int(value) not in _RANKS:
                    self._refuse(line, number)
                    continue
                rows.rank.append(int(value))
                value = -value
            elif run:
                rows.rank.append(_rank(fields[3]))
                if tags is not None:
                    tags[fields[5]] += 1
            rows.query.append(fields[0])
            rows.doc.append(fields[doc_at])
            rows.value.append(value)
            rows.line.append(number)
        self.line = number + 1
        if self.seen is not None:
            self.seen.blanks += blanks
            self.seen.comments += comments
            self.seen.carriage_returns += carriage_returns

    def _refuse(self, line: bytes, number: int) -> None:
        key, fields = _fault(line, self.kind, self.form)
        self._raise(key, number, **fields)

    def _raise(self, key: str, number: int, **fields: Any) -> None:
        error = InputError(key, source=self.name, line=number, **fields)
        if self.seen is None:
            raise error
        self.seen.refuse(error)

    def _table(self, rows: _Rows) -> pa.Table:
        import pyarrow as pa  # noqa: PLC0415 (plain text is read without it)

        try:
            query, doc = (pa.array(ids, pa.binary()).cast(pa.string()) for ids in (rows.query, rows.doc))
        except pa.ArrowInvalid:
            self._drop_undecodable(rows)
            query, doc = (pa.array(ids, pa.binary()).cast(pa.string()) for ids in (rows.query, rows.doc))
        columns = {"query": query, "doc": doc, "value": pa.array(rows.value, pa.float64())}
        if self.kind == "run":
            columns["rank"] = pa.array(rows.rank, pa.int64())
        return pa.table(columns)

    def _drop_undecodable(self, rows: _Rows) -> None:
        keep = []
        for index, (query, doc) in enumerate(zip(rows.query, rows.doc, strict=True)):
            try:
                query.decode()
                doc.decode()
                keep.append(index)
            except UnicodeDecodeError:
                shown = (query + b" " + doc).decode("utf-8", "replace")
                self._raise("ids-not-utf-8", rows.line[index], shown=shown)
        for values in (rows.query, rows.doc, rows.value, rows.line, *([rows.rank] if rows.rank else [])):
            values[:] = [values[index] for index in keep]  # type: ignore[index]


@dataclass
class _Rows:
    query: list[bytes] = field(default_factory=list)
    doc: list[bytes] = field(default_factory=list)
    value: list[float] = field(default_factory=list)
    rank: list[int | None] = field(default_factory=list)
    line: list[int] = field(default_factory=list)


def _rank(text: bytes) -> int | None:
    """The rank as written, or nothing: scores decide, so an odd rank is no error."""
    try:
        rank = int(text)
    except ValueError:
        return None
    return rank if rank in _RANKS else None


def _fault(line: bytes, kind: str, form: str) -> tuple[str, dict[str, Any]]:
    """What is wrong with a line."""
    if len(line) > LINE_LIMIT:
        return "line-too-long", {"limit": LINE_LIMIT >> 20}
    if b"\x00" in line:
        return "line-with-nul", {}
    if b"\r" in line.rstrip(b"\r"):
        return "contains-carriage-return", {}
    fields = line.split()
    least, rule = layout(kind, form)
    if len(fields) < least or (len(fields) > least and (kind != "run" or form == "msmarco")):
        shown = line.decode("utf-8", "replace").strip()
        texts = kind != "run" and not any(map(is_number, fields))
        return "odd-line", {"rule": rule, "count": len(fields), "shown": shown, "texts": texts}
    place = least - 1 if kind == "qrels" or form == "msmarco" else 4
    written = fields[place].decode("utf-8", "replace")
    if form == "msmarco" and (not is_number(fields[place]) or float(fields[place]) % 1 != 0):
        return "rank-on-line", {"written": written}
    if form == "msmarco":
        return "rank-too-large", {"written": written}
    return "value-on-line", {"role": "score" if kind == "run" else "grade", "written": written}
