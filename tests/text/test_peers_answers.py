"""Side by side with jiwer, and with numbers of pycocoevalcap and of SQuAD's script."""

import random

import jiwer
import numpy as np
import pytest

from cranfield import evaluate, text
from cranfield.core.ragged import Ragged
from cranfield.measures.text.edit_distance import edit_distances, edit_links
from oracles.text.answers import distance, exact, normal, token_f1

WORDS = ["the", "cat", "The", "sat", "on", "a", "mat", "naïve", "你好", "3.5", "it's", "An", "dog!", "—"]


def made(seed, count=40, longest=30):
    chance = random.Random(seed)
    return [" ".join(chance.choices(WORDS, k=chance.randint(0, longest))) for _ in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_error_rates_are_those_of_jiwer(seed):
    references = [one or "word" for one in made(seed, longest=20 if seed < 3 else 400)]
    candidates = made(seed + 50, longest=20 if seed < 3 else 400)
    results = evaluate(text(candidates=candidates, references=references), ["WER", "CER"])
    assert results["WER"].value == pytest.approx(jiwer.wer(references, candidates), abs=1e-12)
    assert results["CER"].value == pytest.approx(jiwer.cer(references, candidates), abs=1e-12)
    for at, value in enumerate(results["CER"].units.values()):
        assert value == pytest.approx(jiwer.cer(references[at], candidates[at]), abs=1e-12)
    words = jiwer.process_words(references, candidates)
    parts = results["WER"].parts
    assert parts["edits"] == words.substitutions + words.insertions + words.deletions
    assert parts["reference"] == words.substitutions + words.deletions + words.hits


def ragged(rows):
    return Ragged(np.array([each for row in rows for each in row], np.int64), np.cumsum([0, *map(len, rows)]))


@pytest.mark.parametrize("longest", [5, 63, 64, 65, 130, 600])
def test_distances_of_all_lengths_are_those_of_the_table(longest):
    chance = random.Random(longest)
    sides = [[[chance.randint(0, 5) for _ in range(chance.randint(0, longest))] for _ in range(6)] for _ in range(2)]
    sides = [[*side, [1] * longest, []] for side in sides]
    found = edit_distances(*map(ragged, sides))
    assert found.tolist() == [distance(one, other) for one, other in zip(*sides, strict=True)]


def test_links_tell_the_same_number_of_edits():
    for seed in range(30):
        one, other = (made(seed + more, 1, 12)[0].split() for more in (0, 100))
        links = edit_links(one, other)
        replaced = sum(kind == "~" for _, _, kind in links)
        assert distance(one, other) == len(one) + len(other) - 2 * len(links) + replaced
        assert links == sorted(links)


def test_a_segment_without_a_reference_has_no_rate_but_its_insertions_count():
    results = evaluate(text(candidates=["a b", "a c"], references=["", "a b"]), ["WER"])
    assert results["WER"].value == 3 / 2
    assert results["WER"].units["2"] == 1 / 2
    assert results["WER"].units["1"] != results["WER"].units["1"]
    (told,) = [each for each in results.findings if each.key == "undefined"]
    assert "the reference is empty" in told.sentence()


@pytest.mark.parametrize(
    ("answer", "references", "em", "f1"),
    [
        ("The Denver Broncos!", ["Denver Broncos", "Broncos"], 100, 100),  # case, marks and articles do not count
        ("in Santa Clara", ["Santa Clara, California", "Levi's Stadium"], 0, 100 * 2 / 3),
        ("", ["", "an"], 100, 100),  # no answer is right where there is none
        ("the", ["x"], 0, 0),
        ("gold gold", ["gold"], 0, 100 * 2 / 3),
        ("anthem", ["them"], 0, 0),  # an article is a word of its own
    ],
)
def test_answers_are_compared_as_squad_does(answer, references, em, f1):
    batch = text(candidates=[answer], references=[references], orientation="segments")
    results = evaluate(batch, "squad")
    assert results["ExactMatch"].value == em
    assert results["TokenF1"].value == pytest.approx(f1)


def test_random_answers_are_those_of_the_plain_loop():
    candidates, first, second = made(1, 200, 6), made(2, 200, 6), made(3, 200, 6)
    references = [list(each) for each in zip(first, second, strict=True)]
    results = evaluate(text(candidates=candidates, references=references, orientation="segments"), "squad")
    for at, (one, many) in enumerate(zip(candidates, references, strict=True)):
        usual, others = normal(one), [normal(each) for each in many]
        assert results["ExactMatch"].values[at] == exact(usual, others)
        assert results["TokenF1"].values[at] == pytest.approx(token_f1(usual, others, str.split), abs=1e-12)


CAPTIONS = ["a man riding a wave on a surfboard", "two dogs play in the snow", "a plate of food on a table", "a a a a"]
GOLD = [
    ["a man rides a wave on his surfboard", "a surfer riding a large wave in the ocean"],
    ["two dogs playing together in deep snow", "dogs run in the snow"],
    ["a plate with food and a fork on a table"],
    ["a cat on a mat", "a cat sits on the mat", "the cat sat"],
]
# pycocoevalcap 1.2: CiderScorer(n=4, sigma=6.0), scorer += (caption, references) for each, compute_score()[1]
PYCOCOEVALCAP = [2.3387054451262976, 2.539885341103993, 2.5021036592688253, 0.13770371263909095]


def test_cider_d_is_that_of_pycocoevalcap():
    batch = text(candidates=CAPTIONS, references=GOLD, orientation="segments")
    found = evaluate(batch, ["CIDEr-D(tokenize='none')"])
    (result,) = found.values()
    assert result.values == pytest.approx(PYCOCOEVALCAP, abs=1e-12)


def test_a_part_of_the_segments_weighs_n_grams_as_the_whole_does():
    batch = text(candidates=CAPTIONS, references=GOLD, orientation="segments")
    part = evaluate(batch.select([2, 0]), ["CIDEr"])["CIDEr"]
    whole = evaluate(batch, ["CIDEr"])["CIDEr"]
    assert part.values.tolist() == [whole.values[2], whole.values[0]]
    alone = evaluate(text(candidates=["a b"], references=["a b"]), ["CIDEr"])["CIDEr"]
    assert alone.value != alone.value
