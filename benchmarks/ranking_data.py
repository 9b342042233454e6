"""Makes what the ranking benchmarks read: graded judgments and rankings of distinct documents."""

from __future__ import annotations

import gzip
import random
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
from pyarrow import feather

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


def make_variants(run: Path) -> dict[str, Path]:
    """The same run in other clothes, made once."""
    made = {name: run.with_name(f"run-{name}.txt") for name in ("tabs", "blanks", "unsorted", "shuffled", "tied")}
    made |= {kind: run.with_name(f"run.{ending}") for kind, ending in
             {"gz": "txt.gz", "parquet": "plain.parquet", "snappy": "parquet", "arrow": "arrow"}.items()}  # fmt: skip
    if all(path.exists() for path in made.values()):
        return made
    lines = run.read_text().splitlines(keepends=True)
    made["tabs"].write_text("".join(lines).replace(" ", "\t"))
    made["blanks"].write_text("".join(lines).replace(" ", "  "))
    depth = next((i for i, line in enumerate(lines) if line.split()[0] != lines[0].split()[0]), len(lines))
    made["tied"].write_text("".join(_tied(lines, depth)))
    chance = random.Random(1)
    with made["unsorted"].open("w") as out:
        for first in range(0, len(lines), depth):
            inside = lines[first : first + depth]
            chance.shuffle(inside)
            out.writelines(inside)
    chance.shuffle(lines)
    made["shuffled"].write_text("".join(lines))
    del lines
    with run.open("rb") as plain, gzip.open(made["gz"], "wb", compresslevel=5) as packed:
        shutil.copyfileobj(plain, packed)
    names = ["query", "Q0", "doc", "rank", "score", "tag"]
    read = pa_csv.read_csv(
        run, read_options=pa_csv.ReadOptions(column_names=names), parse_options=pa_csv.ParseOptions(delimiter=" "),
        convert_options=pa_csv.ConvertOptions(column_types={"query": "string", "doc": "string"}),
    )  # fmt: skip
    read = read.select(["query", "doc", "rank", "score"])
    pq.write_table(read, made["parquet"], compression="none")
    pq.write_table(read, made["snappy"])
    feather.write_feather(read, str(made["arrow"]), compression="uncompressed")
    return made


def _tied(lines: list[str], depth: int) -> Iterator[str]:
    """Every third document has the score of the one before it."""
    score = ""
    for number, line in enumerate(lines):
        fields = line.split(" ")
        if number % 3 == 0 and number % depth:
            fields[4] = score
        score = fields[4]
        yield " ".join(fields)


def repeat_queries(qrels: Path, run: Path, copies: int) -> tuple[Path, Path]:
    """The same queries many times under other ids, so that every query stays in one piece; made once."""
    made = [path.with_name(f"{path.stem}-x{copies}.txt") for path in (qrels, run)]
    for path, large in zip((qrels, run), made, strict=True):
        if not large.exists():
            lines = path.read_bytes().splitlines(keepends=True)
            with large.open("wb") as out:
                for copy in range(copies):
                    out.write(b"".join(b"%d%s" % (copy, line) for line in lines))
    return made[0], made[1]


def make_dicts(queries: int, depth: int, judged: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Judgments and a run of distinct documents, half of the judged ones at its top."""
    chance = np.random.default_rng(2)
    qrels, run = {}, {}
    for query in (f"q{number}" for number in range(queries)):
        docs = chance.choice(COLLECTION, depth, replace=False).astype(str).tolist()
        run[query] = dict(zip(docs, np.sort(chance.random(depth))[::-1].tolist(), strict=True))
        listed = [*docs[: judged // 2], *chance.choice(COLLECTION, judged // 2).astype(str).tolist()]
        qrels[query] = dict(zip(listed, chance.integers(0, 4, len(listed)).tolist(), strict=True))
    return qrels, run
