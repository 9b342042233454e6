"""The n-grams of the candidates as a keyed state, for measures of variety."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from cranfield.core.coded import Coded
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.named import Named
from cranfield.measures.text.base import remember
from cranfield.measures.text.coded import encode
from cranfield.measures.text.ngrams import blocks_of
from cranfield.measures.text.numbered import number_grams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.ragged import Ragged

__all__ = ["candidate_grams"]

_AT_ONCE = 1 << 16  # tokens


class Grams(Sequence[str]):
    """N-grams as names, made into text only when somebody looks at them, as a merge does."""

    def __init__(self, rows: NDArray[Any], words: Sequence[str]) -> None:
        self.rows, self.words = rows, words

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Grams: ...
    def __getitem__(self, index: int | slice) -> str | Grams:
        return Grams(self.rows[index], self.words) if isinstance(index, slice) else next(iter(self[index : index + 1]))

    def __iter__(self) -> Iterator[str]:
        # a token may hold any character, so its length stands before it
        told = [f"{len(word)}:{word}" for word in self.words]
        return ("".join([told[at] for at in row]) for row in self.rows.tolist())


def candidate_grams(measure: Measure, batch: Batch, n: int, tokenize: Any, *, lowercase: bool) -> Keyed:
    """How often each candidate has each n-gram; the other number is its tokens."""

    def make() -> Keyed:
        coded = encode(batch.array("candidate").tolist(), tokenize, lowercase=lowercase)
        tokens = coded.tokens
        for numbers, count in number_grams(tokens, n):  # noqa: B007 (the last are those wanted)
            pass
        rows = _rows(tokens, numbers, count, n)
        owner, found, counts = _entries(tokens, numbers, count)
        named = Named(batch.units, owner, tokens.sizes.astype(np.float64)[:, None], tokens.sizes < n)
        return Keyed(measure, batch.policy, {"gram": Coded(found, Grams(rows, coded.words))}, (counts,), named=named)

    made: Keyed = remember(batch, ("grams", n, tokenize, lowercase), make)
    return replace(made, measure=measure, policy=batch.policy)


def _rows(tokens: Ragged, numbers: NDArray[np.int32], count: int, n: int) -> NDArray[np.int32]:
    """The tokens of every n-gram."""
    first = np.zeros(count, np.int64)
    for start in reversed(range(0, len(numbers), _AT_ONCE)):  # where it stands first is what remains
        number = numbers[start : start + _AT_ONCE][::-1]
        there = number >= 0
        first[number[there]] = np.arange(start + len(number) - 1, start - 1, -1)[there]
    rows = np.empty((count, n), np.int32)
    for at in range(n):
        rows[:, at] = tokens.values[first]
        first += 1
    return rows


def _entries(
    tokens: Ragged, numbers: NDArray[np.int32], count: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """The text, the n-gram and the count of every different n-gram of every text, in order."""
    most = int((numbers >= 0).sum())
    owner, found, counts = (np.empty(most, np.int32) for _ in range(3))
    made = 0
    for start, stop in blocks_of(tokens.sizes):
        number = numbers[tokens.offsets[start] : tokens.offsets[stop]]
        held = number >= 0
        text = tokens.stretch(start, stop).owner[held]
        pairs, often = np.unique(text * max(count, 1) + number[held], return_counts=True)
        here = slice(made, made + len(pairs))
        owner[here], found[here] = np.divmod(pairs, max(count, 1))
        owner[here] += start
        counts[here] = often
        made += len(pairs)
    for each in (owner, found, counts):
        each.resize(made, refcheck=False)  # gives back what was too much
    return owner, found, counts
