"""Lines as trec_eval prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.compat.trec_eval.evaluate import Line

__all__ = ["render"]

_TOPICS = 2000  # at a time


def _start(line: Line, *, zscores: bool) -> str:
    mark = "Z" if zscores and line.request.entry.name not in ("runid", "relstring") else ""
    return f"{mark}{line.request.name:<22}\t"


def _shown(line: Line, value: float | str, *, zscores: bool) -> str:
    if isinstance(value, str):
        return value
    return f"{int(value)}" if line.request.entry.whole and not zscores else f"{value:6.4f}"


def render(
    lines: Sequence[Line], topics: Sequence[str], *, per_query: bool, summary: bool, zscores: bool = False
) -> Iterator[str]:
    """The topics one after the other, then the summary; some topics at a time, as all lines may be a million."""
    if per_query:
        shown = [(_start(line, zscores=zscores), line) for line in lines if line.request.entry.shown != "summary"]
        for begin in range(0, len(topics), _TOPICS):
            part = slice(begin, begin + _TOPICS)
            columns = [(start, _column(line, part, zscores=zscores)) for start, line in shown]
            yield "".join(
                f"{start}{topic}\t{values[index]}\n"
                for index, topic in enumerate(topics[part])
                for start, values in columns
            )
    if summary:
        for line in lines:
            if line.request.entry.shown != "queries":
                yield f"{_start(line, zscores=zscores)}all\t{_shown(line, line.summary, zscores=zscores)}\n"


def _column(line: Line, part: slice, *, zscores: bool) -> list[str]:
    """What a line has for some of the topics."""
    if isinstance(line.values, list):
        return [f"'{value}'" for value in line.values[part]]
    return [_shown(line, value, zscores=zscores) for value in line.values[part].tolist()]
