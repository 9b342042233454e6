"""How alike two runs are without judgments: plain loops, a peer, worked numbers, and what is refused."""

import math
import re

import numpy as np
import pytest
from scipy import stats

from contracts.made_data import ordered
from cranfield import InputError, MeasureError, Policy
from cranfield.compare.similarity import rank_biased
from cranfield.pools.overlap import overlap
from oracles import similarity

DOCS = ["d1", "d2", "d10", "D3", "文档", "é", "e\u0301", "😀", "a-b", "z/9", "ß", "_", "d4", "d5"]


def made(seed, *, tied):
    chance = np.random.default_rng(seed)

    def answer():
        found = [DOCS[at] for at in chance.permutation(len(DOCS))[: int(chance.integers(1, len(DOCS) + 1))]]
        scores = chance.choice([0.5, 1.0, 2.0, -3.0, 1e9], len(found)) if tied else chance.permutation(len(found))
        return dict(zip(found, map(float, scores), strict=True))

    return answer(), answer()


def as_ties(scores):
    found = {}
    for doc, score in scores.items():
        found.setdefault(score, []).append(doc)
    return [found[score] for score in sorted(found, reverse=True)]


@pytest.mark.parametrize("ties", ["w", "a", "b"])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("p", [0.5, 0.9])
def test_the_plain_loop_agrees(ties, tied, p):
    for seed in range(25):
        one, other = made(seed, tied=tied)
        found = overlap({"q": one}, {"q": other}, p=p, ties=ties, cutoffs=[1, 3, 50])
        low, high, guess = similarity.rbo(as_ties(one), as_ties(other), p, ties)
        assert found.mean("RBO_min") == pytest.approx(low, abs=1e-9), seed
        assert found.mean("RBO_min") + found.mean("RBO_res") == pytest.approx(high, abs=1e-9), seed
        assert found.mean("RBO") == pytest.approx(guess, abs=1e-9), seed
        shared = sorted(set(one) & set(other))
        assert found.shared.tolist() == [len(shared)]
        for name, loop in (("tau", similarity.tau_b), ("tau_AP", similarity.tau_ap)):
            wanted = math.nan
            if len(shared) > 1:
                wanted = loop({doc: one[doc] for doc in shared}, {doc: other[doc] for doc in shared})
            assert found.mean(name) == pytest.approx(wanted, nan_ok=True, abs=1e-12), (seed, name)
        for k in (1, 3, 50):
            assert found.mean(f"Jaccard@{k}") == similarity.jaccard(ordered(one), ordered(other), k)


# numbers that the authors of the variants publish for their own code (sigir2024-rbo, test.csv): extrapolated, least and
# residual overlap with ties as w, a and b
PUBLISHED = [
    (
        "(i3 i6) (i2 i7) i10", "(i3 i6 i7 i10) (i1 i2)", 0.965413635276732,
        (0.946064537517568, 0.343706790399566, 0.615064167117501),
        (0.92051534467649, 0.319428239558438, 0.615064167117501),
        (0.956844651806714, 0.348953051936765, 0.615064167117501),
    ),
    (
        "i13 (i1 i4 i5 i6)", "i3 i14 i11 (i10 i15) i12 (i6 i9) i4 i2", 0.92238320668128,
        (0.117578490431637, 0.0763135264223449, 0.463680134758586),
        (0.114619469221414, 0.0733545052121218, 0.464590602823269),
        (0.11474835409049, 0.0734833900811979, 0.465106142299574),
    ),
    (
        "(i1 i3 i6 i11 i15) i17 (i5 i8)", "(i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 i12)", 0.966485585840186,
        (0.647993254615828, 0.307897712904381, 0.545987685353668),
        (0.56593642947334, 0.250532359019861, 0.545051243836172),
        (0.658581961799868, 0.315458973083789, 0.546037395156739),
    ),
]  # fmt: skip


def of_text(ranking):
    ties = re.findall(r"\([^)]*\)|\w+", ranking)
    return {doc: -float(place) for place, tie in enumerate(ties) for doc in tie.strip("()").split()}


@pytest.mark.parametrize(("one", "other", "p", "w", "a", "b"), PUBLISHED)
def test_the_published_numbers_of_all_variants(one, other, p, w, a, b):
    for ties, wanted in (("w", w), ("a", a), ("b", b)):
        found = overlap({"q": of_text(one)}, {"q": of_text(other)}, p=p, ties=ties)
        values = [found.mean(name) for name in ("RBO", "RBO_min", "RBO_res")]
        assert values == pytest.approx(wanted, abs=1e-12), ties


def test_the_mean_over_all_orders_of_ties_is_that_of_variant_a():
    from itertools import permutations

    one, other = [["a"], ["b", "c", "d"], ["e"]], [["c", "a"], ["e"], ["b", "d"]]
    orders = [
        [[[thing] for tie in chosen for thing in tie] for chosen in _orders(ranking, permutations)]
        for ranking in (one, other)
    ]
    every = [similarity.rbo(x, y, 0.8, "w")[2] for x in orders[0] for y in orders[1]]
    scores = [{thing: -float(at) for at, tie in enumerate(each) for thing in tie} for each in (one, other)]
    assert overlap({"q": scores[0]}, {"q": scores[1]}, p=0.8).mean("RBO") == pytest.approx(np.mean(every), abs=1e-12)


def _orders(ranking, permutations):
    from itertools import product

    return product(*(list(permutations(tie)) for tie in ranking))


def test_the_package_rbo_agrees_where_it_is_installed():
    peer = pytest.importorskip("rbo")
    for seed in range(30):
        one, other = made(seed, tied=False)
        found = overlap({"q": one}, {"q": other}, p=0.8)
        theirs = peer.RankingSimilarity(ordered(one), ordered(other)).rbo_ext(p=0.8)
        assert found.mean("RBO") == pytest.approx(theirs, abs=1e-9), seed


def test_scipy_has_the_same_tau():
    for seed in range(20):
        one, other = made(seed, tied=True)
        shared = sorted(set(one) & set(other))
        if len(shared) > 1 and min(len({each[doc] for doc in shared}) for each in (one, other)) > 1:
            theirs = stats.kendalltau([one[doc] for doc in shared], [other[doc] for doc in shared]).statistic
            assert overlap({"q": one}, {"q": other}).mean("tau") == pytest.approx(theirs, abs=1e-12)


def test_worked_numbers():
    # both return a first and then something else: the agreement is 1, 1/2 and from there on at least 1/d
    found = overlap({"q": {"a": 3.0, "b": 2.0}}, {"q": {"a": 1.0, "c": 0.5}}, p=0.5, cutoffs=[1, 2])
    assert found.mean("RBO_min") == pytest.approx(math.log(2))
    assert found.mean("RBO") == pytest.approx(0.5 * (1 + 0.5 * 0.5 + 0.5 * 0.5))
    assert (found.mean("Jaccard@1"), found.mean("Jaccard@2")) == (1.0, 1 / 3)
    same = overlap({"q": {"a": 3.0, "b": 2.0}}, {"q": {"a": 1.0, "b": 0.5}})
    assert same.mean("RBO") == pytest.approx(1.0)
    assert (same.mean("tau"), same.mean("tau_AP")) == (1.0, 1.0)
    apart = overlap({"q": {"a": 3.0, "b": 2.0}}, {"q": {"c": 1.0}})
    assert (apart.mean("RBO"), apart.mean("RBO_min")) == (0.0, 0.0)


def test_what_all_three_variants_say_of_runs_that_are_all_ties():
    one = {"q": dict.fromkeys("abcd", 1.0)}
    values = {ties: overlap(one, {"q": dict.fromkeys("abcd", 2.0)}, ties=ties).mean("RBO") for ties in "wab"}
    assert values["w"] == pytest.approx(1.0)
    assert values["b"] == pytest.approx(1.0)
    assert values["a"] < 1


def test_queries_that_one_run_leaves_out_count_nothing_or_are_left_out():
    one, other = {"q1": {"a": 1.0}, "q2": {"a": 1.0}}, {"q1": {"a": 1.0}, "q3": {"b": 1.0}}
    found = overlap(one, other)
    assert found.queries == ("q1", "q2", "q3")
    assert found.values["RBO"].tolist() == pytest.approx([1.0, 0.0, 0.0])
    assert found.values["RBO_res"].tolist()[1:] == [1.0, 1.0]
    assert [(each.key, each.count) for each in found.findings] == [("overlap-alone", 2)]
    fewer = overlap(one, other, policy=Policy(missing="skip"))
    assert fewer.queries == ("q1",)
    with pytest.raises(InputError, match=r"run 1 and run 2: 2 queries are answered by one of them only \(q2, q3\)"):
        overlap(one, other, policy=Policy(missing="error"))


def test_what_cannot_be_compared_is_refused_in_a_sentence():
    run = {"q": {"a": 1.0}}
    with pytest.raises(
        InputError, match="run 1 and run 2 answer no query that is the same: the one has q, the other r"
    ):
        overlap(run, {"r": {"a": 1.0}})
    with pytest.raises(MeasureError, match="cutoffs must be whole numbers of at least 1, not 0"):
        overlap(run, run, cutoffs=[0])
    with pytest.raises(MeasureError, match="ties"):
        overlap(run, run, ties="c")


def test_long_answers_take_no_table_of_all_pairs():
    chance = np.random.default_rng(1)
    lists = [(chance.permutation(60_000)[:40_000], np.arange(40_000, 0, -1.0)) for _ in range(2)]
    found = rank_biased(*lists, p=0.9, ties="a")
    assert 0 <= found.low <= found.extrapolated <= found.low + found.residual
