"""`cranfield study invite`: people and their links, which are shown once."""

from __future__ import annotations

from typing import Any, cast

import click

from cranfield.cli.studies.opened import opened
from cranfield.cli.writer import write_text
from cranfield.words import say

__all__ = ["command"]


@click.command("invite", context_settings={"max_content_width": 100})
@click.argument("study", metavar="STUDY")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--role", type=click.Choice(["annotator", "adjudicator", "admin"]), default="annotator", show_default=True,
    help="adjudicators also decide what others disagree about, admins see everything",
)  # fmt: skip
@click.option("--url", metavar="URL", help="the address of the pages: prints links in place of tokens")
@click.option("--again", is_flag=True, help="a new link for people who take part already; the old one is void")
def command(study: str, *, names: tuple[str, ...], role: str, url: str | None, again: bool) -> None:
    """Add people, and print a link for each.

    A link or token is printed once, works once, and is kept only as a hash; --again makes another one. Links are to
    the pages that `cranfield serve` opens, which takes a token too.
    """
    width = max(map(len, names))
    before = "" if url is None else f"{url.rstrip('/')}/enter#"
    with opened(study) as found:
        for name in names:  # each is printed before the next can fail
            made = found.renew(name) if again else found.add_annotator(name, cast("Any", role))
            write_text(f"{made.annotator.name:<{width}}  {before}{made.token}\n", None)
    click.echo(say("study-once", {}), err=True)
