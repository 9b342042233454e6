"""`cranfield plot`: curves and comparisons as pictures, as data, or as a sketch in the terminal."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cranfield.cli.eval import measure_option, wanted_measures
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.language import language_option
from cranfield.cli.notes import write_notes
from cranfield.cli.output import spreadsheet_option, terminal_width
from cranfield.cli.writer import refuse_overwriting, write_bytes, write_text
from cranfield.errors import InputError, MeasureError, nearest
from cranfield.words import say

if TYPE_CHECKING:
    import pyarrow as pa

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.result import Results

__all__ = ["KINDS", "command"]

# each kind with a measure of its data: it says which family is meant, and its findings are told
KINDS = {
    "pr": "IAP", "gain": "nDCG", "roc": "AUC", "prc": "AveragePrecision", "calibration": "AUC", "scores": "AUC",
    "confusion": "MCC", "queries": "", "robustness": "AP", "intervals": "", "latency": "Latency",
}  # fmt: skip
_FORMATS = ("svg", "png", "pdf", "csv", "json")
_OF_KINDS = {
    "measures": ("gain", "queries", "robustness", "intervals", "latency"),
    "query": ("pr", "gain"),
    "points": ("pr",),
    "bins": ("calibration", "scores"),
    "equal": ("calibration",),
    "scatter": ("queries",),
    "differences": ("intervals",),
    "shares": ("robustness",),
    "repeats": ("robustness",),
    "seed": ("robustness",),
}


@click.command("plot", cls=DataCommand, context_settings={"max_content_width": 100})
@click.argument("kind", metavar="KIND")
@measure_option("nDCG@20 (for gain: down to rank 20), AP, 'P(rel=2)' or BLEU", "nDCG for gain")
@click.option("--query", metavar="ID", help="pr, gain: only this query, with every point")
@click.option("--points", type=int, metavar="N", help="pr: how many levels of recall  [default: 11]")
@click.option("--bins", type=int, metavar="N", help="calibration, scores: how many bins  [default: 10, 20]")
@click.option("--equal", type=click.Choice(["width", "count"]), help="calibration: bins of equal width or equal count")
@click.option("--scatter", is_flag=True, help="queries: a point for each, the first system against the others")
@click.option("--differences", is_flag=True, help="intervals: of the differences to the first system")
@click.option("--shares", metavar="N%,...", help="robustness: which shares of the judgments are kept")
@click.option("--repeats", type=int, metavar="N", help="robustness: how often judgments are taken away  [default: 20]")
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="robustness: which judgments are taken away; the same seed takes the same ones",
)
@click.option("-o", "--output", metavar="FILE", help="write it to a file: .svg .png .pdf, or the data as .csv .json")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), help="what to write, if the name of the file does not say"
)
@spreadsheet_option
@click.option(
    "--size", type=click.Choice(["paper", "wide", "slide"]), default="paper", show_default=True,
    help="one column of a paper, both columns, or a slide",
)  # fmt: skip
@click.option("--title", default="", metavar="TEXT", help="stands above the picture; a paper has captions instead")
@language_option
@click.option("--show", is_flag=True, help="a sketch in the terminal too")
@click.option("--quiet", is_flag=True, help="no notes on standard error, only warnings")
@data_options(*FAMILIES)
@click.pass_context
def command(
    context: click.Context, /, *, kind: str, measures: tuple[str, ...], output: str | None, form: str | None,
    spreadsheet: bool, size: str, title: str, language: str, show: bool, quiet: bool, **options: Any,
) -> None:  # fmt: skip
    """Draw curves and comparisons, or give their data.

    KIND is what to draw; FILE... are given as for eval. Without -o it is a sketch in the terminal.

    \b
    pr           precision at levels of recall; --query for every point of one
    gain         a measure from rank to rank: nDCG, DCG, CG, P, R, Success, ...
    queries      what each query gains or loses against the first system
    robustness   how much of the order of systems is left with fewer judgments
    intervals    the systems with their intervals
    roc, prc     ROC and precision-recall curves of scores
    calibration  what was predicted and what happened
    scores       the scores of each class
    confusion    which labels were taken for which
    latency      what share of requests was answered within a time

    \b
    cranfield plot pr qrels.txt a.run b.run -o pr.svg
    cranfield plot gain qrels.txt *.run -m nDCG@100 -o ndcg.pdf
    cranfield plot roc clicks.csv --truth y --score a --score b -o roc.png
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if kind not in KINDS:
        raise InputError("plot-kind", kind=kind, kinds=list(KINDS), near=nearest(kind, KINDS))
    own = {name: options.pop(name) for name in _OF_KINDS if name in options}
    _refuse_strange(context, kind)
    asked = measures or ((KINDS[kind],) if KINDS[kind] else ())
    given = given_data(context, options, asked=asked, quiet=quiet)
    refuse_overwriting(output, given.paths)
    chosen = _chosen_format(form, output)
    for name in ("groups", "by"):
        if given.options.get(name) is not None:
            raise InputError("plot-no-groups", option=f"--{name}")

    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.report.pictures.choose import picture  # noqa: PLC0415

    batches = list(given.inputs.read(given))
    results = [evaluate(batch, wanted_measures(given, batch)) for batch in batches]
    table = _table(kind, batches, results, given, own)
    drawn_as = "scatter" if own["scatter"] else ("differences" if own["differences"] else kind)
    drawn = picture(table, kind=None if drawn_as == "pr" else drawn_as, language=language)
    if chosen is None or show:
        from cranfield.report.sketch import render_sketch  # noqa: PLC0415

        sketch = render_sketch(drawn, width=min(terminal_width(), 100))
        write_text(sketch + "\n", None)
    if chosen in ("csv", "json"):
        _write_data(table, chosen, results, output, spreadsheet=spreadsheet)
    elif chosen is not None:
        _write_picture(drawn, chosen, output, size=size, heading=title)
    write_notes(results, quiet=quiet)
    if chosen is None and not quiet:
        click.echo("note: " + say("plot-next", {"kind": kind}, voice="shell"), err=True)


def _refuse_strange(context: click.Context, kind: str) -> None:
    """Refuse an option that says nothing about this kind."""
    for name, kinds in _OF_KINDS.items():
        if kind not in kinds and context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = next(param.opts[-1] for param in context.command.params if param.name == name)
            raise InputError("plot-option", option=option, kinds=list(kinds), kind=kind)


def _chosen_format(form: str | None, output: str | None) -> str | None:
    """What is written, if anything; an unknown ending is no guess."""
    ending = PurePath(output or "").suffix.lower().removeprefix(".")
    if form is None and output is not None and ending not in _FORMATS:
        raise InputError(
            "unknown-ending", source=output, ending=f".{ending}", endings=[f".{each}" for each in _FORMATS]
        )
    if form in ("png", "pdf") and output is None and sys.stdout.isatty():
        raise InputError("plot-binary", form=form.upper())
    return form or ending or None


def _table(kind: str, batches: list[Batch], results: list[Results], given: Given, own: dict[str, Any]) -> pa.Table:
    """The rows that the picture is drawn from."""
    from cranfield.core.tidy import tidy  # noqa: PLC0415
    from cranfield.curves.curve import curve, options_of  # noqa: PLC0415

    names = list(results[0])
    if kind == "intervals":
        from cranfield.compare.contests import compare  # noqa: PLC0415

        found = compare(results, names)
        return tidy(found.to_arrow() if own["differences"] else found.estimates(), kind=kind)
    if kind == "robustness":
        from cranfield.compare.robustness import parse_shares, robustness  # noqa: PLC0415

        more = {name: own[name] for name in ("repeats", "seed") if own[name] is not None}
        if own["shares"] is not None:
            more["shares"] = parse_shares(own["shares"])
        measures = [each.measure for each in results[0].values()]
        return tidy(robustness(batches, measures, **more).to_arrow(), kind=kind, systems=len(batches))
    if kind == "queries":
        if len(names) > 1:
            raise MeasureError("curve-one-measure", names=names)
        return curve(results, kind)
    known = {name: value for name, value in own.items() if value is not None and name in options_of(kind)}
    known |= {} if own["equal"] is None else {"by": own["equal"]}
    known |= {name: given.options[name] for name in ("positive", "rel")
              if given.options.get(name) is not None and name in options_of(kind)}  # fmt: skip
    if kind == "latency":
        known["measure"] = next(iter(results[0].values())).measure
    if kind == "gain":
        known["measure"] = [each.asked or each.measure for each in results[0].values()]
    return curve(batches, kind, **known)


def _write_data(table: pa.Table, form: str, results: list[Results], output: str | None, *, spreadsheet: bool) -> None:
    from cranfield.report.signature import join_signatures, signature_lines  # noqa: PLC0415
    from cranfield.report.tidy import render_table_csv, render_table_json  # noqa: PLC0415

    if form == "json":
        write_text(render_table_json(table, join_signatures(results).as_dict()), output)
        return
    write_text(render_table_csv(table, spreadsheet=spreadsheet), output)
    for line in signature_lines(results):
        click.echo(line, err=True)


def _write_picture(drawn: Any, form: str, output: str | None, **shape: Any) -> None:
    from cranfield.report.svg import convert, draw  # noqa: PLC0415

    if form == "svg":
        write_text(draw.render_svg(drawn, **shape), output)
    else:
        write_bytes((convert.render_png if form == "png" else convert.render_pdf)(drawn, **shape), output)
