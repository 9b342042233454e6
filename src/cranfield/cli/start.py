"""The door of the command line: `cranfield trec_eval` goes its own short way, everything else through the commands."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process."""
    if sys.argv[1:2] == ["trec_eval"]:
        # trec_eval has its own options, and loading click would double the time of a small evaluation
        from cranfield.cli.trec_eval import main as trec_eval  # noqa: PLC0415

        trec_eval(sys.argv[2:])
    from cranfield.cli.main import main as commands  # noqa: PLC0415

    commands()
