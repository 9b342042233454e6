"""Which format lines of plain text have, by the fields of most of them, or a sentence about what they are instead."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from cranfield.errors import InputError
from cranfield.io.bytes.quote import shorten
from cranfield.io.read.lines import is_number
from cranfield.io.read.roles import OtherKindError, value_role
from cranfield.io.read.trec_lines import layout

__all__ = ["Line", "plain_format"]

_EXAMPLE = re.compile(rb"\s*[-+]?[\d.]+\s+(qid:\S|\d+:[-+\d.])")


@dataclass(frozen=True)
class Line:
    """One of the first lines of an input."""

    number: int
    text: bytes
    whole: bool = True  # whether it has its end

    @property
    def fields(self) -> list[bytes]:
        """What stands between blanks."""
        return self.text.split()


def plain_format(lines: list[Line], name: str, kind: str) -> str:
    """TREC, MS MARCO or examples for learning to rank; otherwise why not."""
    first = lines[0]
    if len(first.fields) == 1 and first.text.count(b",") >= 2:
        raise InputError("fields-separated-by-commas-but", source=name, line=first.number, given=value_role(kind))
    if b"\r" in first.text:
        raise InputError("contains-carriage-return", source=name, line=first.number)
    example = _EXAMPLE.match(first.text)
    if example:
        return _examples(example[1].startswith(b"qid:"), name, kind)
    counts = Counter(min(len(line.fields), 7) for line in lines)
    usual = counts.most_common(1)[0][0]
    if kind == "run" and 3 <= usual <= 5 and counts[6] + counts[7] == 0:
        return _short_run(lines, usual, name)
    if kind == "qrels" and usual >= 6 and any(_like_run(line.fields) for line in lines):
        raise OtherKindError("lines-of-run", source=name, looks="run")
    if kind == "qrels" and usual in (2, 5) and not counts[4] and _numbered(lines, usual):
        raise InputError("two-fields" if usual == 2 else "five-fields", source=name, line=first.number)
    wanted, _ = layout(kind)
    if not any(count == wanted or (kind == "run" and count > wanted) for count in counts):
        raise _odd_layout(first, name, kind)
    return "trec"


def _examples(by_query: bool, name: str, kind: str) -> str:  # noqa: FBT001
    """Lines of learning to rank, which are judgments where they say to which query they belong."""
    if not by_query:
        raise InputError("examples-without-query", source=name)
    if kind != "qrels":
        raise OtherKindError("lines-of-examples", source=name, looks="qrels")
    return "letor"


def _numbered(lines: list[Line], usual: int) -> bool:
    """Whether lines look like ids and numbers: five fields end with a number, and two are hardly words of a text."""
    rows = [line.fields for line in lines if len(line.fields) == usual]
    return all(is_number(row[-1]) for row in rows) if usual == 5 else any(map(_like_id, rows[0]))


def _like_id(field: bytes) -> bool:
    return any(mark in field for mark in b"0123456789")


def _odd_layout(first: Line, name: str, kind: str) -> InputError:
    shown = first.text[:200].decode("utf-8", "replace").strip()
    texts = kind == "qrels" and not any(map(is_number, first.fields))
    facts: dict[str, Any] = {"rule": layout(kind)[1], "count": len(first.fields), "shown": shown, "texts": texts}
    return InputError("odd-layout", source=name, line=first.number, **facts)


def _short_run(lines: list[Line], usual: int, name: str) -> str:
    thirds = [line.fields[2] for line in lines if len(line.fields) == 3]
    if usual == 3 and any(map(is_number, thirds)):
        scores = [field for field in thirds if is_number(field) and not float(field).is_integer()]
        if len(scores) > len(thirds) / 2:
            shown = shorten(scores[0].decode("utf-8", "replace"))
            raise InputError("3-columns-read-query-document", source=name, shown=shown)
        return "msmarco"
    if usual == 4 and all(_like_judgment(line.fields) for line in lines if len(line.fields) == 4):
        raise OtherKindError("lines-of-judgments", source=name, looks="qrels")
    raise _odd_layout(lines[0], name, "run")


def _like_run(fields: list[bytes]) -> bool:
    return len(fields) >= 6 and is_number(fields[3]) and is_number(fields[4])


def _like_judgment(fields: list[bytes]) -> bool:
    # the second field is a constant, or a round or subtopic number in front of a document that is no number
    marked = fields[1] in (b"0", b"Q0", b"q0") or (is_number(fields[1]) and not is_number(fields[2]))
    return marked and is_number(fields[3])
