"""`cranfield pool`: what people should judge next."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cranfield.cli.inputs.ranking import column_map, once, system_names
from cranfield.cli.language import language_option
from cranfield.cli.output import spreadsheet_option
from cranfield.cli.policy import policy_option
from cranfield.cli.studies.guidelines import guidelines_in
from cranfield.cli.studies.pooled import add_to_study, is_study, known_to, make_study
from cranfield.cli.writer import refuse_overwriting, refuse_printing_over, write_bytes, write_text
from cranfield.errors import InputError
from cranfield.words import say, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.pools.pooled import Pool

__all__ = ["command"]

FORMATS = ("tsv", "csv", "jsonl", "parquet")
_ENDINGS = {".tsv": "tsv", ".txt": "tsv", ".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}
_METHODS = ("depth", "rrf", "rbp", "decisive")
_DECISIONS = ("ties", "duplicates", "nonfinite", "scores")
_OF_STUDY = ("scale", "overlap", "title", "guidelines")
_FROM_ONE = click.IntRange(min=1)


class _Grades(click.ParamType):  # type: ignore[type-arg]
    """Grades with commas between them, or a stretch of whole numbers."""

    name = "grades"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> list[float]:
        """The grades as numbers."""
        low, dash, high = str(value).partition("-")
        try:
            if dash:
                return [float(each) for each in range(int(low), int(high) + 1)]
            return [float(each) for each in str(value).split(",")]
        except ValueError:
            self.fail(f"{value!r} is no list of grades such as 0,1,2 or 0-3", param, ctx)


def _decisions(command: Callable[..., Any]) -> Callable[..., Any]:
    for name in reversed(("profile", *_DECISIONS)):
        command = policy_option(name)(command)
    return command


@click.command("pool", context_settings={"max_content_width": 100})
@click.argument("runs", nargs=-1, metavar="RUN...")
@click.option(
    "--method", type=click.Choice(_METHODS), default="depth", show_default=True,
    help="best rank first; by reciprocal rank fusion; by rank-biased weight; or what decides the order of systems most",
)  # fmt: skip
@click.option(
    "--depth", type=_FROM_ONE, metavar="N",
    help="look at the first N documents of each run  [default: 20; all with --budget or --per-query; for decisive the"
    " cutoff of the measure]",
)  # fmt: skip
@click.option("--budget", type=_FROM_ONE, metavar="N", help="at most N documents in all")
@click.option("--per-query", type=_FROM_ONE, metavar="N", help="at most N documents of each query")
@click.option(
    "--order", type=click.Choice(["priority", "query"]), default="priority", show_default=True,
    help="by priority alone, or query by query",
)  # fmt: skip
@click.option("--qrels", metavar="FILE", help="judgments that there are: what is judged is left out")
@click.option("--queries", metavar="FILE", help="the words of queries: id and text in TSV, CSV or JSON lines")
@click.option("--docs", metavar="FILE", help="titles and texts of documents: id, title and text, as above")
@click.option("--k", type=float, default=60.0, show_default=True, help="rrf: what is added to each rank")
@click.option("--p", type=float, default=0.8, show_default=True, help="rbp: the chance to go on to the next rank")
@click.option(
    "-m", "--measure", default="nDCG@10", show_default=True,
    help="decisive: what systems are compared by: P@k, CG, DCG, RBP, nCG or nDCG",
)  # fmt: skip
@click.option(
    "--grades", type=_Grades(), metavar="LIST",
    help="decisive: the grades that a document can get, such as 0,1,2 or 0-3  [default: up to the highest of --qrels]",
)  # fmt: skip
@click.option("--systems", is_flag=True, help="write priority, systems and ranks too; who judges must not see them")
@click.option("--seed", type=int, default=0, show_default=True, help="shuffles documents of the same priority")
@click.option(
    "-o", "--output", metavar="FILE",
    help=f"write to a file; {' '.join(_ENDINGS)} choose the format, and .db or postgresql:// makes a study",
)  # fmt: skip
@click.option("--add", metavar="STUDY", help="add to a study what it does not have; a document is never judged twice")
@click.option("--scale", default="0-3", show_default=True, help="of a new study: 0-3, '0=no,1=yes' or 'bad|fair|good'")
@click.option("--overlap", type=_FROM_ONE, default=1, show_default=True, help="of a new study: annotators an item")
@click.option("--title", default="", metavar="TEXT", help="of a new study: what annotators see above")
@click.option("--guidelines", metavar="FILE", help="of a new study: what annotators are to know, in a little Markdown")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="how to write  [default: by the ending of -o, or tsv]"
)
@spreadsheet_option
@click.option("--input-format", metavar="FORMAT", help="the format of the runs, if it is not recognised")
@click.option("--columns", metavar="ROLE=NAME,...", help="the columns of a table, as in query=topic,doc=pid,score=sim")
@_decisions
@language_option
@click.option("--quiet", is_flag=True, help="no notes on standard error, only warnings")
def command(
    *, runs: tuple[str, ...], output: str | None, form: str | None, qrels: str | None, queries: str | None,
    docs: str | None, systems: bool, spreadsheet: bool, language: str, quiet: bool, columns: str | None,
    profile: str | None, add: str | None, scale: str, overlap: int, title: str, guidelines: str | None, **options: Any,
) -> None:  # fmt: skip
    """List the documents that people should judge next.

    RUN... are runs in any format that `cranfield eval` reads. The list names neither system nor rank, unless --systems
    asks for them.

    \b
    cranfield pool a.run b.run c.run --depth 20 --queries topics.tsv --docs docs.jsonl -o study.db
    cranfield pool new.run --add study.db
    cranfield pool *.run --method rrf --budget 500 --queries topics.tsv --docs docs.jsonl -o pool.jsonl
    cranfield pool new.run --qrels judged.txt --depth 10          the holes of a new run
    cranfield pool *.run --method decisive --qrels judged.txt --budget 50
    """  # noqa: D301 (click's mark for lines that stay as they are)
    if add is not None and output is not None:
        raise InputError("pool-two-outputs")
    new_study = is_study(output)
    _refuse_lost_order(options, new_study=new_study, add=add)
    chosen = "" if new_study or add else _format(form, output)
    once([*runs, *filter(None, (qrels, queries, docs, guidelines))])
    refuse_overwriting(output, [*runs, qrels, queries, docs, guidelines])
    refuse_printing_over([add])
    if not new_study:
        _refuse_settings_of_studies()
    guide = guidelines_in(guidelines)

    from cranfield.core.policy import Policy  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.io.ranking import system_name  # noqa: PLC0415
    from cranfield.pools.pool import pool  # noqa: PLC0415

    decided = {name: options.pop(name) for name in _DECISIONS}
    policy = Policy.named(profile or "default", **{name: value for name, value in decided.items() if value is not None})
    named = {name or system_name(run): run for name, run in zip(system_names(runs), runs, strict=True)}
    held, elsewhere = {} if add is None else known_to(add), qrels is not None
    for name, given in (("qrels", qrels), ("grades", options["grades"])):
        if given is not None:  # what is given counts, not what the study knows
            held.pop(name, None)
    if "qrels" in held:
        qrels = held.pop("qrels")
    found = pool(
        named, qrels=qrels, queries=queries, docs=docs, policy=policy, columns=column_map(columns),
        **{**options, **held},
    )  # fmt: skip
    if add is not None:
        write_text(
            say(
                "pool-into-study",
                {"study": add, "new": add_to_study(found, add, elsewhere=elsewhere and found.judged > 0)},
            )
            + "\n",
            None,
        )
    elif output is not None and new_study:
        new = make_study(
            found,
            output,
            scale=scale,
            overlap=overlap,
            title=title,
            guidelines=guide,
            language=language,
            seed=options["seed"],
            elsewhere=elsewhere and found.judged > 0,
            by_query=options["order"] == "query",
        )
        write_text(say("pool-study-made", {"study": output, "new": new}) + "\n", None)
        write_text(say("study-next", {"study": output}, voice="shell") + "\n", None)
    else:
        _write(found, chosen, output, systems=systems, spreadsheet=spreadsheet)
    _tell(found, language, quiet=quiet)


def _refuse_lost_order(options: dict[str, Any], *, new_study: bool, add: str | None) -> None:
    """Query by query is an order that a study would lose."""
    if options["order"] == "query" and add is not None:
        raise InputError("pool-order-into-study")
    if options["order"] == "query" and new_study and options["method"] == "decisive":
        raise InputError("pool-decisive-by-query")


def _refuse_settings_of_studies() -> None:
    """What only a new study has would be left aside in silence."""
    said = click.get_current_context().get_parameter_source
    names = [f"--{name}" for name in _OF_STUDY if said(name) == ParameterSource.COMMANDLINE]
    if names:
        raise InputError("pool-no-new-study", names=names, count=len(names))


def _format(form: str | None, output: str | None) -> str:
    """The format that was asked for, or that the name of the file asks for."""
    ending = PurePath(output or "").suffix.lower()
    if form is None and ending and ending not in _ENDINGS:
        raise InputError("unknown-ending", source=output, ending=ending, endings=list(_ENDINGS))
    return form or _ENDINGS.get(ending, "tsv")


def _write(found: Pool, form: str, output: str | None, *, systems: bool, spreadsheet: bool) -> None:
    if form == "parquet":
        import pyarrow as pa  # noqa: PLC0415 (only needed here)
        import pyarrow.parquet as pq  # noqa: PLC0415

        sink = pa.BufferOutputStream()
        pq.write_table(found.to_arrow(systems=systems), sink)
        write_bytes(sink.getvalue().to_pybytes(), output)
        return
    from cranfield.report.page import separated  # noqa: PLC0415
    from cranfield.report.structured import dumps  # noqa: PLC0415

    rows = found.table(systems=systems)
    if form == "jsonl":
        write_text("".join(dumps(row) + "\n" for row in rows), output)
        return
    names = found.to_arrow(systems=systems).column_names
    write_text(separated(rows, "\t" if form == "tsv" else ",", spreadsheet=spreadsheet, names=names), output)


def _tell(found: Pool, language: str, *, quiet: bool) -> None:
    """What was odd, how the documents were chosen and what is settled, on standard error."""
    findings: Sequence[Any] = sorted(found.findings, key=lambda each: each.severity == "note")
    for each in findings:
        if not quiet or each.severity != "note":
            click.echo(f"{each.severity}: {visible(each.told(language=language, voice='shell'))}", err=True)
    if not quiet:
        click.echo(f"note: {visible(found.told(language=language))}", err=True)
        if found.race is not None:
            click.echo(f"note: {visible(found.race.told(language=language))}", err=True)
