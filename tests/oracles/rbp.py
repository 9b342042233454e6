"""Rank-biased precision (Moffat and Zobel 2008) with gains from 0 to 1."""


def oracle(qrels, ranking, max_grade, p=0.8, k=None, scale="collection", rel=None):
    top = max([*qrels.values(), 0]) if scale == "topic" else max_grade
    looks, total = 1.0, 0.0
    for doc in ranking if k is None else ranking[:k]:
        grade = max(qrels.get(doc, 0), 0)
        gain = float(grade >= rel) if rel is not None else (grade / top if top else 0.0)
        total += gain * looks
        looks *= p
    return (1 - p) * total
