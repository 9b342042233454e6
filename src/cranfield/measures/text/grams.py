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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["candidate_grams"]


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
        inside = tokens.sizes[tokens.owner] - tokens.position + 1 >= n
        starts = np.flatnonzero(inside)
        grams = tokens.values[starts[:, None] + np.arange(n)]
        keys, key = np.unique(grams, axis=0, return_inverse=True)
        key = key.reshape(-1)
        pairs, counts = np.unique(tokens.owner[starts] * max(len(keys), 1) + key, return_counts=True)
        owner, found = pairs // max(len(keys), 1), pairs % max(len(keys), 1)
        rows = tokens.sizes.astype(np.float64)[:, None]
        named = Named(batch.units, owner, rows, tokens.sizes < n)
        gram = Coded(found.astype(np.int32), Grams(keys, coded.words))
        return Keyed(measure, batch.policy, {"gram": gram}, (counts.astype(np.int32),), named=named)

    made: Keyed = remember(batch, ("grams", n, tokenize, lowercase), make)
    return replace(made, measure=measure, policy=batch.policy)
