"""Power refuses what has no answer, and comes to an end whatever is asked."""

import pytest

from compare.given import given
from cranfield import MeasureError, power
from cranfield.compare.power import chance_to_show, needed

ONE, TWO = given([0.1, 0.4, 0.3, 0.9, 0.5], "one"), given([0.2, 0.7, 0.3, 0.8, 0.9], "two")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"difference": float("nan")},
            "must be a number other than 0 or a share of the baseline such as '1%', not nan",
        ),
        (
            {"difference": float("inf")},
            "must be a number other than 0 or a share of the baseline such as '1%', not inf",
        ),
        ({"power": 0.05}, "a power of 0.05 is not above 0.05"),
        ({"power": 0.01}, "a power of 0.01 is not above 0.05"),
    ],
)
def test_what_has_no_answer_is_refused(options, message):
    with pytest.raises(MeasureError) as caught:
        power([ONE, TWO], "Given", **options)
    assert message in str(caught.value)


def test_a_difference_on_the_side_that_is_to_be_shown_is_taken():
    assert power([ONE, TWO], "Given", difference=0.1, alternative="better").needed
    assert power([ONE, TWO], "Given", difference=-0.1, alternative="worse").needed


@pytest.mark.parametrize("tails", [1, 2])
@pytest.mark.parametrize("chance", [0.0502, 0.06, 0.11, 0.5, 0.999])
@pytest.mark.parametrize("effect", [1e-3, 0.03, 0.4, 3.0])
def test_units_are_found_whatever_the_power(tails, chance, effect):
    units = needed(effect, 0.05, tails, chance)
    assert units is not None
    assert chance_to_show(effect, units, 0.05, tails) >= chance - 1e-12
    assert units == 2 or chance_to_show(effect, units - 1, 0.05, tails) < chance


def test_more_units_than_anybody_counts_are_none():
    assert needed(1e-7, 0.05, 2, 0.0501) is None
    assert needed(1e-300, 0.05, 2, 0.8) is None
