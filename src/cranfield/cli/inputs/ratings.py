"""Ratings on the command line: files of rows, and options that name the columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.given import Given, Inputs
from cranfield.cli.inputs.ranking import once
from cranfield.cli.progress import reading
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.core.batch import Batch

__all__ = ["INPUTS", "named_apart", "query_option", "ratings_given", "scale_of"]


def _one_or_several(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> str | list[str] | None:
    return list(given) if len(given) > 1 else given[0] if given else None


OPTIONS = (
    click.option("--item", metavar="COLUMN", help="what was rated: a document, a text"),
    click.option(
        "--rater", multiple=True, metavar="COLUMN", callback=_one_or_several,
        help="who rated it; or, once for each, the columns of raters in a table that has one for each",
    ),
    click.option(
        "--value", "value_columns", multiple=True, metavar="COLUMN",
        help="the rating; several columns are several dimensions",
    ),
    click.option("--system", metavar="COLUMN", help="the system that made the item; each is judged by itself"),
    click.option("--dimension", metavar="COLUMN", help="what was rated about it, such as fluency; each by itself"),
    click.option(
        "--other", metavar="COLUMN", help="the system beside --system; --value then says which of both is preferred"
    ),
    click.option(
        "--scale", metavar="VALUE,...", help="all values there can be, lowest first: bad,good or bad|good, or 1-5"
    ),
    click.option("--absent", metavar="VALUE,...", help="values that stand for no rating, such as NA"),
    click.option(
        "--again", type=click.Choice(["first", "last"]), default="first", show_default=True,
        help="which rating counts where a rater rated an item again",
    ),
    click.option("--group", metavar="COLUMN", help="the query of each item: whole queries are drawn for intervals"),
    click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised"),
)  # fmt: skip


# verbs that are about ratings alone call it what it is; elsewhere --query is a unit
query_option = click.option(
    "--query", "--group", "group", metavar="COLUMN",
    help="the query of each item: whole queries are drawn for intervals",
)  # fmt: skip


def scale_of(text: str | None) -> list[str] | None:
    """Values one by one, between commas or bars, or all whole numbers from one to another."""
    if text is None:
        return None
    low, sign, high = text.strip().partition("-")
    if sign and low.isdigit() and high.isdigit() and int(low) < int(high) <= int(low) + 1000:
        return [str(each) for each in range(int(low), int(high) + 1)]
    return [each.strip() for each in text.split("|" if "|" in text else ",")]


def ratings_given(given: Given) -> dict[str, Any]:
    """What the library is to be called with."""
    options, files = given.options, given.files
    if not files:
        raise InputError("too-few-files-ratings")
    for name in ("item", "rater"):
        if options[name] is None:
            raise InputError("no-column-option", option=name)
    columns = options["value_columns"]
    if not columns and isinstance(options["rater"], str):
        raise InputError("no-value")
    once(files)
    return {
        "data": files[0] if len(files) == 1 else list(files), "item": options["item"], "rater": options["rater"],
        "value": list(columns) if len(columns) > 1 else columns[0] if columns else None, "system": options["system"],
        "dimension": options["dimension"], "other": options["other"], "query": options["group"],
        "scale": scale_of(options["scale"]), "again": options["again"], "input_format": options["input_format"],
        "absent": [each.strip() for each in (options["absent"] or "").split(",") if each.strip()],
        "policy": given.policy,
    }  # fmt: skip


def _read(given: Given) -> Iterator[Batch]:
    """One batch for each system in each dimension."""
    from cranfield.io.ratings import each_rated  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    asked = ratings_given(given)
    with reading(given.files[0]) as progress:
        found = each_rated(**asked, progress=progress)
    dimensions = list(dict.fromkeys(batch.facts.get("dimension") for batch in found))
    if len(dimensions) > 1 and given.apart and asked["system"] is not None:
        raise InputError("several-dimensions", names=dimensions)
    yield from named_apart(found)


def named_apart(batches: list[Batch]) -> list[Batch]:
    """Batches whose names say system and dimension, where there are several of both."""
    from dataclasses import replace  # noqa: PLC0415 (beside its use)

    several = len({batch.facts.get("dimension") for batch in batches}) > 1
    if not several or not any(batch.facts.get("system") for batch in batches):
        return batches
    return [
        replace(batch, system=f"{batch.facts['system']} {batch.facts['dimension']}")
        if batch.facts.get("system") and batch.facts.get("dimension")
        else batch
        for batch in batches
    ]


INPUTS = Inputs(family="ratings", files="FILE...", about="ratings", options=OPTIONS, read=_read, needs="rater")
