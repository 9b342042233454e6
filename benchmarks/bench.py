"""Ours next to the peers: `python benchmarks/bench.py [section ...] [--scale 0.1]`; all sections if none is named.

A section runs in a process of its own. At full scale its figures go into results.json, from which RESULTS.md and the
table in the README are made; smaller ones are only printed, unless --write is given.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
from typing import Any

import report

# module, part of the page, title, and what is done
SECTIONS = {
    "files": ("bench_files", "Ranking", "From file to result", "Whole processes, from the start to the printed means."),
    "shapes": ("bench_files", "Ranking", "The same run in other clothes", "Whole processes."),
    "measures": ("bench_files", "Ranking", "Five measures and all of trec_eval's", "Whole processes."),
    "growth": ("bench_files", "Ranking", "Growth", "Whole processes."),
    "stream": ("bench_files", "Ranking", "A large file in bounded memory", "Whole processes."),
    "start": ("bench_files", "Ranking", "What it costs to start", "Whole processes."),
    "drop_in": ("bench_files", "Ranking", "The drop-in for trec_eval", "Whole processes."),
    "tables": ("bench_memory", "Ranking", "Tables", "In one process that has loaded everything."),
    "dicts": ("bench_memory", "Ranking", "Dicts", "In one process, from two dicts to a dict of every query's values."),
    "runs": ("bench_memory", "Ranking", "Many runs", "Whole processes."),
    "significance": ("bench_compare", "Ranking", "Significance", "From values to p-values, in one process."),
    "auc": ("bench_labels", "Labels", "AUC", "From arrays in memory to the value; a process for each turn."),
    "gauc": ("bench_labels", "Labels", "GAUC", "From arrays in memory to the value; a process for each turn."),
    "classes": ("bench_labels", "Labels", "Classification report", "From arrays to every value; a process a turn."),
    "columns": ("bench_labels", "Labels", "GAUC from a file", "From the file to the value; a process for each turn."),
    "disk": ("bench_scale", "Larger than memory", "On disk", "From a Parquet file to the value; a process a turn."),
    "spark": ("bench_spark", "Larger than memory", "On Spark", "Two cores of one machine, one session for all turns."),
    "bleu": ("bench_text", "Text", "BLEU", "From two lists of strings to the score; a process for each turn."),
    "chrf": ("bench_text", "Text", "chrF", "From two lists of strings to the score; a process for each turn."),
    "rouge": ("bench_text", "Text", "ROUGE", "From two lists of strings to the scores; a process for each turn."),
    "meteor": ("bench_text", "Text", "METEOR", "From two lists of strings to the score; a process for each turn."),
    "paired_text": ("bench_compare", "Text", "Paired tests", "From counted n-grams to p-values, in one process."),
    "long": ("bench_text", "Text", "Long texts and growth", "Ours alone; a process for each turn."),
    "live_rate": ("bench_live", "Engines", "A client under load", "Requests by a schedule; a process for each turn."),
}  # fmt: skip
APART = ("spark",)  # needs Java and pyspark: `make bench-spark`


def measure(name: str, scale: float) -> dict[str, Any]:
    """The tables of one section."""
    module, part, title, about = SECTIONS[name]
    tables = getattr(importlib.import_module(module), name)(scale)
    where = f"{os.cpu_count()} cores of {platform.machine()}, Python {platform.python_version()}"
    return {"part": part, "title": title, "about": about, "where": where, "tables": tables}


def main() -> None:
    """Run the sections that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "sections", nargs="*", metavar="section", help=f"of {', '.join(SECTIONS)}; all but spark if none is named"
    )
    parser.add_argument("--scale", type=float, default=1.0, help="1 is 7 million run lines, 20 million labels")
    parser.add_argument("--write", action="store_true", help="keep the figures also at another scale than 1")
    chosen = parser.parse_args()
    if wrong := set(chosen.sections) - set(SECTIONS):
        parser.error(f"there is no section {', '.join(sorted(wrong))}")
    if len(chosen.sections) != 1:
        for name in chosen.sections or [each for each in SECTIONS if each not in APART]:
            command = [sys.executable, __file__, name, "--scale", str(chosen.scale), *["--write"] * chosen.write]
            subprocess.run(command, check=True)
        return
    (name,) = chosen.sections
    print(f"{name} ...", file=sys.stderr, flush=True)
    section = measure(name, chosen.scale)
    for table in section["tables"]:
        print("\n".join(report.table_lines(table)), flush=True)
    if chosen.write or chosen.scale == 1:
        results = report.load()
        results["sections"][name] = section
        results["sections"] = {key: results["sections"][key] for key in SECTIONS if key in results["sections"]}
        report.save(results)


if __name__ == "__main__":
    main()
