"""Labels and scores: ours and the peers on the same arrays, each turn in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
from turns import Program, take_turns

DATA = Path(__file__).parent / "data"

ARRAYS = """
import numpy as np
data = np.load({data!r})
{names}, = (data[name] for name in {names!r}.split(", "))
"""
# the first call imports the measures, as the import line of a peer does
OURS = "from cranfield import evaluate, labels\nevaluate(labels(truth=[0, 1], guess=[0, 1]), 'Accuracy')\n"
POLARS = """
import polars as pl
frame = pl.DataFrame({{name: data[name] for name in {names!r}.split(", ")}}).cast({{"truth": pl.Int64}})
"""
DUCKDB = """
import duckdb, pyarrow as pa
frame = pa.table({{name: data[name] for name in {names!r}.split(", ")}})
"""

POLARS_AUC = """
ranked = frame.select(pl.col("truth"), pl.col("score").rank("average").alias("rank"))
positive = ranked.filter(pl.col("truth") == 1)["rank"]
p, n, r = len(positive), len(ranked) - len(positive), positive.sum()
answer = (r - p * (p + 1) / 2) / (p * n)
"""
POLARS_GAUC = """
ranked = frame.with_columns(pl.col("score").rank("average").over("group").alias("rank"))
sums = ranked.group_by("group").agg(
    pl.col("truth").sum().alias("p"), pl.len().alias("rows"), (pl.col("rank") * pl.col("truth")).sum().alias("r"))
sums = sums.filter((pl.col("p") > 0) & (pl.col("p") < pl.col("rows")))
answer = sums.select(((pl.col("r") - pl.col("p") * (pl.col("p") + 1) / 2)
                      / (pl.col("p") * (pl.col("rows") - pl.col("p")))).mean()).item()
"""
DUCKDB_AUC = '''
answer = duckdb.sql("""
with counts as (select score, sum(truth::bigint) p, count(*) - sum(truth::bigint) n from frame group by score),
running as (select p, n, sum(n) over (order by score) - n as below from counts)
select sum(p * (below + n / 2.0)) / (sum(p) * sum(n)) from running
""").fetchall()[0][0]
'''
DUCKDB_GAUC = '''
answer = duckdb.sql("""
with counts as (select "group", score, sum(truth::bigint) p, count(*) - sum(truth::bigint) n from frame
                group by "group", score),
running as (select "group", p, n, sum(n) over (partition by "group" order by score) - n as below from counts),
sessions as (select sum(p * (below + n / 2.0)) / (sum(p) * sum(n)) auc, sum(p) p, sum(n) n from running
             group by "group" having sum(p) > 0 and sum(n) > 0)
select avg(auc) from sessions
""").fetchall()[0][0]
'''
LOOP = """
order = np.argsort(group, kind="stable")
edges = np.flatnonzero(np.diff(group[order], prepend=-1, append=-1))
found = []
for first, last in zip(edges[:-1], edges[1:]):
    rows = order[first:last]
    if 0 < truth[rows].sum() < len(rows):
        found.append(roc_auc_score(truth[rows], score[rows]))
answer = float(np.mean(found))
"""
REPORT = [f"{name}(average={average!r})" for name in ("Precision", "Recall", "F1") for average in ("macro", "weighted")]


def _arrays(data: Path, names: str) -> str:
    return ARRAYS.format(data=str(data), names=names)


def _ours(data: Path, names: str, measure: str) -> Program:
    given = ", ".join(f"{name}={name}" for name in names.split(", "))
    work = f"answer = evaluate(labels({given}), {measure!r})[{measure!r}].value"
    return Program(work, _arrays(data, names) + OURS)


def make(rows: int, sessions: int) -> Path:
    """Scores as float32 with 10% positives in shuffled sessions; also as files."""
    path = DATA / f"labels-{rows}x{sessions}.npz"
    if not path.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        chance = np.random.default_rng(11)
        score = chance.normal(size=rows).astype(np.float32)
        truth = (chance.random(rows) < 0.2 / (1 + np.exp(-score))).astype(np.int8)
        group = chance.integers(0, sessions, rows)
        table = pa.table({"truth": truth, "score": score, "group": group})
        pq.write_table(table, path.with_suffix(".parquet"))
        pa_csv.write_csv(table, path.with_suffix(".csv"))
        np.savez(path, truth=truth, score=score, group=group)
    return path


def make_classes(rows: int) -> Path:
    """Labels of 20 classes and guesses of which seven in ten are right."""
    path = DATA / f"classes-{rows}.npz"
    if not path.exists():
        DATA.mkdir(parents=True, exist_ok=True)
        chance = np.random.default_rng(12)
        label = chance.integers(0, 20, rows)
        np.savez(path, label=label, guess=np.where(chance.random(rows) < 0.7, label, chance.integers(0, 20, rows)))
    return path


def auc(scale: float) -> list[dict[str, Any]]:
    """One number for all rows."""
    rows, names = round(20e6 * scale), "truth, score"
    data = make(rows, max(rows // 20, 1))
    sklearn = _arrays(data, names) + "from sklearn.metrics import roc_auc_score"
    contestants = {
        "cranfield": _ours(data, names, "AUC"),
        "scikit-learn": Program("answer = float(roc_auc_score(truth, score))", sklearn),
        "Polars": Program(POLARS_AUC, _arrays(data, names) + POLARS.format(names=names)),
        "DuckDB": Program(DUCKDB_AUC, _arrays(data, names) + DUCKDB.format(names=names)),
        "cranfield, exact=False": _ours(data, names, "AUC(exact=False)"),
    }
    line = {"work": f"AUC of {rows:,} rows", "ours": "cranfield", "peers": ["scikit-learn", "Polars", "DuckDB"]}
    return [{"title": f"{rows:,} rows", "rows": take_turns(contestants, 3, agree=1e-4), "readme": [line]}]


def gauc(scale: float) -> list[dict[str, Any]]:
    """The mean over sessions; the loop that most people write is so slow that it gets a table of few sessions."""
    names = "truth, score, group"
    found = []
    for sessions in (round(1e6 * scale), 5_000):
        rows = 20 * sessions
        data = make(rows, sessions)
        contestants = {"cranfield": _ours(data, names, "GAUC")}
        if sessions == 5_000:
            before = _arrays(data, names) + "from sklearn.metrics import roc_auc_score"
            contestants["scikit-learn in a loop"] = Program(LOOP, before)
        contestants |= {
            "Polars": Program(POLARS_GAUC, _arrays(data, names) + POLARS.format(names=names)),
            "DuckDB": Program(DUCKDB_GAUC, _arrays(data, names) + DUCKDB.format(names=names)),
        }
        line = {"work": f"GAUC of {sessions:,} sessions, {rows:,} rows", "ours": "cranfield",
                "peers": [name for name in contestants if name != "cranfield"]}  # fmt: skip
        turns = take_turns(contestants, 3, agree=1e-9)
        found.append({"title": f"{rows:,} rows in {sessions:,} sessions", "rows": turns, "readme": [line]})
    return found


def classes(scale: float) -> list[dict[str, Any]]:
    """Precision, recall and F1 of every class and their means."""
    rows = round(10e6 * scale)
    before = _arrays(make_classes(rows), "label, guess")
    work = f"""
results = evaluate(labels(truth=label, guess=guess), ["Accuracy", *{REPORT!r}])
per_class = {{name: results[name].units for name in results}}
answer = results["F1(average='macro')"].value
"""
    sklearn = "answer = classification_report(label, guess, output_dict=True, zero_division=0)['macro avg']['f1-score']"
    contestants = {
        "cranfield": Program(work, before + OURS),
        "scikit-learn": Program(sklearn, before + "from sklearn.metrics import classification_report"),
    }
    line = {"work": f"classification report of {rows:,} rows", "ours": "cranfield", "peers": ["scikit-learn"]}
    return [{"title": f"{rows:,} rows of 20 classes", "rows": take_turns(contestants, 3, agree=1e-9), "readme": [line]}]


def columns(scale: float) -> list[dict[str, Any]]:
    """From a file."""
    sessions = round(1e6 * scale)
    data = make(20 * sessions, sessions)
    contestants = {}
    for kind in ("parquet", "csv"):
        work = f"batch = labels({str(data.with_suffix('.' + kind))!r}, truth='truth', score='score', group='group')\n"
        contestants[f"cranfield, {kind}"] = Program(work + "answer = evaluate(batch, 'GAUC')['GAUC'].value", OURS)
    return [{"title": f"{20 * sessions:,} rows in {sessions:,} sessions", "rows": take_turns(contestants, 3)}]
