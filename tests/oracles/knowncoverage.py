"""Of the known relevant documents, the share found (Korfhage 1997)."""


def oracle(qrels, ranking, known, k=None, rel=1):
    wanted = {doc for doc, grade in qrels.items() if grade >= rel and doc in known}
    looked_at = set(ranking if k is None else ranking[:k])
    return len(wanted & looked_at) / len(wanted) if wanted else None
