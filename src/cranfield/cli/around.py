"""What is told around a comparison: units that moved, groups, unjudged documents, one unit side by side."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cranfield.cli.groups import groups_in
from cranfield.errors import InputError, MeasureError
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cranfield.cli.costs import Costs
    from cranfield.core.batch import Batch
    from cranfield.core.compared import Compared, Pair
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.verdict import Verdict
    from cranfield.report.page import Block

    Rows = list[dict[str, Any]]

__all__ = ["Systems"]

_BESIDE = 10  # pairs of systems of which one unit is shown side by side
_MOST = 10_000  # documents among which the fewest judgments that settle a comparison are looked for


@dataclass(frozen=True)
class Systems:
    """Systems that were read: their results, and their data where a verb still needs it."""

    results: Sequence[Results]
    batches: Mapping[str, Batch] = field(default_factory=dict)
    wanted: Mapping[str, Measure] = field(default_factory=dict)
    grouping: Mapping[str, str] | None = None
    language: str = "en"
    costs: Costs | None = None  # what the requests behind each system took, in the order of the systems

    def of(self, name: str) -> Results:
        """The results of a system."""
        return next(each for each in self.results if each.system == name)

    def noun(self, measure: str) -> str:
        """What the units of a measure are called: queries, or labels and sessions in them."""
        return self.results[0][measure].noun

    @cached_property
    def _groups(self) -> Mapping[str, str]:
        if self.grouping is not None or not self.batches:
            return self.grouping or {}
        first = next(iter(self.batches.values()))
        return {first.units[at]: name for name, places in groups_in(first, None).items() for at in places}

    def group_of(self, measure: str) -> Mapping[str, str]:
        """Unit to group, where groups were given and the units of the measure are those that are grouped."""
        return self._groups if self.noun(measure) == self.results[0].noun else {}

    def moved(self, found: Compared, measures: Sequence[str], limit: int) -> Rows:
        """The units that gained and lost most by each of these measures and each pair, with both values."""
        return [row for name in measures for pair in found[name].pairs for row in self._moved(name, pair, limit)]

    def lost(self, found: Compared, verdicts: Sequence[Verdict], shown: Rows, limit: int) -> Rows:
        """The units that lost most by the measures of rules that failed, unless they are shown already."""
        told = {(each["measure"], each["baseline"], each["system"]) for each in shown}
        rows: Rows = []
        for fields in (each.fields for verdict in verdicts if verdict.status == "failed" for each in verdict.reasons):
            contest = found.contests.get(found.name_of(fields["measure"]) or "")
            for pair in contest.pairs if contest is not None else ():
                about = (contest.name, pair.baseline, pair.system) if contest is not None else ("", "", "")
                if about in told or (pair.baseline, pair.system) != (fields["baseline"], fields["system"]):
                    continue
                told.add(about)
                rows += [row for row in self._moved(about[0], pair, limit) if row["direction"] in ("lost", "fell")]
        return rows

    def _moved(self, name: str, pair: Pair, limit: int) -> Rows:
        from cranfield.compare.moved import moved  # noqa: PLC0415 (numpy is loaded only when it is needed)

        first = self.results[0][name]
        if len(first.units) < 2 or not first.paired:  # a measure of the whole has no parts that could move
            return []
        better = self.results[0][name].measure.better
        up, down = {"higher": ("gained", "lost"), "lower": ("lost", "gained")}.get(better or "", ("rose", "fell"))
        sides: dict[str, Rows] = {"gained": [], "lost": [], "rose": [], "fell": [], "one": []}
        for unit, before, after, change in moved(self.of(pair.baseline), self.of(pair.system), name):
            direction = up if change > 0 else down if change < 0 else "one"
            if len(sides[direction]) < limit:
                sides[direction].append({
                    "measure": name, "baseline": pair.baseline, "system": pair.system, "direction": direction,
                    "unit": unit, "before": before, "after": after, "change": change,
                    "group": self.group_of(name).get(unit), "noun": self.noun(name),
                })  # fmt: skip
        return [row for side in sides.values() for row in side]

    def units(self, found: Compared) -> Rows:
        """Every value of every unit."""
        return [
            {"measure": name, "system": each.system, "unit": unit, "value": value,
             "group": self.group_of(name).get(unit), "noun": self.noun(name)}
            for name in found
            for each in self.results
            for unit, value in each[name].units.items()
        ]  # fmt: skip

    @property
    def grouped(self) -> bool:
        """Whether there are several systems whose units are in groups."""
        return len(self.batches) > 1 and (self.grouping is not None or "by" in next(iter(self.batches.values())))

    def groups(self, compare: Callable[[Sequence[Results]], Compared]) -> dict[str, Compared]:
        """The same comparison in each group."""
        from cranfield.core.evaluate import evaluate  # noqa: PLC0415

        first = next(iter(self.batches.values()))
        places = groups_in(first, self.grouping)
        found = {}
        for group, inside in sorted(places.items()):
            results = [evaluate(each.select(inside), self.wanted) for each in self.batches.values()]
            if self.costs is not None and self.costs.found:
                parts = [each.select(groups_in(each, self.grouping).get(group, [])) for each in self.costs.found]
                results = [self.costs.beside(at, each, batch=parts[at])[0] for at, each in enumerate(results)]
            found[group] = compare(results)
        return found

    def bounds(self, found: Compared) -> Rows:
        """What each value could be if all returned documents had been judged."""
        from cranfield.compare.bounds import bounds  # noqa: PLC0415

        rows: Rows = []
        for name in (each for each in found if each in self.wanted):
            for system, batch in self.batches.items():
                try:
                    made = bounds(batch, self.wanted[name])
                except MeasureError as error:
                    if error.key in ("bounds-no-ranking", "bounds-ties", "bounds-judged-only"):
                        raise
                    rows.append({"measure": name, "told": error.told(language=self.language)})
                    break
                rows.append({"measure": name, "system": system, "value": made.value, "low": made.low,
                             "high": made.high, "reached": made.reached, "unjudged": made.unjudged,
                             "told": made.told(language=self.language)})  # fmt: skip
        return rows

    def settlements(self, found: Compared, bounded: Rows) -> Rows:
        """Whether judging the unjudged documents could turn a comparison around, and how many judgments settle it."""
        from cranfield.compare.settle import settle  # noqa: PLC0415

        rows: Rows = []
        able = {each["measure"] for each in bounded if "system" in each}
        for name in (each for each in found if each in able):
            for pair in found[name].pairs:
                one, other = self.batches[pair.baseline], self.batches[pair.system]
                # looking for the fewest judgments takes minutes where a measure sees tens of thousands of documents
                documents = sum(int(each.array("num_ret").sum()) for each in (one, other))
                looked = getattr(self.wanted[name], "k", None) is not None or documents <= _MOST
                try:
                    made = settle(one, other, self.wanted[name], least=looked)
                except MeasureError as error:
                    if error.key not in ("settle-apart", "bounds-too-long"):
                        raise
                    rows.append({"measure": name, "told": error.told(language=self.language)})
                    break
                left = (
                    ""
                    if looked or made.judgments is not None
                    else "; " + say("settle-not-counted", {}, language=self.language)
                )
                rows.append({
                    "measure": name, "baseline": pair.baseline, "system": pair.system, "difference": made.difference,
                    "low": made.low, "high": made.high, "exact": made.exact, "unjudged": made.unjudged,
                    "could_turn": made.could_turn, "judgments": made.judgments,
                    "told": made.told(language=self.language) + left,
                })  # fmt: skip
        return rows

    def beside(self, found: Compared, unit: str, *, top: int, digits: int) -> tuple[list[Block], Rows]:
        """One unit in the two systems of each pair, side by side."""
        from cranfield.report.beside import beside_blocks, beside_rows  # noqa: PLC0415

        blocks: list[Block] = []
        rows: Rows = []
        pairs = next(iter(found.values())).pairs
        if len(pairs) > _BESIDE:
            raise InputError("query-of-few", count=len(pairs), most=_BESIDE)
        for pair in pairs:
            one, other = self.of(pair.baseline), self.of(pair.system)
            batch, second = self.batches[pair.baseline], self.batches[pair.system]
            name = batch.units[batch.place_of(unit)]
            lists = batch.family.listing(batch, name), second.family.listing(second, name)
            blocks += beside_blocks(one, other, name, lists, top=top, digits=digits, language=self.language)
            rows += [dict(row) for row in beside_rows(one, other, name, lists)]
        return blocks, rows
