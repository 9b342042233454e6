"""The fast way through plain TREC text: blocks of whole lines, parsed by pyarrow."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv

__all__ = ["parse_block"]

_ODD = (b"\x00", b"\x0b", b"\x0c")
_COMMENT = re.compile(rb"^#[^\n]*\n?", re.MULTILINE)
_TEXT = {"query": pa.string(), "doc": pa.string(), "value": pa.float64(), "rank": pa.int64()}
_LAYOUT = {
    "run": ["query", "Q0", "doc", "rank", "value", "tag"],
    "qrels": ["query", "iteration", "doc", "value"],
    "msmarco": ["query", "doc", "rank"],
}


def parse_block(block: bytes, layout: str) -> pa.Table:
    """The columns of a block of lines; raises pa.ArrowInvalid where the careful reader must look."""
    if any(byte in block for byte in _ODD):
        raise pa.ArrowInvalid("bytes that separate fields or end lines only for some readers")
    block = _tidy(block)
    if b"\r" in block:
        raise pa.ArrowInvalid("a carriage return inside a line")
    if _doubled(block):
        block = _squeeze(block)
    return _parse(block, layout)


def _doubled(block: bytes) -> bool:
    """Whether two blanks or line ends stand together: pyarrow would see an empty field between them."""
    blank = np.frombuffer(block, np.uint8) <= 32
    return bool((blank[1:] & blank[:-1]).any()) or block[:1] == b" "


def _parse(block: bytes, layout: str) -> pa.Table:
    names = _LAYOUT[layout]
    wanted = [name for name in names if name in _TEXT]
    return pa_csv.read_csv(
        pa.BufferReader(block),
        # one block, because the pieces are already parsed on several threads
        read_options=pa_csv.ReadOptions(column_names=names, use_threads=False, block_size=len(block) + 1),
        parse_options=pa_csv.ParseOptions(delimiter=" ", quote_char=False, escape_char=False),
        convert_options=pa_csv.ConvertOptions(
            column_types={name: _TEXT[name] for name in wanted}, include_columns=wanted, null_values=[],
            check_utf8=not block.isascii(),  # asking once is cheaper than looking at every id
        ),
    )  # fmt: skip


def _tidy(block: bytes) -> bytes:
    """Make blanks the only separator; each test is one fast search for a byte that is rarely there."""
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    if b"\t" in block:
        block = block.replace(b"\t", b" ")
    if b"#" in block and (block.startswith(b"#") or b"\n#" in block):
        block = _COMMENT.sub(b"", block)
    return block


def _squeeze(block: bytes) -> bytes:
    """Single blanks between fields, none at the ends of lines."""
    while b"  " in block:
        block = block.replace(b"  ", b" ")
    return _tidy(block.replace(b" \n", b"\n").replace(b"\n ", b"\n").strip(b" "))  # comments may have been indented
