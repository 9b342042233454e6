"""Pages about every measure of every family: in two languages, in every format, and with sums that add up."""

import math
import re

import pytest

from contracts.families import FAMILIES
from contracts.made_data import GROUPS, by_subtopic
from cranfield import Policy, changes, difference, evaluate, explain, overview, parse, ranking
from cranfield.core.exhibit import Curve, Links, Listing, Word
from cranfield.core.registry import families, registry
from cranfield.report.explanation import FORMATS, render_explanations
from cranfield.words import LANGUAGES, language_named, say
from cranfield.words.choices import CHOICES

CHINESE = re.compile("[\u4e00-\u9fff]")
LETTERS = re.compile(r"[A-Za-z]{3,}")
# what a Chinese formula calls as everybody does
SIGNS = {
    "RBO",
    "BLEU", "LCS", "WLCS", "alpha", "beta", "eps", "exp", "expected", "gamma", "grade", "log", "max", "min", "multiple",
    "nDCG", "DCG", "over", "points", "rel", "sqrt", "tokens", "weight", "adjusted", "AUC", "ROUGE",
}  # fmt: skip
EVERY = [(family, name) for family in families() for name in registry(family)]
QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1, "d4": 3, "d9": 1}, "q2": {"d1": 0}, "q3": {"d1": 1}, "q4": {"d1": 1}}
RUN = {"q1": {"d1": 3.0, "d2": 5.0, "x": 5.0, "d3": 1.0, "d4": 1.0}, "q2": {"d1": 1.0}, "q3": {"z": 1.0, "d1": 1.0}}
OTHER = {"q1": {"d4": 9.0, "d9": 8.0, "x": 7.0, "d1": 3.0}, "q3": {"d1": 1.0}, "q4": {"d2": 2.0, "d1": 1.0}}
KNOWN = {"q1": {"d1": 1, "d9": 1}, "q3": {"d1": 1}}
RANKING = FAMILIES["ranking"]
RANKED = [each for name in RANKING.settings for each in RANKING.measures(name)]


def _told(run, policy):
    """Everything that a measure may ask for; groups of documents cannot go with judged documents alone."""
    groups = None if policy.judged_only else GROUPS
    return ranking(by_subtopic(QRELS), run, policy=policy, known=KNOWN, document_groups=groups)


def made(*, every_setting):
    """Each measure with data that it can be computed on; the policy and what is odd change with the setting."""
    for samples in FAMILIES.values():
        for name in samples.settings:
            for seed, measure in enumerate(samples.measures(name)[: None if every_setting else 1]):
                yield samples.odd(measure, seed, **samples.policy(seed)).batch, measure


def same(one, other):
    return one == other or (math.isnan(one) and math.isnan(other))


@pytest.mark.parametrize(("family", "name"), EVERY)
def test_a_measure_is_described_in_both_languages(family, name):
    measure, chinese = registry(family)[name], language_named("zh")
    assert CHINESE.search(measure.definition("zh"))
    assert measure.definition("zh").endswith("。")
    assert not CHINESE.search(measure.definition("en") + measure.formula)
    assert measure.formula in chinese.texts, "give words/zh/formulas.py the formula in Chinese"
    assert {*LETTERS.findall(measure.formula_in("zh"))} <= SIGNS | {name for _, name in EVERY} | {*measure.params()}
    for param, rule in measure.params().items():
        assert rule.help in chinese.texts, f"give words/zh/parameters.py the help of {param} in Chinese"
        assert CHINESE.search(rule.help_in("zh"))
        assert rule.rule in chinese.texts, f"give words/zh/parameters.py the rule of {param} in Chinese"
        assert not CHINESE.search(rule.help + rule.rule)


def test_no_translation_is_left_over_from_a_text_that_changed():
    from cranfield.words.zh import formulas, parameters

    measures = [registry(family)[name] for family, name in EVERY]
    params = [param for each in measures for param in each.params().values()]
    assert {*formulas.TEXTS} <= {each.formula for each in measures}
    assert {*parameters.TEXTS} <= {text for each in params for text in (each.help, each.rule)}


@pytest.mark.parametrize(("family", "name"), EVERY)
def test_what_other_tools_print_has_a_sentence_and_parameters_that_exist(family, name):
    for each in registry(family)[name].elsewhere:
        assert all(each.why in language_named(language).sentences for language in LANGUAGES), each
        assert {*each.change} <= {*registry(family)[name].params()}, each
        for param, value in each.change.items():
            registry(family)[name].params()[param].check(value)


def names_in(told):
    """Every name over a column, at an axis or in a cell that the house itself wrote."""
    for each in (*told.exhibits, *(told.context.exhibits if told.context else ())):
        if isinstance(each, Listing):
            yield from each.columns
            yield from (cell for column in each.columns.values() for cell in column if isinstance(cell, Word))
        elif isinstance(each, Curve):
            yield from (each.across, each.up)
        elif isinstance(each, Links):
            yield from (how for _, _, how in each.links)
    yield from told.context.columns if told.context else ()


def test_whatever_is_shown_is_named_and_told_in_chinese():
    chinese, kinds = language_named("zh").texts, set()
    for batch, measure in made(every_setting=True):
        for unit in list(evaluate(batch, [measure])[measure].units)[:2]:
            told = explain(batch, measure, unit)
            kinds |= {each.key for each in told.exhibits}
            for name in names_in(told):
                assert name in chinese or not LETTERS.search(name) or name.startswith("→") or name in (
                    "CG", "DCG", "nCG", "nDCG"
                ), (measure, name)  # fmt: skip
            for each in told.exhibits:
                assert CHINESE.search(say(each.key, each.fields, language="zh"))
    assert kinds >= {
        "shown-gains-by-rank", "shown-curve", "shown-grams", "shown-unmatched", "shown-common-words", "shown-links",
        "shown-tokens", "shown-cells", "shown-matrix", "shown-examples", "shown-frequent", "shown-edits",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMATS)
def test_every_page_of_every_measure_can_be_rendered(form, language):
    for batch, measure in made(every_setting=False):
        results = evaluate(batch, [measure])
        unit = next(iter(results[measure].units))
        told = [(explain(batch, measure, unit), [results]), (overview(batch, measure), [results])]
        shown = render_explanations(told, form, language=language)
        assert str(measure).split("(")[0] in shown.replace("\\_", "_").replace("\\", "")
        assert "told-" not in shown
        assert "elsewhere-" not in shown
        assert form == "json" or not re.search(r"\{\w+\}", shown.replace("{document}", "")) or form in (
            "latex", "html"
        )  # fmt: skip


def test_contributions_add_up_to_the_difference_to_the_last_bit():
    summed = 0
    for policy in (Policy(), Policy(ties="expected"), Policy(judged_only=True)):
        batches = [_told(run, policy) for run in (RUN, OTHER)]
        for measure in RANKED:
            if policy.ties == "expected" and not measure.averages_ties():
                continue
            if policy.judged_only and "document_group" in measure.reads:
                continue
            for unit in QRELS:
                told = difference(*(explain(batch, measure, unit) for batch in batches))
                if told.added is None:
                    assert math.isnan(told.value) or not measure.adds_up or "mean=" in str(measure), measure
                    continue
                summed += 1
                assert measure.adds_up
                parts = [part for each in told.added for part in (each.adds[1], -each.adds[0])]
                assert math.fsum([*parts, told.rounding]) == told.value, (measure, unit)
                assert abs(told.rounding) < 1e-12
                apart = [abs(each.change) for each in told.added]
                assert apart == sorted(apart, reverse=True)
    assert summed > 300


def test_changes_of_all_units_are_those_of_evaluate():
    batches = [_told(run, Policy()) for run in (RUN, OTHER)]
    for measure in RANKED:
        told = changes(*(overview(batch, measure) for batch in batches))
        first, second = (evaluate(batch, [measure])[measure] for batch in batches)
        assert same(told.value, second.value - first.value)
        for unit, pair in told.both.items():
            assert pair == (first.units[unit], second.units[unit])
        assert sum(told.counts()) == len(told.both)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.measures[0])
def test_a_choice_names_measures_that_exist_in_both_languages(choice):
    for name in choice.measures:
        assert type(parse(name, choice.family)).family == choice.family
    assert not CHINESE.search("".join(choice.told("en")))
    assert all(CHINESE.search(text) for text in choice.told("zh"))
    assert {*LETTERS.findall("".join(choice.told("zh")))} <= {name for _, name in EVERY} | {
        "over", "expected", "tokenize", "Judged", "Brier", "beta", "cranfield", "judges",
    }  # fmt: skip


def test_there_is_a_choice_for_every_family():
    assert {each.family for each in CHOICES} == {*families()}


@pytest.mark.parametrize(("family", "name"), EVERY)
def test_tools_are_named_so_that_any_reader_knows_them(family, name):
    for each in registry(family)[name].elsewhere:
        assert not re.search(r"\b(with|without|and|or|of)\b|'s\b", each.tools), each.tools
