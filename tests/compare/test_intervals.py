"""Intervals agree with scipy's, with plain loops and with an own DeLong; what cannot be resampled says why."""

import numpy as np
import pytest
from scipy import stats

from cranfield import MeasureError, compare, evaluate, intervals, labels, ranking, text

WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "under", "mat", "bed", "was", "is", "found", "red", "big"]


def judged(seed, queries=40, system=None):
    rng = np.random.default_rng(seed)
    qrels = {f"q{n}": {f"d{m}": int(m < 3) for m in range(10)} for n in range(queries)}
    run = {q: {d: grade * 0.3 + rng.random() for d, grade in docs.items()} for q, docs in qrels.items()}
    measures = ["nDCG@10", "AP", "AP(mean=geometric)", "NumRelRet"]
    return evaluate(ranking(qrels, run, system=system or f"s{seed}"), measures)


def test_the_t_interval_of_a_mean_is_scipys():
    results = judged(1)
    found = intervals(results)
    assert list(found) == ["nDCG@10", "AP", "AP(mean=geometric)"]  # counts have no better or worse
    values = results["AP"].values
    expected = stats.t.interval(0.95, 39, values.mean(), stats.sem(values))
    assert (found["AP"].low, found["AP"].high) == pytest.approx(expected)
    assert (found["AP"].method, found["AP"].value, found["AP"].confidence) == ("t", results["AP"].value, 0.95)
    count = intervals(results, "NumRelRet")["NumRelRet"]  # a sum over queries
    values = results["NumRelRet"].values
    assert count.low == pytest.approx(40 * values.mean() - 40 * stats.t.ppf(0.975, 39) * stats.sem(values))


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_bootstrap_intervals_are_scipys(method):
    results = judged(1)
    values = results["AP"].values
    expected = stats.bootstrap(
        (values,), np.mean, n_resamples=2000, confidence_level=0.9, method=method, rng=np.random.default_rng(7)
    ).confidence_interval
    found = intervals(results, "AP", interval=method, resamples=2000, confidence=0.9, seed=7)["AP"]
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert found.method == method
    floored = np.maximum(values, 1e-5)
    expected = stats.bootstrap(
        (floored,), stats.gmean, n_resamples=2000, method=method, rng=np.random.default_rng(7), vectorized=True
    ).confidence_interval
    name = "AP(mean=geometric)"  # no mean: finished after the draw
    found = intervals(results, name, interval=method, resamples=2000, seed=7)[name]
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert intervals(results, name)[name].method == "bca"


def test_the_interval_of_a_difference_is_scipys_of_paired_values():
    one, two = judged(1), judged(2)
    gaps = two["AP"].values - one["AP"].values
    expected = stats.ttest_rel(two["AP"].values, one["AP"].values).confidence_interval(0.99)
    pair = compare([one, two], "AP", confidence=0.99)["AP"].pairs[0]
    assert (pair.low, pair.high) == pytest.approx((expected.low, expected.high))
    expected = stats.bootstrap((gaps,), np.mean, n_resamples=1000, method="BCa", rng=np.random.default_rng(3))
    pair = compare([one, two], "AP", interval="bca", resamples=1000, seed=3)["AP"].pairs[0]
    ends = expected.confidence_interval
    assert (pair.low, pair.high) == pytest.approx((ends.low, ends.high), abs=1e-12)
    assert pair.method == "bca"


def corpus(seed, count=60):
    rng = np.random.default_rng(1)
    references = [" ".join(rng.choice(WORDS, rng.integers(4, 12))) for _ in range(count)]
    rng = np.random.default_rng(seed)
    noisy = [" ".join(rng.choice(WORDS) if rng.random() < 0.3 else w for w in each.split()) for each in references]
    return noisy, references


def test_a_corpus_measure_is_finished_in_every_draw_and_with_every_segment_left_out():
    candidates, references = corpus(2, 25)
    found = intervals(evaluate(text(candidates=candidates, references=references), "BLEU"), resamples=300)["BLEU"]

    def bleu(chosen):
        pairs = {"candidates": [candidates[at] for at in chosen], "references": [references[at] for at in chosen]}
        return evaluate(text(**pairs), "BLEU")["BLEU"].value

    expected = stats.bootstrap(
        (np.arange(25),), bleu, n_resamples=300, method="BCa", rng=np.random.default_rng(12345), vectorized=False
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.method == "bca"


def scores(seed, size=300, sessions=20):
    rng = np.random.default_rng(seed)
    truth = np.random.default_rng(0).integers(0, 2, size)
    score = np.round(truth * 0.3 + rng.random(size), 2)  # with ties
    group = np.array([f"s{at}" for at in np.random.default_rng(1).integers(0, sessions, size)])
    return truth, score, group


def clicks(seed, measures, **more):
    truth, score, group = scores(seed)
    return evaluate(labels(truth=truth, score=score, group=group, system=f"m{seed}", **more), measures)


def own_delong(truth, first, second):
    """The plain definition: all pairs of positives and negatives."""
    components = []
    for score in (first, second):
        wins = np.sign(score[truth == 1][:, None] - score[truth == 0][None]) / 2 + 0.5
        components.append((wins.mean(), wins.mean(axis=1), wins.mean(axis=0)))
    (a, a_pos, a_neg), (b, b_pos, b_neg) = components
    pos, neg = np.cov(np.array([a_pos, b_pos])), np.cov(np.array([a_neg, b_neg]))
    table = pos / len(a_pos) + neg / len(a_neg)
    return a, b, table


def test_auc_has_delongs_interval_and_test():
    (truth, first, _), (_, second, _) = scores(1), scores(2)
    a, b, table = own_delong(truth, first, second)
    found = compare([clicks(1, "AUC"), clicks(2, "AUC")])["AUC"]
    pair, estimate = found.pairs[0], found.estimates[0]
    assert (pair.method, pair.test, estimate.method) == ("delong", "delong", "delong")
    error = np.sqrt(table[0, 0] + table[1, 1] - 2 * table[0, 1])
    assert pair.difference == pytest.approx(b - a)
    assert pair.statistic == pytest.approx((b - a) / error)
    assert pair.p == pytest.approx(2 * stats.norm.sf(abs(b - a) / error))
    assert (pair.low, pair.high) == pytest.approx(stats.norm.interval(0.95, b - a, error))
    assert (estimate.low, estimate.high) == pytest.approx(stats.norm.interval(0.95, a, np.sqrt(table[0, 0])))
    assert (
        found.notes[0].told()
        == "AUC: tested by delong, not by t, which is not for what is no mean of values of examples"
    )
    assert not compare([clicks(1, "AUC"), clicks(2, "AUC")], test="delong")["AUC"].notes


def test_delongs_interval_is_near_the_bootstraps():
    one, two = clicks(1, "AUC"), clicks(2, "AUC")
    quick = compare([one, two])["AUC"]
    drawn = compare([one, two], interval="bca", test="bootstrap", resamples=2000)["AUC"]
    assert drawn.pairs[0].method == "bca"
    assert (quick.pairs[0].low, quick.pairs[0].high) == pytest.approx(
        (drawn.pairs[0].low, drawn.pairs[0].high), abs=0.01
    )
    assert quick.pairs[0].p == pytest.approx(drawn.pairs[0].p, abs=0.05)
    assert "delong" in drawn.pairs[0].others
    sessions = compare([one, two], by="group", resamples=500)["AUC"]
    assert (sessions.units, sessions.noun, sessions.pairs[0].method) == (20, "sessions", "bca")


def test_a_perfect_auc_stays_inside_its_bounds():
    truth = [0, 0, 0, 1, 1, 1]
    results = evaluate(labels(truth=truth, score=[0.1, 0.2, 0.5, 0.5, 0.8, 0.9]), "AUC")
    assert intervals(results)["AUC"].high == 1


def test_a_gauc_is_drawn_by_sessions():
    results = clicks(1, ["GAUC", "GAUC(weight=rows)"])
    found = intervals(results, resamples=500)
    assert (found["GAUC"].method, found["GAUC(weight=rows)"].method) == ("t", "bca")  # a mean, and a weighted one
    values = results["GAUC"].values
    assert found["GAUC"].low == pytest.approx(stats.t.interval(0.95, 19, values.mean(), stats.sem(values))[0])


def test_measures_of_labels_are_drawn_by_examples():
    truth, score, _ = scores(1)
    guess = (score > 0.6).astype(int)
    results = evaluate(
        labels(truth=truth, guess=guess, score=np.clip(score, 0, 1)), ["Accuracy", "F1", "LogLoss", "Brier"]
    )
    found = intervals(results, resamples=400)
    assert [found[name].method for name in ("Accuracy", "F1", "LogLoss", "Brier")] == ["t", "bca", "t", "t"]
    right = (truth == guess) * 1.0
    assert found["Accuracy"].low == pytest.approx(stats.t.interval(0.95, 299, right.mean(), stats.sem(right))[0])
    assert found["F1"].low < results["F1"].value < found["F1"].high


def test_what_cannot_be_drawn_says_why():
    state = evaluate(labels(truth=[0, 1, 1], guess=[0, 1, 0]), "F1")["F1"].state.summed()
    results = evaluate(labels(truth=[0, 1, 1], guess=[0, 1, 0]), "F1")
    from dataclasses import replace

    bare = replace(results, found={"F1": replace(results["F1"], state=state)})
    found = intervals(bare)["F1"]
    assert (found.low, found.method) == (None, None)
    assert found.reason.told().endswith("only sums were kept, so nothing can be drawn from them again")
    other = replace(bare, system="other")
    pair = compare([bare, other])["F1"].pairs[0]
    assert (pair.p, pair.low, pair.reason.key) == (None, None, "draw-from-sums")


def test_no_value_and_one_unit_have_no_interval():
    one = evaluate(ranking({"q1": {"d": 1}}, {"q1": {"d": 1.0}}), "RR")
    assert intervals(one)["RR"].reason.told() == "1 query with a value; at least two are needed"
    none = evaluate(labels(truth=[1, 1], score=[0.1, 0.2]), "AUC(positive=1)")
    assert intervals(none)["AUC(positive=1)"].reason.key == "compare-no-value"
    same = intervals(evaluate(ranking({"q1": {"d": 1}, "q2": {"d": 1}}, {"q1": ["d"], "q2": ["d"]}), "RR"))["RR"]
    assert (same.low, same.high) == (1, 1)


def test_digits_do_not_depend_on_threads_or_blocks(monkeypatch):
    from cranfield.compare import resample, trials

    candidates, references = corpus(2)
    other, _ = corpus(3)
    systems = [
        evaluate(text(candidates=each, references=references, system=name), ["BLEU", "ROUGE-L", "Distinct-1"])
        for name, each in (("a", candidates), ("b", other), ("c", references))
    ]
    options = {"interval": "bca", "resamples": 600, "pairs": "all", "correction": "maxt"}
    first = compare(systems, jobs=1, **options)
    assert compare(systems, jobs=4, **options).rows() == first.rows()
    monkeypatch.setattr(trials, "_ROOM", 1 << 10)
    monkeypatch.setattr(resample, "_ROOM", 1 << 10)
    for ours, theirs in zip(compare(systems, jobs=3, **options).rows(), first.rows(), strict=True):
        assert [ours[name] for name in ("p", "adjusted")] == [theirs[name] for name in ("p", "adjusted")]
        assert (ours["low"], ours["high"]) == pytest.approx((theirs["low"], theirs["high"]), abs=1e-9)


def test_no_intervals_are_made_where_none_are_wanted():
    contest = compare([judged(1), judged(2)], "AP", interval="none", test="bootstrap", resamples=100)["AP"]
    assert (contest.pairs[0].low, contest.pairs[0].method, contest.estimates[0].low) == (None, None, None)
    assert contest.pairs[0].p > 0
    assert not contest.notes


def test_impossible_settings_are_refused():
    results = judged(1)
    with pytest.raises(
        MeasureError, match="interval must be one of auto, t, order, percentile, bca, delong, none, not 'normal'"
    ):
        intervals(results, interval="normal")
    with pytest.raises(MeasureError, match=r"confidence must be a number above 0 and at most 0\.999999999, not 95"):
        intervals(results, confidence=95)
    with pytest.raises(MeasureError, match="there are no groups to draw"):
        intervals(results, by="group")
