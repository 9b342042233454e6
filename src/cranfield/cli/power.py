"""`cranfield power`: how many units would show a difference, and what these can show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.eval import measure_option
from cranfield.cli.groups import grouping_of, only_groups
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.systems import each_system
from cranfield.cli.writer import refuse_overwriting
from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.core.result import Results

__all__ = ["command"]


class _Difference(click.ParamType):  # type: ignore[type-arg]
    """A number, or a share of the baseline, as rules have it."""

    name = "difference"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | str:
        """The number, or the share as it is written."""
        text = str(value).strip()
        try:
            float(text.removesuffix("%"))
        except ValueError:
            self.fail(MeasureError("bad-difference", given=value).told(), param, ctx)
        return text if text.endswith("%") else float(text)


DIFFERENCE = _Difference()


@click.command("power", cls=DataCommand, context_settings={"max_content_width": 100})
@measure_option("nDCG@10, AP or Accuracy", "")
@click.option(
    "--difference", type=DIFFERENCE, metavar="X",
    help="the difference to be shown, such as 0.01, or 1% of the baseline  [default: the one that is seen]",
)  # fmt: skip
@click.option(
    "--power", "chance", type=float, default=0.8, show_default=True, metavar="P",
    help="the chance with which it is to be shown",
)  # fmt: skip
@click.option(
    "--confidence", type=float, default=0.95, show_default=True, metavar="P", help="a p below 1 - P is significant"
)
@click.option(
    "--alternative", type=click.Choice(["two-sided", "better", "worse"]), default="two-sided", show_default=True,
    help="what is to be shown: that a system differs, is better or is worse",
)  # fmt: skip
@click.option(
    "--against", metavar="SYSTEM", help="the system that the others are compared with  [default: the first one]"
)
@click.option(
    "--draw", type=click.Choice(["units", "group"]), default="units", show_default=True,
    help="what is counted: single units, or whole groups of them (--group)",
)  # fmt: skip
@click.option("--only", multiple=True, metavar="GROUP", help="only the units of this group; may be repeated")
@page_options()
@data_options(*FAMILIES)
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], difference: float | str | None, chance: float,
    confidence: float, alternative: str, against: str | None, draw: str, only: tuple[str, ...], form: str | None,
    output: str | None, digits: int, quiet: bool, spreadsheet: bool, language: str, **options: Any,
) -> None:  # fmt: skip
    """Say how many units would show a difference.

    FILE... and the options about them are those of `cranfield eval`. The differences of a further pair of systems are
    taken to vary as much as those of the given ones.

    \b
    cranfield power qrels.txt base.run new.run -m nDCG@10 --difference 0.01
    cranfield power reference.txt a.txt b.txt -m ROUGE-L --difference 0.005 --power 0.9
    """  # noqa: D301 (click's mark for lines that stay as they are)
    given = given_data(context, options, asked=measures, quiet=quiet, apart=True)
    refuse_overwriting(output, given.paths)
    chosen = choose_format(form, output)

    from cranfield.compare.power import power  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.report.power import power_page  # noqa: PLC0415

    grouping = grouping_of(given)
    results = [evaluate(only_groups(batch, grouping, only), wanted) for batch, wanted in each_system(given)]
    baseline = _baseline(results, against)
    chosen_names = [name for name, result in baseline.found.items() if result.measure.better is not None]
    if not chosen_names:
        raise MeasureError("power-no-measures", names=list(baseline.found))
    found = [
        power(
            [baseline, each], name, difference=difference, power=chance,
            alpha=round(1 - confidence, 12), alternative=alternative, by="group" if draw == "group" else None,
        )
        for name in chosen_names
        for each in results
        if each is not baseline
    ]  # fmt: skip
    page = power_page([vars(each) for each in found], results, digits=digits, language=language)
    write_page(page, chosen, results, output=output, quiet=quiet, spreadsheet=spreadsheet)


def _baseline(results: Sequence[Results], against: str | None) -> Results:
    names = [each.system for each in results]
    if len(names) < 2:
        raise MeasureError("compare-few", count=len(names))
    if against is not None and against not in names:
        raise MeasureError("compare-no-baseline", name=against, names=names, near=nearest(against, names))
    return results[0 if against is None else names.index(against)]
