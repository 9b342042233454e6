"""Documents returned."""


def oracle(qrels, ranking, rel=None):
    return float(sum(1 for doc in ranking if rel is None or qrels.get(doc, -1) >= rel))
