"""The files of other tools give the numbers and the findings that the plain TREC form of the same data gives."""

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cranfield import evaluate, judgments, ranking
from cranfield.cli.main import run as command
from cranfield.io.check import check
from io_samples import COMPRESSIONS
from tool_samples import GRADED, SAMPLES, SCORED, dumped, trec

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
MEASURES = ["nDCG@10", "AP", "RR", "P@2", "R@5", "Bpref", "Judged@10"]
NAMED = [pytest.param(each, id=f"{at}-{each.tool}-{each.kind}") for at, each in enumerate(SAMPLES)]


def told(findings):
    return sorted((each.key, each.count, each.severity, str(each).split(": ", 1)[-1]) for each in findings)


def measured(qrels, run, given=None, kind="run"):
    """Values of every query and what was found odd; `given` is about one of the two."""
    options = dict(given or {})
    form = options.pop("input_format", None)
    named = {} if form is None else {f"{kind}_format": form}
    batch = ranking(qrels, run, **options, **named)
    results = evaluate(batch, MEASURES)
    values = {name: (results[name].value, dict(results[name].units)) for name in MEASURES}
    return values, told(batch.findings)


def both(sample, data):
    other = trec(GRADED if sample.kind == "run" else SCORED, "qrels" if sample.kind == "run" else "run")
    pair = (other, data) if sample.kind == "run" else (data, other)
    return measured(*pair, sample.given, sample.kind)


@pytest.mark.parametrize("sample", NAMED)
def test_every_tool_gives_the_numbers_and_findings_of_plain_trec(sample, tmp_path):
    plain = both(replace(sample, given={}), trec(sample.rows, sample.kind))
    assert plain[0]["AP"][0] > 0
    assert both(sample, sample.data) == plain
    for ending, packed in COMPRESSIONS.items():
        path = tmp_path / f"file{ending}"
        path.write_bytes(packed(sample.data))
        assert both(sample, path) == plain, ending
    if sample.whole is not None:
        assert both(sample, sample.whole) == plain
    if sample.data.lstrip().startswith(b"{") and sample.data.count(b"\n") == 0:
        assert both(sample, dumped(json.loads(sample.data), indent=2)) == plain  # on many lines


@pytest.mark.parametrize("sample", NAMED)
def test_every_tool_is_read_from_standard_input_by_the_command(sample, tmp_path, monkeypatch, capfd):
    (tmp_path / "qrels.txt").write_bytes(trec(GRADED, "qrels"))
    (tmp_path / "run.txt").write_bytes(trec(SCORED, "run"))
    (tmp_path / "plain.txt").write_bytes(trec(sample.rows, sample.kind))
    options = ["-m", "nDCG@10", "-m", "RR", "--format", "csv", "-q", "--quiet"]
    more = [f"--{'run' if sample.kind == 'run' else 'qrels'}-format", sample.given["input_format"]] if (
        "input_format" in sample.given) else []  # fmt: skip
    if "columns" in sample.given:
        more += ["--columns", ",".join(f"{role}={name}" for role, name in sample.given["columns"].items())]

    def printed(name, *words):
        class Pipe:
            buffer = io.BytesIO(sample.data)

        monkeypatch.setattr(sys, "stdin", Pipe)
        files = [str(tmp_path / "qrels.txt"), name] if sample.kind == "run" else [name, str(tmp_path / "run.txt")]
        assert command(["eval", *files, *options, *words]) == 0
        # only the names of the files differ
        return capfd.readouterr().out.replace("standard input", "plain").replace("run,", "plain,")

    assert printed("-", *more) == printed(str(tmp_path / "plain.txt"))


@pytest.mark.parametrize("sample", NAMED)
def test_check_knows_every_tool(sample):
    other = trec(GRADED if sample.kind == "run" else SCORED, "qrels" if sample.kind == "run" else "run")

    def found(data, given):
        options = dict(given)
        form = options.pop("input_format", None)
        named = {} if form is None else {f"{sample.kind}_format": form}
        pair = (other, data) if sample.kind == "run" else (data, other)
        return told(check(*pair, **options, **named))

    plain = found(trec(sample.rows, sample.kind), {})
    assert [each for each in found(sample.data, sample.given) if each[2] != "note"] == [
        each for each in plain if each[2] != "note"
    ]
    assert "error" not in {severity for _, _, severity, _ in plain}


@pytest.mark.parametrize("name", sorted({each.tool for each in SAMPLES}))
def test_the_page_of_formats_calls_every_tool_by_its_name(name):
    assert name in PAGE


def test_judgments_take_what_ranking_takes():
    for sample in SAMPLES:
        if sample.kind == "qrels":
            gold = judgments(sample.data, **sample.given)
            assert len(gold.grade) == len(sample.rows)
