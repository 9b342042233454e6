"""Each query is one query."""


def oracle(qrels, ranking):  # noqa: ARG001 (every oracle is called alike)
    return 1.0
