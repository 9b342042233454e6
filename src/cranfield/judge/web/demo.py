"""A study to look at: the built-in collection, and two sample annotators who have begun."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from cranfield.demo import FOLDER, JUDGMENTS, RUNS
from cranfield.io.captions import captions
from cranfield.judge.store import Answer, Choice, Dimension, Item, Output, Settings, Study
from cranfield.words import say

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["KINDS", "demo_study"]

KINDS = ("grade", "rate", "prefer")
PEOPLE = ("Ann", "Ben")
_DEPTH, _QUERIES, _SHARE, _SEED = 5, 24, 0.6, 21  # of the items, both have judged a share
_SLIPS = {"Ann": 0.12, "Ben": 0.3}  # how often they differ from the judgments of the collection


def demo_study(path: str | PathLike[str], *, kind: str = "grade", language: str = "en") -> Study:
    """A new study in a file, with answers of two people that differ now and then."""
    study = Study.create(path, _settings(kind, language))
    grades = _judged()
    items = _items(kind)
    begun = {each.query for each in items[: round(len(items) * _SHARE)]}
    study.add_items([each for each in items if each.query in begun])
    for name in PEOPLE:
        chance = random.Random(f"{name} {_SEED}")  # noqa: S311 (a sample, no secret)
        _answers(study, study.add_annotator(name).annotator.id, grades, _SLIPS[name], chance)
    study.add_items([each for each in items if each.query not in begun])
    return study


def _settings(kind: str, language: str) -> Settings:
    def told(key: str) -> str:
        return say(key, {}, language=language)

    labels = [told(key) for key in ("demo-grade-0", "demo-grade-1", "demo-grade-2", "demo-grade-3")]
    lines = [f"{at}  {label}" for at, label in enumerate(labels)] if kind == "grade" else []
    guide = [
        told("demo-guide-ask"),
        *([""] if lines else []),
        *lines,
        "",
        told("demo-guide-alone"),
        "",
        told("demo-guide-skip"),
    ]
    shared: dict[str, Any] = {
        "title": told("demo-title"), "guidelines": "\n".join(guide), "language": language, "overlap": 3,
        "order": "priority", "seed": _SEED,
    }  # fmt: skip
    if kind == "grade":
        scale = tuple(Choice(float(at), label) for at, label in enumerate(labels))
        return Settings("grade", (Dimension("relevance", scale),), **shared)
    names = [told(key) for key in ("demo-helpful", "demo-clear", "demo-complete")]
    if kind == "rate":
        points = tuple(Choice(float(at), str(at)) for at in range(1, 6))
        return Settings("rate", tuple(Dimension(name, points) for name in names), **shared)
    sides = tuple(Choice(value, name) for name, value in (("left", 1.0), ("tie", 0.0), ("right", -1.0)))
    return Settings("prefer", tuple(Dimension(name, sides) for name in names[:2]), **shared)


def _ranked() -> dict[str, dict[str, dict[str, int]]]:
    """Query, document and system to the rank, as far down as the pool goes."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for run in RUNS:
        for line in run.read_text(encoding="utf-8").splitlines():
            query, _, doc, rank, _, system = line.split()
            if int(rank) <= _DEPTH:
                found.setdefault(query, {}).setdefault(doc, {})[system] = int(rank)
    return dict(sorted(found.items())[:_QUERIES])


def _judged() -> dict[tuple[str, str], int]:
    lines = (line.split() for line in JUDGMENTS.read_text(encoding="utf-8").splitlines())
    return {(query, doc): int(grade) for query, _, doc, grade in lines}


def _items(kind: str) -> list[Item]:
    queries, docs = captions(FOLDER / "queries.tsv"), captions(FOLDER / "docs.jsonl")
    made = []
    for query, ranks in _ranked().items():
        words = queries[query].text or queries[query].title
        outputs = [Output(doc, docs[doc].text, docs[doc].title, systems=ranks[doc]) for doc in sorted(ranks)]
        best = {doc: -float(min(by.values())) for doc, by in ranks.items()}
        if kind == "prefer":
            first, second = sorted(outputs, key=lambda each: -best[each.id])[:2]
            made.append(Item(query, first, words, second))
        else:
            made += [Item(query, each, words, priority=best[each.id]) for each in outputs]
    return made


def _answers(
    study: Study, annotator: int, grades: dict[tuple[str, str], int], slips: float, chance: random.Random
) -> None:
    """Judge a part of the items as the collection does, with slips."""
    settings = study.settings
    for at in range(study.status().items):
        (item,) = study.next_items(annotator, 1)
        known = [grades.get((item.query, each.id), 0) for each in (item.output, item.other) if each is not None]
        slip = [chance.choice((-1, 1, 1, 2)) if chance.random() < slips else 0 for _ in settings.dimensions]
        values = {
            each.name: _value(settings.kind, known, by) for each, by in zip(settings.dimensions, slip, strict=True)
        }
        comment = say("demo-comment", {}, language=settings.language) if any(slip) and chance.random() < 0.3 else ""
        seconds = round(chance.lognormvariate(1.6, 0.5), 1)
        study.record(
            annotator,
            Answer(item.id, f"sample {at}", values=values, comment=comment, side=item.side, seconds=seconds),
        )


def _value(kind: str, known: list[int], slip: int) -> float | str:
    """What a sample annotator says, given the grades of the collection."""
    if kind == "grade":
        return float(min(max(known[0] + slip, 0), 3))
    if kind == "rate":
        return float(min(max(known[0] + 2 + slip, 1), 5))
    ahead = known[0] - known[1] + slip
    return "tie" if not ahead else "left" if ahead > 0 else "right"
