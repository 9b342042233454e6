"""A console that writes into text, so that every report is a string and only the command line prints."""

from __future__ import annotations

from io import StringIO
from typing import Literal

from rich.console import Console

__all__ = ["new_console", "text_of"]


def new_console(width: int, *, colour: bool) -> Console:
    """A console as wide as the terminal; colour only where it will be seen."""
    colours: Literal["standard"] | None = "standard" if colour else None
    return Console(file=StringIO(), width=width, force_terminal=colour, color_system=colours, highlight=False)


def text_of(console: Console) -> str:
    """What was printed, without blanks at the ends of lines."""
    file = console.file
    assert isinstance(file, StringIO)
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"
