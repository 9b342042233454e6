"""Relevant documents, wherever they are."""


def oracle(qrels, ranking, rel=1):  # noqa: ARG001 (every oracle is called alike)
    return float(sum(1 for grade in qrels.values() if grade >= rel))
