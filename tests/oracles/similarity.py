"""Rank-biased overlap with ties as plain loops, after Webber et al. 2010 and Corsi and Urbano 2024.

A ranking is a list of ties, each a list of things. What nobody has seen is written out: things that the lists are taken
to go on with, far enough down that the rest weighs nothing.
"""

import math

FAR = 1500


def _spans(ranking):
    """The first and the last rank that each thing shares."""
    spans, rank = {}, 1
    for tie in ranking:
        for thing in tie:
            spans[thing] = rank, rank + len(tie) - 1
        rank += len(tie)
    return spans


def _part(span, depth, ties):
    """How much of a thing is among the first `depth`."""
    if span is None or depth < span[0]:
        return 0.0
    if ties == "w" or depth >= span[1]:
        return 1.0
    return (depth - span[0] + 1) / (span[1] - span[0] + 1)


def _agreement(shared, one, other, depth, ties):
    if ties == "w":
        return 2 * shared / (sum(one) + sum(other))
    if ties == "a":
        return shared / depth
    return shared / math.sqrt(sum(each * each for each in one)) / math.sqrt(sum(each * each for each in other))


def _at(first, second, depth, ties):
    """The agreement of two sets of spans at a depth."""
    one = {thing: _part(span, depth, ties) for thing, span in first.items()}
    other = {thing: _part(span, depth, ties) for thing, span in second.items()}
    shared = sum(part * other.get(thing, 0.0) for thing, part in one.items())
    return _agreement(shared, one.values(), other.values(), depth, ties)


def _sum(values, p):
    return (1 - p) * sum(value * p ** (depth - 1) for depth, value in enumerate(values, 1))


def _longer(spans, things):
    """The ranking with more things behind its end, one a rank."""
    made = dict(spans)
    for thing in things:
        rank = len(made) + 1
        made[thing] = rank, rank
    return made


def _goes_on(values, shared, size):
    """Agreement from the end of both lists on, where `shared` says how many things are shared at each further rank."""
    return [*values, *(shared(depth) / depth for depth in range(size + 1, FAR))]


def rbo(first, second, p, ties):
    """The least, the most and the extrapolated overlap."""
    if all(len(tie) == 1 for ranking in (first, second) for tie in ranking):
        ties = "w"
    short, long = sorted((_spans(first), _spans(second)), key=len)
    s, size = len(short), len(long)
    least = _longer(short, [("new", at) for at in range(size - s)])
    lacking = [thing for thing, _ in sorted(long.items(), key=lambda each: each[1]) if thing not in short]
    most = _longer(short, lacking[: size - s])
    common = len(set(short) & set(long))
    low = _goes_on([_at(least, long, depth, ties) for depth in range(1, size + 1)], lambda _: common, size)

    def shared_at_most(depth):
        # each further rank of both lists may show a thing that the other has, until each has all of the other
        return min(depth, 2 * depth - s - size + common)

    high = _goes_on([_at(most, long, depth, ties) for depth in range(1, size + 1)], shared_at_most, size)
    end = _at(short, long, s, ties)
    guess = [_at(short, long, depth, ties) for depth in range(1, s + 1)]
    for depth in range(s + 1, size + 1):
        other = [_part(span, depth, ties) for span in long.values()]
        parts = [part for thing in lacking if (part := _part(long[thing], depth, ties)) > 0]
        shared = sum(_part(long[thing], depth, ties) for thing in short if thing in long)
        shared += (depth - s) * end * sum(parts) / len(parts)
        guess.append(_agreement(shared, [1.0] * depth, other, depth, ties))
    final = (common + (size - s) * end) / size
    guess += [final] * (FAR - size)
    return _sum(low, p), _sum(high, p), _sum(guess, p)


def tau_b(first, second):
    """Kendall's tau-b of the scores of the same things."""
    things = sorted(first)
    both = one = other = 0
    for at, a in enumerate(things):
        for b in things[:at]:
            x = (first[a] > first[b]) - (first[a] < first[b])
            y = (second[a] > second[b]) - (second[a] < second[b])
            both, one, other = both + x * y, one + x * x, other + y * y
    return both / math.sqrt(one * other) if one and other else math.nan


def tau_ap(first, second):
    """The mean of AP correlation in both directions; things of the first tie are not asked about."""

    def direction(truth, estimate):
        shares = []
        for thing in estimate:
            above = [other for other in estimate if estimate[other] > estimate[thing]]
            if above:
                shares.append(sum(truth[other] > truth[thing] for other in above) / len(above))
        return 2 * sum(shares) / len(shares) - 1 if shares else math.nan

    return (direction(first, second) + direction(second, first)) / 2


def jaccard(first, second, k):
    one, other = set(first[:k]), set(second[:k])
    return len(one & other) / len(one | other)
