"""The gate: what each rule means, told with the numbers that decided it."""

import math

import pytest

from cranfield import MeasureError, parse
from cranfield.compare.facts import Facts
from cranfield.compare.gate import check
from cranfield.compare.rules import parse_rule
from cranfield.core.verdict import exit_code


def facts(measure="AP", value=0.44, base=0.45, **more):
    return Facts(parse(measure), more.pop("system", "new"), value, more.pop("baseline", "base"), base, **more)


def status(text, *given, kind="fail-if"):
    (verdict,) = check([parse_rule(text, kind)], given or [facts()])
    return verdict.status


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("AP drops 0.01", "failed"),  # 0.45 - 0.44 is 0.010000000000000009
        ("AP drops 0.0101", "passed"),
        ("AP drops 2%", "failed"),  # 1 / 45
        ("AP drops 3%", "passed"),
        ("AP drops", "failed"),
        ("AP rises", "passed"),
        ("AP is worse", "failed"),
        ("AP is worse by 0.02", "passed"),
        ("AP is better", "passed"),
        ("AP is not better", "failed"),
        ("AP is not better by 0.01", "failed"),
        ("AP < 0.44", "passed"),
        ("AP <= 0.44", "failed"),
        ("AP > 0.44", "passed"),
        ("AP >= 0.44", "failed"),
        ("baseline of AP < 0.5", "failed"),
        ("difference of AP < -0.005", "failed"),
        ("change of AP < -1%", "failed"),
        ("AP drops and AP < 0.3", "passed"),
        ("AP drops or AP < 0.3", "failed"),
        ("(AP rises or AP drops) and AP < 0.5", "failed"),
    ],
)
def test_each_rule_means_what_it_says(text, wanted):
    assert status(text) == wanted


def test_a_drop_of_just_the_amount_counts_whatever_the_digits():
    for cents in range(2, 100):
        assert status("AP drops 0.01", facts(value=(cents - 1) / 100, base=cents / 100)) == "failed"
        assert status("AP drops 0.01", facts(value=(cents - 1) / 100 + 1e-6, base=cents / 100)) == "passed"


def test_worse_and_better_follow_the_direction_of_the_measure():
    higher = facts("TER", 51.0, 50.0)
    assert status("TER is worse by 1", higher) == "failed"
    assert status("TER is worse by 1.1", higher) == "passed"
    assert status("TER is better", higher) == "passed"
    assert status("TER is not better", higher) == "failed"
    assert status("TER is worse by 2%", higher) == "failed"


def test_the_bad_end_of_the_interval_shows_that_nothing_is_worse_by_more_than_a_margin():
    near = facts(low=-0.009, high=0.02)
    assert status("AP is not worse by 0.01", near, kind="require") == "passed"
    assert status("AP is not worse by 0.009", near, kind="require") == "failed"  # the margin itself is not inside
    assert status("AP is not worse by 2.1%", near, kind="require") == "passed"  # 2.1 % of 0.45 is 0.00945
    assert status("AP is not worse by 1.9%", near, kind="require") == "failed"
    lower = facts("TER", 50.0, 50.0, low=-9.0, high=0.5)
    assert status("TER is not worse by 1", lower, kind="require") == "passed"
    assert status("TER is not worse by 0.4", lower, kind="require") == "failed"


def test_a_better_mean_does_not_show_that_nothing_is_worse():
    unsure = facts(value=0.47, low=-0.03, high=0.07)
    assert status("AP is not worse by 0.01", unsure, kind="require") == "failed"


def test_chance_and_intervals_are_asked_for_by_name():
    unsure = facts(p=0.2, low=-0.03, high=0.01)
    assert status("AP is worse and p < 0.05", unsure) == "passed"
    assert status("AP is worse and p < 0.25", unsure) == "failed"
    assert status("low of AP < -0.02", unsure) == "failed"
    assert status("high of AP < 0", unsure) == "passed"


def test_what_is_not_known_is_undecided_unless_the_rest_decides():
    assert status("p of AP < 0.05") == "undecided"
    assert status("AP is not worse by 1%", kind="require") == "undecided"
    assert status("AP rises and p < 0.05") == "passed"
    assert status("AP drops or p < 0.05") == "failed"
    assert status("AP drops and p < 0.05") == "undecided"
    assert status("AP drops 1%", facts(base=0.0)) == "undecided"
    assert status("AP drops 1%", facts(value=0.0, base=0.0)) == "passed"
    assert status("AP drops 0.01", facts(value=math.nan)) == "undecided"
    assert status("AP < 0.5", facts(value=math.nan)) == "undecided"


def test_a_rule_is_applied_to_every_system_and_baseline_that_it_leaves_open():
    several = [facts(system=system, baseline=base) for system in ("a", "b") for base in ("x", "y")]
    found = check([parse_rule("AP drops"), parse_rule("AP drops in b"), parse_rule("AP < 1 in a")], several)
    where = [(each.rule, each.system, each.baseline) for each in found]
    assert where == [
        ("AP drops", "a", "x"), ("AP drops", "a", "y"), ("AP drops", "b", "x"), ("AP drops", "b", "y"),
        ("AP drops in b", None, "x"), ("AP drops in b", None, "y"), ("AP < 1 in a", None, None),
    ]  # fmt: skip
    (one,) = check([parse_rule("AP drops in b against y")], several)
    assert (one.system, one.baseline) == (None, None)


def test_a_value_needs_no_baseline():
    alone = Facts(parse("AP"), "new", 0.3)
    assert status("AP < 0.4", alone) == "failed"
    with pytest.raises(MeasureError, match="'AP drops': there is nothing to compare AP of new with; give a baseline"):
        check([parse_rule("AP drops")], [alone])


def test_unknown_names_are_refused_with_the_nearest():
    with pytest.raises(MeasureError, match=r"there is no system 'nev'; there are new; did you mean new\?"):
        check([parse_rule("AP drops in nev")], [facts()])
    with pytest.raises(MeasureError, match=r"there is no baseline 'x'; there are base$"):
        check([parse_rule("AP drops against x")], [facts()])
    with pytest.raises(MeasureError, match="RR of new was not computed; compute it too"):
        check([parse_rule("RR drops")], [facts()])


def test_other_names_of_a_measure_find_its_facts():
    assert status("map drops 0.01") == "failed"


def test_verdicts_tell_the_numbers_in_two_languages():
    given = facts(low=-0.03, high=0.01, p=0.012)
    rules = [
        parse_rule("map drops 0.01 and p < 0.05"), parse_rule("AP is not worse by 0.02", "require"),
        parse_rule("AP < 0.4"), parse_rule("low of AP < -0.1 in new against base"),
    ]  # fmt: skip
    moved, shown, small, low = check(rules, [given])
    assert str(moved) == (
        "failed: fail if 'map drops 0.01 and p < 0.05' in new against base: map of new is 0.4400, of base 0.4500"
        " (-0.01, -2.22%); p of map, new against base, is 0.012; the rule says < 0.05"
    )
    assert str(shown) == (
        "failed: require 'AP is not worse by 0.02' in new against base: AP of new is 0.4400, of base 0.4500 (-0.01);"
        " the 95% interval of the difference, -0.03 to +0.01, reaches -0.02 or beyond"
    )
    assert str(small) == "passed: fail if 'AP < 0.4' in new: AP of new is 0.4400; the rule says < 0.4"
    assert str(low) == (
        "passed: fail if 'low of AP < -0.1 in new against base': the 95% interval of the difference in AP, new minus"
        " base, begins at -0.03; the rule says < -0.1"
    )
    assert small.told(language="zh") == ("通过——出现则不通过：“AP < 0.4”，系统 new：new 的 AP 为 0.4400；规则为 < 0.4")
    assert moved.as_dict()["reasons"][1]["fields"]["p"] == 0.012


def test_the_exit_code_tells_what_happened():
    passed, failed, undecided = check(
        [parse_rule("AP rises"), parse_rule("AP drops"), parse_rule("p of AP < 1")], [facts()]
    )
    assert [exit_code(each) for each in ([], [passed], [passed, failed, undecided], [passed, undecided])] == [
        0,
        0,
        1,
        2,
    ]
