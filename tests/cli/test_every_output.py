"""Every command in every format is given hostile ids, names and words: nothing that it prints or writes is steered.

Commands and formats come from the program itself, so that a new one without a call here fails.
"""

import csv
import io
import json
import re

import click
import pytest

from cli_commands import commands
from report_samples import CONTROL

# one word, as ids in lines must be: a formula, a terminal's sequence, a comment's end, a script, commands of LaTeX
EVIL = "=1+\x1b[31m\x9b31m\u202e--><script>alert(1)</script>\\input{x}|`"
# the same over several lines, where cells can hold it
WORDS = f"{EVIL}\n\\input{{x}}\r\n=2+2\t\x00\u2028"
RUN = f"{EVIL} Q0 {EVIL} 1 2 {EVIL}\n{EVIL} Q0 d2 2 1 {EVIL}\nq2 Q0 d1 1 1 t\n"


def table(**columns):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerows([columns, *zip(*columns.values(), strict=True)])
    return text.getvalue()


RATED = {
    "item": [EVIL, EVIL, "b", "b"], "rater": [WORDS, "y", WORDS, "y"], "value": [1, 1, 0, 1],
    "t": [WORDS, WORDS, "n", "n"], "g": [WORDS, "n", WORDS, "n"], "system": ["s", "s", "s", "s"],
}  # fmt: skip
FILES = {
    "q": f"{EVIL} 0 {EVIL} 1\n{EVIL} 0 d2 0\nq2 0 d1 1\n", "r": RUN,
    EVIL.replace("/", ""): RUN.replace(" 1 2 ", " 1 0 "),
    "x": f"{EVIL} 0 {EVIL} 0\n{EVIL} 0 d2 0\nq2 0 d1 1\n", "l.csv": table(**RATED),
    "c.csv": table(query=[EVIL, "q2"], latency_ms=[3, 4]), "t.txt": f"a {EVIL}\nb\n", "u.txt": f"a {EVIL}\nc\n",
    "queries.jsonl": json.dumps({"query": EVIL, "text": WORDS}) + "\n" + '{"query": "q2", "text": "b"}\n',
    "docs.jsonl": "".join(json.dumps({"doc": each, "title": WORDS, "text": WORDS}) + "\n" for each in (EVIL, "d2")),
    "e.toml": f'name = {json.dumps(WORDS)}\nurl = "http://127.0.0.1:9/"\n[answer]\nids = "$.hits[*].id"\n',
    "k.csv": table(query=[WORDS] * 20, doc=["+d", "d2"] * 10, position=[1, 2] * 10, click=[1, 0] * 10,
                   impression=[str(at // 2) for at in range(20)], team=[WORDS, "B"] * 10),
}  # fmt: skip
SYSTEM = EVIL.replace("/", "")
RATINGS = ["l.csv", "--item", "item", "--rater", "rater", "--value", "value"]
CALLS = {
    "eval": ["q", "r", SYSTEM, "-q"], "labels": ["l.csv", "--truth", "t", "--guess", "g", "-m", "Accuracy"],
    "text": ["t.txt", "u.txt", "-q"], "ratings": RATINGS, "cost": ["c.csv"], "agreement": RATINGS,
    "judges": ["q", "x", "r", SYSTEM], "compare": ["q", "r", SYSTEM], "correlate": ["q", "r", SYSTEM],
    "overlap": ["r", SYSTEM, "-q"], "power": ["q", "r", SYSTEM, "-m", "RR"],
    "explain": ["q", "r", "-m", "AP", "--query", EVIL],
    "plot": ["queries", "q", "r", SYSTEM, "-m", "AP", "--title", WORDS], "report": ["q", "r", SYSTEM],
    "live": ["e.toml", "queries.jsonl", "--errors", "count", "--no-warm-up"], "pool": ["r", SYSTEM, "--systems"],
    "clicks": ["k.csv", "--min-impressions", "1"], "teamdraft": ["k.csv"], "check": ["q", SYSTEM],
    "trec_eval": ["-q", "q", SYSTEM], "study status": ["s.db"], "study export": ["s.db"],
    "study invite": ["s.db", WORDS], "study revoke": ["s.db", WORDS],
    "study new": [WORDS + ".db", "--items", "docs.jsonl"],
    "measures": [WORDS],
}  # fmt: skip
APART = {"serve", "demo"}  # a server, whose pages have tests of their own, and what brings its own data
BINARY = {"png", "pdf", "parquet"}
TABBED = {"tsv", "trec"}


def formats(command):
    """Those that it has; None is what it prints without one."""
    options = [each for each in command.params if "--format" in each.opts]
    return [form for each in options for form in each.type.choices] or [None]


ALL = dict(commands())
CASES = [(name, form) for name, command in ALL.items() if name not in APART for form in formats(command)]


def test_every_command_has_a_call():
    assert set(CALLS) == set(ALL) - APART


def controls(text):
    return {hex(ord(each)) for each in text if ord(each) in CONTROL}


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, newline="")
    return tmp_path


@pytest.mark.parametrize(("name", "form"), CASES, ids=str)
@pytest.mark.usefixtures("home")
def test_no_output_of_any_command_is_steered(name, form, cranfield):
    if name.startswith("study "):
        made = cranfield(
            "pool", "r", "--queries", "queries.jsonl", "--docs", "docs.jsonl", "-o", "s.db", "--title", WORDS
        )
        assert made.status == 0, made.err
    how = ["-o", f"made.{form}"] if form in BINARY else ["--format", form] if form else []
    done = cranfield(*name.split(), *CALLS[name], *how)
    assert done.status in (0, 1, 2), done
    assert "Traceback" not in done.err
    assert controls(done.err) <= ({"0x9"} if name == "trec_eval" else set()), done.err
    if form in BINARY:
        return
    if name == "trec_eval":  # which prints ids as the program that it stands for does
        return
    if form is None:
        assert controls(done.out) <= {"0x9"}, done.out
        return
    assert controls(done.out) - ({"0x9"} if form in TABBED else set()) == set(), done.out
    LOOKS.get(form, lambda _: None)(done.out)


def _separated(text, mark):
    rows = list(csv.reader(io.StringIO(text), delimiter=mark))
    assert {len(row) for row in rows} <= {len(rows[0])} if rows else True
    assert len(rows) == len(text.splitlines())


def _markdown(text):
    for line in text.splitlines():
        assert not line.startswith("<!--") or line.index("-->") == len(line) - 3, line
        assert "<script" not in line or "\\<script" in line or line.startswith(("<!--", "    ")), line


def _latex(text):
    assert not [line for line in text.splitlines() if re.search(r"^[^%]*\\(input|write)\b", line)]


def _markup(text):
    assert "<script>alert" not in text


LOOKS = {
    "csv": lambda text: _separated(text, ","), "tsv": lambda text: _separated(text, "\t"), "markdown": _markdown,
    "latex": _latex, "html": _markup, "svg": _markup, "junit": _markup,
    "json": lambda text: json.loads(text) if text else None,
    "jsonl": lambda text: [json.loads(line) for line in text.splitlines()],
}  # fmt: skip


def writes_separated(command):
    """Whether it writes csv or tsv, by its formats or by the ending of a file that it writes."""
    options = [each for each in command.params if isinstance(each, click.Option)]
    chosen = {form for each in options if "--format" in each.opts for form in each.type.choices}
    told = " ".join(each.help or "" for each in options if each.metavar == "FILE" and "write" in (each.help or ""))
    return bool(chosen & {"csv", "tsv"}) or ".csv" in told or ".tsv" in told


SEPARATED = [name for name, command in ALL.items() if writes_separated(command)]


@pytest.mark.parametrize("name", SEPARATED)
def test_whoever_writes_csv_writes_it_for_spreadsheets_too(name, home, cranfield):
    assert {"clicks", "teamdraft", "plot", "live", "study export"} <= set(SEPARATED)
    if name == "study export":
        assert cranfield("pool", "r", "--queries", "queries.jsonl", "--docs", "docs.jsonl", "-o", "s.db").status == 0
    how = ["-o", "made.csv"] if name == "clicks" else ["--format", "csv"]
    done = cranfield(*name.split(), *CALLS[name], *how, "--spreadsheet")
    assert done.status in (0, 1), done.err
    text = (home / "made.csv").read_text() if name == "clicks" else done.out
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert cells, done.err
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
    if name not in ("live", "study export"):  # of which nothing is known yet
        assert [cell for cell in cells if cell.startswith(("'=", "'+"))] or EVIL[:3] not in text
