"""The discounted cumulated gain that the best order of all judged documents would have."""

from oracles import dcg
from oracles.cg import worth


def oracle(qrels, ranking, gain="linear", rel=None, **rest):  # noqa: ARG001 (the ranking plays no part)
    best = sorted(qrels, key=lambda doc: worth(qrels[doc], gain, rel), reverse=True)
    return dcg.oracle(qrels, best, gain=gain, rel=rel, **rest)
