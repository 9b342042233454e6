"""Relevant documents returned."""


def oracle(qrels, ranking, k=None, rel=1):
    looked_at = ranking if k is None else ranking[:k]
    return float(sum(1 for doc in looked_at if qrels.get(doc, -1) >= rel))
