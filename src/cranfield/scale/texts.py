"""Texts in bounded memory on one machine: files are read side by side, some segments at a time.

Segments need not stay together, so that nothing waits on disk: each part is measured and forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cranfield.core.arguments import NAME, PROGRESS, SWITCH, door, optional
from cranfield.core.policy import POLICY
from cranfield.errors import InputError
from cranfield.io.bytes.threads import in_order
from cranfield.io.read.open import open_input
from cranfield.scale.rules import DRAWN
from cranfield.scale.text import Text
from cranfield.scale.wire import is_empty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cranfield.core.policy import Policy
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.core.states.drawn import Draws
    from cranfield.io.read.input import Input

__all__ = ["evaluate_texts"]

_SEGMENTS = 1 << 14  # that are measured at once
_SCHEMA = pa.schema([("id", pa.string()), ("candidate", pa.string()), ("reference", pa.list_(pa.string()))])


@door(
    ids=optional(NAME), blank_references=NAME, tabs=optional(NAME), policy=POLICY, input_format=optional(NAME),
    system=NAME, units=SWITCH, draws=DRAWN, progress=PROGRESS,
)  # fmt: skip
def evaluate_texts(
    measures: Measures | None = None, *, candidates: Any, references: Any, data: Any = None, ids: str | None = None,
    blank_references: str = "keep", tabs: str | None = None, policy: Policy | str = "default",
    input_format: str | None = None, system: str = "run", units: bool = False, draws: Draws | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Results:  # fmt: skip
    """Measure texts of any size: a file of candidates and one or more of references, or the fields of one table.

    The arguments are those of `cranfield.text`. With `units` the values of segments are kept.
    """
    source = Text("candidate", "reference", "id", blank_references, policy, system)
    plan = source.plan(measures, units=units, draws=draws)  # what cannot be done is said before anything is read
    several = list(references) if isinstance(references, list | tuple) else [references]
    if data is None:
        opened = [
            open_input(each, "texts", input_format=input_format, progress=progress if at == 0 else None)
            for at, each in enumerate((candidates, *several))
        ]
        lines = _Lines(opened[0], opened[1:], tabs)
        tables, roles = lines.tables(), ["candidates", *["references"] * len(several)]
    else:
        names = {"candidate": candidates, **{f"reference {at}": name for at, name in enumerate(several)}}
        names |= {} if ids is None else {"id": ids}
        opened = [open_input(data, "texts", input_format=input_format, columns=names, progress=progress)]
        tables, roles = _fields(opened[0], len(several)), ["data"]
    arrived = list(in_order(plan.states, (table for table in tables if not is_empty(table)), ahead=0))
    if not arrived:
        raise InputError("no-candidates-no-references", source=opened[0].name)
    described = [each.describe() for each in opened]
    if all(each == described[0] for each in described):  # one file that holds everything has no role of its own
        described, roles = described[:1], ["data"]
    return plan.results(arrived, inputs=[{"role": role, **each} for role, each in zip(roles, described, strict=True)])


def _table(names: Sequence[str], candidates: Sequence[Any], references: Sequence[list[Any]]) -> pa.Table:
    return pa.table([list(names), list(candidates), list(references)], schema=_SCHEMA)


def _fields(found: Input, count: int) -> Iterator[pa.Table]:
    """The rows of a table of texts, some at a time; without ids they are counted."""
    seen = 0
    for part in found.lists():
        for start in range(0, len(part["candidate"]), _SEGMENTS):
            own = {role: values[start : start + _SEGMENTS] for role, values in part.items()}
            chosen = own["candidate"]
            absent = next((at for at, one in enumerate(chosen) if not isinstance(one, str)), None)
            if absent is not None:
                raise InputError("candidate-text", source=found.name, given=seen + absent + 1, kind="null")
            columns = [list(map(_listed, own[f"reference {at}"])) for at in range(count)]
            rows = [[one for each in row for one in each] for row in zip(*columns, strict=True)]
            names = (
                [str(seen + at) for at in range(1, len(chosen) + 1)] if "id" not in own else list(map(str, own["id"]))
            )
            yield _table(names, chosen, rows)
            seen += len(chosen)


def _listed(one: Any) -> list[Any]:
    return list(one) if isinstance(one, list | tuple) else [] if one is None else [one]


@dataclass
class _Lines:
    """Files with a segment a line, which are read at the same pace."""

    candidates: Input
    references: Sequence[Input]
    tabs: str | None
    counts: dict[int, set[int]] = field(default_factory=dict)  # of tabs in the lines of each file
    tabbed: bool = False  # whether a candidate has any

    def tables(self) -> Iterator[pa.Table]:
        """Some segments at a time; files of unequal length, and tabs that look like several references, are refused."""
        seen = 0
        for texts, *others in self._beside([self.candidates, *self.references]):
            self.tabbed = self.tabbed or any("\t" in one for one in texts)
            rows: list[list[Any]] = [[] for _ in texts]
            for at, lines in enumerate(others):
                self.counts.setdefault(at, set()).update(line.count("\t") for line in lines)
                for row, line in zip(rows, lines, strict=True):
                    row.extend(line.split("\t") if self.tabs == "split" else [line])
            yield _table([str(seen + at) for at in range(1, len(texts) + 1)], texts, rows)
            seen += len(texts)
        for at, counts in self.counts.items():
            if self.tabs is None and len(counts) == 1 and counts != {0} and not self.tabbed:
                raise InputError("tabs-in-references", source=self.references[at].name, references=counts.pop() + 1)

    def _beside(self, inputs: Sequence[Input]) -> Iterator[list[list[str]]]:
        streams = [_texts(each.lists()) for each in inputs]
        held: list[list[str]] = [[] for _ in inputs]
        totals, ended = [0] * len(inputs), [False] * len(inputs)
        while not all(ended):
            for at, stream in enumerate(streams):
                while len(held[at]) < _SEGMENTS and not ended[at]:
                    more = next(stream, None)
                    ended[at] = more is None
                    held[at] += more or []
                    totals[at] += len(more or [])
            most = min(map(len, held))
            if not most:
                break
            yield [each[:most] for each in held]
            held = [each[most:] for each in held]
        for at, stream in enumerate(streams):
            totals[at] += sum(map(len, stream))
        for at in range(1, len(totals)):
            if totals[at] != totals[0]:
                raise InputError(
                    "unequal-lengths", count=totals[0], candidates=inputs[0].name, references=totals[at],
                    others=inputs[at].name, none=None if totals[at] else True,
                )  # fmt: skip


def _texts(parts: Iterable[Mapping[str, list[str]]]) -> Iterator[list[str]]:
    return (part["text"] for part in parts)
