"""Measures of ranked lists; the unit is the query."""

DEFAULTS = ("nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10")  # what is measured when nobody names a measure
