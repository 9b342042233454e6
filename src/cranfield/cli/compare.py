"""`cranfield compare`: did it help, is it real, which units, may it ship, whatever the family."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.comparing import comparing_options, refuse_contradictions, settings_of
from cranfield.cli.costs import Costs, apart
from cranfield.cli.eval import measure_option
from cranfield.cli.groups import grouping_of, only_groups
from cranfield.cli.inputs.given import FAMILIES, DataCommand, data_options, given_data
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.rules import (
    adapted_rules,
    asked_by_baseline,
    asked_by_rules,
    read_rules,
    read_stored,
    tell_failures,
)
from cranfield.cli.systems import each_system
from cranfield.cli.writer import reader_may_leave, refuse_overwriting, write_text
from cranfield.errors import CranfieldError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cranfield.cli.around import Systems
    from cranfield.cli.inputs.given import Given
    from cranfield.cli.rules import Stored
    from cranfield.core.batch import Batch
    from cranfield.core.compared import Compared
    from cranfield.core.facts import Facts
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.core.verdict import Verdict
    from cranfield.report.comparison import Around
    from cranfield.report.page import Page

__all__ = ["command"]

_KEPT = 100  # documents of each query whose ranks are known in both systems
_SETTINGS = (
    "test", "correction", "pairs", "alternative", "confidence", "interval", "resamples", "seed", "draw", "rope", "as_",
    "jobs",
)  # fmt: skip
_SHOWN = 5  # units that moved, where two systems are compared


@click.command("compare", cls=DataCommand, context_settings={"max_content_width": 100})
@measure_option("nDCG@10, AP, AUC or BLEU", "")
@click.option(
    "--against", multiple=True, metavar="SYSTEM",
    help="the system that the others are compared with; may be repeated  [default: the first one]",
)  # fmt: skip
@click.option(
    "--baseline", metavar="FILE", help="compare with results that `cranfield eval -q --format json` has written"
)
@click.option(
    "--fail-if", multiple=True, metavar="RULE",
    help="exit with 1 if this holds, as in 'nDCG@10 drops 0.01'; may be repeated",
)  # fmt: skip
@click.option(
    "--require", multiple=True, metavar="RULE",
    help="exit with 1 unless this holds, as in 'nDCG@10 is not worse by 0.01'; may be repeated",
)  # fmt: skip
@comparing_options
@click.option("-q", "--per-unit", "--per-query", "--per-segment", "per_unit", is_flag=True, help="show each unit too")
@click.option(
    "--moved", type=click.IntRange(0), metavar="N",
    help=f"show the N units that gained and the N that lost most  [default: {_SHOWN} by the first measure, of two"
    " systems]",
)  # fmt: skip
@click.option(
    "-u", "--unit", "--query", "--segment", "unit", metavar="ID", help="show this unit in both systems of each pair"
)
@click.option(
    "--top", type=click.IntRange(1, 10_000), default=10, show_default=True, metavar="N",
    help="how many documents of a query are shown",
)  # fmt: skip
@click.option("--unjudged", is_flag=True, help="say what documents that nobody judged could change")
@click.option("--only", multiple=True, metavar="GROUP", help="compare only the units of this group; may be repeated")
@page_options("junit", "github")
@data_options(*FAMILIES, but=("jobs",))
@click.pass_context
def command(
    context: click.Context, /, *, measures: tuple[str, ...], fail_if: tuple[str, ...], require: tuple[str, ...],
    form: str | None, output: str | None, quiet: bool, spreadsheet: bool, **options: Any,
) -> int:  # fmt: skip
    """Say whether systems differ, where, and whether that may ship.

    FILE... and the options about them are those of `cranfield eval`; several runs, files or --score columns are
    several systems. Exits with 1 if a rule fails, and with 2 if one cannot be decided.

    \b
    cranfield compare qrels.txt base.run new.run
    cranfield compare qrels.txt *.run -m nDCG@10 --test randomization --format latex
    cranfield compare qrels.txt base.run new.run --fail-if 'nDCG@10 drops 0.01'
    cranfield compare --baseline results.json qrels.txt new.run --fail-if 'AP drops 1%'
    cranfield compare clicks.parquet --truth click --score old --score new --group session -m GAUC
    """  # noqa: D301 (click's mark for lines that stay as they are)
    written = read_rules(fail_if, require)
    asked = asked_by_rules(written, measures)
    if not asked and options["baseline"] is not None:
        asked = asked_by_baseline(options["baseline"])
    shown = {name: options.pop(name) for name in ("per_unit", "moved", "unit", "top", "unjudged", "digits", "language")}
    chosen_systems = {name: options.pop(name) for name in ("against", "baseline", "only")}
    own, of_cost = apart(asked)
    given = given_data(
        context, options, asked=own or asked, quiet=quiet, pool=shown["unjudged"], apart=True,
        keep=max(_KEPT, shown["top"]) if shown["unit"] is not None else None,
    )  # fmt: skip
    if given.inputs.costs is None:  # of data that has no cost beside it, all is asked for as it is
        own, of_cost = asked, ()
    given = replace(given, asked=own)
    refuse_overwriting(output, [*given.paths, chosen_systems["baseline"]])
    chosen = choose_format(form, output, ("junit", "github"))
    if chosen in ("junit", "github") and not written:
        raise CranfieldError("no-verdicts", form=chosen)
    settings = settings_of(options, *_SETTINGS)
    refuse_contradictions(settings)
    _refuse_against_all(chosen_systems, settings["pairs"], shown["unit"])
    _refuse_with_file(chosen_systems["baseline"], shown, given)
    systems, stored = _read(given, shown, of_cost, **chosen_systems)
    found = _compared(systems, stored, settings, chosen_systems["against"], asked=bool(asked))
    verdicts = _verdicts(written, given, systems, found, stored, (fail_if, require))
    where: dict[str, Any] = {"output": output, "quiet": quiet, "spreadsheet": spreadsheet}
    with reader_may_leave():  # the verdict stands, whoever reads it
        if chosen == "junit":
            from cranfield.report.junit import render_junit  # noqa: PLC0415

            write_text(render_junit(verdicts), output)
        else:
            told = verdicts if chosen != "github" else []  # there they stand above
            values = stored.facts if stored is not None else []
            _write(systems, _page(systems, found, values, told, settings, shown), verdicts, chosen, **where)
    from cranfield.core.verdict import exit_code  # noqa: PLC0415

    tell_failures(verdicts, language=shown["language"])
    return exit_code(verdicts)


def _refuse_against_all(named: dict[str, Any], pairs: str, unit: str | None) -> None:
    """A baseline says nothing where each two systems are compared, but it may choose what else is shown."""
    if named["against"] and pairs == "all" and named["baseline"] is None and unit is None:
        raise CranfieldError("against-all-pairs", name=named["against"][0])


def _refuse_with_file(baseline: str | None, shown: dict[str, Any], given: Given) -> None:
    """What needs the data of both systems cannot be had from a file of results."""
    if baseline is None:
        return
    wanted = {"--query": shown["unit"], "--unjudged": shown["unjudged"], "--groups": given.options.get("groups"),
              "--by": given.options.get("by")}  # fmt: skip
    option = next((option for option, value in wanted.items() if value), None)
    if option is not None:
        raise CranfieldError("needs-both-runs", option=option)


def _read(
    given: Given, shown: dict[str, Any], of_cost: tuple[str, ...], *, against: tuple[str, ...], baseline: str | None,
    only: tuple[str, ...],
) -> tuple[Systems, Stored | None]:  # fmt: skip
    """All systems, the baseline of a file first."""
    from cranfield.cli.around import Systems  # noqa: PLC0415
    from cranfield.core.evaluate import evaluate  # noqa: PLC0415 (numpy is loaded only when it is needed)

    grouping = grouping_of(given)
    kept = shown["unit"] is not None or shown["unjudged"] or grouping is not None or given.options.get("by") is not None
    results: list[Results] = []
    batches: dict[str, Batch] = {}
    wanted: dict[str, Measure] = {}
    costs: Costs | None = None
    for at, (batch, wanted) in enumerate(each_system(given)):
        part = only_groups(batch, grouping, only)
        costs = Costs(given, of_cost, wanted=False) if costs is None else costs
        cost = only_groups(costs.found[at], grouping, only) if costs.found else None
        results.append(costs.beside(at, evaluate(part, wanted), batch=cost)[0])
        if kept:
            batches[part.system] = part
    stored = read_stored(baseline, against, results) if baseline is not None else None
    systems = [stored.results, *results] if stored is not None else results
    return Systems(systems, batches, wanted, grouping, shown["language"], costs), stored


def _compared(
    systems: Systems, stored: Stored | None, settings: dict[str, Any], against: tuple[str, ...], *, asked: bool
) -> Compared | None:  # fmt: skip
    """The comparison; None where a file of results holds nothing that could be compared unit by unit."""
    if stored is not None and not stored.results.found:
        return None
    from cranfield.compare.contests import compare  # noqa: PLC0415

    named = list(against)
    if stored is not None:
        here = {each.system for each in systems.results[1:]}
        named = [stored.results.system, *(name for name in named if name in here)]
    # of the measures that suit the data, only those that say which system is better; of those asked for, all
    measures = _by_name(systems, systems.results[0]) if asked else None
    return compare(systems.results, measures, baseline=named or None, **settings)


def _by_name(systems: Systems, names: Iterable[str]) -> dict[str, Measure]:
    """The measures by the names that they were asked for, which an option may have given them."""
    results = systems.results[0]
    return {name: results[name].asked or results[name].measure for name in names}


def _verdicts(
    written: list[Any], given: Given, systems: Systems, found: Compared | None, stored: Stored | None,
    texts: tuple[tuple[str, ...], tuple[str, ...]],
) -> list[Verdict]:  # fmt: skip
    """What became of the rules; they are read again now that it is known what the data is about."""
    if not written:
        return []
    from cranfield.compare.gate import check  # noqa: PLC0415

    rules = adapted_rules(read_rules(*texts, given.inputs.family), given, systems.wanted)
    facts = [*(found.facts() if found is not None else []), *(stored.facts if stored is not None else [])]
    return check(rules, facts)


def _around(
    systems: Systems, found: Compared, verdicts: list[Verdict], settings: dict[str, Any], shown: dict[str, Any]
) -> Around:  # fmt: skip
    from cranfield.compare.contests import compare  # noqa: PLC0415
    from cranfield.report.comparison import Around  # noqa: PLC0415

    limit, by = shown["moved"], list(found)
    if limit is None:  # of many systems or measures that would be too much to read
        limit, by = (_SHOWN if len(found.systems) == 2 else 0), by[:1]
    again = partial(
        compare, measures=_by_name(systems, list(found)) or None, baseline=list(found.baselines), **settings
    )
    bounds = systems.bounds(found) if shown["unjudged"] else []
    unit = shown["unit"]
    beside = systems.beside(found, unit, top=shown["top"], digits=shown["digits"]) if unit is not None else ([], [])
    moved = systems.moved(found, by, limit) if limit else []
    if shown["moved"] != 0:
        moved += systems.lost(found, verdicts, moved, limit or _SHOWN)
    return Around(
        moved=moved,
        groups=systems.groups(again) if systems.grouped else {},
        bounds=bounds,
        settlements=systems.settlements(found, bounds) if bounds else [],
        units=systems.units(found) if shown["per_unit"] else [],
        answers=beside[0],
        answer_rows=beside[1],
        verdicts=verdicts,
    )


def _page(
    systems: Systems, found: Compared | None, values: list[Facts], verdicts: list[Verdict], settings: dict[str, Any],
    shown: dict[str, Any],
) -> Page:  # fmt: skip
    from cranfield.report.comparison import comparison_page, values_page  # noqa: PLC0415

    style = {"digits": shown["digits"], "language": shown["language"]}
    if found is None:
        return values_page(values, systems.results, verdicts, **style)
    around = replace(_around(systems, found, verdicts, settings, shown), values=values)
    return comparison_page(found, systems.results, around, **style)


def _write(
    systems: Systems, page: Page, verdicts: list[Verdict], form: str, *, output: str | None, quiet: bool,
    spreadsheet: bool,
) -> None:  # fmt: skip
    if form == "github":
        from cranfield.report.github import render_github  # noqa: PLC0415
        from cranfield.report.page import render_page  # noqa: PLC0415

        write_text(render_github(verdicts, language=page.language) + "\n" + render_page(page, "markdown"), output)
        return
    write_page(page, form, systems.results, output=output, quiet=quiet, spreadsheet=spreadsheet)
