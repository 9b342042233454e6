"""Intervals and paired tests: repeatable, and sacrebleu's where it has them."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from cranfield import MeasureError, evaluate, interval, labels, paired, ranking, text
from cranfield.compare.resample import draws

DATA = Path(__file__).parents[3] / "shared" / "data" / "tg_wmt17_ende"
WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "under", "mat", "bed", "was", "is", "found", "red", "big"]


def sentences(seed, count=60):
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS, rng.integers(4, 12))) for _ in range(count)]


def noisy(texts, seed, share):
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(WORDS) if rng.random() < share else word for word in each.split()) for each in texts]


@pytest.fixture(scope="module")
def systems():
    references = sentences(1)
    outputs = {"base": noisy(references, 2, 0.3), "new": noisy(references, 3, 0.25), "bad": noisy(references, 4, 0.8)}
    made = {
        name: evaluate(text(candidates=each, references=references), ["BLEU", "chrF", "ROUGE-L", "Distinct-1"])
        for name, each in outputs.items()
    }
    return references, outputs, made


def test_the_same_seed_gives_the_same_interval_around_the_value(systems):
    result = systems[2]["base"]["ROUGE-L"]
    first, second = interval(result, seed=7), interval(result, seed=7)
    assert first == second
    assert first != interval(result, seed=8)
    assert first.low < result.value < first.high
    wide, narrow = interval(result, confidence=0.99), interval(result, confidence=0.5)
    assert wide.high - wide.low > narrow.high - narrow.low


def test_an_interval_is_that_of_a_plain_loop():
    batch = ranking({f"q{i}": {"d": 1} for i in range(9)}, {f"q{i}": {"d": 1.0, "e": float(i % 3)} for i in range(9)})
    result = evaluate(batch, ["RR"])["RR"]
    chosen = np.random.default_rng(12345).choice(9, size=(1000, 9), replace=True)
    means = [np.mean([list(result.units.values())[i] for i in draw]) for draw in chosen]
    found = interval(result)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(means, [0.025, 0.975])), abs=1e-12)


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
@pytest.mark.parametrize("other", ["new", "bad"])
def test_p_values_are_those_of_sacrebleu(systems, test, other):
    from sacrebleu.metrics import BLEU, CHRF
    from sacrebleu.significance import PairedTest

    references, outputs, made = systems
    theirs = PairedTest(
        [("base", outputs["base"]), (other, outputs[other])], {"BLEU": BLEU(references=[references]),
        "chrF2": CHRF(references=[references])}, references=None, test_type="bs" if test == "bootstrap" else "ar",
        n_samples=500,
    )()[1]  # fmt: skip
    for name, key in (("BLEU", "BLEU"), ("chrF", "chrF2")):
        ours = paired(made["base"], made[other], name, test=test, resamples=500, as_="sacrebleu")
        assert ours.p == theirs[key][1].p_value
        assert ours.difference == pytest.approx(theirs[key][1].score - theirs[key][0].score, abs=1e-9)


def test_a_system_against_itself_differs_by_chance_only(systems):
    base = systems[2]["base"]
    for name in base:
        for test in ("bootstrap", "randomization"):
            found = paired(base, base, name, test=test, resamples=200)
            assert (found.p, found.difference) == (1, 0), (name, test)
            # what sacrebleu says of equal systems
            assert paired(base, base, name, test=test, resamples=200, as_="sacrebleu").p == pytest.approx(1 / 201)


def test_the_example_of_the_documentation_is_exact():
    qrels = {"q1": {"d1": 1}, "q2": {"d2": 1}, "q3": {"d3": 1}}
    old = evaluate(ranking(qrels, {"q1": {"d1": 1.0}, "q2": {"x": 2.0, "d2": 1.0}, "q3": {"x": 1.0}}), ["RR"])
    new = evaluate(ranking(qrels, {"q1": {"d1": 1.0}, "q2": {"d2": 1.0}, "q3": {"d3": 1.0}}), ["RR"])
    assert paired(old, new, "RR", test="randomization").p == 1 / 2  # of the four changes of two signs, two are as large


def test_what_cannot_be_resampled_or_compared_is_refused(systems):
    made = systems[2]
    with pytest.raises(MeasureError, match="there are no groups to draw"):
        interval(made["base"]["BLEU"], by="group")
    with pytest.raises(MeasureError, match="by must be 'group' or nothing, not 'session'"):
        interval(made["base"]["BLEU"], by="session")
    with pytest.raises(MeasureError, match="resamples must be a whole number from 1 to 10,000,000, not 0"):
        paired(made["base"], made["new"], "BLEU", resamples=0)
    with pytest.raises(MeasureError, match="test must be one of bootstrap, randomization, not 'z'"):
        paired(made["base"], made["new"], "BLEU", test="z")
    with pytest.raises(MeasureError, match=r"confidence must be a number above 0 and at most 0\.999999999, not 95"):
        interval(made["base"]["BLEU"], confidence=95)
    with pytest.raises(MeasureError, match="resamples must be a whole number from 1 to 10,000,000, not 0"):
        interval(made["base"]["BLEU"], resamples=0)
    with pytest.raises(MeasureError, match="as_ must be 'sacrebleu' or nothing, not 'moses'"):
        paired(made["base"], made["new"], "BLEU", as_="moses")
    fewer = evaluate(text(candidates=["a b"], references=["a c"]), ["BLEU"])
    with pytest.raises(MeasureError, match="must be judged on the same segments"):
        paired(made["base"], fewer, "BLEU")
    one, other = (evaluate(labels(truth=truth, guess=[0, 1, 1]), "Accuracy") for truth in ([0, 1, 0], [0, 1, 1]))
    with pytest.raises(MeasureError, match="must have the same truth in the same order"):
        paired(one, other, "Accuracy")


def clicks(seed, size=60):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, size)
    score = np.clip(truth * 0.3 + rng.random(size) * 0.7, 0, 1)
    return {"truth": truth, "score": score, "group": rng.integers(0, 9, size)}


@pytest.mark.parametrize("by", [None, "group"])
@pytest.mark.parametrize("name", ["LogLoss", "Brier", "AUC", "AveragePrecision", "AUC(exact=False)"])
def test_examples_and_sessions_are_drawn_as_in_a_plain_loop(name, by):
    data = clicks(1)
    result = evaluate(labels(**data), name)[name]
    members = [np.array([at]) for at in range(60)]
    if by:
        members = [np.flatnonzero(data["group"] == session) for session in range(9)]
    values = []
    for draw in np.random.default_rng(12345).choice(len(members), size=(200, len(members)), replace=True):
        rows = np.concatenate([members[at] for at in draw])
        values.append(evaluate(labels(truth=data["truth"][rows], score=data["score"][rows]), name)[name].value)
    found = interval(result, resamples=200, by=by)
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])), abs=1e-12)


def test_sessions_are_drawn_by_nature_in_a_gauc():
    result = evaluate(labels(**clicks(1)), "GAUC")["GAUC"]
    assert interval(result) == interval(result, by="group")
    draws = np.random.default_rng(12345).choice(9, size=(1000, 9), replace=True)
    expected = np.quantile([np.nanmean(result.values[draw]) for draw in draws], [0.025, 0.975])
    assert (interval(result).low, interval(result).high) == pytest.approx(tuple(expected), abs=1e-12)


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_units_in_another_order_are_found_by_name(test):
    data, better = clicks(1), clicks(1)
    better["score"] = better["score"] + 0.2 * better["truth"]
    data["group"] = better["group"] = np.array([f"s{at}" for at in better["group"]])
    rows = np.random.default_rng(3).permutation(60)
    turned = {name: column[rows] for name, column in better.items()}
    base, one, other = (evaluate(labels(**each), "GAUC") for each in (data, better, turned))
    assert list(one["GAUC"].state.units) != list(other["GAUC"].state.units)
    assert paired(base, one, "GAUC", test=test).p == paired(base, other, "GAUC", test=test).p < 0.2


@pytest.mark.parametrize("by", [None, "group"])
def test_swapped_examples_are_those_of_a_plain_loop(by):
    data, better = clicks(1), clicks(1)
    better["score"] = better["score"] + 0.05 * better["truth"]
    one, other = (evaluate(labels(**each), "AUC") for each in (data, better))
    rng, larger = np.random.default_rng(12345), 0
    observed = abs(other["AUC"].value - one["AUC"].value)
    for swapped in rng.integers(2, size=(100, 9 if by else 60), dtype=bool):
        rows = swapped[data["group"]] if by else swapped
        mixed = [np.where(rows == side, better["score"], data["score"]) for side in (True, False)]
        values = [evaluate(labels(truth=data["truth"], score=each), "AUC")["AUC"].value for each in mixed]
        larger += abs(values[0] - values[1]) >= observed - 1e-9
    found = paired(one, other, "AUC", test="randomization", resamples=100, by=by)
    assert found.p == pytest.approx((larger + 1) / 101)


@pytest.mark.skipif(not DATA.exists(), reason="the shared data is not here")
def test_published_p_values_of_wmt17_are_reproduced():
    expected = json.loads((DATA / "expected.json").read_text())

    def lines(name):
        return gzip.decompress((DATA / f"{name}.txt.gz").read_bytes()).decode().removesuffix("\n").split("\n")

    reference = lines("ref.de")

    def judged(name):
        return evaluate(text(candidates=lines(f"hyp.{name}"), references=reference), ["BLEU(tokenize='none')"])

    baseline = judged(expected["baseline"])
    moses = next(value for key, value in expected.items() if key.startswith("moses_paired_bootstrap"))
    multeval = next(value for key, value in expected.items() if key.startswith("multeval"))
    for name in moses:
        system = judged(name)
        assert system["BLEU(tokenize='none')"].value == pytest.approx(expected["scores"][name]["bleu_none"]["score"])
        found = paired(baseline, system, "BLEU(tokenize='none')", resamples=2000, as_="sacrebleu")
        assert found.p == pytest.approx(moses[name], abs=1.5e-2)
        found = paired(baseline, system, "BLEU(tokenize='none')", test="randomization", resamples=10_000)
        assert found.p == pytest.approx(multeval[name][0], abs=1.5e-2)


def test_many_units_are_drawn_as_few_are():
    size, count = 150_000, 40
    often = np.concatenate(list(draws(size, count, 7)))
    for row in often:
        assert row.sum() == size
        assert np.bincount(row.astype(int))[:5] / size == pytest.approx(
            [0.3679, 0.3679, 0.1839, 0.0613, 0.0153], abs=0.006
        )
    # a unit behind the first bucket, in the last one and in between is drawn as often as another
    means = often.mean(axis=0)
    for part in (means[:65_536], means[65_536:131_072], means[131_072:]):
        assert part.mean() == pytest.approx(1.0, abs=0.006)
    # the share of draws that fall on a part varies from draw to draw, as it does when units are drawn one by one
    spread = often[:, :65_536].sum(axis=1).std(ddof=1)
    assert spread == pytest.approx((size * 0.437 * 0.563) ** 0.5, rel=0.35)
