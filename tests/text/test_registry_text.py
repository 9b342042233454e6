"""Measures of text refuse what cannot be meant, count long texts in a table, and take a tokeniser of your own."""

import pytest

from cranfield import MeasureError, evaluate, parse
from text.made_text import batch_of


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ROUGE-0", "ROUGE: n must be a whole number of at least 1 and of at most 100, not 0"),
        ("BLEU-2(n=3)", "BLEU-2(n=3): BLEU already sets n; write BLEU with the parameters you want"),
        (
            "BLEU(tokenize='13b')",
            "BLEU: tokenize must be one of 'none', '13a', 'intl', 'char', 'zh', 'jieba', 'ja-mecab',",
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


@pytest.mark.parametrize("name", ["spBLEU", "spbleu", "spBLEU-1K"])
def test_the_name_spbleu_says_which_tokeniser_to_write(name):
    with pytest.raises(MeasureError, match=r"write BLEU\(tokenize='spm:FILE'\)"):
        parse(name, "text")
