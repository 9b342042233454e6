"""Every format shows segments in the order of the input."""

import json

import pytest

IDS = ["zulu", "alpha", "mike", "bravo"]
ORDER = ["z", "10", "a", "9", "\u4e2d", "b"]
OUT = ["the cat", "a dog", "one two", "x", "y z", "the end"]
REF = ["the cat", "a cat", "one", "y", "y z", "an end"]


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


def test_systems_whose_rows_come_in_another_order_are_compared_segment_by_segment(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f'{{"id": "{i}", "o": "{o}", "r": "{r}"}}\n' for i, o, r in zip(ORDER, OUT, REF, strict=True)]
    (tmp_path / "a.jsonl").write_text("".join(rows))
    (tmp_path / "b.jsonl").write_text("".join(rows[::-1]).replace("a dog", "a cat"))
    fields = ("--candidate", "o", "--references", "r", "--ids", "id", "-m", "ROUGE-1")
    told = cranfield("text", "a.jsonl", "b.jsonl", *fields, "-q")
    assert "different segments" not in told.err
    lines = told.out.split("\n")
    assert [line.split()[0] for line in lines[3:9]] == ORDER
    assert lines[4].split() == ["10", "0.5000", "1.0000*"]
    assert "6 segments" in told.out
    assert "1/5/0" in cranfield("compare", "a.jsonl", "b.jsonl", *fields).out
