"""Tables cut in many ways, as engines cut them: dealt out at random, by a hash of a column, or by ranges of one."""

import zlib

import numpy as np
import pyarrow as pa

PARTS = (1, 3, 8, 64)


def shuffled(table, seed):
    """The rows in another order, in chunks of other sizes."""
    chance = np.random.default_rng(seed)
    turned = table.take(pa.array(chance.permutation(len(table))))
    size = int(chance.integers(1, max(len(table), 2)))
    return pa.Table.from_batches(turned.to_batches(max_chunksize=size), turned.schema) if len(table) else turned


def dealt(table, parts, seed):
    """Rows in any part."""
    of = np.random.default_rng(seed).integers(0, parts, len(table))
    return picked(table, of, parts, seed)


def by_hash(table, column, parts, seed):
    """Rows with the same value in the same part."""
    of = np.array([zlib.crc32(str(each).encode()) % parts for each in table[column].to_pylist()], int)
    return picked(table, of, parts, seed)


def by_range(table, column, parts, seed):
    """Rows with scores of one range in the same part, the highest first."""
    values = np.asarray(table[column].to_numpy()) + 0.0
    edges = np.unique(np.random.default_rng(seed).choice(values, min(parts, len(values))))[:parts]
    of = np.searchsorted(edges, values, side="right")
    return picked(table, of, len(edges) + 1, seed)[::-1]


def picked(table, of, parts, seed):
    return [shuffled(table.take(pa.array(np.flatnonzero(of == part))), seed + part) for part in range(parts)]
