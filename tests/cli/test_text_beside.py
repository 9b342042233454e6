"""Values of other tools and nuggets beside texts: shown, compared, explained, and refused in a sentence."""

import json

import pytest

from cranfield import InputError, MeasureError, compare, evaluate, text

ROWS = [
    {"o": "the cat sat", "r": "the cat sat", "comet": 0.9, "loss": 1.5},
    {"o": "a dog", "r": "the dog barks", "comet": 0.5, "loss": None},
    {"o": "x y", "r": "x y z", "comet": 0.7, "loss": 2.5},
]
NUGGETS = [
    {"qid": "b", "nuggets": [{"text": "one", "importance": "vital", "assignment": "support"},
                             {"text": "two", "importance": "vital", "assignment": "partial_support"},
                             {"text": "three", "importance": "okay", "assignment": "not_support"}]},
    {"qid": "a", "nuggets": [{"text": "four", "importance": "okay", "assignment": "support"}]},
]  # fmt: skip
FIELDS = ("--candidate", "o", "--references", "r")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    better = [each | {"comet": each["comet"] + 0.05} for each in ROWS]
    for name, rows in (("a", ROWS), ("b", better), ("n", NUGGETS)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    return tmp_path


def test_values_of_other_tools_are_shown_beside_ours(cranfield):
    done = cranfield("text", "a.jsonl", *FIELDS, "-m", "ROUGE-1", "--given", "comet", "-q", "--format", "json")
    told = json.loads(done.out)["systems"][0]
    assert told["metrics"]["comet"] == pytest.approx(0.7)
    assert [each["comet"] for each in told["per_segment"].values()] == [0.9, 0.5, 0.7]


def test_they_are_compared_and_tested(cranfield):
    done = cranfield("compare", "a.jsonl", "b.jsonl", *FIELDS, "-m", "ROUGE-1", "--given", "comet")
    assert "+0.0500" in done.out
    assert "3/0/0" in done.out


def test_lower_may_be_better_and_a_gap_is_no_zero(cranfield):
    asked = ("-m", "GivenLoss(column='loss')", "--given", "loss")
    done = cranfield("text", "a.jsonl", *FIELDS, *asked)
    assert done.out.split("\n")[2].split() == ["GivenLoss(column='loss')", "2.0000"]
    assert "comet" not in done.out
    assert "GivenLoss(column='loss'): undefined for 1 of 3 segments (no value was given), left out" in done.err
    batch = text(candidates=["a"], references=["a"], given={"p": [3]})
    assert evaluate(batch, ["GivenLoss(column='p')"]).found["GivenLoss(column='p')"].measure.better == "lower"


def test_python_takes_them_by_name():
    batches = [
        text(candidates=["a", "b"], references=["a", "c"], given={"COMET": values}, system=name)
        for name, values in (("one", [0.1, 0.2]), ("two", [0.2, 0.4]))
    ]
    found = compare([evaluate(each, ["Given(column='COMET')"]) for each in batches])
    assert found["Given(column='COMET')"].pairs[0].difference == pytest.approx(0.15)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"x": [1]}, "text: x has 1 values and there are 2 segments; give one for each"),
        ({"x": [1, "high"]}, "text: x of segment 2 must be a number, not 'high'; mend it, or leave it empty for none"),
        (
            {"x": [1, float("inf")]},
            "text: x of segment 2 must be a number, not inf; mend it, or leave it empty for none",
        ),
        (3, "text: given=... must be lists of numbers by name, such as COMET, not a int"),
    ],
)
def test_odd_values_are_refused(given, message):
    with pytest.raises(InputError) as caught:
        text(candidates=["a", "b"], references=["a", "b"], given=given)
    assert str(caught.value) == message


def test_a_column_that_was_not_given_is_named():
    batch = text(candidates=["a"], references=["a"], given={"comet": [1]})
    with pytest.raises(MeasureError) as caught:
        evaluate(batch, ["Given(column='comett')"])
    assert str(caught.value) == (
        "Given: no values 'comett' were given; there are comet; did you mean comet?; give them with given=..."
    )
    with pytest.raises(MeasureError, match=r"give the values of other tools with given=\.\.\."):
        evaluate(text(candidates=["a"], references=["a"]), ["Given"])


def test_fields_of_values_need_a_table(cranfield, home):
    (home / "s.txt").write_text("a\n")
    done = cranfield("text", "s.txt", "s.txt", "--given", "x")
    assert done.status == 2
    assert "text: --given names a field of a table; give --candidate too" in done.err


def test_nuggets_alone_give_their_recall(cranfield):
    done = cranfield("text", "n.jsonl", "--nuggets", "nuggets", "--ids", "qid", "-q", "--format", "json")
    told = json.loads(done.out)["systems"][0]
    # a has no vital nugget, which counts as 0 and is said
    assert told["metrics"] == {
        "strict_vital_score": 1 / 4, "vital_score": 3 / 8, "strict_all_score": (1 / 3 + 1) / 2,
        "all_score": (1 / 2 + 1) / 2,
    }  # fmt: skip
    assert list(told["per_segment"]) == ["b", "a"]
    assert "undefined for 1 of 2 segments (there is no such nugget), counted as 0" in done.err
    weighted = cranfield("text", "n.jsonl", "--nuggets", "nuggets", "-m", "weighted_score", "--format", "json")
    assert json.loads(weighted.out)["systems"][0]["metrics"]["weighted_score"] == (1.5 / 2.5 + 1) / 2


def test_nuggets_are_explained(cranfield):
    fields = ("--nuggets", "nuggets", "--ids", "qid", "-m", "vital_score", "--segment", "b")
    out = cranfield("explain", "n.jsonl", *fields).out
    assert "partly supported" in out
    assert "0.75" in out


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            {"importance": "vital", "assignment": "odd"},
            "a nugget of segment 1 must have the assignment not_support or partial_support or support, not 'odd'",
        ),
        ({"assignment": "support"}, "a nugget of segment 1 must have the importance vital or okay, and has none"),
        (
            "a fact",
            "the nuggets of segment 1 must be a list of records with text, importance and assignment, not 'a fact'",
        ),
    ],
)
def test_odd_nuggets_are_refused(row, message):
    with pytest.raises(InputError) as caught:
        text(nuggets=[[row]])
    assert str(caught.value) == f"text: {message}"


def test_what_is_missing_is_said():
    with pytest.raises(InputError) as caught:
        text(references=["a"])
    assert str(caught.value) == "text: there are no candidates; give the generated texts, or nuggets alone"
    with pytest.raises(MeasureError, match=r"give the generated texts with candidates=\.\.\."):
        evaluate(text(nuggets=[[]]), ["BLEU"])
