"""Functions of the user as tokenisers, measures that compare candidates, and names."""

from math import isnan

import pytest

from cranfield import MeasureError, evaluate, explain, parse, text
from cranfield.measures.text.bleu import BLEU

BATCH = text(candidates=["a b c", "d e"], references=["a b d", "d e"])


@pytest.mark.parametrize(("given", "kind"), [(None, "NoneType"), (7, "int"), ([1, 2], "int"), ([b"x"], "bytes")])
def test_a_tokeniser_that_gives_no_texts_is_named(given, kind):
    def odd(_text):
        return given

    with pytest.raises(MeasureError, match=rf"the tokeniser .*odd must give texts .*, not {kind}; check what it"):
        evaluate(BATCH, BLEU(tokenize=odd))


def test_results_of_a_nameless_function_can_be_walked_and_two_of_them_are_refused():
    one, two = BLEU(tokenize=lambda text: text.split()), BLEU(tokenize=lambda text: text.split("b"))
    results = evaluate(BATCH, [one, "BLEU"])
    assert [each.value for each in results.values()] == [results[one].value, results["BLEU"].value]
    with pytest.raises(MeasureError, match=r"two different measures are written .*; give their functions names"):
        evaluate(BATCH, [one, two])


def test_self_bleu_of_one_candidate_has_no_value():
    results = evaluate(text(candidates=["a b"], references=["a b"]), "SelfBLEU")
    assert isnan(results["SelfBLEU"].value)
    assert results["SelfBLEU"].undefined == 1
    assert "there is no other candidate" in results.findings[0].message
    assert "left out" in results.findings[0].message


def test_self_bleu_of_separate_collections_is_not_merged():
    measure = parse("SelfBLEU")
    parts = [text(candidates=[word, "x"], references=["a", "a"], ids=[word, word + "2"]) for word in ("a", "b")]
    with pytest.raises(MeasureError, match="load all candidates at once"):
        measure.stats(parts[0]) + measure.stats(parts[1])


def test_an_unknown_segment_is_not_looked_for_in_judgments():
    with pytest.raises(Exception, match="there is no segment '9' in the data; they start with 1"):
        explain(BATCH, "BLEU", "9")


def test_the_order_of_a_precision_may_stand_behind_a_dash():
    assert parse("NgramPrecision-3") == parse("NgramPrecision(n=3)")


def test_chinese_that_a_tokeniser_cannot_cut_is_told_with_the_remedy():
    batch = text(candidates=["今天天气很好", "a b"], references=["今天天气很好", "a b"])
    results = evaluate(batch, ["ROUGE-1", "BLEU", "BLEU(tokenize='zh')", "chrF"])
    told = [each.message for each in results.findings if each.key == "unspaced-text"]
    start = "1 of 2 references are Chinese or Japanese, which tokenize="
    assert told == [
        f"ROUGE-1: {start}'rouge' finds no tokens in; use tokenize='zh'",
        f"BLEU: {start}'13a' does not cut; use tokenize='zh'",
    ]
    assert not evaluate(BATCH, "ROUGE-1").findings
