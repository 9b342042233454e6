"""Clicks: judgments by clicks over expected clicks, and who wins where results were interleaved."""

import math
from collections import defaultdict

import numpy as np
import pytest
from scipy import stats

from cranfield import InputError, clicks, evaluate, interleaving, ranking

CLICKS = {"query": ["q"] * 4, "doc": list("abab"), "position": [1, 2, 1, 2], "click": [1, 0, 1, 1]}


def made(seed, rows=600):
    chance = np.random.default_rng(seed)
    return {
        "query": [f"查询{at}" for at in chance.integers(0, 4, rows)],
        "doc": [f"d{at}" for at in chance.integers(0, 6, rows)],
        "position": chance.integers(1, 8, rows).tolist(), "click": chance.integers(0, 2, rows).tolist(),
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_clicks_over_expected_clicks_are_those_of_a_plain_loop(seed):
    log = made(seed)
    found = clicks(log, thresholds=[0.8, 1.0, 1.1], min_impressions=20)
    rows = list(zip(log["query"], log["doc"], log["position"], log["click"], strict=True))
    shown, clicked = defaultdict(int), defaultdict(int)
    for _, _, place, click in rows:
        shown[place] += 1
        clicked[place] += click
    assert found.rates == {place: (shown[place], clicked[place]) for place in sorted(shown)}
    assert len(found.pairs) == len({row[:2] for row in rows})
    for pair in found.pairs:
        mine = [row for row in rows if row[:2] == (pair.query, pair.doc)]
        expected = sum(clicked[row[2]] / shown[row[2]] for row in mine)
        assert (pair.impressions, pair.clicks) == (len(mine), sum(row[3] for row in mine))
        assert pair.expected == pytest.approx(expected)
        assert pair.coec == pytest.approx(pair.clicks / expected)
        grade = sum(pair.coec >= cut for cut in (0.8, 1.0, 1.1)) if len(mine) >= 20 else None
        assert pair.grade == grade
    assert math.isclose(sum(each.expected for each in found.pairs), sum(log["click"]))  # all clicks are shared out


def test_worked_numbers_and_what_they_are_for():
    found = clicks(CLICKS, min_impressions=2)
    # position 1 is clicked always and position 2 half of the time: both documents do as their positions do
    assert [(each.doc, each.clicks, each.expected, each.coec) for each in found.pairs] == [
        ("a", 2, 2.0, 1.0),
        ("b", 1, 1.0, 1.0),
    ]
    assert evaluate(ranking(found.qrels(), {"q": {"a": 1.0}}), "P@1")["P@1"].value == 1.0
    assert "2 pairs of query and document got a grade" in str(found)
    few = clicks(CLICKS, min_impressions=3)
    assert few.qrels() == {}
    assert [each.impressions for each in few.pairs] == [2, 2]
    assert "2 were shown less than 3 times and got none" in str(few)


def test_a_position_where_nobody_clicks_gives_no_grade_above_0():
    log = {"query": ["q", "q"], "doc": ["a", "b"], "position": [1, 9], "click": [1, 0]}
    assert clicks(log, min_impressions=1).qrels() == {"q": {"a": 2, "b": 0}}


def impressions(pairs):
    """A log in which each impression has so many clicks on either side."""
    rows = [
        (at, team, click)
        for at, (one, other) in enumerate(pairs)
        for team, count in (("A", one), ("B", other))
        for click in [1] * count + [0]
    ]
    return dict(zip(("impression", "team", "click"), map(list, zip(*rows, strict=True)), strict=True))


@pytest.mark.parametrize(("wins", "losses", "ties"), [(8, 2, 3), (5, 5, 0), (0, 7, 1), (1, 0, 0), (60, 40, 11)])
def test_the_sign_test_and_the_interval_are_those_of_scipy(wins, losses, ties):
    pairs = [(2, 1)] * wins + [(0, 1)] * losses + [(1, 1)] * ties
    found = interleaving(impressions(pairs))
    test = stats.binomtest(wins, wins + losses)
    bounds = test.proportion_ci(method="wilson")
    assert (found.wins, found.ties, found.silent) == ((wins, losses), ties, 0)
    assert found.p == pytest.approx(test.pvalue, rel=1e-9)
    assert (found.low, found.high) == pytest.approx((bounds.low, bounds.high), abs=1e-9)
    assert found.share == wins / (wins + losses)
    assert found.delta == pytest.approx((wins + ties / 2) / len(pairs) - 0.5)
    assert found.clicks == (2 * wins + ties, wins + losses + ties)


def test_the_other_system_may_come_first():
    log = impressions([(1, 0)] * 12 + [(0, 0)] * 2)
    one, other = interleaving(log), interleaving(log, first="B")
    assert (one.wins, other.wins, one.p) == ((12, 0), (0, 12), other.p)
    assert one.low == pytest.approx(1 - other.high)
    assert str(one).startswith("A is better: of 14 impressions, A won 12 and B 0, 2 were tied (2 without a click)")
    assert str(interleaving(impressions([(1, 0), (0, 1)]))).startswith("no difference is shown")
    assert "all 2 are tied" in str(interleaving(impressions([(0, 0), (1, 1)])))
    assert "更好" in one.told(language="zh")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: interleaving({"impression": [1], "team": ["A"], "click": [1]}), "results of two systems, not of 1"),
        (lambda: interleaving(impressions([(1, 0)]), first="C"), "has no results of 'C'; the systems are 'A', 'B'"),
        (
            lambda: interleaving({"impression": [1, 2], "team": ["A", "B"], "click": [1, 2]}),
            "row 2: a click must be 0 or 1, not '2'",
        ),
        (lambda: clicks({**CLICKS, "position": [1, 2, 0, 2]}), "row 3: a position must be a whole number from 1 on"),
        (lambda: clicks({**CLICKS, "click": [0, 0, 0, 0]}), "holds no click at all"),
        (lambda: clicks(CLICKS, thresholds=[1, 0.5]), "numbers above 0 that rise, such as 0.5,1,2, not 1, 0.5"),
        (lambda: clicks(CLICKS, doc="item"), "no column 'item'"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)
