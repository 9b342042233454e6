"""Makes the large run that the ranking benchmarks read: graded judgments and rankings of distinct documents."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

COLLECTION = 8_800_000  # document ids look like those of a passage collection


def make(folder: Path, queries: int, depth: int, *, judged: int = 32, seed: int = 1) -> tuple[Path, Path]:
    """Write qrels.txt and run.txt unless they are there; returns both paths."""
    folder.mkdir(parents=True, exist_ok=True)
    qrels, run = folder / "qrels.txt", folder / "run.txt"
    if qrels.exists() and run.exists():
        return qrels, run
    random = np.random.default_rng(seed)
    with qrels.open("w") as gold, run.open("w") as out:
        for query in range(1_000_000, 1_000_000 + 37 * queries, 37):
            docs = random.choice(COLLECTION, depth, replace=False)
            scores = np.sort(random.random(depth) * 30)[::-1]
            out.writelines(
                f"{query} Q0 {doc} {rank} {score:.6f} bench\n"
                for rank, (doc, score) in enumerate(zip(docs.tolist(), scores.tolist(), strict=True), 1)
            )
            # judged documents crowd at the top of the ranking; a third was never retrieved
            found = docs[(random.random(judged * 2 // 3) ** 3 * depth).astype(int)].tolist()
            elsewhere = random.choice(COLLECTION, judged // 3).tolist()
            grades = random.choice(4, judged, p=[0.5, 0.25, 0.15, 0.1]).tolist()
            rows = zip(dict.fromkeys([*found, *elsewhere]), grades, strict=False)
            gold.writelines(f"{query} 0 {doc} {grade}\n" for doc, grade in rows)
    return qrels, run


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--queries", type=int, default=6_980)
    parser.add_argument("--depth", type=int, default=1_000)
    chosen = parser.parse_args()
    make(chosen.folder, chosen.queries, chosen.depth)
