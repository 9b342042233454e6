"""The distribution of latencies as data: shares at each distinct time, and what is beyond the picture."""

import numpy as np
import pytest

from cranfield import MeasureError, cost, curve, picture
from cranfield.core.tidy import facts_of


def test_shares_are_those_of_requests_answered_in_time():
    batch = cost({"latency_ms": [4.0, 2.0, 4.0, 9.0], "error": [None, None, None, "timeout"]}, timeout=1.0, name="a")
    table = curve(batch, "latency")
    assert table.to_pydict() == {"system": ["a"] * 3, "time": [2.0, 4.0, 1000.0], "share": [1 / 4, 3 / 4, 1.0]}


def test_a_few_slow_requests_do_not_flatten_the_picture_and_are_counted():
    values = np.append(np.linspace(1, 10, 999), 5000.0)
    table = curve([cost({"latency_ms": values}, name="a"), cost({"latency_ms": [1.0, 2.0]}, name="b")], "latency")
    facts = facts_of(table)
    assert facts["shown"] == pytest.approx(np.sort(values)[994])
    assert facts["beyond"] == {"a": 5, "b": 0}
    assert picture(table).title == "Share of requests by Latency; longer than shown: a 5"


def test_what_is_no_amount_or_has_no_values_is_refused():
    with pytest.raises(MeasureError, match=r"latency: no request of a has a value of EngineTime\(p=50\)"):
        curve(cost({"latency_ms": [1.0], "took": [3.0], "error": ["x"]}, timeout=1.0, name="a"), "latency",
              measure="EngineTime")  # fmt: skip
