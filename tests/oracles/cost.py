"""Cost by plain loops, written from the definitions: times of requests, shares, rates and percentiles."""

from fractions import Fraction


def percentile(values, p):
    """The smallest value that at least p of 100 values do not exceed; None with fewer than 10 / (1 - p/100) values."""
    share = Fraction(str(p)) / 100
    if len(values) * (1 - share) < 10:
        return None
    for value in sorted(values):
        if sum(each <= value for each in values) >= share * len(values):
            return value
    return None


def mean(values):
    return float(sum(map(Fraction, values)) / len(values)) if values else None


def spread(values, p):
    known = [each for each in values if each is not None]
    return mean(known) if p == "mean" else percentile(known, p)


def times(row):
    """Response, service and lag of a request in milliseconds; what failed took at least its timeout."""
    if row.ended is None:
        return None, None, (row.sent - row.intended) * 1000
    response, service = row.ended - row.intended, row.ended - row.sent
    if row.error is not None:
        response, service = max(response, row.timeout), max(service, row.timeout)
    return response * 1000, service * 1000, (row.sent - row.intended) * 1000


def rate(rows):
    """Answers in a second, from the first intended start to the last end."""
    known = [row for row in rows if row.ended is not None]
    if not known:
        return None
    passed = max(row.ended for row in known) - min(row.intended for row in known)
    return sum(row.error is None for row in known) / passed if passed > 0 else None
