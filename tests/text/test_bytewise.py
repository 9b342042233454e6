"""Tokens from the bytes of all texts are those that the rule of a tokeniser gives for each text alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from cranfield.core.ragged import Ragged
from cranfield.measures.text.coded import encode
from cranfield.measures.text.lcs import lcs_lengths, lcs_marks
from cranfield.measures.text.tokens import find_tokenizer

# marks in rows beside digits, entities, hyphens at line ends, blanks of one to three bytes and what looks like them
PARTS = [
    *"ab19.,-'!<&; \n\t\r\x0b\x1c\x1f\x85", "..", "...", "1.", ".2", ",,", "&amp;", "&lt;", "&quot;", "<skipped>",
    "-\n", "\xa0", "\u1680", "\u2000", "\u200a", "\u200b", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\u3001",
    "é", "Σ", "K", "İ", "中", "😀", "\x00",
]  # fmt: skip
TEXTS = st.lists(st.lists(st.sampled_from(PARTS), max_size=12).map("".join), max_size=6)


def cut(texts, tokenize, *, lowercase):
    coded = encode(texts, tokenize, lowercase=lowercase)
    return [[coded.words[token] for token in coded.tokens[at].tolist()] for at in range(len(coded.tokens))]


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("tokenize", ["13a", "none", "rouge"])
@given(texts=TEXTS)
def test_texts_are_cut_as_one_by_one(tokenize, lowercase, texts):
    split = find_tokenizer(tokenize).split
    assert cut(texts, tokenize, lowercase=lowercase) == [split(each.lower() if lowercase else each) for each in texts]


@given(texts=TEXTS)
def test_13a_is_that_of_sacrebleu(texts):
    peer = Tokenizer13a()
    assert cut(texts, "13a", lowercase=False) == [peer(each.rstrip()).split() for each in texts]


def test_marks_in_a_row_beside_digits():
    given = ["1.2", "1..2", "1...2", "a..2", "a...2", "1,.,2 ..3", "5--6", "x.5"]
    peer = Tokenizer13a()
    assert cut(given, "13a", lowercase=False) == [peer(each).split() for each in given]
    assert cut(["1...2"], "13a", lowercase=False) == [["1", ".", ".", ".2"]]


def test_half_a_surrogate_pair_is_a_word_like_others():
    assert cut(["a \ud800. b", "a"], "13a", lowercase=False) == [["a", "\ud800", ".", "b"], ["a"]]


def plain_table(first, second):
    table = np.zeros((len(first) + 1, len(second) + 1), int)
    for row, mine in enumerate(first, 1):
        for column, theirs in enumerate(second, 1):
            above = max(table[row - 1, column], table[row, column - 1])
            table[row, column] = table[row - 1, column - 1] + 1 if mine == theirs else above
    return table


def plain_marks(first, second):
    table, row, column, found = plain_table(first, second), len(first), len(second), []
    while row and column:
        if first[row - 1] == second[column - 1]:
            row, column = row - 1, column - 1
            found.append(row)
        elif table[row, column - 1] > table[row - 1, column]:
            column -= 1
        else:
            row -= 1
    return [at in found for at in range(len(first))]


@pytest.mark.parametrize(("longest", "kinds"), [(9, 5), (80, 20), (200, 6), (700, 40)])
def test_common_subsequences_of_many_pairs(longest, kinds):
    chance = np.random.default_rng(longest)
    pairs = [
        [chance.integers(side, kinds + side, chance.integers(0, longest)) for side in (0, 2)]
        for _ in range(60 if longest < 100 else 8)
    ]
    first, second = (
        Ragged(np.concatenate(each), np.concatenate(([0], np.cumsum([len(one) for one in each]))))
        for each in zip(*pairs, strict=True)
    )
    assert lcs_lengths(first, second).tolist() == [plain_table(*each)[-1, -1] for each in pairs]
    marks = first.like(lcs_marks(first, second))
    assert [marks[at].tolist() for at in range(len(pairs))] == [plain_marks(*each) for each in pairs]
