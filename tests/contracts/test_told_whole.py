"""The value of the whole is explained too: as the mean that it is, or by steps that end at it to the last bit."""

import math

import pytest

from contracts.families import FAMILIES
from contracts.test_told import same
from cranfield import evaluate, labels, overview, parse, ranking
from cranfield.report.explanation import render_explanations
from cranfield.words import LANGUAGES, language_named
from labels.test_registry import three
from text.made_text import batch_of

CHEAP = [("the cat sat on the mat", ["the cat sat on a mat"]), ("a dog", ["the dog ran home today"])]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_whole_is_a_mean_or_has_steps_that_end_at_it(family):
    kinds, samples = set(), FAMILIES[family]
    for name in samples.settings:
        for seed, measure in enumerate(samples.measures(name)):
            batch = samples.odd(measure, seed, **samples.policy(seed)).batch
            told = overview(batch, measure)
            kinds.add(told.measure.summed)
            _check(told, evaluate(batch, measure)[measure].value)
    wanted = {"ranking": {"arithmetic", "geometric", "sum", "whole"}, "labels": {"arithmetic", "weighted", "whole"}}
    wanted["ratings"] = wanted["cost"] = {"arithmetic", "whole"}
    assert kinds == wanted.get(family, {"arithmetic", "geometric", "whole"})


def _check(told, value):
    where, how, values = str(told.measure), told.measure.summed, list(told.known.values())
    assert same(told.value, value), where
    if how in ("arithmetic", "geometric", "sum"):
        means = {"arithmetic": told.mean, "geometric": told.geometric_mean, "sum": math.fsum(values)}
        assert not told.steps, where
        assert not values or math.isclose(told.value, means[how], rel_tol=1e-9), where
        return
    assert same(told.steps[-1].value, told.value), (where, told.steps)
    assert len(told.steps) > 1, where
    for language in LANGUAGES:
        for step in told.steps:
            assert step.key in language_named(language).steps
            assert all(step.told(language))


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
    shown = page(three(), measure)
    assert "The value of the whole is the mean of these values." in shown
    assert "need not" not in shown


def test_one_label_is_told_step_by_step_and_not_by_its_quartiles():
    batch = labels(truth=["1", "0", "1", "0"], guess=["1", "1", "1", "0"], score=[0.9, 0.8, 0.7, 0.1])
    for measure, step in (("F1", "right"), ("AUC", "won")):
        shown = page(batch, measure)
        assert step in shown
        assert "quartiles" not in shown
        assert "median" not in shown


def test_a_geometric_mean_says_which_values_were_raised_to_the_floor():
    batch = ranking({"a": {"x": 1}, "b": {"x": 1}}, {"a": {"x": 1.0}, "b": {"y": 1.0}})
    assert "1 query with a value below 0.00001 counts as 0.00001" in page(batch, "AP")
    assert "1 个查询的值低于 0.00001" in page(batch, "AP", "zh")
    assert overview(batch, parse("AP", "ranking")).floored == 1
