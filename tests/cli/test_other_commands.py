from __future__ import annotations

import importlib.util
import json
import shlex
from pathlib import Path

import pytest

from cranfield import demo
from cranfield.cli.demo import NEXT
from cranfield.core.registry import families, registry
from cranfield.report.catalogue import list_blocks
from cranfield.report.document.text import render_page

MAKE_DEMO = Path(__file__).parents[2] / "tools" / "make_demo.py"


def test_explain_ends_at_the_value(cranfield, files):
    outcome = cranfield("explain", files / "qrels.txt", files / "a.run", "-m", "AP", "--query", "q1")
    lines = outcome.out.splitlines()
    assert lines[0] == "AP of query q1"
    assert lines[1].startswith("The mean of the precision at the rank of each relevant document")
    assert "  sum over relevant documents of (relevant so far / rank) / R" in lines
    at = lines.index("The data")
    assert lines[at + 1].split() == ["rank", "document", "score", "grade", "precision"]
    assert [line.split()[:4] for line in lines[at + 3 : at + 6]] == [
        ["1", "d1", "3", "2"],
        ["2", "d3", "2", "0"],
        ["3", "d2", "1", "1"],
    ]
    assert lines[lines.index("Step by step") + 3].split()[:2] == ["AP", repr((1 / 1 + 2 / 3) / 2)]
    assert lines[-2].startswith("cranfield ")


def test_explain_takes_several_measures(cranfield, files):
    outcome = cranfield("explain", files / "qrels.txt", files / "a.run", "-m", "P@5", "-m", "map", "--query", "q1")
    assert [line for line in outcome.out.splitlines() if " of query " in line] == ["P@5 of query q1", "AP of query q1"]
    assert outcome.out.count("sha256 ") == 1


def test_missing_columns_are_named_as_options(cranfield, files):
    (files / "a.csv").write_text("frage,antwort,wert\nq1,d1,2\n")
    outcome = cranfield("eval", files / "qrels.txt", files / "a.csv", "-m", "AP")
    assert outcome.err.strip().endswith("name them, as in --columns query=frage,doc=antwort,score=wert")
    (files / "b.csv").write_text("what's asked,doc,score\nq1,d1,2\n")
    outcome = cranfield("eval", files / "qrels.txt", files / "b.csv", "-m", "AP")
    assert outcome.err.strip().endswith("""name it, as in --columns 'query=what'"'"'s asked'""")


def test_explain_says_how_an_undefined_value_counts(cranfield, files):
    (files / "none.txt").write_text("q1 0 d1 0\n")
    outcome = cranfield("explain", files / "none.txt", files / "a.run", "-m", "AP", "--query", "q1")
    assert "the policy counts it as 0" in outcome.out


@pytest.mark.parametrize("judged_only", ["AP", "AP(judged_only=True)"])
def test_explain_shows_the_ranks_that_the_measure_sees(cranfield, files, judged_only):
    (files / "u.run").write_text("q1 Q0 d9 1 9 u\nq1 Q0 d1 2 8 u\n")
    outcome = cranfield("explain", files / "qrels.txt", files / "u.run", "-m", judged_only, "--query", "q1")
    rows = [line.split()[:2] for line in outcome.out.splitlines()]
    assert (["1", "d1"] in rows) == ("True" in judged_only)
    assert (["1", "d9"] in rows) == ("True" not in judged_only)


def test_explain_of_an_unknown_query_is_one_sentence(cranfield, files):
    outcome = cranfield("explain", files / "qrels.txt", files / "a.run", "-m", "AP", "--query", "q9")
    assert outcome.status == 2
    assert "'q9'" in outcome.err
    assert outcome.err.count("\n") == 1


def test_explain_stops_at_the_cutoff_and_shows_gaps_and_the_best_order(cranfield, files):
    (files / "u.run").write_text("q1 Q0 u1 1 9 u\nq1 Q0 u2 2 8 u\nq1 Q0 d2 3 7 u\nq1 Q0 u3 4 6 u\nq1 Q0 d1 5 5 u\n")
    outcome = cranfield("explain", files / "qrels.txt", files / "u.run", "-m", "nDCG@4", "--query", "q1")
    lines = outcome.out.splitlines()
    at = lines.index("The data") + 3
    assert [line.split()[:4] for line in lines[at : at + 4]] == [
        ["1", "u1", "9", "-"],
        ["2", "u2", "8", "-"],
        ["3", "d2", "7", "1"],
        ["4", "u3", "6", "-"],
    ]
    assert "3 of the first 4 results are unjudged and count as not relevant" in lines
    assert "1 result below rank 4 is not looked at, 1 of them judged" in lines
    assert "1 judged document was not returned" in lines
    assert "gains in the best order: 2 1 0" in lines
    shorter = cranfield("explain", files / "qrels.txt", files / "u.run", "-m", "nDCG@2", "--query", "q1")
    assert "gains in the best order: 2 1" in shorter.out.splitlines()


def test_explain_says_that_a_run_does_not_answer(cranfield, files):
    outcome = cranfield("explain", files / "qrels.txt", files / "b.run", "-m", "AP", "--query", "q2")
    assert "the run does not answer q2" in outcome.out
    skipped = cranfield(
        "explain", files / "qrels.txt", files / "b.run", "-m", "AP", "--query", "q2", "--missing", "skip"
    )
    assert skipped.err == (
        "cranfield: the run does not answer query 'q2', which --missing skip leaves out;"
        " --missing zero would count it as 0\n"
    )


@pytest.mark.parametrize(
    ("ties", "sentence"),
    [("expected", "every number is the mean over all orders"), ("docid-asc", "ties=docid-asc put them in this order")],
)
def test_explain_says_how_ties_were_treated(cranfield, files, ties, sentence):
    (files / "t.run").write_text("q1 Q0 d1 1 1 t\nq1 Q0 d2 2 1 t\n")
    outcome = cranfield("explain", files / "qrels.txt", files / "t.run", "-m", "RR", "--query", "q1", "--ties", ties)
    assert sentence in outcome.out
    assert sentence not in cranfield("explain", files / "qrels.txt", files / "a.run", "-m", "RR", "--query", "q1").out


def test_explain_prints_json_with_a_threshold(cranfield, files):
    outcome = cranfield(
        "explain", files / "qrels.txt", files / "a.run", "-m", "AP", "-l", "2", "--query", "q1", "--format", "json"
    )
    (told,) = json.loads(outcome.out)["explanations"]
    assert (told["measure"], told["query"], told["returned"], told["value"]) == ("AP(rel=2)", "q1", 3, 1.0)
    assert [each["document"] for each in told["judged"]] == ["d1", "d3", "d2"]
    assert told["steps"][-1] == {
        "key": "sum-over-R", "name": "AP(rel=2)", "value": 1.0, "how": "sum / R", "quotient": "1/1",
    }  # fmt: skip
    assert told["signature"]["inputs"][0]["role"] == "judgments"


def test_measures_has_a_line_for_each(cranfield):
    *lists, hint = cranfield("measures").out.rstrip().split("\n\n")
    assert hint.startswith("cranfield measures NAME")
    assert [each.splitlines()[0] for each in lists] == list(families())
    for each in lists:
        family, *listed = each.splitlines()
        names = (line.split()[0] for line in listed if not line.startswith(" "))
        shown = {name.split("@")[0].removesuffix("-n") for name in names}
        assert shown == {name.removesuffix("-n") for name in registry(family)}


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_list_of_measures_is_whole_in_any_terminal(width):
    text = render_page(list_blocks(registry("ranking")), width=width)
    lines = text.splitlines()
    names = [line.split()[0] for line in lines if not line.startswith(" ")]
    assert max(map(len, lines)) <= width
    assert len(names) == len(registry("ranking"))
    assert "KnownCoverage@k" in names
    words = " ".join(text.split())
    assert all(measure.describe() in words for measure in registry("ranking").values())


@pytest.mark.parametrize("name", sorted(registry("ranking")))
def test_measures_describes_each(cranfield, name):
    measure = registry("ranking")[name]
    for columns in (80, 140):
        outcome = cranfield("measures", name, columns=columns)
        assert outcome.status == 0
        joined = "".join(outcome.out.split())
        for part in (measure.describe(), measure.source, *measure.params()):
            assert "".join(part.split()) in joined
        assert max(map(len, outcome.out.splitlines())) <= columns


def test_measures_says_what_another_name_stands_for(cranfield):
    assert cranfield("measures", "gm_map").out.startswith("gm_map is AP(mean='geometric')\n\nAP\n")
    assert cranfield("measures", "official").out.startswith("official stands for ")


def test_check_lists_findings_and_fails_on_errors(cranfield, files):
    fine = cranfield("check", files / "qrels.txt", files / "a.run")
    assert fine.status == 0
    assert "1 of 3 queries has no judgments (q3)" in fine.out
    assert fine.out.splitlines()[-1].startswith("0 errors, ")
    (files / "bad.run").write_text("q1 Q0 d1 1 x b\nq1 Q0 d2 1 1 b\nq1 Q0 d2 2 1 b\n")
    bad = cranfield("check", files / "qrels.txt", files / "bad.run")
    assert bad.status == 1
    assert "bad.run: the score must be a number, not 'x'; mend or remove the line (line 1)" in bad.out
    assert "query q1 lists document d2 twice (lines 2, 3)" in bad.out


def test_check_prints_json(cranfield, files):
    outcome = cranfield("check", files / "qrels.txt", files / "b.run", "--format", "json")
    findings = json.loads(outcome.out)["findings"]
    assert {"key", "count", "fields", "message", "severity", "examples", "source", "subject", "lines"} == set(
        findings[0]
    )


def test_check_has_nothing_to_say_about_clean_files(cranfield, tmp_path):
    (tmp_path / "q").write_text("q1 0 d1 1\n")
    (tmp_path / "r").write_text("q1 Q0 d1 1 1 x\n")
    assert cranfield("check", tmp_path / "q", tmp_path / "r").out == "nothing odd\n"


def test_demo_shows_three_systems_of_different_quality(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for columns in (80, 140):
        outcome = cranfield("demo", columns=columns)
        assert outcome.status == 0
        header = next(line for line in outcome.out.splitlines() if line.startswith("measure"))
        assert header.split()[1:] == ["title-words", "bm25", "bm25-synonyms"]
        row = next(line for line in outcome.out.splitlines() if line.startswith("nDCG@10"))
        first, second, third = (float(number.strip("*")) for number in row.split()[1:])
        assert first < second < third
        assert max(map(len, outcome.out.splitlines())) <= columns


def test_what_the_demo_suggests_works_as_printed(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = cranfield("demo").out
    for line, _ in NEXT:
        assert f"  {line}\n" in shown
        _, *arguments = shlex.split(line)
        expanded = [str(path) for each in arguments for path in (sorted(Path().glob(each)) if "*" in each else [each])]
        outcome = cranfield(*expanded)
        assert outcome.status == 0, line
        assert outcome.out, line


def test_the_collection_is_made_by_its_tool():
    spec = importlib.util.spec_from_file_location("make_demo", MAKE_DEMO)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.make_collection()
    assert {path.name for path in demo.FOLDER.iterdir()} == set(made)
    for name, content in made.items():
        assert (demo.FOLDER / name).read_text(encoding="utf-8") == content, name


def test_the_collection_has_what_real_ones_have(cranfield):
    outcome = cranfield("check", demo.JUDGMENTS, *demo.RUNS, "--format", "json")
    kinds = {each["key"] for each in json.loads(outcome.out)["findings"]}
    assert {"ties", "tie-across-cutoff", "unjudged-top-10", "missing-query", "unjudged-query", "no-relevant"} <= kinds
    judged = [line.split() for line in demo.JUDGMENTS.read_text().splitlines()]
    assert {row[3] for row in judged} == {"0", "1", "2", "3"}
    assert len({row[0] for row in judged}) >= 50
    assert sum(path.stat().st_size for path in demo.FOLDER.iterdir()) < 600_000


def test_saving_the_collection_into_a_file_is_one_sentence(cranfield, tmp_path):
    (tmp_path / "taken").write_text("x")
    outcome = cranfield("demo", "--save", tmp_path / "taken")
    assert outcome.status == 2
    assert "choose another folder" in outcome.err
