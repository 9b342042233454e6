"""Every measure of every family keeps every contract, and nothing is left out."""

import pytest

from contracts.checks import OF_KINDS, OF_MEASURES
from contracts.families import FAMILIES
from cranfield.core.registry import families, registry

KINDS = [(family, name) for family, samples in FAMILIES.items() for name in samples.settings]


def test_no_family_and_no_measure_is_left_out():
    assert set(FAMILIES) == set(families())
    for family, samples in FAMILIES.items():
        assert set(samples.settings) == set(registry(family))
        assert all(samples.measures(name) for name in samples.settings)


@pytest.mark.parametrize("contract", OF_MEASURES)
@pytest.mark.parametrize(("family", "name"), KINDS)
def test_a_measure_keeps_the_contract(family, name, contract):
    samples = FAMILIES[family]
    for measure in samples.measures(name):
        OF_MEASURES[contract](measure, samples)


@pytest.mark.parametrize("contract", OF_KINDS)
@pytest.mark.parametrize(("family", "name"), KINDS)
def test_a_kind_of_measure_keeps_the_contract(family, name, contract):
    OF_KINDS[contract](registry(family)[name], FAMILIES[family])
