"""Judgments of people and of a judge that is known: how often it errs, whom it favours, how it sees length."""

from __future__ import annotations

import numpy as np


def made(seed=0, *, queries=24, docs=20, judged=16, systems=("alpha", "beta", "gamma", "delta"), favoured=None):
    """People, a judge that errs and judged all queries, and runs; people judged the first queries only."""
    rng = np.random.default_rng(seed)
    human, judge, runs = {}, {}, {name: {} for name in systems}
    skill = dict(zip(systems, np.linspace(2.0, 0.2, len(systems)), strict=True))
    for at in range(queries):
        query = f"q{at:02}"
        grades = rng.choice([0, 1, 2, 3], p=[0.5, 0.25, 0.15, 0.1], size=docs)
        said = np.clip(grades + rng.choice([-1, 0, 1], p=[0.1, 0.65, 0.25], size=docs), 0, 3)
        names = [f"d{doc}" for doc in range(docs)]
        judge[query] = dict(zip(names, said.tolist(), strict=True))
        if at < judged:
            human[query] = dict(zip(names, grades.tolist(), strict=True))
        for name in systems:
            score = skill[name] * grades + rng.normal(0, 1.5, docs)
            if name == favoured:
                score = score + 2.5 * (said - grades)
            runs[name][query] = dict(zip(names, score.tolist(), strict=True))
    return human, judge, runs


def lines_of_qrels(judged):
    return "".join(f"{query} 0 {doc} {grade}\n" for query, docs in judged.items() for doc, grade in docs.items())


def lines_of_run(run, name):
    rows = []
    for query, docs in run.items():
        for rank, (doc, score) in enumerate(sorted(docs.items(), key=lambda each: -each[1]), 1):
            rows.append(f"{query} Q0 {doc} {rank} {score:.9f} {name}\n")
    return "".join(rows)
