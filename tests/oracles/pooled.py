"""What the micro average of a quotient adds up over the queries: what is divided, and what it is divided by."""


def _seen(ranking, k):
    return ranking if k is None else ranking[:k]


def _hits(qrels, ranking, k, rel):
    return sum(1 for doc in _seen(ranking, k) if qrels.get(doc, -1) >= rel)


def _wanted(qrels, rel):
    return sum(1 for grade in qrels.values() if grade >= rel)


def precision(qrels, ranking, k=None, rel=1):
    return _hits(qrels, ranking, k, rel), len(ranking) if k is None else k


def recall(qrels, ranking, k=None, rel=1):
    return _hits(qrels, ranking, k, rel), _wanted(qrels, rel)


def f_measure(qrels, ranking, k=None, beta=1.0, rel=1):
    hits, size = precision(qrels, ranking, k, rel)
    return (1 + beta**2) * hits, beta**2 * _wanted(qrels, rel) + size


def e_measure(qrels, ranking, k=None, b=1.0, rel=1):
    hits, size = precision(qrels, ranking, k, rel)
    whole = _wanted(qrels, rel) + b**2 * size
    return whole - (1 + b**2) * hits, whole


def filtering_f(qrels, ranking, rel=1):
    return f_measure(qrels, ranking, None, 0.5, rel)


def judged(qrels, ranking, k=None, *, negative=False):
    seen = _seen(ranking, k)
    return sum(1 for doc in seen if doc in qrels and (negative or qrels[doc] >= 0)), len(seen)


def unjudged(qrels, ranking, k=None):
    return sum(1 for doc in _seen(ranking, k) if qrels.get(doc, -1) < 0), len(ranking) if k is None else k


def known_coverage(qrels, ranking, known, k=None, rel=1):
    wanted = {doc for doc, grade in qrels.items() if grade >= rel and doc in known}
    return len(wanted & set(_seen(ranking, k))), len(wanted)


def novelty(qrels, ranking, known, k=None, rel=1):
    found = {doc for doc in _seen(ranking, k) if qrels.get(doc, -1) >= rel}
    return len(found - known), len(found)


def relative_precision(qrels, ranking, k=None, rel=1):
    room = len(ranking) if k is None else k
    return _hits(qrels, ranking, k, rel), min(_wanted(qrels, rel), room)


POOLED = {
    "E": e_measure, "F": f_measure, "Judged": judged, "KnownCoverage": known_coverage, "Novelty": novelty,
    "P": precision, "R": recall, "T11F": filtering_f, "Unjudged": unjudged, "relative_P": relative_precision,
}  # fmt: skip
