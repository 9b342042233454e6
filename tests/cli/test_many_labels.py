"""The report of a classifier with many labels: the most frequent mistakes, and in JSON the pairs that occur."""

import json


def test_mistakes_of_many_labels_are_shown_and_all_are_written(tmp_path, cranfield):
    rows = [(f"label {at}", f"label {at}") for at in range(60)]
    rows += [("label 3", "label 4")] * 5 + [("label 5", "label 6")] * 2
    path = tmp_path / "c.csv"
    path.write_text("t,g\n" + "".join(f"{t},{g}\n" for t, g in rows))
    shown = cranfield("labels", path, "--truth", "t", "--guess", "g")
    assert "2 of 2 kinds of mistakes, the most frequent first" in shown.out
    table = shown.out.split("most frequent first\n", 1)[1].split("\n\n")[0].splitlines()
    assert [line.split() for line in table[2:]] == [
        ["label", "3", "label", "4", "5"], ["label", "5", "label", "6", "2"]
    ]  # fmt: skip
    whole = json.loads(cranfield("labels", path, "--truth", "t", "--guess", "g", "-q", "--format", "json").out)
    assert len(whole["systems"][0]["confusion"]["cells"]) == 60


def test_json_lists_the_pairs_of_many_labels_that_occur(tmp_path, cranfield):
    path = tmp_path / "c.csv"
    path.write_text("t,g\n" + "".join(f"{at:04d}x,{at:04d}x\n" for at in range(1001)) + "0003x,0007x\n" * 2)
    whole = json.loads(cranfield("labels", path, "--truth", "t", "--guess", "g", "-q", "--format", "json").out)
    told_of = whole["systems"][0]["confusion"]
    assert [3, 7, 2] in told_of["counts"]
    assert len(told_of["counts"]) == 1002
    assert "cells" not in told_of


def test_a_report_of_many_labels_says_what_it_does_not_draw(tmp_path, cranfield):
    path, page = tmp_path / "c.csv", tmp_path / "r.html"
    path.write_text("t,g\n" + "".join(f"x{at},x{at * 7 % 400}\n" for at in range(400)))
    done = cranfield("report", path, "--truth", "t", "--guess", "g", "-o", page)
    assert done.status == 0, done.err
    text = page.read_text("utf-8")
    assert "confusion: 400 labels are too many to put beside each other, at most 100" in text
    assert len(text) < 3_000_000
    done = cranfield("plot", "confusion", path, "--truth", "t", "--guess", "g", "-o", tmp_path / "c.svg")
    assert done.status == 2
    assert "400 labels are too many to put beside each other, at most 100" in done.err
