"""nDCG at the ranks where the ideal gain falls, and at the end when the ranking goes on by two or more."""

from oracles import ndcg
from oracles.cg import worth


def oracle(qrels, ranking, gain="linear", rel=None):
    if rel is not None and not any(grade >= rel for grade in qrels.values()):
        return None
    gains = sorted((worth(grade, gain, None) for grade in qrels.values()), reverse=True)
    gains = [each for each in gains if each > 0]
    if not gains:
        return None
    ranks = [i for i in range(1, len(gains) + 1) if i == len(gains) or gains[i] < gains[i - 1]]
    values = [ndcg.oracle(qrels, ranking, rank, gain) for rank in ranks]
    if len(ranking) >= len(gains) + 2:
        values.append(ndcg.oracle(qrels, ranking, None, gain))
    return sum(values) / len(values)
