"""Precision times recall of the returned set."""

from oracles import p, r


def oracle(qrels, ranking, rel=1):
    recall = r.oracle(qrels, ranking, None, rel)
    return None if recall is None else p.oracle(qrels, ranking, None, rel) * recall
