"""What holds for every measure of text, whatever it measures; and each equals its plain loop."""

import re
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import MeasureError, evaluate, explain, parse
from cranfield.core.registry import registry
from cranfield.measures.text.porter import stem
from cranfield.measures.text.synonyms import synonym_sets
from oracles.text import bleu, chrf, meteor, rouge, variety
from text.made_text import anything, batch_of, plain, segments

KINDS = registry("text")
SHARED = "stem=True, tokenize='none', multi='average', mean='geometric'"
SETTINGS = {
    "BLEU": ["BLEU", "BLEU-2", "BLEU(tokenize='none', lowercase=True)", "BLEU(smooth='floor', smooth_value=0.2)",
             "BLEU(effective_order='yes')", "BLEU-3(smooth='none', effective_order='no')", "BLEU(smooth='add-k')"],
    "NgramPrecision": ["NgramPrecision", "NgramPrecision(n=2, tokenize='none', lowercase=True)"],
    "chrF": ["chrF", "chrF(beta=1, char_order=3, word_order=1, lowercase=True)",
             "chrF(whitespace=True, eps_smoothing=True)"],
    "chrF++": ["chrF++", "chrF++(beta=3, char_order=2, word_order=1, lowercase=True)",
               "chrF++(whitespace=True, eps_smoothing=True)"],
    "TER": ["TER", "TER(normalized=True, no_punct=True, asian_support=True, case_sensitive=True)"],
    "ROUGE": ["ROUGE-1", "ROUGE-2(part='p', stem=True)", "ROUGE-1(tokenize='char', multi='average', part='r')",
              "ROUGE-1(mean='geometric')"],
    "ROUGE-L": ["ROUGE-L", "ROUGE-L(part='r', tokenize='13a')", f"ROUGE-L({SHARED})"],
    "ROUGE-Lsum": ["ROUGE-Lsum", "ROUGE-Lsum(part='p', tokenize='intl')", f"ROUGE-Lsum({SHARED})"],
    "ROUGE-W": ["ROUGE-W", "ROUGE-W(weight=2, part='p')", f"ROUGE-W({SHARED})"],
    "ROUGE-S": ["ROUGE-S", "ROUGE-S(gap=0)", "ROUGE-S(gap='any', part='r')", f"ROUGE-S({SHARED})"],
    "ROUGE-SU": ["ROUGE-SU", "ROUGE-SU4(part='p')", "ROUGE-SU(gap='any')", f"ROUGE-SU({SHARED})"],
    "METEOR": ["METEOR", "METEOR(alpha=0.5, beta=1, gamma=0.2, stages='stem', tokenize='none', mean='geometric')"],
    "Distinct": ["Distinct-1", "Distinct-2(over='tokens', tokenize='none', lowercase=True)", "Distinct-1(level='text')",
                 "Distinct-2(over='expected', vocabulary=100)"],
    "Entropy": ["Entropy-1", "Entropy-2(base=2, tokenize='none', lowercase=True)"],
    "SelfBLEU": ["SelfBLEU", "SelfBLEU-2(smooth='none', tokenize='none', lowercase=True, mean='geometric')"],
}  # fmt: skip
ALL = [parse(each) for settings_of in SETTINGS.values() for each in settings_of]


def test_no_measure_is_left_out():
    assert set(SETTINGS) == set(KINDS)
    for name, texts in SETTINGS.items():
        sampled = {parameter for each in texts for parameter in parse(each).changed()}
        assert sampled == set(KINDS[name].params()), name


@pytest.mark.parametrize("name", KINDS)
def test_every_measure_describes_itself(name):
    kind = KINDS[name]
    assert re.fullmatch(r"[A-Z0-9].{15,140}\.", kind.describe())
    assert len(kind.formula) >= 5
    assert len(kind.source) >= 5
    assert re.search(r"[\u4e00-\u9fff].*。$", kind.chinese)
    assert kind.better in ("higher", "lower")
    assert kind.bounds[0] < kind.bounds[1]
    assert all(param.help and param.rule for param in kind.params().values())


@pytest.mark.parametrize("measure", ALL, ids=str)
def test_what_is_printed_parses_to_the_same_measure(measure):
    assert parse(str(measure)) == measure
    assert hash(parse(str(measure))) == hash(measure)
    assert parse(str(measure).replace(measure.name, measure.name.swapcase(), 1)) == measure
    for alias in measure.aliases:
        assert type(parse(alias.name)) is type(measure)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ROUGE-0", "ROUGE: n must be a whole number of at least 1 and of at most 100, not 0"),
        ("BLEU-2(n=3)", "BLEU-2(n=3): BLEU already sets n; write BLEU with the parameters you want"),
        (
            "BLEU(tokenize='13b')",
            "BLEU: tokenize must be one of 'none', '13a', 'intl', 'char', 'zh', 'jieba', 'rouge' or a",
        ),
        ("BLEU(smooth='exp', smooth_value=1)", "BLEU: smooth_value is only used by smooth='floor' and smooth='add-k'"),
        ("Distinct-1(over='expected')", "Distinct: vocabulary and over='expected' need each other"),
        ("ROUGE-S(gap=-1)", "ROUGE-S: gap must be a whole number of at least 0, or 'any', not -1"),
        ("METEOR(alpha=2)", "METEOR: alpha must be a number of at least 0 and of at most 1, not 2"),
        ("ROUGE-L@3", "ROUGE-L@3: ROUGE-L takes no cutoff"),
        ("ROUGE-LL", "unknown measure 'ROUGE-LL'; did you mean ROUGE-L?"),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(text, message):
    with pytest.raises(MeasureError) as caught:
        parse(text)
    assert str(caught.value).startswith(message)


@settings(max_examples=25)
@given(pairs=segments(anything), undefined=st.sampled_from(["zero", "skip"]))
def test_values_are_in_bounds_and_explanations_end_at_them(pairs, undefined):
    from cranfield import Policy

    batch = batch_of(pairs, policy=Policy(undefined=undefined))
    results = evaluate(batch, ALL)
    for measure in ALL:
        low, high = measure.bounds
        result = results[measure]
        for value in [*result.values, result.value]:
            assert isnan(value) or low - 1e-9 <= value <= high + 1e-9, str(measure)
        told = explain(batch, measure, batch.units[0])
        assert all(step.how for step in told.steps)
        assert not told.steps[-1].per_row
        assert told.value == pytest.approx(result.values[0], rel=1e-12, abs=1e-15, nan_ok=True)
        assert told.steps[-1].value == pytest.approx(told.value, rel=1e-12, abs=1e-15, nan_ok=True)
        assert not result.undefined or measure.undefined_when


@settings(max_examples=25)
@given(pairs=segments(anything), data=st.data())
def test_partitions_combine_to_the_whole(pairs, data):
    batch = batch_of(pairs)
    left = np.array([data.draw(st.booleans()) for _ in pairs], bool)
    parts = [batch.select(np.flatnonzero(side)) for side in (left, ~left)]
    for measure in ALL:
        whole, merged = measure.stats(batch), measure.stats(parts[0]) + measure.stats(parts[1])
        assert list(merged.units) == list(batch.units)
        assert np.array_equal(measure.each(merged), measure.each(whole), equal_nan=True), str(measure)
        value = measure.finish(whole.total())
        assert np.array_equal(measure.finish(merged.total()), value, equal_nan=True)
        some = np.flatnonzero(left)
        alone = measure.finish(measure.stats(parts[0]).total())
        assert np.array_equal(measure.finish(whole.total(some)), alone, equal_nan=True)


def kind(word, other):
    if word == other:
        return 0
    if stem(word) == stem(other):
        return 1
    return 2 if set(synonym_sets(word)) & set(synonym_sets(other)) else None


def same(value, wanted):
    assert isnan(value) if wanted is None else value == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@settings(max_examples=60)
@given(pairs=segments(plain, most_references=2))
def test_every_measure_equals_its_plain_loop(pairs):
    results = evaluate(batch_of(pairs), [
        "BLEU", "BLEU-2(smooth='floor', effective_order='yes')", "NgramPrecision(n=2)", "chrF", "ROUGE-2(part='r')",
        "ROUGE-L", "ROUGE-W", "ROUGE-S", "ROUGE-SU(gap='any')", "METEOR", "Distinct-2", "Distinct-1(over='tokens')",
        "Distinct-1(over='expected', vocabulary=50)", "Entropy-2", "Entropy-1(base=2)", "SelfBLEU",
    ])  # fmt: skip
    split = [(c.split(), [r.split() for r in references]) for c, references in pairs]
    mine = [c for c, _ in split]
    same(results["BLEU"].value, bleu.oracle(split))
    name = "BLEU-2(smooth='floor', effective_order='yes')"
    same(results[name].value, bleu.oracle(split, n=2, smooth="floor", effective=True))
    found = [bleu.clipped(c, r, 2) for c, r in split]
    total = sum(t for _, t in found)
    same(results["NgramPrecision(n=2)"].value, sum(m for m, _ in found) / total if total else None)
    same(results["Distinct-2"].value, variety.distinct(mine, 2))
    same(results["Distinct-1(over='tokens')"].value, variety.distinct(mine, 1, "tokens"))
    same(results["Distinct-1(over='expected', vocabulary=50)"].value, variety.distinct(mine, 1, "expected", 50))
    same(results["Entropy-2"].value, variety.entropy(mine, 2))
    same(results["Entropy-1(base=2)"].value, variety.entropy(mine, 1, 2))
    alike = variety.self_bleu(mine)
    low = [([w.lower() for w in c], [[w.lower() for w in r] for r in references]) for c, references in split]
    for at, (candidate, references) in enumerate(low):
        same(results["BLEU"].values[at], bleu.oracle([split[at]], effective=True))
        same(results["chrF"].values[at], max(chrf.oracle(pairs[at][0], r) for r in pairs[at][1]))
        best = max((rouge.rouge_n(candidate, r, 2) for r in references), key=lambda each: each[2])
        same(results["ROUGE-2(part='r')"].values[at], best[1])
        for name, loop in {
            "ROUGE-L": rouge.rouge_l,
            "ROUGE-W": lambda c, r: rouge.rouge_w(c, r, 1.2),
            "ROUGE-S": lambda c, r: rouge.rouge_s(c, r, 4),
            "ROUGE-SU(gap='any')": lambda c, r: rouge.rouge_s(c, r, None, single=True),
        }.items():
            same(results[name].values[at], max(loop(candidate, r)[2] for r in references))
        same(results["METEOR"].values[at], max(meteor.oracle(candidate, r, kind) for r in references))
        if alike[at] is not None:
            same(results["SelfBLEU"].values[at], alike[at])


def test_skip_bigrams_of_long_texts_are_counted_in_a_table(monkeypatch):
    from cranfield.measures.text import rouge_s

    pairs = [("a b a c d a b", ["b a c x a b a"])]
    measures = ["ROUGE-S(gap='any')", "ROUGE-SU(gap=1)", "ROUGE-S(gap=0)"]
    usual = [evaluate(batch_of(pairs), each)[each].value for each in measures]
    monkeypatch.setattr(rouge_s, "_MOST", 1)
    assert [evaluate(batch_of(pairs), each)[each].value for each in measures] == usual


def test_a_tokeniser_of_your_own_is_used_and_named():
    def commas(text):
        return text.split(",")

    from cranfield.measures.text.bleu import BLEU

    measure = BLEU(tokenize=commas, n=1)
    results = evaluate(batch_of([("a b,c", ["a b,d"])]), measure)
    assert results[measure].value == pytest.approx(50)
    assert (
        "tok:test_a_tokeniser_of_your_own_is_used_and_named.<locals>.commas"
        in (results.signature.scores[str(measure)]["cranfield"])
    )
