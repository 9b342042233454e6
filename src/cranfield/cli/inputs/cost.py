"""The cost of requests on the command line: tables with a row for each request, and options that name their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.given import Given, Inputs
from cranfield.cli.inputs.ranking import column_map, once
from cranfield.cli.progress import reading
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.batch import Batch

__all__ = ["INPUTS", "cost_given", "cost_names"]

OPTIONS = (
    click.option(
        "--columns", metavar="ROLE=NAME,...",
        help="the columns of a table, as in query=qid,latency=t,error=err,timeout=limit",
    ),
    click.option(
        "--time-unit", type=click.Choice(["s", "ms", "us", "ns"]),
        help="of columns whose names do not say it, as latency_ms does",
    ),
    click.option(
        "--timeout", type=float, metavar="SECONDS", help="what a request that failed counts as, if no column says it"
    ),
    click.option(
        "--phase", type=click.Choice(["cold", "warm-up", "measured"]), default="measured", show_default=True,
        help="the requests of this phase",
    ),
    click.option(
        "--part", type=click.Choice(["search", "freshness", "space"]),
        help="what rows are about, if a file has several",
    ),
    click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised"),
)  # fmt: skip


def cost_given(given: Given) -> dict[str, Any]:
    """What the library is to be called with, for each file."""
    options = given.options
    if not given.files:
        raise InputError("too-few-files-cost")
    once(given.files)
    return {
        "columns": column_map(options["columns"]), "time_unit": options["time_unit"], "timeout": options["timeout"],
        "policy": given.policy, "input_format": options["input_format"],
    }  # fmt: skip


def cost_names(files: Sequence[str]) -> list[str]:
    """What systems are called: the names of the files, or their paths where two are the same."""
    from cranfield.io.cost import cost_name  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    if len({*files}) < len(files):
        raise InputError("cost-twice", source=next(file for file in files if list(files).count(file) > 1))
    short = [cost_name(file) for file in files]
    return [name if short.count(name) == 1 else file for name, file in zip(short, files, strict=True)]


def _read(given: Given) -> Iterator[Batch]:
    """One batch for each file."""
    from dataclasses import replace  # noqa: PLC0415 (beside its use)

    from cranfield.io.cost import cost  # noqa: PLC0415

    asked = cost_given(given)
    for file, name in zip(given.files, cost_names(given.files), strict=True):
        with reading(file) as progress:
            found = cost(
                file, **asked, phase=given.options["phase"], part=given.options["part"], name=name, progress=progress
            )
        yield replace(found, system=name)


INPUTS = Inputs(family="cost", files="FILE...", about="the cost of requests", options=OPTIONS, read=_read)
