"""How many judgments each order of a pool needs, with real judgments in place of people.

    python tools/simulate_judging.py qrels.txt a.run b.run c.run -m nDCG@10

Documents of the pool (down to the cutoff of the measure) are judged one by one, with the grade that the judgments have
and 0 for a document that they do not have. Every order judges the same pool; the decisive one is asked again after each
judgment. Printed are the numbers of judgments after which Kendall's tau-b with the order of the whole pool is and stays
at 0.9 and more, after which half, nine in ten and all pairs of systems are settled, and how far each order is after a
tenth and a quarter of the pool.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np

from cranfield import judgments, pool, race
from cranfield.compare.orders import tau_b
from cranfield.io.ranking import system_name

METHODS = ("depth", "rrf", "rbp", "decisive")
ENOUGH = 0.9


def simulate(
    runs: dict[str, Any], qrels: Any, measure: str, method: str, *, depth: int, seed: int
) -> tuple[list[dict[str, float]], list[float]]:
    """The values of all systems and the share of settled pairs after 0, 1, 2, ... judgments."""
    gold = judgments(qrels)
    known = {
        (query, doc): float(max(grade, 0.0))
        for query, doc, grade in zip(
            (gold.queries[at] for at in gold.query_of.tolist()), gold.row_names, gold.grade.tolist(), strict=True
        )
    }
    grades = list(range(int(gold.max_grade) + 1))
    going = race(runs, measure=measure, depth=depth, grades=grades)
    order = [] if method == "decisive" else pool(runs, method=method, depth=depth, seed=seed).pairs
    rest = iter(pool(runs, method="rbp", depth=depth, seed=seed).pairs)  # for when nothing is open any more
    done = set()
    values, settled = [], []
    for at in range(going.unjudged + 1):
        values.append(going.values())
        settled.append(1 - going.open_pairs / (len(runs) * (len(runs) - 1) / 2))
        if not going.unjudged:
            break
        if method == "decisive":
            asked = going.next()
            pair = asked[0] if asked else next(each for each in rest if each not in done)
        else:
            pair = order[at]
        done.add(pair)
        going.judge(*pair, known.get(pair, 0.0))
    return values, settled


def first_for_good(reached: list[bool]) -> int | None:
    """From where on something holds to the end."""
    broken = [at for at, holds in enumerate(reached) if not holds]
    at = broken[-1] + 1 if broken else 0
    return at if at < len(reached) else None


def row(method: str, values: list[dict[str, float]], settled: list[float]) -> list[str]:
    """What is told of one order."""
    last = list(values[-1].values())
    agree = [tau_b(list(each.values()), last) for each in values]
    marks = [first_for_good([number >= ENOUGH for number in agree])]
    marks += [first_for_good([share >= part for share in settled]) for part in (0.5, 0.9, 1.0)]
    pooled = len(values) - 1
    early = [agree[round(pooled * part)] for part in (0.1, 0.25)]
    shown = ["0" if np.isnan(each) else f"{each:.2f}" for each in early]
    return [method, *("-" if mark is None else str(mark) for mark in marks), *shown]


def main() -> None:
    """Simulate and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("qrels")
    parser.add_argument("runs", nargs="+")
    parser.add_argument("-m", "--measure", default="nDCG@10")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    runs = {system_name(Path(path)): path for path in asked.runs}
    heading = ["order", f"tau {ENOUGH}", "half settled", "nine in ten", "all settled", "tau at 10%", "tau at 25%"]
    lines = [heading, ["---"] * len(heading)]
    pooled = 0
    for method in METHODS:
        values, settled = simulate(runs, asked.qrels, asked.measure, method, depth=asked.depth, seed=asked.seed)
        pooled = len(values) - 1
        lines.append(row(method, values, settled))
    sys.stdout.write(f"{len(runs)} systems, {pooled:,} documents in the pool, {asked.measure}\n\n")
    sys.stdout.write("".join(f"| {' | '.join(line)} |\n" for line in lines))


if __name__ == "__main__":
    main()
