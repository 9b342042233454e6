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

__all__ = ["candidate_grams"]

_NOTHING = (np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32))


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
        first = np.zeros(count, np.int64)
        begins = np.flatnonzero(numbers >= 0)
        first[numbers[begins][::-1]] = begins[::-1]
        rows = np.stack([tokens.values[first + at].astype(np.int32) for at in range(n)], axis=1)
        parts = []
        for start, stop in blocks_of(tokens.sizes):
            own = tokens.stretch(start, stop)
            number = numbers[tokens.offsets[start] : tokens.offsets[stop]]
            held = number >= 0
            pairs, counts = np.unique(own.owner[held] * max(count, 1) + number[held], return_counts=True)
            parts.append(
                (pairs // max(count, 1) + start, (pairs % max(count, 1)).astype(np.int32), counts.astype(np.int32))
            )
        owner, found, counts = (np.concatenate(each) for each in zip(_NOTHING, *parts, strict=True))
        named = Named(batch.units, owner, tokens.sizes.astype(np.float64)[:, None], tokens.sizes < n)
        return Keyed(measure, batch.policy, {"gram": Coded(found, Grams(rows, coded.words))}, (counts,), named=named)

    made: Keyed = remember(batch, ("grams", n, tokenize, lowercase), make)
    return replace(made, measure=measure, policy=batch.policy)
