"""Comma- and tab-separated values: the one place that writes them, whatever they hold."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from cranfield.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["separated_lines"]

_FORMULA = ("=", "+", "-", "@")  # how a cell begins that a spreadsheet runs


def separated_lines(rows: Iterable[Sequence[str]], separator: str = ",", *, spreadsheet: bool = False) -> str:
    """A line for each row; for a `spreadsheet`, cells that it would run as a formula begin with an apostrophe."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerows([_cell(each, spreadsheet=spreadsheet) for each in row] for row in rows)
    return text.getvalue()


def _cell(text: str, *, spreadsheet: bool) -> str:
    """A cell without what would end a line or run as a formula."""
    shown = visible(text)
    risky = spreadsheet and shown.startswith(_FORMULA) and not _is_number(shown)
    return f"'{shown}" if risky else shown


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
