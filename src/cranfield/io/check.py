"""`check(qrels, run)`: everything odd about judgments and runs, as data.

The files go through the door and the join of `ranking`, which here gather what is wrong instead of raising it.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from cranfield.core.finding import Finding
from cranfield.core.policy import Policy
from cranfield.errors import InputError
from cranfield.io.bytes.quote import clip
from cranfield.io.bytes.source import Source
from cranfield.io.ids.keys import changes
from cranfield.io.join.assemble import stranger_facts
from cranfield.io.join.judgments import Judgments, Strangers
from cranfield.io.join.prepare import number_queries, prepare, repeated, second_fields
from cranfield.io.join.run import all_rows, join_run
from cranfield.io.join.run_rows import Asked
from cranfield.io.read.oddities import Oddities
from cranfield.io.read.open import is_file, open_input
from cranfield.io.read.roles import names_grades

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from cranfield.io.ids.rows import Rows
    from cranfield.io.join.run_rows import Joined
    from cranfield.io.read.input import Input
    from cranfield.io.read.oddities import Seen

__all__ = ["check"]

_LENIENT = Policy(duplicates="best", nonfinite="sort")
_CUTOFF = 10
_ORDER = {"error": 0, "warning": 1, "note": 2}
Made = TypeVar("Made")


def check(
    qrels: Any, *runs: Any, input_format: str | None = None, qrels_format: str | None = None,
    run_format: str | None = None, columns: Mapping[str, str] | None = None, limit: int = 20,
) -> list[Finding]:  # fmt: skip
    """All findings about judgments and the runs they judge, file by file, errors first.

    Unparsable lines and duplicates are listed one by one up to `limit` a file, and always counted.
    """
    reports = [_Report(qrels, "qrels", limit), *(_Report(run, "run", limit) for run in runs)]
    rows = reports[0].read(all_rows, input_format=qrels_format or input_format, columns=columns)
    gold = _empty() if rows is None else _judgments(reports[0], rows)
    for report in reports[1:]:
        judged = replace(gold, strangers=Strangers(len(gold.queries)))

        def work(run: Input, judged: Judgments = judged) -> list[Joined]:
            return join_run(run, judged, _LENIENT, Asked(collect=limit))

        joined = report.read(work, input_format=run_format or input_format, columns=columns)
        if joined:
            _run(report, joined, judged)
    return [finding for report in reports for finding in report.in_order()]


def _empty() -> Judgments:
    """What a run is checked against where the judgments cannot be read."""
    return Judgments([], np.zeros(1, np.int64), np.zeros(0), _LENIENT)


def _judgments(report: _Report, rows: Rows) -> Judgments:
    assert report.input is not None
    rows = _with_subtopics(report, rows)
    _, query = number_queries(rows)
    grade = rows.value
    odd = np.flatnonzero(~np.isfinite(grade)).tolist()
    if odd:
        report.say("nonfinite-grade", len(odd), {}, "error", rows=odd)
    negative = np.flatnonzero(grade < 0).tolist()
    if negative:
        report.say("negative-grade", len(negative), {}, rows=negative, wording="check-negative-grade")
    fraction = np.flatnonzero(np.isfinite(grade) & (grade != np.trunc(grade))).tolist()
    if fraction:
        severity = "note" if names_grades(report.input.wanted) else "warning"
        report.say("fractional-grade", len(fraction), {}, severity, rows=fraction, wording="check-fractional-grade")
    if unrated := report.input.wanted.told["unrated"]:
        report.say("unrated-line", unrated, {})
    # a grade that is no number is no judgment
    clean = replace(rows, value=np.where(np.isfinite(grade), grade, -1.0)) if odd else rows
    gold = prepare(clean, _LENIENT, {"name": report.name}, report.input)
    if rows.subtopic is not None and (count := len(rows) - _distinct(rows)):
        report.say("duplicate-judgment", count, {}, "error", wording="subtopics-repeated")
    best = np.maximum.reduceat(gold.grade, gold.offsets[:-1])
    without = [clip(gold.queries[at]) for at in np.flatnonzero(best <= 0)]
    if without:
        report.say("no-relevant", len(without), {"total": len(best)}, "warning", examples=_first(without))
    _interleaved(report, query[changes(query)])
    return gold


def _distinct(rows: Rows) -> int:
    """How many documents were judged for a subtopic."""
    _, query = number_queries(rows)
    assert rows.subtopic is not None
    every = np.column_stack((query, rows.doc.encode()[0], rows.subtopic.encode()[0]))
    return len(np.unique(every, axis=0))


def _with_subtopics(report: _Report, rows: Rows) -> Rows:
    """Say which documents are judged more than once for a query; the rows with subtopics if it is about these."""
    _, query = number_queries(rows)
    again = [] if rows.subtopic is not None else sorted(
        (row, same[0]) for same in repeated(rows, query) for row in same[1:]
    )  # fmt: skip
    if not again:
        return rows
    assert report.input is not None
    before, here = report.input.locations([again[0][1], again[0][0]])
    told = report.input.with_subtopics()
    if told is not None and second_fields(before, here, report.input) is not None:
        report.say("subtopic-judgments", len(again), {}, rows=again[0][::-1])
        told.wanted = replace(told.wanted, odd=Oddities(report.limit))  # what is odd about lines was said
        return all_rows(told) or rows
    for second, first in again[: report.limit]:
        facts = {"query": rows.query_at(second), "doc": rows.doc.text(second)}
        report.say("duplicate-judgment", 1, facts, "error", rows=[first, second], wording="judges-twice")
    _more(report, "duplicate-judgment", len(again))
    return rows


def _more(report: _Report, key: str, count: int) -> None:
    if count > report.limit:
        report.say(key, count - report.limit, {}, "error", wording="more-repeats")


def _run(report: _Report, joined: list[Joined], gold: Judgments) -> None:
    retrieved = np.zeros(len(gold), np.int64)
    for one in joined:
        retrieved[one.query] = one.retrieved
    known = retrieved[: len(gold.queries)]
    tally: Counter[str] = sum((one.tally for one in joined), Counter())
    unknown = sorted(clip(name) for one in joined for name in one.unknown)
    answered = int(np.count_nonzero(retrieved))
    if gold.queries:
        _compare_queries(report, gold, known, unknown)
    repeats = sorted(each for one in joined for each in one.repeats)
    for each in repeats[: report.limit]:
        facts = {"query": each.query, "doc": each.doc}
        report.say("duplicate-document", 1, facts, "error", rows=[each.first, each.row], wording="lists-twice")
    _more(report, "duplicate-document", tally["duplicate"])
    if count := tally["nonfinite"]:
        rows = sorted(row for one in joined for row in one.nonfinite)
        report.say("nonfinite-score", count, {}, "error", rows=rows, wording="check-nonfinite-score")
    _interleaved(report, np.concatenate([one.stretches for one in joined if one.stretches is not None]))
    if count := tally["tied"]:
        report.say("ties", count, {"rows": int(retrieved.sum())})
    if count := tally["across"]:
        report.say("tie-across-cutoff", count, {"total": answered}, "warning", wording="check-tie-across-cutoff")
    if count := tally["contradicted"]:
        report.say("rank-contradicts-score", count, {"total": answered}, "warning", wording="check-contradicting-ranks")
    if count := tally["odd rank"]:
        report.say("odd-rank", count, {})
    if known.any():
        _documents(report, joined, gold, known)


def _compare_queries(report: _Report, gold: Judgments, known: NDArray[np.int64], unknown: list[str]) -> None:
    missing = [clip(gold.queries[at]) for at in np.flatnonzero(known == 0)]
    if not known.any():
        facts: dict[str, Any] = {"theirs": sorted(unknown), "ours": sorted(missing)}
        report.say("no-overlap", len(unknown), facts, "error", examples=tuple(unknown[:5]))
        return
    if missing:
        facts = {"total": len(gold.queries)}
        report.say("missing-query", len(missing), facts, "warning", examples=_first(missing), wording="check-missing")
    if unknown:
        answered = len(unknown) + int(np.count_nonzero(known))
        facts = {"total": answered}
        report.say("unjudged-query", len(unknown), facts, "warning", examples=_first(unknown), wording="check-unjudged")


def _interleaved(report: _Report, query: NDArray[np.int64]) -> None:
    """Queries whose rows are not together; `query` is that of each stretch."""
    # the rows of a long query may have been read one after the other
    count = int(np.count_nonzero(np.bincount(query[changes(query)]) > 1))
    if count:
        report.say("interleaved", count, {})


def _documents(report: _Report, joined: list[Joined], gold: Judgments, known: NDArray[np.int64]) -> None:
    """How many of the first documents are judged; if not one of all is, the two name documents differently."""
    assert report.input is not None
    if not any(len(one.row) for one in joined):
        theirs, ours = report.input.example(gold.number_of), gold.row_names[0]
        facts = stranger_facts(theirs, ours)
        report.say("no-judged-document", int(known.sum()), facts, "error", examples=(clip(theirs), clip(ours)))
        return
    shown = int(np.minimum(known, _CUTOFF).sum())
    judged = sum(np.count_nonzero((one.rank <= _CUTOFF) & (gold.grade[one.row] >= 0)) for one in joined)
    unjudged = shown - int(judged)
    if unjudged:
        facts = {"share": unjudged / shown, "shown": shown}
        report.say("unjudged-top-10", unjudged, facts, "warning" if unjudged == shown else "note")


def _first(names: Iterable[str]) -> tuple[str, ...]:
    """A few examples."""
    return tuple(sorted(names)[:5])


class _Report:
    """The findings about one input; each kind of fault is shown up to a limit, and always counted."""

    def __init__(self, what: Any, kind: str, limit: int) -> None:
        self.what, self.kind, self.limit = what, kind, limit
        known = what.name if isinstance(what, Source) else what
        named = isinstance(known, str | os.PathLike)
        self.name = str(known) if named else "the run" if kind == "run" else "the judgments"
        self.input: Input | None = None
        self._findings: list[Finding] = []

    def read(
        self, work: Callable[[Input], Made], *, input_format: str | None, columns: Mapping[str, str] | None
    ) -> Made | None:
        """Open the input and do some work with its rows: what cannot be read becomes a finding."""
        odd, made = Oddities(self.limit), None
        try:
            source = Source(self.what) if is_file(self.what) and not isinstance(self.what, Source) else self.what
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
