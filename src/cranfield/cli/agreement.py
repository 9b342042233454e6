"""`cranfield agreement`: how far raters agree, who with whom, and whether it matters for the order of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.eval import measure_option
from cranfield.cli.inputs.given import DataCommand, data_options, given_data
from cranfield.cli.inputs.ranking import system_names
from cranfield.cli.inputs.ratings import query_option
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.studies.rated import given_study, read_study
from cranfield.cli.writer import refuse_overwriting
from cranfield.errors import MeasureError
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.batch import Batch

__all__ = ["command"]

_OF_RUNS = "nDCG@10"


@click.command("agreement", cls=DataCommand, families=("ratings",), context_settings={"max_content_width": 100})
@measure_option("Alpha, 'Kappa(weights=\"quadratic\")' or ICC; with --runs also nDCG@10", "what suits the values")
@click.option(
    "--runs", multiple=True, metavar="RUN...",
    help="score these runs with the judgments of each rater, and say which change places; further FILEs are runs too",
)  # fmt: skip
@query_option
@click.option("--confidence", type=float, default=0.95, show_default=True, metavar="P", help="of intervals")
@click.option(
    "--resamples", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N",
    help="how often items, queries or raters are drawn again",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), metavar="N", help="of everything that is drawn  [default: 12345]")
@page_options()
@data_options("ratings", but=("group",))
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], runs: tuple[str, ...], confidence: float, resamples: int,
    seed: int | None, form: str | None, output: str | None, digits: int, quiet: bool, spreadsheet: bool,
    language: str, **options: Any,
) -> None:  # fmt: skip
    """Say how far raters agree, and whether it matters.

    FILE holds one row for each rating: CSV, TSV, JSONL, Parquet or Arrow. Each system and each dimension is told by
    itself. Of a study (study.db) the grades that stand are taken, and no columns are named.

    \b
    cranfield agreement study.db
    cranfield agreement ratings.csv --item doc --rater who --value grade --query q
    cranfield agreement judged.csv --item doc --rater who --value grade --query q --runs a.run b.run -m nDCG@10
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if runs:  # a list behind an option ends where the next option begins
        first, *more = options["files"] or ("",)
        options["files"], runs = ((first,) if first else ()), (*runs, *more)
    given = given_data(context, options, quiet=quiet)
    refuse_overwriting(output, [*given.paths, *runs])
    chosen = choose_format(form, output)

    from cranfield.compare.agreement import agreement, coefficients_for  # noqa: PLC0415 (loads numpy)
    from cranfield.compare.annotators import rater_orders  # noqa: PLC0415
    from cranfield.compare.resample import SEED  # noqa: PLC0415
    from cranfield.report.agreement import agreement_page  # noqa: PLC0415

    of_raters, of_runs = _apart(measures, with_runs=bool(runs))
    drawn = {"resamples": resamples, "seed": SEED if seed is None else seed}
    study = given_study(given)
    batches = list(given.inputs.read(given)) if study is None else read_study(study, given)
    found = [
        agreement(batch, of_raters or coefficients_for(batch), confidence=confidence, **drawn) for batch in batches
    ]
    systems = _systems(batches, runs) if runs else []
    orders = [rater_orders(systems, batches[0], measure, **drawn) for measure in of_runs]
    read = [each for system in systems for each in system.inputs if each.get("role") == "run"]
    page = agreement_page(found, orders, read, digits=digits, language=language)
    write_page(page, chosen, [each.results for each in found], output=output, quiet=quiet, spreadsheet=spreadsheet)
    if runs and measures and len(of_raters) == len(measures) and not quiet:
        told = say("default-of-runs", {"measure": _OF_RUNS}, language=language)
        about = say("about", {"about": translated("note", language=language)}, language=language)
        click.echo(about + told, err=True)


def _apart(measures: Sequence[str], *, with_runs: bool) -> tuple[list[str], list[str]]:
    """Measures of ratings, and those of runs."""
    if not with_runs:
        return list(measures), []
    from cranfield.core.spec import fitting_families  # noqa: PLC0415

    of_runs = [each for each in measures if "ranking" in fitting_families(each)]
    return [each for each in measures if each not in of_runs], of_runs or [_OF_RUNS]


def _systems(batches: Sequence[Batch], runs: Sequence[str]) -> list[Batch]:
    """The runs, with the median of all raters as judgments."""
    from cranfield.compare.annotators import median_judgments  # noqa: PLC0415
    from cranfield.io.ranking import judgments, ranking  # noqa: PLC0415

    if len(batches) > 1:
        raise MeasureError("orders-of-one", names=[each.system for each in batches])
    if len(runs) < 2:
        raise MeasureError("one-run")
    gold = judgments(median_judgments(batches[0]))
    return [
        ranking(gold, run) if name is None else ranking(gold, run, system=name)
        for run, name in zip(runs, system_names(runs), strict=True)
    ]
