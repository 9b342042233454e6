"""`cranfield study revoke`: people who are to take part no longer."""

from __future__ import annotations

import click

from cranfield.cli.studies.opened import opened
from cranfield.cli.writer import write_text
from cranfield.words import say

__all__ = ["command"]


@click.command("revoke", context_settings={"max_content_width": 100})
@click.argument("study", metavar="STUDY")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def command(study: str, *, names: tuple[str, ...]) -> None:
    """Shut people out; what they said stays.

    Their sessions end at once, links that they did not use are void, and what was leased to them goes to others. With
    `cranfield study invite --again` they take part again.
    """
    with opened(study) as found:
        for name in names:
            write_text(say("study-revoked", {"name": found.revoke(name).name}) + "\n", None)
