"""Depth, reciprocal rank fusion and rank-biased weights are what plain loops say, in an order that can be repeated."""

from __future__ import annotations

import random

import pytest

from cranfield import pool
from pools.loops import PRIORITY, ranks_of


def random_runs(seed):
    """Runs with ties, other queries each, ids of other scripts and of all lengths."""
    rng = random.Random(seed)
    docs = [f"d{at}" for at in range(12)] + ["文档", "é" * 40, "Ω" * 3, "a b".replace(" ", "\u00a0"), "x" * 70]
    runs = []
    for _ in range(rng.randint(1, 5)):
        queries = rng.sample(["q1", "q2", "问题", "10", "9"], rng.randint(1, 4))
        runs.append({
            query: {doc: float(rng.randint(0, 5)) for doc in rng.sample(docs, rng.randint(1, len(docs)))}
            for query in queries
        })  # fmt: skip
    return runs


@pytest.mark.parametrize("method", ["depth", "rrf", "rbp"])
@pytest.mark.parametrize("depth", [1, 3, 1000, None])
@pytest.mark.parametrize("seed", range(6))
def test_a_method_is_its_plain_loop(method, depth, seed):
    runs = random_runs(seed)
    budget = None if depth else 10**6
    found = pool(runs, method=method, depth=depth, budget=budget, seed=seed)
    wanted = {pair: PRIORITY[method](ranks) for pair, ranks in ranks_of(runs, depth).items()}
    assert sorted(found.pairs) == sorted(wanted)
    assert found.priority.tolist() == pytest.approx([wanted[pair] for pair in found.pairs], abs=1e-15)
    priorities = found.priority.tolist()
    assert priorities == sorted(priorities, reverse=True)


@pytest.mark.parametrize("seed", range(4))
def test_a_budget_takes_the_first_in_all_or_of_each_query(seed):
    runs = random_runs(seed)
    whole = pool(runs, method="rrf", budget=10**6, seed=3)
    assert pool(runs, method="rrf", budget=7, seed=3).pairs == whole.pairs[:7]
    few = pool(runs, method="rrf", per_query=2, seed=3)
    taken: dict[str, int] = {}
    wanted = []
    for query, doc in whole.pairs:
        taken[query] = taken.get(query, 0) + 1
        if taken[query] <= 2:
            wanted.append((query, doc))
    assert few.pairs == wanted
    assert few.beyond == len(whole) - len(few)
    both = pool(runs, method="rrf", per_query=2, budget=3, seed=3)
    assert both.pairs == wanted[:3]


def test_query_by_query_keeps_the_order_inside_each():
    runs = [{"10": {"a": 3.0, "b": 2.0}, "9": {"c": 2.0, "d": 1.0}}, {"9": {"d": 5.0}}]
    found = pool(runs, method="rrf", budget=9, order="query")
    assert found.pairs == [("9", "d"), ("9", "c"), ("10", "a"), ("10", "b")]


def test_equal_priorities_are_shuffled_by_the_seed_alone():
    runs = [{"q": {f"d{at}": 1.0 for at in range(40)}}]
    orders = [pool([{"q": {f"d{at}": 40.0 - at}} for at in range(40)], depth=1, seed=seed).pairs for seed in (0, 0, 1)]
    assert orders[0] == orders[1] != orders[2]
    assert orders[0] != sorted(orders[0])
    assert sorted(orders[0]) == sorted(orders[2]) == sorted(("q", f"d{at}") for at in range(40))
    assert len(pool(runs, depth=7)) == 7


def test_the_order_of_runs_and_of_lines_changes_nothing():
    runs = {f"s{at}": run for at, run in enumerate(random_runs(5))}
    turned = {
        name: {query: dict(reversed(docs.items())) for query, docs in reversed(run.items())}
        for name, run in reversed(runs.items())
    }
    for method in ("depth", "rrf", "rbp"):
        assert pool(runs, method=method).pairs == pool(turned, method=method).pairs


def test_judgments_take_documents_out_and_leave_the_order_of_the_rest():
    runs = random_runs(2)
    whole = pool(runs, method="rbp", budget=10**6)
    judged = whole.pairs[::3]
    qrels: dict[str, dict[str, int]] = {}
    for query, doc in judged:
        qrels.setdefault(query, {})[doc] = 1
    left = pool(runs, method="rbp", budget=10**6, qrels=qrels)
    assert left.pairs == [pair for pair in whole.pairs if pair not in judged]
    assert left.judged == len(judged)


def test_a_negative_grade_is_no_judgment():
    found = pool([{"q": {"d1": 2.0, "d2": 1.0}}], qrels={"q": {"d1": -1, "d2": 0, "d3": 1}})
    assert found.pairs == [("q", "d1")]


def test_p_and_k_change_the_order():
    runs = [{"q": {"a": 3.0, "b": 2.0}}, {"q": {"x": 3.0, "b": 2.0}}]
    assert pool(runs, method="rbp", p=0.1).pairs[-1] == ("q", "b")
    assert pool(runs, method="rbp", p=0.9).pairs[0] == ("q", "b")
    assert pool(runs, method="rrf", k=0).pairs[0] == ("q", "b")
    assert pool(runs, method="rrf", k=-0.9).pairs[-1] == ("q", "b")
