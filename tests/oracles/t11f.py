"""T11F from precision and recall (TREC 2002 filtering track)."""

from oracles import p, r


def oracle(qrels, ranking, rel=1):
    precision, recall = p.oracle(qrels, ranking, None, rel), r.oracle(qrels, ranking, None, rel)
    if recall is None:
        return None
    if precision == 0 or recall == 0:
        return 0.0
    return 1.25 / (0.25 / recall + 1 / precision)
