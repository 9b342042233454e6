"""Relevant documents found over the most that could be found."""


def oracle(qrels, ranking, k=None, rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    size = len(ranking) if k is None else k
    found = sum(1 for doc in ranking[:size] if qrels.get(doc, -1) >= rel)
    return found / min(size, wanted) if size else 0.0
