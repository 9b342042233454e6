"""The one table of formats: how each is known, what it can hold, and which file of this room reads it.

A reader has a function `opened(source, found, wanted)` that gives an `Input`. To add a format, write such a file, add a
row here, and, if its first bytes are not enough to know it by, a line in `recognise`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.io.bytes.source import Source
    from cranfield.io.read.input import Input, Wanted
    from cranfield.io.read.recognise import Recognised

__all__ = ["ENDINGS", "FORMATS", "Format", "formats_of", "known_by_magic"]

_EVERY = ("run", "qrels", "labels", "ratings", "cost", "texts", "groups", "document groups")


@dataclass(frozen=True)
class Format:
    """A row of the table: the name people use, the module that reads it, and the kinds of input it can hold."""

    name: str
    reader: str
    kinds: tuple[str, ...]
    magic: tuple[bytes, ...] = ()  # how its bytes begin
    endings: tuple[str, ...] = ()  # of file names

    def opened(self, source: Source, found: Recognised, wanted: Wanted) -> Input:
        """The input, by the reader of the format, which is loaded when it is needed."""
        made: Input = import_module(f"cranfield.io.read.{self.reader}").opened(source, found, wanted)
        return made


FORMATS = {
    each.name: each
    for each in (
        Format("trec", "trec", ("run", "qrels"), endings=(".run", ".trec", ".res", ".results")),
        Format("msmarco", "trec", ("run",)),
        Format("ndeval", "trec", ("qrels",)),
        Format("csv", "delimited", _EVERY, endings=(".csv",)),
        Format("tsv", "delimited", _EVERY, endings=(".tsv",)),
        Format("jsonl", "json", _EVERY, endings=(".jsonl",)),
        Format("json", "json", _EVERY, endings=(".json",)),
        Format("parquet", "parquet", _EVERY, magic=(b"PAR1",), endings=(".parquet",)),
        Format("arrow", "arrow", _EVERY, magic=(b"ARROW1", b"\xff\xff\xff\xff"), endings=(".arrow", ".feather")),
        Format("text", "plain_lines", ("texts",), endings=(".txt",)),
        Format("pairs", "plain_lines", ("groups", "document groups", "qrels")),
        Format("prels", "judged_lines", ("qrels",)),
        Format("strata", "judged_lines", ("qrels",)),
        Format("letor", "judged_lines", ("qrels",)),
    )
}
ENDINGS = tuple(ending for each in FORMATS.values() for ending in each.endings)


def formats_of(kind: str) -> list[str]:
    """The names of the formats that can hold a kind of input."""
    return [name for name, each in FORMATS.items() if kind in each.kinds]


def known_by_magic(head: bytes) -> Format | None:
    """The format whose bytes begin like this, if there is one."""
    return next((each for each in FORMATS.values() if head.startswith(each.magic or (b"\0none",))), None)
