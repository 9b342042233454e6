"""T11SU (TREC 2002 filtering track): normalised by the best utility, floor -0.5, then stretched to 0..1."""

from oracles import t11u


def oracle(qrels, ranking, rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if wanted == 0:
        return None
    lowest = -0.5
    normalised = max(t11u.oracle(qrels, ranking, rel) / (2 * wanted), lowest)
    return (normalised - lowest) / (1 - lowest)
