"""Measures of subtopics as plain loops, from Clarke et al. 2008 and 2009, Agrawal et al. 2009 and Chapelle et al. 2011.

`subtopics` is {subtopic: {document: grade}} of the query.
"""

import math


def _covering(subtopics, rel):
    """The relevant documents of each subtopic that has some."""
    found = {name: {doc for doc, grade in docs.items() if grade >= rel} for name, docs in subtopics.items()}
    return {name: docs for name, docs in found.items() if docs}


def _gains(topics, ranking, alpha):
    """What each document of a ranking is worth."""
    seen = dict.fromkeys(topics, 0)
    gains = []
    for doc in ranking:
        gain = 0.0
        for name, docs in topics.items():
            if doc in docs:
                gain += (1 - alpha) ** seen[name]
                seen[name] += 1
        gains.append(gain)
    return gains


def _best(topics, alpha):
    """Each time the document that adds most; of equal ones the larger id."""
    left, order = sorted(set().union(*topics.values()), key=str.encode, reverse=True), []
    while left:
        values = {doc: _gains(topics, [*order, doc], alpha)[-1] for doc in left}
        chosen = max(left, key=lambda doc: (round(values[doc], 12), doc.encode()))
        order.append(chosen)
        left.remove(chosen)
    return order


def _weighed(gains, weight, k):
    return sum(gain * weight(rank) for rank, gain in enumerate(gains[:k], 1))


def _over_most(subtopics, ranking, weight, k, alpha, rel):
    topics = _covering(subtopics, rel)
    if not topics:
        return None
    most = sum(len(topics) * (1 - alpha) ** (rank - 1) * weight(rank) for rank in range(1, k + 1))
    return _weighed(_gains(topics, ranking, alpha), weight, k) / most


def _over_ideal(subtopics, ranking, weight, k, alpha, rel):
    topics = _covering(subtopics, rel)
    if not topics:
        return None
    ideal = _weighed(_gains(topics, _best(topics, alpha), alpha), weight, k)
    return _weighed(_gains(topics, ranking, alpha), weight, k) / ideal


def _log(rank):
    return 1 / math.log2(rank + 1)


def _reciprocal(rank):
    return 1 / rank


def alpha_dcg(_, ranking, subtopics, k, alpha=0.5, rel=1):
    return _over_most(subtopics, ranking, _log, k, alpha, rel)


def alpha_ndcg(_, ranking, subtopics, k=None, alpha=0.5, rel=1):
    return _over_ideal(subtopics, ranking, _log, k, alpha, rel)


def err_ia(_, ranking, subtopics, k, alpha=0.5, rel=1):
    return _over_most(subtopics, ranking, _reciprocal, k, alpha, rel)


def nerr_ia(_, ranking, subtopics, k=None, alpha=0.5, rel=1):
    return _over_ideal(subtopics, ranking, _reciprocal, k, alpha, rel)


def nrbp(_, ranking, subtopics, alpha=0.5, beta=0.5, rel=1):
    topics = _covering(subtopics, rel)
    if not topics:
        return None
    gained = _weighed(_gains(topics, ranking, alpha), lambda rank: beta ** (rank - 1), None)
    return gained * (1 - (1 - alpha) * beta) / len(topics)


def nnrbp(_, ranking, subtopics, alpha=0.5, beta=0.5, rel=1):
    return _over_ideal(subtopics, ranking, lambda rank: beta ** (rank - 1), None, alpha, rel)


def p_ia(_, ranking, subtopics, k, rel=1):
    topics = _covering(subtopics, rel)
    shares = [sum(doc in docs for doc in ranking[:k]) / k for docs in topics.values()]
    return sum(shares) / len(shares) if shares else None


def ap_ia(_, ranking, subtopics, rel=1):
    topics = _covering(subtopics, rel)
    values = []
    for docs in topics.values():
        ranks = [rank for rank, doc in enumerate(ranking, 1) if doc in docs]
        values.append(sum(found / rank for found, rank in enumerate(ranks, 1)) / len(docs))
    return sum(values) / len(values) if values else None


def strecall(_, ranking, subtopics, k=None, rel=1):
    topics = _covering(subtopics, rel)
    return sum(bool(docs & set(ranking[:k])) for docs in topics.values()) / len(topics) if topics else None


ORACLES = {
    "alpha_DCG": alpha_dcg, "alpha_nDCG": alpha_ndcg, "ERR_IA": err_ia, "nERR_IA": nerr_ia, "NRBP": nrbp,
    "nNRBP": nnrbp, "P_IA": p_ia, "AP_IA": ap_ia, "StRecall": strecall,
}  # fmt: skip
