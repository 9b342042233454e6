"""Rankings from files, each program from its start to its end."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from ranking_data import make, make_variants, repeat_queries
from turns import Command, Program, take_turns

DATA = Path(__file__).parent / "data"
FIVE = '["AP", "nDCG@10", "RR", "P@10", "R@1000"]'
TREC_FIVE = [word for name in ("map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000") for word in ("-m", name)]

OURS = """
from cranfield import evaluate, ranking
results = evaluate(ranking({qrels!r}, {run!r}), {measures})
print(results)
answer = results["AP"].value
"""
PYTREC_EVAL = """
import pytrec_eval
with open({qrels!r}) as gold, open({run!r}) as run:
    qrels, ranked = pytrec_eval.parse_qrel(gold), pytrec_eval.parse_run(run)
names = {{"map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000"}}
values = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(ranked)
means = {{name: sum(each[name] for each in values.values()) / len(values) for name in next(iter(values.values()))}}
print(means)
answer = means["map"]
"""
IR_MEASURES = """
import ir_measures
from ir_measures import AP, RR, P, R, nDCG
qrels, ranked = ir_measures.read_trec_qrels({qrels!r}), ir_measures.read_trec_run({run!r})
means = ir_measures.calc_aggregate([AP, nDCG@10, RR, P@10, R@1000], qrels, ranked)
print(means)
answer = means[AP]
"""
RANX = """
from ranx import Qrels, Run, evaluate
qrels, ranked = Qrels.from_file({qrels!r}, kind="trec"), Run.from_file({run!r}, kind="trec")
means = evaluate(qrels, ranked, ["map", "ndcg@10", "mrr", "precision@10", "recall@1000"], make_comparable=True)
print(means)
answer = float(means["map"])
"""
PEERS = {"pytrec_eval": PYTREC_EVAL, "ir_measures": IR_MEASURES, "ranx": RANX}
ALIKE = 1e-4  # the peers keep scores in single precision, where a few become equal


def _program(code: str, qrels: Path, run: Path, measures: str = FIVE) -> Program:
    return Program(code.format(qrels=str(qrels), run=str(run), measures=measures), whole=True)


def _large(scale: float) -> tuple[int, Path, Path]:
    queries = round(6_980 * scale)
    return queries, *make(DATA / f"{queries}x1000", queries, 1000)


def _read_once(*paths: Path) -> None:
    """Put files into the memory of the system, so that nobody is the first to read them."""
    for path in paths:
        with path.open("rb") as file:
            while file.read(1 << 24):
                pass


def _size(run: Path) -> str:
    return f"{run.stat().st_size / 1e6:,.0f} MB"


def files(scale: float) -> list[dict[str, Any]]:
    """One large run."""
    queries, qrels, run = _large(scale)
    _read_once(qrels, run)
    contestants = {"cranfield": _program(OURS, qrels, run)}
    contestants |= {tool: _program(code, qrels, run) for tool, code in PEERS.items()}
    work = f"run of {queries * 1000:,} lines, five measures, from file to result"
    line = {"work": work, "ours": "cranfield", "peers": list(PEERS), "peak": True}
    rows = take_turns(contestants, 3, agree=ALIKE)
    return [{"title": f"{queries * 1000:,} lines, {_size(run)}, five measures", "rows": rows, "readme": [line]}]


def shapes(scale: float) -> list[dict[str, Any]]:
    """The same run in other clothes."""
    queries, qrels, run = _large(scale)
    made = {"plain": run, **make_variants(run)}
    _read_once(*made.values())
    rows = take_turns({name: _program(OURS, qrels, path) for name, path in made.items()}, 3)
    line = {"work": "the same with the lines of all queries shuffled", "ours": "shuffled", "peers": [], "peak": True}
    return [{"title": f"{queries * 1000:,} lines, five measures", "rows": rows, "readme": [line]}]


def measures(scale: float) -> list[dict[str, Any]]:
    """Five measures and all of trec_eval's."""
    queries, qrels, run = _large(scale)
    _read_once(qrels, run)
    wanted = {"five": FIVE, "all_trec": '["all_trec"]'}
    rows = take_turns({name: _program(OURS, qrels, run, each) for name, each in wanted.items()})
    return [{"title": f"{queries * 1000:,} lines", "rows": rows}]


def growth(scale: float) -> list[dict[str, Any]]:
    """Twice the lines; and many small queries."""
    step = max(round(10 * scale) * 100, 100)
    contestants, sizes = {}, []
    for count, depth in [(step * factor, 1000) for factor in (1, 2, 4, 8)] + [(step * 1000, 10)]:
        made = make(DATA / f"growth-{count}x{depth}", count, depth, judged=4 if depth == 10 else 32)
        _read_once(*made)
        contestants[f"{count:,} queries of {depth:,}"] = _program(OURS, *made)
        sizes.append(count * depth)
    rows = take_turns(contestants, 3)
    slope, start = np.polyfit(sizes[:4], [row["wall"] for row in rows[:4]], 1)
    note = f"A straight line through the first four: {start:.2f} s + {slope * 1e6:.3f} microseconds a line."
    return [{"title": "Five measures", "rows": rows, "note": note}]


def stream(scale: float) -> list[dict[str, Any]]:
    """A file many times as large as the memory that is used."""
    copies = max(round(50 * scale), 1)
    qrels, run = repeat_queries(*make(DATA / "stream-1000x1000", 1000, 1000), copies)
    rows = take_turns({"cranfield": _program(OURS, qrels, run)}, 3)
    work = f"run of {copies:,} million lines, {run.stat().st_size / 1e9:.1f} GB"
    line = {"work": work, "ours": "cranfield", "peers": [], "peak": True}
    return [{"title": f"{copies:,},000,000 lines, {_size(run)}, five measures", "rows": rows, "readme": [line]}]


def start(scale: float) -> list[dict[str, Any]]:  # noqa: ARG001 (nothing to make smaller)
    """Small work, next to importing what it is built on."""
    qrels, run = map(str, make(DATA / "start-50x100", 50, 100))
    python, ours = [sys.executable, "-c", "import numpy, pyarrow"], [sys.executable, "-m", "cranfield"]
    contestants = {'python -c "import numpy, pyarrow"': Command(python)}
    for words in (["--version"], ["--help"], ["eval", qrels, run], ["trec_eval", qrels, run]):
        contestants[f"cranfield {words[0]}"] = Command([*ours, *words])
    return [{"title": "50 queries of 100", "rows": take_turns(contestants, 11)}]


def drop_in(scale: float) -> list[dict[str, Any]]:
    """`cranfield trec_eval` next to `cranfield eval`."""
    queries, qrels, run = _large(scale)
    _read_once(qrels, run)
    ours = [sys.executable, "-m", "cranfield"]
    contestants = {
        "cranfield eval": Command([*ours, "eval", str(qrels), str(run), *TREC_FIVE]),
        "cranfield trec_eval": Command([*ours, "trec_eval", *TREC_FIVE, str(qrels), str(run)]),
    }
    return [{"title": f"{queries * 1000:,} lines, five measures", "rows": take_turns(contestants)}]
