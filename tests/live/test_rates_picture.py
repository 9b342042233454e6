"""A picture that cuts off what an overloaded engine takes says so."""

from __future__ import annotations

import pyarrow as pa
import pytest

from cranfield.report.pictures.engines import rates

TRIED = pa.table({"line": ["p99"] * 3, "rate": [10.0, 20.0, 40.0], "milliseconds": [5.0, 30.0, 9000.0]})


@pytest.mark.parametrize(
    ("limit", "language", "name"),
    [
        (10.0, "en", "milliseconds; more than 30 is drawn at 30"),
        (10.0, "zh", "毫秒；超过 30 的画在 30 处"),
        (9000.0, "en", "milliseconds"),
    ],
)
def test_the_axis_says_where_it_is_cut(limit, language, name):
    (panel,) = rates(TRIED, {"limit": limit, "system": "engine"}, language).panels
    assert panel.y.name == name
