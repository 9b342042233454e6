"""Cost on the command line: passes by themselves and beside each other, gates, and cost beside quality."""

import json
import re

import pytest

from cost.made_cost import load, sequential, written
from cranfield.cli.main import run

QRELS = "".join(f"q{at:02} 0 d1 1\nq{at:02} 0 d2 0\n" for at in range(30))
RUNS = {
    "base": "".join(f"q{at:02} Q0 d{1 + at % 2} 1 2 x\nq{at:02} Q0 d{2 - at % 2} 2 1 x\n" for at in range(30)),
    "new": "".join(f"q{at:02} Q0 d1 1 2 x\nq{at:02} Q0 d2 2 1 x\n" for at in range(30)),
}


@pytest.fixture
def called(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "qrels.txt").write_text(QRELS)
    for name, text in RUNS.items():
        (tmp_path / f"{name}.run").write_text(text)
    written(tmp_path / "base.cost.parquet", sequential(1), hashes={"template": "a"})
    written(tmp_path / "new.cost.parquet", sequential(2, slower=1.5), hashes={"template": "b"})

    def call(*words):
        status = run([str(each) for each in words])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_one_pass_has_intervals_and_two_are_compared_with_the_last(called):
    status, out, _ = called("cost", "new.cost.parquet")
    assert status == 0
    assert re.search(r"Latency\(p=50\) +[\d.]+ +\[[\d.]+, [\d.]+\]", out)
    assert "times in milliseconds, Throughput in requests a second, Bytes and Space in bytes" in out
    status, out, _ = called("cost", "new.cost.parquet", "base.cost.parquet", "-m", "p50", "-m", "Latency(mean)")
    assert status == 0
    assert "new minus base" in out
    assert "new and base were asked with other templates" in out.replace("base and new", "new and base")
    assert called("cost", "new.cost.parquet", "base.cost.parquet", "-m", "p50", "--against", "new")[1].count(
        "base minus"
    )


def test_what_is_shown_is_not_said_to_be_left_out(called, tmp_path):
    columns = sequential(3, again=3)
    phases = ["cold"] * 30 + ["warm-up"] * 30 + ["measured"] * 30
    written(tmp_path / "phases.cost.parquet", {**columns, "phase": phases})
    status, out, err = called("cost", "phases.cost.parquet", "-m", "p50")
    assert (status, "search: phases" in out, "cold: phases" in out) == (0, True, True)
    assert [line for line in err.splitlines() if "left out" in line] == [
        "note: 30 requests that warmed the engine up are left out [phases]"
    ]
    assert "--phase warm-up measures them" in called("eval", "phases.cost.parquet", "-m", "p50")[2]


def test_gates_say_what_may_ship(called):
    files = ("new.cost.parquet", "base.cost.parquet")
    status, _, err = called("cost", *files, "--fail-if", "p50 rises 10%")
    assert status == 1
    assert err.count("failed: fail if 'p50 rises 10%' in new against base") == 1
    assert called("cost", *files, "--fail-if", "p50 rises 90%", "--fail-if", "p50 > 0.2s")[0] == 0
    assert called("cost", *files, "--require", "p50 < 200ms and ErrorRate <= 0.001")[0] == 0
    assert called("cost", "new.cost.parquet", "--fail-if", "Latency(mean) > 1ms")[0] == 1
    status, _, err = called("cost", *files, "--fail-if", "p99 > 200ms")
    assert (status, "undecided" in err or "cannot be decided" in err) == (2, True)
    status, _, err = called("compare", "qrels.txt", "base.run", "new.run", "--fail-if", "AP < 200ms")
    assert status == 2
    assert "cannot read the rule 'AP < 200ms' at '200ms', character 6: AP is no time; write a number" in err


def test_quality_and_latency_stand_in_one_table_under_one_gate(called):
    both = ("qrels.txt", "base.run", "new.run", "--cost", "base.cost.parquet", "--cost", "new.cost.parquet")
    rules = ("--fail-if", "AP drops 0.01", "--fail-if", "p50 rises 10%")
    status, out, err = called("compare", *both, "-m", "AP", *rules)
    assert status == 1
    assert "passed: fail if 'AP drops 0.01' in new against base" in out
    assert err.count("failed: fail if 'p50 rises 10%' in new against base") == 1
    assert out.index("\nAP ") < out.index("\np50 ") < out.index("new minus base")
    status, out, _ = called("compare", *both, "-m", "AP", "-m", "p50", "--format", "jsonl")
    told = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [each["measure"] for each in told if each.get("level") == "pair"] == ["AP", "p50"]
    status, out, _ = called("eval", *both, "-m", "AP", "-m", "p50", "--ci")
    assert re.search(r"AP +0\.7500 \[[\d., ]+\] +1\.0000", out)
    assert re.search(r"p50 +\d+\.\d+ \[[\d., ]+\]", out)
    status, out, _ = called("eval", *both, "-m", "p50")
    assert "AP" not in out
    status, out, _ = called("eval", *both, "-m", "AP", "-m", "p50", "-q", "--format", "csv")
    assert status == 0


def test_a_report_is_gated_by_quality_and_cost(called, tmp_path):
    both = ("qrels.txt", "base.run", "new.run", "--cost", "base.cost.parquet", "--cost", "new.cost.parquet")
    quality, cost = ("--fail-if", "AP drops 0.01"), ("--fail-if", "p50 rises 10%")
    assert called("report", *both, "-m", "AP", *quality, "-o", "page.html")[0] == 0
    assert called("report", *both, "-m", "AP", *quality, *cost, "-o", "page.html")[0] == 1
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "p50 rises 10%&#x27; in new against base — p50 of new is " in page
    assert '<th scope="col" class="number">p50</th>' in page
    assert called("report", *both, "-m", "AP", "--fail-if", "p50 rises 900%", "-o", "page.html")[0] == 0
    status, _, err = called("report", *both[:3], "-m", "AP", *cost, "-o", "page.html")
    assert (status, "--cost" in err) == (2, True)


def test_a_report_of_one_system_is_gated_by_its_values(called):
    one = ("qrels.txt", "base.run", "--cost", "base.cost.parquet", "-m", "AP", "-o", "page.html")
    assert called("report", *one, "--fail-if", "AP < 0.9")[0] == 1
    assert called("report", *one, "--fail-if", "AP < 0.1", "--fail-if", "p50 > 900s")[0] == 0
    assert called("report", *one, "--fail-if", "p50 > 0.001ms")[0] == 1
    status, _, err = called("report", *one, "--fail-if", "AP drops 0.1")
    assert status == 2
    assert "there is nothing to compare AP of base with; give a baseline" in err


def test_groups_of_queries_are_groups_of_their_requests(called, tmp_path):
    groups = [f"q{at:02}\t{'even' if at % 2 == 0 else 'odd'}" for at in range(30)]
    (tmp_path / "groups.tsv").write_text("\n".join([*groups, "x\tother"]))
    (tmp_path / "qrels.txt").write_text(QRELS + "x 0 d1 1\n")  # of which the pass knows nothing
    both = ("qrels.txt", "base.run", "new.run", "--cost", "base.cost.parquet", "--cost", "new.cost.parquet")
    asked = (*both, "-m", "AP", "-m", "Latency(mean)", "--groups", "groups.tsv", "--moved", "0")
    status, out, err = called("compare", *asked)
    assert status == 0, err
    assert len(re.findall(r"\neven .*\d", out)) == 2  # by either measure
    assert re.search(r"\nother .*-", out)
    status, out, err = called("compare", *asked, "--only", "odd")
    assert status == 0, err
    assert "Latency(mean)" in out


def test_a_run_that_says_what_it_cost_is_evaluated_with_both(called, tmp_path):
    rows = [f"q{at:02},d1,1.0,{10 + at}" for at in range(30)]
    (tmp_path / "timed.csv").write_text("\n".join(["query,doc,score,latency_ms", *rows]))
    status, out, _ = called("eval", "qrels.txt", "timed.csv")
    assert status == 0
    assert re.search(r"Latency\(mean\) +24\.5000", out)
    assert re.search(r"Latency\(p=50\) +24\.0000", out)
    assert "Latency" not in called("eval", "qrels.txt", "timed.csv", "-m", "AP")[1]
    assert re.search(r"p50 +24\.0000", called("eval", "qrels.txt", "timed.csv", "-m", "AP", "-m", "p50")[1])
    assert re.search(r"p50 +24\.0000", called("compare", "qrels.txt", "timed.csv", "timed.csv", "-m", "AP")[2]) is None


def test_passes_under_load_parts_and_cold_requests_have_tables_of_their_own(called, tmp_path):
    columns = load(1, 1200)
    columns["phase"] = ["cold"] * 200 + ["measured"] * 1000
    written(tmp_path / "load.cost.parquet", columns, mode="load", rate=100.0)
    status, out, _ = called("cost", "load.cost.parquet", "-m", "p99", "-m", "p50")
    assert status == 0
    assert re.search(r"search: load\nmeasure[^\n]*\n─+\np99 +\d+\.\d+", out)
    assert re.search(r"cold: load\nmeasure[^\n]*\n─+\np99 +- ", out)
    late = load(2, 1200, late=0.05)
    written(tmp_path / "late.cost.parquet", late, mode="load", rate=100.0)
    status, out, err = called("cost", "late.cost.parquet", "load.cost.parquet", "-m", "p50")
    assert "warning: limited by this client, not valid: p99 of its lag is" in err
    assert "p50: the requests of the systems are not the same ones, so they are compared as samples of their own" in out
    assert "bootstrap test of two samples" in out


def test_explain_and_the_other_verbs_know_cost(called):
    status, out, _ = called("explain", "base.cost.parquet", "-m", "p50", "--unit", "q03", "--lang", "zh")
    assert status == 0
    assert "结束 - 预定，毫秒" in out
    status, out, _ = called("explain", "base.cost.parquet", "-m", "p50")
    assert status == 0
    assert re.search(r"rank +15 ", out)
    assert called("check", "base.cost.parquet", "--family", "cost")[0] == 0
    assert "Latency" in called("measures", "Latency")[1]


WRONG = {
    "cranfield: give a table with a row for each request, such as the one that cranfield live writes": ("cost",),
    "cranfield: give one --cost for each run, in the order of the runs: there are 1 file of cost and 2 runs": (
        "compare", "qrels.txt", "base.run", "new.run", "--cost", "base.cost.parquet",
    ),
    "cranfield: p50: nothing says what all runs cost; give --cost for each of them, or a column of the run such as"
    " latency_ms": ("eval", "qrels.txt", "base.run", "-m", "AP", "-m", "p50"),
    "cranfield: Space: the data has no space; measure it with cranfield live, and give --part space if there is more in"
    " the file": ("cost", "base.cost.parquet", "-m", "Space"),
    "cranfield: base.cost.parquet: the file is given twice; give each once": (
        "cost", "base.cost.parquet", "base.cost.parquet",
    ),
    "cranfield: there is no system 'old' to compare with; there are new, base": (
        "cost", "new.cost.parquet", "base.cost.parquet", "--against", "old",
    ),
}  # fmt: skip


@pytest.mark.parametrize("said", WRONG)
def test_what_is_wrong_is_one_sentence(called, said):
    status, _, err = called(*WRONG[said])
    assert (status, err.strip()) == (2, said)
