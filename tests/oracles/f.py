"""F from precision and recall (van Rijsbergen 1979)."""

from oracles import p, r


def oracle(qrels, ranking, k=None, beta=1.0, rel=1):
    precision, recall = p.oracle(qrels, ranking, k, rel), r.oracle(qrels, ranking, k, rel)
    if recall is None:
        return None
    if precision == 0 or recall == 0:
        return 0.0
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
