"""R-precision."""

from oracles import p


def oracle(qrels, ranking, rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    return p.oracle(qrels, ranking, wanted, rel) if wanted else None
