"""Utility: what each document of the collection is worth, added up."""


def oracle(qrels, ranking, a=1.0, b=-1.0, c=0.0, d=0.0, docs=None, rel=1):
    total = 0.0
    for doc in ranking:
        total += a if qrels.get(doc, -1) >= rel else b
    others = 0 if docs is None else docs - len(ranking)
    for doc, grade in qrels.items():
        if grade >= rel and doc not in ranking:
            total += c
            others -= 1
    return total + d * others if d else total
