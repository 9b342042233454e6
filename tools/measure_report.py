"""Measure reports of many systems and of many queries: seconds to make, size, first paint, sorting."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from cranfield.cli.main import run

SIZES = {"50 systems, 250 queries": (50, 250, 100, 40), "3 systems, 7,000 queries": (3, 7000, 50, 10)}
CLICK = """(place) => { const button = document.querySelector(place), start = performance.now();
button.click(); document.body.offsetHeight; return performance.now() - start }"""


def make(folder: Path, systems: int, queries: int, depth: int, judged: int) -> list[str]:
    """Write judgments, runs, queries and documents; give the arguments of a report of them."""
    random = np.random.default_rng(1)
    docs = [[f"doc-{query:05d}-{at:04d}" for at in range(max(2 * depth, 60))] for query in range(queries)]
    grades = random.integers(0, 4, (queries, judged)).tolist()
    rows = (f"topic{at} 0 {docs[at][doc]} {grades[at][doc]}\n" for at in range(queries) for doc in range(judged))
    (folder / "qrels.txt").write_text("".join(rows))
    for system in range(systems):
        with (folder / f"sys{system:02d}.run").open("w") as lines:
            for at in range(queries):
                scores = random.normal(0, 1, len(docs[at]))
                scores[:judged] += 0.5 + system / 50
                for rank, doc in enumerate(np.argsort(-scores)[:depth].tolist(), 1):
                    lines.write(f"topic{at} Q0 {docs[at][doc]} {rank} {scores[doc]:.4f} s\n")
    (folder / "topics.tsv").write_text("".join(f"topic{at}\thow to do number {at} at home\n" for at in range(queries)))
    with (folder / "docs.jsonl").open("w") as lines:
        for doc in (doc for listed in docs for doc in listed):
            text = {"id": doc, "title": f"A title of {doc}", "text": "some words about it " * 20}
            lines.write(json.dumps(text) + "\n")
    files = [str(folder / "qrels.txt"), *map(str, sorted(folder.glob("*.run")))]
    return [*files, "--queries", str(folder / "topics.tsv"), "--docs", str(folder / "docs.jsonl")]


def measure(name: str, folder: Path) -> None:
    """Make one report and open it."""
    arguments = make(folder, *SIZES[name])
    page_path = folder / "report.html"
    started, used = time.perf_counter(), time.process_time()
    if run(["report", *arguments, "-o", str(page_path), "--quiet"]):
        sys.exit(1)
    took, used = time.perf_counter() - started, time.process_time() - used
    print(f"{name}: {page_path.stat().st_size / 1e6:.1f} MB, {took:.1f} s, {used:.1f} s of processor time")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(page_path.as_uri())
        page.wait_for_selector("#unit-place table")
        paint = page.evaluate("performance.getEntriesByType('paint')[0].startTime")
        print(f"  first paint {paint:.0f} ms")
        for place in ("#overview th:nth-child(2) .sort", "#units th:first-child .sort", "#units .link"):
            print(f"  {place} {page.evaluate(CLICK, place):.0f} ms")
        browser.close()


if __name__ == "__main__":
    for each in SIZES:
        with tempfile.TemporaryDirectory() as made:
            measure(each, Path(made))
