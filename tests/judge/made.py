"""Made items, people and answers."""

from __future__ import annotations

from itertools import count

from cranfield.judge.store import Answer, Item, Output

_keys = count()


def items_of(number, *, start=0, **more):
    """Items of two queries, the first with the highest priority."""
    return [
        Item(f"q{at % 2}", Output(f"d{at}", f"text {at}", f"title {at}", systems={"a": at}), f"words of q{at % 2}",
             priority=float(-at), **more)
        for at in range(start, start + number)
    ]  # fmt: skip


def person(study, name, role="annotator"):
    return study.add_annotator(name, role).annotator.id


def answer(item, grade=1, *, event=None, **more):
    """A grade for an item of a study of grades."""
    values = {"relevance": grade} if more.get("kind", "grade") == "grade" else {}
    return Answer(getattr(item, "id", item), event or f"event {next(_keys)}", values=values, **more)
