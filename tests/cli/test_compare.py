"""`cranfield compare`: tables, data, one query side by side, groups, unjudged documents, whatever the family."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess

import numpy as np
import pytest
from scipy.stats import ttest_rel

from cranfield import demo, evaluate, ranking

QRELS, TITLE, BM25, SYNONYMS = demo.JUDGMENTS, *demo.RUNS
GROUPS = demo.FOLDER / "groups.tsv"
TWO = (QRELS, BM25, SYNONYMS)


def results(run, *measures):
    return evaluate(ranking(QRELS, run), measures)


def of(outcome, measure):
    return json.loads(outcome.out)["measures"][measure]


def test_two_systems_are_told_in_one_page_of_80_columns(cranfield):
    outcome = cranfield("compare", *TWO, "-m", "nDCG@10", "-m", "P@10", "--quiet")
    lines = outcome.out.splitlines()
    assert outcome.status == 0
    assert max(map(len, lines)) <= 80
    before, after = (results(run, "nDCG@10", "P@10") for run in (BM25, SYNONYMS))
    assert lines[1].split() == ["measure", "a", "bm25", "b", "bm25-synonyms"]
    row = lines[3]
    assert row.startswith(f"nDCG@10   {before['nDCG@10'].value:.4f} [")
    assert f"{after['nDCG@10'].value:.4f} [" in row
    assert row.endswith("]*ᵃ")  # the best one, and better than a
    test = ttest_rel(after["P@10"].values, before["P@10"].values)
    low, high = test.confidence_interval(0.95)
    shown = next(line for line in lines if line.startswith("P@10 ") and "+0." in line)
    assert shown.split()[1:5] == [f"{test._estimate:+.4f}", f"[{low:.3f},", f"{high:.3f}]", f"{test.pvalue:.4f}"]
    assert "61 queries can show" in " ".join(lines)
    assert "paired t-test, two-sided | correction: Holm | 95% intervals: t" in outcome.out
    assert re.search(r"10,000\s+resamples, seed 12345", outcome.out)


def test_the_units_that_moved_most_have_both_values(cranfield):
    found = json.loads(cranfield("compare", *TWO, "-m", "AP", "--moved", 3, "--format", "json").out)["moved"]
    before, after = (results(run, "AP")["AP"].units for run in (BM25, SYNONYMS))
    gains = sorted(before, key=lambda unit: before[unit] - after[unit])
    wanted = [*gains[:3], *gains[::-1][:3]]
    assert [each["direction"] for each in found] == ["gained"] * 3 + ["lost"] * 3
    assert [each["unit"] for each in found] == wanted
    assert [(each["before"], each["after"]) for each in found] == [(before[each], after[each]) for each in wanted]
    assert "moved" not in json.loads(cranfield("compare", *TWO, "--moved", 0, "--format", "json").out)


def test_three_systems_are_marked_with_letters_and_all_pairs_can_be_asked_for(cranfield):
    outcome = cranfield("compare", QRELS, *demo.RUNS, "-m", "nDCG@10", "--pairs", "all", "--quiet")
    marks = dict(re.findall(r"^([abc]) \S+ +[\d.]+ \[[^]]+\][* ]?([ᵃᵇᶜ]*)$", outcome.out, re.MULTILINE))
    assert marks == {"a": "", "b": "", "c": "ᵃᵇ"}
    assert "correction: Holm over 3 comparisons of a measure" in outcome.out
    assert re.findall(r"^([abc] − [abc]) ", outcome.out, re.MULTILINE) == ["b − a", "c − a", "c − b"]
    found = of(
        cranfield("compare", QRELS, *demo.RUNS, "-m", "nDCG@10", "--pairs", "all", "--format", "json"), "nDCG@10"
    )
    assert [(each["baseline"], each["system"]) for each in found["pairs"]] == [
        ("title-words", "bm25"), ("title-words", "bm25-synonyms"), ("bm25", "bm25-synonyms"),
    ]  # fmt: skip
    assert found["tied_for_best"] == ["bm25-synonyms"]
    assert found["comparisons"] == 3


@pytest.fixture
def many(tmp_path):
    """Fifty systems: the same documents with more or less noise."""
    rng = np.random.default_rng(3)
    (tmp_path / "qrels.txt").write_text("".join(f"q{q} 0 d{d} {int(d < 4)}\n" for q in range(20) for d in range(20)))
    for system in range(50):
        rows = [
            f"q{q} Q0 d{d} 0 {(d < 4) * system / 25 + rng.normal():.4f} s\n" for q in range(20) for d in range(20)
        ]  # fmt: skip
        (tmp_path / f"s{system:02}.run").write_text("".join(rows))
    return tmp_path


def test_fifty_systems_are_counted_where_nobody_could_read_all_pairs(cranfield, many):
    runs = sorted(many.glob("*.run"))
    outcome = cranfield("compare", many / "qrels.txt", *runs, "-m", "AP", "--pairs", "all", "--resamples", 200)
    assert outcome.status == 0
    assert "1,225 pairs one by one in the other formats" in outcome.out
    assert len(outcome.out.splitlines()) < 100
    rows = re.findall(r"^(s\d\d) .* (\d+)/(\d+)/(\d+)$", outcome.out, re.MULTILINE)
    assert len(rows) == 50
    assert all(int(won) + int(open_) + int(lost) == 49 for _, won, open_, lost in rows)
    assert sum(int(won) for _, won, _, _ in rows) == sum(int(lost) for *_, lost in rows)
    outcome = cranfield("compare", many / "qrels.txt", *runs, "-m", "AP", "--resamples", 200)
    values = [float(each) for each in re.findall(r"^(?:a )?s\d\d +(0\.\d+) \[", outcome.out, re.MULTILINE)]
    assert len(values) == 50
    assert values == sorted(values, reverse=True)
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_everything_is_in_json_and_the_rows_of_csv_are_the_same_numbers(cranfield):
    whole = json.loads(cranfield("compare", *TWO, "-m", "nDCG@10", "-q", "--rope", 0.01, "--format", "json").out)
    pair = whole["measures"]["nDCG@10"]["pairs"][0]
    assert set(pair) >= {
        "difference", "low", "high", "p", "adjusted", "d", "delta", "wins", "ties", "losses", "probability_better",
        "probability_negligible", "detectable", "needed", "others", "disagree", "significant", "change", "reason",
    }  # fmt: skip
    assert whole["settings"]["seed"] == 12345
    assert whole["settings"]["rope"] == 0.01
    assert len(whole["units"]) == 2 * 61
    assert whole["signature"]["inputs"][0]["sha256"]
    text = cranfield("compare", *TWO, "-m", "nDCG@10", "-q", "--rope", 0.01, "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(text)))
    (told,) = (row for row in rows if row["level"] == "pair")
    assert float(told["difference"]) == pair["difference"]
    assert float(told["p"]) == pair["p"]
    assert [float(row["value"]) for row in rows if row["level"] == "unit"] == [each["value"] for each in whole["units"]]
    lines = cranfield("compare", *TWO, "-m", "nDCG@10", "--format", "jsonl").out.splitlines()
    assert json.loads(lines[2])["difference"] == pair["difference"]
    tsv = cranfield("compare", *TWO, "-m", "nDCG@10", "--format", "tsv").out
    assert tsv.splitlines()[0].split("\t")[:3] == ["level", "measure", "system"]


def test_a_measure_that_was_asked_for_is_never_left_out(cranfield):
    outcome = cranfield(
        "compare", *TWO, "-m", "NumRet", "-m", "ERR@10", "-l", 2, "--groups", GROUPS, "--format", "json"
    )
    found = json.loads(outcome.out)
    assert list(found["measures"]) == list(found["groups"]["care"]) == ["NumRet", "ERR@10"]
    assert found["measures"]["NumRet"]["better"] is None
    default = json.loads(cranfield("compare", *TWO, "--format", "json").out)["measures"]
    assert all(each["better"] for each in default.values())


def test_the_same_seed_gives_the_same_digits_whatever_the_jobs(cranfield):
    arguments = ("compare", *TWO, "-m", "GMAP", "--test", "randomization", "--resamples", 500, "--format", "json")
    one, two = (cranfield(*arguments, "--jobs", jobs).out for jobs in (1, 3))
    assert one == two
    assert cranfield(*arguments, "--seed", 1).out != one


@pytest.mark.parametrize("test", ["t", "randomization", "wilcoxon", "sign", "bootstrap"])
def test_the_test_and_the_correction_stand_in_the_footer(cranfield, test):
    names = {"t": "paired t-test", "wilcoxon": "Wilcoxon signed-rank test", "sign": "sign test",
             "randomization": "randomization test", "bootstrap": "paired bootstrap test"}  # fmt: skip
    outcome = cranfield(
        "compare", QRELS, *demo.RUNS, "-m", "P@10", "--test", test, "--correction", "bonferroni", "--resamples", 300,
        "--alternative", "better", "--confidence", 0.9, "--quiet",
    )  # fmt: skip
    told = " ".join(outcome.out.split())
    assert f"{names[test]}, one-sided (better) | correction: Bonferroni over 2 comparisons of a measure | 90%" in told
    assert "300 resamples" in told
    assert "p (bonferroni)" in outcome.out


def test_one_query_is_laid_side_by_side(cranfield):
    outcome = cranfield("compare", *TWO, "-m", "nDCG@10", "--query", "q33", "--top", 3, "--quiet")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == ["query", "q33"]
    assert lines[1] == ["measure", "bm25", "bm25-synonyms", "change"]
    at = next(at for at, line in enumerate(lines) if line[:1] == ["rank"])
    assert lines[at] == ["rank", "bm25", "grade", "bm25-synonyms", "grade", "was", "at"]
    assert lines[at + 2] == ["1", "boots-parts", "0", "boots-size", "3", "11", "↑"]
    assert lines[at + 3] == ["2", "boots-cold", "0", "boots-parts", "0", "1", "↓"]
    assert ["boots-size", "3", "11", "1", "↑"] in lines  # the rank of each relevant document in both
    assert max(map(len, outcome.out.splitlines())) <= 80
    found = json.loads(cranfield("compare", *TWO, "-m", "nDCG@10", "--query", "q33", "--format", "json").out)["answers"]
    assert {"level": "wanted", "unit": "q33", "item": "boots-size", "grade": 3.0, "baseline": "bm25",
            "system": "bm25-synonyms", "rank_in_baseline": 11, "rank": 1} in found  # fmt: skip
    first = next(each for each in found if each["level"] == "item" and each["system"] == "bm25")
    assert (first["rank"], first["item"], first["rank_in_other"]) == (1, "boots-parts", 2)


def test_a_query_without_an_answer_is_shown_too(cranfield):
    outcome = cranfield("compare", *TWO, "-m", "nDCG@10", "--query", "q21", "--quiet")
    assert re.search(r"^1 +rain-jacket-mend +3 +new$", outcome.out, re.MULTILINE)
    assert re.search(r"^rain-jacket-mend +3 +- +1 +↑$", outcome.out, re.MULTILINE)


def test_documents_far_down_are_not_called_new(cranfield, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n")
    listed = [f"x{at}" for at in range(150)]
    (tmp_path / "one.run").write_text("".join(f"q1 Q0 {doc} 0 {999 - at} s\n" for at, doc in enumerate(listed)))
    (tmp_path / "two.run").write_text("".join(f"q1 Q0 {doc} 0 {at} s\n" for at, doc in enumerate(listed)))
    files = [tmp_path / name for name in ("qrels.txt", "one.run", "two.run")]
    outcome = cranfield("compare", *files, "-m", "AP", "--query", "q1", "--quiet")
    assert re.search(r"^1 +x0 +- +x149 +- +>100$", outcome.out, re.MULTILINE)
    outcome = cranfield("compare", *files, "-m", "AP", "--query", "q1", "--top", 150, "--quiet")
    assert re.search(r"^1 +x0 +- +x149 +- +150 ↑$", outcome.out, re.MULTILINE)


def test_groups_are_shown_and_filtered(cranfield):
    outcome = cranfield("compare", *TWO, "-m", "AP", "--groups", GROUPS, "--quiet")
    inside = dict(line.split("\t") for line in GROUPS.read_text().splitlines()[1:])
    care = [unit for unit, group in inside.items() if group == "care"]
    values = [results(run, "AP")["AP"].units for run in (BM25, SYNONYMS)]
    means = [float(np.mean([each[unit] for unit in care])) for each in values]
    assert re.search(rf"^care \({len(care)}\) +{means[0]:.4f} +{means[1]:.4f}\*", outcome.out, re.MULTILINE)
    only = of(cranfield("compare", *TWO, "-m", "AP", "--groups", GROUPS, "--only", "care", "--format", "json"), "AP")
    assert only["units"] == len(care)
    assert [each["value"] for each in only["estimates"]] == pytest.approx(means)
    outcome = cranfield("compare", *TWO, "-m", "AP", "--groups", GROUPS, "--only", "crae")
    assert outcome.err.startswith("cranfield: --only: there is no group 'crae'; there are ")
    assert outcome.err.endswith("did you mean care?\n")
    outcome = cranfield("compare", *TWO, "-m", "AP", "--only", "care")
    assert outcome.err == (
        "cranfield: --only names a group; give the groups too, with --groups FILE or with --by COLUMN\n"
    )


def test_rows_of_bounds_say_whether_their_ends_are_reached(cranfield, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 a 2\n")
    (tmp_path / "one.run").write_text("q1 Q0 a 1 2 s\nq1 Q0 x 2 1 s\nq2 Q0 a 1 1 s\n")
    (tmp_path / "two.run").write_text("q1 Q0 y 1 2 s\nq1 Q0 a 2 1 s\nq2 Q0 a 1 1 s\n")
    words = ("compare", *(tmp_path / name for name in ("qrels.txt", "one.run", "two.run")), "--unjudged")
    words += ("-m", "P@2", "-m", "Compat")
    rows = list(csv.DictReader(io.StringIO(cranfield(*words, "--format", "csv").out)))
    assert [(each["measure"], each["reached"].lower()) for each in rows if each["level"] == "bounds"] == [
        ("P@2", "true"), ("P@2", "true"), ("Compat", "false"), ("Compat", "false"),
    ]  # fmt: skip
    lines = map(json.loads, cranfield(*words, "--format", "jsonl").out.splitlines())
    assert [each["reached"] for each in lines if each.get("level") == "bounds"] == [True, True, False, False]
    shown = " ".join(cranfield(*words).out.split())
    assert "if its 1 unjudged document were judged" in shown
    assert ", perhaps well inside" in shown
    assert "judging the 2 unjudged documents" in shown


def test_unjudged_documents_may_turn_a_comparison_around(cranfield, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 a 1\n")
    (tmp_path / "one.run").write_text("q1 Q0 a 1 2 s\nq1 Q0 x 2 1 s\nq2 Q0 a 1 1 s\n")
    (tmp_path / "two.run").write_text("q1 Q0 y 1 2 s\nq1 Q0 z 2 1 s\nq2 Q0 a 1 1 s\n")
    files = [tmp_path / name for name in ("qrels.txt", "one.run", "two.run")]
    outcome = cranfield("compare", *files, "-m", "P@2", "-m", "AP(over='retrieved')", "--unjudged", "--format", "json")
    found = json.loads(outcome.out)
    assert [(each["low"], each["high"]) for each in found["bounds"][:2]] == [(0.5, 0.75), (0.25, 0.75)]
    assert [each["reached"] for each in found["bounds"][:2]] == [True, True]
    assert "reached" not in found["bounds"][2]  # it has none
    (settled,) = found["settlements"]
    assert (settled["could_turn"], settled["low"], settled["high"]) == (True, -0.5, 0.25)
    assert settled["judgments"] == 2
    assert "nothing is proved about its value" in found["bounds"][2]["told"]
    shown = cranfield("compare", *files, "-m", "P@2", "--unjudged").out
    assert "judging the 3 unjudged documents could turn that around" in " ".join(shown.split())
    plain = json.loads(cranfield("compare", *files, "-m", "P@2", "--format", "json").out)
    assert plain["measures"]["P@2"]["pairs"] == found["measures"]["P@2"]["pairs"]  # the pool changes no number


def test_labels_are_compared_by_columns_or_by_files(cranfield, tmp_path):
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 200)
    scores = {name: truth * shift + rng.normal(size=200) for name, shift in (("old", 0.5), ("new", 2.0))}
    rows = [
        f"{y},{o:.4f},{n:.4f},s{at // 10}" for at, (y, o, n) in enumerate(zip(truth, *scores.values(), strict=True))
    ]
    (tmp_path / "clicks.csv").write_text("\n".join(["click,old,new,session", *rows]))
    for name, score in scores.items():
        (tmp_path / f"{name}.csv").write_text(
            "\n".join(["y,s", *(f"{y},{x:.4f}" for y, x in zip(truth, score, strict=True))])
        )
    outcome = cranfield(
        "compare", tmp_path / "clicks.csv", "--truth", "click", "--score", "old", "--score", "new", "--group",
        "session", "-m", "GAUC", "-m", "AUC", "--resamples", 200, "--jobs", 1,
    )  # fmt: skip
    assert outcome.status == 0
    assert "GAUC: the sessions that gained most" in outcome.out
    assert "DeLong's test" in outcome.out
    whole = cranfield("compare", tmp_path / "clicks.csv", "--truth", "click", "--score", "old", "--score", "new",
                      "-m", "AUC", "--format", "json")  # fmt: skip
    apart = cranfield("compare", tmp_path / "old.csv", tmp_path / "new.csv", "--truth", "y", "--score", "s", "-m",
                      "AUC", "--format", "json")  # fmt: skip
    assert of(apart, "AUC")["pairs"] == of(whole, "AUC")["pairs"]
    drawn = cranfield("compare", tmp_path / "clicks.csv", "--truth", "click", "--score", "old", "--score", "new",
                      "--group", "session", "-m", "AUC", "--draw", "group", "--resamples", 200)  # fmt: skip
    assert "whole groups drawn" in drawn.out


def test_texts_are_compared_segment_by_segment(cranfield, tmp_path):
    texts = {"ref": ["the cat sat on the mat", "dogs bark at night", "it rains in May"],
             "a": ["the cat sat", "dogs bark", "it rains"],
             "b": ["the cat sat on the mat", "dogs bark at night", "it rained in May"]}  # fmt: skip
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    files = [tmp_path / f"{name}.txt" for name in texts]
    outcome = cranfield("compare", *files, "-m", "BLEU", "-m", "ROUGE-L")
    assert outcome.status == 0
    assert "BLEU: tested by randomization, not by t" in " ".join(outcome.out.split())
    outcome = cranfield("compare", *files, "-m", "ROUGE-L", "--segment", 3, "--quiet")
    assert "reference: it rains in May\na: it rains\nb: it rained in May\n" in outcome.out
    same = cranfield("compare", *files, "-m", "BLEU", "--test", "bootstrap", "--as", "sacrebleu", "--resamples", 100)
    assert "as sacrebleu" in same.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((QRELS, BM25), "a comparison needs at least two systems, not 1; give another one"),
        ((*TWO, "--against", "bm26"),
         "there is no system 'bm26' to compare with; there are bm25, bm25-synonyms; did you mean bm25?"),
        ((*TWO, "-m", "nDGC"), "unknown measure 'nDGC'; did you mean nDCG?"),
        ((*TWO, "--as", "sacrebleu", "--test", "t"),
         "sacrebleu has the tests bootstrap and randomization, not t; choose one, or leave out --as sacrebleu"),
        ((*TWO, "--query", "q99"), "there is no query 'q99' in the judgments; did you mean q59?"),
        ((*TWO, "--format", "junit"),
         "--format junit: shows what became of rules; give some with --fail-if or --require"),
        ((*TWO, "--correction", "tukey"),
         "Tukey's test is for all pairs of systems; add --pairs all, or choose --correction holm"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(cranfield, arguments, told):
    outcome = cranfield("compare", *arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"cranfield: {told}\n")


def test_what_can_hardly_be_is_told_in_plain_words(cranfield, tmp_path):
    shutil.copy(BM25, tmp_path / "copy.run")
    outcome = cranfield("compare", QRELS, BM25, tmp_path / "copy.run", "-m", "AP")
    assert outcome.status == 0
    assert "the systems do not differ in any of 61 queries" in " ".join(outcome.out.split())
    assert "1.0000" in outcome.out
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n")
    for name, doc in (("one", "a"), ("two", "b")):
        (tmp_path / f"{name}.run").write_text(f"q1 Q0 {doc} 1 1 s\n")
    files = [tmp_path / name for name in ("qrels.txt", "one.run", "two.run")]
    outcome = cranfield("compare", *files, "-m", "AP")
    assert "1 query with a value; at least two are needed" in " ".join(outcome.out.split())
    skipped = cranfield("compare", *TWO, "-m", "AP", "--missing", "skip")
    assert (skipped.status, skipped.out) == (2, "")
    assert "bm25 and bm25-synonyms must be judged on the same queries; they share 60, only bm25-synonyms has q21" in (
        skipped.err
    )


def test_tables_for_papers_compile(cranfield, tmp_path):
    for name, run in (("a_b&c", BM25), ("[50%] #1", SYNONYMS), ("x{y}^2~\\", TITLE)):
        shutil.copy(run, tmp_path / f"{name}.run")
    runs = sorted(tmp_path.glob("*.run"))
    outcome = cranfield("compare", QRELS, *runs, "-m", "nDCG@10", "-m", "RR", "--pairs", "all", "--format", "latex",
                        "--groups", GROUPS, "-q")  # fmt: skip
    assert r"\textbf{0.7679 [0.706, 0.830]}\textsuperscript{" in outcome.out
    assert r"$<$0.0001\textsuperscript{$\dagger$}" in outcome.out
    beside = cranfield("compare", QRELS, *runs[:2], "--query", "q33", "-m", "AP", "--format", "latex").out
    assert r"$\uparrow$" in beside
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    tables = (outcome.out + beside).replace(r"\begin{tabular}", "\n\n\\begin{tabular}")
    page = "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs}\n\\begin{document}\n"
    (tmp_path / "page.tex").write_text(f"{page}\\tiny\n{tables}\n\\end{{document}}\n")
    made = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=tmp_path, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout[-2000:]


def test_markdown_has_bold_and_raised_letters(cranfield):
    outcome = cranfield("compare", *TWO, "-m", "nDCG@10", "--format", "markdown")
    assert "**0.7679 [0.706, 0.830]**<sup>a</sup> |" in outcome.out
    assert "* best of" not in outcome.out
    assert "<!-- paired t-test, two-sided" in outcome.out


def test_help_is_there_at_once(cranfield):
    for verb in ("compare", "correlate", "power"):
        shown = cranfield(verb, "--help", columns=100).out
        assert f"cranfield {verb} qrels.txt" in shown
        assert shown.count("--jobs") <= 1


def test_the_command_line_offers_what_the_library_has():
    from cranfield.cli import comparing
    from cranfield.compare.asked import _CHOICES

    assert sorted(comparing.TESTS) == sorted(_CHOICES["test"])
    assert sorted(comparing.CORRECTIONS) == sorted(_CHOICES["correction"])
    assert sorted((*comparing.INTERVALS, "none")) == sorted(_CHOICES["interval"])
