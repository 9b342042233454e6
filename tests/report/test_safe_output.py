"""Whatever an id, a name or a message holds, no output can be broken out of, forged or made to steer a terminal."""

import csv
import io
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cranfield import CranfieldError, InputError, evaluate, explain, ranking
from cranfield.cli import main as entry
from cranfield.cli.output import FORMATS, render
from cranfield.report.explanation import render_explanations
from cranfield.words import language_named
from report_samples import CONTROL, HOSTILE

texts = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=12))


def results_of(query, doc, system):
    batch = ranking({query: {doc: 1, "d": 0}, "q": {"d": 1}}, {query: {doc: 2.0, "d": 1.0}}, system=system)
    return batch, evaluate(batch, ["AP", "P@5"], groups={query: doc, "q": "g"})


def controls(text):
    return {hex(ord(each)) for each in text if ord(each) in CONTROL}


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=120)
@given(query=texts.filter(bool), doc=texts.filter(bool), system=texts.filter(bool))
def test_no_format_can_be_broken_by_a_name(form, query, doc, system):
    _, results = results_of(query, doc, system)
    _, plain = results_of("q1", "d1", "s1")
    if query == "q" or doc in ("d", "g"):
        return
    shown, wanted = (
        render([each], form, per_query=True, colour=False, named=True) for each in (results, plain)
    )  # fmt: skip
    assert controls(shown) - ({"0x9"} if form in ("tsv", "trec") else set()) == set()
    if form in ("csv", "tsv"):
        separator = "," if form == "csv" else "\t"
        rows = list(csv.reader(io.StringIO(shown), delimiter=separator))
        assert {len(row) for row in rows} == {len(rows[0])}
        assert len(rows) == len(shown.splitlines()) == len(wanted.splitlines())
    elif form == "trec":
        assert [line.split("\t")[0] for line in shown.splitlines()] == [
            line.split("\t")[0] for line in wanted.splitlines()
        ]
        assert {len(line.split()) for line in shown.splitlines()} == {3}
    elif form == "markdown":
        for line in shown.splitlines():
            assert not line.startswith("<!--") or line.index("-->") == len(line) - 3
            assert "<script" not in line or "\\<script" in line or line.startswith("<!--")
        assert len(shown.splitlines()) == len(wanted.splitlines())
    elif form == "latex":
        bare = [line for line in shown.splitlines() if not line.startswith("%")]
        assert not [line for line in bare if re.search(r"\\(input|write)", line)]
        assert len(shown.splitlines()) == len(wanted.splitlines())
    elif form == "json":
        (system_of,) = json.loads(shown)["systems"]
        assert system_of["system"] == system
        assert set(system_of["per_query"]) == {query, "q"}
    elif form == "jsonl":
        assert len(shown.splitlines()) == len(wanted.splitlines())
        assert all(isinstance(json.loads(line), dict) for line in shown.splitlines())


@settings(max_examples=80)
@given(query=texts.filter(bool), doc=texts.filter(bool), system=texts.filter(bool))
def test_explanations_show_what_would_steer_a_terminal(query, doc, system):
    batch, results = results_of(query, doc, system)
    told = [(explain(batch, "AP", query), [results])]
    assert controls(render_explanations(told, width=200)) == set()
    shown = render_explanations(told, "json")
    assert controls(shown) == set()
    assert json.loads(shown)["explanations"][0]["query"] == query


@pytest.mark.parametrize("name", HOSTILE)
def test_a_spreadsheet_gets_no_formulas(name):
    if not name:
        return
    _, results = results_of("q1", "d1", name)
    shown = render([results], "csv", per_query=False, colour=False, spreadsheet=True)
    cells = [cell for row in csv.reader(io.StringIO(shown)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]


@settings(max_examples=60)
@given(text=texts.filter(lambda text: text not in language_named("en").sentences))  # a key wants its fields
def test_errors_are_one_line(text):
    assert controls(str(InputError(text, source=text, line=3))) == set()
    assert "\n" not in str(InputError("unknown-ending", source=text, ending=text, endings=[text]))
    assert "\n" not in str(CranfieldError("option-of-another-family", option=text, homes=[text], family=text))


@pytest.mark.parametrize("text", [each for each in HOSTILE if "\x00" not in each and each])
def test_the_command_line_says_one_line(text, capsys):
    assert entry.run(["eval", text, text]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert controls(err) == set()
    assert entry.run([text, "x"]) in (0, 2)
    assert controls(capsys.readouterr().err) == set()
