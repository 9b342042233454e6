"""Pictures: well-formed, escaped, inside their frame, the same each time, and readable without colours."""

import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from cranfield import InputError, MeasureError, Policy, compare, cost, curve, evaluate, labels, ranking, robustness
from cranfield.core.tidy import tidy
from cranfield.demo import JUDGMENTS, RUNS
from cranfield.report.pictures.choose import KINDS, picture
from cranfield.report.sketch import columns, render_sketch
from cranfield.report.svg import convert
from cranfield.report.svg.axes import tick_labels, ticks
from cranfield.report.svg.canvas import simplified
from cranfield.report.svg.convert import render_pdf, render_png
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.labels import spread
from cranfield.report.svg.picture import Axis
from cranfield.report.svg.small import small_bars, small_histogram, small_line
from cranfield.report.svg.style import SIZES
from cranfield.report.svg.text import fitted, fitted_apart, number, width
from cranfield.words import visible
from report_samples import CONTROL, HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
LONG = [f"a-very-long-name-of-a-run-with-{at}-many-parts-tuned-twice.final.run" for at in range(3)]


def tables(names):
    """A table of every kind of picture, of systems with these names."""
    systems = [ranking(JUDGMENTS, run, system=name) for run, name in zip(RUNS, names, strict=False)]
    results = [evaluate(each, ["AP", "nDCG@10"]) for each in systems]
    rng = np.random.default_rng(7)
    truth, score = rng.integers(0, 2, 80), rng.random((3, 80))
    scored = [
        labels(truth=truth, score=each, guess=np.round(each).astype(int), system=name)
        for each, name in zip(score, names, strict=False)
    ]
    pairs = compare(results, ["AP"])
    differences = curve(results, "queries", measure="AP")
    return {
        "pr": curve(systems, "pr"),
        "pr-query": curve(systems, "pr", query="q01"),
        "gain": curve(systems, "gain", measure=["nDCG", "P"]),
        "queries": differences,
        "scatter": differences,
        "robustness": robustness(systems, ["AP", "RR"], repeats=2).to_arrow(),
        "intervals": pairs.estimates(),
        "differences": pairs.to_arrow(),
        "latency": curve(
            [cost({"latency_ms": 40 * each}, name=name) for each, name in zip(score, names, strict=False)], "latency"
        ),
        **{kind: curve(scored, kind) for kind in ("roc", "prc", "calibration", "scores", "confusion")},
        **of_engines(names),
    }


def of_engines(names):
    """What `cranfield live` draws, whose tables are made without an engine."""
    rates = {"line": ["p50"] * 3 + ["p99"] * 3, "rate": [10.0, 20.0, 40.0] * 2}
    rates |= {"milliseconds": [5.0, 6.0, 900.0, 9.0, 30.0, None], "holds": [True, True, False] * 2}
    swept = {"setting": ["as it is", *names], "value": [0.2, 0.3, 0.4, 0.35], "low": [0.1, 0.2, 0.3, None]}
    swept |= {"high": [0.3, 0.4, 0.5, None], "p": ["0", "1", "2", "3"]}
    facts = {"measure": "AP", "best": names[1], "parameters": ["p"], "train": 31, "held_out": [0.38, 0.3, 0.5]}
    timed = {"line": [names[0]] * 3 + [names[1]] * 3, "seconds": [0.0, 1.0, 2.0] * 2}
    return {
        "rates": tidy(rates, kind="rates", system=names[0], limit=20.0, rate=20.0),
        "sweep": tidy(swept, kind="sweep", held_out_units=30, **facts),
        "timeline": tidy({**timed, "milliseconds": [1.0, 900.0, 3.0, 1.0, 2.0, 3.0]}, kind="timeline", system=names[2]),
    }


NAMED = {"plain": tables(["a", "b", "c"]), "long": tables(LONG), "hostile": tables(HOSTILE[:3]),
         "chinese": tables(["检索系统甲", "检索系统乙（第二版，使用同义词扩展与重排序）", "丙"])}  # fmt: skip
CASES = [
    (names, kind, size) for names in NAMED for kind in KINDS for size in SIZES if size == "paper" or names == "long"
]


def drawn(names, kind, size="paper", language="en", **more):
    return render_svg(picture(NAMED[names][kind], kind=kind, language=language), size=size, **more)


def texts(svg):
    """Each text with where it begins, where it ends, its height and its size."""
    root = ET.fromstring(svg)
    font = float(root.get("font-size"))
    for each in root.iter(f"{SVG}text"):
        size = float(each.get("font-size", font))
        long = width(each.text or "", size)
        x, y = float(each.get("x")), float(each.get("y"))
        start = x - {"start": 0, "middle": long / 2, "end": long}[each.get("text-anchor", "start")]
        yield each.text or "", start, start + long, y, size, each.get("transform") is not None


def test_there_is_a_table_of_every_kind():
    assert set(NAMED["plain"]) == set(KINDS)


@pytest.mark.parametrize(("names", "kind", "size"), CASES)
def test_every_picture_is_well_formed_and_tells_what_it_shows(names, kind, size):
    for language in ("en", "zh"):
        svg = drawn(names, kind, size, language)
        root = ET.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        assert root.find(f"{SVG}title").text == root.get("aria-label")
        assert len(root.find(f"{SVG}desc").text) > 30
        assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
            "svg", "title", "desc", "rect", "line", "path", "text",
        }  # fmt: skip
        assert not re.search(r"nan|inf\b|None|href|url\(", re.sub(r"<(title|desc|text)[^>]*>[^<]*", "", svg))
        assert svg == drawn(names, kind, size, language)
        if language == "zh":
            assert re.search(r"[\u4e00-\u9fff]", root.find(f"{SVG}title").text)


@pytest.mark.parametrize(("names", "kind", "size"), CASES)
def test_no_text_leaves_the_picture(names, kind, size):
    svg = drawn(names, kind, size, heading="A heading that may be longer than the picture is wide " * 3)
    root = ET.fromstring(svg)
    room, high = (float(each) for each in root.get("viewBox").split()[2:])
    for text, start, end, y, size_of_text, turned in texts(svg):
        if turned:
            assert y + (end - start) <= high + 1, text
        else:
            assert start >= -0.5, text
            assert end <= room + 0.5, text
            assert size_of_text * 0.6 <= y <= high, text


@pytest.mark.parametrize(("names", "kind", "size"), CASES)
def test_no_text_stands_on_another(names, kind, size):
    level = [each for each in texts(drawn(names, kind, size)) if not each[5] and each[0]]
    for at, (one, start, end, y, font, _) in enumerate(level):
        for other, begin, last, beside, _, _ in level[at + 1 :]:
            apart = abs(y - beside) >= 0.85 * font or start >= last or begin >= end
            assert apart, (one, other)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_stay_text(name):
    if not name:
        return
    systems = [ranking({"q": {"d": 1}}, {"q": {"d": 1.0}}, system=name), ranking({"q": {"d": 1}}, {"q": {"d": 1.0}})]
    for kind, more in (("gain", {}), ("queries", {"measure": "RR"})):
        svg = render_svg(picture(curve(systems, kind, **more)), size="slide", heading=name)
        assert not CONTROL & set(map(ord, svg))
        root = ET.fromstring(svg)
        assert visible(name) in " ".join(root.itertext())
    assert "<script" not in svg


def test_eight_lines_differ_without_their_colours():
    batch = ranking({"q": {"d": 1}}, {"q": {"d": 1.0}})
    systems = [replace(batch, system=f"s{at}") for at in range(8)]
    root = ET.fromstring(render_svg(picture(curve(systems, "pr"))))
    titled = [each for each in root.iter(f"{SVG}path") if each.find(f"{SVG}title") is not None]
    assert len(titled) == 8
    assert len({each.get("stroke-dasharray") for each in titled}) == 8
    assert len({each.get("stroke") for each in titled}) == 8


def test_more_lines_than_can_be_named_are_said_and_drawn():
    batch = ranking({"q": {"d": 1}}, {"q": {"d": 1.0}})
    svg = render_svg(picture(curve([replace(batch, system=f"system {at}") for at in range(50)], "pr")))
    named = [text for text, *_ in texts(svg) if text.startswith("system")]
    (more,) = (text for text, *_ in texts(svg) if text.endswith("more"))
    assert more == f"and {50 - len(named)} more"
    assert sum(f"<title>system {at}</title>" in svg for at in range(50)) == 50


@pytest.mark.parametrize("seed", range(50))
def test_labels_are_spread_as_near_as_possible(seed):
    rng = np.random.default_rng(seed)
    wanted = (rng.random(int(rng.integers(1, 12))) * 100).round(int(rng.integers(0, 3))).tolist()
    gap, low, high = 8.0, 0.0, 100.0
    found = spread(wanted, gap, low, high)
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    places = [found[at] for at in order]
    assert all(two - one >= gap - 1e-9 for one, two in pairwise(places))
    assert places[0] >= low - 1e-9
    assert places[-1] <= max(high, low + gap * (len(places) - 1)) + 1e-9
    if all(wanted[b] - wanted[a] >= gap for a, b in pairwise(order)):
        assert found == pytest.approx(wanted)
    # nothing near does better
    cost = sum((a - b) ** 2 for a, b in zip(found, wanted, strict=True))
    for _ in range(200):
        tried = [each + rng.normal(0, 3) for each in places]
        fits = all(two - one >= gap for one, two in pairwise(tried))
        if fits and tried[0] >= low and tried[-1] <= high:
            assert sum((a - wanted[at]) ** 2 for a, at in zip(tried, order, strict=True)) >= cost - 1e-6


@pytest.mark.parametrize("seed", range(40))
def test_ticks_are_round_and_inside(seed):
    rng = np.random.default_rng(seed)
    low = float(rng.normal(0, 10.0 ** rng.integers(-4, 5)))
    axis = Axis("x", low, low + float(10.0 ** rng.uniform(-4, 5)))
    for most in (2, 4, 7, 11):
        found = ticks(axis, most)
        assert len(found) <= most + 1
        assert all(axis.low - 1e-9 <= each <= axis.high * (1 + 1e-9) + 1e-9 for each in found)
    told = [text for _, text in tick_labels(axis, 200, 8, upright=False)]
    assert len(set(told)) == len(told)


def test_numbers_at_axes_have_the_digits_they_need():
    assert [number(each, 0.2) for each in (0.0, 0.2, 1.0)] == ["0.0", "0.2", "1.0"]
    assert number(0.25, 0.25) == "0.25"
    assert number(-0.005, 0.005) == "−0.005"
    assert number(20000.0, 10000.0) == "20,000"
    assert number(0.5, 0.5, "percent") == "50%"
    assert [text for _, text in tick_labels(Axis("rank", 1, 100, "whole"), 200, 8, upright=False)][:2] == ["1", "20"]


def test_widths_are_those_of_helvetica():
    # from Adobe's font metrics: H 722, e 556, l 222, o 556; a Chinese letter is as wide as high
    assert width("Hello", 1000) == 722 + 556 + 222 + 222 + 556
    assert width("检索", 10) == pytest.approx(20 * 1.05)
    assert width("é", 10) == width("e", 10)
    assert width("e\u0301", 10) == width("e", 10)


def test_long_names_are_cut_so_that_they_still_differ():
    cut = fitted_apart(LONG, 60, 8)
    assert len(set(cut)) == len(LONG)
    assert all(width(each, 8) <= 60 for each in cut)
    assert fitted("short", 60, 8) == "short"
    assert fitted("anything", 1, 8) == "…"


def test_points_that_nobody_sees_are_left_out():
    assert simplified([(0, 0), (0, 1), (0, 2), (1, 2), (1, 2), (3, 2)]) == [(0, 0), (0, 2), (3, 2)]
    assert simplified([(0, 0), (0, 2), (0, 1)]) == [(0, 0), (0, 2), (0, 1)]  # a way back is seen
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 100_000)
    svg = render_svg(picture(curve(labels(truth=truth, score=rng.random(100_000) + truth), "roc")))
    assert len(svg) < 60_000


def test_headings_of_panels_still_differ_where_they_are_cut():
    root = ET.fromstring(drawn("long", "scores", "wide"))
    headings = [each.text for each in root.iter(f"{SVG}text") if each.get("font-weight")]
    assert len(set(headings)) == 3


def test_nothing_to_show_is_said():
    systems = [
        ranking({"q": {"d": 0}}, {"q": {"d": 1.0}}, system=each, policy=Policy(undefined="skip")) for each in "ab"
    ]
    for kind in ("queries", "scatter"):
        empty = picture(curve(systems, "queries", measure="AP"), kind=kind)
        assert "There is nothing to show." in render_svg(empty)
        assert "There is nothing to show." in render_sketch(empty)
    lines = picture(curve(systems, "pr"))
    assert ET.fromstring(render_svg(lines)).find(f"{SVG}desc").text == "There is nothing to show."
    assert "axis" not in render_sketch(lines)


def test_a_notebook_shows_a_picture():
    assert ET.fromstring(picture(NAMED["plain"]["pr"])._repr_svg_()).get("width") == "504pt"


def test_a_picture_is_saved_by_its_ending(tmp_path):
    shown = picture(NAMED["plain"]["pr"])
    shown.save(tmp_path / "x.svg", size="slide")
    assert (tmp_path / "x.svg").read_text(encoding="utf-8") == render_svg(shown, size="slide")
    with pytest.raises(
        InputError, match=r"x\.gif: the ending \.gif stands for no format; use one of \.svg, \.png, \.pdf"
    ):
        shown.save(tmp_path / "x.gif")
    with pytest.raises(InputError, match="cannot be written"):
        shown.save(tmp_path / "nowhere" / "x.svg")


def test_a_page_may_lend_its_colours():
    svg = drawn("plain", "pr", background=None)
    assert "#ffffff" not in svg.split("<path", maxsplit=1)[0]
    assert 'fill="currentColor"' in svg


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("names", ["plain", "hostile", "chinese"])
def test_a_sketch_fits_the_terminal(names, kind):
    for wide in (40, 80):
        sketch = render_sketch(picture(NAMED[names][kind], kind=kind), width=wide)
        title, *rest = sketch.split("\n")
        assert title
        assert max(map(columns, rest)) <= wide + 1
        assert not CONTROL & set(map(ord, sketch))


def test_png_and_pdf_are_made_from_the_same_description():
    pytest.importorskip("resvg_py")
    pytest.importorskip("svg2pdf_py")
    shown = picture(NAMED["chinese"]["pr"], language="zh")
    png = render_png(shown)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == 1000  # 240 points at 300 dots an inch
    assert png == render_png(shown)
    pdf = render_pdf(shown)
    assert pdf.startswith(b"%PDF-")
    assert re.search(rb"/MediaBox ?\[0 0 240 ", pdf)


@pytest.mark.parametrize(
    ("module", "package", "make"), [("resvg_py", "resvg-py", render_png), ("svg2pdf_py", "svg2pdf-py", render_pdf)]
)
def test_what_is_missing_is_named(monkeypatch, module, package, make):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as raised:
        make(picture(NAMED["plain"]["pr"]))
    form = "PNG" if make is render_png else "PDF"
    assert str(raised.value) == (
        f"{form} needs {package}, which is not installed; pip install 'cranfield[plot]' or pip install {package},"
        " or write SVG"
    )


def test_a_picture_without_letters_is_refused(monkeypatch):
    resvg = pytest.importorskip("resvg_py")
    drawn = resvg.svg_to_bytes
    monkeypatch.setattr(resvg, "svg_to_bytes", lambda **given: drawn(**given, skip_system_fonts=True))
    convert._has_letters.cache_clear()
    try:
        with pytest.raises(InputError, match=r"^PNG: this machine has no font for the text of a picture; install one"):
            render_png(picture(NAMED["plain"]["pr"]))
    finally:
        convert._has_letters.cache_clear()


def test_what_is_wrong_is_one_sentence():
    shown = picture(NAMED["plain"]["pr"])
    with pytest.raises(InputError, match=r"^there is no size 'poster'; the sizes are paper, wide, slide$"):
        render_svg(shown, size="poster")
    with pytest.raises(MeasureError, match=r"^there is no picture 'scater'; did you mean scatter\?$"):
        picture(NAMED["plain"]["queries"], kind="scater")
    with pytest.raises(MeasureError, match=r"^the table does not say what it is; name the kind of picture$"):
        picture(tidy({"a": [1]}))


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 1.0], [0.2, float("nan"), 0.9, -3.0], list(range(1000))])
def test_small_pictures_are_inline_and_tell_what_they_show(values):
    for make in (small_line, small_bars, small_histogram):
        svg = make(values, 'AP of "a" & <b>')
        root = ET.fromstring(svg)
        assert root.find(f"{SVG}title").text == root.get("aria-label") == 'AP of "a" & <b>'
        assert len(svg) < 20_000
        assert "nan" not in svg


def test_small_bars_go_up_and_down():
    root = ET.fromstring(small_bars([0.5, 0.0, -0.25], "x", width=30, height=30))
    up, down = root.findall(f"{SVG}rect")
    assert (float(up.get("y")), float(up.get("height"))) == (0, 20)
    assert (float(down.get("y")), float(down.get("height"))) == (20, 10)
