"""Inferred AP (Yilmaz and Aslam 2006): the expected precision at each relevant document, estimated from the sample.

At rank k: with probability 1/k the document itself; with (k - 1)/k one above it, which is in the pool with probability
(pooled above)/(k - 1), and then relevant as often as the judged ones above are (smoothed by epsilon).
"""


def oracle(qrels, ranking, rel=1, epsilon=0.00001):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    relevant, judged, pooled, total = 0, 0, 0, 0.0
    for rank, doc in enumerate(ranking, 1):
        if doc not in qrels:
            continue
        if qrels[doc] >= rel:
            precision = 1 / rank
            if rank > 1:
                share = (relevant + epsilon) / (judged + 2 * epsilon)
                precision += (rank - 1) / rank * (pooled / (rank - 1)) * share
            total += precision
            relevant += 1
        pooled += 1
        judged += 1 if qrels[doc] >= 0 else 0
    return total / wanted
