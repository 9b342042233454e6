"""How the values of units become one number, by hand; `None` is undefined."""

from math import exp, fsum, log

FLOOR = 0.00001  # what trec_eval takes the logarithm of where a value is smaller


def counted(value, worst, undefined, mean):
    """What a unit counts: under `undefined='zero'` the worst where it has no value, and never below the floor."""
    value = worst if value is None and undefined == "zero" else value
    return value if value is None or mean == "arithmetic" else max(value, FLOOR)


def mean_of(values, mean="arithmetic"):
    """The mean of the values that there are."""
    there = [value for value in values if value is not None]
    if not there:
        return None
    if mean == "geometric":
        return exp(fsum(map(log, there)) / len(there))
    return fsum(there) / len(there)
