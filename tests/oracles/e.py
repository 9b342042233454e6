"""E from precision and recall (van Rijsbergen 1979)."""

from oracles import p, r


def oracle(qrels, ranking, k=None, b=1.0, rel=1):
    precision, recall = p.oracle(qrels, ranking, k, rel), r.oracle(qrels, ranking, k, rel)
    if recall is None:
        return None
    if precision == 0 or recall == 0:
        return 1.0
    return 1 - (1 + b**2) / (b**2 / precision + 1 / recall)
