"""`cranfield labels`: `eval` for labels."""

from __future__ import annotations

from cranfield.cli.eval import eval_command

__all__ = ["command"]

command = eval_command(
    "labels",
    ("labels",),
    "AUC, GAUC, \"F1(average='macro')\" or TopK@5",
    "what the columns allow",
    """Judge predicted labels and scores: accuracy, F1, AUC, GAUC.

    FILE holds one row for each example: CSV, TSV, JSONL, Parquet or Arrow, plain or compressed; several files or a
    quoted pattern such as 'logs/*.parquet' are one input, and - is standard input.

    \b
    cranfield labels predictions.csv --truth y --guess yhat
    cranfield labels clicks.parquet --truth click --score ctr --group session -m AUC -m GAUC
    """,
)
