"""The families as the contracts see them: one file each, with settings, made data and plain loops."""

from contracts.families import cost, labels, ranking, ratings, text

FAMILIES = {each.SAMPLES.name: each.SAMPLES for each in (ranking, labels, text, ratings, cost)}
