"""`cranfield eval`: data in, numbers out; `labels` and `text` are the same with the family named."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cranfield.cli.comparing import interval_options, settings_of
from cranfield.cli.costs import Costs, apart, intervals_beside
from cranfield.cli.groups import grouping_of, groups_in
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.inputs.on_spark import require_engine
from cranfield.cli.output import choose_format, output_options, write_results
from cranfield.cli.writer import refuse_overwriting
from cranfield.measures import ranking as rankings
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.compared import Estimate
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.report.grid import Intervals

__all__ = ["command", "eval_command", "measure_option", "wanted_measures"]


def measure_option(examples: str, defaults: str) -> Callable[[Any], Any]:
    """Give a verb -m."""
    return click.option(
        "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
        help=f"such as {examples}; may be repeated{defaults and f'  [default: {defaults}]'}",
    )  # fmt: skip


def wanted_measures(given: Given, batch: Batch) -> dict[str, Measure]:
    """The measures that are asked for, or that suit the data, with what options say about all of them."""
    from cranfield.core.spec import parse_named  # noqa: PLC0415 (numpy is loaded only when it is needed)

    asked = parse_named(given.asked or batch.family.defaults(batch), batch.family)
    return given.inputs.adapt(asked, given, batch) if given.inputs.adapt else asked


_POISSON = 1000  # draws by name, unless another number is asked for: each looks at every unit
_AROUND = ("confidence", "interval", "resamples", "seed", "draw")


def _interval_settings(context: click.Context, options: dict[str, Any], *, wanted: bool) -> dict[str, Any] | None:
    """How intervals are made, if they are wanted; whoever says how wants them."""
    said = any(context.get_parameter_source(name) == ParameterSource.COMMANDLINE for name in _AROUND)
    if not wanted and not said:
        for name in _AROUND:
            options.pop(name)
        return None
    found = settings_of(options, *_AROUND)
    if found["interval"] == "poisson" and context.get_parameter_source("resamples") != ParameterSource.COMMANDLINE:
        found["resamples"] = _POISSON
    return found


def _intervals(
    batch: Batch, results: Results, grouping: Mapping[str, str] | None, settings: dict[str, Any]
) -> Intervals:  # fmt: skip
    """The intervals of a system and of each group in it."""
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.report.grid import Intervals  # noqa: PLC0415

    measures = {name: each.asked or each.measure for name, each in results.found.items()}
    groups = {
        name: _around(evaluate(batch.select(places), measures), settings)
        for name, places in groups_in(batch, grouping).items()
    }
    return Intervals(_around(results, settings), groups, settings)


def _around(results: Results, settings: dict[str, Any]) -> dict[str, Estimate]:
    """The interval of each value."""
    if settings["interval"] == "poisson":
        from cranfield.compare.poisson import poisson_intervals  # noqa: PLC0415

        return poisson_intervals(
            results, **{name: settings[name] for name in ("confidence", "resamples", "seed", "by")}
        )
    from cranfield.compare.contests import intervals  # noqa: PLC0415

    return intervals(results, **settings)


def _far_intervals(results: Results, settings: dict[str, Any] | None) -> list[Intervals]:
    """The intervals of results whose units are not here."""
    if settings is None:
        return []
    from cranfield.report.grid import Intervals  # noqa: PLC0415

    return [Intervals(_around(results, settings), {}, settings)]


def _tell_few(results: Sequence[Results], found: Sequence[Intervals]) -> None:
    """Say of intervals over few units that they are rough, and why there is none, once for all systems."""
    from cranfield.compare.contests import few_units  # noqa: PLC0415

    told = [each.told() for one, whole in zip(results, found, strict=False) for each in few_units(one, whole.whole)]
    told += [
        say(*each.reason, voice="shell") for whole in found if whole.settings["interval"] == "poisson"
        for each in whole.whole.values() if each.reason is not None
    ]  # fmt: skip
    for sentence in dict.fromkeys(told):
        click.echo("note: " + visible(sentence), err=True)


def eval_command(name: str, families: tuple[str, ...], examples: str, defaults: str, text: str) -> click.Command:
    """The verb for some families."""

    @click.command(name, cls=DataCommand, families=families, help=text, context_settings={"max_content_width": 100})
    @measure_option(examples, defaults)
    @click.option(
        "-q", "--per-unit", "--per-query", "--per-segment", "per_unit", is_flag=True,
        help="show each query, segment, label or session too",
    )  # fmt: skip
    @output_options
    @click.option("--ci", is_flag=True, help="show the interval of each value")
    @interval_options
    @click.option(
        "--memory", metavar="SIZE",
        help="such as 2GB: larger data waits on disk meanwhile  [default: half of the memory]",
    )  # fmt: skip
    @click.option(
        "--parts/--no-parts",
        default=None,
        help="show what values are made of, such as BLEU's precisions  [default: of a single system]",
    )
    @click.option("--signature", is_flag=True, help="show the settings of every measure whole, as other tools do too")
    @click.option(
        "--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True,
        help="where the data is measured: on this machine, or on Spark",
    )  # fmt: skip
    @click.option("--master", metavar="URL", help="the cluster for Spark, such as 'local[2]', yarn or sc://host")
    @click.option("--sort", metavar="MEASURE", help="the best system by this measure first")
    @data_options(*families)
    @click.pass_context
    def made(
        context: click.Context, /, *, measures: tuple[str, ...], form: str | None, output: str | None, per_unit: bool,
        digits: int, quiet: bool, sort: str | None, spreadsheet: bool, ci: bool, memory: str | None, engine: str,
        master: str | None, parts: bool | None, signature: bool, **options: Any,
    ) -> None:  # fmt: skip
        around = _interval_settings(context, options, wanted=ci)
        usual = around is not None and around["interval"] == "auto"
        own, of_cost = apart(measures) if "ranking" in families and len(families) > 1 else (measures, ())
        given = given_data(
            context, options, asked=own or measures, quiet=quiet, memory=memory, engine=engine, master=master
        )
        if given.inputs.costs is None:  # of data that has no cost beside it, all is asked for as it is
            given, own, of_cost = replace(given, asked=measures), measures, ()
        given = replace(given, asked=own)
        require_engine(given)
        refuse_overwriting(output, given.paths)
        chosen = choose_format(form, output)

        from cranfield.core.evaluate import evaluate  # noqa: PLC0415
        from cranfield.core.registry import family  # noqa: PLC0415
        from cranfield.core.spec import parse_named  # noqa: PLC0415

        home = family(given.inputs.family)
        parse_named(own, home)  # a slip in a name is told before anything is read
        grouping = grouping_of(given)
        results, detailed = [], per_unit
        intervals: list[Intervals] = []
        wanted: dict[str, Measure] | None = None
        large = given.inputs.large and given.inputs.large(given, per_unit=per_unit, around=around)
        if large:
            results = large
            intervals = [made for each in large for made in _far_intervals(each, around)]
            if usual and around is not None and not quiet:
                click.echo(
                    "note: " + say("intervals-by-poisson", {"draws": around["resamples"]}, voice="shell"), err=True
                )
            detailed = detailed or (
                not measures and given.options.get("guess") is not None and given.options.get("group") is None
            )
        costs: Costs | None = None
        for at, batch in enumerate(() if large else given.inputs.read(given)):
            wanted = wanted_measures(given, batch) if wanted is None else wanted
            found = evaluate(batch, wanted, groups=grouping)
            costs = Costs(given, of_cost, wanted=not measures) if costs is None else costs
            both, cost = costs.beside(at, found, groups=grouping, alone=bool(of_cost) and not own)
            results.append(both)
            if around is not None:
                beside = None if cost is None else _intervals(costs.found[at], cost, grouping, around)
                mine = _intervals(batch, found, grouping, around)
                intervals.append(intervals_beside(mine, beside))
            # the report of a classifier is its labels and its confusions; sessions may be millions
            detailed = detailed or (not measures and "guess" in batch and "group" not in batch)
        if intervals and chosen == "trec" and not quiet:
            click.echo("note: " + say("intervals-without-lines", {}, voice="shell"), err=True)
        if not quiet:
            _tell_few(results, intervals)
        named = any(text.strip().lower() in home.nicknames for text in measures)
        write_results(
            results, chosen, output=output, per_query=detailed, quiet=quiet, digits=digits, sort=sort, named=named,
            rel=given.options.get("rel"), spreadsheet=spreadsheet, intervals=intervals or None, parts=parts,
            signature=signature,
        )  # fmt: skip

    return made


command = eval_command(
    "eval",
    FAMILIES,
    "nDCG@10, 'P(rel=2)@5', map, P@5,10, official, AUC or BLEU",
    ", ".join(rankings.DEFAULTS),
    """Judge systems: runs, predicted labels or texts.

    The measure decides what FILE... is. Rankings: the judgments, then one or more runs (TREC text, CSV, TSV, JSON,
    JSONL, Parquet or Arrow). Labels, with --truth: tables with one row for each example. Texts: the references, then
    one or more systems, one segment a line. All plain or compressed; - is standard input.

    \b
    cranfield eval qrels.txt a.run b.run -m nDCG@10
    cranfield eval clicks.parquet --truth click --score ctr --group session -m GAUC
    cranfield eval reference.txt system.txt -m BLEU
    """,
)
