"""Explanations as pages and as data: of one unit, of the mean over all, of two systems; and the choice of a measure."""
