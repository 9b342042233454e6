"""Honest tables of millions of rows, which pack well, are none that unpack too far."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, clicks, judgments, ratings
from cranfield.io.read.parquet_sizes import refuse_large, steps
from cranfield.io.read.room import Room

CHANCE = np.random.default_rng(5)
ITEMS, RATERS = 400_000, 5


def named(prefix, codes):
    names = pa.array([f"{prefix}{at}" for at in range(int(codes.max()) + 1)])
    return pa.DictionaryArray.from_arrays(pa.array(codes.astype(np.int32)), names).cast(pa.string())


def rated(items, values):
    return pa.table({
        "item": named("item-", items), "rater": named("r", np.tile(np.arange(RATERS), ITEMS)), "value": values,
    })  # fmt: skip


def grades():
    """Two million ratings, in the order of their items."""
    truth = np.repeat(CHANCE.integers(1, 6, ITEMS), RATERS)
    return rated(np.repeat(np.arange(ITEMS), RATERS), np.clip(truth + CHANCE.choice([-1, 0, 0, 1], len(truth)), 1, 5))


def verdicts():
    """Two million ratings of a thousand documents for many queries, nearly all of them a no."""
    values = np.repeat(CHANCE.random(ITEMS) < 0.1, RATERS) ^ (CHANCE.random(ITEMS * RATERS) < 0.03)
    queries = named("q", np.arange(ITEMS * RATERS) // 100)
    return rated(np.repeat(np.arange(ITEMS) % 1000, RATERS), values.astype(np.int8)).append_column("query", queries)


def shown():
    """Three million rows of a log, ten documents a search, of which some are asked again and again."""
    queries = np.repeat((CHANCE.pareto(1.1, 300_000) * 20).astype(int) % 50_000, 10)
    at = np.tile(np.arange(1, 11), 300_000)
    clicked = (CHANCE.random(len(at)) < 0.25 / at).astype(np.int8)
    docs = queries * 40 + at * 4 + CHANCE.integers(0, 4, len(at))
    return pa.table({
        "query": named("query ", queries), "doc": named("doc", docs), "position": at, "click": clicked,
    })  # fmt: skip


def judged():
    """Two million judgments of pools."""
    docs = (np.sort(CHANCE.integers(0, 1_000_000, (20_000, 100)), axis=1) + np.arange(100)).ravel()  # no one twice
    return pa.table({
        "query": named("q", np.arange(len(docs)) // 100), "doc": named("D", docs),
        "grade": (CHANCE.random(len(docs)) < 0.05).astype(np.int8),
    })  # fmt: skip


TABLES = {"grades": ("ratings", grades), "verdicts": ("ratings", verdicts), "a log": ("clicks", shown),
          "judgments": ("qrels", judged)}  # fmt: skip
WAYS = {"as pyarrow does": {}, "zstd": {"compression": "zstd"}}


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    found, folder = {}, tmp_path_factory.mktemp("honest")
    for name, (_, make) in TABLES.items():
        table = make()
        for way, how in WAYS.items():
            found[name, way] = folder / f"{name} {way}.parquet"
            pq.write_table(table, found[name, way], **how)
    return found


def looked_at(path, kind):
    """What is seen of a file before it is decoded, by the door of a kind."""
    file, room = pq.ParquetFile(path), Room(str(path), path.stat().st_size, kind, by_groups=True)
    names = file.schema_arrow.names
    refuse_large(file.metadata, len(names), room)
    for at in range(file.num_row_groups):
        steps(file, at, names, room, lambda coded: pq.ParquetFile(path, read_dictionary=coded, pre_buffer=False))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", TABLES)
def test_an_honest_table_is_not_refused(name, way, paths):
    assert paths[name, way].stat().st_size < 16 << 20
    looked_at(paths[name, way], TABLES[name][0])


def test_as_many_rows_that_next_to_nothing_holds_are_refused(tmp_path):
    path = tmp_path / "made.parquet"
    pq.write_table(rated(np.zeros(ITEMS * RATERS, int), np.zeros(ITEMS * RATERS)).slice(0, 1_990_000), path)
    with pytest.raises(InputError, match="more than 400 times as large"):
        looked_at(path, "ratings")


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_honest_tables_are_read_to_their_end(way, paths):
    assert len(ratings(paths["grades", way], item="item", rater="rater", value="value")) == ITEMS
    assert len(judgments(paths["judgments", way]).queries) == 20_000
    assert len(clicks(paths["a log", way], query="query", doc="doc", position="position", click="click").qrels())
