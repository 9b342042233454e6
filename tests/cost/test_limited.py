"""Whether the client was the limit: its lag, and the rate that it reached."""

import numpy as np
import pytest

from cost.made_cost import load
from cranfield import cost, evaluate
from cranfield.io.cost_table import Pass, cost_table
from cranfield.measures.cost.limited import achieved_rate


def findings(columns, **about):
    result = evaluate(cost(cost_table(columns, Pass(mode="load", **about))), "p99")
    return [each.message for each in result.findings]


def test_a_client_that_keeps_up_says_nothing():
    assert findings(load(late=0.001), rate=100.0, limited=False) == []


def test_a_late_client_is_not_valid():
    (said,) = findings(load(late=0.05), rate=100.0)
    assert said.startswith("limited by this client, not valid: p99 of its lag is 49.")
    assert "more than 10 % of p99 of the response" in said


def test_a_client_that_sends_slower_than_wanted_is_not_valid():
    columns = load(late=0.0)
    stretched = columns["intended"] * 1.02
    columns |= {"sent": stretched, "ended": stretched + 20.0}  # so slow that its lag is no tenth of it
    (said,) = findings(columns, rate=100.0)
    assert said == (
        "limited by this client, not valid: it sent 98.04 requests a second, less than 99 % of the 100 that were"
        " wanted; send slower, or from a faster machine"
    )


def test_what_the_client_said_itself_stands():
    assert findings(load(), rate=100.0, limited=True) == [
        "limited by this client, not valid: it said so itself when it measured"
    ]


def test_a_sequential_pass_has_no_rate_to_keep():
    result = evaluate(cost(cost_table(load(late=0.05), Pass(rate=100.0))), "p99")
    assert result.findings == ()


def test_a_poisson_schedule_with_few_arrivals_is_no_limit_of_the_client():
    gaps = np.random.default_rng(3).exponential(1 / 50, 400)
    intended = np.cumsum(gaps) * 1.3  # a slow stretch by chance
    assert achieved_rate(intended, intended + 0.0001, 50.0) == pytest.approx(50.0, rel=1e-4)
