"""Measures of ranked lists; the unit is the query."""
