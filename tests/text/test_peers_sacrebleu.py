"""Side by side with sacrebleu: corpus scores, sentence scores and every statistic."""

import logging
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu import metrics
from sacrebleu.metrics import CHRF, TER

from cranfield import evaluate, parse
from cranfield.measures.text.bleu import BLEU
from cranfield.measures.text.tokens import find_tokenizer
from text.made_text import anything, batch_of, segments

TheirBLEU = metrics.BLEU
TOKENIZERS = ["none", "13a", "intl", "char", "zh"]
logging.getLogger("sacrebleu").setLevel(logging.ERROR)


def streams(pairs):
    """References as sacrebleu wants them: aligned lists, filled up with None."""
    most = max(len(references) for _, references in pairs)
    return [[references[at] if at < len(references) else None for _, references in pairs] for at in range(most)]


def close(value):
    return pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("tokenize", TOKENIZERS)
@settings(max_examples=150)
@given(one=anything)
def test_tokens_are_theirs(tokenize, one):
    theirs = TheirBLEU(tokenize=tokenize)._preprocess_segment(one).split()
    coded = BLEU(tokenize=tokenize)
    from cranfield.measures.text.coded import encode

    found = encode([one], coded.tokenize)
    assert [found.words[at] for at in found.tokens[0]] == theirs
    assert find_tokenizer(tokenize).split(one) == theirs


@pytest.mark.parametrize("tokenize", TOKENIZERS)
@settings(max_examples=25)
@given(
    pairs=segments(anything),
    lowercase=st.booleans(),
    smooth=st.sampled_from(
        [("exp", None), ("none", None), ("floor", None), ("floor", 0.3), ("add-k", None), ("add-k", 2.0)]
    ),
    order=st.integers(1, 5),
    effective=st.booleans(),
)
def test_bleu_is_theirs_in_every_number(tokenize, pairs, lowercase, smooth, order, effective):
    ours = BLEU(
        tokenize=tokenize, lowercase=lowercase, smooth=smooth[0], smooth_value=smooth[1], n=order,
        effective_order="yes" if effective else "no",
    )  # fmt: skip
    theirs = TheirBLEU(
        tokenize=tokenize, lowercase=lowercase, smooth_method=smooth[0], smooth_value=smooth[1], max_ngram_order=order,
        effective_order=effective,
    )  # fmt: skip
    result = evaluate(batch_of(pairs), ours)[ours]
    expected = theirs._extract_corpus_statistics([c for c, _ in pairs], streams(pairs))
    assert result.state.rows.astype(int).tolist() == [list(row) for row in expected]
    corpus = theirs.corpus_score([c for c, _ in pairs], streams(pairs))
    score, penalty, precisions = ours.scores(result.state.total(), effective=effective)[:3]
    assert float(score) == result.value == close(corpus.score)
    assert float(penalty) == close(corpus.bp)
    assert precisions.tolist() == close(corpus.precisions)
    for value, (candidate, references) in zip(result.values, pairs, strict=True):
        assert value == close(theirs.sentence_score(candidate, references).score)


@settings(max_examples=60)
@given(pairs=segments(anything))
def test_the_default_is_their_corpus_and_their_sentence_function(pairs):
    import sacrebleu

    results = evaluate(batch_of(pairs), "BLEU")
    assert results["BLEU"].value == close(sacrebleu.corpus_bleu([c for c, _ in pairs], streams(pairs)).score)
    for value, (candidate, references) in zip(results["BLEU"].values, pairs, strict=True):
        assert value == close(sacrebleu.sentence_bleu(candidate, references).score)


@settings(max_examples=60)
@given(
    pairs=segments(anything),
    options=st.fixed_dictionaries({
        "char_order": st.integers(1, 7), "word_order": st.integers(0, 3), "beta": st.integers(1, 3),
        "lowercase": st.booleans(), "whitespace": st.booleans(), "eps_smoothing": st.booleans(),
    }),
)  # fmt: skip
def test_chrf_is_theirs(pairs, options):
    ours, theirs = type(parse("chrF"))(**options), CHRF(**options)
    result = evaluate(batch_of(pairs), ours)[ours]
    expected = theirs._extract_corpus_statistics([c for c, _ in pairs], streams(pairs))
    assert result.state.rows.astype(int).tolist() == [list(row) for row in expected]
    assert result.value == close(theirs.corpus_score([c for c, _ in pairs], streams(pairs)).score)
    for value, (candidate, references) in zip(result.values, pairs, strict=True):
        assert value == close(theirs.sentence_score(candidate, references).score)


@settings(max_examples=60)
@given(
    pairs=segments(anything),
    options=st.fixed_dictionaries({
        name: st.booleans() for name in ("normalized", "no_punct", "asian_support", "case_sensitive")
    }),
)  # fmt: skip
def test_ter_is_theirs(pairs, options):
    ours, theirs = type(parse("TER"))(**options), TER(**options)
    result = evaluate(batch_of(pairs), ours)[ours]
    expected = theirs._extract_corpus_statistics([c for c, _ in pairs], streams(pairs))
    assert np.allclose(result.state.rows, expected, rtol=1e-12)
    assert result.value == close(theirs.corpus_score([c for c, _ in pairs], streams(pairs)).score)


@pytest.mark.parametrize("lengths", [(30, 45), pytest.param((60, 90, 140), marks=pytest.mark.slow)])
def test_ter_is_theirs_on_long_texts_with_moved_blocks(lengths):
    random.seed(4)
    words = [f"w{at}" for at in range(40)]
    pairs = []
    for length in lengths:
        reference = [random.choice(words) for _ in range(length)]
        cut = length // 3
        moved = reference[cut : 2 * cut] + reference[:cut] + random.choices(words, k=5) + reference[2 * cut :]
        pairs.append((" ".join(moved), [" ".join(reference)]))
    pairs.append(("a b", [" ".join(words * 3)]))  # much longer: the beam is wider
    result = evaluate(batch_of(pairs), "TER")["TER"]
    theirs = TER()
    expected = theirs._extract_corpus_statistics([c for c, _ in pairs], streams(pairs))
    assert result.state.rows.tolist() == [list(row) for row in expected]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("BLEU", TheirBLEU()), ("BLEU(lowercase=True, tokenize='zh')", TheirBLEU(lowercase=True, tokenize="zh")),
        ("BLEU(smooth='floor', effective_order='yes')", TheirBLEU(smooth_method="floor", effective_order=True)),
        ("BLEU(smooth='add-k', smooth_value=2)", TheirBLEU(smooth_method="add-k", smooth_value=2)),
        ("TER", TER()), ("TER(normalized=True, no_punct=True, case_sensitive=True)",
                         TER(normalized=True, no_punct=True, case_sensitive=True)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("references", [[["a b"], ["c"]], [["a b", "x"], ["c", "d"]], [["a b", "x"], ["c"]]])
def test_signatures_are_theirs_where_the_settings_are(ours, theirs, references):
    pairs = [("a b", references[0]), ("c", references[1])]
    theirs.corpus_score(["a b", "c"], streams(pairs))
    told = evaluate(batch_of(pairs), ours).signature.scores[ours]
    assert told["sacrebleu"] == str(theirs.get_signature())
    assert told["cranfield"].startswith("nrefs:")
    assert "|version:cranfield-" in told["cranfield"]


def test_chrf_signatures_carry_their_name_and_their_settings():
    pairs = [("a b", ["a c"])]
    for ours, theirs in (("chrF", CHRF()), ("chrF++", CHRF(word_order=2))):
        score = theirs.corpus_score(["a b"], [["a c"]])
        told = evaluate(batch_of(pairs), ours).signature.scores[ours]["sacrebleu"]
        assert told == f"{score.name}|{theirs.get_signature()}"
