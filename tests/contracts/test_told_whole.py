"""The value of the whole is explained too: as the mean that it is, or by steps that end at it to the last bit."""

import math

import pytest

from cranfield import evaluate, labels, overview, parse
from cranfield.report.explanation import render_explanations
from cranfield.words import LANGUAGES, language_named
from contracts.test_told import made, same
from text.made_text import batch_of

CHEAP = [("the cat sat on the mat", ["the cat sat on a mat"]), ("a dog", ["the dog ran home today"])]


def test_a_whole_is_a_mean_or_has_steps_that_end_at_it():
    told_apart = set()
    for batch, measures in made():
        results = evaluate(batch, {str(each): each for each in measures})
        for measure in measures:
            told = overview(batch, measure)
            where, how = str(measure), told.measure.summed
            told_apart.add(how)
            assert same(told.value, results[measure].value), where
            values = list(told.known.values())
            if how == "arithmetic":
                assert not told.steps, where
                assert math.isclose(told.value, told.mean, rel_tol=1e-12) or same(told.value, told.mean), where
            elif how == "geometric":
                assert math.isclose(told.value, told.geometric_mean, rel_tol=1e-12) or not values, where
            elif how == "sum":
                assert told.value == math.fsum(values), where
            else:
                assert how in ("weighted", "whole"), where
                assert same(told.steps[-1].value, told.value), (where, told.steps)
                assert len(told.steps) > 1, where
            for language in LANGUAGES:
                for step in told.steps:
                    assert step.key in language_named(language).steps
                    assert all(step.told(language))
    assert told_apart == {"arithmetic", "geometric", "sum", "weighted", "whole"}


def page(batch, measure, language="en"):
    told = overview(batch, measure)
    return render_explanations([(told, [evaluate(batch, [measure])])], language=language)


def test_bleu_of_a_corpus_shows_the_summed_counts_and_the_penalty():
    batch = batch_of(CHEAP)
    told = overview(batch, "BLEU")
    found = {step.name: step.value for step in told.steps}
    assert found["length"] == 8
    assert [found[f"matches {n}"] for n in (1, 2, 3, 4)] == [6, 3, 2, 1]
    assert [found[f"total {n}"] for n in (1, 2, 3, 4)] == [8, 6, 4, 3]
    assert repr(told.value) in page(batch, "BLEU")


@pytest.mark.parametrize("measure", ["F1(average='macro')", "BalancedAccuracy", "AUC(average='ovr')"])
def test_a_mean_over_labels_is_called_one(measure):
    from labels.test_registry import three

    shown = page(three(), measure)
    assert "The value of the whole is the mean of these values." in shown
    assert "need not" not in shown


def test_one_label_is_told_step_by_step_and_not_by_its_quartiles():
    batch = labels(["1", "0", "1", "0"], guess=["1", "1", "1", "0"], score=[0.9, 0.8, 0.7, 0.1])
    for measure, step in (("F1", "right"), ("AUC", "won")):
        shown = page(batch, measure)
        assert step in shown
        assert "quartiles" not in shown
        assert "median" not in shown


def test_a_geometric_mean_says_which_values_were_raised_to_the_floor():
    from cranfield import ranking

    batch = ranking({"a": {"x": 1}, "b": {"x": 1}}, {"a": {"x": 1.0}, "b": {"y": 1.0}})
    assert "1 query with a value below 0.00001 counts as 0.00001" in page(batch, "AP")
    assert "1 个查询的值低于 0.00001" in page(batch, "AP", "zh")
    assert overview(batch, parse("AP", "ranking")).floored == 1
