"""Texts as numbers: each distinct stretch between blanks is cut once, and every token becomes an integer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.ragged import Ragged, spans
from cranfield.measures.text.bytewise import BETWEEN, cut_bytes
from cranfield.measures.text.ngrams import blocks_of
from cranfield.measures.text.tokens import find_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cranfield.measures.text.bytewise import Marks
    from cranfield.measures.text.tokens import Tokenize
    from cranfield.measures.text.tokens.tokenizer import Tokenizer

__all__ = ["Coded", "code_points", "encode", "encode_lines"]

_CHARACTERS = 1 << 20  # that are cut at once


@dataclass(frozen=True)
class Coded:
    """The tokens of several texts, as int32 since there are many; `words[i]` is the token that `i` stands for."""

    tokens: Ragged
    words: Sequence[str]

    def translate(self, change: Callable[[str], str]) -> Coded:
        """The same with every distinct word changed, so that words which become equal get one number."""
        numbers: dict[str, int] = {}
        new = np.fromiter((numbers.setdefault(change(word), len(numbers)) for word in self.words), np.int32)
        return Coded(self.tokens.like(new[self.tokens.values]), list(numbers))


def encode(texts: Sequence[str], tokenize: Tokenize, *, lowercase: bool = False) -> Coded:
    """The tokens of the texts as integers."""
    tokenizer = find_tokenizer(tokenize)
    if tokenizer.marks is not None:
        return _by_bytes(texts, tokenizer, tokenizer.marks, lowercase=lowercase or tokenizer.lowers)
    if lowercase:
        texts = [text.lower() for text in texts]
    if tokenizer.name == "char":
        return _characters(texts)
    if tokenizer.pieces is None:
        return _slowly(texts, tokenizer.split)
    if tokenizer.prepare is not None:
        texts = list(map(tokenizer.prepare, texts))
    return _by_pieces(texts, tokenizer)


def encode_lines(texts: Sequence[str], tokenize: Tokenize, *, lowercase: bool = False) -> Coded:
    """The tokens of the lines of the texts, one after the other."""
    tokenizer = find_tokenizer(tokenize)
    if tokenizer.marks is None:
        return encode("\n".join(texts).split("\n") if len(texts) else [], tokenize, lowercase=lowercase)
    return _by_bytes(texts, tokenizer, tokenizer.marks, lowercase=lowercase or tokenizer.lowers, lines=True)


def _by_bytes(
    texts: Sequence[str], tokenizer: Tokenizer, marks: Marks, *, lowercase: bool, lines: bool = False
) -> Coded:
    """Some texts at a time, since every byte of them is looked at in several ways; with `lines`, line by line."""
    numbers: dict[str, int] = {}
    tokens, sizes = [], [np.zeros(1, np.int64)]
    for start, stop in blocks_of(np.fromiter(map(len, texts), np.int64, len(texts)), most=_CHARACTERS):
        part = texts[start:stop]
        if lowercase:  # of ASCII all at once, from the bytes
            part = [text if text.isascii() else text.lower() for text in part]
        try:
            data = BETWEEN.join((b"", *map(str.encode, part), b""))
        except UnicodeEncodeError:  # halves of surrogate pairs
            whole = [line for text in texts for line in text.split("\n")] if lines else texts
            return _slowly([text.lower() for text in whole] if lowercase else whole, tokenizer.split)
        data = data.lower() if lowercase else data
        data = data.replace(b"\n", BETWEEN) if lines else data
        data = data if tokenizer.prepare_bytes is None else tokenizer.prepare_bytes(data)
        values, offsets, words = cut_bytes(data, marks)
        if stop - start == len(texts):
            return Coded(Ragged(values, offsets), words)
        new = np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), np.int32, len(words))
        tokens.append(new[values])
        sizes.append(np.diff(offsets))
    flat = np.concatenate([*tokens, np.zeros(0, np.int32)])
    return Coded(Ragged(flat, np.cumsum(np.concatenate(sizes))), list(numbers))


def _by_pieces(texts: Sequence[str], tokenizer: Tokenizer) -> Coded:
    import pyarrow as pa  # noqa: PLC0415 (a list of the measures must not load it)
    import pyarrow.compute as pc  # noqa: PLC0415

    assert tokenizer.pieces is not None
    # pyarrow 26 at times overlooks a blank at the very end of its buffer, so something else stands there
    guarded = [*texts, "."]
    pool = pa.system_memory_pool()  # pyarrow's own keeps what is done with for a while, part after part
    held = pa.array(guarded, pa.large_string() if _large(texts) else pa.string(), memory_pool=pool)
    lists = pc.utf8_split_whitespace(held, memory_pool=pool)[:-1]
    coded = pc.dictionary_encode(lists.flatten(), memory_pool=pool)
    stretches: list[str] = coded.dictionary.to_pylist()
    codes = coded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    bounds = lists.offsets.to_numpy().astype(np.int64)
    pieces = tokenizer.pieces
    cut = [pieces(stretch, False, False) if stretch else [] for stretch in stretches]
    if tokenizer.edges:
        codes, more = _edges(codes, bounds, stretches, cut, pieces)
        cut += more
    numbers: dict[str, int] = {}
    flat = np.fromiter((numbers.setdefault(token, len(numbers)) for tokens in cut for token in tokens), np.int32)
    sizes = np.fromiter(map(len, cut), np.int64, len(cut))
    starts = np.cumsum(sizes) - sizes
    made = sizes[codes]
    ends = np.concatenate(([0], np.cumsum(made)))
    if (sizes <= 1).all():  # mostly one token a stretch: a look-up does
        values = flat[starts[codes[made > 0]]] if len(flat) else flat
    else:
        values = flat[spans(starts[codes], made)]
    return Coded(Ragged(values, ends[bounds]), list(numbers))


def _large(texts: Sequence[str]) -> bool:
    return sum(map(len, texts)) > 1 << 28  # offsets of 32 bits hold two gigabytes


def _edges(
    codes: NDArray[np.int64], bounds: NDArray[np.int64], stretches: list[str], cut: list[list[str]],
    pieces: Callable[[str, bool, bool], list[str]],
) -> tuple[NDArray[np.int64], list[list[str]]]:  # fmt: skip
    """New codes for stretches that are cut differently because a text begins or ends with them."""
    filled = np.flatnonzero(np.diff(bounds) > 0)
    first, last = bounds[filled], bounds[filled + 1] - 1
    codes = codes.copy()
    more: list[list[str]] = []
    known: dict[tuple[int, bool, bool], int] = {}
    held = codes.copy()
    for at, begins, ends in (
        *((int(at), True, False) for at in np.setdiff1d(first, last)),
        *((int(at), False, True) for at in np.setdiff1d(last, first)),
        *((int(at), True, True) for at in np.intersect1d(first, last)),
    ):
        key = (int(held[at]), begins, ends)
        if key not in known:
            stretch = stretches[key[0]]
            tokens = pieces(stretch, begins, ends) if stretch else []
            known[key] = key[0]
            if tokens != cut[key[0]]:
                known[key] = len(cut) + len(more)
                more.append(tokens)
        codes[at] = known[key]
    return codes, more


def _slowly(texts: Sequence[str], split: Callable[[str], list[str]]) -> Coded:
    numbers: dict[str, int] = {}
    rows = [np.array([numbers.setdefault(token, len(numbers)) for token in split(text)], np.int32) for text in texts]
    return Coded(_ragged(rows), list(numbers))


def _ragged(rows: list[NDArray[Any]]) -> Ragged:
    values = np.concatenate([*rows, np.zeros(0, np.int32)])
    return Ragged(values, np.concatenate(([0], np.cumsum([len(row) for row in rows], dtype=np.int64))))


@cache
def _blanks() -> NDArray[np.uint32]:
    return np.array([code for code in range(0x3001) if chr(code).isspace()], np.uint32)


def code_points(texts: Sequence[str], *, blanks: bool = False) -> Ragged:
    """The characters of the texts as code points, without blanks unless they are wanted."""
    flat = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    found = Ragged(flat, np.concatenate(([0], np.cumsum([len(text) for text in texts], dtype=np.int64))))
    if blanks:
        return found
    odd = np.zeros(int(max(flat.max(initial=0), 0x3000)) + 1, bool)
    odd[_blanks()] = True
    return found.filter(~odd[flat])


def _characters(texts: Sequence[str]) -> Coded:
    points = code_points(texts)
    used = np.unique(points.values)
    return Coded(
        points.like(np.searchsorted(used, points.values).astype(np.int32)), [chr(point) for point in used.tolist()]
    )
