"""What a report leaves out it says, in both languages; what a check finds and what runs say of time stand in it."""

from __future__ import annotations

import html
import io
import json
import re
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest


def shown(path):
    """The text of the page, without what is data or style."""
    text = re.sub(r"<(script|style).*?</\1>", "", path.read_text("utf-8"), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.fixture
def made(cranfield, tmp_path):
    def call(*arguments):
        path = tmp_path / "page.html"
        outcome = cranfield("report", *arguments, "-o", path, "--lang", "en")
        assert outcome.status == 0, outcome.err
        return shown(path)

    return call


def write_runs(folder, systems, queries):
    (folder / "qrels.txt").write_text("".join(f"q{at} 0 d{at % 3} 1\n" for at in range(queries)))
    names = [folder / f"s{system}.run" for system in range(systems)]
    for system, name in enumerate(names):
        name.write_text("".join(
            f"q{at} Q0 d{doc} {doc + 1} {(at * 7 + doc * 3 + system * doc) % 11 - doc / 10} s\n"
            for at in range(queries) for doc in range(4)
        ))  # fmt: skip
    return [folder / "qrels.txt", *names]


def test_bars_of_many_systems_or_units_are_left_out_in_a_sentence(made, tmp_path):
    text = made(*write_runs(tmp_path, 5, 4), "-m", "AP")
    assert "What each query gains or loses is not drawn, because 5 systems are more than 4" in text
    assert "没有画出每个查询的得失，因为系统有 5 个，多于 4 个" in text
    text = made(*write_runs(tmp_path, 2, 2001), "-m", "AP")
    assert "because 2,001 queries are more than 2,000; the table of queries has it" in text
    text = made(*write_runs(tmp_path, 2, 4), "-m", "AP", "-m", "RR")
    assert "is not drawn" not in text
    assert "Intervals are drawn of AP, the first measure" in text


def test_pictures_of_many_systems_are_left_out_in_a_sentence(made, tmp_path):
    scores = [f"s{at}" for at in range(7)]
    rows = [
        {"y": at % 2, **{name: ((at * 13 + place) % 17) / 17 for place, name in enumerate(scores)}} for at in range(40)
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "rows.parquet")
    given = [part for name in scores for part in ("--score", name)]
    text = made(tmp_path / "rows.parquet", "--truth", "y", *given, "--threshold", "0.5", "-m", "Accuracy")
    assert "Confusion matrix: left out, because each system would have a picture of its own, and 7 systems" in text
    assert "`cranfield plot scores` draws it" in text
    assert "7 个，多于 6 个；可用 `cranfield plot confusion` 绘制" in text


def test_why_a_measure_has_no_bounds_is_said_in_both_languages(made, tmp_path):
    text = made(*write_runs(tmp_path, 2, 4), "-m", "AP", "-m", "AP(over='retrieved')")
    assert "AP(over='retrieved'): nothing is proved about its value when unjudged documents are judged" in text
    assert "AP(over='retrieved')：尚未证明判定未判定的文档后其值在什么范围内" in text
    text = made(*write_runs(tmp_path, 2, 4), "-m", "P@2", "--ties", "expected")
    assert "P@2: has no bounds with --ties expected" in text
    assert "P@2：在 --ties expected 下没有上下界" in text


def test_why_there_is_no_curve_is_chinese_in_a_chinese_page(made, tmp_path):
    (tmp_path / "rows.csv").write_text("y,s\n1,3\n0,-1\n1,2\n0,1\n")
    text = made(tmp_path / "rows.csv", "--truth", "y", "--score", "s", "-m", "AUC")
    assert "No calibration curve: calibration: the score must be a probability from 0 to 1, not 3" in text
    assert "没有 calibration 曲线：calibration：得分应为 0 到 1 之间的概率，而不是 3（第 1 行）" in text


def test_how_far_rankings_and_titles_are_shown_is_said(made, tmp_path):
    given = write_runs(tmp_path, 1, 4)
    docs = [{"id": f"d{at}", "title": "t" * 300, "text": "x" * 800} for at in range(4)]
    (tmp_path / "docs.jsonl").write_text("".join(json.dumps(each) + "\n" for each in docs))
    text = made(*given, "-m", "AP", "--top", "2", "--docs", tmp_path / "docs.jsonl")
    assert "The first 2 documents of each ranking are shown; --top shows more." in text
    assert "Titles of documents are cut to 200 characters" in text
    assert "Texts of documents are cut to 700 characters" in text
    assert "documents of each ranking are shown" not in made(*given, "-m", "AP", "--top", "4")


def test_what_a_check_finds_stands_in_the_page_once(made, tmp_path):
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\nq2 0 d1 0\nq3 0 d2 1\n")
    (tmp_path / "a.run").write_text(
        "# made by hand\n\nq1 Q0 d1 1 0.5 one\nq1 Q0 d2 2 0.5 one\nq2 Q0 d1 1 0.9 two\nq1 Q0 d3 3 0.1 one\n"
    )
    text = made(tmp_path / "qrels.txt", tmp_path / "a.run", "-m", "AP")
    for sentence in (
        "2 of 4 rows share their score with another of the query",
        "4 行中有 2 行与同一查询的另一行得分相同",
        "has 2 run tags (one, two); is it several runs?",
        "the rows of 1 query are not together",
        "1 line is a comment and skipped",
        "1 line is blank and skipped",
        "1 of 3 queries has no relevant document (q2)",
    ):
        assert text.count(sentence) == 1, sentence
    # that q3 has no answer was said when the run was read, and is not said again in other words
    assert text.count("has no answer") == 1
    assert "警告" in text
    assert "提示" in text


def test_many_findings_of_one_kind_are_folded(made, tmp_path):
    text = made(*write_runs(tmp_path, 7, 4), "-m", "AP")
    assert "4 more like this" in text
    assert "另有 4 条与此类似" in text


def test_a_run_from_standard_input_is_checked_too(made, tmp_path, monkeypatch):
    given = write_runs(tmp_path, 1, 4)
    content = b"# hello\n" + given[1].read_bytes()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(content), isatty=lambda: False))
    assert "1 line is a comment and skipped" in made(given[0], "-", "-m", "AP")


def timed(folder, form, *, name="took", times=(12, 30, 18, 90)):
    """A run of four queries in a table that says how long each took."""
    rows = [
        {"query": f"q{at}", "doc": f"d{doc}", "score": 5.0 - doc, name: times[at]}
        for at in range(4)
        for doc in range(3)
    ]
    path = folder / f"timed.{form}"
    if form == "parquet":
        pq.write_table(pa.Table.from_pylist(rows), path)
    elif form == "jsonl":
        path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    elif form == "csv":
        lines = [",".join(map(str, each.values())) for each in rows]
        path.write_text("\n".join([",".join(rows[0]), *lines]) + "\n")
    else:
        path = folder / "lists.jsonl"
        lists = [
            {"query": f"q{at}", name: times[at], "hits": [{"_id": f"d{doc}", "_score": 5.0 - doc} for doc in range(3)]}
            for at in range(4)
        ]
        path.write_text("".join(json.dumps(each) + "\n" for each in lists))
    return path


@pytest.mark.parametrize("form", ["parquet", "jsonl", "csv", "lists"])
def test_latency_stands_beside_quality_where_a_run_says_it(made, tmp_path, form):
    qrels, plain = write_runs(tmp_path, 1, 4)
    text = made(qrels, timed(tmp_path, form), plain, "-m", "AP")
    assert "Latency beside quality" in text
    assert "as the runs themselves say it (took)" in text
    # the mean of 12, 18, 30 and 90 in the row of the run that says it; four are too few for a percentile
    assert re.search(r"(timed|lists) [\d.]+ 37\.5 ms - - - 4", text)
    assert re.search(r"s0 [\d.]+ - - - - 0", text)
    assert "EngineTime(p=50): no value, as it needs at least 20 requests and there are 4" in text


def test_seconds_become_milliseconds_and_what_has_no_unit_is_left_out(made, tmp_path):
    qrels, _ = write_runs(tmp_path, 1, 4)
    text = made(qrels, timed(tmp_path, "csv", name="latency_s", times=(0.5, 0.5, 0.5, 0.5)), "-m", "AP")
    assert "500.0 ms - - - 4" in text
    text = made(qrels, timed(tmp_path, "csv", name="latency", times=(5, 5, 5, 5)), "-m", "AP")
    assert (
        "timed: how long its queries took cannot be read: the table: the name of the column 'latency' does not" in text
    )


def test_times_that_contradict_or_cannot_be_read_are_said(made, tmp_path):
    qrels, _ = write_runs(tmp_path, 1, 4)
    path = timed(tmp_path, "csv")
    path.write_text(path.read_text().replace("q1,d1,4.0,30", "q1,d1,4.0,31"))
    text = made(qrels, path, "-m", "AP")
    assert "timed: the rows of 1 query do not agree on took; the largest counts" in text
    path.write_text(path.read_text().replace("q1,d1,4.0,31", "q1,d1,4.0,fast"))
    text = made(qrels, path, "-m", "AP")
    assert "timed: how long its queries took cannot be read" in text


def test_a_run_that_says_nothing_of_time_has_no_such_part(made, tmp_path):
    assert "Latency" not in made(*write_runs(tmp_path, 2, 4), "-m", "AP")
