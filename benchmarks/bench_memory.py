"""Rankings that are in memory already, and many runs against one set of judgments."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

from ranking_data import make, make_dicts, make_variants
from turns import Command, Program, here, take_turns

DATA = Path(__file__).parent / "data"
FIVE = ["AP", "nDCG@10", "RR", "P@10", "R@1000"]
TREC_FIVE = {"map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000"}
RANX_FIVE = ["map", "ndcg@10", "mrr", "precision@10", "recall@1000"]


def tables(scale: float) -> list[dict[str, Any]]:
    """The same run as text, Parquet, Arrow and frames."""
    import pandas as pd
    import polars as pl
    import pyarrow.parquet as pq

    from cranfield import evaluate, judgments, ranking

    queries = round(6_980 * scale)
    qrels, run = make(DATA / f"{queries}x1000", queries, 1000)
    made = make_variants(run)
    gold = judgments(qrels)
    frame = pq.read_table(made["parquet"])
    given = {
        "text file": run, "Parquet file": made["parquet"], "Arrow file": made["arrow"], "pyarrow table": frame,
        "Polars frame": pl.from_arrow(frame), "pandas frame": frame.to_pandas(types_mapper=pd.ArrowDtype),
        "Parquet file, Snappy": made["snappy"], "text file, gz": made["gz"],
    }  # fmt: skip
    contestants = {
        name: here(lambda each=each: evaluate(ranking(gold, each), FIVE)["AP"].value) for name, each in given.items()
    }
    for contestant in contestants.values():
        contestant()  # everything is loaded
    rows = take_turns(contestants, 9, agree=1e-12)
    line = {"work": "the same as Parquet without compression, in a running process", "ours": "Parquet file",
            "peers": ["text file", "Parquet file, Snappy"]}  # fmt: skip
    return [{"title": f"{queries * 1000:,} lines, five measures", "rows": rows, "readme": [line]}]


def dicts(scale: float) -> list[dict[str, Any]]:
    """Two dicts in, a dict of every query's values out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import ranx
    import pytrec_eval

    from cranfield import evaluate, ranking
    from cranfield.compat import pytrec_eval as drop_in

    found = []
    for queries, depth, judged, repeat in (
        (50, 100, 32, 100), (round(6_980 * scale), 1000, 32, 1), (round(100_000 * scale), 10, 4, 1)
    ):  # fmt: skip
        qrels, run = make_dicts(queries, depth, judged)

        def ours(q=qrels, r=run):
            return {name: result.units for name, result in evaluate(ranking(q, r), FIVE).items()}

        contestants = {
            "cranfield": here(ours, repeat),
            "cranfield.compat.pytrec_eval": here(
                lambda q=qrels, r=run: drop_in.RelevanceEvaluator(q, TREC_FIVE).evaluate(r), repeat
            ),
            "pytrec_eval": here(
                lambda q=qrels, r=run: pytrec_eval.RelevanceEvaluator(q, TREC_FIVE).evaluate(r), repeat
            ),
            "ranx": here(
                lambda q=qrels, r=run: ranx.evaluate(ranx.Qrels(q), ranx.Run(r), RANX_FIVE, return_mean=False), repeat
            ),
        }
        if not found:
            for contestant in contestants.values():
                contestant()  # ranx compiles itself
        line = {"work": f"{queries:,} queries of {depth:,} documents as dicts, to the values of every query",
                "ours": "cranfield", "peers": ["pytrec_eval", "ranx"]}  # fmt: skip
        rows = take_turns(contestants, 5)
        found.append({"title": f"{queries:,} queries of {depth:,}, five measures", "rows": rows, "readme": [line]})
    return found


def runs(scale: float) -> list[dict[str, Any]]:
    """Fifty runs against one set of judgments."""
    queries = max(round(349 * scale), 10)
    qrels, run = make(DATA / f"runs-{queries}x1000", queries, 1000)
    before = f"from cranfield import evaluate, judgments, ranking\nFIVE = {FIVE!r}\n"
    one = f"answer = evaluate(ranking({str(qrels)!r}, {str(run)!r}), FIVE)['AP'].value"
    many = f"""
gold = judgments({str(qrels)!r})
for _ in range(50):
    answer = evaluate(ranking(gold, {str(run)!r}), FIVE)["AP"].value
"""
    copies = [run.with_name(f"copy-{number:02d}.run") for number in range(50)]
    for copy in copies:
        if not copy.exists():
            copy.symlink_to(run.name)
    command = [sys.executable, "-m", "cranfield", "eval", str(qrels), *map(str, copies), "-o", os.devnull]
    rows = take_turns({
        "1 run": Program(before + one, whole=True), "50 runs, judgments prepared": Program(before + many, whole=True),
        "cranfield eval, 50 runs, --jobs 1": Command([*command, "--jobs", "1"]),
        f"cranfield eval, 50 runs, --jobs {os.cpu_count()}": Command([*command, "--jobs", str(os.cpu_count())]),
    }, 3)  # fmt: skip
    each = (rows[1]["wall"] - rows[0]["wall"]) / 49
    note = f"Each run after the first: {each:.3f} s."
    return [{"title": f"{queries:,} queries of 1,000, five measures", "rows": rows, "note": note}]
