"""Ours against the peers on ranking, as ratios: `python benchmarks/bench_ranking.py [section ...]`.

Sections: files (one large run from file to result), shapes (the same run unsorted, tied, tabbed, compressed, as a
table), tables (the same run as Parquet, Arrow and frames, in one process), dicts, runs (many runs, one set of
judgments), measures (five against all_trec), growth, start, stream.
Every tool runs in a process of its own where its start and its memory count. What is compared takes turns, three times
as a rule, and the best time of each counts: the speed of a machine changes from minute to minute. `--queries 500` makes
it small. The figures are also written to benchmarks/RESULTS.md.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq
from pyarrow import feather
from ranking_data import COLLECTION, make

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
FIVE = '["AP", "nDCG@10", "RR", "P@10", "R@1000"]'

OURS = """
from cranfield import evaluate, ranking
results = evaluate(ranking({qrels!r}, {run!r}), {measures})
print(results)
"""

PYTREC_EVAL = """
import numpy as np, pytrec_eval
with open({qrels!r}) as gold, open({run!r}) as run:
    qrels, ranked = pytrec_eval.parse_qrel(gold), pytrec_eval.parse_run(run)
names = {{"map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000"}}
per_query = pytrec_eval.RelevanceEvaluator(qrels, names).evaluate(ranked)
print({{n: np.mean([v[n] for v in per_query.values()]) for n in ("map", "ndcg_cut_10")}})
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

PEERS = {"pytrec_eval": PYTREC_EVAL, "ir_measures": IR_MEASURES, "ranx": RANX}
SILENT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}

report: list[str] = []


def say(line: str = "") -> None:
    print(line, flush=True)
    report.append(line)


def table(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    say("| " + " | ".join(header) + " |")
    say("|---|" + "---:|" * (len(header) - 1))
    for row in rows:
        say("| " + " | ".join(row) + " |")
    say()


# Python may keep what it compiled, as it does for every user
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def alone(code: str) -> tuple[float, float]:
    """Wall seconds and peak megabytes of a program run by itself."""
    # the child reports its own peak; getrusage would start from that of the parent
    code += "\nimport sys\nprint(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr)"
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return time.perf_counter() - began, int(done.stderr.split()[-1]) / 1024


def taking_turns(works: dict[str, Callable[[], Any]], rounds: int = 3) -> dict[str, Any]:
    """The best result of each."""
    found = [{name: work() for name, work in works.items()} for _ in range(rounds)]
    return {name: min(each[name] for each in found) for name in works}


def seconds(work: Callable[[], object], repeat: int = 1) -> Callable[[], float]:
    """How long some work takes, at best."""

    def measure() -> float:
        best = float("inf")
        for _ in range(repeat):
            began = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - began)
        return best

    return measure


def ours(qrels: Path, run: Path, measures: str = FIVE) -> Callable[[], tuple[float, float]]:
    return lambda: alone(OURS.format(qrels=str(qrels), run=str(run), measures=measures))


def bench_files(qrels: Path, run: Path) -> None:
    """File to result: time and peak memory."""
    size = run.stat().st_size / 2**20
    works = {"cranfield": ours(qrels, run)}
    works |= {t: lambda c=c: alone(c.format(qrels=str(qrels), run=str(run))) for t, c in PEERS.items()}
    found = taking_turns(works, 5)  # the peers run so long that each of their runs has a slow and a fast minute
    base = found["cranfield"][0]
    table(("tool", "seconds", "x ours", "peak MB", "x file size"), [
        (tool, f"{took:.2f}", f"{took / base:.1f}", f"{peak:.0f}", f"{peak / size:.2f}")
        for tool, (took, peak) in found.items()
    ])  # fmt: skip


def variants(run: Path) -> dict[str, Path]:
    """The same run in other clothes, made once."""
    made = {name: run.with_name(f"run-{name}.txt") for name in ("tabs", "blanks", "unsorted", "shuffled", "tied")}
    made |= {kind: run.with_name(f"run.{ending}") for kind, ending in
             {"gz": "txt.gz", "parquet": "plain.parquet", "snappy": "parquet", "arrow": "arrow"}.items()}  # fmt: skip
    if all(path.exists() for path in made.values()):
        return made
    lines = run.read_text().splitlines(keepends=True)
    made["tabs"].write_text("".join(lines).replace(" ", "\t"))
    made["blanks"].write_text("".join(lines).replace(" ", "  "))
    rng = random.Random(1)
    depth = next((i for i, line in enumerate(lines) if line.split()[0] != lines[0].split()[0]), len(lines))
    inside = [lines[i : i + depth] for i in range(0, len(lines), depth)]
    for block in inside:
        rng.shuffle(block)
    made["unsorted"].write_text("".join(line for block in inside for line in block))
    del inside
    tied, score = [], ""
    for number, line in enumerate(lines):
        fields = line.split(" ")
        # every third document has the score of the one before it
        if number % 3 == 0 and number % depth:
            fields[4] = score
        score = fields[4]
        tied.append(" ".join(fields))
    made["tied"].write_text("".join(tied))
    del tied
    rng.shuffle(lines)
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


def bench_shapes(qrels: Path, run: Path) -> None:
    """The same run in other clothes, each in turn with its plain sorted form."""
    rows = []
    for name, path in variants(run).items():
        found = taking_turns({"plain": ours(qrels, run), name: ours(qrels, path)})
        plain, (took, peak) = found["plain"], found[name]
        rows.append((name, f"{took:.2f}", f"{plain[0]:.2f}", f"{took / plain[0]:.1f}", f"{peak:.0f}"))
    began = time.perf_counter()
    with gzip.open(variants(run)["gz"]) as packed:
        while packed.read(1 << 22):
            pass
    rows.append(("(decompression of gz alone)", f"{time.perf_counter() - began:.2f}", "", "", ""))
    table(("run", "seconds", "plain", "x plain", "peak MB"), rows)


def bench_tables(qrels: Path, run: Path) -> None:
    """The same run as a table, in one process that has loaded everything, against the text file."""
    import pandas as pd
    import polars as pl

    from cranfield import evaluate, ranking
    from cranfield.io.ranking import judgments

    made = variants(run)
    gold = judgments(qrels)
    measures = ["AP", "nDCG@10", "RR", "P@10", "R@1000"]
    frame = pq.read_table(made["parquet"])
    given = {
        "text file": run, "Parquet file": made["parquet"], "Arrow file": made["arrow"], "pyarrow table": frame,
        "Polars frame": pl.from_arrow(frame), "pandas frame": frame.to_pandas(types_mapper=pd.ArrowDtype),
        "Parquet file, Snappy": made["snappy"], "text file, gz": made["gz"],
    }  # fmt: skip
    # three times in a row, because the allocator of Arrow has given its memory back by the next turn
    works = {name: seconds(lambda r=each: evaluate(ranking(gold, r), measures), 3) for name, each in given.items()}
    times = taking_turns(works, 6)
    base = times["text file"]
    table(("in one process", "seconds", "text, x"), [(k, f"{v:.2f}", f"{base / v:.1f}") for k, v in times.items()])


def bench_dicts(queries: int) -> None:
    """Dicts in one process, after everyone's compilation."""
    import pytrec_eval
    import ranx

    from cranfield import evaluate, ranking

    names = {"map", "ndcg_cut.10", "recip_rank", "P.10", "recall.1000"}
    theirs = ["map", "ndcg@10", "mrr", "precision@10", "recall@1000"]
    rows = []
    rng = np.random.default_rng(2)
    for count, depth, judged in ((50, 100, 32), (queries, 1000, 32), (100_000 * queries // 6980, 10, 4)):
        run, qrels = {}, {}
        for query in range(count):
            docs = rng.choice(COLLECTION, depth, replace=False).astype(str).tolist()
            run[f"q{query}"] = dict(zip(docs, np.sort(rng.random(depth))[::-1].tolist(), strict=True))
            listed = [*docs[: judged // 2], *rng.choice(COLLECTION, judged // 2).astype(str).tolist()]
            qrels[f"q{query}"] = dict(zip(listed, rng.integers(0, 4, len(listed)).tolist(), strict=True))
        repeat = 20 if count == 50 else 1
        mine, trec, other = taking_turns({
            "ours": seconds(lambda q=qrels, r=run: evaluate(ranking(q, r), ["AP", "nDCG@10", "RR", "P@10", "R@1000"]),
                            repeat),
            "pytrec_eval": seconds(lambda q=qrels, r=run: pytrec_eval.RelevanceEvaluator(q, names).evaluate(r), repeat),
            "ranx": seconds(lambda q=qrels, r=run: ranx.evaluate(ranx.Qrels(q), ranx.Run(r), theirs)),
        }).values()  # fmt: skip
        rows.append((f"{count:,} x {depth:,}", f"{mine:.4f}", f"{trec / mine:.2f}", f"{other / mine:.2f}"))
    table(("dicts", "ours, seconds", "pytrec_eval, x ours", "ranx, x ours"), rows)


def bench_runs(queries: int) -> None:
    """Fifty runs against one set of judgments."""
    qrels, run = make(HERE / "data" / f"runs-{queries // 20}x1000", max(queries // 20, 10), 1000)
    code = f"""
from cranfield import evaluate, judgments, ranking
gold = judgments({str(qrels)!r})
for _ in range(50):
    evaluate(ranking(gold, {str(run)!r}), {FIVE})
"""
    found = taking_turns({"one": ours(qrels, run), "many": lambda: alone(code)})
    one, many = found["one"][0], found["many"][0]
    rows = [("1 run, with start and judgments", f"{one:.2f}", ""), ("50 runs", f"{many:.2f}", f"{many / one:.1f}")]
    rows.append(("each further run", f"{(many - one) / 49:.3f}", f"{(many - one) / 49 / one:.2f}"))
    copies = [run.with_name(f"copy-{number:02d}.run") for number in range(50)]
    for copy in copies:
        if not copy.exists():
            copy.symlink_to(run.name)
    command = [sys.executable, "-m", "cranfield", "eval", str(qrels), *map(str, copies), "-o", os.devnull]
    works = {j: seconds(lambda j=j: subprocess.run([*command, "--jobs", j], check=True, env=ENVIRONMENT, **SILENT))
             for j in ("1", str(os.cpu_count()))}  # fmt: skip
    for jobs, took in taking_turns(works).items():
        rows.append((f"cranfield eval --jobs {jobs}", f"{took:.2f}", f"{took / one:.1f}"))
    table(("many runs", "seconds", "x one run"), rows)


def bench_measures(qrels: Path, run: Path) -> None:
    """Five measures against all of trec_eval's."""
    found = taking_turns({"five": ours(qrels, run), "all_trec": ours(qrels, run, '["all_trec"]')}, 5)
    five, every = found["five"][0], found["all_trec"][0]
    table(
        ("measures", "seconds", "ratio"),
        [("five", f"{five:.2f}", "1.0"), ("all_trec", f"{every:.2f}", f"{every / five:.2f}")],
    )


def bench_growth(queries: int) -> None:
    """Twice the lines, at most twice the time; many small queries cost no more a line."""
    step = max(queries * 1000 // 6980 // 100 * 100, 100)
    shapes = [(step * factor, 1000) for factor in (1, 2, 4, 8)] + [(step * 1000, 10)]
    works = {}
    for count, depth in shapes:
        name = f"{'small' if depth == 10 else 'growth'}-{count}x{depth}"
        works[count * depth, depth] = ours(*make(HERE / "data" / name, count, depth, judged=4 if depth == 10 else 32))
    found = {shape: took for shape, (took, _) in taking_turns(works).items()}
    sizes, times = zip(*((lines, took) for (lines, depth), took in found.items() if depth == 1000), strict=True)
    rows = [
        (f"{lines:,} lines" if depth == 1000 else f"{lines // depth:,} queries of {depth}", f"{took:.2f}",
         f"{took / lines * 1e6:.3f}")
        for (lines, depth), took in found.items()
    ]  # fmt: skip
    slope = np.polyfit(np.log(sizes), np.log(np.maximum(np.array(times) - times[0] / 3, 1e-3)), 1)[0]
    table(("growth", "seconds", "microseconds a line"), rows)
    line = np.polyfit(sizes, times, 1)
    say(f"Straight line: {line[1]:.2f} s + {line[0] * 1e6:.3f} microseconds a line; exponent of the fit {slope:.2f}.\n")


def bench_start() -> None:
    """What it costs to start, against importing numpy and pyarrow."""
    qrels, run = make(HERE / "data" / "start-50x100", 50, 100)
    works = {'python -c "import numpy, pyarrow"': [sys.executable, "-c", "import numpy, pyarrow"]}
    for words in (["--version"], ["--help"], ["eval", str(qrels), str(run)]):
        works[f"cranfield {words[0]}"] = [sys.executable, "-m", "cranfield", *words]
    found = taking_turns({
        name: seconds(lambda c=command: subprocess.run(c, check=True, env=ENVIRONMENT, **SILENT))
        for name, command in works.items()
    }, 12)  # fmt: skip
    base = next(iter(found.values()))
    table(("start", "seconds", "ratio"), [(k, f"{took:.3f}", f"{took / base:.2f}") for k, took in found.items()])


def bench_stream(queries: int) -> None:
    """A file of fifty million lines in bounded memory."""
    copies = max(queries * 50 // 6980, 1)
    qrels, run = make(HERE / "data" / "stream-1000x1000", 1000, 1000)
    big = run.with_name(f"run-x{copies}.txt")
    if not big.exists():
        text = run.read_bytes()
        with big.open("wb") as out:
            for copy in range(copies):
                # other query ids in each copy, so that every query stays in one piece
                out.write(b"".join(b"%d%s" % (copy, line) for line in text.splitlines(keepends=True)))
        judged = qrels.read_bytes().splitlines(keepends=True)
        big.with_name(f"qrels-x{copies}.txt").write_bytes(
            b"".join(b"%d%s" % (copy, line) for copy in range(copies) for line in judged)
        )
    took, peak = ours(big.with_name(f"qrels-x{copies}.txt"), big)()
    size = big.stat().st_size / 2**20
    rows = [(f"{copies * 1_000_000:,} lines, {size:,.0f} MB", f"{took:.1f}", f"{peak:.0f}", f"{peak / size:.2f}")]
    table(("stream", "seconds", "peak MB", "x file size"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    sections = ["files", "shapes", "tables", "dicts", "runs", "measures", "growth", "start", "stream"]
    parser.add_argument(
        "sections", nargs="*", metavar="section", help=f"of {', '.join(sections)}; all if none is named"
    )
    parser.add_argument("--queries", type=int, default=6_980, help="queries of a thousand documents in the large run")
    chosen = parser.parse_args()
    chosen.sections = chosen.sections or sections
    if wrong := set(chosen.sections) - set(sections):
        parser.error(f"there is no section {', '.join(sorted(wrong))}")
    qrels, run = make(HERE / "data" / f"{chosen.queries}x1000", chosen.queries, 1000)
    say("# Ranking, measured\n")
    machine = f"{os.cpu_count()} cores of {platform.machine()}, Python {platform.python_version()}"
    say(f"{chosen.queries * 1000:,} run lines, {run.stat().st_size / 1e6:.0f} MB, {machine}; made by `make bench`.")
    say("Ratios are what counts: seconds differ between machines.\n")
    works = {
        "files": lambda: bench_files(qrels, run), "shapes": lambda: bench_shapes(qrels, run),
        "tables": lambda: bench_tables(qrels, run), "dicts": lambda: bench_dicts(chosen.queries),
        "runs": lambda: bench_runs(chosen.queries),
        "measures": lambda: bench_measures(qrels, run), "growth": lambda: bench_growth(chosen.queries),
        "start": bench_start, "stream": lambda: bench_stream(chosen.queries),
    }  # fmt: skip
    for section in chosen.sections:
        works[section]()
    if set(chosen.sections) == set(sections):
        results = HERE / "RESULTS.md"
        _, others, rest = results.read_text().partition("\n# Text") if results.exists() else ("", "", "")
        results.write_text("\n".join(report).rstrip() + "\n" + others + rest)


if __name__ == "__main__":
    main()
