"""Expected reciprocal rank: the loop of algorithm 2 in Chapelle et al. 2009."""


def oracle(qrels, ranking, max_grade, k=None):
    going_on, value = 1.0, 0.0
    for rank, doc in enumerate(ranking if k is None else ranking[:k], 1):
        stops = (2 ** max(qrels.get(doc, 0), 0) - 1) / 2**max_grade
        value += going_on * stops / rank
        going_on *= 1 - stops
    return value
