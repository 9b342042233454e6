"""A picture of more lines than it can name names the best ones and the first."""

from cranfield.report.svg.labels import legend_of
from cranfield.report.svg.picture import Axis, Line, Panel


def test_the_best_lines_and_the_first_are_named():
    heights = [1, *range(2, 18), 18]  # the first is the lowest, the last the highest
    marks = tuple(Line(f"s{at}", [0.0, 1.0], [h / 20, h / 20], at, f"s{at}") for at, h in enumerate(heights))
    legend = legend_of(Panel(Axis("x"), Axis("y"), marks), 200.0, 10 * 1.25 * 8.0, 8.0, "en")
    names = [mark.name for mark in legend.marks]
    assert names == ["s0", *(f"s{at}" for at in range(10, 18))]
    assert legend.left_out == 9
