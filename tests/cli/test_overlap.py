"""`cranfield overlap` as people use it."""

import csv
import io
import json

import pytest

RUNS = {
    "a.run": "q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2 a\nq2 Q0 d1 1 1 a\n",
    "b.run": "q1 Q0 d1 1 9 b\nq1 Q0 d3 2 8 b\nq2 Q0 d1 1 5 b\n",
    "c.run": "q9 Q0 d1 1 9 c\n",
}


@pytest.fixture
def runs(tmp_path):
    for name, text in RUNS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_table_has_the_means_and_says_what_they_are(cranfield, runs):
    shown = cranfield("overlap", runs / "a.run", runs / "b.run", "--persistence", "0.5", "-k", "1,2")
    assert shown.status == 0
    assert "RBO          0.8750         2" in shown.out
    assert "Jaccard@2    0.6667         2" in shown.out
    assert "tau               -         0" in shown.out
    assert "a returns 3 documents and b 3, of which 2 are the same" in shown.out
    assert "goes on with probability 0.5" in " ".join(shown.out.split())


def test_programs_get_the_same_numbers(cranfield, runs):
    given = ("overlap", runs / "a.run", runs / "b.run", "--persistence", "0.5")
    whole = json.loads(cranfield(*given, "--format", "json").out)
    assert whole["means"]["RBO"] == pytest.approx(0.875)
    assert whole["means"]["tau"] is None
    assert [each["sha256"][:4] for each in whole["signature"]["inputs"]]
    rows = list(csv.DictReader(io.StringIO(cranfield(*given, "--format", "csv").out)))
    assert {row["unit"] for row in rows} == {"q1", "q2"}
    assert len(rows) == 2 * len(whole["means"])


def test_it_speaks_chinese(cranfield, runs):
    shown = cranfield("overlap", runs / "a.run", runs / "b.run", "-q", "--lang", "zh").out
    assert "相似度" in shown
    assert "逐个查询" in shown


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["a.run"], "overlap compares two runs, not 1; write cranfield overlap a.run b.run"),
        (["a.run", "a.run"], "a.run: the run is given twice"),
        (["a.run", "c.run"], "a and c answer no query that is the same: the one has q1, the other q9; check the ids"),
        (["a.run", "b.run", "-k", "0"], "cutoffs must be whole numbers of at least 1, not 0"),
        (["a.run", "b.run", "-k", "x"], "cutoffs must be whole numbers of at least 1, not x"),
        (["a.run", "b.run", "--persistence", "1"], "p must be"),
        (["a.run", "none.run"], "none.run: there is no such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(cranfield, runs, given, message):
    shown = cranfield("overlap", *(runs / each if each.endswith(".run") else each for each in given))
    assert shown.status == 2
    assert message in shown.err
    assert "Traceback" not in shown.err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lines.qrels", "q1 0 d1 1\n"),
        ("table.csv", "query,doc,grade\nq1,d1,1\n"),
        ("records.jsonl", '{"query": "q1", "doc": "d1", "grade": 1}\n'),
        ("letor.txt", "2 qid:q1 1:1 # d1\n"),
        ("lists.jsonl", '{"query": "q1", "expected_ids": ["d1"]}\n'),
        (
            "requests.json",
            '{"requests": [{"id": "q1", "request": {}, "ratings": [{"_index": "i", "_id": "d1", "rating": 1}]}]}',
        ),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_judgments_are_not_asked_for(cranfield, runs, name, text, first):
    (runs / name).write_text(text)
    shown = cranfield("overlap", *[runs / name, runs / "a.run"][:: 1 if first else -1])
    assert shown.status == 2
    told = "holds judgments, and overlap compares two runs without any; leave it out and give two runs\n"
    assert shown.err == f"cranfield: {runs / name}: {told}"
