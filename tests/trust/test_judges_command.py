"""`cranfield judges`: what it prints in every format and both languages, and what it says of files that do not fit."""

from __future__ import annotations

import json

import pytest

from cranfield.cli.main import run
from trust.made_judges import lines_of_qrels, lines_of_run, made

FORMATS = ("table", "markdown", "latex", "csv", "tsv", "json", "jsonl")


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    human, judge, runs = made()
    texts = {"human.qrels": lines_of_qrels(human), "llm.qrels": lines_of_qrels(judge)}
    texts |= {f"{name}.run": lines_of_run(ranked, name) for name, ranked in runs.items()}
    texts |= {
        "other.qrels": "z1 0 d1 1\nz2 0 d1 0\n", "negative.qrels": "q00 0 d1 -1\n", "empty.qrels": "",
        "same.qrels": lines_of_qrels({query: dict.fromkeys(docs, 1) for query, docs in human.items()}),
        "both.json": '{"q00": {"d1": 1}}', "parts.qrels": "q00 1 d1 1\nq00 2 d1 0\n", "prompt.txt": "Grade it.\n",
        "map.txt": "0 0\n1 1\n2 1\n3 2\n", "families.txt": "alpha good\nbeta good\n",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def said(capsys, *words):
    """What is printed for good, without what was odd."""
    status = run(["judges", "--quiet", "--resamples", "50", *words])
    out, err = capsys.readouterr()
    assert status == 0, err
    return out


RUNS = ("alpha.run", "beta.run", "gamma.run")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_format_in_both_languages(capsys, form, language):
    out = said(capsys, "human.qrels", "llm.qrels", *RUNS, "--format", form, "--lang", language)
    assert "nan" not in out.replace("enant", "")
    if form in ("table", "markdown", "latex"):
        assert ("总给同一等级" in out) == (language == "zh")
        assert "tau-b" in out
        assert "None" not in out
    if form == "jsonl":
        assert all(json.loads(line) for line in out.splitlines())


def test_json_has_everything(capsys):
    words = ("--judge-name", "model", "--prompt", "prompt.txt", "--date", "2026-11-01", "--families", "families.txt")
    found = json.loads(said(capsys, "human.qrels", "llm.qrels", *RUNS, *words, "--map", "map.txt", "--format", "json"))
    assert found["signature"]["judges"] == [{
        "name": "model", "prompt": "prompt.txt",
        "prompt_sha256": "5d09ffa154c7110ee28d5b57431853ce35f311025f26c6d10f99f146242b751c", "date": "2026-11-01",
        "map": "0=0,1=1,2=1,3=2",
    }]  # fmt: skip
    assert [each["name"] for each in found["signature"]["inputs"]] == [
        "human.qrels", "alpha.run", "llm.qrels", "beta.run", "gamma.run",
    ]  # fmt: skip
    judge = found["judges"][0]
    assert judge["orders"][0]["favours"][-1]["systems"] == ["alpha", "beta"]
    assert judge["orders"][0]["means"][0]["unlabelled"] == 8
    assert judge["said"][0] == (
        "both judged 320 documents of 16 queries; people judged 320 of 16 queries, model 480 of 24 queries"
    )


def test_judges_are_told_from_runs_by_their_lines(capsys):
    out = said(capsys, "human.qrels", "llm.qrels", "same.qrels", *RUNS)
    assert "llm.qrels beside human.qrels" in out
    assert "same.qrels beside human.qrels" in out
    assert "the judge gave the grade 1 to all 320: it tells nothing apart" in " ".join(out.split())
    several = said(capsys, "human.qrels", "llm.qrels", "both.json", "--judges", "2")
    assert "both beside human.qrels" in several


def test_reasons_in_words(capsys):
    constant = " ".join(said(capsys, "same.qrels", "llm.qrels", "alpha.run").split())
    assert "AUC: people call everything relevant from grade 1 on" in constant
    assert "people gave the grade 1 to all 320: nothing can be told apart" in constant
    assert "alpha is the only system: one has no order" in constant
    alike = " ".join(said(capsys, "human.qrels", "human.qrels", "alpha.run", "beta.run", "--judge-name", "x").split())
    assert "x judged nothing that people did not judge: there is nothing to correct" in alike


def test_a_line_and_rounding_on_the_command_line(files, capsys):
    _, judge, _ = made()
    scores = {query: {doc: grade * 33 + at for at, (doc, grade) in enumerate(docs.items()) if at <= 1}
              for query, docs in judge.items()}  # fmt: skip
    (files / "scores.qrels").write_text(lines_of_qrels(scores))
    mapped = ("human.qrels", "scores.qrels", "--map", "0..100=0..3")
    for language, advice in (("en", "--rounded takes each to the nearest"), ("zh", "--rounded 把每个取为最近的等级")):
        words = "".join(advice.split())  # lines of Chinese end anywhere
        assert words in "".join(said(capsys, *mapped, "--lang", language).split())
        assert words not in "".join(said(capsys, *mapped, "--rounded", "--lang", language).split())
    rounded = json.loads(said(capsys, *mapped, "--rounded", "--format", "json"))
    assert rounded["signature"]["judges"][0]["map"] == "0..100=0..3 rounded"
    assert (
        rounded["judges"][0]["confusion"]
        == json.loads(
            said(
                capsys,
                "human.qrels",
                "scores.qrels",
                "--map",
                "0..16=0,16..50=1,50..83=2,83..101=3",
                "--format",
                "json",
            )
        )["judges"][0]["confusion"]
    )


def test_systems_that_are_equal_have_no_order(files, capsys):
    (files / "copy.run").write_text((files / "alpha.run").read_text())
    out = " ".join(said(capsys, "human.qrels", "llm.qrels", "alpha.run", "copy.run").split())
    assert "all systems are equal by people" in out


FAULTS = {
    ("human.qrels",): "give the judgments of people, those of one judge or more, and runs",
    ("human.qrels", "other.qrels"): "other.qrels judged nothing that human.qrels judged: one has 'z1 d1', the other"
    " 'q00 d0'; check that both use the same ids of queries and documents",
    ("human.qrels", "empty.qrels"): "empty.qrels: is empty; check that it is the right file",
    ("human.qrels", "negative.qrels"): "negative.qrels holds no judgment: every grade is below 0",
    ("human.qrels", "alpha.run"): "alpha.run: looks like a run (6 fields a line), not judgments; give the judgments"
    " first, then the run",
    ("human.qrels", "llm.qrels", "both.json"): "both.json could be judgments or a run; say how many judges there are"
    " with --judges",
    ("human.qrels", "llm.qrels", "--map", "0=0,1=1"): "llm.qrels: the map 0=0,1=1 says nothing of the grade 2"
    " (75 judgments)",
    ("human.qrels", "llm.qrels", "--map", "0=x"): "the map says '0=x'; write grades as 0=0,1=1,2=1,"
    " stretches as 0..2.5=0,2.5..10=1 and a line as 0..100=0..3",
    ("human.qrels", "same.qrels", "--map", "linear"): "all grades are 1, and no line leads from one grade to several;"
    " give a map",
    ("human.qrels", "llm.qrels", "alpha.run", "--families", "gpt=gpt*"): "no system belongs to the family gpt (gpt*);"
    " the systems are alpha",
    ("human.qrels", "llm.qrels", "alpha.run", "--families", "all=*"): "all systems belong to the family all (*), and"
    " nothing is left to compare it with",
    ("human.qrels", "llm.qrels", "--costs", "3"): "costs are two numbers, of a query judged by people (above 0) and by"
    " the judge, not 3.0",
    ("human.qrels", "llm.qrels", "alpha.run", "-m", "GMAP"): "GMAP is no mean over queries, and judges are compared"
    " query by query; use AP, nDCG@10 or P@10",
    ("human.qrels", "llm.qrels", "--ratings"): "name the column of the item: --item COLUMN",
    ("human.qrels", "llm.qrels", "--rater", "who"): "rater is about ratings of texts; name the columns --item and"
    " --value too",
    ("human.qrels", "llm.qrels", "--judge-name", "a", "--judge-name", "b"): "the names a, b do not fit 1 judge; give"
    " each a name of its own",
    ("human.qrels", "llm.qrels", "same.qrels", *("--date", "x") * 3): "date was given 3 times, but there are 2 judges;"
    " give it once for all, or once for each",
    ("human.qrels", "llm.qrels", "--prompt", "none.txt"): "none.txt: there is no such file; check the path",
}  # fmt: skip


@pytest.mark.parametrize("words", FAULTS, ids=" ".join)
def test_what_does_not_fit_is_told_in_one_sentence(capsys, words):
    assert run(["judges", *words]) == 2
    assert capsys.readouterr().err == f"cranfield: {FAULTS[words]}\n"


def test_the_output_is_never_an_input(capsys):
    assert run(["judges", "human.qrels", "llm.qrels", "-o", "llm.qrels"]) == 2
    assert "llm.qrels" in capsys.readouterr().err


def graded(path, grades):
    lines = [f"q{at} 0 d{at}{doc} {grade}\n" for at, row in enumerate(grades) for doc, grade in enumerate(row)]
    path.write_text("".join(lines))
    return str(path)


def test_a_verdict_says_of_how_few_queries_it_is_and_where_its_interval_begins(tmp_path, capsys):
    people = [[0, 1, 2]] * 12
    human = graded(tmp_path / "human.txt", people)
    shaky = graded(tmp_path / "shaky.txt", [*people[:9], *[[2, 1, 0]] * 3])
    told = " ".join(said(capsys, human, shaky).split())
    assert "; its interval begins at" in told
    few = [graded(tmp_path / f"{name}.txt", people[:3]) for name in ("few", "same")]
    assert "good enough to stand in for people, as far as 3 queries can tell" in " ".join(said(capsys, *few).split())
    sure = graded(tmp_path / "sure.txt", people)
    told = " ".join(said(capsys, human, sure).split())
    assert "good enough to stand in for people" in told
    assert "its interval begins" not in told
    assert "as far as" not in told


def test_grades_that_are_too_large_to_reckon_with_are_refused(tmp_path, capsys):
    human, judge = graded(tmp_path / "human.txt", [[0], [1]]), graded(tmp_path / "judge.txt", [[0], ["1e300"]])
    assert run(["judges", human, judge]) == 2
    assert "1e+300 is too large a number for a rating or a grade, which may be 1e+15 at most" in capsys.readouterr().err


def test_a_system_to_which_people_gave_one_value_throughout_is_named(tmp_path, capsys):
    judge = graded(tmp_path / "judge.txt", [[0, 1, 2]] * 14)
    human = graded(tmp_path / "human.txt", [[0, 1, 2]] * 12)
    for name, order in (("flat", (0,)), ("moving", (2, 1, 0))):
        rows = [
            f"q{at} Q0 d{at}{doc} 1 {9 - place if at % 2 or name == 'flat' else place} t\n"
            for at in range(14) for place, doc in enumerate(order)
        ]  # fmt: skip
        (tmp_path / f"{name}.run").write_text("".join(rows))
    told = " ".join(said(capsys, human, judge, str(tmp_path / "flat.run"), str(tmp_path / "moving.run")).split())
    assert "people gave flat one value on all 12 queries, so that an interval without a width says nothing" in told
