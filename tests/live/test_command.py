"""`cranfield live` as people use it: files in, files out, one sentence for what is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib

import pyarrow.parquet as pq
import pytest

from cranfield.cli.main import COMMANDS, run
from cranfield.demo import FOLDER, JUDGMENTS
from cranfield.live.engine_file import TEMPLATES
from cranfield.live.rows import Rows
from cranfield.live.small_engine import engine_text, small_engine
from live.servers import hits, ok, response, serving

FILE = """
name = "{name}"
url = "{url}/search?q={{query}}&size={{size}}"
timeout = 2
[answer]
ids = "$.results[*].id"
scores = "$.results[*].score"
"""


@pytest.fixture(scope="module")
def port():
    with small_engine(FOLDER / "docs.jsonl", refresh=0.02) as port:
        yield port


@pytest.fixture
def folder(tmp_path, monkeypatch, port):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "engine.toml").write_text(engine_text(port))
    (tmp_path / "other.toml").write_text(engine_text(port, "other", 2.0))
    (tmp_path / "queries.tsv").write_bytes((FOLDER / "queries.tsv").read_bytes())
    (tmp_path / "qrels.txt").write_bytes(JUDGMENTS.read_bytes())
    return tmp_path


def said(capsys, *words):
    """The status of a command, what it printed, and what it said on standard error."""
    status = run(list(map(str, words)))
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_pass_writes_a_run_and_its_cost_and_prints_both(folder, capsys):
    status, out, err = said(
        capsys, "live", "engine.toml", "queries.tsv", "-o", "new.run", "--cost", "new.cost.parquet", "--qrels",
            "qrels.txt",
        "-m", "nDCG@10", "-m", "P@5",
    )  # fmt: skip
    assert status == 0, err
    rows = [line.split("  ")[0].strip() for line in out.splitlines()[2:]]
    assert rows[:4] == ["nDCG@10", "P@5", "Latency(mean)", "Latency(p=50)"]
    assert "bm25: the first pass, cold, took " in out
    assert len({line.split()[0] for line in (folder / "new.run").read_text().splitlines()}) == 61
    table = pq.read_table(folder / "new.cost.parquet")
    told = json.loads(table.schema.metadata[b"cranfield.cost"])
    assert (told["mode"], told["version"], told["index"]["documents"]) == ("sequential", "1", 235)
    assert set(told["hashes"]) == {"queries", "template", "parameters"}
    # what it printed is what others compute from its files
    status, again, _ = said(capsys, "eval", "qrels.txt", "new.run", "-m", "nDCG@10")
    value = next(line.split()[1] for line in again.splitlines() if line.startswith("nDCG@10"))
    assert f"nDCG@10 {value}" in " ".join(out.split())
    status, again, _ = said(capsys, "cost", "new.cost.parquet", "-m", "Latency(mean)")
    value = next(line.split()[1] for line in again.splitlines() if line.startswith("Latency(mean)"))
    assert f"Latency(mean) {value}" in " ".join(out.split())


def test_two_engines_beside_each_other_and_a_file_each(folder, capsys):
    words = ("live", "engine.toml", "other.toml", "queries.tsv", "--no-warm-up")
    status, out, err = said(capsys, *words, "-o", "{name}.run", "--cost", "{name}.parquet", "--quiet")
    assert status == 0, err
    assert out.splitlines()[0].split() == ["measure", "bm25", "other"]
    assert {path.name for path in folder.iterdir()} >= {"bm25.run", "other.run", "bm25.parquet", "other.parquet"}
    status, _, err = said(capsys, *words, "-o", "new.run")
    assert status == 2
    assert err == (
        "cranfield: -o new.run: several engines need a file each; write {name} for their names; see cranfield live"
        " --help\n"
    )


def test_runs_that_carry_cost_say_when_they_were_asked_otherwise(folder, capsys):
    (folder / "few.tsv").write_text("".join((folder / "queries.tsv").read_text().splitlines(keepends=True)[:40]))
    for name, words in (
        ("one", ["queries.tsv"]),
        ("same", ["queries.tsv"]),
        ("other", ["queries.tsv", "--set", "k1=2"]),
        ("few", ["few.tsv"]),
    ):
        assert said(capsys, "live", "engine.toml", *words, "--no-warm-up", "-o", f"{name}.parquet")[0] == 0
    told = {}
    for name in ("same", "other", "few"):
        words = ("qrels.txt", "one.parquet", f"{name}.parquet", "-m", "nDCG@10", "-m", "p50", "--moved", 0)
        status, told[name], err = said(capsys, "compare", *words)
        assert status == 0, err
    assert "were asked" not in told["same"]
    assert "one and other were asked with other parameters" in told["other"]
    assert "one and few were asked other queries" in told["few"]
    words = ("qrels.txt", "one.parquet", "-m", "p50", "-m", "AP", "--format", "json")
    inputs = json.loads(said(capsys, "eval", *words)[1])["signature"]["inputs"]
    (about,) = [each for each in inputs if each["role"] == "pass"]
    assert (about["name"], about["version"], len(about["hashes"])) == ("one.parquet", "1", 3)


def test_json_has_every_figure(folder, capsys):
    status, out, _ = said(capsys, "live", "engine.toml", "queries.tsv", "--no-warm-up", "--format", "json")
    assert status == 0
    told = {each["measure"]: each for each in json.loads(out)["values"]}
    assert told["Coverage"]["value"] == 61 / 62
    assert told["Latency(mean)"]["low"] < told["Latency(mean)"]["value"] < told["Latency(mean)"]["high"]
    assert folder.is_dir()


def test_load_prints_percentiles_with_intervals(folder, capsys):
    status, out, err = said(
        capsys, "live", "engine.toml", "queries.tsv", "--rate", 200, "--duration", 1.2, "--no-warm-up", "--schedule",
        "poisson", "--cost", "c.parquet", "--set", "k1=2",
    )  # fmt: skip
    assert status == 0, err
    names = [line.split()[0] for line in out.splitlines()[2:6]]
    assert names[:3] == ["Latency(mean)", "Latency(p=50)", "Latency(p=95)"]
    told = json.loads(pq.read_schema(folder / "c.parquet").metadata[b"cranfield.cost"])
    assert (told["mode"], told["rate"], told["schedule"], told["duration"]) == ("load", 200.0, "poisson", 1.2)


def test_the_largest_rate_is_found_and_drawn(folder, capsys, monkeypatch):
    monkeypatch.setattr("cranfield.live.find_rate._STEPS", 5)

    def slow(_):
        time.sleep(0.02)  # one after the other: fifty a second at most
        return ok(hits("a"))

    with serving(slow) as served:
        (folder / "slow.toml").write_text(FILE.format(name="slow", url=served.url))
        status, out, err = said(
            capsys, "live", "slow.toml", "queries.tsv", "--slo", "p50<=150ms", "--find-rate", "--rate", 10,
                "--duration",
            1, "--picture", "rates.svg", "--cost", "best.parquet",
        )  # fmt: skip
    assert status == 0, err
    lines = out.splitlines()
    assert lines[0] == "slow, rates that were tried for p50<=150ms, errors<=0.1%"
    told = next(line for line in lines if line.startswith("slow holds"))
    rate = float(told.split(" up to ")[1].split()[0]) if " up to " in told else float(told.split(" at ")[1].split()[0])
    assert 5 <= rate <= 120
    assert "<svg" in (folder / "rates.svg").read_text()
    assert json.loads(pq.read_schema(folder / "best.parquet").metadata[b"cranfield.cost"])["rate"] == pytest.approx(
        rate, rel=1e-3
    )


def test_files_that_are_not_written_for_want_of_a_rate_are_named(folder, capsys, monkeypatch):
    monkeypatch.setattr("cranfield.live.find_rate._LONGEST", 0.1)  # a rate is given up at once
    with serving(lambda _: response(500)) as served:
        (folder / "bad.toml").write_text(FILE.format(name="bad", url=served.url))
        words = ("live", "bad.toml", "queries.tsv", "--slo", "p50<=1s", "--find-rate", "--duration", 0.1)
        words += ("-o", "{name}.run", "--cost", "best.parquet")
        status, out, err = said(capsys, *words)
        assert (status, out) == (2, "")  # the first guess stops at a failure,
        assert "query q" in err
        status, out, err = said(capsys, *words, "--errors", "count")  # unless failures are counted
        assert said(capsys, *words, "--errors", "stop", "--rate", 1)[0] == 2
    assert status == 0, err
    assert "bad does not hold p50<=1000ms, errors<=0.1% at any rate that was tried" in out
    assert " answers with 500" in err  # why none holds
    assert err.endswith(
        "warning: bad: nothing is written to bad.run, best.parquet: that would be the pass at the largest rate that"
        " holds\n"
    )
    assert not [*folder.glob("*.run"), *folder.glob("*.parquet")]


def test_freshness_and_space(folder, capsys):
    status, out, err = said(capsys, "live", "engine.toml", "--freshness", 7, "--every", 0.002, "--cost", "f.parquet")
    assert status == 0, err
    assert "Freshness(p=50)" in out
    assert "bm25: add " in out
    assert pq.read_table(folder / "f.parquet").num_rows == 21
    status, out, err = said(capsys, "live", "engine.toml", "--space")
    assert status == 0, err
    assert "bytes for 235 documents" in out


def test_a_sweep_is_a_table_and_a_picture_and_runs_again_without_the_engine(folder, capsys):
    words = ("live", "engine.toml", "queries.tsv", "--sweep", "title=0:2:1", "--qrels", "qrels.txt")
    status, out, err = said(capsys, *words, "--record", "tape.jsonl.gz", "--picture", "sweep.svg")
    assert status == 0, err
    assert out.splitlines()[0] == "3 settings on 31 queries, where one is chosen"
    assert out.splitlines()[3].startswith("title=2")
    assert "title=2 is best; on 30 held-out queries its nDCG@10 is 0.5" in out
    assert "0.0000" not in out  # as a p-value never is
    assert "<svg" in (folder / "sweep.svg").read_text()
    text = (folder / "engine.toml").read_text()
    (folder / "engine.toml").write_text(text)
    status, again, err = said(capsys, *words, "--replay", "tape.jsonl.gz")
    assert status == 0, err
    assert again == out


def test_a_recording_holds_no_secret(folder, capsys, monkeypatch):
    monkeypatch.setenv("SEARCH_KEY", "s3cret")
    with serving(lambda seen: ok(hits(seen.headers["authorization"][-6:]))) as served:
        text = FILE.format(name="e", url=served.url) + '[headers]\nAuthorization = "Bearer ${SEARCH_KEY}"\n'
        (folder / "e.toml").write_text(text)
        status, _, err = said(capsys, "live", "e.toml", "queries.tsv", "--no-warm-up", "--record", "tape.jsonl")
    assert status == 0, err
    assert served.seen[0].headers["authorization"] == "Bearer s3cret"
    assert "s3cret" not in (folder / "tape.jsonl").read_text()


WRONG = {
    ("live",): "give an engine's file and a file of queries; --demo shows how, and --template elasticsearch prints a"
    " file to"
    " start from; see cranfield live --help",
    ("live", "engine.toml"): "give an engine's file and a file of queries; --demo shows how, and --template"
    " elasticsearch"
    " prints a file to start from; see cranfield live --help",
    ("live", "--space"): "give an engine's file; see cranfield live --help",
    ("live", "no.toml", "queries.tsv"): "no.toml: cannot be read (No such file or directory)",
    ("live", "engine.toml", "none.tsv"): "none.tsv: there is no such file; check the path",
    ("live", "engine.toml", "queries.tsv", "--slo", "p99<=1s"): "--find-rate and --slo go together: the rate that is"
    " looked"
    " for is the largest that holds the rule; see cranfield live --help",
    ("live", "engine.toml", "queries.tsv", "--find-rate", "--slo", "fast"): "cannot read the objective 'fast'; write"
    " it like"
    " 'p99<=200ms' or 'p95<=0.5s, errors<=1%'",
    ("live", "engine.toml", "--space", "--freshness", "3"): "--freshness and --space are asked for at once; ask for"
    " one at a"
    " time; see cranfield live --help",
    ("live", "engine.toml", "queries.tsv", "--sweep", "b=0,1"): "a sweep goes by judgments; give them with --qrels; see"
    " cranfield live --help",
    ("live", "engine.toml", "queries.tsv", "--sweep", "c=0,1", "--qrels", "qrels.txt"): "engine.toml: has no"
    " parameter 'c';"
    " there are server, k1, b, title",
    ("live", "engine.toml", "queries.tsv", "--set", "k2=1"): "engine.toml: has no parameter 'k2'; there are server,"
    " k1, b,"
    " title",
    ("live", "engine.toml", "queries.tsv", "-o", "new.docx"): "new.docx: the ending '.docx' stands for no format of"
    " runs; use"
    " one of .run, .txt, .trec, .jsonl, .parquet",
    ("live", "engine.toml", "queries.tsv", "--cost", "queries.tsv"): "queries.tsv: is one of the inputs; choose"
    " another file"
    " for the results",
    ("live", "engine.toml", "queries.tsv", "--record", "a", "--replay", "b"): "give either --record or --replay; see"
    " cranfield"
    " live --help",
    ("live", "engine.toml", "queries.tsv", "--replay", "qrels.txt"): "qrels.txt line 1: is no line of a recording",
    ("live", "engine.toml", "--space", "-o", "a.run"): "-o means nothing with --space; leave it out; see cranfield"
    " live --help",
    ("live", "engine.toml", "queries.tsv", "--picture", "a.svg"): "--picture means nothing without a sweep or a rate"
    " to find;"
    " leave it out; see cranfield live --help",
    ("live", "--template", "solar"): "there is no template 'solar'; there are anserini, elasticsearch, groonga, http,"
    " meilisearch,"
    " opensearch, qdrant, solr, typesense, vespa, weaviate, weaviate-rest; did you mean solr?",
    ("live", "engine.toml", "queries.tsv", "--rate", "0"): "invalid value for '--rate': 0.0 is not in the range"
    " 0<x<=1000000.0;"
    " see cranfield live --help",
}  # fmt: skip


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_is_wrong_is_one_sentence(folder, capsys, words):
    status, out, err = said(capsys, *words)
    assert status == 2
    assert out == ""
    assert err == f"cranfield: {WRONG[words]}\n"
    assert folder.is_dir()


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_printed(capsys, name):
    status, out, _ = said(capsys, "live", "--template", name)
    assert status == 0
    assert tomllib.loads(out)["answer"]["ids"].startswith("$")


def test_failures_stop_a_pass_with_2_or_are_counted(folder, capsys):
    with serving(lambda seen: response(500) if "tent" in seen.target else ok(hits("a"))) as served:
        (folder / "bad.toml").write_text(FILE.format(name="bad", url=served.url))
        status, out, err = said(capsys, "live", "bad.toml", "queries.tsv", "--no-warm-up")
        assert (status, out) == (2, "")
        assert err.startswith("cranfield: query q")
        assert " answers with 500" in err
        status, out, err = said(
            capsys, "live", "bad.toml", "queries.tsv", "--no-warm-up", "--errors", "count", "-o", "a.run"
        )
    assert status == 0
    assert "ErrorRate" in out
    assert "warning: bad: " in err
    assert "is more); such as: query q" in err
    assert err.count(" failed") == 1  # each failure is warned of once
    assert "have no answer; in the run they find nothing" in err


def test_nothing_but_failures_is_told_and_keeps_its_table(folder, capsys):
    with serving(lambda _: response(503)) as served:
        (folder / "down.toml").write_text(FILE.format(name="down", url=served.url))
        words = (
            "live",
            "down.toml",
            "queries.tsv",
            "--rate",
            50,
            "--duration",
            0.5,
            "--no-warm-up",
            "--cost",
            "c.parquet",
        )
        status, out, err = said(capsys, *words)
    assert status == 0, err
    assert "ErrorRate" in out
    assert "25 of 25 requests failed" in err
    assert pq.read_table(folder / "c.parquet").num_rows == 25


def test_ctrl_c_keeps_what_was_measured(folder):
    def slow(_):
        time.sleep(0.05)
        return ok(hits("a"))

    with serving(slow) as served:
        (folder / "slow.toml").write_text(FILE.format(name="slow", url=served.url))
        words = [
            sys.executable,
            "-m",
            "cranfield",
            "live",
            "slow.toml",
            "queries.tsv",
            "--no-warm-up",
            "--repetitions",
            "50",
        ]
        words += ["--cost", "kept.parquet", "-o", "kept.run"]
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
        ) as process:
            while len(served.seen) < 8 and process.poll() is None:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    rows = pq.read_table(folder / "kept.parquet").num_rows
    assert 5 <= rows <= 62 * 50
    assert f"interrupted after {rows} requests to slow; what was measured is kept" in err
    assert "Latency(mean)" in out
    assert (folder / "kept.run").read_text().count("\n") >= 5


def test_an_interrupted_search_for_a_rate_names_no_rate_that_it_did_not_find(folder, capsys, monkeypatch):
    async def interrupted(search, _):
        search.rows.append(Rows(held={"query": ["q1"]}))
        raise KeyboardInterrupt

    monkeypatch.setattr("cranfield.live.find_rate._Search.run", interrupted)
    engine, queries = folder / "engine.toml", folder / "queries.tsv"
    status, out, _ = said(capsys, "live", engine, queries, "--slo", "p50<=1s", "--find-rate")
    assert status == 130
    assert out.strip().endswith(
        "interrupted: the largest rate at which bm25 holds p50<=1000ms, errors<=0.1% is not known yet"
    )
    assert "None" not in out


def test_the_demo_walks_through_all(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("cranfield.live.load._WINDOW", 0.1)
    monkeypatch.setattr("cranfield.live.find_rate._STEPS", 2)
    monkeypatch.setattr("cranfield.cli.engines.demo._SECONDS", 3)
    status, out, err = said(capsys, "live", "--demo", "--quiet")
    assert status == 0, err
    for told in (
        "nDCG@10",
        "Latency(p=95)",
        "Freshness",
        "bytes for 235 documents",
        "is best; on 30 held-out",
        "title minus plain",
    ):
        assert told in out
    (folder,) = tmp_path.glob("cranfield-live-*")
    assert {path.name for path in folder.iterdir()} >= {"plain.run", "title.cost.parquet", "answers.jsonl", "rates.svg"}


def test_the_verb_is_listed():
    assert "live" in COMMANDS
