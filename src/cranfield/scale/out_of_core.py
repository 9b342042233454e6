"""Predictions in bounded memory on one machine: read once, dealt out to files where rows must stay together.

Everything else is as on any other engine: a survey, a plan, states of each part, results.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import CranfieldError, InputError, MeasureError
from cranfield.io.bytes.threads import in_order
from cranfield.io.columns.encode import encode
from cranfield.io.columns.label_columns import as_numbers, expand
from cranfield.io.read.open import open_input
from cranfield.io.spill.folder import temporary_folder
from cranfield.scale.spilled import Spilled
from cranfield.scale.survey import Survey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.coded import Coded
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.io.read.input import Input
    from cranfield.scale.labels import Labels
    from cranfield.scale.labels_plan import LabelsPlan

    Prepare = Callable[[Mapping[str, Any], Mapping[str, Coded]], Any]

__all__ = ["evaluate_labels"]

_UNKNOWN = 1 << 24  # rows that are expected where nobody can tell


@dataclass
class _Work:
    """One evaluation on its way."""

    source: Labels
    measures: Measures | None
    inputs: Sequence[Input]
    rows: int  # as estimated
    progress: Callable[[str, int, int], None] | None
    options: Mapping[str, Any]
    survey: Survey = field(default_factory=Survey)

    def plan(self) -> LabelsPlan:
        """The plan, as far as the whole is known."""
        return self.source.plan(self.survey, self.measures, **self.options)

    def parts(self, prepare: Prepare) -> Iterator[tuple[Survey, Any]]:
        """All rows, read and prepared on all cores."""
        tables = chain.from_iterable(each.tables() for each in self.inputs)

        def read(table: pa.Table) -> tuple[Survey, Any]:
            columns = {role: table[role] for role in table.column_names}
            found = {role: encode(columns[role], role) for role in ("truth", "guess") if role in columns}
            return Survey.of(columns, found), prepare(columns, found)

        done = 0
        for survey, prepared in in_order(read, tables, ahead=0):
            yield survey, prepared
            done += survey.rows
            self.tell("reading", done)

    def tell(self, phase: str, done: int) -> None:
        """Say how far it got."""
        if self.progress is not None:
            self.progress(phase, done, max(self.rows, self.survey.rows, done))


def evaluate_labels(
    source: Labels, data: Any, measures: Measures | None = None, *, memory: int, rows: int | None = None,
    input_format: str | None = None, progress: Callable[[str, int, int], None] | None = None, **options: Any,
) -> Results:  # fmt: skip
    """Measure files that are larger than memory; `rows` is how many there are, if anybody knows."""
    needs = source.needs(
        measures, drawn=options.get("draws") is not None
    )  # what cannot be done is said before anything is read
    paths = expand(data)
    if "-" in paths:
        raise InputError("stdin-out-of-core")
    inputs = [open_input(each, "labels", input_format=input_format, columns=source.roles) for each in paths]
    for each in inputs:
        each.require_columns()  # a file among many may lack one, which nobody wants to hear hours later
    work = _Work(source, measures, inputs, rows or _UNKNOWN, progress, options)
    try:
        plan, arrived = _spilled(work, needs, memory) if needs else _streamed(work)
    except MeasureError as error:
        raise _placed(error, inputs) from None
    return plan.results(arrived, inputs=[each.describe() for each in inputs])


def _placed(error: MeasureError, inputs: Sequence[Input]) -> MeasureError:
    """The error with the row of the whole; that of a part, which it has, is nowhere to be found in the files."""
    if error.key != "no-probability":
        return error
    done = 0
    for table in chain.from_iterable(each.tables() for each in inputs):
        roles = [role for role in table.column_names if role.startswith("score")]
        score = np.column_stack([as_numbers(table[role], role) for role in roles])
        wrong = np.argwhere((score < 0) | (score > 1))
        if len(wrong):
            row, column = wrong[0]
            given, measure = float(score[row, column]), error.fields["measure"]
            return MeasureError("no-probability", measure=measure, given=given, row=done + int(row) + 1)
        done += len(score)
    return error


def _streamed(work: _Work) -> tuple[LabelsPlan, list[pa.Table]]:
    """Measure parts as they are read; what the whole is shows in the first ones.

    Where a later part changes that (another label, other spellings), all is read again with what is known then.
    """
    plan: LabelsPlan | None = None
    arrived: list[pa.Table] = []
    stale = False
    for survey, (columns, found) in work.parts(lambda columns, found: (columns, found)):
        before, work.survey = work.survey, Survey.together((work.survey, survey))
        if plan is None or before.differs(work.survey):
            fresh = _provisional(work)
            stale = stale or fresh is None or (plan is not None and fresh.name != plan.name)
            plan = fresh or plan
        if not stale and plan is not None:
            arrived.append(plan.states_of(plan.batch(columns, found), plan.cuts[0]))
    plan = work.plan()
    if stale:
        again = work.parts(lambda columns, found: plan.states_of(plan.batch(columns, found), plan.cuts[0]))
        arrived = [table for _, table in again]
    return plan, arrived


def _provisional(work: _Work) -> LabelsPlan | None:
    """The plan after the first rows; None if they cannot tell, as when a label has not been seen yet."""
    try:
        return work.plan()
    except CranfieldError:
        return None


def _spilled(work: _Work, needs: Sequence[str], memory: int) -> tuple[LabelsPlan, list[pa.Table]]:
    """Deal all rows out to files, and measure these once it is known what the whole is."""
    with temporary_folder() as folder:
        drawn = work.options.get("draws") is not None
        lean = not drawn and work.source.roles.keys() <= {"truth", "score", "group"}
        spilled = Spilled(folder, needs, work.rows, memory, drawn, lean)
        try:
            for survey, made in work.parts(spilled.prepared):
                work.survey = Survey.together((work.survey, survey))
                spilled.take(made)
            plan = work.plan()
            done = 0

            def tell(rows: int) -> None:
                nonlocal done
                done += rows
                work.tell("measuring", done // len(needs))

            return plan, list(spilled.states(plan, tell))
        finally:
            spilled.close()
