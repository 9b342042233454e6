"""Buckley's G: each gain over the logarithm of how far the ranking lags behind the ideal one."""

from math import log2

from oracles.cg import worth


def oracle(qrels, ranking, gain="linear"):
    ideal = sorted((worth(grade, gain, None) for grade in qrels.values()), reverse=True)
    if not any(ideal):
        return None
    cost, gained, total = 0.0, 0.0, 0.0
    for index, doc in enumerate(ranking):
        best = ideal[index] if index < len(ideal) else 0.0
        cost += max(best, 1.0)
        value = worth(qrels.get(doc, -1), gain, None)
        gained += value
        total += value / log2(2 + cost - gained)
    return total / sum(ideal)
