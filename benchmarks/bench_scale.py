"""Labels that are larger than memory: in memory and on disk, each turn in a process of its own, and how both grow."""

from __future__ import annotations

from typing import Any

import numpy as np
from bench_labels import OURS, make
from turns import Program, take_turns

ROLES = "truth='truth', score='score', group='group'"
DISK = "from cranfield.scale import Labels\nimport cranfield.scale.out_of_core\n"
MEMORY = 300  # megabytes


def in_memory(path: str, measures: list[str]) -> Program:
    """The whole file at once."""
    work = f"results = evaluate(labels({path!r}, {ROLES}), {measures!r})\nanswer = results[{measures[0]!r}].value"
    return Program(work, OURS)


def on_disk(path: str, measures: list[str]) -> Program:
    """Parts on disk, in bounded memory."""
    work = f"results = Labels({ROLES}).evaluate({path!r}, {measures!r}, memory='{MEMORY}MB')\n"
    return Program(work + f"answer = results[{measures[0]!r}].value", OURS + DISK)


def per_million(rows: list[dict[str, Any]], sizes: list[int]) -> str:
    """Processor seconds for each million rows."""
    each = ", ".join(f"{row['name']} {1e6 * row['cpu'] / size:.3f} s" for row, size in zip(rows, sizes, strict=True))
    return f"Processor time for a million rows: {each}."


def disk(scale: float) -> list[dict[str, Any]]:
    """GAUC, AUC and binned AUC in memory and on disk; then 1, 2, 4 and 8 times the rows."""
    rows = round(20e6 * scale)
    path = str(make(rows, max(rows // 20, 1)).with_suffix(".parquet"))
    found = []
    for measure in ("GAUC", "AUC", "AUC(exact=False)"):
        contestants = {"cranfield on disk": on_disk(path, [measure]), "cranfield in memory": in_memory(path, [measure])}
        turns = take_turns(contestants, 3, agree=0.0)
        note = per_million(turns, [rows, rows])
        found.append({"title": f"{measure} of {rows:,} rows, {MEMORY} MB for disk", "rows": turns, "note": note})
    grown, sizes = {}, []
    for factor in (1, 2, 4, 8):
        size = round(2.5e6 * scale) * factor
        data = str(make(size, max(size // 20, 1)).with_suffix(".parquet"))
        grown[f"{size:,} rows"] = on_disk(data, ["GAUC"])
        sizes.append(size)
    turns = take_turns(grown, 3)
    slope, start = np.polyfit(sizes, [row["cpu"] for row in turns], 1)
    line = f"A straight line through them: {start:.2f} s + {slope * 1e6:.3f} s of processor time a million rows."
    found.append({"title": "GAUC on disk, growth", "rows": turns, "note": f"{per_million(turns, sizes)} {line}"})
    return found
