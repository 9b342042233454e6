"""Parquet files: row groups, damage, and memory."""

import gc
import gzip
import subprocess
import sys

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, Policy, evaluate, judgments, ranking
from cranfield.io.bytes import source
from cranfield.io.read import parquet, table_input
from io_samples import THIRTY_QRELS as QRELS
from io_samples import many_groups


def test_a_compressed_table_of_many_groups_is_decompressed_once(tmp_path, monkeypatch):
    pq.write_table(many_groups(), tmp_path / "run.parquet", row_group_size=13)
    packed = gzip.compress((tmp_path / "run.parquet").read_bytes())
    readings = []
    blocks = source.Source.blocks
    monkeypatch.setattr(
        source.Source, "blocks", lambda self, *size, **how: readings.append(1) or blocks(self, *size, **how)
    )
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    for file in (tmp_path / "run.parquet", packed):
        readings.clear()
        assert (evaluate(ranking(qrels, file), ["AP"])["AP"].values == expected).all()
        assert len(readings) <= 3  # to recognise the format, and to read it


@pytest.mark.parametrize("group", [1, 13, 50, 400])
@pytest.mark.parametrize("codes", [True, False])
@pytest.mark.parametrize("batch", [7, 100, 1 << 20])
def test_groups_of_a_parquet_file_are_unpacked_by_themselves(group, codes, batch, tmp_path, monkeypatch):
    for name in ("_UNPACKED", "_SLICE"):
        monkeypatch.setattr(parquet, name, batch)
    monkeypatch.setattr(table_input, "_ROWS", 16)
    pq.write_table(many_groups(), tmp_path / "run.parquet", row_group_size=group, use_dictionary=codes)
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    assert (evaluate(ranking(qrels, tmp_path / "run.parquet"), ["AP"])["AP"].values == expected).all()
    mixed = many_groups().take(np.random.default_rng(1).permutation(400))
    pq.write_table(mixed, tmp_path / "mixed.parquet", row_group_size=group, use_dictionary=codes)
    assert (evaluate(ranking(qrels, tmp_path / "mixed.parquet"), ["AP"])["AP"].values == expected).all()


@pytest.mark.parametrize("kind", ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"])
def test_queries_that_parquet_stores_as_differences_are_read(kind, tmp_path):
    stored = {"use_dictionary": False, "column_encoding": {"query": kind}, "row_group_size": 100}
    pq.write_table(many_groups(), tmp_path / "run.parquet", **stored)
    pq.write_table(many_groups().rename_columns(["query", "doc", "grade"]), tmp_path / "qrels.parquet", **stored)
    qrels = {f"q{i}": {"d3": 1, "d6": 2} for i in range(40)}
    expected = evaluate(ranking(qrels, many_groups()), ["AP"])["AP"].values
    assert (evaluate(ranking(qrels, tmp_path / "run.parquet"), ["AP"])["AP"].values == expected).all()
    assert len(judgments(tmp_path / "qrels.parquet", policy=Policy(negative="zero")).queries) == 58


@pytest.mark.parametrize("group", [5, 100, 400])
def test_ranks_of_a_parquet_file_come_along_with_its_groups(group, tmp_path, monkeypatch):
    for name in ("_UNPACKED", "_SLICE"):
        monkeypatch.setattr(parquet, name, 60)
    ranks = [7 - i % 7 for i in range(400)]
    table = many_groups().set_column(2, "score", [[1.0] * 400]).append_column("rank", [ranks])
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=group)
    qrels = {f"q{i}": {"d0": 1} for i in range(58)}
    run = tmp_path / "run.parquet"
    found = evaluate(ranking(qrels, run, policy=Policy(ties="rank")), ["RR"])["RR"].values
    assert sorted(found) == [1 / 7] * 57 + [1.0]  # of the last query only d0 is there
    falling = table.set_column(2, "score", [[float(-i) for i in range(400)]])
    pq.write_table(falling, run, row_group_size=group)
    assert "ranks contradict scores in 57 queries" in " ".join(map(str, ranking(qrels, run).findings))


def test_the_first_row_that_is_wrong_is_named_in_a_parquet_file_too(tmp_path):
    docs = [None if i in (25, 39) else f"d{i % 7}" for i in range(400)]  # in the middle and at the end of a group
    pq.write_table(many_groups().set_column(1, "doc", pa.array(docs)), tmp_path / "run.parquet", row_group_size=40)
    with pytest.raises(InputError, match="row 26: the doc is missing"):
        ranking(QRELS, tmp_path / "run.parquet")


def test_a_refusal_keeps_nothing_of_the_table_alive(tmp_path):
    rows = 50_000
    scores = np.where(np.arange(rows) == 40_000, np.nan, 1.0)
    names = [f"q{at // 10}" for at in range(rows)]
    columns = {"query": names, "doc": [f"d{at}" for at in range(rows)], "score": scores}
    pq.write_table(pa.table(columns), tmp_path / "run.parquet", row_group_size=10_000)
    del columns, scores
    gc.collect()
    before = pa.total_allocated_bytes()
    gc.disable()
    try:
        with pytest.raises(InputError, match="row 40001: the score of document d40000 is nan"):
            ranking({"q4000": {"d1": 1}}, tmp_path / "run.parquet")
        assert pa.total_allocated_bytes() - before < 100_000
    finally:
        gc.enable()


DAMAGED = """
import sys
from pathlib import Path
from cranfield import InputError, evaluate, ranking
from cranfield.io.read import parquet

whole, file = Path(sys.argv[1]).read_bytes(), Path(sys.argv[1])
begin = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
results = set()
for at in range(begin, len(whole)):
    file.write_bytes(whole[:at] + bytes([whole[at] ^ 2]) + whole[at + 1 :])
    try:
        results.add(evaluate(ranking({"q1": {"d3": 1, "d6": 2}}, file), ["AP"])["AP"].value)
    except InputError:
        results.add(None)
print(len(results))
"""


def test_no_damage_to_the_description_of_a_parquet_file_ends_the_program(tmp_path):
    # pyarrow aborts where it is asked about a column whose description is damaged, before it has read it
    table = many_groups()[:200].append_column("other", [["x"] * 200])
    pq.write_table(table, tmp_path / "run.parquet", row_group_size=100)
    command = [sys.executable, "-c", DAMAGED, str(tmp_path / "run.parquet")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1


@pytest.mark.parametrize("given", [0, 60])
def test_a_row_group_that_gives_fewer_rows_than_it_announces_is_refused(given, tmp_path, monkeypatch):
    pq.write_table(many_groups(), tmp_path / "run.parquet", row_group_size=100)
    batches = many_groups()[:given].to_batches()
    monkeypatch.setattr(pq.ParquetFile, "iter_batches", lambda *_, **__: iter(batches))
    with pytest.raises(InputError, match=rf"is not a whole Parquet table \({given} rows instead of 100\)"):
        ranking(QRELS, tmp_path / "run.parquet")


@pytest.mark.parametrize("size", [4, 1 << 18])
def test_rows_that_are_wrong_are_named_by_their_number(size, tmp_path, monkeypatch):
    monkeypatch.setattr(table_input, "_ROWS", size)
    columns = {"query": [f"q{i // 9}" for i in range(90)], "doc": [f"d{i}" for i in range(90)], "score": [1.0] * 90}
    twice = columns | {"doc": [f"d{60 if i == 57 else i}" for i in range(90)]}
    infinite = columns | {"score": [float("inf") if i in (31, 70) else 1.0 for i in range(90)]}
    for wrong, said in (
        (twice, r"row 61: query q6 lists document d60 twice \(first in row 58\)"),
        (infinite, "row 32: the score of document d31 is inf"),
    ):
        table = pa.table(wrong)
        pq.write_table(table, tmp_path / "run.parquet", row_group_size=20)
        for given_run in (table, tmp_path / "run.parquet", pl.DataFrame(table)):
            with pytest.raises(InputError, match=said):
                ranking(QRELS, given_run)
    run: dict = {}
    for query, doc, score in zip(*infinite.values(), strict=True):
        run.setdefault(query, {})[doc] = score
    with pytest.raises(InputError, match="the run: the score of document d31 is inf"):  # rows of a dict have no number
        ranking(QRELS, run)
