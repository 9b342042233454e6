"""Counts of the n-grams that two texts share, for many pairs of texts at once and exactly.

An n-gram is one integer: the numbers of its tokens side by side, together with the pair it belongs to. Blocks keep the
vocabulary small enough for that; where it is too large, shorter n-grams are numbered again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cranfield.core.ragged import spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from cranfield.core.ragged import Ragged

__all__ = ["add_matches", "blocks_of", "count_grams", "renumber", "shared_grams"]

_BLOCK = 1 << 15  # tokens: small sorts stay in the cache
_BITS = 63


def count_grams(sizes: NDArray[np.int64], order: int) -> NDArray[np.int64]:
    """How many n-grams of each length from 1 to `order` texts of so many tokens have."""
    return np.maximum(sizes[:, None] - np.arange(order), 0)


def blocks_of(*sizes: NDArray[np.int64], most: int = _BLOCK) -> Iterator[tuple[int, int]]:
    """Ranges of units that hold about `most` tokens together, and at least one unit."""
    ends = np.cumsum(np.sum(sizes, axis=0)) if len(sizes[0]) else np.zeros(0, np.int64)
    start, done = 0, 0
    while start < len(ends):
        stop = max(start + 1, int(np.searchsorted(ends, done + most, "right")))
        yield start, stop
        start, done = stop, int(ends[stop - 1])


def renumber(tokens: NDArray[np.int64], scratch: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
    """The tokens by numbers that only these have, and how many there are; `scratch` has room for the vocabulary."""
    here = np.arange(len(tokens))
    scratch[tokens] = here  # the last place of each token stands for it
    distinct = tokens[scratch[tokens] == here]
    scratch[distinct] = np.arange(len(distinct))
    return scratch[tokens], len(distinct)


def shared_grams(
    candidate: Ragged, reference: Ragged, order: int, *, bounds: NDArray[np.int64] | None = None, first: int = 1
) -> NDArray[np.int64]:
    """For each unit and each length from `first` to `order`, how many n-grams the candidate shares with its reference.

    With `bounds`, unit i has the references `bounds[i]` to `bounds[i + 1]`, and an n-gram counts as often as in the
    reference that has it most often.
    """
    bounds = np.arange(len(candidate) + 1) if bounds is None else bounds
    found = np.zeros((len(candidate), order), np.int64)
    tokens = reference.offsets[bounds]
    vocabulary = int(max(candidate.values.max(initial=0), reference.values.max(initial=0))) + 1
    scratch = np.empty(vocabulary, np.int64)
    for start, stop in blocks_of(candidate.sizes, np.diff(tokens)):
        rows = slice(int(bounds[start]), int(bounds[stop]))
        _count_block(
            found[start:stop],
            (candidate.values[candidate.offsets[start] : candidate.offsets[stop]], candidate.sizes[start:stop]),
            (reference.values[tokens[start] : tokens[stop]], reference.sizes[rows]),
            np.diff(bounds[start : stop + 1]),
            scratch,
            first,
        )
    return found[:, first - 1 :]


def _count_block(
    found: NDArray[np.int64], candidate: tuple[NDArray[np.int64], NDArray[np.int64]],
    reference: tuple[NDArray[np.int64], NDArray[np.int64]], references: NDArray[np.int64],
    scratch: NDArray[np.int64], first: int,
) -> None:  # fmt: skip
    units = len(found)
    tokens = np.concatenate((candidate[0], reference[0]))
    if not len(candidate[0]) or not len(reference[0]):
        return
    sizes = np.concatenate((candidate[1], reference[1]))
    unit = np.concatenate((np.arange(units), np.repeat(np.arange(units), references)))
    # 0 is the candidate, references follow
    side = np.concatenate((np.zeros(units, np.int64), spans(np.ones_like(references), references)))
    low = int(side.max()).bit_length()
    high = max(units - 1, 1).bit_length()
    bits = max(len(scratch) - 1, 1).bit_length()
    order = found.shape[1]
    if bits * order + low + high > _BITS:
        tokens, distinct = renumber(tokens, scratch)
        bits = max(distinct - 1, 1).bit_length()
    # half as wide is sorted in half the time
    tokens = tokens.astype(np.int32 if bits * order + low + high < 32 else np.int64, copy=False)
    here, gram, used = np.arange(len(tokens)), tokens, bits
    left = np.repeat(np.cumsum(sizes), sizes) - here if order > 1 else here  # tokens from here to the end of the text
    for length in range(1, order + 1):
        if length > 1:
            keep = left >= length
            here, gram, left = here[keep], gram[keep], left[keep]
            if used + bits + low + high > _BITS:
                gram = np.unique(gram, return_inverse=True)[1].astype(np.int64)
                used = max(int(gram.max(initial=0)), 1).bit_length()
            gram = gram << bits | tokens[here + length - 1]
            used += bits
        if not len(here):
            return
        if length < first:
            continue
        text = (unit << used + low | side).astype(gram.dtype)
        key = np.repeat(text, np.maximum(sizes - length + 1, 0)) | gram << low
        key.sort()
        add_matches(found[:, length - 1], key, low, used)


def add_matches(found: NDArray[np.int64], key: NDArray[np.int64], low: int, used: int) -> None:
    """Add up, for each unit, the smaller of both counts of every n-gram.

    `key` is sorted; its lowest bits, so many as `low` says, are the text, above them are the n-gram and the unit.
    """
    if not len(key):
        return
    starts = np.concatenate(([0], np.flatnonzero(key[1:] != key[:-1]) + 1))
    counts = np.diff(np.append(starts, len(key)))
    kinds = key[starts]
    base = kinds >> low
    if low == 1:
        same = np.flatnonzero(base[1:] == base[:-1])  # the candidate comes before its reference
        matched = np.minimum(counts[same], counts[same + 1])
        owner = base[same] >> used
    else:
        mine = (kinds & ((1 << low) - 1)) == 0
        grams = np.concatenate(([0], np.flatnonzero(base[1:] != base[:-1]) + 1))
        most = np.maximum.reduceat(np.where(mine, 0, counts), grams)
        matched = np.minimum(np.add.reduceat(np.where(mine, counts, 0), grams), most)
        owner = base[grams] >> used
    found += np.bincount(owner, weights=matched, minlength=len(found)).astype(np.int64)
