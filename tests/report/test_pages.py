"""Pages say the same in every format, escape what is not theirs, and fit."""

import re
from html.parser import HTMLParser

import pytest

from cranfield import compare, difference, evaluate, explain, labels, overview, ranking
from cranfield.core.exhibit import Listing
from cranfield.core.shown import Shown
from cranfield.report.cells import fold, width_of
from cranfield.report.document.drawing import bars
from cranfield.report.explanation import render_explanations
from cranfield.report.told.numbers import short, shorts

NASTY = "<script>alert(1)</script>&\"'|`*_{}\\x"
BATCH = ranking({NASTY: {NASTY: 1, "d2": 2}, "q2": {"d1": 1}}, {NASTY: {NASTY: 2.0, "d2": 1.0}}, system=NASTY, keep=9)
OTHER = ranking({NASTY: {NASTY: 1, "d2": 2}, "q2": {"d1": 1}}, {NASTY: {"d2": 3.0, NASTY: 1.0}}, system="b", keep=9)


class Reader(HTMLParser):
    """Refuses what a page may not hold, and what is not closed."""

    EMPTY = ("meta",)

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        assert tag not in ("script", "link", "img", "iframe", "object")
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "href")]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def read(page):
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return " ".join(reader.text)


def everything(form, **style):
    both = [evaluate(each, "AP") for each in (BATCH, OTHER)]
    one, other = (explain(each, "AP", NASTY) for each in (BATCH, OTHER))
    told = [
        (one, [both[0]]), (overview(BATCH, "AP"), [both[0]]), (difference(one, other), both),
    ]  # fmt: skip
    return render_explanations(told, form, **style)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_html_is_one_escaped_document_without_script(language):
    page = everything("html", language=language)
    shown = read(page)
    assert shown.count(NASTY) >= 5
    assert page.startswith("<!DOCTYPE html>")
    assert f'<html lang="{"zh-CN" if language == "zh" else "en"}">' in page
    assert "prefers-color-scheme:dark" in page
    assert "http" not in page
    assert repr(evaluate(BATCH, "AP")["AP"].value) in shown


def test_objects_show_themselves_in_a_notebook_without_script():
    results = evaluate(BATCH, ["AP", "RR"])
    for each in (results, results["AP"], explain(BATCH, "AP", NASTY), overview(BATCH, "AP")):
        fragment = each._repr_html_()
        shown = read(fragment)
        assert fragment.startswith('<div class="cranfield">')
        assert "<html" not in fragment
        assert f"{results['AP'].value:.4f}" in shown or repr(results["AP"].value) in shown or NASTY in shown
        assert "\n" not in repr(each)
        assert len(repr(each)) < 300


def test_a_comparison_shows_itself_as_text_and_in_a_notebook():
    found = compare([evaluate(each, ["AP", "RR"]) for each in (BATCH, OTHER)], resamples=20)
    fragment = found._repr_html_()
    shown = read(fragment)
    assert fragment.startswith('<div class="cranfield">')
    assert NASTY in shown
    assert f"{found['AP'].pairs[0].value:.4f}" in shown
    assert f"{found}\n" == found.table()
    assert "\n" not in repr(found)
    assert "AP: no difference between b and" in shown


def test_results_draw_how_their_units_are_spread():
    results = evaluate(BATCH, ["AP", "NumRet"])
    shown = results._repr_html_()
    assert shown.count("<svg") == 2
    assert "the values of 2 queries, from 0.0000 to 1.0000" in shown
    assert "<svg" not in str(results)
    assert "spread" not in str(results)
    one = evaluate(ranking({"q1": {"d1": 1}}, {"q1": {"d1": 1.0}}), "AP")
    assert "<svg" not in one._repr_html_()


def test_objects_print_as_text_and_stay_short_as_repr():
    results = evaluate(labels(truth=[1, 0, 1], guess=[1, 1, 1]), ["F1", "Accuracy"])
    assert str(results).splitlines()[0].split() == ["measure", "run"] or "F1" in str(results)
    assert "0.8000" in str(results)
    assert str(results["F1"]).startswith("F1(positive='1') of 1 label\n")
    assert repr(results["F1"]) == "<F1(positive='1'): 0.8000 over 1 label>"
    assert repr(overview(BATCH, "AP")).startswith("<Overview of AP of ")
    told = explain(BATCH, "AP", NASTY)
    assert str(told).splitlines()[0] == f"AP of query {NASTY}"
    assert repr(told).startswith("<Explanation of AP of query")


def test_an_object_of_another_room_says_what_there_is_to_see():
    class Compared(Shown):
        def shown_as(self):
            return [Listing("Two <b>systems</b>", {"system": ["a", NASTY], "value": [0.5, 0.25]})]

    assert str(Compared()).splitlines()[0] == "Two <b>systems</b>"
    assert "0.50" in str(Compared())
    assert NASTY in read(Compared()._repr_html_())


def test_markdown_tables_have_as_many_cells_as_columns():
    page = everything("markdown")
    assert "<script" not in page.replace("\\<script", "")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    counts = [len(re.findall(r"(?<!\\)\|", line)) for line in rows]
    starts = [at for at, line in enumerate(rows) if re.fullmatch(r"[|:-]+", line)]
    assert starts
    for at in starts:
        assert counts[at - 1] == counts[at] == counts[at + 1]


def test_latex_escapes_and_closes_what_it_opens():
    page = everything("latex")
    opened, closed = (re.findall(rf"\\{word}{{(\w+)}}", page) for word in ("begin", "end"))
    assert sorted(opened) == sorted(closed)
    assert opened
    bare = re.sub(r"\\begin{Verbatim}.*?\\end{Verbatim}", "", page, flags=re.DOTALL)
    assert not re.search(r"(?<!\\)[_#]", re.sub(r"^%.*$", "", bare, flags=re.MULTILINE))


@pytest.mark.parametrize("width", [72, 80, 120, 200])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_text_fits_the_terminal(width, language):
    lines = everything("text", width=width, language=language).splitlines()
    assert max(map(width_of, lines)) <= width


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("the cat sat", 7, ["the cat", "sat"]),
        ("前 10 个结果中有 6 个未判定，按不相关计", 16, ["前 10 个结果中有", "6 个未判定，按不", "相关计"]),
        ("完美的排序也达不到 1；可看 Rprec", 20, ["完美的排序也达不到", "1；可看 Rprec"]),
        ("（例如）这样。", 8, ["（例如）", "这样。"]),
    ],
)
def test_chinese_is_cut_between_characters_and_no_stop_begins_a_line(text, width, lines):
    assert fold(text, width) == lines


def test_numbers_have_as_many_decimals_as_they_need():
    assert shorts([1.0, 0.5, 0.25]) == ["1.00", "0.50", "0.25"]
    assert shorts([63.0, 127.5, 49.130291], 1) == ["63.0", "127.5", "49.1"]
    assert shorts([1.0, 0.0, 7.0]) == ["1", "0", "7"]
    assert shorts([1 / 3, 0.0]) == ["0.3333", "0"]
    assert short(1e-9) == "1e-09"
    assert short(float("nan")) == "nan"


def test_bars_are_as_long_as_their_counts():
    lines = bars(["a", "b", "c"], [4, 2, 0], 40)
    lengths = [line.count("█") for line in lines]
    assert lengths[0] == 2 * lengths[1] > lengths[2] == 0
    assert max(map(len, lines)) <= 40
