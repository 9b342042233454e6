"""The RBP that would be added if everything unseen and unjudged were perfect (Moffat and Zobel 2008)."""


def oracle(qrels, ranking, p=0.8):
    looks, unjudged = 1.0, 0.0
    for doc in ranking:
        if qrels.get(doc, -1) < 0:
            unjudged += looks
        looks *= p
    return looks + (1 - p) * unjudged
