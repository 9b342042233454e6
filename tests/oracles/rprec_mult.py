"""Precision at a multiple of R, the rank rounded up (trec_eval: multiple x R + 0.9, cut)."""

from fractions import Fraction
from math import ceil

from oracles import p


def oracle(qrels, ranking, multiple, rel=1, rule="exact"):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    rank = ceil(Fraction(str(multiple)) * wanted) if rule == "exact" else int(multiple * wanted + 0.9)
    return p.oracle(qrels, ranking, rank, rel) if rank else 0.0
