"""Pools and measures as plain loops, written from their definitions."""

from __future__ import annotations

import math
import random
from itertools import product


def ranked(run: dict[str, dict[str, float]]) -> dict[str, list[str]]:
    """The documents of each query, best score first; of equal scores the larger id, in bytes, comes first."""
    return {
        query: sorted(scores, key=lambda doc: (scores[doc], doc.encode()), reverse=True)
        for query, scores in run.items()
    }


def ranks_of(runs, depth=None):
    """{(query, doc): [rank, ...]} over all runs."""
    found: dict[tuple[str, str], list[int]] = {}
    for run in runs:
        for query, docs in ranked(run).items():
            for rank, doc in enumerate(docs if depth is None else docs[:depth], 1):
                found.setdefault((query, doc), []).append(rank)
    return found


PRIORITY = {
    "depth": lambda ranks: -min(ranks),
    "rrf": lambda ranks: sum(1 / (60 + rank) for rank in ranks),
    "rbp": lambda ranks: sum(0.2 * 0.8 ** (rank - 1) for rank in ranks),
}


def value(measure: str, run, qrels, queries) -> float:
    """The mean of a measure over some queries; what is not judged is not relevant."""
    total = 0.0
    for query in queries:
        judged = qrels.get(query, {})
        docs = ranked(run).get(query, [])
        grades = [judged.get(doc, 0) for doc in docs]
        if measure == "P@3":
            total += sum(grade >= 1 for grade in grades[:3]) / 3
        elif measure == "DCG@4":
            total += sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades[:4], 1))
        elif measure == "RBP(p=0.6, max_grade=2)":
            total += sum(0.4 * grade / 2 * 0.6 ** (rank - 1) for rank, grade in enumerate(grades, 1))
        else:
            gain = {"nDCG@3": lambda g: g, "nDCG(gain='exp')@4": lambda g: 2**g - 1, "nDCG": lambda g: g}[measure]
            cut = {"nDCG@3": 3, "nDCG(gain='exp')@4": 4, "nDCG": 10**6}[measure]
            gained = sum(gain(grade) / math.log2(rank + 1) for rank, grade in enumerate(grades[:cut], 1))
            best = sorted(judged.values(), reverse=True)[:cut]
            ideal = sum(gain(grade) / math.log2(rank + 1) for rank, grade in enumerate(best, 1))
            total += gained / ideal if ideal else 0.0
    return total / len(queries)


MEASURES = ("P@3", "DCG@4", "RBP(p=0.6, max_grade=2)", "nDCG@3", "nDCG(gain='exp')@4", "nDCG")


def completions(qrels, unjudged, scale):
    """Every way to judge some documents."""
    for grades in product(scale, repeat=len(unjudged)):
        whole = {query: dict(docs) for query, docs in qrels.items()}
        for (query, doc), grade in zip(unjudged, grades, strict=True):
            whole.setdefault(query, {})[doc] = grade
        yield whole


def made(seed: int, *, systems: int = 3, queries: int = 2, docs: int = 5, unjudged: int = 4):
    """Small runs with ties and gaps, and judgments of all their documents but a few."""
    rng = random.Random(seed)
    names = [f"d{at}" for at in range(docs)]
    runs = {}
    for system in range(systems):
        run = {}
        for query in range(queries):
            if rng.random() < 0.9:
                some = rng.sample(names, rng.randint(1, docs))
                run[f"q{query}"] = {doc: float(rng.randint(1, 4)) for doc in some}
        runs[f"s{system}"] = run or {"q0": {"d0": 1.0}}
    everything = sorted(ranks_of(runs.values()))
    rng.shuffle(everything)
    qrels: dict[str, dict[str, int]] = {}
    for query, doc in everything[unjudged:]:
        qrels.setdefault(query, {})[doc] = rng.choice((0, 0, 1, 2))
    if rng.random() < 0.5:
        qrels.setdefault("q0", {})["elsewhere"] = rng.choice((1, 2))
    return runs, qrels
