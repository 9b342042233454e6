"""`cranfield judges`: whether the judgments of a judge, such as a language model, are good enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.inputs.ranking import column_map, once
from cranfield.cli.inputs.ratings import scale_of
from cranfield.cli.output import choose_format
from cranfield.cli.pages import page_options, write_page
from cranfield.cli.policy import policy_option
from cranfield.cli.writer import refuse_overwriting
from cranfield.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["command"]

_DECISIONS = ("missing", "undefined", "ties", "negative", "fractions", "nonfinite", "scores", "judged_only", "depth")


def _decisions(command: Callable[..., Any]) -> Callable[..., Any]:
    for name in reversed(("profile", *_DECISIONS)):
        command = policy_option(name)(command)
    return command


@click.command("judges", context_settings={"max_content_width": 100})
@click.argument("files", nargs=-1, metavar="HUMAN JUDGE... RUN...")
@click.option(
    "-m", "--measure", "measures", multiple=True, metavar="MEASURE",
    help="what systems are measured by; may be repeated  [default: nDCG@10]",
)  # fmt: skip
@click.option(
    "--judges", "count", type=click.IntRange(1, 1000), metavar="N",
    help="how many of the files after the first are judges  [default: those that are judgments by their content]",
)  # fmt: skip
@click.option("--ratings", is_flag=True, help="the files are tables of ratings of texts: name --item and --value")
@click.option(
    "--map", "mapping", multiple=True, metavar="MAP",
    help="the judge's grades on people's scale: 0=0,1=1,2=1,3=2, stretches 0..5=0,5..10=1, a line 0..100=0..3, linear"
    " or a file; for several judges one for all or one for each",
)  # fmt: skip
@click.option(
    "--rounded", is_flag=True, help="take the judge's grades to the nearest grade, after the map if there is one"
)
@click.option("--human-map", "human_mapping", metavar="MAP", help="people's grades on another scale")
@click.option(
    "--again", multiple=True, metavar="FILE", help="what a judge said when asked again; for several judges one for each"
)
@click.option("--judge-name", "names", multiple=True, metavar="NAME", help="who judged, for each judge")
@click.option("--prompt", "prompts", multiple=True, metavar="FILE", help="its prompt, whose hash is signed")
@click.option("--date", "dates", multiple=True, metavar="DATE", help="when it judged, which is signed")
@click.option("--docs", metavar="FILE", help="texts of documents, as for pool: whether their length matters")
@click.option(
    "--families", multiple=True, metavar="NAME=PATTERN",
    help="systems that may be favoured together, such as gpt=gpt*; or a FILE of system and family",
)  # fmt: skip
@click.option(
    "-l", "--rel", type=float, default=1.0, show_default=True, metavar="N", help="people's lowest relevant grade"
)
@click.option(
    "--threshold-by", type=click.Choice(["kappa", "F1"]), default="kappa", show_default=True,
    help="what the judge's lowest relevant grade is chosen by",
)  # fmt: skip
@click.option("--top", type=click.IntRange(2), default=5, show_default=True, metavar="K", help="systems of the top tau")
@click.option(
    "--test", type=click.Choice(["t", "wilcoxon", "sign"]), default="t", show_default=True,
    help="the paired test of verdicts between systems",
)  # fmt: skip
@click.option(
    "--correction", type=click.Choice(["holm", "bonferroni", "bh", "none"]), default="holm", show_default=True,
    help="for so many pairs",
)  # fmt: skip
@click.option(
    "--costs", metavar="HUMAN,JUDGE", help="what one query costs, judged by people and by the judge, such as 20,0.1"
)
@click.option("--item", metavar="COLUMN", help="ratings: what was rated")
@click.option("--value", metavar="COLUMN", help="ratings: the rating")
@click.option("--rater", metavar="COLUMN", help="ratings: who of the people rated it")
@click.option("--system", metavar="COLUMN", help="ratings: the system that made it")
@click.option("--query", metavar="COLUMN", help="ratings: the query of each item: whole queries are drawn")
@click.option("--text", metavar="COLUMN", help="ratings: the text itself: whether its length matters")
@click.option("--scale", metavar="VALUE,...", help="ratings: all values there can be, lowest first: bad,good or 1-5")
@click.option("--absent", metavar="VALUE,...", help="ratings: values that stand for no rating, such as NA")
@click.option("--confidence", type=float, default=0.95, show_default=True, metavar="P", help="of intervals")
@click.option(
    "--resamples", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N",
    help="how often queries are drawn again",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), metavar="N", help="of everything that is drawn  [default: 12345]")
@page_options()
@click.option("--qrels-format", metavar="FORMAT", help="the format of all judgments, if it is not recognised")
@click.option("--run-format", metavar="FORMAT", help="the format of the runs")
@click.option("--input-format", metavar="FORMAT", help="the format of all inputs, if it is not recognised")
@click.option(
    "--columns", metavar="ROLE=NAME,...", help="the columns of a table, as in query=topic,doc=pid,grade=rating"
)
@_decisions
def command(
    *, files: tuple[str, ...], measures: tuple[str, ...], count: int | None, ratings: bool, form: str | None,
    output: str | None, digits: int, quiet: bool, spreadsheet: bool, language: str, profile: str | None,
    costs: str | None, columns: str | None, seed: int | None, scale: str | None, absent: str | None, **options: Any,
) -> None:  # fmt: skip
    """Say whether a judge's ground truth is good enough.

    HUMAN are the judgments of people, JUDGE those of a judge such as a language model, and RUN systems. Nothing is
    asked of a model: the judgments are files.

    \b
    cranfield judges human.qrels llm.qrels *.run -m nDCG@10
    cranfield judges human.qrels a.qrels b.qrels *.run --map 0=0,1=1,2=1,3=2 --families gpt=gpt*
    cranfield judges human.csv llm.jsonl --ratings --item id --value score --system model --text answer
    """  # noqa: D301 (click's mark for lines that stay as they are)
    of_table = ratings or options["text"] is not None or options["item"] is not None or options["value"] is not None
    if len(files) < 2:
        raise InputError("judges-too-few-files")
    given = [options["docs"], *options["again"], *options["prompts"]]
    once([*files, *filter(None, given)])
    refuse_overwriting(output, [*files, *filter(None, given)])
    chosen = choose_format(form, output)

    from cranfield.compare.resample import SEED  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.policy import Policy  # noqa: PLC0415
    from cranfield.report.judges import judges_page  # noqa: PLC0415
    from cranfield.trust.judges import judges  # noqa: PLC0415

    decided = {name: options.pop(name) for name in _DECISIONS}
    policy = Policy.named(profile or "default", **{name: each for name, each in decided.items() if each is not None})
    several = len(files) - 1 if of_table else count or _judges_among(files)
    if of_table:  # what is missing is told in words
        for name in ("item", "value"):
            if options[name] is None:
                raise InputError("no-column-option", option=name)
    for name in ("mapping", "again", "names", "prompts", "dates", "families"):
        options[name] = list(options[name]) or None
    found = judges(
        files[0], list(files[1 : 1 + several]), list(files[1 + several :]), list(measures) or "nDCG@10",
        costs=_costs(costs), columns=column_map(columns), seed=SEED if seed is None else seed, policy=policy,
        scale=scale_of(scale), absent=[each.strip() for each in (absent or "").split(",") if each.strip()], **options,
    )  # fmt: skip
    page = judges_page(found, digits=digits, language=language, voice="shell")
    write_page(page, chosen, found.results, output=output, quiet=quiet, spreadsheet=spreadsheet)


def _judges_among(files: Sequence[str]) -> int:
    """How many of the files after the first are judgments: those before the first run."""
    from cranfield.trust.recognised import judgments_first  # noqa: PLC0415 (pyarrow is loaded only when files are read)

    return judgments_first(files[1:])


def _costs(text: str | None) -> list[float] | None:
    """Two numbers with a comma between them."""
    if text is None:
        return None
    try:
        return [float(each) for each in text.split(",")]
    except ValueError:
        raise InputError("judges-costs", given=text.split(",")) from None
