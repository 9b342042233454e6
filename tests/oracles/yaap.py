"""Robertson's smoothed log odds of average precision (2012)."""

from math import log


def oracle(qrels, ranking, rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    found, total = 0, 0.0
    for rank, doc in enumerate(ranking, 1):
        if qrels.get(doc, -1) >= rel:
            found += 1
            total += found / rank
    return log((1 + total) / (1 + wanted - total))
