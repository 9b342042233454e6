"""The benchmarks are fair, and the published figures are those that were measured last."""

import gzip
import importlib
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def load(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    yield importlib.import_module
    for name in ("turns", "report", "text_data", "ranking_data", "bench"):
        sys.modules.pop(name, None)


def test_the_published_figures_are_those_that_were_measured(load):
    report = load("report")
    for path, content in report.pages(report.load()).items():
        assert (ROOT / path).read_text(encoding="utf-8") == content, f"{path}: run make bench"


def test_every_section_is_measured_and_every_peer_took_as_many_turns(load):
    results, sections = load("report").load()["sections"], load("bench").SECTIONS
    assert list(results) == list(sections)
    for section in results.values():
        for table in section["tables"]:
            assert len({row["turns"] for row in table["rows"]}) == 1, table["title"]
            assert min(row["turns"] for row in table["rows"]) >= 3, table["title"]


def test_contestants_take_turns_and_medians_count(load, capsys):
    turns = load("turns")
    order = []

    def contestant(name, times):
        waiting = iter(times)

        def turn():
            order.append(name)
            took = next(waiting)
            return turns.Turn(took, 2 * took, answer=0.5)

        return turn

    rows = turns.take_turns(
        {"ours": contestant("ours", [1, 9, 2]), "peer": contestant("peer", [6, 8, 100])}, 3, agree=0
    )
    assert order == ["ours", "peer"] * 3
    assert [(row["wall"], row["cpu"], row["turns"]) for row in rows] == [(2, 4, 3), (8, 16, 3)]
    assert (rows[1]["x wall"], rows[1]["x cpu"], rows[1]["x wall range"]) == (4, 4, [0.8889, 50])
    assert capsys.readouterr().out == ""


def test_other_values_are_no_contest(load):
    turns = load("turns")
    contestants = {
        name: (lambda value=value: turns.Turn(1, 1, answer=value)) for name, value in (("a", 0.5), ("b", 0.6))
    }
    with pytest.raises(SystemExit, match=r"b found 0\.6, a 0\.5: not the same work"):
        turns.take_turns(contestants, 1, agree=0.01)


def test_a_program_is_measured_alone_or_as_a_whole(load):
    turns = load("turns")
    waiting = {"work": "answer = 1.5", "before": "time.sleep(0.3)"}
    work, whole = turns.Program(**waiting)(), turns.Program(**waiting, whole=True)()
    assert work.answer == whole.answer == 1.5
    assert work.wall < 0.3 < whole.wall
    assert work.peak > 1
    with pytest.raises(SystemExit, match="ZeroDivisionError"):
        turns.Program("1 / 0")()


def test_texts_are_the_same_every_time_and_real(load, tmp_path, monkeypatch):
    data = load("text_data")
    monkeypatch.setattr(data, "SETS", tmp_path / "nowhere")
    made = data.make_pairs(tmp_path / "a", 300).read_bytes()
    assert made == data.make_pairs(tmp_path / "b", 300).read_bytes()
    candidates, references = json.loads(made)
    assert references == data.prose()[:300]
    assert "sentences of the manual" in data.source()
    words = [word for text in references for word in text.split()]
    assert 12 < len(words) / len(references) < 30
    assert 0.15 < len(set(words)) / len(words) < 0.45
    assert sum(a == b for a, b in zip(candidates, references, strict=True)) < 30
    summaries = json.loads(data.make_summaries(tmp_path, 20).read_bytes())[1]
    assert all(3 <= len(each.split("\n")) <= 5 for each in summaries)
    assert len(json.loads(data.make_document(tmp_path, 30_000).read_bytes())[1][0].split()) == 30_000


def test_texts_are_those_of_wmt_where_they_are(load, tmp_path, monkeypatch):
    data = load("text_data")
    folder = tmp_path / "sets" / data.WMT[0]
    folder.mkdir(parents=True)
    for name, lines in (("hyp.a.en.txt.gz", "a b\nc\u2028d\n"), ("ref.A.en.txt.gz", "a c\nd\n")):
        (folder / name).write_bytes(gzip.compress(lines.encode()))
    monkeypatch.setattr(data, "SETS", tmp_path / "sets")
    assert json.loads(data.make_pairs(tmp_path, 2).read_bytes()) == [["a b", "c\u2028d"], ["a c", "d"]]
    assert "WMT" in data.source()


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.00123, "1.2 ms"), (0.0998, "0.1 s"), (0.756, "0.76 s"), (8.51, "8.5 s"), (23.6, "24 s")]
)
def test_durations_have_two_digits(load, seconds, shown):
    assert load("report").duration(seconds) == shown


@pytest.mark.parametrize(
    ("number", "shown"), [(0.031, "0.03"), (0.71, "0.7"), (9.94, "9.9"), (46.2, "46"), (1062.7, "1063")]
)
def test_ratios_have_as_many_digits_as_can_be_repeated(load, number, shown):
    assert load("report").ratio(number) == shown
