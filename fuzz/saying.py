"""Targets that read what people write, and write what people read: names, rules, command lines, files of results."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from cranfield import CranfieldError, evaluate, parse, parse_all, ranking
from cranfield.cli.main import run
from cranfield.cli.output import FORMATS, render
from cranfield.compare.baseline import read_baseline
from cranfield.compare.rules import parse_rule
from cranfield.report.structured import render_json

__all__ = ["TARGETS"]

QRELS, RUN = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}}, {"q1": {"d2": 2.0, "d1": 1.0}, "q2": {"d1": 1.0}}
RESULTS = evaluate(ranking(QRELS, RUN), ["AP", "P@5"])
CONTROL = {*map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0)), "\u2028", "\u2029", "\u202e"} - {"\n", "\t"}


def one_line(error: CranfieldError) -> None:
    """A refusal is one line without control characters."""
    assert not (CONTROL | {"\n"}) & set(str(error)), f"{error!s:.200}"


def measures(data: bytes) -> None:
    """Names of measures: what is read is written so that it can be read again."""
    written = data.decode("utf-8", "surrogateescape")
    try:
        found = parse_all(written.split(";"))
    except CranfieldError as error:
        one_line(error)
        return
    for each in found:
        assert parse(str(each), each.family) == each, f"{each} is read as another measure"


def rules(data: bytes) -> None:
    """Rules of the gate."""
    for kind in ("fail-if", "require"):
        try:
            rule = parse_rule(data.decode("utf-8", "surrogateescape"), kind, "ranking")
        except CranfieldError as error:
            one_line(error)
            continue
        again = parse_rule(rule.text, kind, "ranking")
        assert list(again.conditions()) == list(rule.conditions()), "a rule means the same twice"


def command_line(data: bytes) -> None:
    """Words of a command line, in a folder with a few files; no word leads out of it."""
    words = [each.decode("utf-8", "surrogateescape").replace("/", "").replace("\x00", "") for each in data.split(b"\n")]
    if not words or words[0] == "demo" or any(".." in each for each in words):
        return
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in _FILES.items():
            (Path(folder) / name).write_text(content, "utf-8")
        out, err = io.StringIO(), io.StringIO()
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = run(words)
            kept = {name: (Path(folder) / name).read_text("utf-8") for name in _FILES}
        finally:
            os.chdir(before)
    assert status in (0, 1, 2), status
    assert kept == _FILES, "an input was written over"
    assert not CONTROL & set(err.getvalue()), "a terminal is steered"
    assert status != 2 or err.getvalue().startswith("cranfield: "), err.getvalue()


def baseline(data: bytes) -> None:
    """A file of results of another day."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        try:
            read_baseline(file.name).against(RESULTS)
        except CranfieldError as error:
            one_line(error)


def output(data: bytes) -> None:
    """Hostile ids, names and groups in every format."""
    names = [each for each in data.decode("utf-8", "ignore").split("|") if each][:4]
    if len(set(names)) < len(names) or not names:
        return
    batch = ranking({each: {names[-1]: 1, "d": 0} for each in names} if "d" not in names else QRELS,
                    {names[0]: {names[-1]: 2.0, "d": 1.0}} if "d" not in names else RUN, system=names[0])  # fmt: skip
    results = evaluate(batch, ["AP"], groups={str(unit): names[-1] for unit in batch.units})
    for form in FORMATS:
        shown = render([results], form, per_query=True, colour=False, named=True)
        assert not (CONTROL & set(shown)), form
        if form == "json":
            assert set(json.loads(shown)["systems"][0]["per_query"]) == set(batch.units), "ids are kept"
        elif form in ("csv", "tsv"):
            rows = list(csv.reader(io.StringIO(shown), delimiter="," if form == "csv" else "\t"))
            assert len({len(row) for row in rows}) == 1, form
        elif form == "markdown":
            assert "<script" not in shown.replace("\\<script", "").split("<!--")[0], form


_FILES = {
    "q": "q1 0 d1 1\nq2 0 d1 1\n", "r": "q1 Q0 d1 1 2 t\nq2 Q0 d2 1 1 t\n", "s": "q1 Q0 d2 1 2 t\nq2 Q0 d1 1 1 t\n",
    "g": "q1 x\nq2 y\n", "c.csv": "y,g,s\n1,0,0.5\n0,0,0.25\n", "a.txt": "a b\nc\n", "b.txt": "a b\nd\n",
}  # fmt: skip
_LINES = [
    "eval q r -m nDCG@10 -q", "eval q r s -m AP --groups g --format csv", "check q r", "explain q r -m AP --query q1",
    "labels c.csv --truth y --guess g", "labels c.csv --truth y --score s -m AUC", "text a.txt b.txt -m BLEU",
    "measures nDCG", "eval q r -o out.json --digits 3 --quiet", "eval q r --ties rank --depth 5 --missing skip",
    "eval q r --format latex -m P@1..3", "gate q r s --fail-if AP<0.1", "help eval", "--version",
]  # fmt: skip

TARGETS: dict[str, tuple[Any, list[bytes]]] = {
    "measures": (
        measures,
        [
            each.encode()
            for each in (
                "nDCG@10;P(rel=2)@5",
                "AP(over='retrieved')@3",
                "ndcg_cut.5,10",
                "BLEU-2(smooth='exp')",
                "P@1..10",
                "RR@10-l2",
                "F(beta=0.5)",
                "nDCG(gain={1: 3, 2: 9})",
                "AUC(positive='a')",
                "ROUGE-L(part='recall')",
                "set_F.1",
                "iprec_at_recall.1",
                "Utility.1,-1,0,0",
            )
        ],
    ),
    "rules": (
        rules,
        [
            each.encode()
            for each in (
                "AP drops 1%",
                "RR@10 is worse and p < 0.05",
                "nDCG@10 is not worse by 0.01",
                "AP value < 0.3 or P@5 falls",
                "(AP drops 0.01 and AP p < 0.05) or RR of new against old < 1%",
                "AP of 'a b' in g >= 2",
                "low of AP > -0.02",
            )
        ],
    ),
    "command line": (command_line, [each.replace(" ", "\n").encode() for each in _LINES]),
    "baseline": (baseline, [render_json([RESULTS], per_query=True).encode(), render_json([RESULTS]).encode()]),
    "output": (
        output,
        [b"q1|d1", b"x---><script>|d1", b"a\nb|=cmd", b"\x1b[31mred|%\n\\input{x}", "文档|\u202e|é".encode()],
    ),
}
