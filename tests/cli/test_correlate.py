"""`cranfield correlate`: orders of systems by several measures, and with fewer judgments."""

from __future__ import annotations

import csv
import io
import json
import re

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

from cranfield import demo, evaluate, ranking
from cranfield.compare.resample import SEED
from cranfield.compare.robustness import robustness
from cranfield.words import LANGUAGES

MEASURES = ["AP", "Bpref", "nDCG@10", "RR"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Judgments of ten queries and six systems that shuffle the same documents, each from its own seed."""
    folder = tmp_path_factory.mktemp("orders")
    rng = np.random.default_rng(7)
    with (folder / "qrels.txt").open("w") as file:
        for query in range(10):
            file.writelines(f"q{query} 0 d{doc} {rng.integers(0, 3)}\n" for doc in range(30))
    for system in range(6):
        with (folder / f"s{system}.run").open("w") as file:
            for query in range(10):
                file.writelines(f"q{query} Q0 d{doc} 0 {rng.random()} s\n" for doc in rng.permutation(40)[:25])
    return folder


def given(runs):
    return runs / "qrels.txt", *sorted(runs.glob("s*.run"))


def options(measures=MEASURES):
    return [each for name in measures for each in ("-m", name)]


@pytest.mark.parametrize("how", ["tau-b", "spearman"])
def test_the_matrix_is_that_of_scipy(cranfield, runs, how):
    outcome = cranfield("correlate", *given(runs), *options(), "--how", how, "--format", "json")
    found = json.loads(outcome.out)
    qrels, *systems = given(runs)
    results = [evaluate(ranking(qrels, run), MEASURES) for run in systems]
    scipys = {"spearman": spearmanr}.get(how, kendalltau)
    for at, one in enumerate(MEASURES):
        for to, other in enumerate(MEASURES):
            wanted = scipys([each[one].value for each in results], [each[other].value for each in results])[0]
            assert found["correlations"][0]["matrix"][at][to] == pytest.approx(wanted, abs=1e-12)
    assert found["systems"][3]["values"]["AP"] == results[3]["AP"].value
    best = max(results, key=lambda each: each["AP"].value).system
    assert [each["system"] for each in found["systems"] if each["places"]["AP"] == 1] == [best]
    assert found["signature"]["inputs"][0]["role"] == "judgments"


def test_several_coefficients_are_several_tables(cranfield, runs):
    outcome = cranfield("correlate", *given(runs), *options(), "--how", "rbo", "--how", "tau-ap")
    assert outcome.status == 0
    assert re.findall(r"^(\S+) between the orders of 6 systems$", outcome.out, re.MULTILINE) == ["rbo", "tau-ap"]
    assert max(map(len, outcome.out.splitlines())) <= 80
    lines = outcome.out.splitlines()
    assert lines[lines.index("value and place of each system") + 1].split() == ["system", *MEASURES]


def test_rows_for_programs_have_every_pair(cranfield, runs):
    outcome = cranfield("correlate", *given(runs), *options(["AP", "RR"]), "--format", "csv", "--quiet")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(each["first"], each["second"]) for each in rows] == [
        ("AP", "AP"), ("AP", "RR"), ("RR", "AP"), ("RR", "RR"),
    ]  # fmt: skip
    assert rows[1]["value"] == rows[2]["value"] != "1.0"
    lines = cranfield("correlate", *given(runs), *options(["AP", "RR"]), "--format", "jsonl").out.splitlines()
    assert json.loads(lines[1])["value"] == float(rows[1]["value"])
    assert "signature" in json.loads(lines[-1])


def test_fewer_judgments_are_those_of_the_library(cranfield, runs):
    arguments = ("correlate", *given(runs), *options(["AP", "Bpref"]), "--judgments", "100%,50%,0.1", "--repeats", 5)
    found = json.loads(cranfield(*arguments, "--format", "json").out)
    qrels, *systems = given(runs)
    wanted = robustness([ranking(qrels, run) for run in systems], ["AP", "Bpref"], shares=(1, 0.5, 0.1), repeats=5)
    assert [each["mean"] for each in found["robustness"]] == [each.mean for each in wanted.rows]
    assert found["seed"] == SEED
    shown = cranfield(*arguments).out
    assert f"{wanted.of('Bpref', 0.1).mean:.4f}" in shown
    assert f"5 repetitions, seed {SEED}" in shown
    assert "● AP" in shown
    assert max(map(len, shown.splitlines())) <= 80
    other = json.loads(cranfield(*arguments, "--seed", 1, "--format", "json").out)
    assert [each["mean"] for each in other["robustness"]] != [each["mean"] for each in found["robustness"]]


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_tables_for_papers_have_the_numbers(cranfield, runs, form):
    outcome = cranfield("correlate", *given(runs), *options(["AP", "RR"]), "--format", form)
    assert "1.0000" in outcome.out
    assert (r"\toprule" in outcome.out) == (form == "latex")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-m", "AP"), "AP alone has no order to be compared with; give at least two measures with -m"),
        (("-m", "AP", "-m", "RR", "--judgments", "0%"),
         "a share of the judgments is above 0 and at most 1, such as 50% or 0.5, not 0.0"),
        (("-m", "AP", "-m", "RR", "--judgments", "many"),
         "a share of the judgments is above 0 and at most 1, such as 50% or 0.5, not 'many'"),
        (("--judgments", "50%", "--how", "tau", "--how", "rbo"),
         "--judgments: shows one coefficient at a time; give one --how"),
        (("-m", "nDGC"), "unknown measure 'nDGC'; did you mean nDCG?"),
        (("-m", "AP", "-m", "NumRet"), "NumRet does not say which system is better; choose a measure of quality"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(cranfield, runs, arguments, told):
    outcome = cranfield("correlate", *given(runs), *arguments)
    assert (outcome.status, outcome.out, outcome.err) == (2, "", f"cranfield: {told}\n")


def test_options_about_measures_are_followed(cranfield, runs):
    outcome = cranfield("correlate", *given(runs), "-m", "P@5", "-m", "ERR@10", "-l", 2, "--format", "json")
    value = json.loads(outcome.out)["systems"][0]["values"]["P@5"]
    assert value == evaluate(ranking(*given(runs)[:2]), ["P(rel=2)@5"])["P(rel=2)@5"].value


def test_one_system_has_no_order(cranfield, runs):
    outcome = cranfield("correlate", *given(runs)[:2], *options())
    assert (outcome.status, outcome.err) == (
        2, "cranfield: an order needs at least two systems, not 1; give more\n",
    )  # fmt: skip


def test_texts_and_labels_are_ordered_too(cranfield, tmp_path):
    texts = {"ref": "a b c d e\nf g h i\n", "x": "a b c d\nf g h i\n", "y": "a b z\nf g\n", "z": "q\nf g h\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    files = [tmp_path / f"{name}.txt" for name in texts]
    outcome = cranfield("correlate", *files, "-m", "BLEU", "-m", "ROUGE-L", "--format", "json")
    found = json.loads(outcome.out)
    values = [[each["values"][name] for each in found["systems"]] for name in ("BLEU", "ROUGE-L")]
    assert found["correlations"][0]["matrix"][0][1] == pytest.approx(kendalltau(*values)[0])
    assert found["systems"][0]["places"] == {"BLEU": 1, "ROUGE-L": 1}
    (tmp_path / "t.csv").write_text("y,a,b\n1,0.9,0.2\n0,0.1,0.3\n1,0.8,0.9\n0,0.4,0.1\n")
    outcome = cranfield(
        "correlate", tmp_path / "t.csv", "--truth", "y", "--score", "a", "--score", "b", "-m", "AUC", "-m", "LogLoss",
        "--format", "json",
    )  # fmt: skip
    assert json.loads(outcome.out)["correlations"][0]["matrix"][0][1] == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_each_language(language):
    from cranfield.compare.correlate import correlate
    from cranfield.report.correlation import correlation_page
    from cranfield.report.page import render_page
    from cranfield.report.robustness import robustness_page

    batches = [ranking(demo.JUDGMENTS, run) for run in demo.RUNS]
    results = [evaluate(each, ["AP", "RR"]) for each in batches]
    pages = [
        correlation_page([correlate(results, how=how) for how in ("tau", "rbo")], results, language=language),
        robustness_page(robustness(batches, ["AP", "RR"], repeats=2, shares=(1, 0.5)), results, language=language),
    ]
    for page in pages:
        told = render_page(page, "table").split("cranfield ")[0]
        assert bool(re.search(r"[\u4e00-\u9fff]", told)) == (language == "zh")
        assert ("measure" in told) == (language == "en")
