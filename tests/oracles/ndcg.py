"""Discounted cumulated gain over that of the best order of all judged documents."""

from oracles import cg, dcg


def oracle(qrels, ranking, k=None, gain="linear", discount="log2", base=None, rel=None):
    best = sorted(qrels, key=lambda doc: -cg.worth(qrels[doc], gain, rel))
    ideal = dcg.oracle(qrels, best, k, gain, discount, base, rel)
    return dcg.oracle(qrels, ranking, k, gain, discount, base, rel) / ideal if ideal else None
