"""Every measure of labels equals its plain loop."""

from math import isnan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import Policy, evaluate, labels
from labels.made_labels import predictions, probabilities, scored
from oracles import labels as oracle


def same(got, wanted):
    if wanted is None:
        assert isnan(got)
    else:
        assert got == pytest.approx(wanted, rel=1e-11, abs=1e-11)


QUOTIENTS = {
    "Precision": oracle.precision,
    "Recall": oracle.recall,
    "F1": oracle.f_measure,
    "F(beta=2)": lambda *data: oracle.f_measure(*data, beta=2),
    "F(beta=0.5)": lambda *data: oracle.f_measure(*data, beta=0.5),
    "F(beta=0)": lambda *data: oracle.f_measure(*data, beta=0),
}


@pytest.mark.parametrize("zero", ["0", "1", "nan"])
@pytest.mark.parametrize("name", QUOTIENTS)
@settings(max_examples=20)
@given(made=predictions())
def test_quotients_of_labels_and_their_averages(name, zero, made):
    data = (made.truth, made.guess, made.weights)
    names = sorted({*made.truth, *made.guess})
    values = {label: QUOTIENTS[name](*data, label) for label in names}
    batch = labels(truth=made.truth, guess=made.guess, weight=made.weight, policy=Policy(zero_division=zero))
    kept = None if zero == "nan" else float(zero)
    support = [sum(w for t, w in zip(made.truth, made.weights, strict=True) if t == label) for label in names]
    for average in ("macro", "weighted"):
        text = f"{name.rstrip(')')}{', ' if '(' in name else '('}average='{average}')"
        result = evaluate(batch, text)[text]
        same(result.value, oracle.averaged(values.values(), average, support, kept))
        assert result.undefined == sum(value is None for value in values.values())
        for label in names:
            same(result.units[label], kept if values[label] is None else values[label])
    for label in names:
        text = f"{name.rstrip(')')}{', ' if '(' in name else '('}positive={label!r})"
        same(evaluate(batch, text)[text].value, kept if values[label] is None else values[label])


@settings(max_examples=80)
@given(made=predictions())
def test_measures_of_the_whole_confusion_matrix(made):
    data = (made.truth, made.guess, made.weights)
    batch = labels(truth=made.truth, guess=made.guess, weight=made.weight, policy=Policy(zero_division="nan"))
    results = evaluate(
        batch, ["Accuracy", "BalancedAccuracy", "MCC", "F1(average='micro')", "Precision(average='micro')"]
    )
    same(results["Accuracy"].value, oracle.accuracy(*data))
    same(results["F1(average='micro')"].value, oracle.accuracy(*data))
    same(results["Precision(average='micro')"].value, oracle.accuracy(*data))
    same(results["BalancedAccuracy"].value, oracle.balanced_accuracy(*data))
    same(results["MCC"].value, oracle.correlation(*data))
    for label in {*made.truth, *made.guess}:
        rates = evaluate(batch, [f"TPR(positive={label!r})", f"FPR(positive={label!r})"])
        same(rates[f"TPR(positive={label!r})"].value, oracle.recall(*data, label))
        same(rates[f"FPR(positive={label!r})"].value, oracle.false_positive_rate(*data, label))
        split = [[each == label for each in side] for side in (made.truth, made.guess)]
        same(results["MCC"].units[label], oracle.correlation(*split, made.weights))


@settings(max_examples=150)
@given(made=scored())
def test_auc_gauc_and_average_precision(made):
    batch = labels(truth=made.truth, score=made.score, weight=made.weight, group=made.group)
    data = (made.truth.tolist(), made.score.tolist(), made.weights)
    names = ["AUC", "AveragePrecision", "GAUC", "GAUC(weight='rows')", "GAUC(weight='positives')"]
    results = evaluate(batch, names)
    same(results["AUC"].value, oracle.auc(*data))
    same(results["AveragePrecision"].value, oracle.average_precision(*data))
    for heavy in (None, "rows", "positives"):
        name = "GAUC" if heavy is None else f"GAUC(weight={heavy!r})"
        same(results[name].value, oracle.grouped_auc(*data, made.group, heavy))
    for session, value in results["GAUC"].units.items():
        rows = [at for at, group in enumerate(made.group) if str(group) == session]
        same(value, oracle.auc(*([column[at] for at in rows] for column in data)))


@settings(max_examples=60)
@given(made=probabilities(), k=st.integers(1, 3))
def test_measures_of_probabilities(made, k):
    truth, rows, weight = made
    names, heavy = ("a", "b", "c"), weight or [1.0] * len(truth)
    results = evaluate(
        labels(truth=truth, score=rows, weight=weight), ["LogLoss", "LogLoss(eps=0.01)", "Brier", f"TopK@{k}"]
    )
    chances = [row[names.index(label)] for label, row in zip(truth, rows.tolist(), strict=True)]
    same(results["LogLoss"].value, oracle.log_loss(chances, heavy, 2**-52))
    same(results["LogLoss(eps=0.01)"].value, oracle.log_loss(chances, heavy, 0.01))
    same(results["Brier"].value, oracle.brier(truth, rows.tolist(), names, heavy))
    same(results[f"TopK@{k}"].value, oracle.top_k(truth, rows.tolist(), names, heavy, k))
    for label in names:
        kept = [at for at, each in enumerate(truth) if each == label]
        part = [heavy[at] for at in kept]
        same(results["LogLoss"].units[label], oracle.log_loss([chances[at] for at in kept], part, 2**-52))
        same(results["Brier"].units[label], oracle.brier([label] * len(kept), rows[kept].tolist(), names, part))
