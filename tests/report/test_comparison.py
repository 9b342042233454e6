"""Pages of comparisons: in both languages, from data made by hand, safe in every format."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace

import pytest

from cranfield import compare, demo, evaluate, ranking
from cranfield.core.facts import Facts
from cranfield.core.listing import Item, Listing
from cranfield.core.spec import parse
from cranfield.core.verdict import Verdict
from cranfield.report.beside import beside_blocks, beside_rows
from cranfield.report.comparison import Around, comparison_page, values_page
from cranfield.report.page import Block, Page, plain, render_page
from cranfield.report.power import power_page
from cranfield.words import LANGUAGES

FORMATS = ("table", "markdown", "latex", "csv", "tsv", "json", "jsonl")
EVIL = "x\x1b[31m\n|a<b>"


@pytest.fixture(scope="module")
def systems():
    return [evaluate(ranking(demo.JUDGMENTS, run), ["nDCG@10", "P@10"]) for run in demo.RUNS]


@pytest.fixture(scope="module")
def found(systems):
    return compare(systems, resamples=200, rope=0.01)


def moved(measure="nDCG@10", unit="q1"):
    return {"measure": measure, "baseline": "title-words", "system": "bm25", "unit": unit, "before": 0.1, "after": 0.4,
            "change": 0.3, "direction": "gained", "group": "care", "noun": "queries"}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_speaks_each_language(systems, found, language):
    around = Around(
        moved=[moved()], groups={"care": found}, verdicts=[Verdict("AP drops", "fail-if", "passed", "b", "a")]
    )
    told = render_page(comparison_page(found, systems, around, language=language), "table", width=80)
    words = told.split("cranfield ")[0]
    assert bool(re.search(r"[\u4e00-\u9fff]", words)) == (language == "zh")
    assert ("difference" in words) == ("best of the column" in words) == (language == "en")
    power = {"name": "AP", "measure": parse("AP"), "baseline": "a", "system": "b", "noun": "queries", "units": 9,
             "observed": 0.1, "spread": 0.2, "difference": 0.1, "power": 0.8, "alpha": 0.05, "alternative": "two-sided",
             "needed": None, "detectable": 0.2, "chance": 0.1}  # fmt: skip
    shown = render_page(power_page([power], systems, language=language), "table").split("cranfield ")[0]
    assert bool(re.search(r"[\u4e00-\u9fff]", shown)) == (language == "zh")


def test_the_library_prints_the_same_tables(found):
    told = found.table()
    assert told.startswith("Values with 95% intervals\n")
    assert "P(negligible)" in told
    assert "sha256" not in told  # a comparison does not know the files


@pytest.mark.parametrize("form", FORMATS)
def test_names_of_users_steer_neither_terminal_nor_table(systems, found, form):
    contests = {
        name: replace(
            contest,
            estimates=tuple(
                replace(each, system=EVIL) if each.system == "bm25" else each for each in contest.estimates
            ),
            pairs=tuple(replace(each, system=EVIL) if each.system == "bm25" else each for each in contest.pairs),
        )
        for name, contest in found.contests.items()
    }
    names = tuple(EVIL if name == "bm25" else name for name in found.systems)
    evil = replace(found, systems=names, contests=contests)
    page = comparison_page(evil, systems, Around(moved=[{**moved(unit=EVIL), "system": EVIL, "group": EVIL}]))
    text = render_page(page, form)
    assert "\x1b" not in text
    assert "\n|a<b>" not in text
    if form == "markdown":
        rows = [line for line in text.splitlines() if line.startswith("|") and r"x\\x1b" in line]
        assert rows
        assert all("<b>" not in row.replace(r"\<b>", "") for row in rows)


def test_rows_and_the_whole_have_the_same_numbers(systems, found):
    page = comparison_page(found, systems, Around(moved=[moved()]))
    whole = json.loads(render_page(page, "json"))
    rows = list(csv.DictReader(io.StringIO(render_page(page, "csv"))))
    assert {row["level"] for row in rows} == {"system", "pair", "moved"}
    for row in (row for row in rows if row["level"] == "pair"):
        pairs = whole["measures"][row["measure"]]["pairs"]
        (same,) = (each for each in pairs if each["system"] == row["system"])
        assert float(row["adjusted"]) == same["adjusted"]
        assert (row["significant"] == "true") == same["significant"]
    assert found.to_arrow().num_rows == sum(row["level"] == "pair" for row in rows)


def test_formulas_are_quoted_for_spreadsheets_only_if_asked():
    page = Page([Block()], [{"level": "pair", "system": "=1+1", "p": -0.5}], {})
    assert "'=1+1,-0.5" in render_page(page, "csv", spreadsheet=True)
    assert ",=1+1,-0.5" in render_page(page, "csv")


def test_values_without_tests_are_a_page_of_their_own(systems):
    facts = [Facts(parse("AP"), "new", 0.4, "old", 0.5), Facts(parse("RR"), "new", 0.4, "old", None)]
    text = render_page(values_page(facts, systems), "table")
    assert re.search(r"^AP +0\.5000 +0\.4000 +-0\.1000$", text, re.MULTILINE)
    assert re.search(r"^RR +- +0\.4000 +-$", text, re.MULTILINE)


def test_lists_are_laid_side_by_side_as_far_as_they_are_known(systems):
    one = Listing([Item(1, "a", 1.0), Item(2, "b", None)], 9, 2, {"a": 1.0, "c": 2.0}, {"a": 1, "b": 2})
    two = Listing([Item(1, "c", 2.0), Item(2, "z", None), Item(3, "b", None)], 3, 3, {"a": 1.0, "c": 2.0},
                  {"c": 1, "z": 2, "b": 3})  # fmt: skip
    blocks = beside_blocks(systems[0], systems[1], "q01", (one, two), top=5)
    text = render_page(Page(blocks, [], {}), "table")
    rows = [line.split() for line in text.splitlines()]
    assert ["1", "a", "1", "c", "2", "new"] in rows  # a judged document has no unknown rank
    assert ["2", "b", "-", "z", "-", ">2"] in rows  # an unjudged one may have been further down
    assert ["3", "…", "b", "-", "2", "↓"] in rows
    assert ["5", "…"] in rows
    assert ["c", "2", "-", "1", "↑"] in rows
    tidy = beside_rows(systems[0], systems[1], "q01", (one, two))
    assert [each["rank_in_other"] for each in tidy if each["level"] == "item"] == [None, 3, None, None, 2]


def test_plain_values_have_no_nan_and_no_numpy():
    import numpy as np

    given = {"a": np.float64("nan"), "b": (np.int64(3), float("inf")), "c": parse("AP"), 1: None, "d": np.bool_(True)}
    assert plain(given) == {"a": None, "b": [3, None], "c": "AP", "1": None, "d": True}
