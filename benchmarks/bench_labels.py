"""Labels and scores in memory and in files: ours and the peers on the same data, as ratios.

Each program runs in a process of its own and takes the time of its work alone, without its start and without reading;
its peak memory is that of the process. Reading is a row of its own.
Smaller: `python benchmarks/bench_labels.py --scale 0.1`.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

HERE = Path(__file__).parent
LOOP_SESSIONS = 5_000  # of the loop over scikit-learn; the rest is extrapolated

BEFORE = """
import json, resource, sys, time
import numpy as np
data = np.load({data!r})
truth, score, group, guess, label = (data[name] for name in ("truth", "score", "group", "guess", "label"))
"""
AFTER = """
print(json.dumps([seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, answer]))
"""
# the first call imports the measures, as the import line of a peer does
OURS = "from cranfield import evaluate, labels\nevaluate(labels(truth=[0, 1], guess=[0, 1]), 'Accuracy')\n"
FRAME = """
import {library}, pyarrow as pa
table = pa.table({{"truth": truth, "score": score, "group": group}})
"""


def timed(work: str, set_up: str = "", factor: str = "1") -> str:
    """A program that takes the time of `work`, which must set `answer`."""
    return f"{set_up}\nbegan = time.perf_counter()\n{work}\nseconds = (time.perf_counter() - began) * ({factor})\n"


SK_AUC = timed("answer = roc_auc_score(truth, score)", "from sklearn.metrics import roc_auc_score")
SK_GAUC = timed(
    """
order = np.argsort(group, kind="stable")
edges = np.searchsorted(group[order], np.arange(sessions + 1))
found = []
for at in range(sessions):
    rows = order[edges[at]:edges[at + 1]]
    if 0 < truth[rows].sum() < len(rows):
        found.append(roc_auc_score(truth[rows], score[rows]))
answer = float(np.mean(found))
""",
    """
from sklearn.metrics import roc_auc_score
sessions = min({loop}, int(group.max()) + 1)
factor = (int(group.max()) + 1) / sessions
kept = group < sessions
truth, score, group = truth[kept], score[kept], group[kept]
""",
    "factor",
)
POLARS_AUC = timed(
    """
ranked = frame.select(pl.col("truth"), pl.col("score").rank("average").alias("rank"))
positive = ranked.filter(pl.col("truth") == 1)["rank"]
p, n, r = len(positive), len(ranked) - len(positive), positive.sum()
answer = (r - p * (p + 1) / 2) / (p * n)
""",
    FRAME.format(library="polars as pl") + "frame = pl.from_arrow(table).with_columns(pl.col('truth').cast(pl.Int64))",
)
POLARS_GAUC = timed(
    """
ranked = frame.with_columns(pl.col("score").rank("average").over("group").alias("rank"))
sums = ranked.group_by("group").agg(
    pl.col("truth").sum().alias("p"), pl.len().alias("rows"), (pl.col("rank") * pl.col("truth")).sum().alias("r"))
sums = sums.filter((pl.col("p") > 0) & (pl.col("p") < pl.col("rows")))
answer = sums.select(((pl.col("r") - pl.col("p") * (pl.col("p") + 1) / 2)
                      / (pl.col("p") * (pl.col("rows") - pl.col("p")))).mean()).item()
""",
    FRAME.format(library="polars as pl") + "frame = pl.from_arrow(table).with_columns(pl.col('truth').cast(pl.Int64))",
)
DUCK_AUC = timed(
    '''
answer = duckdb.sql("""
with counts as (select score, sum(truth::bigint) p, count(*) - sum(truth::bigint) n from frame group by score),
running as (select p, n, sum(n) over (order by score) - n as below from counts)
select sum(p * (below + n / 2.0)) / (sum(p) * sum(n)) from running
""").fetchall()[0][0]
''',
    FRAME.format(library="duckdb") + "frame = table",
)
DUCK_GAUC = timed(
    '''
answer = duckdb.sql("""
with counts as (select "group", score, sum(truth::bigint) p, count(*) - sum(truth::bigint) n from frame
                group by "group", score),
running as (select "group", p, n, sum(n) over (partition by "group" order by score) - n as below from counts),
sessions as (select sum(p * (below + n / 2.0)) / (sum(p) * sum(n)) auc, sum(p) p, sum(n) n from running
             group by "group" having sum(p) > 0 and sum(n) > 0)
select avg(auc) from sessions
""").fetchall()[0][0]
''',
    FRAME.format(library="duckdb") + "frame = table",
)
REPORT = [f"{name}(average={average!r})" for name in ("Precision", "Recall", "F1") for average in ("macro", "weighted")]
SK_REPORT = timed(
    "answer = classification_report(label, guess, output_dict=True, zero_division=0)['macro avg']['f1-score']",
    "from sklearn.metrics import classification_report",
)
OURS_REPORT = timed(
    f"""
results = evaluate(labels(truth=label, guess=guess), ["Accuracy", *{REPORT!r}])
per_class = {{name: results[name].units for name in results}}
answer = results["F1(average='macro')"].value
""",
    OURS,
)


def ours(measure: str, columns: str) -> str:
    return timed(f"answer = evaluate(labels({columns}), {measure!r})[{measure!r}].value", OURS)


def reading(path: str) -> str:
    """From a file to the value."""
    return timed(
        f"batch = labels({path!r}, truth='truth', score='score', group='group')\n"
        "answer = evaluate(batch, 'GAUC')['GAUC'].value",
        OURS,
    )


def run(code: str, data: Path) -> tuple[float, float, float]:
    done = subprocess.run(
        [sys.executable, "-c", BEFORE.format(data=str(data)) + code + AFTER],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stderr[-2000:])
        raise SystemExit(1)
    return tuple(json.loads(done.stdout.splitlines()[-1]))


def make(folder: Path, rows: int, sessions: int, examples: int) -> Path:
    """Scores as float32 with 10% positives in shuffled sessions, and guesses of 20 classes."""
    path = folder / f"{rows}x{sessions}x{examples}.npz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        chance = np.random.default_rng(11)
        score = chance.normal(size=rows).astype(np.float32)
        truth = (chance.random(rows) < 0.2 / (1 + np.exp(-score))).astype(np.int8)
        label = chance.integers(0, 20, examples)
        guess = np.where(chance.random(examples) < 0.7, label, chance.integers(0, 20, examples))
        group = chance.integers(0, sessions, rows)
        np.savez(path, truth=truth, score=score, group=group, label=label, guess=guess)
        table = pa.table({"truth": truth, "score": score, "group": group})
        pq.write_table(table, path.with_suffix(".parquet"))
        pa_csv.write_csv(table, path.with_suffix(".csv"))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="1 is 20 million rows, 1 million sessions")
    parser.add_argument("--repeat", type=int, default=3, help="our own best of so many; peers run once")
    parser.add_argument("--only", default="", help="part of the title of the tables to make, such as GAUC")
    chosen = parser.parse_args()
    rows, sessions = int(20e6 * chosen.scale), int(1e6 * chosen.scale)
    examples = int(10e6 * chosen.scale)
    data = make(HERE / "data", rows, sessions, examples)
    loop = SK_GAUC.replace("{loop}", str(LOOP_SESSIONS))
    tables = {
        f"AUC, {rows:,} rows": {
            "cranfield": ours("AUC", "truth=truth, score=score"),
            "cranfield, exact=False": ours("AUC(exact=False)", "truth=truth, score=score"),
            "scikit-learn": SK_AUC, "Polars": POLARS_AUC, "DuckDB": DUCK_AUC,
        },
        f"GAUC, {rows:,} rows in {sessions:,} sessions": {
            "cranfield": ours("GAUC", "truth=truth, score=score, group=group"),
            f"scikit-learn, from {LOOP_SESSIONS:,} sessions": loop, "Polars": POLARS_GAUC, "DuckDB": DUCK_GAUC,
        },
        f"Classification report, {examples:,} rows of 20 classes": {
            "cranfield": OURS_REPORT, "scikit-learn": SK_REPORT,
        },
        "Reading and GAUC, from a file": {
            "cranfield, Parquet": reading(str(data.with_suffix(".parquet"))),
            "cranfield, CSV": reading(str(data.with_suffix(".csv"))),
        },
    }  # fmt: skip
    print(f"{platform.machine()}; seconds of the work alone, peak of the process with the data")
    for title, programs in tables.items():
        if chosen.only not in title:
            continue
        print(f"\n{title}\n{'':<38}{'seconds':>9}{'x ours':>9}{'peak MB':>9}  value")
        base = None
        for tool, code in programs.items():
            times = chosen.repeat if tool.startswith("cranfield") else 1
            seconds, peak, answer = min(run(code, data) for _ in range(times))
            base = base or seconds
            print(f"{tool:<38}{seconds:>9.2f}{seconds / base:>9.1f}{peak:>9.0f}  {answer:.15g}")


if __name__ == "__main__":
    main()
