"""`cranfield correlate`: whether measures put the systems into the same order, also with fewer judgments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.eval import measure_option
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.systems import each_system
from cranfield.cli.writer import refuse_overwriting
from cranfield.errors import MeasureError

if TYPE_CHECKING:
    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.report.page import Page

__all__ = ["command"]

HOWS = ("tau", "tau-b", "tau-ap", "spearman", "rbo")


@click.command("correlate", cls=DataCommand, context_settings={"max_content_width": 100})
@measure_option("AP, Bpref and nDCG@10", "")
@click.option(
    "--how", "hows", type=click.Choice(HOWS), multiple=True,
    help="the coefficient; may be repeated  [default: tau-b]",
)  # fmt: skip
@click.option(
    "--persistence", type=float, default=0.9, show_default=True, metavar="P", help="how far rbo looks down the order"
)
@click.option(
    "--judgments", metavar="SHARE,...",
    help="take judgments away at random, as in 100%,50%,20%,10%,5%, and say how much of each order is left",
)  # fmt: skip
@click.option(
    "--repeats", type=click.IntRange(1, 100_000), default=20, show_default=True, metavar="N",
    help="how often judgments are taken away",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0), metavar="N",
    help="which judgments are taken away: the same seed takes the same ones  [default: 12345]",
)  # fmt: skip
@page_options()
@data_options(*FAMILIES)
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], hows: tuple[str, ...], persistence: float,
    judgments: str | None, repeats: int, seed: int | None, form: str | None, output: str | None, digits: int,
    spreadsheet: bool, quiet: bool, language: str, **options: Any,
) -> None:  # fmt: skip
    """Say whether measures put the systems into the same order.

    FILE... and the options about them are those of `cranfield eval`; give several systems and several measures.

    \b
    cranfield correlate qrels.txt *.run -m AP -m Bpref -m nDCG@10
    cranfield correlate qrels.txt *.run -m AP -m Bpref --judgments 100%,50%,20%,10%,5%
    """  # noqa: D301 (click's mark for lines that stay as they are)
    given = given_data(context, options, asked=measures, quiet=quiet)
    refuse_overwriting(output, given.paths)
    chosen = choose_format(form, output)
    if len(hows) > 1 and judgments is not None:
        raise MeasureError("one-how")

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)

    results: list[Results] = []
    batches: list[Batch] = []
    for batch, wanted in each_system(given):
        results.append(evaluate(batch, wanted))
        batches += [batch] if judgments is not None else []
    # of the measures that suit the data, those that say which system is better
    asked = {
        name: each.asked or each.measure
        for name, each in results[0].found.items()
        if measures or each.measure.better is not None
    }
    how = {"how": hows[0] if hows else "tau-b", "p": persistence}
    style = {"digits": digits, "language": language}
    if judgments is None:
        page = _orders(results, asked, hows or ("tau-b",), persistence, style)
    else:
        page = _fewer(batches, results, asked, judgments, {**how, "repeats": repeats, "seed": seed}, style)
    write_page(page, chosen, results, output=output, quiet=quiet, spreadsheet=spreadsheet)


def _orders(
    results: list[Results], asked: dict[str, Measure], hows: tuple[str, ...], persistence: float, style: dict[str, Any]
) -> Page:
    from cranfield.compare.correlate import correlate  # noqa: PLC0415
    from cranfield.report.correlation import correlation_page  # noqa: PLC0415

    found = [correlate(results, list(asked), how=how, p=persistence) for how in dict.fromkeys(hows)]
    if len(found[0].measures) < 2:
        raise MeasureError("correlate-one-measure", name=found[0].measures[0])
    return correlation_page(found, results, **style)


def _fewer(
    batches: list[Batch], results: list[Results], asked: dict[str, Measure], judgments: str, how: dict[str, Any],
    style: dict[str, Any],
) -> Page:  # fmt: skip
    from cranfield.compare.resample import SEED  # noqa: PLC0415
    from cranfield.compare.robustness import parse_shares, robustness  # noqa: PLC0415
    from cranfield.report.robustness import robustness_page  # noqa: PLC0415

    shares = parse_shares(judgments)
    how["seed"] = SEED if how["seed"] is None else how["seed"]
    found = robustness(batches, asked, shares=shares, **how)
    return robustness_page(found, results, **style)
