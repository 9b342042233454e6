"""`cranfield power` and `cranfield eval --ci`: how many units would show it, and how sure a value is."""

from __future__ import annotations

import csv
import io
import json
import re

import numpy as np
import pytest
from scipy.stats import t as student
from statsmodels.stats.power import TTestPower

from cranfield import demo, evaluate, ranking

QRELS, TITLE, BM25, SYNONYMS = demo.JUDGMENTS, *demo.RUNS
GROUPS = demo.FOLDER / "groups.tsv"


def values(run, measure):
    return evaluate(ranking(QRELS, run), [measure])[measure].values


@pytest.mark.parametrize("options", [(), ("--power", 0.9), ("--confidence", 0.99), ("--alternative", "better")])
def test_the_number_of_queries_is_that_of_statsmodels(cranfield, options):
    outcome = cranfield(
        "power", QRELS, BM25, TITLE, "-m", "nDCG@10", "--difference", 0.05, *options, "--format", "json"
    )
    (found,) = json.loads(outcome.out)["power"]
    gaps = values(TITLE, "nDCG@10") - values(BM25, "nDCG@10")
    side = "larger" if "better" in options else "two-sided"
    alpha, power = (0.01 if 0.99 in options else 0.05), (0.9 if 0.9 in options else 0.8)
    effect = 0.05 / gaps.std(ddof=1)
    needed = TTestPower().solve_power(effect, alpha=alpha, power=power, alternative=side)
    assert found["needed"] == int(np.ceil(needed))
    chance = TTestPower().power(effect, len(gaps), alpha, alternative=side)
    assert found["chance"] == pytest.approx(chance, rel=1e-6)
    shown = TTestPower().solve_power(nobs=len(gaps), alpha=alpha, power=power, alternative=side)
    assert found["detectable"] == pytest.approx(shown * gaps.std(ddof=1), rel=1e-5)


def test_power_is_told_in_a_table_and_a_sentence(cranfield):
    outcome = cranfield("power", QRELS, BM25, TITLE, "-m", "nDCG@10", "-m", "P@5", "--difference", 0.01, "--quiet")
    assert outcome.status == 0
    assert max(map(len, outcome.out.splitlines())) <= 80
    assert "title-words minus bm25" in outcome.out
    assert "6,767 queries would show a difference of 0.01 with 80% power" in " ".join(outcome.out.split())
    several = cranfield("power", QRELS, BM25, TITLE, SYNONYMS, "-m", "AP", "--against", "bm25", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(several)))
    assert [(each["baseline"], each["system"]) for each in rows] == [("bm25", "title-words"), ("bm25", "bm25-synonyms")]
    only = cranfield("power", QRELS, BM25, TITLE, "-m", "AP", "--groups", GROUPS, "--only", "care", "--format", "json")
    assert json.loads(only.out)["power"][0]["units"] < 61


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((BM25,), "a comparison needs at least two systems, not 1; give another one"),
        ((BM25, TITLE, "--against", "bm26"),
         "there is no system 'bm26' to compare with; there are bm25, title-words; did you mean bm25?"),
        ((BM25, TITLE, "--difference", 0),
         "the difference to be shown must be a number other than 0 or a share of the baseline such as '1%', not 0.0"),
        ((BM25, TITLE, "--power", 1), "power: power must be a number above 0 and below 1, not 1.0"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(cranfield, arguments, told):
    outcome = cranfield("power", QRELS, *arguments, "-m", "AP")
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"cranfield: {told}\n")


def ends(run, measure, confidence=0.95):
    found = values(run, measure)
    half = student.ppf((1 + confidence) / 2, len(found) - 1) * found.std(ddof=1) / np.sqrt(len(found))
    return found.mean() - half, found.mean() + half


def test_intervals_stand_in_every_format_of_eval(cranfield):
    low, high = ends(BM25, "AP")
    shown = f"[{low:.3f}, {high:.3f}]"
    for form in ("table", "markdown", "latex"):
        outcome = cranfield("eval", QRELS, BM25, TITLE, "-m", "AP", "--ci", "--format", form)
        assert shown in outcome.out
        assert "95% intervals: t" in outcome.out
        assert "resamples" not in outcome.out  # nothing was drawn
    whole = json.loads(cranfield("eval", QRELS, BM25, "-m", "AP", "--ci", "--format", "json").out)
    told = whole["systems"][0]["intervals"]["AP"]
    assert (told["low"], told["high"]) == pytest.approx((low, high), rel=1e-12)
    assert (told["method"], told["confidence"]) == ("t", 0.95)
    rows = list(csv.DictReader(io.StringIO(cranfield("eval", QRELS, BM25, "-m", "AP", "--ci", "--format", "csv").out)))
    assert [each["level"] for each in rows] == ["all", "low", "high"]
    assert float(rows[1]["AP"]) == told["low"]
    line = json.loads(cranfield("eval", QRELS, BM25, "-m", "AP", "--ci", "--format", "jsonl").out.splitlines()[0])
    assert line["intervals"]["AP"] == told


def test_groups_have_intervals_too_and_the_order_of_systems_keeps_them(cranfield):
    outcome = cranfield("eval", QRELS, TITLE, BM25, "-m", "AP", "--ci", "--groups", GROUPS, "--sort", "AP")
    low, high = ends(BM25, "AP")
    assert re.search(rf"^AP +\S+ \[{low:.3f}, {high:.3f}\]", outcome.out, re.MULTILINE)  # the best one first
    assert re.search(r"^  care \(\d+\) +0\.\d+ \[0\.\d+, 0\.\d+\]", outcome.out, re.MULTILINE)
    whole = json.loads(cranfield("eval", QRELS, BM25, "-m", "AP", "--ci", "--groups", GROUPS, "--format", "json").out)
    assert whole["systems"][0]["group_intervals"]["care"]["AP"]["low"] < whole["systems"][0]["groups"]["care"]["AP"]


def test_whoever_says_how_wants_intervals(cranfield):
    low, high = ends(BM25, "AP", 0.8)
    outcome = cranfield("eval", QRELS, BM25, "-m", "AP", "--confidence", 0.8)
    assert f"[{low:.3f}, {high:.3f}]" in outcome.out
    drawn = cranfield("eval", QRELS, BM25, "-m", "AP", "--interval", "percentile", "--resamples", 300, "--seed", 5)
    assert "percentile | 300 resamples, seed 5" in drawn.out
    assert "[" not in cranfield("eval", QRELS, BM25, "-m", "AP").out
    lines = cranfield("eval", QRELS, BM25, "-m", "AP", "--ci", "--format", "trec")
    assert lines.out.split() == ["map", "all", "0.4105"]
    assert "note: intervals have no lines in this format; choose another --format" in lines.err


def test_texts_and_labels_have_intervals(cranfield, tmp_path):
    (tmp_path / "t.csv").write_text("y,s\n" + "".join(f"{at % 2},{at % 7}\n" for at in range(60)))
    outcome = cranfield("labels", tmp_path / "t.csv", "--truth", "y", "--score", "s", "-m", "AUC", "--ci")
    assert re.search(r"^AUC +0\.\d+ \[0\.\d+, 0\.\d+\]", outcome.out, re.MULTILINE)
    (tmp_path / "ref.txt").write_text("a b c d e f\ng h i j k\nl m n o p\n")
    (tmp_path / "sys.txt").write_text("a b c d e f\ng h i j z\nl m n\n")
    outcome = cranfield("text", tmp_path / "ref.txt", tmp_path / "sys.txt", "-m", "BLEU", "--ci", "--resamples", 200)
    assert re.search(r"^BLEU +\d+\.\d+ \[\d+\.\d+, \d+\.\d+\]", outcome.out, re.MULTILINE)


def test_what_cannot_be_shown_in_a_direction_is_said(cranfield):
    outcome = cranfield("power", QRELS, BM25, TITLE, "-m", "AP", "--alternative", "better", "--quiet")
    told = " ".join(outcome.out.split())
    assert "AP: a difference of -0.0596 cannot be shown in this direction, one-sided (better), however many" in told
    assert "would show" not in told
    compared = cranfield("compare", QRELS, BM25, SYNONYMS, "-m", "AP", "--alternative", "worse", "--quiet").out
    assert "the +0.24 seen cannot be shown in this direction" in " ".join(compared.split())
    assert "would show" not in compared


def test_a_share_of_the_baseline_is_a_difference(cranfield):
    (share,) = json.loads(
        cranfield("power", QRELS, BM25, TITLE, "-m", "AP", "--difference", "2%", "--format", "json").out
    )["power"]
    assert share["difference"] == pytest.approx(0.02 * np.mean(values(BM25, "AP")))
    plain = cranfield("power", QRELS, BM25, TITLE, "-m", "AP", "--difference", share["difference"], "--format", "json")
    assert json.loads(plain.out)["power"][0]["needed"] == share["needed"]
    for wrong in ("x", "%", "0%", "nan"):
        assert "must be a number other than 0" in cranfield("power", QRELS, BM25, TITLE, "--difference", wrong).err
