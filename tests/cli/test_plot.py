"""`cranfield plot`: every kind from files to pictures, data and sketches, and what is said when something is wrong."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from cranfield import curve, labels, ranking
from cranfield.cli.plot import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "plot.md").read_text(encoding="utf-8")


@pytest.fixture
def data(tmp_path, cranfield, monkeypatch):
    """The built-in collection, and scores of two systems, in the folder that commands run in."""
    monkeypatch.chdir(tmp_path)
    assert cranfield("demo", "--save", "demo").status == 0
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    rows = [f"{y},{a:.2f},{b:.2f},{round(a)}" for y, a, b in zip(truth, rng.random(60), rng.random(60), strict=True)]
    (tmp_path / "clicks.csv").write_text("y,a,b,guess\n" + "\n".join(rows) + "\n")
    return tmp_path


RANKED = ("demo/qrels.txt", "demo/bm25.run", "demo/bm25-synonyms.run")
SCORED = ("clicks.csv", "--truth", "y", "--score", "a", "--score", "b")
GIVEN = {
    "pr": RANKED,
    "gain": RANKED,
    "queries": (*RANKED, "-m", "AP"),
    "robustness": (*RANKED, "--repeats", "2"),
    "intervals": (*RANKED, "-m", "AP"),
    "latency": ("clicks.csv", "--columns", "latency=a", "--time-unit", "s"),
    "confusion": ("clicks.csv", "--truth", "y", "--guess", "guess"),
    **dict.fromkeys(("roc", "prc", "calibration", "scores"), SCORED),
}

GIF = "x.gif: the ending .gif stands for no format; use one of .svg, .png, .pdf, .csv, .json, or name one with --format"
NO_CUTOFF = "Rprec has no cutoff by rank; draw one that is written with @, such as nDCG, DCG, CG, P, R or Success"


def test_every_kind_is_tried_here():
    assert set(GIVEN) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_becomes_a_picture_data_and_a_sketch(cranfield, data, kind):
    done = cranfield("plot", kind, *GIVEN[kind], "-o", "x.svg", "--lang", "zh", "--quiet")
    assert (done.status, done.out) == (0, "")
    root = ET.fromstring((data / "x.svg").read_text(encoding="utf-8"))
    assert re.search(r"[\u4e00-\u9fff]", "".join(root.itertext()))
    assert cranfield("plot", kind, *GIVEN[kind], "--format", "json").status == 0
    table = cranfield("plot", kind, *GIVEN[kind], "--format", "csv", "--quiet").out
    whole = json.loads(cranfield("plot", kind, *GIVEN[kind], "--format", "json").out)
    rows = list(csv.DictReader(io.StringIO(table)))
    assert len(rows) == len(whole["rows"]) > 0
    assert list(rows[0]) == list(whole["rows"][0])
    assert whole["about"]["kind"].startswith(kind)
    assert whole["signature"]["inputs"]
    shown = cranfield("plot", kind, *GIVEN[kind])
    assert shown.status == 0
    assert f"note: this is a sketch; -o {kind}.svg draws it, and -o {kind}.csv gives the data\n" in shown.err
    assert shown.out.count("\n") > 4


def test_the_data_is_that_of_the_library(cranfield, data):
    systems = [ranking(data / "demo/qrels.txt", each) for each in RANKED[1:]]
    table = cranfield("plot", "gain", *RANKED, "-m", "nDCG@20", "--format", "csv").out
    expected = curve(systems, "gain", measure="nDCG", depth=20)
    assert [float(row["value"]) for row in csv.DictReader(io.StringIO(table))] == expected["value"].to_pylist()
    rel = cranfield("plot", "pr", *RANKED, "--rel", "2", "--points", "5", "--format", "csv").out
    expected = curve(systems, "pr", points=5, rel=2)
    assert [float(row["precision"]) for row in csv.DictReader(io.StringIO(rel))] == expected["precision"].to_pylist()
    turned = cranfield(
        "plot", "roc", "clicks.csv", "--truth", "y", "--score", "a", "--positive", "0", "--format", "csv"
    ).out
    rows = list(csv.DictReader(io.StringIO(turned)))
    batch = labels("clicks.csv", truth="y", score="a")
    assert [float(row["tpr"]) for row in rows] == curve(batch, "roc", positive="0")["tpr"].to_pylist()
    assert rows[0]["threshold"] == "inf"


def test_one_query_and_the_scatter(cranfield, data):
    done = cranfield("plot", "pr", *RANKED[:2], "--query", "q01", "-o", "one.json")
    assert done.status == 0
    assert {row["line"] for row in json.loads((data / "one.json").read_text())["rows"]} == {
        "raw", "interpolated", "break-even",
    }  # fmt: skip
    assert cranfield("plot", "pr", *RANKED[:2], "--query", "q01", "--quiet").status == 0
    assert "AP of bm25-synonyms" in cranfield("plot", "queries", *RANKED, "-m", "AP", "--scatter").out
    assert "minus that of" in cranfield("plot", "intervals", *RANKED, "-m", "AP", "--differences").out


def test_show_is_beside_the_file(cranfield, data):
    done = cranfield("plot", "pr", *RANKED, "-o", "pr.svg", "--show", "--quiet", "--size", "slide", "--title", "<b>")
    assert "recall" in done.out
    assert "&lt;b&gt;" in (data / "pr.svg").read_text()
    assert 'viewBox="0 0 960 ' in (data / "pr.svg").read_text()


@pytest.mark.parametrize("ending", ["png", "pdf"])
def test_binary_pictures(cranfield, data, ending):
    pytest.importorskip("resvg_py" if ending == "png" else "svg2pdf_py")
    assert cranfield("plot", "pr", *RANKED, "-o", f"pr.{ending}", "--quiet").status == 0
    assert (data / f"pr.{ending}").read_bytes()[:4] in (b"\x89PNG", b"%PDF")


def test_texts_have_their_queries_too(cranfield, data):
    (data / "ref.txt").write_text("the cat sat on the mat\nit is raining today\n")
    (data / "one.txt").write_text("a cat sat on a mat\nit is raining today\n")
    (data / "two.txt").write_text("the cat sat on the mat\nit rains\n")
    done = cranfield("plot", "queries", "ref.txt", "one.txt", "two.txt", "-m", "chrF", "--format", "csv")
    assert done.status == 0
    assert [row["unit"] for row in csv.DictReader(io.StringIO(done.out))] == ["1", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rocc", *SCORED), "there is no picture 'rocc'; did you mean roc?"),
        (("pr", *RANKED, "--bins", "3"), "--bins is for calibration and scores, not for pr; leave it out"),
        (("roc", *SCORED, "-m", "AP"),
         "--measure is for gain and queries and robustness and intervals and latency, not for roc; leave it out"),
        (("pr", *RANKED, "-o", "x.gif"), GIF),
        (("pr", *RANKED, "-o", "picture"), None),
        (("gain", *RANKED, "-m", "Rprec"), NO_CUTOFF),
        (("queries", *RANKED, "-m", "AP", "-m", "RR"), "queries: name one measure, not AP and RR"),
        (("queries", *RANKED[:2], "-m", "AP"),
         "queries: give two systems or more; the first is the one that the others are compared with"),
        (("pr", *RANKED, "--query", "nosuch"), None),
        (("calibration", "clicks.csv", "--truth", "y", "--guess", "guess"), None),
        (("roc", "demo/qrels.txt", "demo/bm25.run"), None),
        (("roc", *SCORED, "--by", "guess"), "--by: pictures are of all the data; leave it out"),
        (("pr", *RANKED, "-o", "demo/qrels.txt", "--format", "svg"), None),
        (("pr", "demo/qrels.txt", "nowhere.run"), None),
        (("pr",), None),
        (("robustness", *RANKED, "--shares", "half"), None),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("data")
def test_what_is_wrong_is_one_sentence(cranfield, arguments, message):
    done = cranfield("plot", *arguments)
    assert done.status == 2
    assert done.out == ""
    last = [line for line in done.err.splitlines() if line.startswith("cranfield: ")]
    assert len(last) == 1
    assert "Traceback" not in done.err
    assert message is None or last[0] == f"cranfield: {message}"


def test_what_the_page_shows_can_be_done(cranfield, data):
    for line in re.findall(r"^\$ cranfield (plot .*)$", PAGE, re.MULTILINE):
        words = [word.strip("'") for word in line.split()]
        expanded = [
            str(each) for word in words for each in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
        ]
        assert cranfield(*expanded).status == 0, line
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(block, "docs/plot.md", "exec"), {})
    assert (data / "pr.svg").exists()


def test_the_page_names_every_kind_and_option(cranfield):
    for kind in KINDS:
        assert f"`{kind}`" in PAGE
    help_text = cranfield("plot", "--help").out.split("Options for")[0]
    for option in set(re.findall(r"--[a-z]+", help_text)) - {"--help", "--family", "--input", "--measure", "--output"}:
        assert option in PAGE, option
