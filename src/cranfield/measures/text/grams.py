"""The n-grams of the candidates as a keyed state, for measures of variety."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.core.keyed import Keyed
from cranfield.core.ragged import Ragged
from cranfield.measures.text.base import remember
from cranfield.measures.text.coded import encode

if TYPE_CHECKING:
    from cranfield.core.batch import Batch

__all__ = ["candidate_grams"]


def candidate_grams(batch: Batch, n: int, tokenize: Any, *, lowercase: bool) -> Keyed:
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
        owner = pairs // max(len(keys), 1)
        sizes = np.bincount(owner, minlength=len(batch))
        found = Ragged(pairs % max(len(keys), 1), np.concatenate(([0], np.cumsum(sizes))))
        rows = tokens.sizes.astype(np.float64)[:, None]
        undefined = tokens.sizes < n
        return Keyed(batch.units, found, counts.astype(np.float64), keys, coded.words, rows, undefined)

    made: Keyed = remember(batch, ("grams", n, tokenize, lowercase), make)
    return made
