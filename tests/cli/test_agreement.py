"""`cranfield agreement`: coefficients, who agrees with whom, one sentence, and whether it decides an order."""

import json

import pytest

from cranfield import evaluate, ranking

GRADES = ("--item", "doc", "--rater", "who", "--value", "grade")
ROWS = [
    ("q1", "d1", 3, 3),
    ("q1", "d2", 0, 0),
    ("q1", "d3", 1, 0),
    ("q2", "d4", 2, 3),
    ("q2", "d5", 0, 0),
    ("q2", "d6", 0, 1),
]


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "grades.csv"
    lines = [f"{q},{doc},{who},{grade}" for q, doc, *both in ROWS for who, grade in zip("ab", both, strict=True)]
    path.write_text("\n".join(["q,doc,who,grade", *lines]), encoding="utf-8")
    (tmp_path / "one.run").write_text("q1 Q0 d1 1 3 t\nq1 Q0 d3 2 2 t\nq2 Q0 d4 1 2 t\nq2 Q0 d6 2 1 t\n")
    (tmp_path / "two.run").write_text("q1 Q0 d2 1 3 t\nq1 Q0 d3 2 2 t\nq2 Q0 d5 1 2 t\nq2 Q0 d4 2 1 t\n")
    return path


def test_a_table_of_coefficients_a_matrix_and_a_sentence(cranfield, table):
    done = cranfield("agreement", table, *GRADES, "--query", "q")
    assert done.status == 0, done.err
    for said in (
        "grades: how far raters agree", "Agreement", "Alpha", "AC1", "ICC(average=True)", "Who agrees with whom",
        "12 ratings of 6 items by 2 raters", "two ratings of one item are alike in 50% of cases",
        "95% intervals: queries drawn 1,000 times, seed 12345",
    ):  # fmt: skip
        assert said in done.out, said


def test_chinese_is_chinese(cranfield, table):
    done = cranfield("agreement", table, *GRADES, "--lang", "zh", "--resamples", "100")
    assert "2 名评分者对 6 个条目给出 12 个评分" in done.out
    assert "谁与谁一致" in done.out


def test_json_holds_everything(cranfield, table):
    done = cranfield("agreement", table, *GRADES, "--format", "json", "--resamples", "100", "-m", "Alpha", "-m", "AC1")
    (found,) = json.loads(done.out)["agreement"]
    assert list(found["coefficients"]) == ["Alpha", "AC1"]
    assert found["pairs"][0] | {"kappa": None} == {"one": "a", "two": "b", "items": 6, "agreement": 0.5, "kappa": None}
    assert found["said"]


@pytest.mark.parametrize("form", ["csv", "tsv", "markdown", "latex", "jsonl"])
def test_every_format_is_written(cranfield, table, form, tmp_path):
    runs = ("--runs", tmp_path / "one.run", tmp_path / "two.run")
    done = cranfield("agreement", table, *GRADES, "--query", "q", "--format", form, "--resamples", "50", *runs)
    assert done.status == 0, done.err
    assert "Alpha" in done.out


def test_runs_are_ordered_by_each_rater(cranfield, table, tmp_path):
    runs = ("--runs", tmp_path / "one.run", tmp_path / "two.run", "-m", "nDCG@10", "-m", "Alpha")
    done = cranfield("agreement", table, *GRADES, "--query", "q", "--format", "json", "--resamples", "100", *runs)
    assert done.status == 0, done.err
    whole = json.loads(done.out)
    (orders,) = whole["orders"]
    assert list(whole["agreement"][0]["coefficients"]) == ["Alpha"]
    assert orders["systems"] == ["one", "two"]
    assert orders["taus"] == {"a": 1.0, "b": 1.0}
    assert orders["flips"][0]["flipped"] == 0
    assert "the disagreement does not matter for this order" in orders["said"][-1]


@pytest.mark.usefixtures("table")
def test_nothing_is_claimed_about_disagreement_that_nobody_could_see(cranfield, tmp_path):
    # with one rater a document every draw is the same, which says nothing about raters
    rows = [f"{q},{doc},{'ab'[at % 2]},{both[0]}" for at, (q, doc, *both) in enumerate(ROWS)]
    (tmp_path / "alone.csv").write_text("\n".join(["q,doc,who,grade", *rows]))
    runs = ("--runs", tmp_path / "one.run", tmp_path / "two.run", "-m", "nDCG@10", "-m", "Alpha")
    options = (*GRADES, "--query", "q", "--format", "json", "--resamples", "50", *runs)
    (orders,) = json.loads(cranfield("agreement", tmp_path / "alone.csv", *options).out)["orders"]
    assert [each.split(",")[0] for each in orders["said"]] == [
        f"none of the {len(ROWS)} documents was judged by two raters"
    ]
    (tmp_path / "some.csv").write_text("\n".join(["q,doc,who,grade", *rows, rows[0].replace(",a,", ",b,")]))
    (orders,) = json.loads(cranfield("agreement", tmp_path / "some.csv", *options).out)["orders"]
    assert f"draws differ only in the 1 of {len(ROWS)} documents that two raters or more judged" in orders["said"]
    assert (
        f"a, b judged a part of the {len(ROWS)} documents, and what a rater left out counts as not judged: compare how"
        " raters order the systems, not the values of one with those of another"
    ) in orders["said"]


def test_values_by_a_rater_are_those_of_eval_with_the_judgments_of_this_one(cranfield, table, tmp_path):
    runs = [tmp_path / "one.run", tmp_path / "two.run"]
    for at, who in enumerate("ab"):
        path = tmp_path / f"{who}.qrels"
        path.write_text("".join(f"{q} 0 {doc} {both[at]}\n" for q, doc, *both in ROWS))
        expected = [evaluate(ranking(path, run), "nDCG@10")["nDCG@10"].value for run in runs]
        done = cranfield(
            "agreement", table, *GRADES, "--query", "q", "--format", "json", "--resamples", "50", "--runs", *runs
        )
        (orders,) = json.loads(done.out)["orders"]
        assert orders["raters"][who] == pytest.approx(expected, abs=1e-11)


def test_the_paradox_is_explained_where_one_grade_dominates(cranfield, tmp_path):
    cells = [(0, 0)] * 90 + [(0, 1)] * 4 + [(1, 0)] * 4 + [(1, 1)] * 2
    lines = [f"d{at},{who},{grade}" for at, both in enumerate(cells) for who, grade in zip("ab", both, strict=True)]
    (tmp_path / "p.csv").write_text("\n".join(["doc,who,grade", *lines]))
    done = cranfield("agreement", tmp_path / "p.csv", *GRADES, "--resamples", "200", columns=400)
    assert (
        "94% of the ratings are 0, so that raters who only guess agree often: kappa (0.29) counts such agreement for"
        " little and is lowered by it, AC1 (0.91) is not; look at the rare values before trusting either"
    ) in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--item", "doc", "--rater", "who"), "cranfield: name the column of the ratings with --value; in a table"),
        (("--item", "dok", "--rater", "who", "--value", "grade"), "did you mean doc?"),
        ((*GRADES, "--runs", "one.run", "two.run"), "belongs to which query is not known; give it with --query\n"),
        ((*GRADES, "--query", "q", "--runs", "one.run"), "cranfield: one run has no order; give at least two runs"),
        ((*GRADES, "-m", "Alfa"), "cranfield: unknown measure 'Alfa'; did you mean Alpha?"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_one_sentence(cranfield, table, arguments, message, monkeypatch):
    monkeypatch.chdir(table.parent)
    done = cranfield("agreement", table, *arguments)
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_ratings_compares_systems_in_each_dimension(cranfield, tmp_path):
    lines = [
        f"{system},d{at},{who},{2 + at % 3 + (system == 'new')},{4 - at % 2}"
        for system in ("old", "new") for at in range(8) for who in "ab"
    ]  # fmt: skip
    (tmp_path / "r.csv").write_text("\n".join(["sys,doc,who,fluency,meaning", *lines]))
    given = ("--system", "sys", "--item", "doc", "--rater", "who", "--value", "fluency", "--value", "meaning")
    done = cranfield("ratings", tmp_path / "r.csv", *given, "--against", "old")
    assert done.status == 0, done.err
    assert "fluency: Values with 95% intervals" in done.out
    assert "meaning: Values with 95% intervals" in done.out
    done = cranfield("ratings", tmp_path / "r.csv", *given, "--format", "json")
    found = json.loads(done.out)["dimensions"]
    assert [each["dimension"] for each in found] == ["fluency", "meaning"]
    done = cranfield("eval", tmp_path / "r.csv", *given, "-m", "Mean", "--format", "csv")
    assert "new fluency" in done.out
    done = cranfield("compare", tmp_path / "r.csv", *given, "-m", "Mean")
    assert done.status == 2
    assert "compare systems in one dimension at a time" in done.err


def test_ratings_of_one_system_have_intervals(cranfield, table):
    done = cranfield("ratings", table, *GRADES, "--query", "q")
    assert done.status == 0, done.err
    assert "Mean       1.0833    [0.024, 2.142]" in done.out
