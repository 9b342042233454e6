"""Binary G: 1 / log2(2 + non-relevant documents above), averaged over all relevant documents."""

from math import log2


def oracle(qrels, ranking, rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    noise, total = 0, 0.0
    for doc in ranking:
        if qrels.get(doc, -1) >= rel:
            total += 1 / log2(2 + noise)
        else:
            noise += 1
    return total / wanted
