"""What irrCAC 0.4.4 and pingouin 0.7.0 say of tables of ratings, for tests that run without them.

    pip install --no-deps --target peers irrCAC==0.4.4 pingouin==0.7.0 pandas-flavor tabulate seaborn matplotlib
    PYTHONPATH=peers:tests python -W ignore tools/record_agreement.py

irrCAC requires scipy 1.12, and pingouin much that the tests do not need; so their numbers are written to
tests/ratings/recorded.json, each beside the table that it is of.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pandas as pd
import pingouin
from irrCAC.raw import CAC

from ratings.made_ratings import GWET, KRIPPENDORFF, random_table

TARGET = Path(__file__).parent.parent / "tests" / "ratings" / "recorded.json"
WEIGHTS = ("identity", "linear", "quadratic", "ordinal")
ICC = ("ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)")


def of_irrcac(table: np.ndarray) -> dict[str, dict[str, float]]:
    """Each coefficient with each weights; the categories are given, or it takes nan for one of them."""
    known = sorted({*table[~np.isnan(table)].tolist()})
    found: dict[str, dict[str, float]] = {}
    for weights in WEIGHTS:
        made = CAC(pd.DataFrame(table.T), weights=weights, categories=known, digits=12)
        for name in ("gwet", "conger", "fleiss", "krippendorff"):
            found.setdefault(name, {})[weights] = float(getattr(made, name)()["est"]["coefficient_value"])
    return found


def of_pingouin(table: np.ndarray) -> dict[str, float]:
    """The six intraclass correlations of a table without gaps."""
    rows = [(item, rater, table[rater, item]) for rater in range(len(table)) for item in range(table.shape[1])]
    frame = pd.DataFrame(rows, columns=["item", "rater", "value"])
    found = pingouin.intraclass_corr(frame, targets="item", raters="rater", ratings="value")
    return dict(zip(ICC, (float(each) for each in found["ICC"]), strict=True))


def main() -> None:
    """Write what they say."""
    named = {
        name: np.array([[np.nan if cell == "*" else float(cell) for cell in line.split()] for line in lines])
        for name, lines in (("Krippendorff 2011", KRIPPENDORFF), ("Gwet 2014", GWET))
    }
    scales = ((1, 2, 3, 4, 5), (0, 1, 2), (1, 2, 4, 8))
    gaps = named | {
        f"gaps {seed}": random_table(seed, raters=2 + seed % 3, items=25, missing=0.2, values=scales[seed % 3])
        for seed in range(6)
    }
    whole = {f"whole {seed}": random_table(seed, raters=2 + seed % 4, items=12, missing=0) for seed in range(6)}
    told = [
        {"tool": "irrCAC", "version": version("irrCAC"), "call": "CAC(ratings, weights, categories, digits=12)",
         "tables": {name: {"ratings": _plain(each), "values": of_irrcac(each)} for name, each in gaps.items()}},
        {"tool": "pingouin", "version": version("pingouin"), "call": "intraclass_corr(data, targets, raters, ratings)",
         "tables": {name: {"ratings": _plain(each), "values": of_pingouin(each)} for name, each in whole.items()}},
    ]  # fmt: skip
    TARGET.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _plain(table: np.ndarray) -> list[str]:
    """A line for each rater."""
    return [" ".join("*" if np.isnan(cell) else f"{cell:g}" for cell in row) for row in table]


if __name__ == "__main__":
    main()
