"""Of the relevant documents found, the share that was not known (Korfhage 1997)."""


def oracle(qrels, ranking, known, k=None, rel=1):
    found = {doc for doc in (ranking if k is None else ranking[:k]) if qrels.get(doc, -1) >= rel}
    return len(found - known) / len(found) if found else None
