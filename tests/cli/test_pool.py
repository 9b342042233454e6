"""`cranfield pool`: files, formats, notes and refusals."""

from __future__ import annotations

import csv
import json
from importlib import import_module
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cranfield.cli.main import run

ONE = "q1 Q0 d1 1 2 x\nq1 Q0 d2 2 1 x\nq2 Q0 =9 1 1 x\n"
TWO = "q1 Q0 d3 1 2 x\nq1 Q0 d1 2 1 x\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "a.run").write_text(ONE, encoding="utf-8")
    (tmp_path / "b.run").write_text(TWO, encoding="utf-8")
    (tmp_path / "topics.tsv").write_text("q1\twhat\tis it\n".replace("\tis", " is"), encoding="utf-8")
    (tmp_path / "docs.jsonl").write_text('{"id": "d1", "title": "One", "text": "a\\tb\\nc"}\n', encoding="utf-8")
    (tmp_path / "judged.txt").write_text("q1 0 d1 1\nq1 0 d2 0\n", encoding="utf-8")
    return tmp_path


def call(capsys, *arguments):
    status = run(["pool", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_pairs_go_to_standard_output_and_the_rest_beside(capsys):
    status, out, err = call(capsys, "a.run", "b.run", "--depth", "1")
    assert status == 0
    assert sorted(out.splitlines()) == ["q1\td1", "q1\td3", "q2\t=9", "query\tdoc"]
    assert out.startswith("query\tdoc\n")
    assert err == "note: 3 documents of 2 queries to judge, best rank first, down to rank 1 of 2 runs\n"
    assert call(capsys, "a.run", "b.run", "--depth", "1", "--quiet") == (0, out, "")


def test_every_format_holds_the_same(folder, capsys):
    texts = ["--queries", "topics.tsv", "--docs", "docs.jsonl"]
    for name in ("pool.jsonl", "pool.csv", "pool.tsv", "pool.parquet"):
        status, out, err = call(capsys, "a.run", "b.run", *texts, "-o", name)
        assert (status, out) == (0, "")
        assert "warning: topics.tsv: 1 of 2 queries have no text there: q2\n" in err
        assert "warning: docs.jsonl: 3 of 4 documents have no text there: " in err
    lines = [json.loads(line) for line in (folder / "pool.jsonl").read_text("utf-8").splitlines()]
    assert lines == pq.read_table("pool.parquet").to_pylist()
    assert set(lines[0]) == {"query", "doc", "query_text", "title", "text"}
    for name, separator in (("pool.csv", ","), ("pool.tsv", "\t")):
        with Path(name).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter=separator))
        assert [(row["query"], row["doc"]) for row in rows] == [(row["query"], row["doc"]) for row in lines]
        assert {row["text"] for row in rows if row["doc"] == "d1"} == {"a\\tb\\nc"}


def test_files_that_were_swapped_are_refused(capsys):
    status, out, err = call(capsys, "a.run", "b.run", "--queries", "docs.jsonl", "--docs", "topics.tsv")
    assert (status, out) == (2, "")
    assert "docs.jsonl: has text for none of the 2 queries of the pool, such as 'q1'; were --queries and --docs" in err


def test_systems_are_told_only_when_asked_for(capsys):
    assert "a" not in call(capsys, "a.run", "b.run", "--format", "jsonl", "--quiet")[1].replace("rank", "")
    shown = call(capsys, "a.run", "b.run", "--format", "jsonl", "--systems")[1]
    rows = {row["doc"]: row for row in map(json.loads, shown.splitlines())}
    assert rows["d1"] == {"query": "q1", "doc": "d1", "priority": -1.0, "systems": ["a", "b"], "ranks": [1, 2]}
    assert "\tsystems\tranks\n" in call(capsys, "a.run", "--systems", "--qrels", "judged.txt")[1]


def test_a_pool_of_nothing_has_its_heading(folder, capsys):
    (folder / "all.txt").write_text("q1 0 d1 1\nq1 0 d2 0\nq2 0 =9 1\n", encoding="utf-8")
    status, out, err = call(capsys, "a.run", "--qrels", "all.txt")
    assert (status, out) == (0, "query\tdoc\n")
    assert "3 documents of the pool are judged already" in err


def test_what_decides_and_what_is_settled(folder, capsys):
    status, out, err = call(
        capsys, "a.run", "b.run", "--method", "decisive", "-m", "P@2", "--qrels", "judged.txt", "--grades", "0-2"
    )  # fmt: skip
    assert status == 0
    assert sorted(out.splitlines()) == ["q1\td3", "q2\t=9", "query\tdoc"]
    assert err.splitlines()[1] == "note: as few as 2 more judgments could settle a and b; 2 documents are unjudged"
    (folder / "judged.txt").write_text("q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 0\nq2 0 =9 1\n", encoding="utf-8")
    err = call(capsys, "a.run", "b.run", "--method", "decisive", "-m", "P@2", "--qrels", "judged.txt")[2]
    assert err.splitlines()[1] == "note: the order is settled: a > b"
    chinese = call(capsys, "a.run", "b.run", "--method", "decisive", "--lang", "zh")[2]
    assert "最能决定次序的在前" in chinese


def test_cells_that_a_spreadsheet_would_run_are_quoted(capsys):
    assert "q2\t'=9\n" in call(capsys, "a.run", "--spreadsheet")[1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "give at least one run"),
        (["a.run", "a.run"], "a.run: the run is given twice; give each run once"),
        (["no.run"], "no.run: there is no such file; check the path"),
        (
            ["a.run", "-o", "pool.docx"],
            "pool.docx: the ending .docx stands for no format; use one of .tsv, .txt, .csv,",
        ),
        (["a.run", "-o", "a.run"], "a.run: "),
        (["a.run", "--docs", "docs.jsonl", "-o", "docs.jsonl"], "docs.jsonl: "),
        (["a.run", "--method", "decisive"], "not of 1; use --method depth for one"),
        (["a.run", "b.run", "--method", "decisive", "-m", "AP"], "AP: what decides is known for"),
        (["a.run", "b.run", "--method", "decisive", "--grades", "x"], "'x' is no list of grades such as 0,1,2 or 0-3"),
        (["a.run", "--depth", "0"], "0 is not in the range x>=1"),
        (["a.run", "--ties", "expected"], "which --ties expected does not give"),
        (["a.run", "-", "-"], "standard input (-) can be given only once"),
    ],
)
def test_what_cannot_be_is_one_sentence(capsys, arguments, told):
    status, out, err = call(capsys, *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_judgments_in_place_of_a_run_and_a_run_in_place_of_judgments_are_told_apart(folder, capsys):
    (folder / "qrels.txt").write_text("q1 0 d1 1\n")
    (folder / "judged.csv").write_text("qid,docid,relevance\nq1,d1,1\n")
    for method in ("depth", "decisive"):
        for name in ("qrels.txt", "judged.csv"):
            told = f"cranfield: {name}: looks like judgments, not a run; give the judgments as --qrels\n"
            assert call(capsys, name, "a.run", "--method", method)[::2] == (2, told)
        told = "cranfield: b.run: looks like a run, not judgments; --qrels is what is judged already\n"
        assert call(capsys, "a.run", "--qrels", "b.run", "--method", method)[::2] == (2, told)


def test_a_pool_becomes_a_study_and_a_new_run_adds_its_holes(folder, capsys):
    pytest.importorskip("sqlalchemy")
    from cranfield.judge.store import Answer, Study

    status, out, _ = call(capsys, "a.run", "--docs", "docs.jsonl", "-o", "study.db", "--scale", "0-2", "--overlap", "2")
    assert status == 0
    assert out == "made study.db with 3 documents to judge\nnext: cranfield serve study.db --annotators NAME,NAME\n"
    status, out, err = call(capsys, "b.run", "--add", "study.db", "--budget", "1")
    assert (status, out) == (0, "1 document added to study.db\n")  # d3: the budget is not spent on what is there
    assert "1 document is in the study already" in err
    assert call(capsys, "b.run", "--add", "study.db")[1] == "0 documents added to study.db\n"
    with Study.open(folder / "study.db") as study:
        assert sorted(study.pairs()) == [("q1", "d1"), ("q1", "d2"), ("q1", "d3"), ("q2", "=9")]
        assert (study.settings.overlap, [each.value for each in study.settings.scale]) == (2, [0, 1, 2])
        person = study.add_annotator("Ann").annotator.id
        items = study.next_items(person, 4)
        assert {each.output.text for each in items} == {"a\tb\nc", ""}
        assert all(not each.output.systems and not each.priority for each in items)
        first = next(each for each in items if each.output.id == "d1")
        study.record(person, Answer(first.id, "e1", values={"relevance": 2.0}))
    # what is judged in the study counts, and nothing of it is listed again
    err = call(capsys, "a.run", "b.run", "--add", "study.db", "--method", "decisive", "-m", "P@2")[2]
    assert "1 document of the pool is judged already" in err


def test_a_study_is_never_written_over(folder, capsys):
    pytest.importorskip("sqlalchemy")
    (folder / "study.db").write_bytes(b"something else")
    status, out, err = call(capsys, "a.run", "-o", "study.db")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert (folder / "study.db").read_bytes() == b"something else"
    assert call(capsys, "a.run", "--add", "study.db", "-o", "x.tsv")[2] == (
        "cranfield: give either --add with a study that is there, or --output with a new file\n"
    )


def _opened(place):
    pytest.importorskip("sqlalchemy")
    return import_module("cranfield.judge.store").Study.open(place)


def _runs(place):
    with _opened(place) as study:
        runs, outside = import_module("cranfield.judge.store.runs").runs_of(study, 10)
    ordered = {name: {query: list(docs) for query, docs in run.items()} for name, run in runs.items()}
    return ordered, {doc for docs in outside.values() for doc in docs}


def test_a_study_knows_a_run_that_was_added_as_a_whole(folder, capsys):
    call(capsys, "a.run", "-o", "study.db")
    call(capsys, "b.run", "--add", "study.db")  # d1 is in the study already, and b returns it second
    assert _runs(folder / "study.db") == ({"a": {"q1": ["d1", "d2"], "q2": ["=9"]}, "b": {"q1": ["d3", "d1"]}}, set())


def test_a_rank_whose_document_the_study_lacks_stays_empty(folder, capsys):
    call(capsys, "a.run", "b.run", "--per-query", "1", "--seed", "1", "-o", "study.db")
    runs, outside = _runs(folder / "study.db")
    kept = {doc for run in runs.values() for docs in run.values() for doc in docs} - outside
    assert len(kept) == 2
    for name, whole in {"a": ["d1", "d2"], "b": ["d3", "d1"]}.items():
        for at, doc in enumerate(runs.get(name, {}).get("q1", [])):
            assert doc == whole[at] or (doc in outside and whole[at] not in kept)


def test_where_judgments_elsewhere_decide_too_the_study_claims_no_ranks(folder, capsys):
    call(capsys, "a.run", "b.run", "--qrels", "judged.txt", "-o", "study.db")
    assert _runs(folder / "study.db") == ({}, set())


def test_what_decides_is_put_first_again_in_a_study_that_is_there(folder, capsys):
    call(capsys, "a.run", "b.run", "-o", "study.db", "--scale", "0-2")
    call(capsys, "a.run", "b.run", "--add", "study.db", "--method", "decisive", "-m", "P@1")
    with _opened(folder / "study.db") as study:
        ann = study.add_annotator("Ann").annotator.id
        order = [each.output.id for each in study.next_items(ann, 4)]
    assert order[-1] == "d2"  # beyond the first rank of both


def test_a_study_of_what_decides_keeps_its_measure(folder, capsys):
    call(capsys, "a.run", "b.run", "--method", "decisive", "-m", "P@2", "-o", "study.db")
    with _opened(folder / "study.db") as study:
        assert (study.settings.order, study.settings.measure) == ("decisive", "P@2")
    call(capsys, "a.run", "b.run", "--method", "decisive", "--qrels", "judged.txt", "-o", "other.db")
    with _opened(folder / "other.db") as study:  # which does not know what was judged elsewhere
        assert study.settings.order == "priority"


def _in_turn(place, count):
    """The documents that somebody gets who answers one after the other."""
    answer = import_module("cranfield.judge.store").Answer
    with _opened(place) as study:
        ann, found = study.add_annotator("Ann").annotator.id, []
        for number in range(count):
            (item,) = study.next_items(ann, 1)
            found.append((item.query, item.output.id))
            study.record(ann, answer(item.id, f"e{number}", values={"relevance": 1.0}))
    return found


@pytest.mark.parametrize("method", ["depth", "rrf"])
def test_a_study_by_query_keeps_the_documents_of_a_query_together(folder, capsys, method):
    (folder / "a.run").write_text("q1 Q0 d1 1 2 x\nq1 Q0 d2 2 1 x\nq2 Q0 e1 1 2 x\nq2 Q0 e2 2 1 x\n", encoding="utf-8")
    (folder / "b.run").write_text("q1 Q0 d3 1 2 x\nq1 Q0 d1 2 1 x\nq2 Q0 e3 1 2 x\nq2 Q0 e1 2 1 x\n", encoding="utf-8")
    how = ["a.run", "b.run", "--method", method]
    call(capsys, *how, "-o", "jumps.db")
    jumps = [query for query, _ in _in_turn(folder / "jumps.db", 4)]
    assert jumps != sorted(jumps)
    call(capsys, *how, "--order", "query", "-o", "study.db")
    listed = call(capsys, *how, "--order", "query")[1].split()[2:]
    found = _in_turn(folder / "study.db", len(listed) // 2)
    assert [query for query, _ in found] == sorted(query for query, _ in found)
    assert [name for pair in found for name in pair] == listed
    with _opened(folder / "study.db") as study:
        assert study.settings.order == "priority"


def test_an_order_by_query_that_a_study_would_lose_is_refused(folder, capsys):
    how = ["a.run", "b.run", "--method", "decisive", "--order", "query"]
    status, _, err = call(capsys, *how, "-o", "study.db")
    assert status == 2
    assert err == (
        "cranfield: a study by --method decisive is put in a new order after answers, which --order query would not"
        " keep together; leave one of them out, or write a list with --output pool.tsv\n"
    )
    assert not (folder / "study.db").exists()
    assert call(capsys, *how, "-o", "pool.tsv")[0] == 0
    assert call(capsys, "a.run", "-o", "study.db")[0] == 0
    status, _, err = call(capsys, "b.run", "--add", "study.db", "--order", "query")
    assert status == 2
    assert err == (
        "cranfield: --add puts documents among those that the study has, so that --order query has no effect; leave it"
        " out\n"
    )


def test_a_new_study_shows_guidelines_and_nothing_of_a_study_is_left_aside(folder, capsys):
    (folder / "guide.md").write_text("\ufeff# Read this", encoding="utf-8")
    assert call(capsys, "a.run", "--guidelines", "guide.md", "-o", "study.db")[0] == 0
    with _opened(folder / "study.db") as study:
        assert study.settings.guidelines == "# Read this"
    status, _, err = call(capsys, "a.run", "--guidelines", "guide.md", "--overlap", "2", "-o", "x.tsv")
    told = "--overlap, --guidelines are for a new study; write one with --output study.db, or leave them out"
    assert (status, err) == (2, f"cranfield: {told}\n")
    assert "--title is for a new study" in call(capsys, "a.run", "--title", "T", "--add", "study.db")[2]
    (folder / "guide.md").write_bytes(b"\xff\xfe")
    err = call(capsys, "a.run", "--guidelines", "guide.md", "-o", "new.db")[2]
    assert err == "cranfield: guide.md: must be UTF-8 text; convert the file to UTF-8\n"
    assert not (folder / "new.db").exists()


@pytest.mark.parametrize("name", ["pool.jsonl", "pool.csv", "pool.parquet"])
def test_a_study_reads_a_pool_with_its_systems(folder, capsys, name):
    pytest.importorskip("sqlalchemy")
    call(capsys, "a.run", "b.run", "--systems", "-o", name)
    assert run(["study", "new", "study.db", "--items", name]) == 0, capsys.readouterr().err
    assert _runs(folder / "study.db")[0] == {"a": {"q1": ["d1", "d2"], "q2": ["=9"]}, "b": {"q1": ["d3", "d1"]}}
