"""T11U (TREC 2002 filtering track)."""


def oracle(qrels, ranking, rel=1):
    total = 0
    for doc in ranking:
        total += 2 if qrels.get(doc, -1) >= rel else -1
    return float(total)
