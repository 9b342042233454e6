"""Every format shows segments in the order of the input."""

import json

import pytest

IDS = ["zulu", "alpha", "mike", "bravo"]


@pytest.mark.parametrize("form", ["table", "json", "jsonl", "csv", "tsv", "markdown", "latex", "trec"])
@pytest.mark.parametrize("systems", [1, 2])
def test_every_format_keeps_the_order(cranfield, tmp_path, monkeypatch, form, systems):
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two")[:systems]:
        rows = [{"i": name, "o": f"{name} word", "r": "word"} for name in IDS]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    paths = [f"{name}.jsonl" for name in ("one", "two")[:systems]]
    asked = ("--candidate", "o", "--references", "r", "--ids", "i", "-m", "ROUGE-1", "-q", "--format", form)
    done = cranfield("text", *paths, *asked)
    assert done.status == 0, done.err
    places = [done.out.index(name) for name in IDS]
    assert places == sorted(places)
