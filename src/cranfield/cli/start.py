"""The door of the command line: `cranfield trec_eval` goes its own short way, everything else through the commands."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process."""
    # numpy's linear algebra, which no command needs, would start threads that are busy for a tenth of a second
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.argv[1:2] == ["trec_eval"]:
        # trec_eval has its own options, and loading click would double the time of a small evaluation
        from cranfield.cli.trec_eval import main as trec_eval  # noqa: PLC0415

        trec_eval(sys.argv[2:])
    from cranfield.cli.main import main as commands  # noqa: PLC0415

    commands()
