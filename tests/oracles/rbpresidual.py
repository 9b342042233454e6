"""The RBP that would be added if everything unseen and unjudged were perfect (Moffat and Zobel 2008)."""


def oracle(qrels, ranking, p=0.8, beyond="always"):
    looks, unjudged = 1.0, 0.0
    for doc in ranking:
        if qrels.get(doc, -1) < 0:
            unjudged += looks
        looks *= p
    if beyond == "if-unjudged" and unjudged == 0:
        return 0.0
    return looks + (1 - p) * unjudged
