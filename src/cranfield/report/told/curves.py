"""Curves and histograms of explanations as pictures, for pages that can show more than signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.report.pictures.told import nice, told_lines, told_whole
from cranfield.report.svg.picture import Axis, Bars, Dots, Panel, Picture, Rule
from cranfield.words import noun, translated

if TYPE_CHECKING:
    from cranfield.core.exhibit import Curve
    from cranfield.core.overview import Overview
    from cranfield.report.svg.picture import Mark

__all__ = ["curve_picture", "spread_picture"]


def curve_picture(curve: Curve, title: str, language: str) -> Picture:
    """The points, and thin lines where they are interpolated."""
    across, up = translated(curve.across, language=language), translated(curve.up, language=language)
    x, y = [each for each, _ in curve.points], [each for _, each in curve.points]
    marks: list[Mark] = []
    before, height = 0.0, curve.stairs[0][1] if curve.stairs else 0.0
    for end, level in curve.stairs:
        marks += [Rule((before, height), (before, level))] if level != height else []
        marks.append(Rule((before, level), (end, level)))
        before, height = end, level
    marks.append(Dots(f"{across}, {up}", x, y))
    told = told_whole(title, told_lines([(f"{up} / {across}", x, y)], language), language)
    return Picture(title, told, (Panel(Axis(across), Axis(up), tuple(marks)),), language)


def spread_picture(told: Overview, title: str, language: str) -> Picture:
    """How many units have values in each range."""
    ranges = told.histogram()
    left, right = [low for low, _, _ in ranges], [high for _, high, _ in ranges]
    counts = [float(count) for _, _, count in ranges]
    many = noun(told.noun, language=language)
    y = Axis(many, 0.0, max(nice(0.0, max(counts, default=1.0))[1], 1.0), "whole")
    bars = Bars(many, left, right, counts)
    words = told_whole(title, told_lines([(many, left, counts)], language), language)
    return Picture(title, words, (Panel(Axis(told.measure.unit_label(), left[0], right[-1]), y, (bars,)),), language)
