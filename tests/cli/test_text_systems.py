"""Several fields, several tables, and texts without references."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

ROWS = [{"a": "the cat sat", "b": "a dog ran", "r": "the cat sat"}, {"a": "one two", "b": "one two", "r": "one two"}]


def write(path, rows=ROWS):
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        mark = {".csv": ",", ".tsv": "\t"}[path.suffix]
        path.write_text("".join(mark.join(line) + "\n" for line in (rows[0], *(row.values() for row in rows))))


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def metrics(done):
    assert done.status == 0, done.err
    return {each["system"]: each["metrics"]["ROUGE-1"] for each in json.loads(done.out)["systems"]}


@pytest.mark.parametrize("ending", ["jsonl", "csv", "tsv", "parquet"])
def test_every_candidate_field_is_a_system(cranfield, here, ending):
    write(here / f"t.{ending}")
    asked = ("--candidate", "a", "--candidate", "b", "--references", "r", "-m", "ROUGE-1", "--format", "json")
    assert metrics(cranfield("text", f"t.{ending}", *asked)) == {"a": 1, "b": 0.5}


def test_several_tables_with_the_same_fields_are_several_systems(cranfield, here):
    write(here / "one.jsonl")
    write(here / "two.csv", [{**row, "a": row["b"]} for row in ROWS])
    asked = ("--candidate", "a", "--references", "r", "-m", "ROUGE-1", "--format", "json")
    assert metrics(cranfield("text", "one.jsonl", "two.csv", *asked)) == {"one": 1, "two": 0.5}
    both = metrics(cranfield("text", "one.jsonl", "two.csv", "--candidate", "b", *asked))
    assert both == {"one a": 1, "one b": 0.5, "two a": 0.5, "two b": 0.5}


def test_a_field_is_named_once(cranfield, here):
    write(here / "one.jsonl")
    done = cranfield("text", "one.jsonl", "--candidate", "a", "--candidate", "a", "--references", "r")
    assert done.status == 2
    assert "--candidate a is given twice" in done.err


def test_variety_needs_no_references(cranfield, here):
    write(here / "one.jsonl")
    (here / "lines.txt").write_text("the cat sat\none two\n")
    measures = ("-m", "Distinct-1", "-m", "Entropy-1", "-m", "SelfBLEU", "--format", "json")
    by_field = cranfield("text", "one.jsonl", "--candidate", "a", *measures)
    by_line = cranfield("text", "lines.txt", *measures)
    paired = cranfield("text", "one.jsonl", "--candidate", "a", "--references", "r", *measures)
    found = [json.loads(done.out)["systems"][0]["metrics"] for done in (by_field, by_line, paired)]
    assert found[0] == found[1] == found[2]
    assert found[0]["Distinct-1"] == 1


def test_what_needs_references_says_so(cranfield, here):
    write(here / "one.jsonl")
    done = cranfield("text", "one.jsonl", "--candidate", "a", "-m", "BLEU")
    assert done.status == 2
    assert "give the references with --references" in done.err
    assert cranfield("text", "one.jsonl", "-m", "BLEU").status == 2
    done = cranfield("text", "one.jsonl", "--candidate", "a")
    assert done.status == 0
    assert "Distinct-2" in done.out
