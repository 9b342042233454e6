"""`zero_division` takes what people write: a number or its name."""

import pytest

from cranfield import Policy, evaluate, labels
from cranfield.errors import PolicyError


@pytest.mark.parametrize(("given", "name"), [(1, "1"), (0, "0"), (1.0, "1"), (float("nan"), "nan"), ("1", "1")])
def test_numbers_are_taken_as_written(given, name):
    policy = Policy(zero_division=given)
    assert policy.zero_division == name
    assert policy == Policy(zero_division=name)
    assert Policy.named("default", zero_division=given) == policy


def test_a_number_counts_where_nothing_can_be_divided():
    batch = labels(truth=["a", "a"], guess=["a", "a"], classes=["a", "b"], policy=Policy(zero_division=1))
    assert evaluate(batch, "Precision(average='macro')")["Precision(average='macro')"].value == 1


@pytest.mark.parametrize("given", [2, 0.5, True, None])
def test_other_numbers_are_refused(given):
    with pytest.raises(PolicyError, match="zero_division"):
        Policy(zero_division=given)
