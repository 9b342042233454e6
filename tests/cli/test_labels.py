"""The command `cranfield labels`."""

import json

import pytest


@pytest.fixture
def table(tmp_path):
    rows = ["y,yhat,click,ctr,session", "cat,cat,1,0.9,s1", "dog,dog,0,0.1,s1", "dog,cat,1,0.6,s2", "eel,dog,0,0.7,s2"]
    path = tmp_path / "predictions.csv"
    path.write_text("\n".join([*rows, "cat,cat,1,0.2,s3"]) + "\n")
    return path


def test_a_classification_report_shows_labels_averages_and_confusions(cranfield, table):
    done = cranfield("labels", table, "--truth", "y", "--guess", "yhat", columns=120)
    assert done.status == 0
    lines = [line.split() for line in done.out.splitlines()]
    assert ["label", "Recall", "MCC", "Precision", "F1", "examples"] in lines  # of one label, accuracies are its recall
    assert ["cat", "1.0000", "0.6667", "0.6667", "0.8000", "2"] in lines
    assert ["truth", "cat", "dog", "eel", "total"] in lines
    assert ["total", "3", "2", "0", "5"] in lines
    assert ["F1(average='macro')", "0.4333"] in lines
    assert ["Accuracy", "0.6000"] in lines
    assert "5 examples | policy: default, zero_division=0" in done.out
    assert "note: Precision(average='macro'), Precision(average='weighted'): undefined for 1 of 3 labels" in done.err
    assert "(the label is never guessed), counted as 0" in done.err


def test_auc_and_gauc_over_sessions(cranfield, table):
    done = cranfield(
        "labels", table, "--truth", "click", "--score", "ctr", "--group", "session",
        "-m", "AUC", "-m", "GAUC", "-m", 'GAUC(weight="rows")', "--format", "json",
    )  # fmt: skip
    assert done.status == 0
    (system,) = json.loads(done.out)["systems"]
    assert system["metrics"] == {"AUC": 2 / 3, "GAUC": 0.5, 'GAUC(weight="rows")': 0.5}
    assert system["details"]["GAUC"] == {"sessions": 2, "rows": 4, "positives": 2}
    assert "undefined for 1 of 3 sessions (the session has only one class), left out" in done.err


def test_units_in_every_format(cranfield, table):
    call = ["labels", table, "--truth", "y", "--guess", "yhat", "-m", "F1(average='macro')", "-q", "--format"]
    whole = json.loads(cranfield(*call, "json").out)["systems"][0]
    assert whole["per_label"]["dog"] == {"F1(average='macro')": 0.5}
    assert whole["confusion"] == {"labels": ["cat", "dog", "eel"], "cells": [[2, 0, 0], [1, 1, 0], [0, 1, 0]]}
    assert "predictions,label,dog,0.5\n" in cranfield(*call, "csv").out
    assert '"label": "dog"' in cranfield(*call, "jsonl").out
    assert "| dog | 0.5000 | 2 |" in cranfield(*call, "markdown").out
    assert "dog & 0.5000 & 2" in cranfield(*call, "latex").out
    assert "\tdog\t0.5000" in cranfield(*call, "trec").out


def test_a_label_and_a_session_of_the_same_name_stay_apart(cranfield, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y,g,s,session\n1,1,0.9,1\n0,0,0.1,1\n1,0,0.2,0\n0,0,0.3,0\n")
    call = ["labels", path, "--truth", "y", "--guess", "g", "--score", "s", "--group", "session"]
    call += ["-m", "TPR", "-m", "GAUC", "-q", "--format"]
    (system,) = json.loads(cranfield(*call, "json").out)["systems"]
    assert system["per_label"] == {"1": {"TPR": 0.5}}
    assert list(system["per_session"].items()) == [("0", {"GAUC": 0}), ("1", {"GAUC": 1})]
    lines = [json.loads(line) for line in cranfield(*call, "jsonl").out.splitlines()]
    assert lines[0] == {"system": "p", "label": "1", "metrics": {"TPR": 0.5}}
    assert lines[1] == {"system": "p", "session": "0", "metrics": {"GAUC": 0}}
    rows = cranfield(*call, "csv").out.splitlines()
    assert rows[1:4] == ["p,label,1,0.5,", "p,session,0,,0.0", "p,session,1,,1.0"]
    assert [line.split()[:2] for line in cranfield(*call, "trec").out.splitlines()] == [
        ["TPR", "1"], ["GAUC", "1"], ["GAUC", "0"], ["TPR", "all"], ["GAUC", "all"],
    ]  # fmt: skip


def test_the_policy_the_positive_label_and_the_threshold(cranfield, table):
    call = ["labels", table, "--truth", "y", "--guess", "yhat", "-m", "Precision(average='macro')", "--format", "json"]
    done = json.loads(cranfield(*call, "--zero-division", "nan").out)
    assert done["systems"][0]["metrics"]["Precision(average='macro')"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert done["signature"]["policy"]["zero_division"] == "nan"
    done = cranfield("labels", table, "--truth", "y", "--guess", "yhat", "-m", "TPR", "--positive", "dog")
    assert "TPR = TPR(positive='dog')" in done.out.replace("\n", " ")
    assert "0.5000" in done.out
    call = ["labels", table, "--truth", "click", "--score", "ctr", "--threshold", "0.5", "-m", "FPR", "--format", "csv"]
    assert cranfield(*call).out == "system,level,unit,FPR\nctr,all,,0.5\n"


def test_an_explanation_of_a_label_and_of_a_session(cranfield, table):
    call = ["explain", table, "--truth", "y", "--guess", "yhat", "-m", "F1(average='macro')", "--label"]
    done = cranfield(*call, "dog")
    assert "F1(average='macro') of label dog" in done.out
    assert ["F1", "2/4", "=", "0.5"] in [line.split()[:4] for line in done.out.splitlines()]
    done = cranfield(*call, "cow")
    assert done.status == 2
    assert done.err == "cranfield: there is no label 'cow' to explain; there are 'cat', 'dog', 'eel'\n"


def test_faults_are_one_sentence(cranfield, table):
    done = cranfield("labels", table, "--truth", "y")
    assert (done.status, done.out) == (2, "")
    assert done.err == "cranfield: there is nothing to compare the truth with; name a column with --guess or --score\n"
    done = cranfield("labels", table, "--truth", "z", "--guess", "yhat")
    assert done.err.startswith(f"cranfield: {table}: there is no column 'z' for the truth; there are y, yhat")
    done = cranfield("labels", table, "--truth", "y", "--guess", "yhat", "-m", "nDCG")
    assert done.err.startswith("cranfield: unknown measure 'nDCG'")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--score", "ctr", "--threshold", "nan"], "labels: threshold must be a number, not nan"),
        (["--score", "ctr", "--positive", "zz"], "--positive: there is no label 'zz' in the data; there are '0', '1'"),
        (["--score", "0=ctr", "--score", "0=session"],
         "--score: the label '0' is given twice; give each label one column"),
        (["--score", "=ctr"], "--score: cannot read '=ctr'; write it like LABEL=COLUMN"),
        (["--score", "ctr", "--input-format", "excel"],
         "the input format must be one of csv, tsv, jsonl, json, parquet, arrow, not 'excel'"),
        (["--score", "ctr", "--input-format", "trec"],
         "the input format must be one of csv, tsv, jsonl, json, parquet, arrow, not 'trec'"),
    ],
)  # fmt: skip
def test_wrong_options_are_one_sentence(cranfield, table, options, sentence):
    done = cranfield("labels", table, "--truth", "click", *options)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"cranfield: {sentence}\n"


def test_standard_input_is_read_once(cranfield):
    done = cranfield("labels", "-", "-", "--truth", "y", "--guess", "g")
    assert done.err == "cranfield: standard input (-) can be given only once\n"


def test_a_positive_label_that_no_measure_needs_is_said(cranfield, table):
    done = cranfield("labels", table, "--truth", "y", "--guess", "yhat", "--positive", "dog", "-m", "Accuracy")
    assert done.status == 0
    assert "note: --positive changes nothing; the measures are about all labels or name their own\n" in done.err


def test_a_session_is_explained_in_text_and_json(cranfield, table):
    call = ["explain", table, "--truth", "click", "--score", "ctr", "--group", "session", "--session", "s2"]
    call += ["-m", "GAUC"]
    assert "GAUC(positive='1') of session s2" in cranfield(*call).out
    (told,) = json.loads(cranfield(*call, "--format", "json").out)["explanations"]
    assert (told["measure"], told["session"], told["value"]) == ("GAUC(positive='1')", "s2", 0)
    assert [(step["name"], step["value"]) for step in told["steps"][:3]] == [
        ("positives", 1), ("negatives", 1), ("won", 0),
    ]  # fmt: skip


def test_the_measures_of_labels_are_listed_and_described(cranfield):
    assert "GAUC" in cranfield("measures").out
    done = cranfield("measures", "GAUC")
    assert "KDD 2018" in done.out.replace("\n", " ")
    both = cranfield("measures", "F").out
    assert both.count("formula") == 2
