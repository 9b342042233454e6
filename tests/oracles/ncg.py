"""Cumulated gain over that of the best order of all judged documents."""

from oracles import cg


def oracle(qrels, ranking, k=None, gain="linear", rel=None):
    best = sorted(qrels, key=lambda doc: -cg.worth(qrels[doc], gain, rel))
    ideal = cg.oracle(qrels, best, k, gain, rel)
    return cg.oracle(qrels, ranking, k, gain, rel) / ideal if ideal else None
