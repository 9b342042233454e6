"""The mean over all orders of tied documents, by trying every one of them."""

from itertools import groupby, permutations, product


def orders(scores):
    """Every ranking that the scores allow."""
    by_score = sorted(scores, key=lambda doc: -scores[doc])
    groups = [list(group) for _, group in groupby(by_score, key=lambda doc: scores[doc])]
    for choice in product(*(permutations(group) for group in groups)):
        yield [doc for group in choice for doc in group]


def mean_over_orders(oracle, qrels, scores, **params):
    values = [oracle(qrels, ranking, **params) for ranking in orders(scores)]
    return None if None in values else sum(values) / len(values)
