"""As many labels as examples: measures see the pairs that occur, and no table of all."""

import tracemalloc
import warnings

import numpy as np
import pytest
from sklearn import metrics as sk

from cranfield import MeasureError, compare, confusion, curve, evaluate, interval, labels, parse
from cranfield.core.states import keyed

EVERY = [
    "Accuracy", "BalancedAccuracy", "BalancedAccuracy(adjusted=True)", "MCC", "Kappa", "Kappa(weights='linear')",
    "Kappa(weights='quadratic')", "Precision(average='macro')", "Recall(average='micro')", "F1(average='weighted')",
    "F(beta=2, average='macro')", "Jaccard(average='macro')", "TPR(positive='7')", "FPR(positive='7')",
    "F1(positive='7')",
]  # fmt: skip


def guesses(rows, kinds, seed=0):
    chance = np.random.default_rng(seed)
    truth = (chance.random(rows) ** 2 * kinds).astype(int)
    guess = np.where(chance.random(rows) < 0.6, truth, chance.integers(0, kinds, rows))
    return truth, guess


@pytest.fixture
def narrow(monkeypatch):
    """A table of all pairs is too large from the first pair on."""
    monkeypatch.setattr(keyed, "_TABLE", 0)
    monkeypatch.setattr(keyed, "_SMALL", 0)


def told(results):
    return {name: (results[name].value, results[name].units) for name in results}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("weighted", [False, True])
def test_values_are_those_of_the_table(monkeypatch, seed, weighted):
    truth, guess = guesses(400, 30, seed)
    weight = np.random.default_rng(seed).integers(0, 64, 400) / 64 if weighted else None  # of which sums are exact
    batch = labels(truth=truth, guess=guess, weight=weight)
    whole = told(evaluate(batch, EVERY))
    monkeypatch.setattr(keyed, "_TABLE", 0)
    monkeypatch.setattr(keyed, "_SMALL", 0)
    found = told(evaluate(labels(truth=truth, guess=guess, weight=weight), EVERY))
    for name, (value, units) in whole.items():
        assert found[name][0] == pytest.approx(value, rel=1e-14), name
        assert list(found[name][1]) == list(units)
        assert list(found[name][1].values()) == pytest.approx(list(units.values()), rel=1e-14, nan_ok=True), name


def test_a_label_that_nobody_has_is_asked_for(narrow):  # noqa: ARG001
    batch = labels(truth=["a", "b", "a"], guess=["a", "a", "c"], classes=["a", "b", "c", "d"])
    assert evaluate(batch, ["Recall(positive='d')"])["Recall(positive='d')"].undefined == 1
    assert evaluate(batch, ["Precision(positive='a')"])["Precision(positive='a')"].value == 1 / 2
    assert confusion(batch).cells.tolist() == [[1, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_parts_that_know_other_labels_merge_to_the_whole(narrow):  # noqa: ARG001
    truth, guess = guesses(500, 40)
    whole = labels(truth=truth, guess=guess)
    for name in ("MCC", "F1(average='macro')", "Kappa(weights='linear')"):
        measure = parse(name, "labels")
        parts = [measure.stats(labels(truth=truth[at::3], guess=guess[at::3])) for at in range(3)]
        merged, smaller = parts[0] + parts[1] + parts[2], [measure.small(each) for each in parts]
        wanted = float(measure.finish(measure.stats(whole).total()))
        assert float(measure.finish(merged.total())) == wanted
        assert float(measure.finish((smaller[2] + smaller[0] + smaller[1]).total())) == wanted


def test_draws_are_those_of_the_table(monkeypatch):
    truth, guess = guesses(300, 25)
    batch, other = (labels(truth=truth, guess=each, system=name) for name, each in (("a", guess), ("b", guess[::-1])))
    for name in ("Accuracy", "MCC", "F1(average='macro')"):
        ends, apart = [], []
        for table in (1 << 22, 0):
            monkeypatch.setattr(keyed, "_TABLE", table)
            asked = [evaluate(each, [name]) for each in (batch, other)]
            found = interval(asked[0][name], resamples=200)
            ends.append((found.low, found.high))
            apart.append(compare(asked, resamples=200)[name].pairs[0].p)
        assert ends[1] == pytest.approx(ends[0], rel=1e-12)
        assert apart[1] == apart[0]


def test_many_labels_have_the_values_of_scikit_learn_in_little_memory():
    truth, guess = guesses(30_000, 20_000)
    tracemalloc.start()
    found = evaluate(labels(truth=truth, guess=guess), EVERY)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 200e6  # a table of all pairs takes 3.2 GB
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = {
            "Accuracy": sk.accuracy_score(truth, guess),
            "BalancedAccuracy": sk.balanced_accuracy_score(truth, guess),
            "MCC": None,  # of which theirs makes a table of all pairs
            "F1(average='weighted')": sk.f1_score(truth, guess, average="weighted", zero_division=0),
            "Precision(average='macro')": sk.precision_score(truth, guess, average="macro", zero_division=0),
            "Jaccard(average='macro')": sk.jaccard_score(truth, guess, average="macro", zero_division=0),
        }
    for name, value in wanted.items():
        assert value is None or found[name].value == pytest.approx(value, rel=1e-12)
    right, n = int((truth == guess).sum()), len(truth)
    true, guessed = (np.bincount(each, minlength=20_000).tolist() for each in (truth, guess))
    above = n * right - sum(t * g for t, g in zip(true, guessed, strict=True))
    below = ((n * n - sum(t * t for t in true)) * (n * n - sum(g * g for g in guessed))) ** 0.5
    assert found["MCC"].value == pytest.approx(above / below, rel=1e-12)


def test_distances_between_many_labels_are_added_up_without_a_table():
    truth, guess = guesses(3000, 2500)
    names = np.unique(np.concatenate((truth, guess)))
    one, two = np.searchsorted(names, truth), np.searchsorted(names, guess)
    for weights, power in (("none", None), ("linear", 1), ("quadratic", 2)):
        cost = one[:, None] != two if power is None else np.abs(one[:, None] - two) ** power
        seen = (one != two) if power is None else np.abs(one - two) ** power
        value = evaluate(labels(truth=truth, guess=guess), [f"Kappa(weights='{weights}')"])
        assert next(iter(value.found.values())).value == pytest.approx(1 - seen.mean() / cost.mean(), rel=1e-12)


def test_a_picture_of_too_many_labels_is_refused():
    many = [f"label {at}" for at in range(1001)]
    with pytest.raises(MeasureError) as caught:
        curve(labels(truth=many, guess=many), "confusion")
    assert str(caught.value) == (
        "confusion: 1,001 labels are too many to put beside each other, at most 1,000; "
        "results as JSON list the pairs that occur"
    )
