"""Texts on the command line: references first, then systems; or one table that holds both."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.given import Given, Inputs
from cranfield.cli.inputs.ranking import once, system_names
from cranfield.cli.progress import reading
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.core.batch import Batch

__all__ = ["INPUTS"]

OPTIONS = (
    click.option(
        "--ref", "more", multiple=True, metavar="FILE", help="a further reference for every segment; repeatable"
    ),
    click.option("--candidate", metavar="FIELD", help="the field of a table that holds the generated text"),
    click.option(
        "--references", multiple=True, metavar="FIELD",
        help="the field with the reference or a list of them; repeatable",
    ),
    click.option("--ids", metavar="FIELD", help="the field that names the segments"),
    click.option(
        "--blank-references", type=click.Choice(["keep", "skip"]), default="keep", show_default=True,
        help="an empty reference is an empty text, or stands for no reference",
    ),
    click.option("--groups", metavar="FILE", help="unit and group on each line: show the value of each group too"),
    click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised"),
)  # fmt: skip


def _read(given: Given) -> Iterator[Batch]:
    from cranfield.io.text import text  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    options = given.options
    candidate, references, more = options["candidate"], options["references"], options["more"]
    shared: dict[str, Any] = {name: options[name] for name in ("blank_references", "input_format")}
    if not given.files:
        raise InputError("too-few-files-text")
    reference, *systems = given.files
    if (candidate is None) != (not references):
        raise InputError("text-fields-together")
    if candidate is not None:
        if systems or more:
            raise InputError("text-one-table")
        with reading(reference) as progress:
            fields = references[0] if len(references) == 1 else list(references)
            yield text(
                data=reference, candidates=candidate, references=fields, ids=options["ids"], progress=progress,
                policy=given.policy, **shared,
            )  # fmt: skip
        return
    if options["ids"] is not None:
        raise InputError("text-ids-of-table")
    if not systems:
        raise InputError("too-few-files-text")
    once([*given.files, *more])
    if reference == "-" and (more or len(systems) > 1):
        raise InputError("text-stdin-references")
    gold: Any = [Path(each) for each in (reference, *more)] if more else reference
    for system, name in zip(systems, system_names(systems), strict=True):
        with reading(system) as progress:
            yield text(
                candidates=system, references=gold, system=name, progress=progress, policy=given.policy, **shared
            )


INPUTS = Inputs(
    family="text",
    files="REFERENCE SYSTEM...",
    about="texts",
    options=OPTIONS,
    read=_read,
    more_files=("groups", "more"),
)
