"""The share of the first results that is judged."""


def oracle(qrels, ranking, k=None):
    looked_at = ranking if k is None else ranking[:k]
    if not looked_at:
        return None
    return sum(1 for doc in looked_at if qrels.get(doc, -1) >= 0) / len(looked_at)
