"""What a sweep is worth on held-out queries is drawn with its interval, whatever the picture is."""

from __future__ import annotations

import pytest

from cranfield.core.tidy import tidy
from cranfield.report.pictures.choose import picture
from cranfield.report.svg.draw import render_svg
from cranfield.report.svg.picture import Dots

SWEPT = {
    "setting": ["as it is", "p=1", "p=2"], "value": [0.2, 0.3, 0.4], "low": [0.1, 0.2, 0.3], "high": [0.3, 0.4, 0.5],
    "p": ["0", "1", "2"], "q": ["0", "1", "1"], "words": ["a", "b", "c"],
}  # fmt: skip
FACTS = {"measure": "AP", "best": "p=2", "train": 31, "held_out": [0.38, 0.25, 0.9], "held_out_units": 30}


def drawn(*parameters, held_out=FACTS["held_out"]):
    return picture(tidy(SWEPT, kind="sweep", parameters=list(parameters), **{**FACTS, "held_out": held_out}))


@pytest.mark.parametrize(("parameter", "value"), [("p", "y"), ("words", "x")])
def test_the_held_out_value_has_its_interval_beside_that_of_the_choice(parameter, value):
    (panel,) = drawn(parameter).panels
    (dots,) = [each for each in panel.marks if isinstance(each, Dots)]
    assert (dots.low, dots.high, dots.value) == ([0.25], [0.9], value)
    assert dots.aside
    axis = panel.y if value == "y" else panel.x
    assert axis.low <= 0.25
    assert axis.high >= 0.9


@pytest.mark.parametrize("parameter", ["p", "words"])
def test_the_interval_is_drawn_and_nothing_where_there_is_none(parameter):
    with_it, without = (render_svg(drawn(parameter, held_out=each)) for each in ([0.38, 0.25, 0.4], [0.38, None, None]))
    assert with_it.count("<line") == without.count("<line") + 3


@pytest.mark.parametrize("parameters", [("p",), ("words",), ("p", "q")])
def test_the_interval_is_told(parameters):
    assert "held out (30): 0.38 from 0.25 to 0.9" in render_svg(drawn(*parameters))
