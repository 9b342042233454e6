"""nDCG at each document with gain, averaged; a missing one takes the final nDCG (trec_eval's description)."""

from oracles import ndcg
from oracles.cg import worth


def oracle(qrels, ranking, gain="linear"):
    good = [doc for doc in qrels if worth(qrels[doc], gain, None) > 0]
    if not good:
        return None
    total = 0.0
    for doc in good:
        rank = ranking.index(doc) + 1 if doc in ranking else len(ranking) + len(qrels)
        total += ndcg.oracle(qrels, ranking, rank, gain)
    return total / len(good)
