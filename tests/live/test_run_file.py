"""A run that is a table carries what its queries took, so that one file gives quality and cost."""

from __future__ import annotations

import csv

import pyarrow.parquet as pq
import pytest

from cranfield import live
from cranfield.cli.main import run
from live.servers import hits, ok, plain, response, serving

QUERIES = {f"q{at:02}": f"words {at}" for at in range(30)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("".join(f"{query} 0 b 1\n" for query in QUERIES))
    return tmp_path


@pytest.mark.parametrize("name", ["new.parquet", "new.jsonl"])
def test_one_file_gives_quality_and_cost(folder, capsys, name):
    with serving(lambda _: ok(hits("a", "b", took=2.5))) as served:
        found = live(plain(served), QUERIES, warm_up=False, repetitions=2)
    (folder / name).write_bytes(found.run_bytes(name))
    asked = ("-m", "RR", "-m", "Latency(mean)", "-m", "p50", "-m", "EngineTime", "--format", "csv")
    assert run(["eval", "qrels.txt", name, *asked]) == 0
    (told,) = csv.DictReader(capsys.readouterr().out.splitlines())
    first = [row for row in found.table.to_pylist() if row["repetition"] == 0]
    times = sorted(1e3 * (row["ended"] - row["intended"]) for row in first)
    assert float(told["RR"]) == 0.5
    assert float(told["Latency(mean)"]) == pytest.approx(sum(times) / 30)
    assert float(told["p50"]) == pytest.approx(times[14])
    assert float(told["EngineTime"]) == 2.5


def test_a_pass_with_failures_or_under_load_has_its_cost_in_the_other_file_only(folder):
    with serving(lambda seen: response(500) if "words%201&" in seen.target else ok(hits("a", "b"))) as served:
        failed = live(plain(served), QUERIES, warm_up=False, errors="count")
        loaded = live(plain(served), {"q00": "words"}, warm_up=False, rate=40, duration=0.5)
    for found in (failed, loaded):
        (folder / "new.parquet").write_bytes(found.run_bytes("new.parquet"))
        assert pq.read_schema(folder / "new.parquet").names == ["query", "doc", "rank", "score"]
