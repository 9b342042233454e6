"""The mean of interpolated precision at evenly spaced recall levels."""

from fractions import Fraction

from oracles import iprec


def oracle(qrels, ranking, points=11, rel=1, rule="exact"):
    heights = []
    for i in range(points):
        level = i / (points - 1) if rule != "exact" else Fraction(i, points - 1)
        height = iprec.oracle(qrels, ranking, level, rel, rule)
        if height is None:
            return None
        heights.append(height)
    return sum(heights) / points
