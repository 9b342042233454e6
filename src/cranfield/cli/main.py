"""The entry point: finds the command, runs it, and turns every expected failure into one sentence."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.called import Called
from cranfield.cli.lazy import LazyGroup
from cranfield.errors import CranfieldError
from cranfield.version import __version__
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["COMMANDS", "main", "run"]

COMMANDS = {
    "eval": "Judge systems: runs, predicted labels or texts.",
    "labels": "Judge predicted labels and scores: accuracy, F1, AUC, GAUC.",
    "text": "Judge generated texts against references.",
    "ratings": "Judge systems by what people said: means, z-scores, preferences.",
    "cost": "Judge what requests cost: latency, errors, throughput, space.",
    "agreement": "Say how far raters agree, and whether it matters.",
    "judges": "Say whether a judge's ground truth is good enough.",
    "compare": "Say whether systems differ, where, and whether that may ship.",
    "correlate": "Say whether measures put the systems into the same order.",
    "overlap": "Say how alike two runs are, without judgments.",
    "power": "Say how many units would show a difference.",
    "explain": "Show every step from the data to a value.",
    "plot": "Draw curves and comparisons, or give their data.",
    "report": "Put everything about systems on one page to share.",
    "live": "Measure running engines: quality, latency, throughput, space.",
    "pool": "List the documents that people should judge next.",
    "clicks": "Make graded judgments of a log of clicks.",
    "teamdraft": "Say which of two interleaved systems wins.",
    "study": "People judge: make studies, invite, follow, export.",
    "serve": "Open the pages on which people judge.",
    "measures": "List the measures, or describe one.",
    "check": "Say what is odd about the data.",
    "trec_eval": "Evaluate a run exactly as trec_eval does.",
    "demo": "Judge three systems on the built-in collection.",
}
USER_ERROR, INTERRUPTED = 2, 130


class _Commands(LazyGroup):
    lines = COMMANDS

    def load(self, name: str) -> click.Command:
        """A command, which has a file of its own."""
        command: click.Command = import_module(f"cranfield.cli.{name}").command
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="cranfield %(version)s")
def cranfield() -> None:
    """Measure how good search, ranking, classification and generated text are, and say how each number came about.

    \b
    cranfield demo                                       see it at work
    cranfield eval qrels.txt run.txt                     the usual measures
    cranfield eval qrels.txt a.run b.run -m nDCG@10 -q   two systems, each query
    cranfield labels clicks.csv --truth y --score s      labels and scores
    cranfield text reference.txt system.txt -m BLEU      generated text
    """  # noqa: D301 (click's mark for lines that stay as they are)


# click raises this since 8.2; earlier it printed the help itself
_NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


_SIGNALS = 128  # an exit status above it is that of a signal


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit status; what the user can mend is one sentence and status 2."""
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    try:
        status: Any = cranfield.main(
            args=list(arguments), prog_name="cranfield", standalone_mode=False, obj=Called(tuple(arguments))
        )
        sys.stdout.flush()
    except _NO_ARGUMENTS as help_text:
        click.echo(help_text.format_message())
        return 0
    except SystemExit as ended:
        if isinstance(ended.code, int) and ended.code > _SIGNALS:
            return _fail(say("interrupted", {}), ended.code)
        return _closed_pipe()  # click's own way out when nobody reads what it prints; everything else it returns
    except click.Abort:
        return _fail(say("interrupted", {}), INTERRUPTED)
    except click.ClickException as error:
        return _fail(_usage(error), USER_ERROR)
    except CranfieldError as error:
        return _fail(error.told(voice="shell"), USER_ERROR)
    except ImportError as error:
        return _fail(say("broken-install", {"why": str(error)}), USER_ERROR)
    except OSError as error:
        if error.errno == errno.EPIPE:
            return _closed_pipe()
        place = f"{error.filename}: " if error.filename else ""
        return _fail(f"{place}{error.strerror or error}", USER_ERROR)
    return status if isinstance(status, int) else 0


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    said = " ".join(error.format_message().split()).rstrip(".")
    said = said[:1].lower() + said[1:]
    return f"{said}; see {context.command_path} --help" if context and not said.endswith("?") else said


def _fail(message: str, status: int) -> int:
    with suppress(OSError):  # there may be no one to tell
        click.echo(f"cranfield: {visible(message)}", err=True)
    return status


def _closed_pipe() -> int:
    """The reader has seen enough: stop without a word, as `head` expects, and keep the last flush quiet too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def main() -> None:
    """Run the command line of this process."""
    if sys.stderr is None:  # closed by the shell: 2>&-
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 (it stays open to the end)
    if sys.stdout is None:
        if not {"-o", "--output"} & set(sys.argv):
            sys.exit(_fail(say("stdout-closed", {}), USER_ERROR))
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # a terminal shows what it can; a file or pipe gets every id unharmed, and every file name as it is
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.exit(run(sys.argv[1:]))
