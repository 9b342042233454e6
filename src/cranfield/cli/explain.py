"""`cranfield explain`: the steps from the data to a value, of one unit or of the whole, whatever the family."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.eval import wanted_measures
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.language import language_option
from cranfield.cli.output import terminal_width, uses_colour
from cranfield.cli.writer import refuse_overwriting, write_text
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.report.explanation import Told

__all__ = ["command"]

FORMATS = ("text", "markdown", "json", "html", "latex")
ENDINGS = {
    ".txt": "text", ".md": "markdown", ".json": "json", ".html": "html", ".htm": "html", ".tex": "latex",
}  # fmt: skip
FIRST = 100  # documents whose ids and scores are shown, if the measure has no cutoff
MOST = 1000  # and at most with one


_KEPT = 20  # first documents that are shown by their id even if nobody judged them


@click.command("explain", cls=DataCommand, context_settings={"max_content_width": 100})
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE", required=True,
    help="what to explain, such as nDCG@10, BLEU or GAUC; may be repeated",
)  # fmt: skip
@click.option(
    "-u", "--unit", "--query", "--segment", "--session", "--label", "unit", metavar="ID",
    help="the query, segment, session or label to explain; without it, the mean",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="how to print  [default: by the ending of -o, or text]"
)
@click.option("-o", "--output", metavar="FILE", help=f"write it to a file; {' '.join(ENDINGS)} choose the format")
@click.option(
    "--digits", type=click.IntRange(0, 15), default=4, show_default=True, help="decimals on the way to the value"
)
@click.option("--quiet", is_flag=True, help="no progress on standard error")
@language_option
@data_options(*FAMILIES)
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], unit: str | None, form: str | None, output: str | None,
    digits: int, quiet: bool, language: str, **options: Any,
) -> None:  # fmt: skip
    """Show every step from the data to a value.

    With --query, --segment, --session or --label the value of one unit; without, where the value of the whole comes
    from. Of two systems also where they differ. FILE... and the options about them are those of `cranfield eval`; the
    steps are those of the evaluation itself, told aloud.

    \b
    cranfield explain qrels.txt run.txt -m nDCG@10 --query 42
    cranfield explain reference.txt system.txt -m BLEU --segment 3
    cranfield explain clicks.csv --truth click --score ctr --group session -m GAUC --session s17
    cranfield explain qrels.txt a.run b.run -m AP
    """  # noqa: D301 (click's mark for lines that stay as they are)
    given = given_data(context, options, asked=measures, quiet=quiet, keep=_KEPT)
    refuse_overwriting(output, given.paths)
    if given.options.get("groups") is not None:
        raise InputError("no-groups-in-explain")
    chosen = _format(form, output)

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.registry import family  # noqa: PLC0415
    from cranfield.core.spec import parse_named  # noqa: PLC0415
    from cranfield.report.explanation import render_explanations  # noqa: PLC0415

    # a slip in a name is told before anything is read
    asked = parse_named(measures, family(given.inputs.family))
    given = replace(given, keep=_depth(list(asked.values())))
    told: list[tuple[list[Told], Results]] = []
    for batch in given.inputs.read(given):
        wanted = wanted_measures(given, batch)
        results = evaluate(batch, wanted)
        told.append((_told(batch, wanted, results, unit), results))
    pages: list[tuple[Told, list[Results]]] = []
    for each, results in told:
        own = [results]  # pages of one system share its signature
        pages += [(one, own) for one in each]
    pages += _apart(told)
    text = render_explanations(
        pages, chosen, language=language, digits=digits, width=terminal_width(), colour=uses_colour(output)
    )
    write_text(text, output)


def _format(form: str | None, output: str | None) -> str:
    """The format that was asked for, or that the name of the output file asks for; an unknown ending is no guess."""
    ending = PurePath(output or "").suffix.lower()
    if form is None and ending and ending not in ENDINGS:
        raise InputError("unknown-ending", source=output, ending=ending, endings=list(ENDINGS))
    return form or ENDINGS.get(ending, "text")


def _depth(measures: Sequence[Measure]) -> int:
    """How many first documents are shown."""
    cutoffs = [getattr(each, "k", None) or FIRST for each in measures]
    return min(max(cutoffs, default=FIRST), MOST)


def _told(batch: Batch, wanted: dict[str, Measure], results: Results, unit: str | None) -> list[Told]:
    """What is to be said about one system: of one unit, or of the whole."""
    from cranfield.core.explain import explain  # noqa: PLC0415
    from cranfield.core.overview import overview_of  # noqa: PLC0415

    if unit is None:
        return [overview_of(results[name], batch) for name in wanted]
    return [explain(batch, measure, unit) for measure in wanted.values()]


def _apart(told: Sequence[tuple[list[Told], Results]]) -> Iterator[tuple[Told, list[Results]]]:
    """Where other systems differ from the first."""
    from cranfield.core.difference import changes, difference  # noqa: PLC0415
    from cranfield.core.explain import Explanation  # noqa: PLC0415
    from cranfield.core.overview import Overview  # noqa: PLC0415

    for others, results in told[1:]:
        first, before = told[0]
        both = [before, results]
        for one, other in zip(first, others, strict=True):
            if isinstance(one, Explanation) and isinstance(other, Explanation):
                yield difference(one, other), both
            elif isinstance(one, Overview) and isinstance(other, Overview):
                yield changes(one, other), both
