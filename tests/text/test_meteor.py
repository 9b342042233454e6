"""METEOR: worked by hand, by trying every alignment, and next to NLTK where its greedy alignment is the best one."""

import random
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import evaluate, text
from cranfield.measures.text import alignment, alignment_pair, alignment_search
from cranfield.measures.text.porter import stem
from cranfield.measures.text.synonyms import synonym_sets
from oracles.text.meteor import best_alignment, oracle

WORDS = ["the", "of", "a", "run", "runs", "running", "car", "automobile", "auto", "cars", "big", "large", "great"]


def kind(word, other):
    if word == other:
        return 0
    if stem(word) == stem(other):
        return 1
    return 2 if set(synonym_sets(word)) & set(synonym_sets(other)) else None


def score(candidate, *references, **options):
    name = "METEOR"
    if options:
        name += "(" + ", ".join(f"{key}={value!r}" for key, value in options.items()) + ")"
    return evaluate(text(candidates=[candidate], references=[list(references)]), name)[name].value


sentence = st.lists(st.sampled_from(WORDS), max_size=6)


@settings(max_examples=300)
@given(st.lists(st.tuples(sentence, sentence), min_size=1, max_size=4))
def test_alignments_are_the_best_of_all(pairs):
    batch = text(candidates=[" ".join(c) for c, _ in pairs], references=[" ".join(r) for _, r in pairs])
    result = evaluate(batch, "METEOR")["METEOR"]
    for value, (candidate, reference) in zip(result.values, pairs, strict=True):
        assert value == pytest.approx(oracle(candidate, reference, kind), rel=1e-12), (candidate, reference)


few = st.lists(st.sampled_from(["run", "runs", "running"]), min_size=1, max_size=6)
mixed = st.lists(st.sampled_from(["car", "cars", "auto", "automobile"]), min_size=1, max_size=5)


@settings(max_examples=60)
@given(st.one_of(st.tuples(few, few), st.tuples(mixed, mixed)))
def test_repeated_stems_are_aligned_exactly(pair):
    candidate, reference = pair
    results = evaluate(text(candidates=[" ".join(candidate)], references=[" ".join(reference)]), "METEOR")
    assert not results.findings
    assert results["METEOR"].value == pytest.approx(oracle(candidate, reference, kind), rel=1e-12)


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [
        ("runs run run run runs runs runs", "run runs runs runs runs runs"),
        ("runs run runs run runs", "run run run run runs run"),
    ],
)
def test_a_tangle_of_one_stem_is_searched_to_the_end(candidate, reference):
    assert score(candidate, reference) == pytest.approx(oracle(candidate.split(), reference.split(), kind), rel=1e-12)


def test_a_score_does_not_depend_on_what_stands_before_it_in_the_corpus():
    pairs = [
        ("runs running runs running runs runs running", "runs runs runs running runs runs running"),
        ("runs run runs run runs", "run run run run runs run"),
    ]
    alone = [score(*pair) for pair in pairs]
    for before in (1, 7, 30, 60, 120):
        moved = [("x " * before + "y", "z"), *pairs]
        batch = text(candidates=[c for c, _ in moved], references=[r for _, r in moved])
        assert evaluate(batch, "METEOR")["METEOR"].values[1:].tolist() == alone


@pytest.mark.parametrize(
    ("candidate", "reference"),
    [(["the"] * 2000, ["the"] * 1900), (["run", "runs"] * 1000, ["runs", "runs", "run"] * 700)],
)
def test_a_word_that_repeats_without_end_takes_memory_that_grows_with_the_text(monkeypatch, candidate, reference):
    score("a", "b")  # the table of synonyms is loaded on first use
    monkeypatch.setattr(alignment, "MOST_LINKS", 1 << 14)
    tracemalloc.start()
    try:
        found = score(" ".join(candidate), " ".join(reference))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 0.4 < found < 1
    assert most < 2000 * 1900 * 8  # one number for each pair of words


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        # all of it in one chunk: F = 1, penalty 1/2 x (1/3)^3
        ("the cat sat", "the cat sat", 1 - 1 / 54),
        # two matches in one chunk, P = 1, R = 2/5: F = 10PR / (R + 9P) = 4 / 9.4; greedy alignment finds two chunks
        ("the cat", "the cat and the dog", 4 / 9.4 * (1 - 1 / 16)),
        # six of six words in two chunks
        ("on the mat the cat sat", "the cat sat on the mat", 1 - 1 / 2 * (2 / 6) ** 3),
        ("cats x", "cat y", 1 / 2 * (1 - 1 / 2)),  # one stem: P = R = 1/2
        ("cats ran", "cat runs", 1 - 1 / 16),  # a stem and a synonym by the irregular form, in one chunk
        ("an automobile", "a car", 1 / 2 * (1 - 1 / 2)),  # one synonym
        ("automobiles", "cars", 1 / 2),  # by their base forms
        ("wages", "pay", 1 / 2),  # wages is in a set of its own, and wage is in one with pay
        ("went", "travelled", 1 / 2),  # go and travel
        ("his", "hello", 0),  # a synonym of hi, which his is no form of
        ("nothing here", "other words", 0),
        ("", "a b", 0),
    ],
)
def test_worked_numbers(candidate, reference, value):
    assert score(candidate, reference) == pytest.approx(value, rel=1e-12)


def test_stages_and_weights_are_parameters():
    assert score("an automobile", "a car", stages="stem") == 0
    assert score("cats", "cat", stages="exact") == 0
    assert score("cats", "cat", stages="stem", gamma=0.0) == 1
    # alpha 1/2 is the harmonic mean of P = 1 and R = 1/2
    assert score("a", "a b", alpha=0.5, gamma=0.0) == pytest.approx(2 / 3)
    assert score("a b", "b a", beta=1.0, gamma=1.0) == 0


def test_the_best_reference_counts():
    assert score("the cat sat", "a dog", "the cat sat", "the cat") == pytest.approx(1 - 1 / 54)


class NoWordNet:
    def synsets(self, _word):
        return []


def test_nltk_agrees_where_its_greedy_alignment_is_the_best():
    from nltk.translate.meteor_score import align_words, meteor_score

    random.seed(11)
    words = [f"w{at}" for at in range(9)] + ["running", "runs", "cats", "cat"]
    agreed = 0
    for _ in range(300):
        candidate, reference = (random.choices(words, k=random.randint(1, 7)) for _ in range(2))
        links = align_words(candidate, reference, wordnet=NoWordNet())[0]
        chunks = sum(n == 0 or (links[n - 1][0] + 1, links[n - 1][1] + 1) != link for n, link in enumerate(links))
        expected = meteor_score([reference], candidate, wordnet=NoWordNet())
        ours = score(" ".join(candidate), " ".join(reference), stages="stem", tokenize="none")
        best = best_alignment(candidate, reference, lambda a, b: None if kind(a, b) == 2 else kind(a, b))
        if (len(links), chunks) == best:
            agreed += 1
            assert ours == pytest.approx(expected, rel=1e-12)
        else:
            assert ours > expected
    assert agreed > 150


def test_a_search_that_is_cut_short_is_told(monkeypatch):
    monkeypatch.setattr(alignment_search, "MOST_EDGES", 2)
    monkeypatch.setattr(alignment_pair, "MOST_WORK", 2)
    words = ["of", "the", "of", "the", "of", "the"]
    results = evaluate(text(candidates=[" ".join(words)], references=[" ".join(reversed(words))]), "METEOR")
    assert [each.key for each in results.findings] == ["bounded-search"]
    assert "cut short for 1 of 1 segments" in results.findings[0].message


def test_long_texts_end_soon_and_stay_sound():
    random.seed(2)
    words = ["of", "the", "a", "run", "car", "automobile"] + [f"w{at}" for at in range(400)]
    candidate, reference = (" ".join(random.choices(words, k=3000)) for _ in range(2))
    assert 0 < score(candidate, reference) < 1
    assert score(candidate, candidate) == pytest.approx(1 - 0.5 / 3000**3)


def test_the_table_of_synonyms_knows_words_and_forms():
    assert set(synonym_sets("big")) & set(synonym_sets("large"))
    assert set(synonym_sets("mice")) == set(synonym_sets("mouse"))
    assert set(synonym_sets("carried")) & set(synonym_sets("transport"))
    assert synonym_sets("the") == ()


@pytest.mark.parametrize(("word", "bases"), [("wages", ["wage"]), ("went", ["go"]), ("larger", ["large"])])
def test_a_word_has_the_sets_of_its_base_forms_beside_its_own(word, bases):
    own = {"wages": {"payoff", "reward"}}.get(word, set())
    for other in (*bases, *own):
        assert set(synonym_sets(word)) & set(synonym_sets(other)), other


def test_what_only_looks_like_a_form_shares_no_set():
    assert not set(synonym_sets("his")) & set(synonym_sets("hi"))
    assert not set(synonym_sets("her")) & set(synonym_sets("h"))
    assert not set(synonym_sets("glass")) & set(synonym_sets("glas"))
