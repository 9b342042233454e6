"""Accuracy: go through the whole collection and count right decisions."""


def oracle(qrels, ranking, docs, rel=1):
    named = set(qrels) | set(ranking)
    right = 0
    for doc in named:
        if (qrels.get(doc, -1) >= rel) == (doc in ranking):
            right += 1
    right += docs - len(named)  # neither returned nor relevant
    return right / docs
