"""Where results go: a format, a file or the terminal, and notes beside them."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results

__all__ = ["FORMATS", "render", "terminal_width", "uses_colour", "write_notes", "write_results", "write_text"]

FORMATS = ("table", "json", "jsonl", "csv", "tsv", "markdown", "latex", "trec")
_NO_COMMENTS = ("csv", "tsv", "trec")  # the signature would be read as data, so it goes to standard error
_MOST_NAMES = 4


def terminal_width() -> int:
    """The columns of the terminal, or a width that suits files."""
    return shutil.get_terminal_size((100, 24)).columns


def uses_colour(output: str | None = None) -> bool:
    """Only on a terminal, and not where NO_COLOR is set."""
    return output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def render(systems: Sequence[Results], form: str, *, per_query: bool, colour: bool) -> str:
    """The results in one of the formats."""
    # each format is loaded when it is asked for
    if form == "table":
        from cranfield.report.table import render_table  # noqa: PLC0415

        return render_table(systems, per_query=per_query, width=terminal_width(), colour=colour)
    if form == "markdown":
        from cranfield.report.markdown import render_markdown  # noqa: PLC0415

        return render_markdown(systems, per_query=per_query)
    if form == "latex":
        from cranfield.report.latex import render_latex  # noqa: PLC0415

        return render_latex(systems, per_query=per_query)
    if form == "trec":
        from cranfield.report.trec import render_trec  # noqa: PLC0415

        return render_trec(systems, per_query=per_query)
    from cranfield.report import structured  # noqa: PLC0415

    renderers = {
        "json": structured.render_json,
        "jsonl": structured.render_jsonl,
        "csv": structured.render_csv,
        "tsv": structured.render_tsv,
    }
    return renderers[form](systems, per_query=per_query)


def write_results(systems: Sequence[Results], form: str, *, output: str | None = None, per_query: bool = False) -> None:
    """Print or save results; what was odd about the data goes to standard error."""
    write_text(render(systems, form, per_query=per_query, colour=uses_colour(output)), output)
    write_notes(systems)
    if form in _NO_COMMENTS:
        from cranfield.report.signature import signature_lines  # noqa: PLC0415

        for line in signature_lines(systems):
            click.echo(line, err=True)


def write_text(text: str, output: str | None) -> None:
    """To a file, or to standard output."""
    if output is None or output == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        Path(output).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror or error}); choose another file", source=output) from None


def write_notes(systems: Sequence[Results]) -> None:
    """Findings of all systems on standard error; a sentence about several measures or systems is said once."""
    subjects: dict[tuple[str, str], list[str]] = {}
    owners: dict[tuple[str, str], list[str]] = {}
    for each in systems:
        for finding in each.findings:
            subject, mark, rest = finding.message.partition(": undefined for ")
            key = (finding.severity, mark.lstrip(": ") + rest if mark else finding.message)
            _add(subjects.setdefault(key, []), subject if mark else "")
            # a sentence that starts with a file needs no owner
            named = any(finding.message.startswith(one["name"]) for one in each.signature["inputs"])
            _add(owners.setdefault(key, []), "" if named else each.system)
    for (severity, sentence), names in subjects.items():
        about = f"{_few(names)}: " if any(names) else ""
        held_by = [system for system in owners[severity, sentence] if system]
        whose = f" [{_few(held_by)}]" if 0 < len(held_by) < len(systems) else ""
        click.echo(f"{severity}: {about}{sentence}{whose}", err=True)


def _add(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(names[:_MOST_NAMES]) + more
