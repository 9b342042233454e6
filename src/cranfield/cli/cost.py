"""`cranfield cost`: what requests took, with intervals, of one pass or of several beside each other, and gates."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.comparing import comparing_options, refuse_contradictions, settings_of
from cranfield.cli.eval import measure_option
from cranfield.cli.inputs.cost import cost_given, cost_names
from cranfield.cli.inputs.given import DataCommand, data_options, given_data
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.progress import reading
from cranfield.cli.rules import asked_by_rules, read_rules, tell_failures
from cranfield.cli.writer import reader_may_leave, refuse_overwriting
from cranfield.errors import MeasureError, nearest
from cranfield.words import say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.compared import Compared
    from cranfield.core.facts import Facts
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.verdict import Verdict
    from cranfield.report.page import Page

    About = tuple[str, str]  # the part and the phase

__all__ = ["command"]

_SETTINGS = (
    "test", "correction", "pairs", "alternative", "confidence", "interval", "resamples", "seed", "draw", "rope", "as_",
    "jobs",
)  # fmt: skip


@click.command("cost", cls=DataCommand, families=("cost",), context_settings={"max_content_width": 100})
@measure_option("p99, 'Latency(mean)', Throughput or Space", "what the data allows")
@click.option("--against", metavar="SYSTEM", help="the pass that the others are compared with  [default: the last one]")
@click.option(
    "--fail-if", multiple=True, metavar="RULE",
    help="exit with 1 if this holds, as in 'p95 rises 10%' or 'p99 > 200ms'; may be repeated",
)  # fmt: skip
@click.option(
    "--require", multiple=True, metavar="RULE",
    help="exit with 1 unless this holds, as in 'p95 is not worse by 5%'; may be repeated",
)  # fmt: skip
@comparing_options
@page_options()
@data_options("cost", but=("phase", "part"))
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], against: str | None, fail_if: tuple[str, ...],
    require: tuple[str, ...], form: str | None, output: str | None, digits: int, quiet: bool, spreadsheet: bool,
    language: str, **options: Any,
) -> int:  # fmt: skip
    """Judge what requests cost: latency, errors, throughput, space.

    FILE is what `cranfield live --cost` writes, or any table with one row for each request: CSV, TSV, JSONL, Parquet
    or Arrow. Several files are several systems. Passes that asked one query after the other are compared query by
    query, those under load as samples of their own. Exits with 1 if a rule fails, and with 2 if one cannot be decided.

    \b
    cranfield cost new.cost.parquet base.cost.parquet
    cranfield cost new.cost.parquet base.cost.parquet --fail-if 'p95 rises 10%' --fail-if 'ErrorRate > 0.001'
    cranfield cost times.csv --columns query=qid,latency=t --time-unit ms -m p50 -m p99
    """  # noqa: D301 (click's mark for lines that stay as they are)
    rules = read_rules(fail_if, require, "cost")
    given = given_data(context, options, asked=asked_by_rules(rules, measures), quiet=quiet)
    refuse_overwriting(output, given.paths)
    chosen = choose_format(form, output)
    settings = settings_of(options, *_SETTINGS)
    refuse_contradictions(settings)
    found = _evaluated(given)
    pages: list[Page] = []
    facts: list[Facts] = []
    for about, systems in found.items():
        compared = _compared(systems, against, settings)
        pages.append(
            _titled(_page(systems, compared, settings, digits, language), about, language, several=len(found) > 1)
        )
        if about[1] != "cold":
            facts += _facts(systems, compared)
    verdicts: list[Verdict] = []
    if rules:
        from cranfield.compare.gate import check  # noqa: PLC0415

        verdicts = check(rules, facts)
    page = _joined(pages, verdicts, language)
    every = [each for systems in found.values() for each in systems]
    with reader_may_leave():  # the verdict stands, whoever reads it
        write_page(page, chosen, every, output=output, quiet=quiet, spreadsheet=spreadsheet)
    from cranfield.core.verdict import exit_code  # noqa: PLC0415

    tell_failures(verdicts, language=language)
    return exit_code(verdicts)


def _evaluated(given: Given) -> dict[About, list[Results]]:
    """The results of every file by what they are about; each measure is asked of what can tell it."""
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.spec import parse_named  # noqa: PLC0415
    from cranfield.io.cost import each_cost  # noqa: PLC0415

    asked = cost_given(given)
    wanted = parse_named(given.asked, "cost")
    batches: dict[About, list[Batch]] = {}
    for file, name in zip(given.files, cost_names(given.files), strict=True):
        with reading(file) as progress:
            for batch in each_cost(file, **asked, name=name, progress=progress):
                about = (batch.facts["part"], batch.facts["phase"])
                batches.setdefault(about, []).append(replace(batch, system=name))
    told: dict[str, Measure] = {}
    found: dict[About, list[Results]] = {}
    for about, listed in batches.items():
        able = {name: each for name, each in wanted.items() if all(_can_tell(each, batch) for batch in listed)}
        told |= able
        if able or not wanted:
            first = able or parse_named(listed[0].family.defaults(listed[0]), "cost")
            found[about] = [evaluate(batch, first) for batch in listed]
    for name, measure in wanted.items():
        if name not in told:
            parts = list(dict.fromkeys(part for part, _ in batches))
            if len(batches) > 1:
                raise MeasureError("cost-nowhere", measure=str(measure), parts=parts)
            evaluate(next(iter(batches.values()))[0], measure)  # which says what is missing
    return found


def _can_tell(measure: Measure, batch: Batch) -> bool:
    return all(name in batch for name in measure.reads)


def _compared(systems: Sequence[Results], against: str | None, settings: dict[str, Any]) -> Compared | None:
    names = [each.system for each in systems]
    if against is not None and against not in names:
        raise MeasureError("compare-no-baseline", name=against, names=names, near=nearest(against, names))
    if len(systems) < 2:
        return None
    from cranfield.compare.contests import compare  # noqa: PLC0415

    return compare(systems, list(systems[0]), baseline=against or names[-1], **settings)


def _facts(systems: Sequence[Results], compared: Compared | None) -> list[Facts]:
    """What rules may ask: of systems side by side, or the values of one."""
    if compared is not None:
        return compared.facts()
    from cranfield.core.facts import Facts  # noqa: PLC0415

    return [
        Facts(each.asked or each.measure, systems[0].system, each.value, units=len(each.state.units))
        for each in systems[0].values()
    ]


def _page(
    systems: Sequence[Results], compared: Compared | None, settings: dict[str, Any], digits: int, language: str
) -> Page:  # fmt: skip
    """Systems beside each other, or one with its intervals."""
    if compared is not None:
        from cranfield.report.comparison import comparison_page  # noqa: PLC0415

        return comparison_page(compared, systems, digits=digits, language=language)
    from cranfield.compare.contests import intervals  # noqa: PLC0415
    from cranfield.report.rated import rated_page  # noqa: PLC0415

    wanted = {name: settings[name] for name in ("confidence", "interval", "resamples", "seed", "by", "jobs")}
    estimates = intervals(systems[0], list(systems[0]), **wanted)
    return rated_page(systems[0], estimates, wanted, digits=digits, language=language)


def _titled(page: Page, about: About, language: str, *, several: bool) -> Page:
    """The page with what it is about over the first table, and in every row, where there are several."""
    part, phase = about
    name = phase if phase != "measured" else part
    if not several or not page.blocks:
        return page
    first, *rest = page.blocks
    if first.grid is not None:
        shown = translated(name, language=language)
        title = say("about", {"about": shown}, language=language) + first.grid.title if first.grid.title else shown
        first = replace(first, grid=replace(first.grid, title=title))
    rows = [{"about": name, **row} for row in page.rows]
    return replace(page, blocks=[first, *rest], rows=rows, whole={"about": name, **page.whole})


def _joined(pages: Sequence[Page], verdicts: Sequence[Verdict], language: str) -> Page:
    """The pages of all parts as one, the verdicts last."""
    from cranfield.report.page import Block  # noqa: PLC0415

    blocks = [block for page in pages for block in page.blocks]
    blocks.append(Block(lines=[say("cost-units", {}, language=language)]))
    blocks += [Block(lines=[each.told(language=language) for each in verdicts])] if verdicts else []
    whole = dict(pages[0].whole) if len(pages) == 1 else {"parts": [page.whole for page in pages]}
    whole |= {"verdicts": [each.as_dict() for each in verdicts]} if verdicts else {}
    lines = list(dict.fromkeys(line for page in pages for line in page.signature))
    return replace(pages[0], blocks=blocks, rows=[row for page in pages for row in page.rows], whole=whole,
                   signature=lines)  # fmt: skip
