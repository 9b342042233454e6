"""Judged documents returned that are not relevant."""


def oracle(qrels, ranking, rel=1):
    return float(sum(1 for doc in ranking if 0 <= qrels.get(doc, -1) < rel))
