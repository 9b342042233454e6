"""An input that is read to the end whatever is wrong with it: errors and oddities of its bytes become findings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

from cranfield.core.finding import Finding
from cranfield.errors import InputError
from cranfield.io.bytes.quote import clip
from cranfield.io.bytes.source import Source
from cranfield.io.read.oddities import Oddities
from cranfield.io.read.open import is_file, open_input

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cranfield.io.read.input import Input
    from cranfield.io.read.oddities import Seen

__all__ = ["Report"]

_ORDER = {"error": 0, "warning": 1, "note": 2}
Made = TypeVar("Made")


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
            if isinstance(source, Source) and source.has_mark():
                self.say("byte-order-mark", 1, {})
            made = work(self.input)
        except InputError as error:
            self._refuse(error)
        if self.input is not None:
            self._unusual(odd.whole(self.input.lines_before))
        return made

    def say(
        self, key: str, count: int, facts: Mapping[str, Any], severity: str = "note", *, rows: Sequence[int] = (),
        examples: tuple[str, ...] = (), wording: str = "",
    ) -> None:  # fmt: skip
        """Add a finding about this input, with the lines of the first few rows that show it."""
        lines = self.lines(sorted(rows[: self.limit]))
        self._findings.append(Finding(key, count, facts, severity, examples, self.name, lines, wording=wording))

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
        source = error.source or self.name
        self._findings.append(Finding(key, 1, error.fields, "error", (), source, lines, wording=error.key))

    def _unusual(self, seen: Seen) -> None:
        """Lines that could not be read, and what was read without trouble but is worth knowing."""
        for error in seen.faults:
            self._refuse(error)
        if more := len(seen.bad_lines) - len(seen.faults):
            self.say("unparsable-line", more, {}, "error", wording="more-bad-lines")
        if count := seen.carriage_returns:
            self.say("carriage-return", count, {})
        if count := seen.comments:
            self.say("comment", count, {})
        if count := seen.blanks:
            self.say("blank-line", count, {})
        if len(seen.tags) > 1:
            names = [clip(tag.decode("utf-8", "replace")) for tag, _ in seen.tags.most_common(4)]
            self.say("several-tags", len(seen.tags), {}, "warning", examples=tuple(names))
