"""Explanations: each ends at the value to the last bit, and every step is told in every language."""

import re

import pytest

from contracts.checks.states import bits
from cranfield import InputError, evaluate, explain
from cranfield.report.told.numbers import quotient
from cranfield.words import LANGUAGES, language_named

SEEDS = range(3)
MOST = 6  # units that are explained of one batch: all that are undefined or odd first
ENGLISH = re.compile(r"[A-Za-z]{2,}")
# what a Chinese formula calls as everybody does
SIGNS = {
    "alpha", "beta", "gamma", "log", "exp", "max", "min", "add", "floor", "rel", "PR", "BP", "CG", "DCG", "nDCG",
    "log1", "U", "sqrt", "nan",
}  # fmt: skip


def check_explanations(measure, samples):
    """The last step of every explanation is the value, and the value is that of the evaluation."""
    for seed in SEEDS:
        made = samples.odd(measure, seed, **samples.policy(seed))
        result = evaluate(made.batch, measure)[measure]
        for unit in _chosen(result):
            told = explain(made.batch, measure, unit)
            where = (str(measure), seed, unit, [(each.key, each.values) for each in told.steps])
            assert told.steps, where
            assert not told.steps[-1].per_row, where
            assert bits(told.value) == bits(result.units[unit]), (*where, told.value, result.units[unit])
            assert bits(told.steps[-1].value) == bits(told.value), (*where, told.value)
            last = told.steps[-1].name
            assert last in (str(told.measure), told.measure.unit_label(), told.measure.name, "floored"), where
            for step in told.steps:
                _check_quotients(step)
                _check_words(told, step)
    with pytest.raises(InputError, match=r"^there is no \w+ 'nowhere'"):
        explain(made.batch, measure, "nowhere")


def _chosen(result):
    lacking = set(result.state.undefined.nonzero()[0].tolist())
    order = sorted(range(len(result.state.units)), key=lambda at: (at not in lacking, at))
    without = [result.state.units[at] for at in order if at in lacking]
    there = [result.state.units[at] for at in order if at not in lacking]
    return [*without[:2], *there[: MOST - len(without[:2])]]


def _check_quotients(step):
    """A number that is shown as a fraction is that fraction."""
    for value, of in zip(step.values if step.of else (), step.of, strict=True):
        if (text := quotient(value, of)) is not None:
            above, below = map(int, text.split("/"))
            assert above / below == value, step


_KNOWN = set()


def _check_words(told, step):
    seen = (type(told.measure), step.key, str(sorted(step.fields.items(), key=str)))
    if seen in _KNOWN:
        return
    for language in LANGUAGES:
        assert step.key in language_named(language).steps, (str(told.measure), step.key)
        name, how = step.told(language)
        assert name, step
        assert how, step
        left = re.sub(r"\{1: [^}]*\}", "", how.replace(str(told.measure), ""))
        assert not re.search(r"[{}\[\]]|None|True|False", left), how
    left = set(ENGLISH.findall(step.told("zh")[1].replace(str(told.measure), "")))
    assert left <= SIGNS, (str(told.measure), step.key, left)
    _KNOWN.add(seen)
