"""Worked numbers, as fractions."""

from math import e, log

import pytest

from cranfield import evaluate, text


def value(measure, candidate, *references):
    return evaluate(text(candidates=[candidate], references=[list(references)]), measure)[measure].value


@pytest.mark.parametrize(
    ("part", "unigrams", "bigrams"), [("p", 3 / 5, 1 / 4), ("r", 3 / 6, 1 / 5), ("f", 6 / 11, 2 / 9)]
)
def test_rouge_of_the_cat_and_the_dog(part, unigrams, bigrams):
    pair = ("The cat and the dog.", "The cat is on the mat.")
    assert value(f"ROUGE-1(part='{part}')", *pair) == pytest.approx(unigrams, rel=1e-12)
    assert value(f"ROUGE-2(part='{part}')", *pair) == pytest.approx(bigrams, rel=1e-12)
    assert value(f"ROUGE-L(part='{part}')", *pair) == pytest.approx(unigrams, rel=1e-12)


def test_rouge_2_of_the_cat_under_the_bed():
    pair = ("the cat was found under the bed", "the cat was under the bed")
    assert value("ROUGE-2(part='p')", *pair) == 4 / 6
    assert value("ROUGE-2(part='r')", *pair) == 4 / 5


def test_the_bigram_precision_of_the_cat_on_the_mat():
    assert value("NgramPrecision(n=2)", "the cat sat on the mat", "the cat is on the mat") == 3 / 5


def test_distinct_of_the_cat_under_the_bed():
    sentence = "the cat was found under the bed"
    assert value("Distinct-1", sentence, "x") == 6 / 7
    assert value("Distinct-2", sentence, "x") == 6 / 6
    assert value("Distinct-2(over='tokens')", sentence, "x") == 6 / 7
    # seven draws from ten kinds would show 10 (1 - 0.9^7) of them
    assert value("Distinct-1(over='expected', vocabulary=10)", sentence, "x") == pytest.approx(6 / (10 * (1 - 0.9**7)))


def test_distinct_over_the_corpus_and_per_text():
    batch = text(candidates=["a a", "a b"], references=["x", "x"])
    results = evaluate(batch, ["Distinct-1", "Distinct-1(level='text')", "Entropy-1"])
    assert results["Distinct-1"].value == 2 / 4
    assert results["Distinct-1(level='text')"].value == (1 / 2 + 2 / 2) / 2
    assert results["Entropy-1"].value == pytest.approx(3 / 4 * log(4 / 3) + 1 / 4 * log(4))


def test_bleu_of_a_short_candidate():
    # p_1 = 3/3, p_2 = 2/2, p_3 = 1/1, four-grams do not occur; brevity penalty exp(1 - 6/3)
    assert value("BLEU-3", "the cat is", "the cat is on the mat") == pytest.approx(100 / e)
    assert value("BLEU", "the cat is", "the cat is on the mat") == 0
    batch = text(candidates=["the cat is"], references=["the cat is on the mat"])
    assert evaluate(batch, "BLEU")["BLEU"].values[0] == pytest.approx(100 / e)


def test_rouge_w_s_and_su_of_lin():
    # Lin 2004: with weight 2 the first candidate, without gaps, is better than the second
    reference, first, second = "a b c d e f g", "a b c d h i k", "a h b k c i d"
    assert value("ROUGE-W(weight=2)", first, reference) == pytest.approx(4 / 7)  # sqrt(16/49)
    assert value("ROUGE-W(weight=2)", second, reference) == pytest.approx(2 / 7)  # sqrt(4/49)
    police = ["police kill the gunman", "the gunman kill police", "the gunman police killed"]
    wanted = "police killed the gunman"
    shared = [value("ROUGE-S(gap='any')", each, wanted) for each in police]
    assert shared == pytest.approx([3 / 6, 1 / 6, 2 / 6])
    assert value("ROUGE-S(gap='any')", "gunman the killed police", wanted) == 0
    assert value("ROUGE-SU(gap='any')", "gunman the killed police", wanted) == pytest.approx(4 / 10)


def test_self_bleu_of_equal_and_of_different_texts():
    same = evaluate(text(candidates=["a b c d"] * 2, references=["x"] * 2), "SelfBLEU")["SelfBLEU"]
    assert same.value == pytest.approx(100)
    apart = evaluate(text(candidates=["a b c d", "e f g h"], references=["x"] * 2), "SelfBLEU")["SelfBLEU"]
    assert apart.value == 0


def test_ter_moves_a_block_with_one_edit():
    assert value("TER", "on the mat the cat sat", "the cat sat on the mat") == pytest.approx(100 / 6)
