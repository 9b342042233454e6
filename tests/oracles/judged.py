"""The share of the first results that is judged."""


def oracle(qrels, ranking, k=None, *, negative=False):
    looked_at = ranking if k is None else ranking[:k]
    if not looked_at:
        return None
    lowest = float("-inf") if negative else 0
    return sum(1 for doc in looked_at if doc in qrels and qrels[doc] >= lowest) / len(looked_at)
