"""`cranfield explain`: the mean, two systems, languages and formats."""

import json
import math
import statistics

import pytest

from cranfield.cli.language import locale_language


@pytest.fixture
def runs(tmp_path):
    """Twelve queries, of which one has no relevant document and one gets no answer from either run."""
    qrels, a, b = [], [], []
    for query in range(1, 13):
        grade = 0 if query == 11 else 1
        qrels += [f"{query} 0 d{query} {grade}", f"{query} 0 e 1" if query % 2 else f"{query} 0 e 0"]
        if query < 12:
            a += [f"{query} Q0 {'x' * at}{at} {at} {99 - at} a" for at in range(1, query)] + [
                f"{query} Q0 d{query} {query} 1 a"
            ]
            b += [f"{query} Q0 d{query} 1 9 b", f"{query} Q0 e 2 8 b"]
    (tmp_path / "qrels").write_text("\n".join(qrels).replace("11 0 e 1", "11 0 e 0") + "\n")
    (tmp_path / "a.run").write_text("\n".join(a) + "\n")
    (tmp_path / "b.run").write_text("\n".join(b) + "\n")
    return tmp_path


def test_without_a_unit_the_mean_is_explained(cranfield, runs):
    outcome = cranfield("explain", runs / "qrels", runs / "a.run", "-m", "RR")
    assert outcome.status == 0, outcome.err
    lines = outcome.out.splitlines()
    assert lines[0] == "RR of 12 queries"
    values = [1 / query for query in range(1, 11)] + [0, 0]
    facts = {" ".join(line.split()[:-1]): line.split()[-1] for line in lines[lines.index("The values") :] if line}
    assert facts["queries"] == "12"
    assert facts["mean"] == f"{statistics.mean(values):.4f}"
    assert facts["median"] == f"{statistics.median(values):.4f}"
    assert facts["standard deviation"] == f"{statistics.stdev(values):.4f}"
    floored = [max(value, 1e-5) for value in values]
    assert facts["geometric mean"] == f"{statistics.geometric_mean(floored):.4f}"
    assert float(facts["RR"]) == pytest.approx(statistics.mean(values), rel=1e-15)
    quartiles = statistics.quantiles(values, n=4, method="inclusive")
    assert f"{quartiles[0]:.4f} {quartiles[2]:.4f}" in outcome.out
    at = lines.index("The worst")
    assert [line.split()[0] for line in lines[at + 3 : at + 5]] == ["11", "12"]
    at = lines.index("The best")
    assert lines[at + 3].split() == ["1", "1.0000", f"{(1 - statistics.mean(values)) / 12:+.4f}"]
    assert "1 query without an answer: 12" in outcome.out
    at = lines.index("How they spread")
    counts = [int(line.split()[3]) for line in lines[at + 1 : at + 11]]
    assert counts == [sum(low <= 10 * value < low + 1 or (low == 9 and value == 1) for value in values)
                      for low in range(10)]  # fmt: skip


def test_units_without_a_value_are_named_with_the_reason(cranfield, runs):
    outcome = cranfield("explain", runs / "qrels", runs / "a.run", "-m", "AP", columns=120)
    assert "1 of 12 queries without a value (no relevant document is judged), counted as 0: 11" in outcome.out
    skipped = cranfield("explain", runs / "qrels", runs / "a.run", "-m", "AP", "--undefined", "skip", columns=120)
    assert "1 of 12 queries without a value (no relevant document is judged), left out: 11" in skipped.out


def test_a_value_of_the_whole_that_is_no_mean_says_so(cranfield, tmp_path):
    (tmp_path / "ref").write_text("the cat sat on the mat\na dog ran home today\n")
    (tmp_path / "sys").write_text("the cat sat on a mat\na dog ran\n")
    outcome = cranfield("explain", tmp_path / "ref", tmp_path / "sys", "-m", "BLEU")
    assert "The value of the whole is made of all segments together" in outcome.out


def test_two_systems_with_a_unit_differ_document_by_document(cranfield, runs):
    call = ("explain", runs / "qrels", runs / "a.run", runs / "b.run", "-m", "AP", "--query", "3")
    lines = cranfield(*call).out.splitlines()
    at = lines.index("AP of query 3: b against a")
    rows = [line.split() for line in lines[at:]]
    assert ["e", "-", "2", "0", "0.5000", "+0.5000"] in rows
    assert ["difference", "0.1667", "1", "+0.8333"] in rows
    told = json.loads(cranfield(*call, "--format", "json").out)["explanations"]
    (apart,) = [each for each in told if "contributions" in each]
    parts = [part for each in apart["contributions"] for part in (each["adds"][1], -each["adds"][0])]
    assert math.fsum([*parts, apart["rounding"]]) == apart["difference"]
    assert apart["systems"] == ["a", "b"]


def test_two_systems_without_a_unit_show_what_changed_most(cranfield, runs):
    outcome = cranfield("explain", runs / "qrels", runs / "a.run", runs / "b.run", "-m", "RR")
    lines = outcome.out.splitlines()
    at = lines.index("RR of 12 queries: b against a")
    assert lines[at + 1] == "b is better on 9, worse on 0 and the same on 3 of 12 queries"
    assert lines[at + 6].split()[:1] == ["10"]
    assert lines[at + 6].split()[1:] == ["0.1000", "1.0000", "+0.9000"]


def test_a_value_that_is_no_sum_shows_its_steps_side_by_side(cranfield, runs):
    outcome = cranfield("explain", runs / "qrels", runs / "a.run", runs / "b.run", "-m", "F@5", "--query", "3")
    assert "This value is no sum over rows; its steps side by side:" in outcome.out


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [(".html", "<!DOCTYPE html>"), (".md", "# AP of query 3"), (".tex", "% needs"), (".json", "{"), (".txt", "AP of")],
)
def test_the_ending_chooses_the_format(cranfield, runs, ending, beginning):
    target = runs / f"told{ending}"
    outcome = cranfield("explain", runs / "qrels", runs / "a.run", "-m", "AP", "--query", "3", "-o", target)
    assert (outcome.status, outcome.out) == (0, "")
    assert target.read_text(encoding="utf-8").startswith(beginning)


def test_an_unknown_ending_is_one_sentence(cranfield, runs):
    outcome = cranfield("explain", runs / "qrels", runs / "a.run", "-m", "AP", "-o", runs / "told.pdf")
    assert outcome.status == 2
    assert "the ending .pdf stands for no format" in outcome.err


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "zh_SG"}, "zh"),
        ({"LANG": "zh-Hans", "LC_ALL": ""}, "zh"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_locale_decides_the_language(environment, language):
    assert locale_language(environment) == language


def test_chinese_is_asked_for_or_comes_from_the_locale(cranfield, runs, monkeypatch):
    call = ("explain", runs / "qrels", runs / "a.run", "-m", "AP", "--query", "3")
    asked = cranfield(*call, "--lang", "zh").out
    assert asked.startswith("查询 3 的 AP\n在每个相关文档的名次处计算查准率")
    assert "策略：default" in asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert cranfield(*call).out == asked
    assert cranfield(*call, "--lang", "en").out.startswith("AP of query 3\n")
    assert cranfield("measures", "nDCG").out.startswith("nDCG\n前 k 个结果的折损累计增益")


@pytest.mark.parametrize("form", ["text", "markdown", "html", "latex"])
@pytest.mark.parametrize(
    ("language", "title"), [("en", "Which measure suits my question?"), ("zh", "我的问题该用哪个指标？")]
)
def test_measures_tells_which_one_suits_a_question(cranfield, form, language, title):
    outcome = cranfield("measures", "--choose", "--lang", language, "--format", form)
    assert outcome.status == 0
    assert title in outcome.out
    assert "BalancedAccuracy" in outcome.out.replace("\n", "")


def test_digits_are_those_of_the_numbers_on_the_way(cranfield, runs):
    call = ("explain", runs / "qrels", runs / "a.run", "-m", "AP", "--query", "3", "--digits")
    assert "1/3 = 0.33 " in cranfield(*call, "2").out + " " or "1/3 = 0.33\n" in cranfield(*call, "2").out
    assert repr(1 / 3 / 2) in cranfield(*call, "2").out
