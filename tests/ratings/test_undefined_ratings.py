"""Undefined is a reason in words: never 1.0, never a bare nan."""

import math

import pytest

from cranfield import MeasureError, each_rated, evaluate, explain, interval, ratings
from ratings.made_ratings import of_table

CORRECTED = ["Alpha", "Alpha(level='nominal')", "Alpha(level='interval')", "Alpha(level='ratio')", "Kappa",
             "Kappa(weights='linear')", "Pi", "FleissKappa", "AC1", "AC2", "ICC", "ICC(type='1')"]  # fmt: skip


def told(batch, measure):
    results = evaluate(batch, measure)
    assert math.isnan(results[measure].value), measure
    found = [each.message for each in results.findings if each.severity == "warning"]
    assert len(found) == 1, (measure, found)
    assert found[0].startswith(f"{results[measure].measure}: no value, as "), found
    return found[0]


@pytest.mark.parametrize("measure", CORRECTED)
def test_one_value_only_is_no_agreement(measure):
    batch = of_table([[4, 4, 4], [4, 4, 4]])
    assert "4" in told(batch, measure) or "do not differ" in told(batch, measure)
    assert evaluate(batch, "Agreement")["Agreement"].value == 1.0


@pytest.mark.parametrize("measure", [each for each in CORRECTED if "type='1'" not in each])
def test_one_rater_is_no_agreement(measure):
    told(of_table([[1, 2, 3]]), measure)


@pytest.mark.parametrize("measure", CORRECTED[:-2])
def test_raters_who_share_no_item_do_not_agree(measure):
    message = told(of_table([[1, 2, None, None], [None, None, 1, 2]]), measure)
    assert message.endswith("no item has two ratings; let two raters rate the same items") or "rated by all" in message


def test_fleiss_kappa_is_for_equal_numbers_of_ratings():
    assert told(of_table([[1, 2, 1], [1, 2, 2], [1, None, 1]]), "FleissKappa") == (
        "FleissKappa: no value, as items have from 2 to 3 ratings, and Fleiss' kappa is for equal numbers; use Alpha"
    )


def test_no_item_that_all_raters_rated():
    message = told(of_table([[1, 2, None], [1, None, 3], [None, 2, 3]]), "ICC")
    assert message == "ICC: no value, as 0 items were rated by all 3 raters, and two are needed; use Alpha"


def test_nobody_rated_again():
    assert told(of_table([[1, 2], [1, 2]]), "IntraRater") == "IntraRater: no value, as no rater rated an item twice"


def test_pairs_of_raters_without_a_value_are_left_out_and_said():
    results = evaluate(of_table([[1, 1, 1, 1], [1, 1, 1, 1], [1, 2, 1, 2]]), "Kappa")
    assert results["Kappa"].value == 0.0
    assert (
        "Kappa: 1 of 3 pairs of raters (r0 & r1) has no value, as both always gave one value, and is left out of the"
        " mean"
    ) in [each.message for each in results.findings]


def test_pairs_of_raters_who_share_few_items_count_like_others_and_are_said():
    many, few = [1, 2] * 12, [2, 1, 1, 2] + [None] * 20
    results = evaluate(of_table([many, [2, *many[1:]], few]), ["Kappa", "Alpha", "CongerKappa"])
    by_pair = [evaluate(of_table(pair), "Kappa")["Kappa"].value for pair in (
        [many, [2, *many[1:]]], [many, few], [[2, *many[1:]], few])]  # fmt: skip
    assert results["Kappa"].value == pytest.approx(sum(by_pair) / 3)  # Light 1971
    said = [each.message for each in results.findings if "as Light (1971)" in each.message]
    assert said == [(
        "Kappa: 2 of 3 pairs of raters (r0 & r2, r1 & r2) share fewer than 10 items, and count in the mean like a pair"
        " that shares 24, as Light (1971) defines it; in Alpha and CongerKappa every item counts"
    )]  # fmt: skip
    alike = evaluate(of_table([[1, 2, 1], [2, 2, 1], [1, 1, 2]]), "Kappa")
    assert not [each.message for each in alike.findings if "Light" in each.message]


def preferences(rows):
    return each_rated(
        item=[str(at) for at in range(len(rows))], rater=["x"] * len(rows), system=[one for one, _, _ in rows],
        other=[two for _, two, _ in rows], value=[value for _, _, value in rows],
    )  # fmt: skip


def test_a_system_that_never_loses_has_no_finite_strength():
    rows = [("a", "b", "a"), ("a", "c", "a"), ("b", "c", "b"), ("b", "c", "c")]
    for batch in preferences(rows):
        message = told(batch, "BradleyTerry")
        assert "strengths are infinite" in message
    tied = [*rows, ("a", "b", "tie")]
    assert all(math.isfinite(evaluate(each, "BradleyTerry")["BradleyTerry"].value) for each in preferences(tied))


def test_systems_that_never_met_have_no_strength():
    for batch in preferences([("a", "b", "a"), ("a", "b", "b"), ("c", "d", "c"), ("c", "d", "d")]):
        assert "c, d never met the others" in told(batch, "BradleyTerry")


def test_the_system_must_be_known():
    batch = ratings(item=["1"], rater=["x"], system=["a"], other=["b"], value=["a"])
    with pytest.raises(MeasureError, match=r"^BradleyTerry: which system is it about\? There are a, b;"):
        evaluate(batch, "BradleyTerry")
    with pytest.raises(MeasureError, match=r"^WinRate: there is no system 'c'; there are a, b"):
        evaluate(batch, "WinRate(system='c')")


def test_a_ratio_needs_values_that_are_not_negative():
    with pytest.raises(MeasureError, match="a ratio needs values of at least 0, and there is -1; use"):
        evaluate(of_table([[-1, 2], [1, 2]]), "Alpha(level='ratio')")


def test_too_many_values_are_refused_in_a_sentence():
    batch = of_table([[each / 7 for each in range(1001)]] * 2)
    with pytest.raises(MeasureError, match=r"^Alpha: compares each two values, and there are 1,001; round the ratings"):
        evaluate(batch, "Alpha")
    assert evaluate(batch, "ICC")["ICC"].value == pytest.approx(1.0)


def test_draws_without_a_value_are_left_out_of_the_interval():
    found = interval(evaluate(of_table([[1, 1, 1, 2], [1, 1, 1, 2]]), "Alpha")["Alpha"], resamples=200)
    assert found.low == found.high == found.value == 1.0


def test_an_explanation_shows_ratings_and_meetings_of_values():
    told = explain(of_table([[1, 2, 3], [1, 2, 2], [1, 3, 3]]), "Alpha", "i0001")
    assert [each.key for each in told.exhibits] == ["shown-ratings", "shown-coincidences"]
    assert dict(told.exhibits[0].columns) == {"rater": ["r0", "r1", "r2"], "rating": ["2", "2", "3"]}
    assert told.exhibits[1].columns["→ 2"] == [0.0, 1.0, 2.0]
