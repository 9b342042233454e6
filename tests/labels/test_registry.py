"""Measures of labels refuse nonsense, ask for what the data does not say, and stand on their page."""

# ruff: noqa: ISC004 (the sentences stand as they are printed)

import re
from pathlib import Path

import numpy as np
import pytest

from cranfield import MeasureError, confusion, evaluate, labels, parse
from cranfield.core.registry import registry

KINDS = registry("labels")


def three(**more):
    chance = np.random.default_rng(1)
    truth = [*"abc", *chance.choice(list("abc"), 60)]
    guess = [t if chance.random() < 0.6 else "b" for t in truth]
    parts = chance.integers(1, 9, (63, 3)) / 1.0
    return labels(
        truth=truth,
        guess=guess,
        score=parts / parts.sum(axis=1, keepdims=True),
        group=chance.integers(0, 9, 63),
        **more,
    )


def test_a_name_of_two_families_is_decided_by_its_parameters_or_by_the_data():
    assert parse("precision@5").family == "ranking"
    assert parse("Accuracy(docs=10)").family == "ranking"
    assert parse("F(average='weighted')").family == "labels"
    with pytest.raises(MeasureError, match=r"^'F' is a measure of ranking and labels; say which family you mean$"):
        parse("F")
    assert evaluate(labels(truth=[0, 1], guess=[0, 1]), "F")["F"].measure.family == "labels"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("F1(average='mean')", "F1: average must be one of 'binary', 'macro', 'micro', 'weighted', not 'mean'"),
        ("F(beta=-1)", "F: beta must be a number of at least 0, not -1"),
        ("GAUC(weight='row')", "GAUC: weight must be one of 'rows', 'positives', not 'row'; did you mean rows?"),
        ("AUC(exact=1)", "AUC: exact must be True or False, not 1"),
        ("AUC(average='macro')", "AUC: average must be one of 'ovr', 'ovo', not 'macro'"),
        ("TopK@0", "TopK: k must be a whole number of at least 1, not 0"),
        ("AUC@5", "AUC@5: AUC takes no cutoff"),
        ("LogLoss(eps=0.6)", "LogLoss: eps must be a number of at least 0 and of at most 0.5, not 0.6"),
        ("Recall(positive=[1])", "Recall: positive must be a label, not [1]"),
        ("Recall(positive='a', average='macro')",
         "Recall: positive is for average='binary'; average='macro' is about all labels"),
        ("AUC(positive='a', average='ovr')",
         "AUC: positive is for one label against the rest; an average is about all labels"),
        ("GUAC", "unknown measure 'GUAC'; did you mean GAUC?"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(MeasureError) as refusal:
        parse(text, "labels")
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("measure", "sentence"),
    [
        ("F1", "F1: the data has 3 labels ('a', 'b', 'c'); choose average='macro', 'micro' or 'weighted', or name one"
               " with positive='a'"),
        ("AUC", "AUC: the data has 3 labels ('a', 'b', 'c'); choose an average, or name one with positive='a'"),
        ("TPR(positive='d')", "TPR(positive='d'): there is no label 'd' in the data; there are 'a', 'b', 'c'"),
    ],
)  # fmt: skip
def test_measures_ask_for_what_the_data_does_not_say(measure, sentence):
    with pytest.raises(MeasureError) as refusal:
        evaluate(three(), measure)
    assert str(refusal.value) == sentence


def test_results_become_a_table_with_the_kind_of_each_unit():
    batch = labels(truth=[0, 1, 1, 0], guess=[0, 1, 0, 0], score=[0.1, 0.9, 0.2, 0.3], group=["1", "1", "t", "t"])
    table = evaluate(batch, ["Accuracy", "TPR", "GAUC"]).to_arrow()
    assert table.to_pylist() == [
        {"kind": "label", "unit": "0", "Accuracy": 1.0, "TPR": None, "GAUC": None},
        {"kind": "label", "unit": "1", "Accuracy": 0.5, "TPR": 0.5, "GAUC": None},
        {"kind": "session", "unit": "1", "Accuracy": None, "TPR": None, "GAUC": 1.0},
        {"kind": "session", "unit": "t", "Accuracy": None, "TPR": None, "GAUC": 0.0},
    ]


def test_a_bound_is_shown_rounded_up():
    truth, score = [0] * 50 + [1] * 50, [0.5 + at * 1e-7 for at in range(34)] + [0.1] * 16 + [0.5] * 50
    results = evaluate(labels(truth=truth, score=score), "AUC(exact=False)")
    bound = results["AUC(exact=False)"].details["error_bound"]
    (message,) = [each.message for each in results.findings if each.key == "details"]
    shown = float(message.split()[-1])
    assert bound <= shown <= bound * 1.1
    truth, score = [0] * 3 + [1] * 3, [0.1, 0.5, 0.5, 0.5, 0.2, 0.3]  # 2 / (2 * 9) = 0.111...
    (message,) = [each.message for each in evaluate(labels(truth=truth, score=score), "AUC(exact=False)").findings]
    assert message == "AUC(exact=False, positive='1'): error_bound 0.12"


def test_a_label_may_be_called_total():
    table = confusion(labels(truth=["a", "total"], guess=["a", "a"])).table()
    assert table["total"] == {"a": 1, "total": 0, "total (all)": 1}
    assert table["total (all)"] == {"a": 2, "total": 0, "total (all)": 2}


def test_the_page_about_labels_describes_every_measure_and_its_examples_run():
    page = (Path(__file__).parents[2] / "docs" / "labels.md").read_text(encoding="utf-8")
    for kind in KINDS.values():
        assert kind.describe() in page
        assert kind.chinese in page
    names = {}
    for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(compile(example, "docs/labels.md", "exec"), names)
    assert names["measure"].finish(names["state"].total()) == 2 / 3
    assert names["results"]["GAUC"].units == {"s1": 1.0, "s2": 0.5}


def test_no_name_is_said_to_be_from_a_tool_that_has_no_such_measure():
    for family in ("labels", "text", "ratings", "cost"):
        for kind in registry(family).values():
            assert "trec_eval" not in {each.tool for each in kind.aliases}, kind
