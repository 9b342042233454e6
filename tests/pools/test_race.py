"""What is settled and what decides, against every way in which documents could be judged."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from cranfield import evaluate, pool, race, ranking
from pools.loops import MEASURES, completions, made, ranks_of, value

SCALE = (0, 1, 2)


def open_documents(runs, qrels, depth=None):
    return [
        pair for pair in sorted(ranks_of(runs.values(), depth)) if pair[1] not in qrels.get(pair[0], {})
    ]  # fmt: skip


def queries_of(runs):
    return sorted({query for run in runs.values() for query in run})


def differences(measure, runs, qrels, one, two):
    queries = queries_of(runs)
    return value(measure, runs[one], qrels, queries) - value(measure, runs[two], qrels, queries)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(12))
def test_the_ends_are_those_of_all_completions(measure, seed):
    runs, qrels = made(seed)
    unjudged = open_documents(runs, qrels)
    found = race(runs, qrels, measure=measure, grades=SCALE, depth=9)
    assert found.unjudged == len(unjudged)
    wholes = list(completions(qrels, unjudged, SCALE))
    for each in found.standings():
        seen = [differences(measure, runs, whole, each.ahead, each.behind) for whole in wholes]
        assert each.difference == pytest.approx(differences(measure, runs, qrels, each.ahead, each.behind), abs=1e-12)
        assert each.low == pytest.approx(min(seen), abs=1e-12)
        assert each.high == pytest.approx(max(seen), abs=1e-12)
        signs = {(number > 1e-9) - (number < -1e-9) for number in seen}
        assert each.settled == (len(signs) == 1), (signs, each)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(12))
def test_what_decides_most_is_what_a_loop_over_all_grades_finds(measure, seed):
    runs, qrels = made(seed)
    unjudged = open_documents(runs, qrels)
    found = race(runs, qrels, measure=measure, grades=SCALE, depth=9)
    open_pairs = [(each.ahead, each.behind) for each in found.standings() if not each.settled]
    change = {}
    for pair in unjudged:
        total = 0.0
        for one, two in open_pairs:
            seen = [differences(measure, runs, whole, one, two) for whole in completions(qrels, [pair], SCALE)]
            total += max(seen) - min(seen)
        change[pair] = total
    order = found.next(len(unjudged))
    assert {pair for pair, total in change.items() if total > 1e-12} == set(order)
    totals = [change[pair] for pair in order]
    assert totals == pytest.approx(sorted(totals, reverse=True), abs=1e-12)
    listed = pool(runs, method="decisive", measure=measure, grades=SCALE, depth=9, qrels=qrels)
    assert sorted(listed.pairs) == sorted(order)
    assert listed.idle == len(unjudged) - len(order)


def is_settled(measure, runs, qrels, one, two):
    wholes = completions(qrels, open_documents(runs, qrels), SCALE)
    signs = {(number > 1e-9) - (number < -1e-9) for number in (differences(measure, runs, w, one, two) for w in wholes)}
    return len(signs) == 1 and 0 not in signs


@pytest.mark.parametrize("measure", ["P@3", "DCG@4", "nDCG@3"])
@pytest.mark.parametrize("seed", range(8))
def test_the_fewest_judgments_are_enough_and_none_fewer_for_sums(measure, seed):
    runs, qrels = made(seed, systems=2)
    unjudged = open_documents(runs, qrels)
    found = race(runs, qrels, measure=measure, grades=SCALE, depth=9)
    number = found.fewest("s0", "s1")

    def enough(count):
        for some in combinations(unjudged, count):
            if any(is_settled(measure, runs, whole, "s0", "s1") for whole in completions(qrels, some, SCALE)):
                return True
        return False

    if number is None:
        assert found.settled or not any(enough(count) for count in range(len(unjudged) + 1))
        return
    assert enough(number)
    if not measure.startswith("nDCG"):
        assert not any(enough(count) for count in range(number))


@pytest.mark.parametrize("measure", MEASURES)
def test_judging_one_by_one_is_reading_all_again(measure):
    rng = random.Random(7)
    runs, qrels = made(21, systems=4, queries=3, docs=9, unjudged=20)
    moving = race(runs, qrels, measure=measure, grades=SCALE, depth=3)
    qrels = {query: dict(docs) for query, docs in qrels.items()}
    while step := moving.next(3):
        query, doc = rng.choice(step)
        grade = rng.choice(SCALE)
        moving.judge(query, doc, 2 - grade)  # a slip, which is mended
        moving.judge(query, doc, grade)
        qrels.setdefault(query, {})[doc] = grade
        fresh = race(runs, qrels, measure=measure, grades=SCALE, depth=3)
        assert moving.next(99) == fresh.next(99)
        assert moving.standings() == fresh.standings()
        assert moving.told() == fresh.told()
    assert moving.settled
    assert moving.told().startswith("the order is settled: ")


def test_a_judgment_can_be_taken_back():
    runs, qrels = made(3)
    found = race(runs, qrels, measure="nDCG@3", grades=SCALE)
    before = found.standings(), found.next(9), found.told()
    query, doc = found.next()[0]
    found.judge(query, doc, 2)
    found.judge("q0", "nobody returned it", 2)
    assert found.standings() != before[0]
    found.judge(query, doc, None)
    found.judge("q0", "nobody returned it", None)
    assert (found.standings(), found.next(9), found.told()) == before


def test_a_document_that_no_system_returned_is_judged_once():
    runs = {"one": {"q": {"a": 2.0, "b": 1.0}}, "two": {"q": {"b": 2.0, "a": 1.0}}}
    found = race(runs, {"q": {"z": 2, "a": 1}}, measure="nDCG@2")
    before = found.standings()
    found.judge("q", "z", 2)
    assert found.standings() == before
    found.judge("q", "z", None)
    assert found.standings() == race(runs, {"q": {"a": 1}}, measure="nDCG@2", grades=[0, 1, 2]).standings()


@pytest.mark.parametrize("measure", ["P@3", "RBP(p=0.6, max_grade=2)", "nDCG(gain='exp')@4"])
def test_values_are_those_of_eval(measure):
    runs, qrels = made(11, unjudged=0, queries=3)
    found = race(runs, qrels, measure=measure, grades=SCALE)
    assert found.settled
    values = {name: evaluate(ranking(qrels, run), [measure])[measure].value for name, run in runs.items()}
    judged = len(qrels)
    for each in found.standings():
        shown = values[each.ahead] - values[each.behind]
        assert each.difference == pytest.approx(shown * judged / len(queries_of(runs)), abs=1e-12)


def test_systems_that_return_the_same_are_settled_as_equal():
    run = {"q": {"a": 2.0, "b": 1.0}}
    found = race({"one": run, "two": run, "three": {"q": {"c": 1.0}}}, measure="P@2")
    standing = {(each.ahead, each.behind): each for each in found.standings()}
    assert standing["one", "two"].settled
    assert not standing["one", "three"].settled
    assert found.told() == (
        "settled: one = two; as few as 2 more judgments could settle two and three; 3 documents are unjudged"
    )
    found.judge("q", "a", 1)
    found.judge("q", "c", 0)
    assert found.told() == "the order is settled: one = two > three; whatever the 1 document is that nobody judged"


def test_it_is_told_in_chinese_too():
    found = race({"one": {"q": {"a": 2.0}}, "two": {"q": {"b": 1.0}}}, measure="P@1")
    assert found.told(language="zh") == "最少再判定 2 篇即可能定出 one 与 two 的次序；2 篇文档未判定"


def test_documents_below_the_depth_wait_but_count_where_they_are_returned():
    runs = {"one": {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, "two": {"q": {"c": 3.0, "a": 2.0}}}
    found = race(runs, measure="RBP(p=0.5, max_grade=1)", depth=1)
    assert sorted(found.next(9)) == [("q", "a"), ("q", "c")]  # b is in nobody's first
    (each,) = found.standings()
    # a is worth 1/2 - 1/4 more to one, c 1/8 - 1/2
    assert (each.low, each.high) == (pytest.approx(1 / 8 - 1 / 2), pytest.approx(1 / 4))


def test_many_pairs_are_measured_in_parts(monkeypatch):
    runs, qrels = made(5, systems=6, queries=2, docs=8, unjudged=9)
    whole = {m: race(runs, qrels, measure=m, grades=SCALE) for m in ("P@3", "nDCG@3")}
    monkeypatch.setattr("cranfield.pools.spread._CELLS", 20)
    for measure, before in whole.items():
        again = race(runs, qrels, measure=measure, grades=SCALE)
        assert again.standings() == before.standings()
        assert again.next(99) == before.next(99)


def test_grades_between_and_above_those_of_the_scale():
    runs = {"one": {"q": {"a": 2.0, "b": 1.0}}, "two": {"q": {"b": 2.0, "c": 1.0}}}
    qrels = {"q": {"a": 0.5, "z": 3}}
    found = race(runs, qrels, measure="nDCG@2", grades=[0, 1, 2])
    (each,) = found.standings()
    seen = []
    for grades in product((0, 1, 2), repeat=2):
        whole = {"q": {**qrels["q"], **dict(zip("bc", grades, strict=True))}}
        results = [
            evaluate(ranking(whole, run), ["nDCG@2"])["nDCG@2"].value for run in (runs[each.ahead], runs[each.behind])
        ]
        seen.append(results[0] - results[1])
    assert each.low == pytest.approx(min(seen), abs=1e-12)
    assert each.high == pytest.approx(max(seen), abs=1e-12)
