"""Plain text: TREC runs and judgments, and MS MARCO runs, read in pieces on any thread."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.read.input import Input
from cranfield.io.read.lines import cut_lines, locate
from cranfield.io.read.trec_fields import NotPlainError, parse_rows
from cranfield.io.read.trec_lines import read_carefully
from cranfield.io.read.trec_pieces import cut_text, lines_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from cranfield.io.bytes.source import Source
    from cranfield.io.ids.rows import Rows
    from cranfield.io.read.input import Piece, Wanted
    from cranfield.io.read.oddities import Seen
    from cranfield.io.read.recognise import Recognised

__all__ = ["opened"]


def opened(source: Source, found: Recognised, wanted: Wanted) -> Input:
    """A run or judgments in lines of fields."""
    return _Text(source, found.name, wanted)


class _Text(Input):
    has_lines = True

    def __init__(self, source: Source, form: str, wanted: Wanted) -> None:
        super().__init__(source.name, wanted, source)
        self._form = form

    def describe(self) -> dict[str, Any]:
        tagged = self.wanted.kind == "run" and self._form == "trec"
        return super().describe() | (_tag(self.source) if tagged else {})

    def pieces(self) -> Iterator[Piece]:
        for texts, offset in cut_text(self.source, self.wanted.progress):
            yield partial(self._read, texts, offset)

    def _read(self, texts: list[NDArray[np.uint8]], offset: int) -> Iterator[Rows]:
        """Parse a piece the fast way, block by block; the careful reader takes what is not plain."""
        left = texts[::-1]
        texts.clear()  # a piece is read once, and a block that was read is needed no more
        while left:
            text = left.pop()
            seen = None if self.wanted.odd is None else self.wanted.odd.seen(offset)
            try:
                rows = parse_rows(text, self.wanted.kind, self._form, seen)
            except NotPlainError:
                rows = self._read_carefully(text.tobytes(), offset, seen)
            offset += len(text)
            del text
            yield rows
            del rows

    def _read_carefully(self, text: bytes, offset: int, seen: Seen | None) -> Rows:
        try:
            return read_carefully(text, self.name, self.wanted.kind, self._form, seen)
        except InputError as error:
            before = 0 if error.line is None else error.line + self.lines_before([offset])[0]
            raise error.at(line=before or None) from None

    def lines(self, rows: list[int]) -> list[int | None]:
        odd = self.wanted.odd
        bad = () if odd is None else set(odd.whole(self.lines_before).bad_lines)
        found = locate(self.source.blocks(), rows, bad=bad)
        return [found.get(row) for row in rows]

    def lines_before(self, offsets: list[int]) -> list[int]:
        return lines_before(self.source, offsets)

    def with_subtopics(self) -> Input | None:
        return _Text(self.source, "ndeval", self.wanted) if self._form == "trec" else None

    def fields(self, line: int) -> list[bytes]:
        every = (text for lines in cut_lines(self.source.blocks()) for text in lines)
        return next(islice(every, line - 1, None), b"").split()


def _tag(source: Source) -> dict[str, str]:
    """The name that a run gives itself on its first line."""
    for line in source.head().split(b"\n"):
        fields = line.split()
        if len(fields) >= 6 and not fields[0].startswith(b"#"):
            return {"tag": fields[5].decode("utf-8", "replace")}
    return {}
