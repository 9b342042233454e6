"""Average precision (Buckley and Voorhees 2000)."""


def oracle(qrels, ranking, k=None, over="relevant", rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    found, total = 0, 0.0
    for rank, doc in enumerate(ranking if k is None else ranking[:k], 1):
        if qrels.get(doc, -1) >= rel:
            found += 1
            total += found / rank
    if over == "retrieved":
        return total / found if found else 0.0
    return total / wanted
