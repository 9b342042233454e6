"""`cranfield report`: everything about systems on one page that can be mailed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.called import Called
from cranfield.cli.comparing import comparing_options, settings_of
from cranfield.cli.costs import Costs, apart
from cranfield.cli.eval import measure_option
from cranfield.cli.groups import grouping_of
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.language import language_option
from cranfield.cli.notes import write_notes
from cranfield.cli.rules import adapted_rules, asked_by_rules, read_rules
from cranfield.cli.systems import each_system
from cranfield.cli.writer import is_printed, refuse_overwriting, write_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.compared import Compared, Estimate
    from cranfield.core.facts import Facts
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.report.html.material import Material

__all__ = ["command", "material_of"]

_SETTINGS = (
    "test", "correction", "pairs", "alternative", "confidence", "interval", "resamples", "seed", "draw", "rope", "as_",
    "jobs",
)  # fmt: skip
_AROUND = ("confidence", "interval", "resamples", "seed", "by", "jobs")  # of these, what one system has too


@click.command("report", cls=DataCommand, context_settings={"max_content_width": 100})
@measure_option("nDCG@10, AP, AUC or BLEU", "")
@click.option("-o", "--output", metavar="FILE", required=True, help="the page to write, such as report.html")
@click.option("--queries", metavar="FILE", help="the words of queries: id and text in TSV, CSV or JSON lines")
@click.option("--docs", metavar="FILE", help="titles and texts of documents: id, title and text, as above")
@click.option(
    "--top", type=click.IntRange(1, 1000), default=20, show_default=True, metavar="N",
    help="how many documents of each ranking are shown",
)  # fmt: skip
@click.option("--against", metavar="SYSTEM", help="the system that the others are compared with  [default: the first]")
@click.option("--fail-if", multiple=True, metavar="RULE", help="a rule as in compare; its verdict decides the exit")
@click.option("--require", multiple=True, metavar="RULE", help="the same for what must hold")
@comparing_options
@click.option("--unjudged", is_flag=True, help="say where values could lie, however long that takes")
@click.option("--title", default="", metavar="TEXT", help="what stands above the page")
@language_option
@click.option("--digits", type=click.IntRange(0, 15), default=4, show_default=True, help="decimals")
@click.option("--quiet", is_flag=True, help="no notes on standard error, only warnings")
@data_options(*FAMILIES, but=("jobs",))
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], output: str, fail_if: tuple[str, ...],
    require: tuple[str, ...], quiet: bool, **options: Any,
) -> int:  # fmt: skip
    """Put everything about systems on one page to share.

    FILE... and the options about them are those of `cranfield eval`. The page is one HTML file that asks no network
    for anything: values with intervals, differences, curves, every unit, rankings or texts side by side, what was odd
    about the data, and how to do it again.

    \b
    cranfield report qrels.txt *.run --queries topics.tsv --docs docs.jsonl -o report.html
    cranfield report reference.txt a.txt b.txt -m BLEU -o report.html
    cranfield report clicks.parquet --truth y --score s --threshold 0.5 -o report.html
    """  # noqa: D301 (click's mark for lines that stay as they are)
    written = read_rules(fail_if, require)
    names = ("queries", "docs", "top", "against", "title", "language", "digits", "unjudged")
    shown = {name: options.pop(name) for name in names}
    asked = asked_by_rules(written, measures)
    own, of_cost = apart(asked)
    given = given_data(context, options, asked=own or asked, quiet=quiet, apart=True, keep=shown["top"])
    if given.inputs.costs is None:  # of data that has no cost beside it, all is asked for as it is
        own, of_cost = asked, ()
    given = replace(given, asked=own)
    settings = settings_of(options, *_SETTINGS)
    refuse_overwriting(output, [*given.paths, shown["queries"], shown["docs"]])

    from cranfield.core.verdict import exit_code  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.report.html.page import render_report  # noqa: PLC0415

    called = context.find_object(Called) or Called()
    material = material_of(given, shown, settings, rules=(fail_if, require), called=called, of_cost=of_cost)
    page = render_report(material)
    write_text(page, output)
    write_notes(material.results, quiet=quiet)
    if not is_printed(output) and not quiet:
        write_text(f"wrote {output} ({_size(len(page.encode('utf-8', 'replace')))})\n", None)
    return exit_code(material.verdicts)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count // 1000, 1)} kB"


def material_of(
    given: Given, shown: Mapping[str, Any], settings: Mapping[str, Any], *,
    rules: tuple[tuple[str, ...], tuple[str, ...]], called: Called, of_cost: tuple[str, ...] = (),
) -> Material:  # fmt: skip
    """Read, measure and compare everything that goes into the report."""
    from cranfield.cli.reporting import best_of, bounds_of, captions_of, checked_of, groups_of, tables_of  # noqa: PLC0415
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415
    from cranfield.report.html.material import Material  # noqa: PLC0415

    grouping = grouping_of(given)
    queries = captions_of(shown["queries"])  # a file that cannot be read is told before the long work
    batches: list[Batch] = []
    results: list[Results] = []
    wanted: dict[str, Measure] = {}
    for batch, wanted in each_system(given):
        batches.append(batch)
        results.append(evaluate(batch, wanted, groups=grouping))
    costs = Costs(given, of_cost, wanted=False) if of_cost else None
    found, estimates = _compared(results, shown["against"], settings)
    beside = [] if costs is None else [costs.beside(at, each, alone=True)[0] for at, each in enumerate(results)]
    # the page shows cost in a part of its own; rules may ask for it beside quality
    facts = _facts(found, results) + _facts(
        _compared(beside, shown["against"], settings)[0] if beside else None, beside
    )
    bounded = bounds_of(batches, wanted, however_long=shown["unjudged"])
    tables, omitted = tables_of(batches, results, found, given)
    return Material(
        results, batches, wanted, estimates, found, _verdicts(rules, given, wanted, facts),
        groups=groups_of(batches[0], grouping), bounds=bounded.found, unbounded=bounded.left,
        unproved=bounded.unproved, tables=tables, omitted=omitted, checked=checked_of(given, results),
        queries={} if queries is None else queries, documents=_documents(shown["docs"]),
        sources={name: PurePath(shown[name] or "").name for name in ("queries", "docs")},
        costs=[None] * len(batches) if given.inputs.costs is None else given.inputs.costs(given),
        cost_measures={} if costs is None else costs.measures or {}, lined=len(best_of(batches, results, found)),
        command=called.again, explain=called.explain(given.files), title=shown["title"],
        language=shown["language"], top=shown["top"], digits=shown["digits"],
    )  # fmt: skip


def _documents(path: str | None) -> Any:
    if path is None:
        return None
    from cranfield.io.captions import captions  # noqa: PLC0415

    return lambda wanted: captions(path, wanted)


def _compared(
    results: Sequence[Results], against: str | None, settings: Mapping[str, Any]
) -> tuple[Compared | None, dict[str, Sequence[Estimate]]]:
    """The comparison and the estimates of all systems; of one system only these."""
    from cranfield.compare.contests import compare, intervals  # noqa: PLC0415
    from cranfield.core.compared import Estimate  # noqa: PLC0415

    made: dict[str, Sequence[Estimate]] = {}
    found = None
    if len(results) > 1:
        found = compare(results, baseline=against, **settings)
        made |= {name: contest.estimates for name, contest in found.items()}
    else:
        alone = intervals(results[0], **{name: settings[name] for name in _AROUND})
        made |= {name: [each] for name, each in alone.items()}
    for name in results[0]:
        if name not in made:  # what does not say which system is better is not compared
            plain = [(each.system, each[name].value) for each in results]
            made[name] = [Estimate(*each, None, None, None, settings["confidence"]) for each in plain]
    return found, made


def _facts(found: Compared | None, results: Sequence[Results]) -> list[Facts]:
    """What rules may ask of systems: of a single one its values, as there is nothing to compare it with."""
    if found is not None:
        return found.facts()
    from cranfield.core.facts import Facts  # noqa: PLC0415

    return [Facts(value.asked or value.measure, each.system, value.value) for each in results for value in
            each.found.values()]  # fmt: skip


def _verdicts(
    rules: tuple[tuple[str, ...], tuple[str, ...]], given: Given, wanted: Mapping[str, Measure],
    facts: Sequence[Facts],
) -> list[Any]:  # fmt: skip
    if not any(rules):
        return []
    from cranfield.compare.gate import check  # noqa: PLC0415

    adapted = adapted_rules(read_rules(*rules, given.inputs.family), given, wanted)
    return check(adapted, facts)
