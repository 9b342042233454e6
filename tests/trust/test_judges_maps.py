"""Maps from the scale of a judge to that of people: lines, rounding, and the advice to use them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cranfield import InputError
from cranfield.trust.judges import judges
from cranfield.trust.maps import rounding, scale_of
from cranfield.words import say
from trust.made_judges import made

HUMAN, JUDGE, RUNS = made()


def scores_of(grades, *, seed=3):
    """A judge's scores from 0 to 100, of which some lie between what grades from 0 to 3 become; no 0 and no 100."""
    rng = np.random.default_rng(seed)
    return {query: {doc: float(np.clip(grade * 100 / 3 + rng.uniform(-10, 10), 5, 95)) for doc, grade in docs.items()}
            for query, docs in grades.items()}  # fmt: skip


def test_a_line_between_the_ends_of_two_scales_is_not_that_between_the_grades_given():
    scores = scores_of(JUDGE)
    plain = {query: {doc: round(score * 3 / 100, 9) for doc, score in docs.items()} for query, docs in scores.items()}
    one = judges(HUMAN, scores, RUNS, mapping="0..100=0..3", resamples=50)["judge"]
    two = judges(HUMAN, plain, RUNS, resamples=50)["judge"]
    assert one.bias == two.bias
    assert one.orders[0].judge == two.orders[0].judge
    assert one.about["map"] == "0..100=0..3"
    found = judges(HUMAN, scores, RUNS, mapping="linear", resamples=50)["judge"]
    assert found.about["map"] == "5..95=0..3"
    assert found.bias != one.bias


def test_rounded_scores_are_the_nearest_grades():
    scores = scores_of(JUDGE)
    plain = {query: {doc: math.floor(score * 3 / 100 + 0.5) for doc, score in docs.items()}
             for query, docs in scores.items()}  # fmt: skip
    one = judges(HUMAN, scores, RUNS, mapping={"0..100": "0..3"}, rounded=True, again=scores, resamples=50)["judge"]
    two = judges(HUMAN, plain, RUNS, again=plain, resamples=50)["judge"]
    assert one.estimates == two.estimates
    assert one.confusion == two.confusion
    assert one.repeats == two.repeats
    assert one.orders[0].judge == two.orders[0].judge
    assert one.about["map"] == "0..100=0..3 rounded"
    assert not any(each.key.startswith(("judges-between", "judges-other")) for each in one.remarks)


@pytest.mark.parametrize(
    ("steps", "given", "expected"),
    [
        ([0, 1, 3], [0.49, 0.5, 1.5, 2.49, 2.5, 3.2, -0.5], [0, 1, 2, 2, 3, 3, 0]),  # whole ones, also never given
        ([0, 0.5, 2], [-3, 0.24, 0.25, 1.2, 1.25, 1.26, 9], [0, 0, 0.5, 0.5, 2, 2, 2]),
        ([1.5], [0, 1.5, 9], [1.5, 1.5, 1.5]),
    ],
)
def test_the_middle_of_two_grades_is_rounded_up(steps, given, expected):
    found = rounding(None, np.array(steps, float)).of(np.array(given, float), "judge")
    assert found.tolist() == expected


@pytest.mark.parametrize(
    ("given", "grades", "expected"),
    [
        ("0..10=0..1,10..100=1..3", [0, 5, 10, 55, 100], [0, 0.5, 1, 2, 3]),
        ("1..5=3..0", [1, 3, 5], [3, 1.5, 0]),  # 1 is the best there
        ("0..10=2..2", [0, 10], [2, 2]),
        ("0..10=0,10..20=0..3,20=9", [9.9, 10, 20], [0, 0, 3]),
    ],
)
def test_a_line_has_both_its_ends(given, grades, expected):
    scale = scale_of(given)
    assert scale.text == given
    assert scale.of(np.array(grades, float), "judge").tolist() == expected


@pytest.mark.parametrize(
    "given",
    [
        "",
        " ",
        "0..100",
        "0..1=0..3,",
        "-1e308..1e308=0..3",
        "5=0..3",
        "5..5=0..3",
        "9..1=0..3",
        "0..x=0..3",
        "0..1=0..",
        "0..1=..",
        "..=0..1",
    ],
)
def test_what_is_no_line_is_refused(given):
    with pytest.raises(InputError, match=r"a line as 0\.\.100=0\.\.3"):
        judges(HUMAN, JUDGE, mapping=given)


def test_a_document_cannot_be_mapped_below_0_where_nobody_would_have_judged_it():
    told = r"^judge: the map 0\.\.3=0\.\.-3 makes -\d of the grade \d, and a grade below 0 says that nobody judged;"
    with pytest.raises(InputError, match=told):
        judges(HUMAN, JUDGE, mapping="0..3=0..-3")
    with pytest.raises(InputError, match=r"^human: the map 0=-1,1=1,2=2,3=3 makes -1 of the grade 0,"):
        judges(HUMAN, JUDGE, human_mapping={0: -1, 1: 1, 2: 2, 3: 3})
    rated = {"id": ["a", "b", "c"], "score": [0, 1, 3]}  # texts may well be rated below 0
    found = judges(rated, rated, item="id", value="score", mapping="0..3=0..-3", resamples=50)["judge"]
    assert found.bias.value == pytest.approx(-8 / 3)


def test_a_score_beyond_the_ends_of_a_line_is_refused():
    with pytest.raises(InputError, match=r"^judge: the map 0..2=0..3 says nothing of the grade 3 \("):
        judges(HUMAN, JUDGE, mapping="0..2=0..3")


def told(remark, language="en"):
    return say(remark.key, remark.fields, language=language)


def test_medians_of_several_people_are_said_to_lie_between_the_grades_of_a_judge():
    def between(people):
        rows = [{"id": f"t{at}", "rater": who, "score": score} for who, given in people.items() for at, score in given]
        judge = {"id": [f"t{at}" for at in range(6)], "score": [1, 2, 3, 1, 2, 3]}
        table = {key: [row[key] for row in rows] for key in ("id", "rater", "score")}
        found = judges(table, judge, item="id", value="score", rater="rater", resamples=50)["judge"]
        return [each for each in found.remarks if each.key == "judges-people-between"]

    ann = list(enumerate([1, 2, 3, 1, 2, 3]))
    (told_of,) = between({"ann": ann, "bo": [(at, score + (at < 2)) for at, score in ann]})
    assert told(told_of).startswith("people gave 2 grades between those of the judge (1.5, 2.5), as medians of several")
    assert "介于评判者的等级之间（1.5、2.5" in told(told_of, "zh")
    assert between({"ann": ann, "bo": ann}) == []


def test_advice_fits_the_grades():
    def advice(judge, human=HUMAN, **options):
        found = judges(human, judge, resamples=50, **options)["judge"].remarks
        return [each for each in found if each.key in ("judges-between-grades", "judges-other-scale")]

    scores = scores_of(JUDGE)
    (wide,) = advice(scores)
    assert told(wide).endswith("such as 5..95=0..3 with the ends that both scales have")
    (between,) = advice(scores, mapping="0..100=0..3")
    assert between.key == "judges-between-grades"
    assert "; rounded takes each to the nearest grade; " in told(between)
    assert "介于人的等级之间" in told(between, "zh")
    assert advice(scores, mapping="0..100=0..3", rounded=True) == []
    assert advice(JUDGE) == []
    coarse = {query: {doc: 3 * (grade > 1) for doc, grade in docs.items()} for query, docs in HUMAN.items()}
    (whole,) = advice(JUDGE, human=coarse)
    assert told(whole).endswith("give a map from it to that of people")
