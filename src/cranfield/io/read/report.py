"""An input that is read to the end whatever is wrong with it: errors and oddities of its bytes become findings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.bytes.quote import clip
from cranfield.io.bytes.source import BOM, Source
from cranfield.io.read.oddities import Oddities
from cranfield.io.read.open import is_file, open_input

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cranfield.io.read.input import Input
    from cranfield.io.read.oddities import Seen

__all__ = ["Report", "many"]

_ORDER = {"error": 0, "warning": 1, "note": 2}
Made = TypeVar("Made")


def many(count: int, one: str, several: str) -> str:
    """The word that suits a number."""
    return one if count == 1 else several


class Report:
    """The findings about one input; each kind of fault is shown up to a limit, and always counted."""

    def __init__(self, what: Any, kind: str, limit: int) -> None:
        self.what, self.kind, self.limit = what, kind, limit
        known = isinstance(what, str | os.PathLike)
        self.name = str(what) if known else "the run" if kind == "run" else "the judgments"
        self.input: Input | None = None
        self._findings: list[Finding] = []

    def read(
        self, work: Callable[[Input], Made], *, input_format: str | None, columns: Mapping[str, str] | None
    ) -> Made | None:
        """Open the input and do some work with its rows: what cannot be read becomes a finding."""
        odd, made = Oddities(self.limit), None
        try:
            source = Source(self.what) if is_file(self.what) else self.what
            self.input = open_input(source, self.kind, input_format=input_format, columns=columns, odd=odd)
            self.name = self.input.name
            if isinstance(source, Source) and source.head(len(BOM)) == BOM:
                self.say("byte-order-mark", 1, "starts with a byte order mark, which is skipped")
            made = work(self.input)
        except InputError as error:
            self._refuse(error)
        if self.input is not None:
            self._unusual(odd.whole(self.input.lines_before))
        return made

    def say(
        self, key: str, count: int, what: str, severity: str = "note", *, rows: Sequence[int] = (),
        examples: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Add a finding about this input, with the lines of the first few rows that show it."""
        lines = self.lines(sorted(rows[: self.limit]))
        text = f"{self.name}: {what}{_tail(lines)}"
        self._findings.append(Finding(key, count, text, severity, examples, self.name, lines))

    def lines(self, rows: Sequence[int]) -> tuple[int, ...]:
        """The lines of some rows, where the format has lines."""
        if self.input is None or not len(rows):
            return ()
        return tuple(line for line in self.input.lines(list(rows)) if line is not None)

    def in_order(self) -> list[Finding]:
        """All findings, errors first."""
        return sorted(self._findings, key=lambda one: _ORDER[one.severity])

    def _refuse(self, error: InputError) -> None:
        key = "unreadable" if error.line is None else "unparsable-line"
        lines = () if error.line is None else (error.line,)
        self._findings.append(Finding(key, 1, str(error), "error", (), error.source or self.name, lines))

    def _unusual(self, seen: Seen) -> None:
        """Lines that could not be read, and what was read without trouble but is worth knowing."""
        for error in seen.faults:
            self._refuse(error)
        if more := len(seen.bad_lines) - len(seen.faults):
            self.say("unparsable-line", more, f"{more} more lines are like that", "error")
        if count := seen.carriage_returns:
            ends = many(count, "line ends", "lines end")
            self.say("carriage-return", count, f"{count:,} {ends} in CR LF, as Windows writes them")
        if count := seen.comments:
            are = many(count, "line is a comment", "lines are comments")
            self.say("comment", count, f"{count:,} {are} and skipped")
        if count := seen.blanks:
            self.say("blank-line", count, f"{count:,} {many(count, 'line is blank', 'lines are blank')} and skipped")
        if len(seen.tags) > 1:
            names = [clip(tag.decode("utf-8", "replace")) for tag, _ in seen.tags.most_common(4)]
            shown = ", ".join(names[:3]) + (", ..." if len(names) > 3 else "")
            what = f"has {len(seen.tags)} run tags ({shown}); is it several runs?"
            self.say("several-tags", len(seen.tags), what, "warning", examples=tuple(names))


def _tail(lines: tuple[int, ...], most: int = 3) -> str:
    """The first few line numbers as the tail of a sentence."""
    if not lines:
        return ""
    shown = ", ".join(str(line) for line in lines[:most])
    return f" (line{'s' if len(lines) > 1 else ''} {shown}{', ...' if len(lines) > most else ''})"
