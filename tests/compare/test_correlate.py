"""Measures that order systems alike, and how much of an order is left when judgments are missing."""

import math

import numpy as np
import pytest

from cranfield import (
    InputError,
    MeasureError,
    Policy,
    correlate,
    evaluate,
    judgments,
    labels,
    ranking,
    robustness,
    text,
)
from cranfield.compare.orders import spearman, tau_ap_b, tau_b
from cranfield.compare.robustness import _thinnings, parse_shares

GRADES = np.maximum(np.random.default_rng(0).integers(0, 10, (6, 40)) - 7, 0).tolist()  # a fifth is relevant
QRELS = {f"q{q}": {f"d{d}": grade for d, grade in enumerate(GRADES[q])} for q in range(6)}


def run(seed):
    rng = np.random.default_rng(seed)
    return {
        query: {doc: grade * seed / 9 + 2 * rng.random() for doc, grade in grades.items()} | {"x": rng.random()}
        for query, grades in QRELS.items()
    }


@pytest.fixture(scope="module")
def batches():
    gold = judgments(QRELS)
    return [ranking(gold, run(seed), system=f"s{seed}") for seed in range(1, 7)]


def test_the_matrix_has_a_coefficient_for_each_two_measures(batches):
    results = [evaluate(each, ["AP", "RR", "nDCG@10"]) for each in batches]
    found = correlate(results)
    ap, rr = ([each[name].value for each in results] for name in ("AP", "RR"))
    assert (found.how, found.measures, found.systems[0]) == ("tau-b", ("AP", "RR", "nDCG@10"), "s1")
    assert found.between("AP", "RR") == found.between("RR", "AP") == tau_b(ap, rr)
    assert np.diag(found.matrix).tolist() == [1, 1, 1]
    assert correlate(results, ["map", "RR"], how="spearman").between("map", "RR") == spearman(ap, rr)
    assert correlate(results, ["AP", "RR"], how="tau-ap").matrix[0, 1] == tau_ap_b(ap, rr)
    assert correlate(results, how="rbo", p=0.5).matrix[0, 1] != correlate(results, how="rbo", p=0.9).matrix[0, 1]
    assert found.order("AP") == [each.system for each in sorted(results, key=lambda each: -each["AP"].value)]
    assert found.to_arrow().column_names == ["first", "second", "how", "value", "systems"]
    assert found.to_arrow().num_rows == 9


def test_lower_is_better_where_the_measure_says_so():
    references = ["a b c d e f", "g h i j k l"]
    outputs = [["a b c d e f", "g h i j k l"], ["a b c d e x", "g h i j k l"], ["a b x y z w", "g h x y z w"]]
    results = [evaluate(text(candidates=each, references=references), ["TER", "BLEU", "chrF"]) for each in outputs]
    assert correlate(results).between("TER", "BLEU") == 1
    assert correlate(results).order("TER") == ["run", "run", "run"]


def test_what_has_no_order_is_refused(batches):
    results = [evaluate(each, ["AP", "Judged@10"]) for each in batches]
    assert correlate(results).measures == ("AP",)
    with pytest.raises(MeasureError, match="Judged@10 does not say which system is better; choose a measure"):
        correlate(results, ["Judged@10"])
    with pytest.raises(MeasureError, match="RR was not computed for s1; compute it for all systems"):
        correlate(results, ["RR"])
    with pytest.raises(MeasureError, match="an order needs at least two systems, not 1; give more"):
        correlate(results[:1])
    with pytest.raises(
        MeasureError, match=r"unknown coefficient 'taub'; there are tau, tau-b, tau-ap, spearman, rbo; "
    ):
        correlate(results, how="taub")
    with pytest.raises(MeasureError, match="correlate: takes the results of systems, not Batch; make them with"):
        correlate(batches)
    with pytest.raises(MeasureError, match="the systems share no measure that says which one is better"):
        correlate([evaluate(each, ["Judged@10"]) for each in batches])
    none = [evaluate(ranking({"q": {"d": 0}}, {"q": ["d"]}, policy=Policy(undefined="skip")), ["AP"])] * 2
    with pytest.raises(MeasureError, match="AP has no value for run, so it has no place in the order; leave it out"):
        correlate(none)


def test_all_judgments_give_the_whole_order_and_fewer_less(batches):
    found = robustness(batches, ["AP", "Bpref", "P@5"], shares=[1, 0.3], repeats=5)
    for measure in ("AP", "Bpref", "P@5"):
        whole, some = found.of(measure, 1), found.of(measure, 0.3)
        assert (whole.mean, whole.low, whole.high, whole.deviation) == (1, 1, 1, 0)
        assert whole.judgments == 240
        assert some.low <= some.mean <= some.high <= 1
        assert some.judgments < 80
    assert found.of("P@5", 0.3).value < found.of("P@5", 1).value
    assert found.best(0.3) in ("AP", "Bpref", "P@5")


def test_the_same_seed_gives_the_same_numbers(batches):
    first = robustness(batches, ["AP"], shares=[0.2], repeats=3, seed=1)
    assert first == robustness(batches, ["AP"], shares=[0.2], repeats=3, seed=1)
    assert first != robustness(batches, ["AP"], shares=[0.2], repeats=3, seed=2)
    # neither other measures nor other shares change what is drawn
    assert robustness(batches, ["RR", "AP"], shares=[0.5, 0.2], repeats=3, seed=1).of("AP", 0.2) == first.rows[0]


def test_thinning_is_stratified_and_smaller_shares_are_part_of_larger_ones(batches):
    drawn = dict(_thinnings(batches[0], (0.5, 0.2, 0.001), np.random.default_rng(3)))
    grades = np.concatenate([list(QRELS[query].values()) for query in sorted(QRELS)])
    owner = np.repeat(np.arange(6), 40)
    for share, marks in drawn.items():
        for query in range(6):
            for stratum in (grades > 0, grades == 0):
                there = stratum & (owner == query)
                assert marks[there].sum() == max(1, math.floor(share * there.sum() + 0.5))
    assert (drawn[0.2] <= drawn[0.5]).all()
    assert (drawn[0.001] <= drawn[0.2]).all()


def test_the_numbers_are_those_of_judgments_that_were_thinned_before_reading(batches):
    measures = ["AP", "Bpref", "nDCG@10", "infAP", "RR"]
    found = robustness(batches, measures, shares=[0.4], repeats=2, seed=9, how="spearman")
    expected = {name: [] for name in measures}
    values = {name: [] for name in measures}
    for repeat in range(2):
        ((_, marks),) = _thinnings(batches[0], (0.4,), np.random.default_rng([9, repeat]))
        rows = [(query, doc) for query in sorted(QRELS) for doc in QRELS[query]]
        fewer = {}
        for (query, doc), kept in zip(rows, marks, strict=True):
            if kept:
                fewer.setdefault(query, {})[doc] = QRELS[query][doc]
        for name in measures:
            whole = [evaluate(each, name)[name].value for each in batches]
            less = [evaluate(ranking(fewer, run(seed)), name)[name].value for seed in range(1, 7)]
            expected[name].append(spearman(whole, less))
            values[name].append(np.mean(less))
    for name in measures:
        assert found.of(name, 0.4).mean == pytest.approx(np.mean(expected[name]))
        assert found.of(name, 0.4).value == pytest.approx(np.mean(values[name]))


def test_systems_that_are_all_equal_have_no_order():
    gold = judgments({"q": {"d": 1, "e": 0}})
    same = [ranking(gold, {"q": ["d", "e"]}), ranking(gold, {"q": ["d", "x"]})]
    (kept,) = robustness(same, ["RR"], shares=[1], repeats=2).rows
    assert math.isnan(kept.mean)
    assert kept.undefined == 2
    with pytest.raises(InputError, match=r"^best: there is no share 1; there are"):
        robustness(same, ["RR"], shares=[1], repeats=2).best(1)


def test_shares_are_percentages_or_numbers():
    assert parse_shares("100%,50 %, 0.2") == (1, 0.5, 0.2)
    for wrong in ("", "0", "150%", "x%", "-1", "nan"):
        with pytest.raises(MeasureError, match=r"a share of the judgments is above 0 and at most 1, such as 50%"):
            parse_shares(wrong)


def test_thinning_needs_rankings_of_the_same_judgments(batches):
    other = {query: {**grades, "d0": 1 + grades["d0"]} for query, grades in QRELS.items()}
    with pytest.raises(MeasureError, match="s1 and run were read with different judgments; read them with the same"):
        robustness([batches[0], ranking(other, run(1))], ["AP"])
    with pytest.raises(MeasureError, match="s1 and run are judged on different queries; read them with missing=zero"):
        robustness([batches[0], ranking(QRELS, {"q1": ["d1"]}, policy=Policy(missing="skip"))], ["AP"])
    with pytest.raises(MeasureError, match="only rankings have judgments of documents that can be taken away, not"):
        robustness([labels(truth=[1, 0], score=[1, 2])] * 2)
    with pytest.raises(MeasureError, match="an order needs at least two systems, not 1"):
        robustness(batches[:1])
    with pytest.raises(MeasureError, match="repeats must be a whole number from 1 to 10,000,000, not 0"):
        robustness(batches, repeats=0)


def test_the_usual_measures_of_quality_are_taken_if_none_is_named(batches):
    found = robustness(batches[:3], shares=[0.5], repeats=1)
    assert [each.measure for each in found.rows] == ["nDCG@10", "AP", "RR", "P@10", "R@100"]
    assert found.to_arrow().column_names[:3] == ["measure", "share", "judgments"]
