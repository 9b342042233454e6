"""The documented table of trec_eval's faults, run row by row."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "trec_eval-faults.md"


def rows():
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 7 and re.match(r"\d", cells[0]):
            yield cells


def judgments(text):
    return "".join(
        f"{part}\n" if part.startswith("#") else "{} 0 {} {}\n".format(*part.split()) for part in text.split(", ")
    )


def run_lines(text):
    topic, *found = text.split()
    return "".join("{} Q0 {} 0 {} x\n".format(topic, *each.split(":")) for each in found)


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: f"{row[1]} {row[2]}")
def test_every_row_of_the_table_is_what_happens(trec, row):
    versions, command, qrels, run, theirs, ours, why = (cell.strip("`") for cell in row)
    for version in versions.split(", "):
        status, out, _ = trec(judgments(qrels), run_lines(run), "--as", version, *command.split())
        if ours.startswith("exit status"):
            assert (status, out) == (int(ours.split()[-1]), "")
        else:
            assert status == 0
            topic = judgments(qrels).split("\n")[-2].split()[0] if "-n" in command.split() else "all"
            assert out.splitlines()[-1].split("\t")[1:] == [topic, ours]
    assert theirs != ours
    assert why.endswith(".")


def test_the_table_is_read():
    assert len(list(rows())) >= 15
