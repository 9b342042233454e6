"""Side by side with rouge-score and NLTK."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from cranfield import evaluate, parse
from cranfield.measures.text.porter import stem
from text.made_text import ODD, WORDS, batch_of, segments, texts

TYPES = {"rouge1": "ROUGE-1", "rouge2": "ROUGE-2", "rouge3": "ROUGE-3", "rougeL": "ROUGE-L", "rougeLsum": "ROUGE-Lsum"}
lines = texts(words=(*WORDS, *ODD), blanks=(" ", " ", "\n", "\n\n", "."), most=25)


def assert_same(pairs, stemmed):
    scorer = RougeScorer(list(TYPES), use_stemmer=stemmed)
    measures = {
        (name, part): parse(ours).replace(stem=stemmed, part=part) for name, ours in TYPES.items() for part in "prf"
    }
    results = evaluate(batch_of(pairs), measures.values())
    for at, (candidate, references) in enumerate(pairs):
        expected = scorer.score_multi(references, candidate)
        for (name, part), measure in measures.items():
            value = getattr(expected[name], {"p": "precision", "r": "recall", "f": "fmeasure"}[part])
            assert results[measure].values[at] == pytest.approx(value, rel=1e-12, abs=1e-12), (str(measure), at)


@pytest.mark.parametrize("stemmed", [False, True])
@settings(max_examples=60)
@given(pairs=segments(lines))
def test_rouge_is_that_of_rouge_score(stemmed, pairs):
    assert_same(pairs, stemmed)


def test_long_sentences_and_long_texts_are_the_same_too():
    random.seed(7)
    words = [f"w{at}" for at in range(30)]

    def made(length):
        return "\n".join(" ".join(random.choices(words, k=length)) for _ in range(3))

    # around the 64 tokens of a word, several words, and too many of them
    assert_same(
        [(made(size), [made(other)]) for size, other in [(63, 64), (64, 65), (65, 130), (200, 7), (600, 540)]], False
    )


def test_stems_are_those_of_nltk():
    from nltk.stem.porter import PorterStemmer

    theirs = PorterStemmer()
    random.seed(5)
    starts = ["happ", "relat", "nation", "conflat", "troubl", "hop", "fall", "fil", "agr", "sk", "d", "enjo", "general",
              "archaeo", "use", "hesit", "oper", "commun", "adopt", "yell", "syzyg", "controll"]  # fmt: skip
    ends = ["", "y", "ies", "ied", "eed", "ed", "ing", "s", "sses", "ational", "tional", "enci", "izer", "bli", "alli",
            "allity", "entli", "eli", "ousli", "ization", "ator", "alism", "iveness", "fulness", "aliti", "biliti",
            "fulli", "logi", "icate", "ative", "ical", "ful", "ness", "ement", "ion", "ou", "ize", "e",
            "ll"]  # fmt: skip
    words = [a + b + c for a in starts for b in ends for c in ("", "s", "ed", "ing")]
    words += ["".join(random.choices("aeiouyslbtdngr", k=random.randint(1, 9))) for _ in range(20_000)]
    words += ["skies", "dying", "news", "innings", "howe", "proceed", "exceed", "succeed", "2nd", "x86s", "naïves"]
    assert [(word, stem(word)) for word in words] == [(word, theirs.stem(word)) for word in words]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["zh", "char", "jieba", "13a", "intl", "none"]), min_size=1, max_size=1))
def test_identical_chinese_text_scores_one(names):
    for measure in ("ROUGE-1", "ROUGE-2", "ROUGE-L", "ROUGE-Lsum"):
        found = parse(measure)
        made = found.replace(tokenize=names[0])
        value = evaluate(batch_of([("今天 天气 很好。\n我们 去 公园", ["今天 天气 很好。\n我们 去 公园"])]), made)[
            made
        ].value
        assert value == 1.0


def test_the_mean_over_references_is_another_way():
    pairs = [("a b", ["a b", "a c"])]
    assert evaluate(batch_of(pairs), "ROUGE-1(multi='average')")["ROUGE-1(multi='average')"].value == 3 / 4
    assert evaluate(batch_of(pairs), "ROUGE-1")["ROUGE-1"].value == 1
