"""Lines as trec_eval prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.compat.trec_eval.evaluate import Line

__all__ = ["render"]


def _start(line: Line, *, zscores: bool) -> str:
    mark = "Z" if zscores and line.request.entry.name not in ("runid", "relstring") else ""
    return f"{mark}{line.request.name:<22}\t"


def _shown(line: Line, value: float | str, *, zscores: bool) -> str:
    if isinstance(value, str):
        return value
    return f"{int(value)}" if line.request.entry.whole and not zscores else f"{value:6.4f}"


def render(
    lines: Sequence[Line], topics: Sequence[str], *, per_query: bool, summary: bool, zscores: bool = False
) -> str:
    """The topics one after the other, then the summary."""
    out: list[str] = []
    if per_query:
        columns = [
            (
                _start(line, zscores=zscores),
                [f"'{value}'" for value in line.values]
                if isinstance(line.values, list)
                else [_shown(line, value, zscores=zscores) for value in line.values.tolist()],
            )
            for line in lines
            if line.request.entry.shown != "summary"
        ]
        for index, topic in enumerate(topics):
            out += [f"{start}{topic}\t{values[index]}\n" for start, values in columns]
    if summary:
        out += [
            f"{_start(line, zscores=zscores)}all\t{_shown(line, line.summary, zscores=zscores)}\n"
            for line in lines
            if line.request.entry.shown != "queries"
        ]
    return "".join(out)
