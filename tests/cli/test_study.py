"""`cranfield study` from the first command to judgments that `cranfield eval` reads, as the page shows it."""

from __future__ import annotations

import builtins
import csv
import json
import re
import sqlite3

import pyarrow.parquet as pq
import pytest

from cranfield.cli.main import run
from cranfield.cli.study import VERBS
from cranfield.judge.store import Answer, Study
from page_commands import ROOT, files_of, holds, shown_on

PAGE = ROOT / "docs" / "studies.md"
NO_KIND = "an item must have the fields query and doc, or id and output, or id, first and second"
FIELDS = "query, doc, query_text, title, text, html, system, rank, systems, ranks, priority"
GRADES = {"Ann": {"d1": 3, "d2": 1, "d3": 0, "d4": 2}, "Ben": {"d1": 3, "d2": 2, "d3": 2, "d4": 2}}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An English terminal of 100 columns in a folder with the files of the page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, text in files_of(PAGE).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def judge(path, grades=GRADES):
    """Let people grade documents."""
    with Study.open(path) as study:
        for each in study.people():
            for item in study.next_items(each.id, 10):
                values = {"relevance": grades[each.name][item.output.id]}
                study.record(each.id, Answer(item.id, item.id, values=values, seconds=4.0))


@pytest.fixture
def judged(folder, capsys):
    """The study of the page, judged by two."""
    assert run(["study", "new", "study.db", "--items", "pool.csv", "--overlap", "2"]) == 0
    assert run(["study", "invite", "study.db", "Ann", "Ben"]) == 0
    judge("study.db")
    capsys.readouterr()
    return folder


def test_the_commands_of_the_page_run_one_after_the_other(folder, capsys):
    commands = shown_on(PAGE)
    assert {each.command.split()[2] for each in commands} == set(VERBS)
    for shown in commands:
        assert run(shown.words()) == 0, capsys.readouterr().err
        printed = capsys.readouterr().out.rstrip("\n").split("\n")
        assert not shown.lines or holds(printed, list(shown.lines)), "\n".join(printed)
        if "invite" in shown.command:
            judge("study.db")
    assert sorted(each.name for each in folder.iterdir()) == ["pool.csv", "qrels.txt", "raw.csv", "study.db"]


def test_the_python_of_the_page_is_true(folder):
    names = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, "docs/studies.md", "exec"), names)
    assert names["grades"] == [3.0]
    assert (folder / "houses.db").exists()


def test_eval_reads_what_was_exported(judged, capsys):
    (judged / "a.run").write_text("q1 Q0 d1 1 3 a\nq1 Q0 d3 2 2 a\nq2 Q0 d4 1 1 a\n")
    assert run(["study", "export", "study.db", "-o", "qrels.txt"]) == 0
    assert "note: 4 judgments (relevance) by the rule median" in capsys.readouterr().err
    assert run(["eval", "qrels.txt", "a.run", "-m", "P@1", "--format", "json"]) == 0
    first = capsys.readouterr()
    assert run(["study", "export", "study.db", "-o", "plain.txt", "--plain", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    assert (judged / "plain.txt").read_text() == "q1 0 d1 3\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d4 2\n"
    assert json.loads(first.out)["systems"][0]["metrics"]["P@1"] == 1.0
    assert run(["study", "export", "study.db", "-o", "mean.txt", "--rule", "mean", "--plain"]) == 0
    assert "q1 0 d2 1.5\n" in (judged / "mean.txt").read_text()
    assert run(["eval", "mean.txt", "a.run", "-m", "nDCG"]) == 0


def test_raw_judgments_are_the_same_in_every_format(judged):
    for ending in ("jsonl", "csv", "parquet"):
        assert run(["study", "export", "study.db", "-o", f"raw.{ending}"]) == 0
    lines = [json.loads(line) for line in (judged / "raw.jsonl").read_text().splitlines()]
    with (judged / "raw.csv").open(newline="") as file:
        cells = list(csv.DictReader(file))
    table = pq.read_table("raw.parquet")
    assert len(lines) == len(cells) == len(table) == 8
    assert [row["value"] for row in lines] == [float(row["value"]) for row in cells] == table["value"].to_pylist()
    assert lines[0]["rater"] == cells[0]["rater"] == "Ann"
    assert lines[0]["at"] == cells[0]["at"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", lines[0]["at"])


@pytest.mark.usefixtures("judged")
def test_status_says_who_is_behind_and_is_data_too(capsys):
    assert run(["study", "invite", "study.db", "Eva", "--role", "adjudicator"]) == 0
    capsys.readouterr()
    assert run(["study", "status", "study.db"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"Ann +4 +0 +0 +0 +0 +- +0 +4\.0", said)
    assert "behind" not in said
    assert run(["study", "status", "study.db", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["given"] == 8
    assert run(["study", "status", "study.db", "--lang", "zh"]) == 0
    assert "标注者" in capsys.readouterr().out


@pytest.mark.usefixtures("judged")
def test_an_invite_is_shown_once_and_another_on_demand(capsys):
    assert run(["study", "invite", "study.db", "Eva", "--url", "http://127.0.0.1:8000/"]) == 0
    name, link = capsys.readouterr().out.split()
    assert (name, link.partition("#")[0]) == ("Eva", "http://127.0.0.1:8000/enter")
    assert run(["study", "invite", "study.db", "Fay", "Ann"]) == 2
    told = capsys.readouterr()
    assert told.err.endswith("cranfield: study.db: Ann takes part already; give each a name of its own\n")
    with Study.open("study.db") as study:
        assert study.redeem(told.out.split()[1])  # Fay's was not lost
        assert study.redeem(link.partition("#")[2])
    assert run(["study", "invite", "study.db", "Ann", "--again"]) == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"query": "q", "doc": "d"}\n{"query": "q"}\n', "2: an item of kind grade needs the field doc; add it"),
        ('{"query": "q", "doc": "d"}\n' * 2, "2: query q and document d are there twice (first on line 1); remove one"),
        ('{"query": "q", "doc": "d"}\nnonsense\n', "2: must be a JSON object on each line"),
        ('{"a": 1}\n', f"1: {NO_KIND}; there are a"),
        ('{"query": "q", "doc": "d", "txt": "x"}\n', f"1: there is no field 'txt' of items; the fields are {FIELDS}"),
        ("query,doc\nq,d,e\n", "2: has 3 cells, and the header has 2"),
        ('query,doc\n"a\nb",d\nq,d,e\n', "4: has 3 cells, and the header has 2"),
        ("query,query\nq,d\n", "1: each column needs a name of its own; there are query, query"),
        ('query,doc\n"q,d\n', "2: cannot be read as CSV (unexpected end of data)"),
        ("query,doc,html\nq,d,perhaps\n", "2: html must be true or false, not 'perhaps'"),
        ("query,doc,priority\nq,d,nan\n", "2: priority must be a number, not 'nan'"),
        ("query,doc\nq,\n", "2: an item of kind grade needs the field doc; add it"),
        ("query,doc,systems\nq,d,a\n", """2: systems must be a list such as ["a", "b"], not 'a'"""),
        ('{"query": "q", "doc": "d", "systems": ["a", "b"], "ranks": [1]}\n',
         "1: there are 2 systems and 1 rank; give each system its rank, or none of them"),
    ],
)  # fmt: skip
def test_bad_items_are_told_by_their_line_and_make_no_study(folder, capsys, content, sentence):
    (folder / "items").write_text(content)
    assert run(["study", "new", "new.db", "--items", "items"]) == 2
    assert capsys.readouterr().err == f"cranfield: items line {sentence}\n"
    assert not (folder / "new.db").exists()


def test_known_answers_are_numbers_or_what_they_are_called(folder, capsys):
    (folder / "gold.jsonl").write_text(
        '{"query": "q1", "doc": "d1", "grade": "no"}\n{"query": "q9", "doc": "d9", "grade": 2}\n'
    )
    words = ["study", "new", "new.db", "--items", "pool.csv", "--gold", "gold.jsonl", "--scale", "0=no,1=partly,2=yes"]
    assert run(words) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "new.db: 3 items of kind grade (relevance) and 2 with a known answer, for 1 annotator each",
        "1 item was among those with a known answer",
    ]
    with Study.open("new.db") as study:
        table = study.qrels().table
    assert dict(zip(table["doc"].to_pylist(), table["grade"].to_pylist(), strict=True)) == {"d1": 0.0, "d9": 2.0}
    (folder / "gold.jsonl").write_text('{"query": "q1", "doc": "d1", "grade": "maybe"}\n')
    assert run([*words[:2], "other.db", *words[3:]]) == 2
    assert capsys.readouterr().err == (
        "cranfield: gold.jsonl line 1: relevance: must be one of 0, 1, 2, not 'maybe'\n"
    )  # fmt: skip


def _values(printed):
    (measure,) = json.loads(printed)["measures"].values()
    return {each["system"]: each["value"] for each in measure["estimates"]}


def _answered(path, answers):
    with Study.open(path) as study:
        ann = study.add_annotator("Ann").annotator.id
        while given := study.next_items(ann):
            values = answers(given[0])
            study.record(ann, Answer(given[0].id, given[0].id, values=values))


@pytest.mark.usefixtures("folder")
def test_systems_are_compared_by_what_a_study_says(folder, capsys):
    rows = [{"id": f"s{at}", "source": "x", "output": name, "system": name} for at in range(6) for name in "ab"]
    (folder / "outputs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    new = ["study", "new", "rate.db", "--items", "outputs.jsonl", "--dimensions", "fluency,tone=rude|kind"]
    assert run([*new, "--nominal", "tone"]) == 0
    assert run(["ratings", "rate.db"]) == 2
    assert capsys.readouterr().err == "cranfield: rate: nobody has graded anything yet\n"

    def told(item):
        return {"fluency": 4.0 if item.output.text == "a" else 2.0, "tone": 1.0}

    _answered("rate.db", told)
    assert run(["ratings", "rate.db", "--format", "json", "-m", "Mean"]) == 0
    printed = capsys.readouterr()
    assert "no mean of choices without an order: tone left out" in printed.err
    values = _values(printed.out)
    assert values == {"a": 4.0, "b": 2.0}
    assert run(["study", "new", "study.db", "--items", "pool.csv"]) == 0
    assert run(["ratings", "study.db"]) == 2
    assert "study: is a study of documents for queries; write judgments with" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_preferences_of_a_study_are_those_of_the_systems(folder, capsys):
    rows = [{"id": f"s{at}", "first": "x", "second": "y", "first_system": "a", "second_system": "b"} for at in range(8)]
    (folder / "pairs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run(["study", "new", "prefer.db", "--items", "pairs.jsonl"]) == 0
    wins = iter([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, -1.0, 0.0])
    with Study.open("prefer.db") as study:
        ann = study.add_annotator("Ann").annotator.id
        while given := study.next_items(ann):
            first = next(wins)  # of the first output, whichever side it is on
            shown = {1.0: "left", 0.0: "tie", -1.0: "right"}[first if given[0].side == "kept" else -first]
            study.record(ann, Answer(given[0].id, given[0].id, values={"overall": shown}, side=given[0].side))
    capsys.readouterr()
    assert run(["ratings", "prefer.db", "--format", "json", "-m", "WinRate"]) == 0
    values = _values(capsys.readouterr().out)
    assert values == pytest.approx({"a": 6.5 / 8, "b": 1.5 / 8})


def test_outputs_are_rated_and_pairs_preferred(folder, capsys):
    (folder / "outputs.jsonl").write_text('{"id": "s1", "source": "x", "output": "y", "system": "a"}\n')
    rate = ["study", "new", "rate.db", "--items", "outputs.jsonl", "--dimensions", "fluency, tone=rude|kind"]
    assert run([*rate, "--nominal", "tone", "--repeats", "5%"]) == 0
    with Study.open("rate.db") as study:
        assert [(each.name, len(each.choices), each.ordered) for each in study.settings.dimensions] == [
            ("fluency", 5, True), ("tone", 2, False),
        ]  # fmt: skip
        assert study.settings.repeat_share == 0.05
    (folder / "pairs.jsonl").write_text('{"id": "s1", "first": "x", "second": "y"}\n')
    assert run(["study", "new", "prefer.db", "--items", "pairs.jsonl"]) == 0
    assert "1 item of kind prefer (overall)" in capsys.readouterr().out
    assert run(["study", "new", "p2.db", "--items", "pairs.jsonl", "--scale", "1-5"]) == 2
    assert run(["study", "export", "prefer.db"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first == "cranfield: a study of preferences needs no scale; leave out --scale"
    assert second.startswith("cranfield: prefer.db: holds preferences, which are no grades; export raw judgments to")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["status", "none.db"], "none.db: there is no such study; make one with cranfield study new"),
        (["status", "pool.csv"], "pool.csv: is no study of Cranfield's; make one with cranfield study new"),
        (["export", "study.db", "-o", "x.xlsx"], "x.xlsx: the ending .xlsx stands for no format"),
        (["export", "study.db", "-o", "study.db", "--format", "csv"], "study.db: is one of the inputs"),
        (["export", "study.db", "--dimension", "style"], "there is no dimension 'style'; there are relevance"),
        (["revoke", "study.db", "Benn"], "nobody called 'Benn' takes part; did you mean Ben?"),
        (["new", "study.db", "--items", "pool.csv"], "study.db: is there already"),
        (["new", "x.db", "--items", "pool.csv", "--repeats", "lots"], "'lots' is no share from 0% to 50%"),
        (["new", "x.db", "--items", "pool.csv", "--scale", "5-1"], "the scale '5-1' must go up"),
        (["new", "x.db", "--items", "pool.csv", "--nominal", "tone"], "there is no dimension 'tone'"),
        (["nwe"], "there is no command 'study nwe'; did you mean new?"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_one_sentence(judged, capsys, words, sentence):
    assert run(["study", *words]) == 2
    told = capsys.readouterr().err
    assert sentence in told
    assert told.count("\n") == 1
    assert not (judged / "x.db").exists()


def test_an_id_with_a_blank_has_no_place_in_a_file_of_judgments(folder, capsys):
    (folder / "items.csv").write_text("query,doc\nq 1,d1\n")
    assert run(["study", "new", "blank.db", "--items", "items.csv"]) == 0
    assert run(["study", "invite", "blank.db", "Ann"]) == 0
    judge("blank.db", GRADES)
    capsys.readouterr()
    assert run(["study", "export", "blank.db", "-o", "q.txt"]) == 2
    assert "'q 1' has blanks or begins with #" in capsys.readouterr().err
    assert not (folder / "q.txt").exists()


def test_without_the_extra_the_command_says_what_to_install(folder, capsys, monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "sqlalchemy":
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    assert run(["study", "status", "study.db"]) == 2
    assert capsys.readouterr().err == (
        "cranfield: cranfield study needs sqlalchemy; install it with pip install 'cranfield[web]'\n"
    )
    assert folder.exists()


@pytest.mark.usefixtures("judged")
def test_a_file_that_another_program_holds_is_a_sentence(capsys, monkeypatch):
    other = sqlite3.connect("study.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    opened = Study.open
    monkeypatch.setattr(Study, "open", lambda place: opened(place, patience=0.1))
    assert run(["study", "invite", "study.db", "Eva"]) == 2
    assert "study.db: is in use by others, and was not free within 0.1 s" in capsys.readouterr().err
    other.close()


@pytest.mark.usefixtures("judged")
def test_status_says_whether_people_agree(capsys):
    from cranfield import evaluate, ratings

    assert run(["study", "status", "study.db"]) == 0
    assert "relevance: Agreement 0.500, Alpha(level='ordinal') " in capsys.readouterr().out
    assert run(["study", "status", "study.db", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["agreement"]["relevance"]
    docs = ["d1", "d2", "d3", "d4"]
    given = {
        "item": docs * 2, "rater": ["Ann"] * 4 + ["Ben"] * 4,
        "value": [GRADES[name][doc] for name in GRADES for doc in docs],
    }  # fmt: skip
    wanted = evaluate(ratings(**given), ["Agreement", "Alpha(level='ordinal')", "AC2"])
    assert told == {"items": 4} | {name: pytest.approx(wanted[name].value) for name in wanted}


@pytest.mark.usefixtures("folder")
def test_status_says_why_there_is_no_agreement(capsys):
    assert run(["study", "new", "same.db", "--items", "pool.csv", "--overlap", "2"]) == 0
    assert run(["study", "invite", "same.db", "Ann", "Ben"]) == 0
    judge("same.db", dict.fromkeys(GRADES, dict.fromkeys(GRADES["Ann"], 1)))
    capsys.readouterr()
    assert run(["study", "status", "same.db"]) == 0
    said = capsys.readouterr().out
    assert "Agreement 1.000, Alpha(level='ordinal') -, AC2 - over 4 items" in said
    assert "every rating is 1" in said
