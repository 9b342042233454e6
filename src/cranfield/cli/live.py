"""`cranfield live`: measure running engines, for quality and for cost on the same requests."""

from __future__ import annotations

from typing import Any

import click

from cranfield.cli.engines.asked import Asked
from cranfield.cli.eval import measure_option
from cranfield.cli.language import language_option
from cranfield.cli.output import spreadsheet_option
from cranfield.cli.pages import FORMATS
from cranfield.cli.writer import write_text
from cranfield.words import say

__all__ = ["command"]

_FROM_ONE = click.IntRange(1, 100_000)
_ABOVE_ZERO = click.FloatRange(0, 1e6, min_open=True)
_OWN = (
    "output",
    "cost",
    "picture",
    "record",
    "replay",
    "timeout",
    "whole",
    "digits",
    "quiet",
    "form",
    "language",
    "spreadsheet",
)


@click.command("live", context_settings={"max_content_width": 100})
@click.argument("files", nargs=-1, metavar="[ENGINE... QUERIES]")
@click.option("-o", "--output", metavar="FILE", help="write the run: .run .jsonl .parquet; {name} is the engine's name")
@click.option("--cost", metavar="FILE", help="write the cost of each request as Parquet; {name} as above")
@click.option("--size", type=_FROM_ONE, default=10, show_default=True, help="results that each query asks for")
@click.option("--repetitions", type=_FROM_ONE, default=1, show_default=True, help="how often each query is measured")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="of the order of queries and arrivals"
)
@click.option("--warm-up/--no-warm-up", default=True, help="ask all once cold, then until times have settled")
@click.option(
    "--errors", type=click.Choice(["stop", "count"]),
    help="stop at the first failed request, or count them  [default: stop; under load count]",
)  # fmt: skip
@click.option("--whole", is_flag=True, help="an answer from a part of the index is a failed request")
@click.option("--pause", type=click.FloatRange(0, 3600), default=0.0, help="seconds between two requests")
@click.option("--timeout", type=_ABOVE_ZERO, metavar="SECONDS", help="in place of what the engine's file says")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="a parameter, in place of the engine's file")
@click.option("--rate", type=_ABOVE_ZERO, metavar="N", help="requests a second by a schedule, whatever the answers do")
@click.option(
    "--duration", type=_ABOVE_ZERO, metavar="SECONDS", help="of a load  [default: 60; a step of --find-rate 10]"
)
@click.option("--schedule", type=click.Choice(["fixed", "poisson"]), default="fixed", show_default=True)
@click.option("--in-flight", type=_FROM_ONE, default=512, show_default=True, help="requests at once; waiting counts")
@click.option("--yes", is_flag=True, help="allow more than 100 requests a second to another machine")
@click.option("--find-rate", is_flag=True, help="the largest rate that holds --slo")
@click.option("--slo", metavar="RULE", help="what must hold: 'p99<=200ms' or 'p95<=0.5s, errors<=1%'")
@click.option(
    "--freshness", type=_FROM_ONE, metavar="N", help="add, update and delete N documents, until searches show it"
)
@click.option("--every", type=_ABOVE_ZERO, default=0.01, show_default=True, help="freshness: seconds between two looks")
@click.option("--look-after", type=_ABOVE_ZERO, metavar="SECONDS", help="freshness: look only once, so much later")
@click.option("--space", is_flag=True, help="bytes and documents of the index")
@click.option("--record", metavar="FILE", help="keep requests and answers, without secrets")
@click.option("--replay", metavar="FILE", help="take answers from such a file; no engine is asked")
@click.option(
    "--sweep", multiple=True, metavar="NAME=VALUES", help="try values: alpha=0:1:0.1 or k1=0.9,1.2; repeatable"
)
@click.option(
    "--held-out", type=float, default=0.5, show_default=True, help="sweep: the share of queries not chosen on"
)
@click.option("--qrels", metavar="FILE", help="judgments: quality beside cost, and what a sweep goes by")
@measure_option("nDCG@10, for --qrels", "nDCG@10")
@click.option("--picture", metavar="FILE", help="draw what --find-rate or --sweep found: .svg .png .pdf")
@click.option(
    "--template", metavar="NAME", help="print a template to start from: elasticsearch, solr, vespa, http, ..."
)
@click.option("--demo", is_flag=True, help="a small engine of our own on this machine, to see it all")
@click.option("--format", "form", type=click.Choice(FORMATS), help="how to print  [default: table]")
@click.option("--digits", type=click.IntRange(0, 15), default=4, show_default=True, help="decimals")
@spreadsheet_option
@click.option("--quiet", is_flag=True, help="no notes on standard error, only warnings")
@language_option
def command(*, files: tuple[str, ...], template: str | None, demo: bool, sets: tuple[str, ...], **options: Any) -> int:
    """Measure running engines: quality, latency, throughput, space.

    ENGINE is a file such as engine.toml, which says how to ask; QUERIES has ids and words in TSV, CSV or JSON lines.
    Several engines take turns. Requests follow each other, or with --rate come by a schedule, so that a slow engine
    cannot hide. Nothing is sent to another address than the file names. Ctrl-C keeps what was measured.

    \b
    cranfield live --demo
    cranfield live --template elasticsearch > engine.toml
    cranfield live engine.toml queries.tsv -o new.run --cost new.cost.parquet
    cranfield live engine.toml queries.tsv --rate 50 --duration 60
    cranfield live engine.toml queries.tsv --slo 'p99<=200ms' --find-rate
    cranfield live engine.toml --freshness 50
    cranfield live engine.toml queries.tsv --sweep 'alpha=0:1:0.1' --qrels q.txt -m nDCG@10
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if template is not None:
        from cranfield.live.engine_file import template_text  # noqa: PLC0415 (loaded when it is needed)

        write_text(template_text(template), None)
        return 0
    if demo:
        from cranfield.cli.engines.demo import run_demo  # noqa: PLC0415

        return run_demo(options["quiet"], options["language"])
    what = _what(options)
    alone = what in ("freshness", "space")
    if len(files) < (1 if alone else 2):
        raise click.UsageError(say("live-no-files" if not alone else "live-no-engines", {}, voice="shell"))
    own = {name: options.pop(name) for name in _OWN}
    options["measures"] = options["measures"] or ("nDCG@10",)
    options["duration"] = options["duration"] or (10.0 if what == "find-rate" else 60.0)
    asked = Asked(files if alone else files[:-1], None if alone else files[-1], sets=sets, options=options, **own)
    asked.check(what)
    return _run(what, asked)


def _what(options: dict[str, Any]) -> str:
    """The one thing that is asked for."""
    names = {"freshness": "freshness", "space": "space", "find_rate": "find-rate", "sweep": "sweep"}
    wanted = [told for name, told in names.items() if options[name]]
    if len(wanted) > 1:
        raise click.UsageError(say("live-one-thing", {"names": [f"--{each}" for each in wanted]}))
    if options["find_rate"] != (options["slo"] is not None):
        raise click.UsageError(say("live-slo", {}, voice="shell"))
    return wanted[0] if wanted else "pass"


def _run(what: str, asked: Asked) -> int:
    # each is loaded when it is asked for
    if what == "find-rate":
        from cranfield.cli.engines.rates import run_find_rate  # noqa: PLC0415

        return run_find_rate(asked)
    if what == "sweep":
        from cranfield.cli.engines.swept import run_sweep  # noqa: PLC0415

        return run_sweep(asked)
    if what == "pass":
        from cranfield.cli.engines.passes import run_pass  # noqa: PLC0415

        return run_pass(asked)
    from cranfield.cli.engines.probed import run_freshness, run_space  # noqa: PLC0415

    return run_space(asked) if what == "space" else run_freshness(asked)
