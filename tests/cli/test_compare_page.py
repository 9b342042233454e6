"""The page about comparisons is true: its commands print what it shows, its gate works, its figures are right."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cranfield import demo

PAGE = (Path(__file__).parents[2] / "docs" / "compare.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [
    (command, shown)
    for kind, text in BLOCKS
    if kind == "console"
    for command, shown in re.findall(r"^\$ cranfield (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
]
DATA = Path(os.environ.get("CRANFIELD_DATA", "no-such-folder")) / "ir_covid_r1"


@pytest.fixture
def folder(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cranfield("demo", "--save", "demo").status == 0
    assert cranfield("eval", "demo/qrels.txt", "demo/bm25.run", "-m", "nDCG@10", "-m", "AP", "-q", "-o",
                     "results.json").status == 0  # fmt: skip
    return tmp_path


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_every_example_prints_what_the_page_shows(cranfield, folder, command, shown):
    paths = [sorted(folder.glob(word)) if "*" in word else [word] for word in shlex.split(command)]
    words = [os.path.relpath(word) if isinstance(word, Path) else word for each in paths for word in each]
    outcome = cranfield(*words)
    assert outcome.status == (1 if "\nfailed: " in shown else 0), outcome.err
    place = 0
    for part in filter(None, (part.strip("\n") for part in re.split(r"^\.\.\.$", shown, flags=re.MULTILINE))):
        place = outcome.out.find(part, place)
        assert place >= 0, f"{part}\nis not in\n{outcome.out}"


def test_there_are_examples_of_every_verb():
    assert len(EXAMPLES) > 14
    assert {command.split()[0] for command, _ in EXAMPLES} == {"compare", "correlate", "overlap", "power", "eval"}


def test_every_option_of_the_table_exists(cranfield):
    shown = "".join(cranfield(verb, "--help", columns=100).out for verb in ("compare", "overlap"))
    for option in re.findall(r"`(--[a-z-]+)", PAGE):
        assert option in shown or option in ("--ci", "--how", "--judgments", "--difference"), option


@pytest.fixture
def repository(folder):
    """A repository with judgments, a baseline and a run, and the commands that the page calls."""
    (folder / "qrels.txt").write_bytes((folder / "demo" / "qrels.txt").read_bytes())
    tools = folder / "bin"
    tools.mkdir()
    (tools / "cranfield").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cranfield "$@"\n')
    (tools / "make").write_text("#!/bin/sh\ntest -f new.run\n")
    for tool in tools.iterdir():
        tool.chmod(0o755)
    return folder


def run(script, folder):
    environment = {**os.environ, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
                   "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}  # fmt: skip
    return subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True,
                          check=False)  # fmt: skip


@pytest.mark.parametrize(("system", "status"), [("bm25-synonyms", 0), ("bm25", 0), ("title-words", 1)])
def test_the_job_and_the_hook_stop_what_got_worse(repository, system, status):
    (repository / "new.run").write_bytes((repository / "demo" / f"{system}.run").read_bytes())
    (job,) = (text for kind, text in BLOCKS if kind == "yaml")
    step = re.search(r"Compare with the baseline\n        run: \|\n((?: {10}.*\n)+)", job)[1]
    done = run(re.sub(r"^ {10}", "", step, flags=re.MULTILINE), repository)
    assert done.returncode == status, done.stderr
    summary = (repository / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("### Gate: ")
    assert ("❌" in summary) == bool(status)
    (hook,) = (text for kind, text in BLOCKS if kind == "sh")
    assert run(hook, repository).returncode == status


def test_the_job_is_refused_by_other_judgments(repository):
    (repository / "new.run").write_bytes((repository / "demo" / "bm25.run").read_bytes())
    lines = (repository / "qrels.txt").read_text().splitlines(keepends=True)
    (repository / "qrels.txt").write_text("".join(lines[1:]))
    (hook,) = (text for kind, text in BLOCKS if kind == "sh")
    done = run(hook, repository)
    assert done.returncode == 2
    assert "the baseline is stale" in done.stderr


@pytest.mark.parametrize(("system", "passes"), [("bm25-synonyms", True), ("title-words", False)])
def test_the_test_of_the_page_passes_and_fails(repository, system, passes):
    (repository / "new.run").write_bytes((repository / "demo" / f"{system}.run").read_bytes())
    text = next(text for kind, text in BLOCKS if kind == "python" and "assert_not_worse" in text)
    names = {}
    exec(compile(text, "docs/compare.md", "exec"), names)
    if passes:
        names["test_search_has_not_got_worse"]()
    else:
        with pytest.raises(AssertionError, match="failed: require 'nDCG@10 is not worse by 2%'"):
            names["test_search_has_not_got_worse"]()


@pytest.mark.skipif(not DATA.is_dir(), reason="CRANFIELD_DATA names no folder with the runs of TREC-COVID")
def test_the_figures_of_trec_covid_are_right(cranfield):
    measures = [word for name in ("AP", "Bpref", "nDCG@10", "P@10") for word in ("-m", name)]
    runs = sorted((DATA / "runs").iterdir())
    outcome = cranfield("correlate", DATA / "qrels.txt", *runs, *measures, "--judgments", "50%,20%,10%,5%", "--format",
                        "json")  # fmt: skip
    found = json.loads(outcome.out)["robustness"]
    assert len(json.loads(outcome.out)["systems"]) == len(runs) == 18
    for name in measures[1::2]:
        row = " | ".join(f"{each['mean']:.4f}" for each in found if each["measure"] == name)
        assert f"| {name} | {row} |" in PAGE.replace("**", "")


def test_the_page_is_about_the_built_in_collection():
    assert all(run.stem in PAGE for run in demo.RUNS)
