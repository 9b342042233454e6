"""`cranfield trec_eval` against its two promises.

A small run costs at most 1.6 times importing numpy and pyarrow, and a large one no more than `cranfield eval`. Ratios
of processor time and of wall time, the best of several runs in turn; smaller with `--queries 500`.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from ranking_data import make

HERE = Path(__file__).parent


def once(command: list[str]) -> tuple[float, float]:
    """Processor and wall seconds of a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    # compiled files are what an installed package has
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings.setdefault("PYTHONPYCACHEPREFIX", str(HERE / "data" / "compiled"))
    subprocess.run(command, check=True, capture_output=True, env=settings)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def compare(commands: dict[str, list[str]], repeat: int) -> None:
    """Print each command against the first."""
    best = dict.fromkeys(commands, (float("inf"), float("inf")))
    for _ in range(repeat):
        for name, command in commands.items():
            best[name] = tuple(map(min, best[name], once(command)))
    base = best[next(iter(commands))]
    for name, (used, wall) in best.items():
        print(f"{name:<34}{used:>8.3f} s used {used / base[0]:>6.2f} x {wall:>8.3f} s wall {wall / base[1]:>6.2f} x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=6_980)
    parser.add_argument("--repeat", type=int, default=15)
    chosen = parser.parse_args()
    ours = [sys.executable, "-m", "cranfield"]
    qrels, run = map(str, make(HERE / "data" / "50x100", 50, 100))
    print("50 queries; at most 1.6 x is promised")
    bare = [sys.executable, "-c", "import numpy, pyarrow"]
    compare({"import numpy, pyarrow": bare, "cranfield trec_eval": [*ours, "trec_eval", qrels, run]}, chosen.repeat)
    qrels, run = map(str, make(HERE / "data" / f"{chosen.queries}x1000", chosen.queries, 1000))
    print(f"\n{chosen.queries} queries; at most 1 x is promised")
    measures = [word for name in ("map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000") for word in ("-m", name)]
    evaluated = {
        "cranfield eval": [*ours, "eval", qrels, run, *measures],
        "cranfield trec_eval": [*ours, "trec_eval", *measures, qrels, run],
    }
    compare(evaluated, min(chosen.repeat, 5))


if __name__ == "__main__":
    main()
