"""`cranfield text` from files to numbers."""

import io
import json
import os
import sys
import threading

import pytest


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reference.txt").write_text("the cat is on the mat\nhello there\n")
    (tmp_path / "second.txt").write_text("a cat is on a mat\nhi there\n")
    (tmp_path / "a.txt").write_bytes(b"the cat sat on the mat\r\nhi there\r\n")
    (tmp_path / "b.txt").write_text("the cat is on the mat\n\n")
    rows = [{"output": "the cat", "targets": ["the cat", "a cat"]}, {"output": "x", "targets": ["y"]}]
    (tmp_path / "outputs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


@pytest.mark.usefixtures("files")
def test_systems_side_by_side_with_two_references(cranfield):
    shown = cranfield("text", "reference.txt", "a.txt", "b.txt", "--ref", "second.txt", "-m", "ROUGE-1", "-m", "BLEU")
    assert shown.status == 0
    assert "ROUGE-1" in shown.out
    assert "nrefs:2" in shown.out
    assert "2 segments" in shown.out
    assert "warning: 1 of 2 candidates is empty; it is scored like any other [b]" in shown.err


@pytest.mark.usefixtures("files")
def test_one_table_with_fields_as_json(cranfield):
    shown = cranfield(
        "text", "outputs.jsonl", "--candidate", "output", "--references", "targets", "-q", "--format", "json",
        "-m", "BLEU", "-m", "ROUGE-L",
    )  # fmt: skip
    whole = json.loads(shown.out)
    assert whole["systems"][0]["per_segment"]["1"]["ROUGE-L"] == 1.0
    assert whole["signature"]["scores"]["BLEU"]["sacrebleu"] == (
        "nrefs:var|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
    )


def test_a_table_comes_from_standard_input_or_a_pipe(cranfield, files, monkeypatch):
    raw = (files / "outputs.jsonl").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    fields = ("--candidate", "output", "--references", "targets", "--ids", "output", "-m", "ROUGE-1", "-q")
    shown = cranfield("text", "-", *fields)
    assert shown.status == 0, shown.err
    assert "the cat" in shown.out
    os.mkfifo(files / "pipe")
    writer = threading.Thread(target=(files / "pipe").write_bytes, args=(raw,))
    writer.start()
    again = cranfield("text", "pipe", *fields)
    writer.join()
    assert again.status == 0, again.err


@pytest.mark.usefixtures("files")
def test_segments_are_called_segments(cranfield):
    shown = cranfield("text", "reference.txt", "a.txt", "-q", "-m", "ROUGE-1")
    assert "a, each segment" in shown.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["reference.txt"], "give the references first, then at least one system"),
        (["reference.txt", "a.txt", "--references", "x"], "name the field of the generated text by --candidate"),
        (["outputs.jsonl", "--ref", "a.txt", "--candidate", "x", "--references", "y"], "the tables hold everything"),
        (["reference.txt", "outputs.jsonl", "missing.txt"], "missing.txt: there is no such file"),
        (["reference.txt", "a.txt", "--ids", "i"], "--ids names a field of a table"),
        (["-", "a.txt", "-"], "standard input (-) can be given only once"),
        (
            ["reference.txt", "a.txt", "-m", "nDCG@10"],
            "unknown measure 'nDCG' of text; it is one of ranking: use cranfield eval",
        ),
        (["reference.txt", "a.txt", "-m", "ROGUE-2"], "unknown measure 'ROGUE-2'; did you mean"),
    ],
)
@pytest.mark.usefixtures("files")
def test_what_cannot_be_done_is_said(cranfield, arguments, message):
    shown = cranfield("text", *arguments)
    assert shown.status == 2
    assert message in shown.err


def test_unequal_files_name_both_counts(cranfield, files):
    (files / "short.txt").write_text("one line\n")
    shown = cranfield("text", "reference.txt", "short.txt")
    assert shown.status == 2
    assert "there is 1 candidate (short.txt) but 2 references (reference.txt)" in shown.err


def test_measures_of_text_are_listed_and_described(cranfield):
    assert "ROUGE-n" in cranfield("measures").out
    assert "Papineni" in cranfield("measures", "BLEU").out


@pytest.mark.usefixtures("files")
def test_the_steps_to_the_value_of_a_segment_are_shown(cranfield):
    shown = cranfield("explain", "reference.txt", "a.txt", "-m", "BLEU", "--segment", "1")
    assert shown.status == 0, shown.err
    for part in ("reference length", "p_2", "BP"):
        assert part in shown.out
    wrong = cranfield("explain", "reference.txt", "a.txt", "-m", "BLEU", "--segment", "9")
    assert wrong.status == 2
    assert "there is no segment '9' in the data" in wrong.err
