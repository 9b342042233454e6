"""Long texts and many tiny ones take memory that grows with the text, not with its square."""

import random
import tracemalloc
from collections import Counter

import numpy as np
import pytest

from cranfield import evaluate, text
from cranfield.core.ragged import Ragged
from cranfield.measures.text import rouge_s


def most_memory(candidates, references, measure):
    batch = text(candidates=candidates, references=references)
    evaluate(text(candidates=["a"], references=["a"]), measure)  # what is loaded on first use does not count
    tracemalloc.start()
    try:
        value = evaluate(batch, measure)[measure].value
        return value, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_ter_keeps_only_what_lies_near_the_diagonal():
    words = [f"w{at}" for at in range(1500)]
    value, most = most_memory([" ".join(words)], [" ".join([*words[:700], "x", *words[705:]])], "TER")
    assert value == pytest.approx(100 * 5 / 1496)
    assert most < 1500 * 1500 * 4


def test_skip_pairs_of_a_long_text_are_counted_piece_by_piece(monkeypatch):
    monkeypatch.setattr(rouge_s, "_TABLE", 1 << 16)
    words = [f"w{at}" for at in range(2200)]
    value, most = most_memory([" ".join(words)], [" ".join(words[:-1])], "ROUGE-S(gap='any', part='r')")
    assert value == 1
    assert most < 2200 * 2200 * 4


@pytest.mark.parametrize("gap", [None, 0, 3, 30])
def test_pieces_of_the_table_add_up(monkeypatch, gap):
    rough = random.Random(5)
    first, second = rough.choices(range(12), k=60), rough.choices(range(3, 15), k=50)

    def pairs(words):
        return Counter(
            (words[i], words[j])
            for i in range(len(words))
            for j in range(i + 1, len(words))
            if gap is None or j - i - 1 <= gap
        )

    for cells in (1, 40, 1 << 20):
        monkeypatch.setattr(rouge_s, "_TABLE", cells)
        monkeypatch.setattr(rouge_s, "_MOST", 1)
        sides = [Ragged(np.array(each), np.array([0, len(each)])) for each in (first, second)]
        found = rouge_s.shared_skips(*sides, gap)
        assert found.tolist() == [(pairs(first) & pairs(second)).total()]


def test_many_texts_of_one_word_need_no_table_of_all_words():
    words = [f"w{at}" for at in range(8000)]
    value, most = most_memory(words, words, "ROUGE-L")
    assert value == 1
    assert most < 8000 * 8000
