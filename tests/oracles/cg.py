"""Cumulated gain (Järvelin and Kekäläinen 2002)."""


def worth(grade, gain, rel):
    """What a grade is worth; unjudged documents and grades below rel are worth nothing."""
    if grade < 0 or (rel is not None and grade < rel):
        return 0.0
    if gain == "linear":
        return grade
    if gain == "exp":
        return 2**grade - 1
    return gain.get(grade, grade)


def oracle(qrels, ranking, k=None, gain="linear", rel=None):
    total = 0.0
    for doc in ranking if k is None else ranking[:k]:
        total += worth(qrels.get(doc, -1), gain, rel)
    return total
