"""Counting kinds of examples is drawing and swapping examples one by one, only sooner."""

import time

import numpy as np
import pytest

from cranfield import compare, evaluate, intervals, labels
from cranfield.compare import trials
from cranfield.compare.intervals import Left
from cranfield.compare.lineup import line_up


def guessed(size, shares=(0.7, 0.72), classes=3):
    rng = np.random.default_rng(4)
    truth = rng.integers(0, classes, size)
    found = []
    for at, share in enumerate(shares):
        guess = np.where(rng.random(size) < share, truth, rng.integers(0, classes, size))
        found.append(evaluate(labels(truth=truth, guess=guess, system=f"s{at}"), ["F1(average='macro')", "MCC"]))
    return found


@pytest.mark.parametrize("name", ["F1(average='macro')", "MCC"])
def test_kinds_give_the_distribution_of_single_examples(name, monkeypatch):
    systems = guessed(3000)
    lineup = line_up(systems, name, name, None)
    single = trials.Trials(4000, 1)
    drawn, swapped = single.drawn([lineup])[0], single.swapped(lineup, [(0, 1)])[:, 0]
    monkeypatch.setattr(trials, "_LONG", 0)
    assert lineup.kinds is not None
    kinds, kinds_swapped = single.drawn([lineup])[0], single.swapped(lineup, [(0, 1)])[:, 0]
    assert kinds.mean(axis=0) == pytest.approx(drawn.mean(axis=0), abs=5 * drawn.std() / 60)
    assert (kinds[:, 1] - kinds[:, 0]).std() == pytest.approx((drawn[:, 1] - drawn[:, 0]).std(), rel=0.06)
    assert kinds_swapped.std() == pytest.approx(swapped.std(), rel=0.06)
    assert abs(kinds_swapped.mean()) < 5 * swapped.std() / 60


def test_leaving_out_parts_is_the_same_with_kinds():
    lineup = line_up(guessed(3000), "F1(average='macro')", "F1(average='macro')", None)
    found = Left(lineup, 7).values
    plain = line_up(guessed(3000), "F1(average='macro')", "F1(average='macro')", None)
    plain.__dict__["kinds"] = None
    assert found == pytest.approx(Left(plain, 7).values, abs=1e-12)


def test_a_million_examples_are_compared_in_seconds():
    systems = guessed(10**6, (0.7, 0.705))
    start = time.process_time()
    pair = compare(systems, "F1(average='macro')")["F1(average='macro')"].pairs[0]
    assert time.process_time() - start < 30  # one by one it takes many minutes
    assert pair.low < pair.difference < pair.high
    assert pair.p < 0.01


def test_examples_with_numbers_of_their_own_are_of_no_few_kinds(monkeypatch):
    rng = np.random.default_rng(1)
    score = rng.random(500)
    results = evaluate(labels(truth=(rng.random(500) < score).astype(int), score=score), ["LogLoss", "Brier"])
    plain = {
        name: (each.low, each.high) for name, each in intervals(results, interval="percentile", resamples=50).items()
    }
    monkeypatch.setattr(trials, "_LONG", 0)
    found = intervals(results, interval="percentile", resamples=50)
    assert {name: (each.low, each.high) for name, each in found.items()} == plain
