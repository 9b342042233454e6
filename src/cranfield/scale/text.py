"""Texts in parts: segments have ids, and what is odd about them adds up."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import NAME, SWITCH, Rule, door, is_text, require
from cranfield.core.batch import Batch
from cranfield.core.evaluate import resolved, results_of
from cranfield.core.finding import Finding
from cranfield.core.order import in_order
from cranfield.core.policy import POLICY, Policy
from cranfield.core.ragged import Ragged
from cranfield.core.registry import family
from cranfield.core.spec import parse_named
from cranfield.core.states.drawn import drawn_of
from cranfield.core.states.small import merge
from cranfield.core.states.totals import Totals
from cranfield.errors import InputError, MeasureError
from cranfield.io.text import text
from cranfield.measures.text.base import unspaced_references
from cranfield.scale.cuts import (
    Cut,
    cuts_of,
    name_of_plan,
    packed_bucket,
    packed_names,
    require_apart,
    require_fed,
    unpacked_names,
)
from cranfield.scale.rules import BUCKET, CUT, DRAWN
from cranfield.scale.wire import Entry, is_empty, nothing, pack, unit_values, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.core.states.drawn import Draws

__all__ = ["Text", "TextPlan"]

_FEW = 5  # empty candidates that are named
_FIELDS = Rule(
    "be-fields",
    lambda value: is_text(value) or (isinstance(value, list | tuple) and bool(value) and all(map(is_text, value))),
)
_RULES = {
    "candidates": NAME, "references": _FIELDS, "ids": NAME, "blank_references": NAME, "policy": POLICY, "system": NAME,
}  # fmt: skip


@dataclass(frozen=True)
class Text:
    """What the fields of a table of texts mean, as for `cranfield.text`; parts can only be told apart by ids."""

    candidates: str
    references: str | Sequence[str]
    ids: str
    blank_references: str = "keep"
    policy: Policy | str = "default"
    system: str = "run"

    def __post_init__(self) -> None:
        """Refuse what names no field."""
        require("Text", _RULES, vars(self))

    @door()
    def batch(self, table: Any) -> Batch:
        """The batch of a part."""
        return text(
            data=table, candidates=self.candidates, references=self.references, ids=self.ids,
            blank_references=self.blank_references, policy=self.policy, system=self.system,
        )  # fmt: skip

    @door(units=SWITCH, draws=DRAWN)
    def plan(
        self, measures: Measures | None = None, *, units: bool = False, draws: Draws | None = None
    ) -> TextPlan:  # fmt: skip
        """What to do with each part; with `units`, segments keep names and values, with `draws` they are drawn."""
        stand = _stand_in(self, {"rows": 1, "references": [1, 1], "unspaced": 0, "every": 1})
        if measures is not None:
            require_fed(parse_named(measures, stand.family).values(), lambda name: name not in stand)
        asked = resolved(stand, measures)
        cuts = cuts_of([used for _, used in asked.values()], stand, {})
        return TextPlan(self, asked, cuts, units, draws)


@dataclass(frozen=True)
class TextPlan:
    """What to do with each part: any rows may be in any part."""

    source: Text
    asked: Mapping[str, tuple[Measure, Measure]]
    cuts: tuple[Cut, ...]
    units: bool = False
    draws: Draws | None = None

    @property
    def used(self) -> list[Measure]:
        """The measures."""
        return [measure for _, measure in self.asked.values()]

    @cached_property
    def name(self) -> str:
        """What states of this plan, and of no other, are marked with."""
        source = self.source
        policy = Policy.named(source.policy) if isinstance(source.policy, str) else source.policy
        return name_of_plan(
            self.used, policy, fields=[source.candidates, source.references, source.blank_references], draws=self.draws
        )

    @door(cut=CUT, bucket=BUCKET)
    def states(self, table: Any, cut: Cut | None = None, *, bucket: int | Sequence[int] | None = None) -> pa.Table:
        """What a part sends home; without the numbers of its buckets it names its segments."""
        _ = cut
        if is_empty(table):
            return nothing()
        batch = self.source.batch(table)
        used = self.used
        states = [measure.stats(batch) for measure in used]
        small = states if self.units else [each.small(state) for each, state in zip(used, states, strict=True)]
        entries = [Entry(at, None, len(batch), state) for at, state in enumerate(small)]
        drawn = {}
        for at, state in enumerate(states if self.draws is not None else ()):
            with suppress(MeasureError):  # whoever asks for the interval hears why there is none
                drawn[at] = drawn_of(state, self.draws)  # type: ignore[arg-type]
        return pack(self.name, entries, _facts(batch, bucket), drawn)

    @door()
    def values(self, table: Any) -> pa.Table:
        """The values of the segments of a part, a row for each."""
        return unit_values({name: used for name, (_, used) in self.asked.items()}, self.source.batch(table))

    @door()
    def results(self, arrived: Iterable[Any], *, inputs: Sequence[Mapping[str, Any]] = ()) -> Results:
        """What the whole gives, from what its parts sent."""
        found = unpack(self.name, arrived)
        require_apart((unpacked_names(each["seen"]) for each in found.about), "segments")
        facts = _together(found.about)
        stand = replace(_stand_in(self.source, facts), findings=_findings(self.source, facts), inputs=tuple(inputs))
        states = [merge(found.states[at, None]) for at in range(len(self.asked))]
        units = next((state.units for state in states if not isinstance(state, Totals)), states[0].units)
        return found.with_draws(results_of(stand, self.asked, states, units=units))


def _facts(batch: Batch, bucket: int | Sequence[int] | None) -> dict[str, Any]:
    """What is known of a part besides states."""
    sizes = batch.ragged("reference").sizes
    odd = {each.key: [each.count, list(each.examples)] for each in batch.findings}
    return {
        "rows": len(batch), "references": [int(sizes.min()), int(sizes.max())], "every": int(sizes.sum()),
        "unspaced": unspaced_references(batch), "odd": odd,
        "seen": packed_names(batch.units) if bucket is None else packed_bucket(bucket),
    }  # fmt: skip


def _together(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What is known of all parts."""
    if not parts:
        raise InputError("no-parts")
    odd: dict[str, list[Any]] = {}
    for each in parts:
        for key, (count, examples) in each["odd"].items():
            before = odd.setdefault(key, [0, []])
            odd[key] = [before[0] + count, in_order(before[1] + examples)[:_FEW]]
    low, high = min(each["references"][0] for each in parts), max(each["references"][1] for each in parts)
    summed = {name: sum(each[name] for each in parts) for name in ("rows", "every", "unspaced")}
    return {**summed, "references": [low, high], "odd": odd}


def _findings(source: Text, facts: Mapping[str, Any]) -> tuple[Finding, ...]:
    found = []
    if "empty-candidate" in facts["odd"]:
        count, examples = facts["odd"]["empty-candidate"]
        found.append(Finding("empty-candidate", count, {"total": facts["rows"]}, "warning", tuple(examples)))
    if "empty-reference" in facts["odd"]:
        kept = source.blank_references == "keep"
        count = facts["odd"]["empty-reference"][0]
        found.append(Finding("empty-reference", count, {"kept": kept}, "warning" if kept else "note"))
    return tuple(found)


def _stand_in(source: Text, facts: Mapping[str, Any]) -> Batch:
    """Two segments that have as many references as those of the whole, and the counts of the whole as facts."""
    sizes = facts["references"]
    texts = np.array([""] * sum(sizes), object)
    return Batch(
        family("text"), ["1", "2"],
        {"candidate": texts[:2], "reference": Ragged(texts, np.array([0, sizes[0], sum(sizes)]))},
        facts={"unspaced": facts["unspaced"], "references": facts["every"]},
        policy=Policy.named(source.policy) if isinstance(source.policy, str) else source.policy, system=source.system,
    )  # fmt: skip
