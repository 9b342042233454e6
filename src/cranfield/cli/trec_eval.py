"""`cranfield trec_eval`: trec_eval's own options, output and exit statuses."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, NoReturn

from cranfield.compat.trec_eval.program import run
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

_NOT_WRITTEN = 2


def main(arguments: Sequence[str]) -> NoReturn:
    """Run it as the program of this process."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a runid need not be UTF-8: it is printed as the bytes it was
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        status = run(arguments)
        sys.stdout.flush()
    except OSError as error:
        # nothing more can be written, neither now nor when the process ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0  # the reader has seen enough: stop without a word, as `head` expects
        if error.errno != errno.EPIPE:
            with suppress(OSError):
                told = say("te-not-written", {"why": error.strerror or str(error)})
                sys.stderr.write(f"cranfield trec_eval: {told}\n")
            status = _NOT_WRITTEN
    sys.exit(status)


def __getattr__(name: str) -> Any:
    """The command for the overview, made only when click is loaded anyway."""
    if name != "command":
        raise AttributeError(name)
    import click  # noqa: PLC0415

    @click.command(
        "trec_eval", add_help_option=False,
        context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    )  # fmt: skip
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def command(arguments: tuple[str, ...]) -> int:
        """Evaluate a run exactly as trec_eval does."""
        return run(arguments)

    return command
