"""`cranfield ratings`: what people said of systems: means with intervals, z-scores, and whether systems differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.comparing import comparing_options, refuse_contradictions, settings_of
from cranfield.cli.eval import measure_option
from cranfield.cli.inputs.given import DataCommand, data_options, given_data
from cranfield.cli.inputs.ratings import query_option
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.studies.rated import given_study, read_study
from cranfield.cli.writer import refuse_overwriting
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results
    from cranfield.report.page import Page

__all__ = ["command"]

_SETTINGS = (
    "test", "correction", "pairs", "alternative", "confidence", "interval", "resamples", "seed", "draw", "rope", "as_",
    "jobs",
)  # fmt: skip
_MEANS, _PREFERENCES = ("Mean", "MeanZ"), ("BradleyTerry", "WinRate")


@click.command("ratings", cls=DataCommand, families=("ratings",), context_settings={"max_content_width": 100})
@measure_option("Mean, MeanZ, Alpha or BradleyTerry", "Mean and MeanZ; of preferences BradleyTerry and WinRate")
@click.option(
    "--against", metavar="SYSTEM", help="the system that the others are compared with  [default: each two of them]"
)
@query_option
@comparing_options
@page_options()
@data_options("ratings", but=("group",))
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], against: str | None, form: str | None, output: str | None,
    digits: int, quiet: bool, spreadsheet: bool, language: str, **options: Any,
) -> None:  # fmt: skip
    """Judge systems by what people said: means, z-scores, preferences.

    FILE holds one row for each rating: CSV, TSV, JSONL, Parquet or Arrow; or it is a study, which needs no
    options. Systems are compared item by item, by a
    randomization test corrected after Holm, in each dimension by itself.

    \b
    cranfield ratings ratings.csv --system sys --item doc --rater who --value fluency --value relevance
    cranfield ratings study.db
    cranfield ratings pairs.csv --system left --other right --item doc --rater who --value winner
    """  # noqa: D301 (click's mark for lines that stay as they are)
    options["test"] = options["test"] or "randomization"
    if options["pairs"] == "baseline" and against is None:
        options["pairs"] = "all"
    given = given_data(context, options, quiet=quiet)
    refuse_overwriting(output, given.paths)
    chosen = choose_format(form, output)
    settings = settings_of(options, *_SETTINGS)
    refuse_contradictions(settings)

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.registry import family  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415

    parse_named(measures, family(given.inputs.family))  # a slip in a name is told before anything is read
    by_dimension: dict[str | None, list[Results]] = {}
    study = given_study(given)
    for batch in given.inputs.read(given) if study is None else read_study(study, given, systems=True):
        told = batch.facts.get("dimension")
        plain = replace(batch, system=batch.facts.get("system") or batch.system)
        wanted = measures or (_PREFERENCES if "winner" in batch else _MEANS)
        by_dimension.setdefault(told, []).append(evaluate(plain, list(wanted)))
    _refuse_unknown(against, by_dimension.values())
    pages = [_page(dimension, found, against, settings, digits, language) for dimension, found in by_dimension.items()]
    systems = [each for found in by_dimension.values() for each in found]
    write_page(_joined(pages), chosen, systems, output=output, quiet=quiet, spreadsheet=spreadsheet)


def _refuse_unknown(against: str | None, dimensions: Any) -> None:
    for found in dimensions:
        names = [each.system for each in found]
        if against is not None and against not in names:
            raise MeasureError("compare-no-baseline", name=against, names=names, near=nearest(against, names))


def _page(
    dimension: str | None, systems: Sequence[Results], against: str | None, settings: dict[str, Any], digits: int,
    language: str,
) -> Page:  # fmt: skip
    """One dimension: the systems beside each other, or one with its intervals."""
    from cranfield.report.rated import rated_page  # noqa: PLC0415

    if len(systems) > 1:
        from cranfield.compare.contests import compare  # noqa: PLC0415
        from cranfield.report.comparison import comparison_page  # noqa: PLC0415

        found = compare(systems, list(systems[0]), baseline=against, **settings)
        page = comparison_page(found, systems, digits=digits, language=language)
    else:
        from cranfield.compare.contests import intervals  # noqa: PLC0415

        wanted = {name: settings[name] for name in ("confidence", "interval", "resamples", "seed", "by", "jobs")}
        estimates = intervals(systems[0], list(systems[0]), **wanted)
        page = rated_page(systems[0], estimates, wanted, digits=digits, language=language)
    return _titled(page, dimension)


def _titled(page: Page, dimension: str | None) -> Page:
    """The page with its dimension over the first table, and in every row."""
    if dimension is None or not page.blocks:
        return page
    first, *rest = page.blocks
    if first.grid is not None:
        title = f"{dimension}: {first.grid.title}" if first.grid.title else dimension
        first = replace(first, grid=replace(first.grid, title=title))
    rows = [{"dimension": dimension, **row} for row in page.rows]
    return replace(page, blocks=[first, *rest], rows=rows, whole={"dimension": dimension, **page.whole})


def _joined(pages: Sequence[Page]) -> Page:
    """The pages of all dimensions as one."""
    if len(pages) == 1:
        return pages[0]
    blocks = [block for page in pages for block in page.blocks]
    rows = [row for page in pages for row in page.rows]
    lines = list(dict.fromkeys(line for page in pages for line in page.signature))
    return replace(pages[0], blocks=blocks, rows=rows, whole={"dimensions": [page.whole for page in pages]},
                   signature=lines)  # fmt: skip
