"""`cranfield report`: one page for every family, and what goes wrong in a sentence."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from cranfield.cli.demo import REPORT

PAGE = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")


def part(path, name):
    """The data of a page."""
    found = re.search(
        rf'<script type="application/json" id="{name}">(.*?)</script>', path.read_text("utf-8"), re.DOTALL
    )
    return json.loads(found[1])


@pytest.fixture
def made(cranfield, tmp_path):
    def call(*arguments):
        path = tmp_path / "page.html"
        outcome = cranfield("report", *arguments, "-o", path, "--lang", "en")
        return outcome, path

    return call


def test_a_report_of_rankings_holds_what_was_returned(made, files):
    outcome, path = made(files / "qrels.txt", files / "a.run", files / "b.run", "-m", "nDCG@10", "-m", "AP")
    assert outcome.status == 0
    assert re.fullmatch(r"wrote .*page\.html \(\d+ kB\)\n", outcome.out)
    core, view = part(path, "core"), part(path, "view")
    assert core["systems"] == ["a", "b"]
    assert [each["name"] for each in core["measures"]] == ["nDCG@10", "AP"]
    ap = core["measures"][1]
    assert core["kinds"][ap["kind"]]["units"] == ["q1", "q2"]
    assert ap["values"] == [[0.833333, 0.5], [0.25, 0]]
    # d1, d3 and d2 of the first system; the second returned d3, d1 and one that nobody judged
    assert view["units"] == ["q1", "q2"]
    assert view["queries"][0]["grades"] == "201?"
    assert [each["top"][0] for each in view["systems"]] == [[0, 1, 2], [1, 0, 3]]
    assert [each["length"] for each in view["systems"]] == [[3, 2], [3, 0]]
    assert f"cranfield report {files / 'qrels.txt'}" in path.read_text("utf-8")


def test_grades_beyond_a_digit_and_fractions_stay_numbers(made, tmp_path):
    (tmp_path / "qrels.json").write_text(json.dumps({"q": {"a": 12, "b": 2}}))
    (tmp_path / "one.json").write_text(json.dumps({"q": {"b": 2.0, "x": 1.5, "a": 1.0}}))
    _, path = made(tmp_path / "qrels.json", tmp_path / "one.json", "-m", "nDCG")
    view = part(path, "view")
    assert view["queries"][0]["grades"] == [2, None, 12]
    assert view["highest"] == 12


def test_ids_come_back_from_their_short_form():
    from cranfield.report.html.rounding import fronted

    names = ["doc-1", "doc-12", "doc-12", "", "doc", "数据-1", "数据-2", "x" * 50, "x" * 50 + "y"]
    found, before = [], ""
    for each in fronted(names):
        before = before[: int(each[0], 36)] + each[1:]
        found.append(before)
    assert found == names


def test_captions_are_found_by_their_usual_names(made, files, tmp_path):
    (tmp_path / "topics.tsv").write_text("q1\thow to\nq2\twhat is\n")
    (tmp_path / "docs.jsonl").write_text(
        '{"_id": "d1", "title": "One", "text": "first"}\n{"_id": "zz", "text": "no"}\n'
    )
    outcome, path = made(
        files / "qrels.txt", files / "a.run", "--queries", tmp_path / "topics.tsv", "--docs", tmp_path / "docs.jsonl"
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    assert part(path, "core")["kinds"][0]["texts"] == ["how to", "what is"]
    view = part(path, "view")
    assert (view["titles"], view["texts"]) == ({"0": "One"}, {"0": "first"})
    assert "of 4 documents are not in docs.jsonl" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "q1\n",
            "topics.tsv line 1: must be an id and a text with a tab between them, not 'q1'; mend or remove the line",
        ),
        ('{"id": "q1"\n', "topics.tsv line 1: must be a JSON object on each line, with an id, a title and a text"),
        ('{"a": 1, "b": 2}\n', "must have an id and a text or a title; there are a, b; call them id, title and text"),
        ("q1\tone\nq1\ttwo\n", "topics.tsv line 2: has 'q1' a second time with another text; remove one"),
    ],
)
def test_texts_that_cannot_be_read_are_told_with_their_line(made, files, tmp_path, content, message):
    (tmp_path / "topics.tsv").write_text(content)
    outcome, path = made(files / "qrels.txt", files / "a.run", "--queries", tmp_path / "topics.tsv")
    assert outcome.status == 2
    assert message in outcome.err
    assert not path.exists()


def test_rules_decide_the_exit_and_stand_in_the_page(made, files):
    rule = ("--fail-if", "AP drops 0.1")
    outcome, path = made(files / "qrels.txt", files / "a.run", files / "b.run", "-m", "AP", *rule)
    assert outcome.status == 1
    assert '<span class="status failed">' in path.read_text("utf-8")


def test_a_report_of_texts_holds_references_and_candidates(made, tmp_path):
    (tmp_path / "ref.txt").write_text("the cat sat\na dog <b>ran</b>\n")
    (tmp_path / "one.txt").write_text("the cat sat\na cat ran\n")
    (tmp_path / "two.txt").write_text("a cat sat\na dog ran\n")
    outcome, path = made(
        tmp_path / "ref.txt", tmp_path / "one.txt", tmp_path / "two.txt", "-m", "BLEU", "-m", "ROUGE-L"
    )
    assert outcome.status == 0, outcome.err
    view = part(path, "view")
    assert view["references"] == [["the cat sat"], ["a dog <b>ran</b>"]]
    assert view["candidates"] == [["the cat sat", "a cat sat"], ["a cat ran", "a dog ran"]]
    assert len(part(path, "steps")) == 4
    assert "<b>ran" not in path.read_text("utf-8")


def test_a_report_of_labels_has_its_pictures(made, tmp_path):
    rows = "".join(
        f"{at % 2},{(at * 7) % 3 > 0:d},{(at * 13 % 17) / 17 + at % 2 / 4:.3f},{'ab'[at % 2]}\n" for at in range(60)
    )
    (tmp_path / "rows.csv").write_text("y,g,s,part\n" + rows)
    outcome, path = made(
        tmp_path / "rows.csv", "--truth", "y", "--guess", "g", "--score", "s", "--by", "part", "-m", "Accuracy",
        "-m", "F1",
    )  # fmt: skip
    assert outcome.status == 0, outcome.err
    text = path.read_text("utf-8")
    for title in (
        "Confusion matrix",
        "ROC curve of 1 against the rest",
        "Precision and recall of 1",
        "Scores by class",
    ):
        assert f"<title>{title}" in text
    assert 'id="groups"' in text
    assert "No calibration curve: " in text  # these scores are no probabilities


def test_the_demo_ends_with_its_report(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = cranfield("demo")
    assert outcome.out.endswith(f"  {REPORT}\n")
    assert outcome.err == ""
    text = (tmp_path / REPORT).read_text("utf-8")
    assert "cranfield report demo/qrels.txt demo/title-words.run demo/bm25.run demo/bm25-synonyms.run" in text
    assert str(tmp_path) not in text


def test_only_the_styles_and_scripts_of_the_page_are_allowed(made, files):
    _, path = made(files / "qrels.txt", files / "a.run")
    text = path.read_text("utf-8")
    assert re.search(r"default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:;", text)
    assert not re.search(r'<[^>]+ (style|on\w+)="', text)
    assert not re.search(r'(src|href)="(?!#)', text)


def test_the_commands_of_the_page_work(cranfield, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cranfield("demo", "--save", "demo")
    for name, text in (("reference", "a cat sat\n一只 猫\n"), ("old", "a dog sat\n猫\n"), ("new", "a cat sat\n一只\n")):
        Path(f"{name}.txt").write_text(text)
    rows = "".join(f"{at % 2},{(at * 13 % 17) / 17:.3f},{(at * 5 % 7) / 7:.3f}\n" for at in range(40))
    Path("clicks.csv").write_text("y,a,b\n" + rows)
    commands = re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE)
    assert len(commands) == 5
    for command in commands:
        given = [part for each in shlex.split(command)[1:] for part in (sorted(map(str, Path().glob(each))) or [each])]
        outcome = cranfield(*given)
        assert outcome.status == 0, outcome.err
        assert Path(given[-1]).stat().st_size < 2_000_000
