"""`cranfield study new`: a study from a file of items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.language import language_option
from cranfield.cli.studies.guidelines import guidelines_in
from cranfield.cli.studies.opened import need_store
from cranfield.cli.writer import refuse_printing_over, write_text
from cranfield.errors import StudyError
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cranfield.judge.store import Settings

__all__ = ["command"]


class _Share(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic in newer releases of click
    """A part of a whole: 5% or 0.05."""

    name = "share"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        number, percent, rest = str(value).partition("%")
        try:
            found = float(number) / (100 if percent else 1)
        except ValueError:
            found = -1.0
        if rest or not 0 <= found <= 0.5:
            self.fail(say("unreadable-share", {"text": value}), param, ctx)
        return found


@click.command("new", context_settings={"max_content_width": 100})
@click.argument("study", metavar="STUDY")
@click.option("--items", required=True, metavar="FILE", help="what is to be judged: JSON lines, CSV, TSV or Parquet")
@click.option(
    "--kind", type=click.Choice(["grade", "rate", "prefer"]),
    help="grade documents, rate outputs, or prefer one of two  [default: by the fields of the items]",
)  # fmt: skip
@click.option(
    "--dimensions", metavar="NAMES",
    help="what is judged, by commas; one with choices of its own like 'tone=rude|neutral|kind'",
)  # fmt: skip
@click.option("--scale", metavar="SCALE", help="1-5, '0=no,1=partly,2=yes' or 'bad|fair|good'  [default: 0-3 or 1-5]")
@click.option("--nominal", metavar="NAMES", default="", help="dimensions whose choices have no order, by commas")
@click.option("--overlap", type=click.IntRange(1, 1000), default=1, show_default=True, help="annotators an item")
@click.option("--shared-first", type=click.IntRange(0), default=10, show_default=True,
              help="items that get all their annotators before others are begun, for an early agreement")  # fmt: skip
@click.option("--guidelines", metavar="FILE", help="what annotators are to know: headings, lists and bold of Markdown")
@click.option("--gold", metavar="FILE", help="items whose answer is known, like --items with the answer")
@click.option("--gold-share", type=_Share(), default="10%", show_default=True, help="of what somebody sees")
@click.option("--repeats", type=_Share(), default="0%", show_default=True, help="what somebody sees a second time")
@click.option("--repeat-gap", type=int, default=20, show_default=True, help="answers between an item and its repeat")
@click.option(
    "--adjudicate-over", type=float, metavar="N",
    help="answers that differ by more need a decision  [default: 1, or 0 on a scale of two]",
)  # fmt: skip
@click.option("--lease", type=click.IntRange(1, 10_080), default=15, show_default=True, help="minutes an item is kept")
@click.option("--order", type=click.Choice(["priority", "random"]), default="priority", show_default=True,
              help="which of the least judged items comes first; random is another order for each")  # fmt: skip
@click.option("--title", default="", metavar="TEXT", help="what annotators see above")
@language_option
@click.option("--seed", type=int, default=0, show_default=True, help="of orders, sides, gold and repeats")
def command(study: str, **options: Any) -> None:
    """Make a study from items to be judged.

    STUDY is a file that is not there yet, or the postgresql:// address of an empty database. The fields of an item:

    \b
    grade    query, doc, and perhaps query_text, title, text, html, system, rank, priority,
             or lists of systems and ranks, as `cranfield pool --systems` writes them
    rate     id, output, and perhaps source, system, title, html, priority
    prefer   id, first, second, and perhaps source, first_system, second_system, html, priority

    Items with a known answer (--gold) have it in the field grade, or in a field for each dimension.
    """  # noqa: D301 (click's mark for lines that stay as they are)
    need_store()
    refuse_printing_over([study, options["items"], options["gold"], options["guidelines"]])
    from cranfield.judge.items_file import kind_of, read_items  # noqa: PLC0415 (loaded only when it is needed)
    from cranfield.judge.store import Study  # noqa: PLC0415

    kind = options["kind"] or kind_of(options["items"])
    settings = _settings(kind, options)
    items = list(read_items(options["items"], settings))
    gold = list(read_items(options["gold"], settings, gold=True)) if options["gold"] else []
    with Study.create(study, settings) as made:
        known = made.add_items(gold)
        added = made.add_items(items)
    facts = {
        "study": study, "items": added.new, "gold": known.new, "overlap": settings.overlap, "kind": settings.kind,
        "dimensions": [each.name for each in settings.dimensions],
    }  # fmt: skip
    write_text(say("study-made", facts) + "\n", None)
    if added.known:
        write_text(say("study-known", {"count": added.known}) + "\n", None)
    write_text(say("study-next", {"study": study}, voice="shell") + "\n", None)


def _settings(kind: str, options: Mapping[str, Any]) -> Settings:
    """The settings that the options ask for."""
    from cranfield.judge.store import Dimension, Settings, read_scale  # noqa: PLC0415 (loaded only when it is needed)
    from cranfield.judge.store.settings import PREFERENCE  # noqa: PLC0415

    if kind == "prefer" and options["scale"]:
        raise StudyError("preferences-without-scale")
    scale = PREFERENCE if kind == "prefer" else read_scale(options["scale"] or ("0-3" if kind == "grade" else "1-5"))
    names = [each.strip() for each in (options["dimensions"] or _usual(kind)).split(",")]
    nominal = [each.strip() for each in options["nominal"].split(",") if each.strip()]
    dimensions = []
    for each in names:
        name, equals, own = each.partition("=")
        choices = read_scale(own) if equals else scale
        dimensions.append(Dimension(name.strip(), choices, ordered=name.strip() not in nominal))
    for name in nominal:
        if name not in [each.name for each in dimensions]:
            raise StudyError("answer-dimension", name=name, names=[each.name for each in dimensions])
    over = options["adjudicate_over"]
    if over is None:
        over = 0.0 if all(len(each.choices) == 2 for each in dimensions) else 1.0
    return Settings(
        kind, tuple(dimensions), title=options["title"], guidelines=guidelines_in(options["guidelines"]),  # type: ignore[arg-type]
        overlap=options["overlap"], shared_first=options["shared_first"], gold_share=options["gold_share"],
        repeat_share=options["repeats"],
        repeat_gap=options["repeat_gap"], adjudicate_over=over, language=options["language"], seed=options["seed"],
        lease_seconds=options["lease"] * 60, order=options["order"],
    )  # fmt: skip


def _usual(kind: str) -> str:
    return "relevance" if kind == "grade" else "overall"
