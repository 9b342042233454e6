"""File to result on one large run: ours and the peers on the same files with the same five measures, as ratios.

Each tool runs in a process of its own, one after the other, so that its time includes its start and its peak memory
is its own. Fewer lines: `python benchmarks/bench_ranking.py --queries 500`.
"""

from __future__ import annotations

import argparse
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

from ranking_data import make

HERE = Path(__file__).parent

OURS = """
from cranfield import evaluate, ranking
results = evaluate(ranking({qrels!r}, {run!r}), ["AP", "nDCG@10", "RR", "P@10", "R@1000"])
print({{name: results[name].value for name in results}})
"""

PYTREC_EVAL = """
import numpy as np, pytrec_eval
with open({qrels!r}) as gold, open({run!r}) as run:
    qrels, ranked = pytrec_eval.parse_qrel(gold), pytrec_eval.parse_run(run)
names = {{"map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000"}}
per_query = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(ranked)
print({{n: np.mean([v[n] for v in per_query.values()])
       for n in ("map", "ndcg_cut_10", "recip_rank", "P_10", "recall_1000")}})
"""

IR_MEASURES = """
import ir_measures
from ir_measures import AP, RR, P, R, nDCG
qrels, ranked = ir_measures.read_trec_qrels({qrels!r}), ir_measures.read_trec_run({run!r})
print(ir_measures.calc_aggregate([AP, nDCG@10, RR, P@10, R@1000], qrels, ranked))
"""

RANX = """
from ranx import Qrels, Run, evaluate
qrels, ranked = Qrels.from_file({qrels!r}, kind="trec"), Run.from_file({run!r}, kind="trec")
print(evaluate(qrels, ranked, ["map", "ndcg@10", "mrr", "precision@10", "recall@1000"], make_comparable=True))
"""

TOOLS = {"cranfield": OURS, "pytrec_eval": PYTREC_EVAL, "ir_measures": IR_MEASURES, "ranx": RANX}


def measure(code: str) -> tuple[float, float, str]:
    """Wall seconds, peak megabytes and output of a program run by itself."""
    # the child reports its own peak: the parent's view would keep the largest of all children
    code += "\nimport resource, sys\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    return seconds, int(done.stderr.split()[-1]) / 1024, done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=6_980)
    parser.add_argument("--depth", type=int, default=1_000)
    parser.add_argument("--repeat", type=int, default=3, help="our own best of so many; peers run once")
    parser.add_argument("--only", nargs="*", choices=list(TOOLS), default=list(TOOLS))
    chosen = parser.parse_args()
    qrels, run = make(HERE / "data" / f"{chosen.queries}x{chosen.depth}", chosen.queries, chosen.depth)
    lines = sum(1 for _ in run.open("rb"))
    print(f"{lines:,} lines, {run.stat().st_size / 1e6:.0f} MB, {platform.machine()}, five measures\n")
    print(f"{'tool':<14}{'seconds':>9}{'x ours':>9}{'peak MB':>9}{'x ours':>9}")
    base: tuple[float, float] | None = None
    for tool in TOOLS:
        if tool not in chosen.only:
            continue
        runs = [measure(TOOLS[tool].format(qrels=str(qrels), run=str(run)))
                for _ in range(chosen.repeat if tool == "cranfield" else 1)]  # fmt: skip
        seconds, peak, output = min(runs)
        base = base or (seconds, peak)
        print(f"{tool:<14}{seconds:>9.2f}{seconds / base[0]:>9.1f}{peak:>9.0f}{peak / base[1]:>9.1f}")
        print(f"    {output}")
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 0


if __name__ == "__main__":
    main()
