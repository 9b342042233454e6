"""Precision, counted by hand (Cleverdon 1967)."""


def oracle(qrels, ranking, k=None, rel=1):
    looked_at = ranking if k is None else ranking[:k]
    good = 0
    for doc in looked_at:
        if qrels.get(doc, -1) >= rel:
            good += 1
    size = len(ranking) if k is None else k
    return good / size if size else 0.0
