"""Reciprocal rank."""


def oracle(qrels, ranking, k=None, rel=1):
    for rank, doc in enumerate(ranking, 1):
        if k is not None and rank > k:
            break
        if qrels.get(doc, -1) >= rel:
            return 1 / rank
    return 0.0
