"""Discounted cumulated gain (Järvelin and Kekäläinen 2002; Burges 2005 for log2(rank + 1))."""

from math import log, log2

from oracles.cg import worth


def divisor(rank, discount, base):
    if discount == "log2":
        return log2(rank + 1)
    base = base or 2
    return 1.0 if rank < base else log(rank) / log(base)


def oracle(qrels, ranking, k=None, gain="linear", discount="log2", base=None, rel=None):
    total = 0.0
    for rank, doc in enumerate(ranking if k is None else ranking[:k], 1):
        total += worth(qrels.get(doc, -1), gain, rel) / divisor(rank, discount, base)
    return total
