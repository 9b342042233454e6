"""Both sides read: what people and judges said, and the values of systems under each of them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.correlate import side as direction
from cranfield.core.evaluate import evaluate
from cranfield.core.registry import family
from cranfield.core.spec import parse_named
from cranfield.errors import InputError
from cranfield.io.captions import captions
from cranfield.io.ranking import ranking, system_name
from cranfield.trust.beside import Side
from cranfield.trust.field import by_system, cells_of
from cranfield.trust.maps import linear, rounding
from cranfield.trust.qrels import read_qrels, regraded, said_in
from cranfield.trust.rated import read_ratings, text_lengths

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.core.policy import Policy
    from cranfield.core.result import Results
    from cranfield.core.spec import Measures
    from cranfield.io.join.judgments import Judgments
    from cranfield.trust.maps import Scale
    from cranfield.trust.rated import Columns
    from cranfield.trust.said import Said, Thing

__all__ = ["Sides", "of_judgments", "of_ratings"]

_COVERED = "Judged@10"
_MEAN = "Mean"


@dataclass(frozen=True)
class Sides:
    """People, the judges, and what they are compared on."""

    human: Side
    judges: tuple[Side, ...]
    seconds: tuple[Said | None, ...]  # what each judge said when asked again
    scales: tuple[str | None, ...]  # how grades of each judge were mapped
    systems: tuple[str, ...]
    signs: Mapping[str, int]
    results: tuple[Results, ...]
    lengths: Mapping[Thing, int] | None
    noun: str
    things: str


def of_judgments(
    human: Any, found: Mapping[str, Any], runs: Mapping[str, Any], measures: Measures,
    scales: Sequence[Scale | str | None], human_scale: Scale | str | None, again: Sequence[Any], *, docs: Any,
    policy: Policy, qrels_format: str | None, run_format: str | None, columns: Mapping[str, str] | None, rounded: bool,
) -> Sides:  # fmt: skip
    """From judgments and runs."""
    how: dict[str, Any] = {"input_format": qrels_format, "columns": columns}
    named = parse_named(measures, family("ranking"))
    signs = {name: direction(measure, name) for name, measure in named.items()}
    gold, people_again = read_qrels(human, policy, **how)
    name = system_name(human) if isinstance(human, str | os.PathLike) else "human"
    people = said_in(gold, name, people_again)
    own = _settled(human_scale, people.grade, people.grade)
    gold, people = regraded(gold, own, name), people.mapped(own)
    golds: list[Judgments] = [gold]
    said, seconds, told = [], [], []
    for (judge, given), scale, second in zip(found.items(), scales, again, strict=True):
        theirs, repeats = read_qrels(given, policy, **how)
        one = said_in(theirs, judge, repeats)
        settled = _settled(scale, one.grade, people.grade, rounded=rounded)
        one = one.mapped(settled)
        golds.append(regraded(theirs, settled, judge))
        said.append(one)
        told.append(None if settled is None else settled.text)
        seconds.append(
            None if second is None else said_in(read_qrels(second, policy, **how)[0], judge, []).mapped(settled)
        )
    systems = tuple(runs)
    sides, kept = [], []
    for each, grades in zip((people, *said), golds, strict=True):
        results, judged = _measured(grades, runs, named, policy, run_format, columns)
        kept.append(results)
        cells = {measure: cells_of(results, measure) for measure in named} if systems else {}
        sides.append(Side(each, cells, judged))
    return Sides(
        sides[0], tuple(sides[1:]), tuple(seconds), tuple(told), systems, signs, tuple(kept[0]),
        None if docs is None else _lengths(docs, (people, *said)), "queries", "documents",
    )  # fmt: skip


def _settled(scale: Scale | str | None, theirs: Any, ours: Any, *, rounded: bool = False) -> Scale | None:
    """The map, where a straight line and what is rounded to are now known."""
    found = linear(theirs, ours) if isinstance(scale, str) else scale
    return rounding(found, ours) if rounded else found


def _measured(
    gold: Judgments, runs: Mapping[str, Any], named: Mapping[str, Any], policy: Policy, run_format: str | None,
    columns: Mapping[str, str] | None,
) -> tuple[list[Results], dict[str, float]]:  # fmt: skip
    """The systems under one side's judgments, and how much of what they return at the top it judged."""
    results, judged = [], {}
    for name, run in runs.items():
        own = replace(policy, duplicates=gold.policy.duplicates) if policy.duplicates == "error" else policy
        batch = ranking(gold, run, policy=own, run_format=run_format, columns=columns, system=name)
        results.append(evaluate(batch, dict(named)))
        judged[name] = evaluate(batch, [_COVERED])[_COVERED].value
    return results, judged


def _lengths(docs: Any, sides: Sequence[Said]) -> dict[Thing, int]:
    """How many characters title and text of each document have."""
    wanted = {thing[-1] for side in sides for thing in side.things}
    texts = captions(docs, wanted)
    if not texts:
        raise InputError("judges-strange-texts", source=str(docs), example=min(wanted))
    size = {name: len(each.title) + len(each.text) for name, each in texts.items()}
    return {thing: size[thing[-1]] for side in sides for thing in side.things if thing[-1] in size}


def of_ratings(
    human: Any, found: Mapping[str, Any], named: Columns, scales: Sequence[Scale | str | None],
    human_scale: Scale | str | None, again: Sequence[Any], *, scale: Sequence[Any] | None, absent: Sequence[Any],
    input_format: str | None, rounded: bool,
) -> Sides:  # fmt: skip
    """From tables of ratings; systems are those whose texts both sides rated."""
    how: dict[str, Any] = {"scale": scale, "absent": absent, "input_format": input_format}
    name = system_name(human) if isinstance(human, str | os.PathLike) else "human"
    people, several = read_ratings(human, named, name, **how)
    people = people.mapped(_settled(human_scale, people.grade, people.grade))
    own = {**how, "scale": None}  # a judge may have another scale
    said, seconds, told = [], [], []
    for (judge, given), each, second in zip(found.items(), scales, again, strict=True):
        one, _ = read_ratings(given, named, judge, alone=True, **(own if each is not None else how))
        settled = _settled(each, one.grade, people.grade, rounded=rounded)
        said.append(one.mapped(settled))
        told.append(None if settled is None else settled.text)
        seconds.append(
            None if second is None else read_ratings(second, named, judge, alone=True, **own)[0].mapped(settled)
        )
    rated = [{thing[0] for thing in each.things} for each in (people, *said)]
    systems = tuple(sorted(set.intersection(*rated))) if named.system is not None else ()
    sides = [
        Side(each, {_MEAN: _means(each, systems)} if systems else {}, several=several if each is people else None)
        for each in (people, *said)
    ]  # fmt: skip
    lengths: dict[Thing, int] | None = None
    if named.text is not None:
        lengths = dict(text_lengths(next(iter(found.values())), named, input_format=input_format))
    noun = "queries" if named.query is not None else "items"
    return Sides(
        sides[0], tuple(sides[1:]), tuple(seconds), tuple(told), systems, {_MEAN: 1}, (), lengths, noun, "items"
    )


def _means(said: Said, systems: Sequence[str]) -> Any:
    """The mean grade of each system in each query."""
    values: dict[str, dict[str, list[float]]] = {name: {} for name in systems}
    for thing, grade in zip(said.things, said.grade.tolist(), strict=True):
        if thing[0] in values:
            values[thing[0]].setdefault(thing[-2], []).append(grade)
    return by_system(
        {name: {unit: float(np.mean(each)) for unit, each in units.items()} for name, units in values.items()}, systems
    )
