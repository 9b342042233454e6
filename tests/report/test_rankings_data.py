"""The numbers that a page draws rankings from, read back and compared with plain loops over the same data."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from cranfield import ranking
from cranfield.report.html.rankings import rankings_data


def made(seed, grades, queries=23):
    rng = random.Random(seed)
    docs = [f"d{at}" for at in range(40)] + ["文档", "<b>", "d1 x"]
    names = [f"q{at}" for at in range(queries)]
    gold = {query: {doc: rng.choice(grades) for doc in rng.sample(docs, rng.randint(1, 20))} for query in names}
    runs = []
    for _ in range(3):
        answered = rng.sample(names, queries - 3)
        runs.append({
            query: {doc: float(rng.randint(0, 12)) for doc in rng.sample(docs, rng.randint(1, 30))}
            for query in answered
        })  # fmt: skip
    return gold, runs


def read_back(view):
    """Of each query and system the names that stand first and the ranks of the others; and the grades by name."""
    names, before = [], ""
    for each in view["docs"]:
        before = before[: int(each[0], 36)] + each[1:]
        names.append(before)
    found = {}
    for at, unit in enumerate(view["units"]):
        held, number = view["queries"][at], 0
        own = []
        for step in held["docs"]:
            number += step
            own.append(names[number])
        grades = held["grades"]
        if isinstance(grades, str):
            grades = [None if each == "?" else int(each) for each in grades]
        systems = []
        for each in view["systems"]:
            far = each["far"][at]
            systems.append((
                [own[doc] for doc in each["top"][at]],
                {own[doc]: rank for doc, rank in zip(far[::2], far[1::2], strict=True)},
                each["length"][at],
            ))  # fmt: skip
        assert len(own) == len(set(own)) == len(grades)
        found[unit] = systems, dict(zip(own, grades, strict=True))
    return found


@pytest.mark.parametrize("missing", ["zero", "skip"])
@pytest.mark.parametrize("judged_only", [False, True])
@pytest.mark.parametrize("grades", [(0, 0, 1, 2, 3), (0, 0.5, 12)])
@pytest.mark.parametrize("top", [1, 5, 100])
def test_the_page_holds_what_the_data_says(grades, top, judged_only, missing):
    from cranfield import Policy

    gold, runs = made(top, grades)
    policy = Policy(missing=missing, judged_only=judged_only)
    batches = [ranking(gold, run, keep=top, system=f"s{at}", policy=policy) for at, run in enumerate(runs)]
    view = rankings_data(SimpleNamespace(batches=batches, top=top, documents=None))
    units = list(batches[0].units)
    assert view["units"] == units
    found = read_back(view)
    for query in units:
        systems, shown = found[query]
        best = sorted(gold[query], key=lambda doc: -gold[query][doc])
        best = [doc for doc in best if gold[query][doc] > 0][:top]
        assert set(best) <= set(shown)
        seen = set()
        for run, (first, far, length) in zip(runs, systems, strict=True):
            # ties are broken by the name, the larger one first
            ranked = sorted(run.get(query, {}), key=lambda doc: (run[query][doc], doc.encode()), reverse=True)
            if judged_only:
                ranked = [doc for doc in ranked if doc in gold[query]]
            assert first == ranked[:top]
            assert length == len(ranked)
            seen |= set(first)
            ranks = {doc: rank for rank, doc in enumerate(ranked, 1)}
            expected = {doc: ranks[doc] for doc in ranked[top:] if gold[query].get(doc, 0) > 0 and doc in shown}
            assert far == expected
        assert set(shown) == seen | set(best)
        assert shown == {doc: gold[query].get(doc) for doc in shown}


def test_nothing_returned_and_nothing_relevant_leaves_empty_lists():
    batch = ranking({"a": {"x": 0}, "b": {"x": 1}}, {"b": {"y": 1.0}}, keep=3)
    view = rankings_data(SimpleNamespace(batches=[batch], top=3, documents=None))
    assert view["queries"] == [{"docs": [], "grades": ""}, {"docs": [0, 1], "grades": "?1"}]
    assert view["systems"] == [{"top": [[], [0]], "far": [[], []], "length": [0, 1]}]
