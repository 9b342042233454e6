"""Interpolated precision at a recall level."""

from fractions import Fraction


def oracle(qrels, ranking, recall, rel=1, rule="exact"):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    if rule == "trec_eval-9":
        needed = int(recall * wanted + 0.9)
    elif rule == "trec_eval-10":
        needed = int(recall * wanted + 0.5)
    else:
        needed = next(n for n in range(wanted + 1) if Fraction(n, wanted) >= Fraction(str(recall)))
    best, found = 0.0, 0
    for rank, doc in enumerate(ranking, 1):
        if qrels.get(doc, -1) >= rel:
            found += 1
        if found >= needed:
            best = max(best, found / rank)
    return best
