"""The share of the first k places that holds an unjudged document."""


def oracle(qrels, ranking, k=None):
    looked_at = ranking if k is None else ranking[:k]
    unjudged = sum(1 for doc in looked_at if qrels.get(doc, -1) < 0)
    size = len(ranking) if k is None else k
    return unjudged / size if size else 0.0
