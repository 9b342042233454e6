"""With `--lang zh` everything that `live` prints is Chinese, but for names."""

from __future__ import annotations

import re

from cranfield.cli.main import run
from cranfield.demo import FOLDER, JUDGMENTS
from cranfield.live.small_engine import engine_text, small_engine
from live.servers import ok, serving

# names: of measures, and of settings, what ids and addresses are made of
NAMES = {
    "nDCG", "Latency", "mean", "EngineTime", "Throughput", "ErrorRate", "Coverage", "Freshness", "Space", "per",
    "document", "welch", "cranfield", "default", "sha",
    "qrels", "txt", "plain", "title", "errors", "http", "search", "size", "query", "bm", "cost", "parquet", "whole",
    "new", "Bytes",
}  # fmt: skip


def english(text):
    words = re.findall(r"[A-Za-z]{3,}", re.sub(r"http://\S+|sha256 .*", "", text))
    return [each for each in words if each not in NAMES]


def test_everything_is_chinese(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.tsv").write_bytes((FOLDER / "queries.tsv").read_bytes())
    (tmp_path / "qrels.txt").write_bytes(JUDGMENTS.read_bytes())
    with small_engine(FOLDER / "docs.jsonl", refresh=0.02) as port:
        (tmp_path / "engine.toml").write_text(engine_text(port, "plain"))
        for words in (
            ["queries.tsv", "--qrels", "qrels.txt", "--cost", "new.cost.parquet"],
            ["queries.tsv", "--rate", "40", "--duration", "1", "--no-warm-up"],
            ["queries.tsv", "--slo", "p50<=500ms", "--find-rate", "--rate", "4000", "--duration", "0.1"],
            ["--freshness", "2"],
            ["--space"],
            ["queries.tsv", "--sweep", "title=0:2:2", "--qrels", "qrels.txt", "--picture", "sweep.svg"],
        ):
            assert run(["live", "engine.toml", *words, "--lang", "zh"]) == 0, words
            told = capsys.readouterr()
            assert english(told.out + told.err) == [], words
    assert run(["cost", "new.cost.parquet", "--lang", "zh"]) == 0
    told = capsys.readouterr()
    assert english(told.out + told.err) == []


def test_failures_are_told_in_chinese(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "queries.tsv").write_text("q1\ttent\n")
    with serving(lambda _: ok(b"")) as served:
        (tmp_path / "plain.toml").write_text(f'url = "{served.url}/?q={{query}}"\n[answer]\nids = "$.ids[*]"\n')
        run(["live", "plain.toml", "queries.tsv", "--no-warm-up", "--errors", "count", "--lang", "zh"])
    assert "警告：plain：1 个请求中有 1 个失败（计时按其超时计，若实际耗时更长则按实际耗时计）；例如：查询 q1：" in (
        capsys.readouterr().err
    )
