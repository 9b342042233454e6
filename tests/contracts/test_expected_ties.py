"""Ties that are averaged: measures without a closed form refuse, and long ties take no longer than short ones."""

import pytest

from contracts.families import FAMILIES
from contracts.families.ranking import collection
from cranfield import MeasureError, Policy, evaluate, ranking

SAMPLES = FAMILIES["ranking"]


@pytest.mark.parametrize("name", SAMPLES.settings)
def test_what_has_no_closed_form_for_ties_is_refused(name):
    batch = collection(1, few=True).batch(told=True, ties="expected")
    for measure in SAMPLES.measures(name):
        if not measure.averages_ties():
            with pytest.raises(MeasureError, match=r": has no closed form for ties='expected'; choose another"):
                evaluate(batch, measure)


def test_long_ties_are_averaged_without_counting_orders():
    qrels = {"q": {f"d{i}": 1 for i in range(3)}}
    run = {"q": {f"d{i}": 1.0 for i in range(400)}}
    results = evaluate(ranking(qrels, run, policy=Policy(ties="expected")), ["RR", "Success@40", "P@40", "nDCG@40"])
    pairs = [(a, b) for a in range(400) for b in range(a)]
    first = sum(1 / (b + 1) * (399 - a) for a, b in pairs) / (400 * 399 * 398 / 6)  # b < a < c
    assert results["RR"].value == pytest.approx(first, rel=1e-12)
    assert results["Success@40"].value == pytest.approx(1 - 360 * 359 * 358 / (400 * 399 * 398), rel=1e-12)
    assert results["P@40"].value == pytest.approx(3 / 400, rel=1e-12)
