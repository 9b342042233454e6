"""Long documents take seconds: what a measure does grows with the length, not with its square."""

import random
import time

import pytest

from cranfield import evaluate, text

WORDS = [f"w{at}" for at in range(900)]


def document(words, seed):
    chance = random.Random(seed)
    made = chance.choices(WORDS, weights=[1 / (at + 2) for at in range(len(WORDS))], k=words)
    return " ".join(made), " ".join(each if chance.random() < 0.7 else chance.choice(WORDS) for each in made)


@pytest.mark.parametrize(
    "measure",
    ["BLEU", "chrF", "TER", "WER", "ROUGE-2", "ROUGE-L", "ROUGE-Lsum", "ROUGE-W", "ROUGE-W-1.2", "METEOR", "TokenF1"],
)
def test_a_document_of_20_000_words_takes_seconds(measure):
    reference, candidate = document(20_000, 1)
    start = time.process_time()
    evaluate(text(candidates=[candidate], references=[reference]), [measure])
    assert time.process_time() - start < 8
