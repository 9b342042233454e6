from __future__ import annotations

import csv
import io
import json
import math

import pytest

from cranfield.measures.ranking import DEFAULTS


def rows_of(text: str, separator: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=separator))


def test_defaults_give_a_table_with_the_usual_measures(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run")
    assert outcome.status == 0
    assert [line.split()[0] for line in outcome.out.splitlines()[2:8]] == list(DEFAULTS)
    assert "a" in outcome.out.splitlines()[0]


def test_several_runs_stand_side_by_side_and_the_best_is_marked(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", files / "b.run", "-m", "RR", "-m", "P@1")
    lines = outcome.out.splitlines()
    assert lines[0].split() == ["measure", "a", "b"]
    assert lines[2].split() == ["RR", "0.7500*", "0.2500"]
    assert lines[3].split() == ["P@1", "0.5000*", "0.0000"]
    assert "* best of the row" in outcome.out


def test_lower_is_better_where_the_measure_says_so(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", files / "b.run", "-m", "E")
    assert outcome.out.splitlines()[2].split()[1].endswith("*")


def test_equal_values_are_not_marked(cranfield, files):
    (files / "c.run").write_text((files / "a.run").read_text())
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", files / "c.run", "-m", "AP")
    assert "*" not in outcome.out


def test_signature_and_notes_come_with_the_table(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "b.run", "-m", "AP", "--ties", "docid-asc")
    assert "policy: ties=docid-asc" in outcome.out
    assert "sha256 qrels.txt " in outcome.out
    assert "no answer, counted as 0" in outcome.err


def test_a_narrow_terminal_gets_several_tables_and_no_long_line(cranfield, files):
    runs = []
    for index in range(12):
        runs.append(files / f"system-number-{index}.run")
        runs[-1].write_text((files / "a.run").read_text())
    for columns in (40, 80, 140):
        outcome = cranfield("eval", files / "qrels.txt", *runs, "-m", "AP", columns=columns)
        lines = outcome.out.splitlines()
        assert max(map(len, lines)) <= columns
        assert all(any(run.stem in line for line in lines) for run in runs)
        assert lines[0].split() == ["system", "AP"]  # many systems stand below each other


def test_long_headers_do_not_squeeze_the_numbers(cranfield, files):
    arguments = ("eval", files / "qrels.txt", files / "a.run", "-q", "-m", "official")
    for columns in (60, 80, 140):
        lines = cranfield(*arguments, columns=columns).out.splitlines()
        assert max(map(len, lines)) <= columns
        assert any("iprec_at_recall_0.00" in line for line in lines if line.startswith("query"))


def test_json_has_full_precision_and_everything_else(cranfield, files):
    target = files / "out.json"
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", "-m", "nDCG@10", "-q", "--format", "json", "-o", target
    )
    assert outcome.out == ""
    whole = json.loads(target.read_text())
    (system,) = whole["systems"]
    best = 2 + 1 / math.log2(3)
    first, second = (2 + 1 / 2) / best, 1 / math.log2(3)
    assert system["system"] == "a"
    assert system["per_query"] == {"q1": {"nDCG@10": pytest.approx(first)}, "q2": {"nDCG@10": pytest.approx(second)}}
    assert system["metrics"] == {"nDCG@10": pytest.approx((first + second) / 2, abs=1e-15)}
    assert [each["key"] for each in system["findings"]].count("unjudged-query") == 1
    signature = whole["signature"]
    assert set(signature) == {"cranfield", "measures", "parameters", "profile", "policy", "inputs"}
    assert signature["parameters"]["nDCG@10"]["discount"] == "log2"
    assert [each["role"] for each in signature["inputs"]] == ["judgments", "run"]
    assert all(len(each["sha256"]) == 64 for each in signature["inputs"])


def test_json_writes_an_undefined_value_as_null(cranfield, files):
    (files / "none.txt").write_text("q1 0 d1 0\n")
    outcome = cranfield(
        "eval", files / "none.txt", files / "a.run", "-m", "AP", "--undefined", "skip", "-q", "--format", "json"
    )
    (system,) = json.loads(outcome.out)["systems"]
    assert system["metrics"] == {"AP": None}
    assert system["per_query"] == {"q1": {"AP": None}}
    assert "AP: undefined for 1 of 1 queries" in outcome.err


def test_jsonl_has_a_line_for_each_query_system_and_the_signature(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", "-m", "RR", "-q", "--format", "jsonl")
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert lines[0] == {"system": "a", "query": "q1", "metrics": {"RR": 1.0}}
    assert lines[1] == {"system": "a", "query": "q2", "metrics": {"RR": 0.5}}
    assert (lines[2]["system"], lines[2]["metrics"]) == ("a", {"RR": 0.75})
    assert list(lines[3]) == ["signature"]


@pytest.mark.parametrize(("form", "separator"), [("csv", ","), ("tsv", "\t")])
def test_separated_values_have_a_header_and_no_comments(cranfield, files, form, separator):
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", files / "b.run", "-m", "RR", "-m", "P.1,2", "-q", "--format", form
    )
    rows = rows_of(outcome.out, separator)
    assert list(rows[0]) == ["system", "level", "query", "RR", "P_1", "P_2"]
    assert [(row["system"], row["level"], row["query"]) for row in rows] == [
        ("a", "query", "q1"), ("a", "query", "q2"), ("a", "all", ""),
        ("b", "query", "q1"), ("b", "query", "q2"), ("b", "all", ""),
    ]  # fmt: skip
    assert rows[2]["RR"] == "0.75"
    assert "sha256 qrels.txt" in outcome.err


def test_groups_have_values_and_a_mean(cranfield, files):
    arguments = ("eval", files / "qrels.txt", files / "a.run", "-m", "RR", "--groups", files / "groups.tsv")
    table = cranfield(*arguments).out
    assert [line.split() for line in table.splitlines()[2:6]] == [
        ["RR", "0.7500"], ["long", "(1)", "0.5000"], ["short", "(1)", "1.0000"], ["mean", "of", "groups", "0.7500"],
    ]  # fmt: skip
    (system,) = json.loads(cranfield(*arguments, "--format", "json").out)["systems"]
    assert system["groups"] == {"long": {"RR": 0.5}, "short": {"RR": 1.0}}
    assert system["group_mean"] == {"RR": 0.75}
    rows = rows_of(cranfield(*arguments, "--format", "csv", "-q").out)
    assert [(row["level"], row["query"], row["group"]) for row in rows] == [
        ("query", "q1", "short"), ("query", "q2", "long"), ("group", "", "long"), ("group", "", "short"),
        ("mean of groups", "", ""), ("all", "", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("q1\n", "groups.tsv line 1: a line must have a query and its group, not 'q1'; put a tab between them"),
        ("q1\tx\nq1\ty\n", "groups.tsv line 2: query q1 is in group y and in x (line 1); keep one"),
        ("# nothing\n", "groups.tsv: holds only blank lines and comments; expected lines of query and group"),
        ("zz\tx\n", "groups: none of the queries has a group; check that both use the same ids"),
    ],
)
def test_bad_groups_are_one_sentence(cranfield, files, monkeypatch, content, message):
    monkeypatch.chdir(files)
    (files / "groups.tsv").write_text(content)
    outcome = cranfield("eval", "qrels.txt", "a.run", "-m", "RR", "--groups", "groups.tsv")
    assert (outcome.status, outcome.err) == (2, f"cranfield: {message}\n")


def test_groups_may_be_json(cranfield, files):
    (files / "groups.json").write_text('{"q1": "x", "q2": 7}')
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", "-m", "RR", "--groups", files / "groups.json")
    assert "7 (1)" in outcome.out


def test_rel_changes_measures_with_a_threshold_and_names_the_others(cranfield, files):
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", "-l", "2", "-m", "AP", "-m", "nDCG@10", "-m", "P(rel=1)@1",
        "--format", "json",
    )  # fmt: skip
    (system,) = json.loads(outcome.out)["systems"]
    assert list(system["metrics"]) == ["AP", "nDCG@10", "P(rel=1)@1"]
    assert json.loads(outcome.out)["signature"]["measures"] == {
        "AP": "AP(rel=2)", "nDCG@10": "nDCG@10", "P(rel=1)@1": "P@1",
    }  # fmt: skip
    assert "note: --rel does not change nDCG@10\n" in outcome.err


def test_trec_lines_are_trec_evals(cranfield, files):
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", "-m", "map", "-m", "P.5", "-q", "--format", "trec"
    )
    assert outcome.out.splitlines() == [
        "map                   \tq1\t0.8333",
        "P_5                   \tq1\t0.4000",
        "map                   \tq2\t0.5000",
        "P_5                   \tq2\t0.2000",
        "map                   \tall\t0.6667",
        "P_5                   \tall\t0.3000",
    ]


def test_several_systems_in_trec_lines_are_told_apart(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", files / "b.run", "-m", "map", "--format", "trec")
    assert [line.split()[0] for line in outcome.out.splitlines()] == ["runid", "map", "runid", "map"]


def test_markdown_marks_the_best_and_escapes(cranfield, files):
    (files / "x_y.run").write_text((files / "b.run").read_text())
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", files / "x_y.run", "-m", "RR", "--format", "markdown"
    )
    assert outcome.out.splitlines()[:3] == [
        "| measure | a | x\\_y |",
        "|---|---:|---:|",
        "| RR | **0.7500** | 0.2500 |",
    ]
    assert "<!-- cranfield " in outcome.out


def test_latex_uses_booktabs_and_escapes(cranfield, files):
    (files / "x_y.run").write_text((files / "b.run").read_text())
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", files / "x_y.run", "-m", "RR", "--format", "latex"
    )
    assert r"measure & a & x\_y \\" in outcome.out
    assert r"RR & \textbf{0.7500} & 0.2500 \\" in outcome.out
    assert outcome.out.startswith("% needs \\usepackage{booktabs}\n% cranfield ")


@pytest.mark.parametrize("form", ["table", "markdown", "latex"])
def test_each_query_of_several_systems_is_shown_by_measure(cranfield, files, form):
    outcome = cranfield(
        "eval", files / "qrels.txt", files / "a.run", files / "b.run", "-m", "RR", "-q", "--format", form
    )
    assert "RR, each query" in outcome.out
    assert "q2" in outcome.out


def test_runs_of_the_same_name_are_shown_by_path(cranfield, files, monkeypatch):
    monkeypatch.chdir(files)
    (files / "other").mkdir()
    (files / "other" / "a.run").write_text((files / "b.run").read_text())
    outcome = cranfield("eval", "qrels.txt", "a.run", "other/a.run", "-m", "RR", "--format", "csv")
    assert [row["system"] for row in rows_of(outcome.out)] == ["a.run", "other/a.run"]


def test_a_run_given_twice_is_refused(cranfield, files, monkeypatch):
    monkeypatch.chdir(files)
    outcome = cranfield("eval", "qrels.txt", "a.run", "a.run")
    assert outcome.err == "cranfield: a.run: the run is given twice; give each run once\n"


def test_columns_of_a_table_can_be_named(cranfield, files):
    (files / "q.csv").write_text("topic,pid,label\nq1,d1,1\n")
    (files / "r.csv").write_text("topic,pid,sim\nq1,d2,2\nq1,d1,1\n")
    outcome = cranfield(
        "eval", files / "q.csv", files / "r.csv", "-m", "RR", "--format", "csv",
        "--columns", "query=topic,doc=pid,score=sim,grade=label",
    )  # fmt: skip
    assert rows_of(outcome.out)[0]["RR"] == "0.5"


def test_policy_options_reach_the_result(cranfield, files):
    both = ("eval", files / "qrels.txt", files / "b.run", "-m", "RR", "--format", "json")
    assert json.loads(cranfield(*both).out)["systems"][0]["metrics"] == {"RR": 0.25}
    assert json.loads(cranfield(*both, "--missing", "skip").out)["systems"][0]["metrics"] == {"RR": 0.5}
    skipped = json.loads(cranfield(*both, "--profile", "trec_eval-9").out)
    assert skipped["systems"][0]["metrics"] == {"RR": 0.5}
    assert skipped["signature"]["policy"]["scores"] == "float32"
    refused = cranfield(*both, "--missing", "error")
    assert (refused.status, refused.out) == (2, "")


def test_output_to_a_pipe_has_no_colour(cranfield, files):
    assert "\x1b" not in cranfield("eval", files / "qrels.txt", files / "a.run", files / "b.run", "-q").out


def test_runs_read_at_the_same_time_keep_their_order(cranfield, files):
    runs = []
    for number in range(8):
        path = files / f"{number}.run"
        path.write_text("".join(f"q1 Q0 d{doc} 1 {-abs(doc - number)} t\n" for doc in range(10)))
        runs.append(path)
    (files / "eight.txt").write_text("q1 0 d3 1\n")
    alone, together = (
        cranfield("eval", files / "eight.txt", *runs, "-m", "RR", "--jobs", jobs, "--format", "csv").out
        for jobs in ("1", "4")
    )
    assert alone == together
    assert [line.split(",")[0] for line in alone.splitlines()[1:]] == [str(number) for number in range(8)]


def test_results_never_replace_an_input(cranfield, files):
    outcome = cranfield("eval", files / "qrels.txt", files / "a.run", "-o", files / "a.run")
    assert outcome.status == 2
    assert outcome.err.endswith("a.run: is one of the inputs; choose another file for the results\n")
