"""Whatever a user gives becomes an input: the one place where kinds of things and formats are told apart."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.read.formats import FORMATS
from cranfield.io.read.input import Wanted
from cranfield.io.read.recognise import check_format, recognise

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.io.read.input import Input
    from cranfield.io.read.oddities import Oddities

__all__ = ["are_records", "is_dataset", "is_file", "open_input"]

_MEMORY = {"run": "the run", "qrels": "the judgments"}  # what messages call an input without a file
_NAMED = ("pairs", "prels", "strata")  # forms of judgments that nothing but their name tells apart
_MAPPINGS = {
    "run": "{query: {document: number}}",
    "qrels": "{query: {document: number}}",
    "groups": "{query: group}",
    "document groups": "{document: group}",
}


def is_file(what: Any) -> bool:
    """Whether it is a path of a file, bytes or a stream."""
    if isinstance(what, str | os.PathLike):
        return not is_elsewhere(what)
    return isinstance(what, Source | bytes) or hasattr(what, "read")


def is_elsewhere(what: str | os.PathLike[str]) -> bool:
    """Whether it names data that is not in one file: a folder, or a dataset of ir_datasets."""
    return str(what).startswith("irds:") or Path(what).is_dir()


def is_dataset(what: Any) -> bool:
    """Whether it is a dataset of Hugging Face, or a dict of its splits."""
    first = next(iter(what.values()), None) if isinstance(what, dict) else what
    return hasattr(first, "with_format") and hasattr(first, "features")


def are_records(what: Any) -> bool:
    """Whether it is a list of objects with named fields."""
    return (
        isinstance(what, list | tuple) and bool(what) and (isinstance(what[0], Mapping) or hasattr(what[0], "_asdict"))
    )


def open_input(
    what: Any, kind: str, *, input_format: str | None = None, columns: Mapping[str, str] | None = None,
    progress: Callable[[int, int], None] | None = None, odd: Oddities | None = None, documents: bool = False,
) -> Input:  # fmt: skip
    """A path, `-`, a stream, a dict, a table, or anything with the Arrow interface, opened."""
    memory = _MEMORY.get(kind, "the table")
    wanted = Wanted(kind, {} if columns is None else columns, odd=odd, documents=documents)
    if input_format is not None and input_format not in FORMATS:
        check_format(input_format, kind, memory)
    if kind == "qrels" and input_format in _NAMED and not isinstance(what, str | os.PathLike) and not is_file(what):
        from cranfield.io.read.judged_memory import of_named  # noqa: PLC0415 (each reader is loaded when it is needed)

        named = None if is_dataset(what) else of_named(what, input_format, wanted, memory, records=are_records(what))
        if named is not None:
            return named
    if is_dataset(what):
        from cranfield.io.read.elsewhere import of_dataset  # noqa: PLC0415

        return of_dataset(what, wanted, memory)
    if isinstance(what, Mapping) and kind in _MEMORY:
        from cranfield.io.read.json import of_shape  # noqa: PLC0415
        from cranfield.io.read.nested import of_dict  # noqa: PLC0415
        from cranfield.io.read.table_input import TableInput  # noqa: PLC0415

        shaped = of_shape(what, wanted, memory, lambda shape: shape.members(what))
        return of_dict(what, wanted, memory) if shaped is None else TableInput.of_uniform(memory, wanted, shaped)
    if are_records(what):
        from cranfield.io.read.json import of_records  # noqa: PLC0415

        return of_records(lambda: what, wanted, memory)
    if isinstance(what, str | os.PathLike) and is_elsewhere(what):
        from cranfield.io.read.elsewhere import of_place  # noqa: PLC0415

        return of_place(os.fspath(what), wanted, input_format)
    if hasattr(what, "__arrow_c_stream__"):
        from cranfield.io.read.arrow import of_memory  # noqa: PLC0415

        return of_memory(what, wanted, memory)
    if is_file(what):
        # runs and judgments are hashed when somebody asks, and others as they are read
        source = what if isinstance(what, Source) else Source(what, hashed="later" if kind in _MEMORY else "now")
        found = recognise(source, kind, input_format=input_format, columns=columns)
        heard = None if progress is None else lambda done: progress(done, source.size)
        return FORMATS[found.name].opened(source, found, replace(wanted, progress=heard))
    if hasattr(what, "collect"):
        raise InputError("dataframe-lazy-one", memory=memory, name=type(what).__name__)
    mapping = _MAPPINGS.get(kind, "of columns")
    raise InputError("path-dict-arrow-table-dataframe", memory=memory, mapping=mapping, name=type(what).__name__)
