"""Rules on the command line: verdicts, exit status, baselines from files, and reports for build servers."""

from __future__ import annotations

import json
import shutil
from xml.etree import ElementTree as ET

import pytest

from cranfield import demo, evaluate, ranking
from cranfield.compare.baseline import read_baseline

QRELS, TITLE, BM25, SYNONYMS = demo.JUDGMENTS, *demo.RUNS


@pytest.fixture
def stored(cranfield, tmp_path):
    """The results of bm25 on another day."""
    path = tmp_path / "results.json"
    assert cranfield("eval", QRELS, BM25, "-m", "AP", "-m", "nDCG@10", "-q", "-o", path, "--quiet").status == 0
    return path


@pytest.mark.parametrize(
    ("rule", "better", "worse"),
    [
        (("--fail-if", "nDCG@10 drops 0.01"), 0, 1),
        (("--fail-if", "AP drops 1%"), 0, 1),
        (("--fail-if", "RR@10 is worse and p < 0.05"), 0, 0),
        (("--fail-if", "low of AP < -0.1"), 0, 1),
        (("--fail-if", "AP < 0.4"), 0, 1),
        (("--require", "nDCG@10 is not worse by 0.01"), 0, 1),
        (("--require", "AP is better by 0.1"), 0, 1),
        (("--fail-if", "AP drops 1%", "--require", "p of AP < 0.05"), 0, 1),
    ],
)
def test_a_rule_decides_the_exit_status(cranfield, rule, better, worse):
    assert cranfield("compare", QRELS, BM25, SYNONYMS, *rule).status == better
    outcome = cranfield("compare", QRELS, BM25, TITLE, *rule)
    assert outcome.status == worse
    assert ("failed: " in outcome.out) == bool(worse)


def test_every_rule_has_its_verdict_with_numbers(cranfield):
    outcome = cranfield(
        "compare", QRELS, BM25, TITLE, "-m", "P@5", "--fail-if", "AP drops 1%", "--require", "AP > 0.9", "--format",
        "json",
    )  # fmt: skip
    found = json.loads(outcome.out)
    assert outcome.status == 1
    assert [(each["rule"], each["kind"], each["status"]) for each in found["verdicts"]] == [
        ("AP drops 1%", "fail-if", "failed"), ("AP > 0.9", "require", "failed"),
    ]  # fmt: skip
    before, after = (evaluate(ranking(QRELS, run), ["AP"])["AP"].value for run in (BM25, TITLE))
    fields = found["verdicts"][0]["reasons"][0]["fields"]
    assert (fields["baseline_value"], fields["value"]) == (before, after)
    assert list(found["measures"]) == ["P@5", "AP"]  # those that were asked for, then those that rules need


def test_what_cannot_be_decided_is_neither_passed_nor_failed(cranfield, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n")
    for name in ("one", "two"):
        (tmp_path / f"{name}.run").write_text("q1 Q0 a 1 1 s\n")
    files = [tmp_path / name for name in ("qrels.txt", "one.run", "two.run")]
    outcome = cranfield("compare", *files, "--require", "AP is not worse by 0.01")
    assert outcome.status == 2
    assert "undecided: require 'AP is not worse by 0.01' in two against one" in " ".join(outcome.out.split())


def test_results_of_another_day_are_a_baseline(cranfield, stored):
    outcome = cranfield("compare", "--baseline", stored, QRELS, TITLE, "-m", "AP", "--fail-if", "AP drops 1%",
                        "--format", "json")  # fmt: skip
    today = cranfield("compare", QRELS, BM25, TITLE, "-m", "AP", "--fail-if", "AP drops 1%", "--format", "json")
    assert (outcome.status, today.status) == (1, 1)
    assert json.loads(outcome.out)["measures"] == json.loads(today.out)["measures"]
    same = cranfield("compare", "--baseline", stored, QRELS, BM25, "-m", "AP", "--fail-if", "AP drops 1%")
    assert same.status == 0
    assert "bm25 (results.json)" in same.out


def test_a_baseline_of_other_judgments_or_measures_is_refused(cranfield, stored, tmp_path):
    lines = QRELS.read_text().splitlines(keepends=True)
    (tmp_path / "qrels.txt").write_text("".join(lines[:-1]))
    outcome = cranfield("compare", "--baseline", stored, tmp_path / "qrels.txt", TITLE, "--fail-if", "AP drops 1%")
    assert outcome.status == 2
    assert "the baseline is stale: the judgments or references are others (qrels.txt" in outcome.err
    outcome = cranfield("compare", "--baseline", stored, QRELS, TITLE, "--fail-if", "AP(rel=2) drops 1%")
    assert outcome.status == 2
    assert "AP(rel=2)" in outcome.err
    outcome = cranfield("compare", "--baseline", stored, QRELS, TITLE, "--fail-if", "AP drops 1%", "-l", 2)
    assert (outcome.status, outcome.out) == (2, "")
    assert "rel=1.0 -> 2.0" in outcome.err


def test_a_baseline_without_units_has_a_value_but_no_test(cranfield, tmp_path):
    path = tmp_path / "short.json"
    cranfield("eval", QRELS, BM25, "-m", "AP", "-o", path, "--quiet")
    outcome = cranfield("compare", "--baseline", path, QRELS, TITLE, "--fail-if", "AP drops 1%")
    assert outcome.status == 1
    assert "short.json holds only the value of AP, not those of single units" in outcome.err
    assert "failed: fail if 'AP drops 1%' in title-words against bm25" in " ".join(outcome.out.split())
    outcome = cranfield("compare", "--baseline", path, QRELS, TITLE, "--require", "AP is not worse by 0.01")
    assert outcome.status == 2


def test_one_of_several_stored_systems_is_named(cranfield, tmp_path):
    path = tmp_path / "all.json"
    cranfield("eval", QRELS, BM25, SYNONYMS, "-m", "AP", "-q", "-o", path, "--quiet")
    outcome = cranfield("compare", "--baseline", path, QRELS, TITLE, "-m", "AP")
    assert "holds several systems; name one of them: bm25, bm25-synonyms" in outcome.err
    outcome = cranfield("compare", "--baseline", path, "--against", "bm25", QRELS, TITLE, "-m", "AP", "--quiet")
    assert outcome.status == 0
    assert "title-words minus bm25\n" in outcome.out
    assert read_baseline(path, system="bm25").values["AP"] > 0


@pytest.mark.parametrize("option", [("--query", "q01"), ("--unjudged",), ("--groups", demo.FOLDER / "groups.tsv")])
def test_what_needs_the_data_of_both_is_refused_for_stored_results(cranfield, stored, option):
    outcome = cranfield("compare", "--baseline", stored, QRELS, TITLE, "-m", "AP", *option)
    assert outcome.status == 2
    assert f"{option[0]}: needs the data of both systems, and the baseline is a file of results" in outcome.err


def test_build_servers_get_their_formats(cranfield, tmp_path):
    rules = ("--fail-if", "AP drops 1%", "--fail-if", "AP < 0.1")
    outcome = cranfield("compare", QRELS, BM25, TITLE, *rules, "--format", "junit")
    assert outcome.status == 1
    suite = ET.fromstring(outcome.out)
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    outcome = cranfield("compare", QRELS, BM25, TITLE, *rules, "-o", tmp_path / "gate.xml")
    assert outcome.status == 1
    assert ET.fromstring((tmp_path / "gate.xml").read_text()).get("failures") == "1"
    outcome = cranfield("compare", QRELS, BM25, TITLE, *rules, "--format", "github")
    assert outcome.status == 1
    assert outcome.out.startswith("### Gate: 1 of 2 passed, 1 failed\n")
    assert outcome.out.count("fail if 'AP drops 1%'") == 1
    assert "| measure | difference |" in outcome.out


def test_rules_follow_the_options_about_measures(cranfield):
    outcome = cranfield("compare", QRELS, BM25, SYNONYMS, "-l", 2, "--fail-if", "P@5 < 0.05", "--format", "json")
    found = json.loads(outcome.out)
    assert found["measures"]["P@5"]["measure"] == "P(rel=2)@5"
    value = evaluate(ranking(QRELS, SYNONYMS), ["P(rel=2)@5"])["P(rel=2)@5"].value
    assert found["verdicts"][0]["reasons"][0]["fields"]["value"] == value


def test_the_rule_decides_the_family(cranfield, tmp_path):
    for name, text in (("ref", "a b c d e\nf g h i j\n"), ("one", "a b c d\nf g h\n"), ("two", "a b\nf g\n")):
        (tmp_path / f"{name}.txt").write_text(text)
    files = [tmp_path / f"{name}.txt" for name in ("ref", "one", "two")]
    outcome = cranfield("compare", *files, "--fail-if", "BLEU drops 1")
    assert outcome.status == 1
    assert "segments" in outcome.out


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("AP falls 1%", "cannot read the rule 'AP falls 1%' at 'falls', character 4"),
        ("nDGC drops 1%", "unknown measure 'nDGC'; did you mean nDCG?"),
        ("AP is not worse", "has no margin"),
    ],
)
def test_a_slip_in_a_rule_is_told_before_anything_is_read(cranfield, rule, told):
    outcome = cranfield("compare", "no-such-qrels.txt", "a.run", "b.run", "--require", rule)
    assert (outcome.status, outcome.out) == (2, "")
    assert told in outcome.err


def test_the_report_never_replaces_the_baseline(cranfield, stored):
    kept = stored.read_text()
    outcome = cranfield("compare", "--baseline", stored, QRELS, TITLE, "-m", "AP", "-o", stored)
    assert outcome.status == 2
    assert stored.read_text() == kept
    shutil.copy(stored, stored.with_suffix(".other"))
