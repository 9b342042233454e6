"""Weighted subsequences: many pairs of any lengths at once, and long texts in bounded memory."""

import random
import tracemalloc

import numpy as np
import pytest

from cranfield import evaluate, text
from cranfield.core.ragged import Ragged
from cranfield.measures.text import weighted_lcs as rooms
from oracles.text.rouge import mark, wlcs


def ragged(texts):
    return Ragged(np.array([token for text in texts for token in text], np.int32), np.cumsum([0, *map(len, texts)]))


@pytest.mark.parametrize("words", [1, 2, 9])
@pytest.mark.parametrize("cells", [1, 1 << 25])
def test_every_pair_of_a_block_has_the_value_and_the_way_of_its_own_table(monkeypatch, words, cells):
    monkeypatch.setattr(rooms, "_CELLS", cells)
    rough = random.Random(words)
    first, second = ([rough.choices(range(words), k=rough.choice([0, 1, 3, 9, 30])) for _ in range(60)] for _ in "ab")
    values = rooms.weighted_lcs(ragged(first), ragged(second), 1.2)
    ways = np.split(rooms.weighted_marks(ragged(first), ragged(second), 1.2), np.cumsum([*map(len, first)])[:-1])
    for a, b, value, way in zip(first, second, values, ways, strict=True):
        assert value == pytest.approx(wlcs(a, b, 1.2), rel=1e-12)
        mask = [False] * len(a)
        mark(a, b, 1.2, mask)
        assert way.tolist() == mask


@pytest.mark.parametrize("measure", ["ROUGE-W", "ROUGE-W-1.2"])
def test_a_long_text_takes_little_more_than_a_bit_for_each_pair_of_words(measure):
    batch = text(
        candidates=[" ".join(f"w{at % 600}" for at in range(2000))],
        references=[" ".join(f"w{at % 700}" for at in range(2000))],
    )
    evaluate(text(candidates=["a"], references=["a"]), measure)  # what is loaded on first use does not count
    tracemalloc.start()
    try:
        evaluate(batch, measure)
        assert tracemalloc.get_traced_memory()[1] < 2000 * 2000 / 2
    finally:
        tracemalloc.stop()
