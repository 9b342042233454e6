"""`check` finds what is odd, counts it and names the lines."""

import json
from pathlib import Path

import pytest

from cranfield.io.check import check
from io_samples import MSMARCO, QRELS_FILES, RUNS

EDGE = Path(__file__).parents[3] / "shared" / "data" / "ir_edge_open"
GRADES = b"q1 0 a 1\nq1 0 b 0\nq2 0 a 1\n"
ANSWERS = b"q1 Q0 a 1 2 t\nq1 Q0 b 2 1 t\nq2 Q0 a 1 1 t\n"


def found(qrels, *runs, **options):
    return {finding.key: finding for finding in check(qrels, *runs, **options)}


def test_good_files_have_no_findings():
    assert check(GRADES, ANSWERS) == []


# name -> (qrels, run, kind, count, severity, lines, message)
CASES = {
    "duplicate judgment": (
        GRADES + b"q1 0 a 0\n", ANSWERS, "duplicate-judgment", 1, "error", (1, 4),
        "bytes: query q1 judges document a twice (lines 1, 4)",
    ),
    "duplicate document": (
        GRADES, b"\n" + ANSWERS + b"q2 Q0 a 2 0 t\n", "duplicate-document", 1, "error", (4, 5),
        "bytes: query q2 lists document a twice (lines 4, 5)",
    ),
    "nan": (
        GRADES, ANSWERS + b"q2 Q0 c 2 nan t\nq2 Q0 d 3 -inf t\n", "nonfinite-score", 2, "error", (4, 5),
        "bytes: 2 scores are nan or infinite (lines 4, 5)",
    ),
    "nan grade": (
        GRADES + b"q2 0 b nan\n", ANSWERS, "nonfinite-grade", 1, "error", (4,),
        "bytes: 1 grade is not finite (line 4)",
    ),
    "negative grade": (
        GRADES + b"q2 0 b -2\n", ANSWERS, "negative-grade", 1, "note", (4,),
        "bytes: 1 judgment with a negative grade, unjudged unless the policy says otherwise (line 4)",
    ),
    "fraction": (
        GRADES + b"q2 0 b 0.5\n", ANSWERS, "fractional-grade", 1, "warning", (4,),
        "bytes: 1 grade with a fraction, which trec_eval would cut off (line 4)",
    ),
    "no answer": (
        GRADES + b"q3 0 b 1\n", ANSWERS, "missing-query", 1, "warning", (),
        "bytes: 1 of 3 judged queries has no answer (q3)",
    ),
    "no judgments": (
        GRADES, ANSWERS + b"q3 Q0 a 1 1 t\n", "unjudged-query", 1, "warning", (),
        "bytes: 1 of 3 queries has no judgments (q3)",
    ),
    "no overlap": (
        GRADES, b"7 Q0 a 1 1 t\n", "no-overlap", 1, "error", (),
        ("bytes: none of its 1 queries has judgments (it has 7, the judgments have q1, q2);"
        " check that both files belong together"),
    ),
    "no relevant document": (
        GRADES + b"q3 0 b 0\n", ANSWERS + b"q3 Q0 b 1 1 t\n", "no-relevant", 1, "warning", (),
        "bytes: 1 of 3 queries has no relevant document (q3)",
    ),
    "ties": (
        GRADES, ANSWERS.replace(b"b 2 1", b"b 2 2"), "ties", 2, "note", (),
        "bytes: 2 of 3 rows share their score with another of the query",
    ),
    "tie across rank 10": (
        GRADES, ANSWERS + b"".join(b"q1 Q0 x%d %d %d t\n" % (i, i + 3, -(i // 2)) for i in range(1, 20)),
        "tie-across-cutoff", 1, "warning", (),
        "bytes: 1 of 2 queries has a tie across rank 10; the tie rule decides what is in the top 10",
    ),
    "ranks": (
        GRADES, ANSWERS.replace(b"a 1 2", b"a 7 2"), "rank-contradicts-score", 1, "warning", (),
        "bytes: 1 of 2 queries has ranks that contradict the scores; the scores decide",
    ),
    "odd rank": (
        GRADES, ANSWERS.replace(b"a 1 2", b"a - 2"), "odd-rank", 1, "note", (),
        "bytes: 1 rank not a whole number; the scores decide",
    ),
    "unjudged": (
        GRADES, ANSWERS + b"q2 Q0 z 2 0 t\n", "unjudged-top-10", 1, "note", (),
        "bytes: 25.0% of the first 10 documents are unjudged (1 of 4)",
    ),
    "tags": (
        GRADES, ANSWERS + b"q2 Q0 b 2 0 u\n", "several-tags", 2, "warning", (),
        "bytes: has 2 run tags (t, u); is it several runs?",
    ),
    "mark": (
        b"\xef\xbb\xbf" + GRADES, ANSWERS, "byte-order-mark", 1, "note", (),
        "bytes: starts with a byte order mark, which is skipped",
    ),
    "line ends": (
        GRADES.replace(b"\n", b"\r\n"), ANSWERS, "carriage-return", 3, "note", (),
        "bytes: 3 lines end in CR LF, as Windows writes them",
    ),
    "comment": (b"# x\n" + GRADES, ANSWERS, "comment", 1, "note", (), "bytes: 1 line is a comment and skipped"),
    "blank": (GRADES + b"\n \n", ANSWERS, "blank-line", 2, "note", (), "bytes: 2 lines are blank and skipped"),
    "interleaved": (
        GRADES, ANSWERS + b"q1 Q0 c 3 0 t\n", "interleaved", 1, "note", (),
        "bytes: the rows of 1 query are not together, which reads more slowly",
    ),
    "foreign ids": (
        GRADES, ANSWERS.replace(b" a ", b" doc-a ").replace(b" b ", b" doc-b "), "no-judged-document", 3, "error", (),
        ("bytes: none of its documents is judged (it has doc-a, the judgments have a);"
        " check that both use the same document ids"),
    ),
    "subtopics": (
        GRADES + b"q1 2 a 1\nq1 3 a 1\n", ANSWERS, "subtopic-judgments", 2, "note", (1, 4),
        "bytes: holds judgments of subtopics (2 documents judged again for another one) (lines 1, 4)",
    ),
    "unparsable": (
        GRADES, ANSWERS + b"q1 Q0\n", "unparsable-line", 1, "error", (4,),
        ("bytes: a run line must have 6 fields (query Q0 document rank score tag), not 2: 'q1 Q0';"
        " mend or remove the line (line 4)"),
    ),
    "unreadable": (GRADES, b"PK\x03\x04", "unreadable", 1, "error", (),
                   "bytes: is a zip archive or an Excel file; unpack it and give the file inside, or save it as CSV"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_oddity_is_found_counted_and_placed(name):
    qrels, run, kind, count, severity, lines, message = CASES[name]
    finding = found(qrels, run)[kind]
    assert (finding.message, finding.count, finding.severity, finding.lines) == (message, count, severity, lines)
    assert finding.source is not None


def test_all_unparsable_lines_are_counted_and_the_first_are_listed():
    findings = check(GRADES, ANSWERS + b"q1\n" * 50, limit=3)
    wrong = [finding for finding in findings if finding.key == "unparsable-line"]
    assert [finding.lines for finding in wrong] == [(4,), (5,), (6,), ()]
    assert sum(finding.count for finding in wrong) == 50
    assert wrong[-1].message == "bytes: 47 more lines are like that"


def test_all_duplicates_are_counted_and_the_first_are_listed():
    findings = check(GRADES, ANSWERS * 10, limit=3)
    again = [finding for finding in findings if finding.key == "duplicate-document"]
    assert [finding.lines for finding in again] == [(1, 4), (2, 5), (3, 6), ()]
    assert sum(finding.count for finding in again) == 27


def test_errors_come_before_warnings_and_judgments_before_runs():
    findings = check(b"\n" + GRADES + b"q1 0 a 0\n", b"\n" + ANSWERS + b"q3 Q0\n")
    assert [finding.severity for finding in findings] == ["error", "note", "note", "error", "note"]


def test_a_bad_file_does_not_hide_the_findings_of_the_other(tmp_path):
    findings = check(tmp_path / "missing", ANSWERS + b"q2 Q0 a 2 0 t\n")
    assert [finding.key for finding in findings if finding.severity == "error"] == ["unreadable", "duplicate-document"]


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("other", QRELS_FILES)
def test_every_format_is_checked(name, other):
    findings = found(QRELS_FILES[other][0], RUNS[name][0])
    assert {"negative-grade", "fractional-grade"} <= findings.keys()
    assert not [finding for finding in findings.values() if finding.severity == "error"]


def test_dicts_and_several_runs_are_checked_at_once():
    qrels = {"q1": {"a": 1, "b": 0}, "q2": {"a": 1}}
    findings = check(qrels, MSMARCO, ANSWERS, {"q1": {"a": float("nan")}})
    assert [finding.key for finding in findings if finding.severity == "error"] == [
        "no-judged-document", "nonfinite-score",
    ]  # fmt: skip


def test_duplicates_of_a_csv_are_placed():
    run = b"qid,docid,score\nq1,a,1\n\nq1,a,2\n"
    assert found(GRADES, run)["duplicate-document"].lines == (2, 4)


EXPECTED = {
    "11_duplicate_doc": "duplicate-document",
    "14_empty_run": "unreadable",
    "15_short_line": "unparsable-line",
}


@pytest.mark.skipif(not EDGE.exists(), reason="the real files are not here")
def test_errors_are_found_where_trec_eval_stops_and_nowhere_else():
    for folder in sorted(EDGE.iterdir()):
        errors = [f.key for f in check(folder / "qrels", folder / "run") if f.severity == "error"]
        assert errors == [EXPECTED[folder.name]] if folder.name in EXPECTED else errors == []
        stopped = json.loads((folder / "case.json").read_text())["te904"]["rc"] != 0
        assert bool(errors) == stopped, folder.name
