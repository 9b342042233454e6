"""What to do with parts of predictions, once it is known what the whole is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.arguments import door
from cranfield.core.batch import Batch
from cranfield.core.coded import Coded, Numbers
from cranfield.core.evaluate import parts_by_value, resolved, results_of
from cranfield.core.order import in_order
from cranfield.core.registry import family
from cranfield.core.result import Part
from cranfield.core.spec import parse_named
from cranfield.core.states.drawn import drawn_of
from cranfield.core.states.small import merge
from cranfield.errors import InputError, MeasureError
from cranfield.io.columns.made_labels import check_weights
from cranfield.measures.labels.sessions import Largest, largest_session
from cranfield.scale.cuts import Cut, cuts_of, name_of_plan, packed_bucket, packed_names, require_apart, unpacked_names
from cranfield.scale.rules import ABOVE, BUCKET, CUT
from cranfield.scale.wire import Entry, abouts, is_empty, nothing, pack, unit_values, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.core.states.drawn import Drawn, Draws
    from cranfield.core.states.drawn_pairs import DrawnPairs
    from cranfield.core.states.state import State
    from cranfield.io.columns.spelling import Spelling
    from cranfield.scale.labels import Labels
    from cranfield.scale.survey import Survey

    Adapt = Callable[[dict[str, Measure], Batch], Mapping[str, Measure]]

__all__ = ["LabelsPlan"]


@dataclass(frozen=True)
class LabelsPlan:
    """What to do with each part: measures that know the whole, and how the data must be cut for them."""

    source: Labels
    survey: Survey
    asked: Mapping[str, tuple[Measure, Measure]]
    spelling: Spelling
    cuts: tuple[Cut, ...]
    units: bool = False
    max_group_rows: int | None = None
    draws: Draws | None = None

    @classmethod
    def of(
        cls, source: Labels, survey: Survey, measures: Measures | None, adapt: Adapt | None, *, units: bool,
        max_group_rows: int | None, draws: Draws | None = None,
    ) -> LabelsPlan:  # fmt: skip
        """Decide as the whole would."""
        spelling = source.spelling(survey)
        if source.weight is not None:
            check_weights(survey.weight)
        stand = _stand_in(source, survey, spelling)
        named = parse_named(stand.family.defaults(stand) if measures is None else measures, stand.family)
        asked = resolved(stand, named if adapt is None else adapt(named, stand))
        used = [measure for _, measure in asked.values()]
        columns = {"group": source.group, "score": source.score if isinstance(source.score, str) else None}
        cuts = cuts_of(used, stand, columns, drawn=draws is not None)
        needs_above = [str(each) for each in used if each.name == "AveragePrecision"]
        if source.by is not None and needs_above and any(cut.together == "score" for cut in cuts):
            raise MeasureError("needs-all-rows", names=needs_above, count=len(needs_above), binned=None)
        return cls(source, survey, asked, spelling, cuts, units, max_group_rows, draws)

    @cached_property
    def stand_in(self) -> Batch:
        """A batch that says what the whole is: each label once."""
        made = _stand_in(self.source, self.survey, self.spelling)
        return replace(made, findings=tuple(self.survey.findings(self.spelling)))

    @property
    def used(self) -> list[Measure]:
        """The measures with what the data filled in."""
        return [measure for _, measure in self.asked.values()]

    @cached_property
    def name(self) -> str:
        """What states of this plan, and of no other, are marked with."""
        told: dict[str, Any] = {
            "draws": self.draws,
            "roles": self.source.roles,
            "same": self.spelling.same,
            "narrow": self.survey.narrow,
        }
        return name_of_plan(self.used, self.source.decided, **told)

    @property
    def positives(self) -> set[str]:
        """How the positive label of the measures that are cut by score is written."""
        chosen = {vars(each)["positive"] for each in self.used if each.together(self.stand_in) == "score"}
        return {name for name in self.survey.labels["truth"] if self.spelling.same.get(name, name) in chosen}

    def batch(
        self, columns: Mapping[str, Any], found: Mapping[str, Coded] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Batch:  # fmt: skip
        """The batch of a part, from its columns by role, as if it had been cut out of the whole."""
        made = {**self.source.made(columns, self.spelling, found), **(more or {})}
        if isinstance(made.get("score"), np.ndarray) and not self.survey.narrow:
            made["score"] = made["score"].astype(np.float64, copy=False)
        units = Numbers(range(1, len(made["truth"]) + 1))
        return Batch(family("labels"), units, made, policy=self.source.decided, system=self.source.system)

    @door()
    def sides(self, table: Any) -> tuple[int, int]:
        """The positives and negatives of a part, from which `above` is worked out for ranges of the score."""
        batch = self.batch(self.source.columns(table))
        positive = next(str(vars(each)["positive"]) for each in self.used if each.together(batch) == "score")
        marked = int(np.count_nonzero(batch.coded("truth").is_label(positive)))
        return marked, len(batch) - marked

    @door(cut=CUT, bucket=BUCKET, above=ABOVE)
    def states(
        self, table: Any, cut: Cut | None = None, *, bucket: int | Sequence[int] | None = None,
        above: tuple[int, int] | None = None,
    ) -> pa.Table:  # fmt: skip
        """What a part sends home.

        `bucket` is the number of the bucket that the part is, or those of several, where rows were dealt out by a hash
        of the group: two parts of one bucket are refused. Without it the part names its groups. `above` are the
        positives and negatives in all parts with higher scores, which AveragePrecision needs.
        """
        if is_empty(table):
            return nothing()
        chosen = cut or self.cuts[0]
        # what needs sessions goes with them, but for draws
        columns = self.source.columns(table, grouped=chosen.together != "score" or self.draws is not None)
        return self.states_of(self.batch(columns), chosen, bucket=bucket, above=above)

    def states_of(
        self, batch: Batch, cut: Cut, *, bucket: int | Sequence[int] | None = None,
        above: tuple[int, int] | None = None,
    ) -> pa.Table:  # fmt: skip
        """The same from the batch of a part."""
        about: dict[str, Any] = {"cut": cut.together, "rows": len(batch)}
        if cut.together == "group":
            about |= self._group_facts(batch, bucket)
        used = self.used
        chosen = [used[at] for at in cut.measures]
        whole = [measure.stats(batch) for measure in chosen]
        entries = [
            Entry(at, None, len(batch), self._small(measure, state, above))
            for at, measure, state in zip(cut.measures, chosen, whole, strict=True)
        ]
        for value, parts in (parts_by_value(batch, chosen) or {}).items():
            entries += [
                Entry(at, value, part.size, self._small(measure, part.state, above))
                for at, measure, part in zip(cut.measures, chosen, parts, strict=True)
            ]
        return pack(self.name, entries, about, self.drawn(cut, whole))

    def drawn(self, cut: Cut, states: Sequence[State]) -> dict[int, Drawn | DrawnPairs]:
        """The draws of whole sessions, for the measures that can be drawn."""
        if self.draws is None or cut.together == "unit":
            return {}
        found = {}
        for at, state in zip(cut.measures, states, strict=True):
            with suppress(MeasureError):  # whoever asks for the interval hears why there is none
                found[at] = drawn_of(state, self.draws)
        return found

    def _small(self, measure: Measure, state: State, above: tuple[int, int] | None) -> State:
        need = measure.together(self.stand_in)
        if need == "score":
            if above is None and measure.name == "AveragePrecision":
                raise MeasureError("needs-rows-above", measure=str(measure))
            return measure.ranged(state, above or (0, 0))
        return state if self.units and need == "group" else measure.small(state)

    def _group_facts(self, batch: Batch, bucket: int | Sequence[int] | None) -> dict[str, Any]:
        found = largest_session(batch)
        if self.max_group_rows is not None and found.rows > self.max_group_rows:
            raise InputError("group-too-large", name=found.name, rows=found.rows, most=self.max_group_rows)
        seen = packed_names(batch.coded("group").names) if bucket is None else packed_bucket(bucket)
        return {"largest": astuple(found), "seen": seen}

    @property
    def of_groups(self) -> list[str]:
        """The names of the measures that have a value for each session."""
        named = self.asked.items()
        return [name for name, (_, measure) in named if measure.together(self.stand_in) == "group"]

    @door()
    def values(self, table: Any) -> pa.Table:
        """The values of the sessions of a part, a row for each and a column for each measure that has them."""
        batch = self.batch(self.source.columns(table))
        return unit_values({name: self.asked[name][1] for name in self.of_groups}, batch)

    @door()
    def results(self, arrived: Iterable[Any], *, inputs: Sequence[Mapping[str, Any]] = ()) -> Results:
        """What the whole gives, from what its parts sent."""
        found = unpack(self.name, arrived)
        self._check(found.about)
        values = in_order(sorted({by for _, by in found.states if by is not None}))
        places = range(len(self.asked))
        states = [merge(found.states[at, None]) for at in places]
        parts = {
            value: [Part(merge(found.states[at, value]), found.rows[at, value]) for at in places] for value in values
        }
        made = results_of(
            replace(self.stand_in, facts=self._facts(found.about)), self.asked, states,
            parts=parts if self.source.by is not None else None, inputs=inputs,
            units=Numbers(range(1, self.survey.rows + 1)),
        )  # fmt: skip
        return found.with_draws(made)

    def _check(self, about: Sequence[Mapping[str, Any]]) -> None:
        for cut in self.cuts:
            own = [each for each in about if each["cut"] == cut.together]
            rows = sum(each["rows"] for each in own)
            if rows != self.survey.rows:
                raise InputError("parts-lack-rows", count=rows, total=self.survey.rows)
            if cut.together == "group":
                require_apart((unpacked_names(each["seen"]) for each in own), "sessions")

    @staticmethod
    def _facts(about: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        every = [Largest(*each["largest"]) for each in about if "largest" in each]
        return {"largest": Largest.together(every)} if every else {}

    @door()
    def largest(self, arrived: Iterable[Any]) -> Largest | None:
        """The largest session of all parts."""
        found: Largest | None = self._facts(abouts(arrived)).get("largest")
        return found


def _stand_in(source: Labels, survey: Survey, spelling: Spelling) -> Batch:
    """Each label that a column has once, with a score, a session and a weight like those of the data."""
    kind = np.float32 if survey.narrow else np.float64
    written = {role: [name for name in spelling.names if name in {spelling.same.get(each, each) for each in names}]
               for role, names in survey.written.items()}  # fmt: skip
    size = max(map(len, written.values()))
    found = {role: Coded(np.arange(size) % len(names), names) for role, names in written.items()}
    columns: dict[str, Any] = {role: np.zeros(size) for role in source.roles if role not in found}
    columns |= {role: np.zeros(size, kind) for role in source.roles if role.startswith("score")}
    columns |= {"group": np.zeros(size, np.int64)} if source.group is not None else {}
    columns |= {"weight": np.ones(size)} if source.weight is not None else {}
    columns.pop("by", None)
    made = source.made(columns, spelling, found)
    return Batch(
        family("labels"), Numbers(range(1, size + 1)), made, policy=source.decided, system=source.system,
        inputs=(),
    )  # fmt: skip
