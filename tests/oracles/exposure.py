"""Attention-weighted rank fairness and expected exposure of groups as plain loops."""

import math
from collections import defaultdict


def _got(ranking, groups, weight, k):
    found = defaultdict(float)
    for rank, doc in enumerate(ranking[:k], 1):
        if doc in groups:
            found[groups[doc]] += weight(rank)
    return found


def awrf(qrels, ranking, groups, k=None, target="judged", rel=1):
    names = sorted(set(groups.values()))
    got = _got(ranking, groups, lambda rank: 1 / math.log2(max(rank, 2)), k)
    wanted = dict.fromkeys(names, 1.0 if target == "equal" else 0.0)
    if target == "judged":
        for doc, grade in qrels.items():
            if grade >= rel and doc in groups:
                wanted[groups[doc]] += 1
    if not sum(got.values()) or not sum(wanted.values()):
        return None
    divergence = 0.0
    for name in names:
        one, other = got[name] / sum(got.values()), wanted[name] / sum(wanted.values())
        for each in (one, other):
            if each:
                divergence += each * math.log2(each / ((one + other) / 2)) / 2
    return 1 - divergence


def _both(qrels, ranking, groups, k, p, rel):
    got = _got(ranking, groups, lambda rank: p ** (rank - 1), k)
    wanted, rank = defaultdict(float), 0
    for level in sorted({grade for grade in qrels.values() if grade >= rel}, reverse=True):
        docs = [doc for doc, grade in qrels.items() if grade == level]
        share = sum(p ** (rank + at) for at in range(len(docs))) / len(docs)
        rank += len(docs)
        for doc in docs:
            if doc in groups:
                wanted[groups[doc]] += share
    return [(got[name], wanted[name]) for name in set(groups.values())]


def ee_l(qrels, ranking, groups, k=None, p=0.5, rel=1):
    return sum((one - other) ** 2 for one, other in _both(qrels, ranking, groups, k, p, rel))


def ee_d(qrels, ranking, groups, k=None, p=0.5, rel=1):
    return sum(one**2 for one, _ in _both(qrels, ranking, groups, k, p, rel))


def ee_r(qrels, ranking, groups, k=None, p=0.5, rel=1):
    return sum(one * other for one, other in _both(qrels, ranking, groups, k, p, rel))


ORACLES = {"AWRF": awrf, "EE_L": ee_l, "EE_D": ee_d, "EE_R": ee_r}
