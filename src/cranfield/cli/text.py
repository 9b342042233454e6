"""`cranfield text`: `eval` for texts."""

from __future__ import annotations

from cranfield.cli.eval import eval_command
from cranfield.measures.text import DEFAULTS

__all__ = ["command"]

command = eval_command(
    "text",
    ("text",),
    "BLEU, ROUGE-2, 'ROUGE-Lsum(stem=True)', METEOR, chrF++, Distinct-2",
    ", ".join(DEFAULTS),
    """Judge generated texts against references.

    The first FILE holds the references and each further one a system, one segment a line, plain or compressed; - is
    standard input. With --candidate and --references, FILE is one table (JSONL, JSON, CSV, TSV, Parquet, Arrow) that
    holds both.
    """,
)
