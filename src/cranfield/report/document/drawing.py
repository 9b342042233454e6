"""Pictures made of signs: linked words, bars, and a curve in a frame."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from cranfield.report.cells import justify, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.report.document.blocks import LinkedWords

__all__ = ["bars", "columns_of", "curve", "in_order", "linked", "numbered", "stretches"]

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_HEIGHT, _WIDEST = 11, 61  # of a curve: a line and six columns for each tenth


def in_order(links: Sequence[tuple[int, int, str]]) -> bool:
    """Whether no two links cross, so that linked words can stand below each other."""
    ordered = sorted(links)
    return all(before[1] < after[1] for before, after in pairwise(ordered))


def columns_of(words: LinkedWords) -> list[tuple[str, str, str]]:
    """Words that stand below each other with their link; a word without one stands alone."""
    columns: list[tuple[str, str, str]] = []
    row = column = 0
    for above, below, how in [*sorted(words.links), (len(words.above), len(words.below), "")]:
        columns += [(words.above[at], "", "") for at in range(row, above)]
        columns += [("", "", words.below[at]) for at in range(column, below)]
        if above < len(words.above):
            columns.append((words.above[above], how or "│", words.below[below]))
        row, column = above + 1, below + 1
    return columns


def numbered(words: LinkedWords) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Every word with the number of its link, counted along the line above."""
    above, below = {}, {}
    for number, (row, column, how) in enumerate(sorted(words.links), 1):
        above[row] = below[column] = f"{number}{how and f' {how}'}"
    return (
        [(word, above.get(at, "")) for at, word in enumerate(words.above)],
        [(below.get(at, ""), word) for at, word in enumerate(words.below)],
    )


def _lines(columns: Sequence[tuple[str, ...]], names: Sequence[str], width: int) -> list[str]:
    """Columns of words side by side, as many as fit, the rest below."""
    margin = max(map(width_of, names)) + 2
    lines: list[str] = []
    for some in stretches(columns, width - margin):
        widths = [max(map(width_of, each)) for each in some]
        lines += [""] if lines else []
        for at, name in enumerate(names):
            cells = (justify(each[at], wide) for each, wide in zip(some, widths, strict=True))
            lines.append((justify(name, margin) + " ".join(cells)).rstrip())
    return lines


def stretches(columns: Sequence[tuple[str, ...]], width: int) -> Iterator[Sequence[tuple[str, ...]]]:
    """Columns of words that fit beside each other."""
    start = used = 0
    for at, column in enumerate(columns):
        wide = max(map(width_of, column)) + 1
        if at > start and used + wide > width:
            yield columns[start:at]
            start, used = at, 0
        used += wide
    if start < len(columns):
        yield columns[start:]


def linked(words: LinkedWords, width: int) -> list[str]:
    """Two lines of words: below each other where they are linked, or with numbers where links cross."""
    first, second = words.names
    if in_order(words.links):
        return _lines(columns_of(words), (first, "", second), width)
    above, below = numbered(words)
    return [*_lines(above, (first, ""), width), *_lines(below, ("", second), width)]


def bars(labels: Sequence[str], counts: Sequence[int], width: int) -> list[str]:
    """A bar for each count."""
    margin = max(map(width_of, labels), default=0)
    digits = max((len(f"{count:,}") for count in counts), default=1)
    room = max(min(width - margin - digits - 4, 50), 8)
    most = max([*counts, 1])
    lines = []
    for label, count in zip(labels, counts, strict=True):
        eighths = round(8 * room * count / most) or (1 if count else 0)
        bar = "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
        lines.append(f"{justify(label, margin, right=True)}  {count:>{digits},}  {bar}".rstrip())
    return lines


def curve(
    points: Sequence[tuple[float, float]], stairs: Sequence[tuple[float, float]], names: tuple[str, str], width: int
) -> list[str]:
    """Points in a frame from 0 to 1 both ways; `stairs` are drawn as a line through the steps."""
    columns = min(_WIDEST, max(width - 10 - width_of(names[0]), 21))
    field = [[" "] * columns for _ in range(_HEIGHT)]

    def place(x: float, y: float) -> tuple[int, int]:
        return round((1 - y) * (_HEIGHT - 1)), round(x * (columns - 1))

    before = 0.0
    for x, y in stairs:
        line, end = place(x, y)
        for column in range(place(before, y)[1], end + 1):
            field[line][column] = "─"
        before = x
    for x, y in points:
        line, column = place(x, y)
        field[line][column] = "●"
    across, up = names
    lines = [up]
    for at, row in enumerate(field):
        level = 1 - at / (_HEIGHT - 1)
        lines.append((f"{level:3.1f} ┤" if at % 2 == 0 else "    │") + "".join(row).rstrip())
    lines.append("    └" + "".join("┴" if at % max((columns - 1) // 5, 1) == 0 else "─" for at in range(columns)))
    ticks = [" "] * (columns + 9)
    for at in range(6):
        start = 4 + round(at / 5 * (columns - 1))
        ticks[start : start + 3] = f"{at / 5:3.1f}"
    return [*lines, "".join(ticks).rstrip() + f"  {across}"]
