"""results.json as pages: RESULTS.md with every figure, and the table of speeds in the README."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
PARTS = ("Ranking", "Labels", "Text", "Larger than memory", "Engines")
# the README has room for the first line of a few sections; RESULTS.md begins with all lines
HEADLINES = ("files", "stream", "dicts", "significance", "auc", "gauc", "bleu", "paired_text", "rouge")

HOW = """\
Everyone takes turns: ours, theirs, ours, theirs, equally often, each time from the same input to the same values, with nothing kept from the turn before.
The figures are medians of wall time and of the processor time of all threads; the range is that of the ratios of single turns by the clock.
Seconds differ between machines, ratios less so.
Runs and labels are made up, as `benchmarks/ranking_data.py` says; texts are real: outputs of WMT's systems where they are at hand, and sentences of the manual elsewhere and always for ROUGE and for long texts (`benchmarks/text_data.py`), and `benchmarks/bench_text.py` also takes texts of yours.
"""  # noqa: E501 (a sentence a line, as in all pages)

HEADER = "| work | Cranfield | others by the clock, times ours | in processor time, times ours |\n|---|---|---|---|"


def load() -> dict[str, Any]:
    """What was measured last."""
    return json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {"sections": {}}


def save(results: dict[str, Any]) -> None:
    """Keep what was measured, and write both pages again."""
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for path, content in pages(results).items():
        (HERE.parent / path).write_text(content, encoding="utf-8", newline="\n")


def pages(results: dict[str, Any]) -> dict[str, str]:
    """The two pages, by their path in the repository."""
    readme = (HERE.parent / "README.md").read_text("utf-8")
    before, start, rest = readme.partition("<!-- speed -->\n")
    _, end, after = rest.partition("<!-- end speed -->")
    return {
        "benchmarks/RESULTS.md": results_page(results),
        "README.md": before + start + readme_part(results) + end + after,
    }


def table_lines(table: dict[str, Any]) -> list[str]:
    """One contest as a Markdown table; the first row is what the others are compared with."""
    rows = table["rows"]
    peaks, answers = any(row["peak"] for row in rows), any(row["answer"] is not None for row in rows)
    header = ["", "wall s", "x first", "range", "CPU s", "x first", *["peak MB"] * peaks, "turns", *["value"] * answers]
    lines = [f"**{table['title']}**", "", "| " + " | ".join(header) + " |", "|---|" + "---:|" * (len(header) - 1)]
    for row in rows:
        low, high = row["x wall range"]
        cells = [row["name"], f"{row['wall']:.4g}", ratio(row["x wall"]), f"{ratio(low)} to {ratio(high)}",
                 f"{row['cpu']:.4g}", ratio(row["x cpu"])]  # fmt: skip
        cells += [f"{row['peak']:,}" if row["peak"] else ""] * peaks + [str(row["turns"])]
        cells += ["" if row["answer"] is None else f"{row['answer']:.10g}"] * answers
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, "", *([table["note"], ""] if table.get("note") else [])]


def results_page(results: dict[str, Any]) -> str:
    """Everything that was measured."""
    lines = ["# Measured", "", "Made by `make bench`; do not edit it.", *HOW.splitlines(), ""]
    lines += ["## In short", "", HEADER, *summary_rows(results["sections"]), ""]
    for part in PARTS:
        sections = [section for section in results["sections"].values() if section["part"] == part]
        if not sections:
            continue
        lines += [f"## {part}", ""]
        for section in sections:
            lines += [f"### {section['title']}", "", f"{section['about']} {section['where']}.", ""]
            for table in section["tables"]:
                lines += table_lines(table)
    return "\n".join(lines).rstrip() + "\n"


def summary_rows(sections: dict[str, Any], *, first: bool = False) -> list[str]:
    """What others took, times ours: all lines with the processor time too, or the first of each section without."""
    rows = []
    for section in sections.values():
        lines = [(table, line) for table in section["tables"] for line in table.get("readme", [])]
        for table, line in lines[:1] if first else lines:
            found = {row["name"]: row for row in table["rows"]}
            ours, peers = found[line["ours"]], [found[name] for name in line["peers"] if name in found]
            took = duration(ours["wall"]) + (f", {ours['peak']:,} MB" if ours["peak"] and line.get("peak") else "")
            by = [", ".join(f"{peer['name']} {ratio(peer[what] / ours[what])}" for peer in peers)
                  for what in ("wall", "cpu")]  # fmt: skip
            rows.append(f"| {' | '.join((line['work'], took, *by[: 1 if first else 2]))} |")
    return rows


def readme_part(results: dict[str, Any]) -> str:
    """The rows that the README shows."""
    sections = results["sections"]
    machines = " and ".join(dict.fromkeys(section["where"] for section in sections.values()))
    how = [
        "Everyone took turns, equally often, from the same input to the same values, with nothing kept in between:",
        (
            f"medians by the clock on made-up runs and labels and on real texts ({machines});"
            " below 1 the other tool was faster."
        ),
        "[All figures](benchmarks/RESULTS.md) come from `make bench`.",
    ]
    rows = summary_rows({name: sections[name] for name in HEADLINES if name in sections}, first=True)
    return "\n".join([*how, "", "| work | Cranfield | others, times ours |\n|---|---|---|", *rows, ""])


def ratio(number: float) -> str:
    """As many digits as can be repeated."""
    return f"{number:.2f}" if number < 0.095 else f"{number:.1f}" if number < 9.95 else f"{number:.0f}"


def duration(seconds: float) -> str:
    """Two digits, in milliseconds where they are few."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.2g} ms"
    return f"{seconds:.2g} s" if seconds < 9.95 else f"{seconds:.0f} s"
