"""`cranfield measures`: what there is, and everything about one of them."""

from __future__ import annotations

import sys

import click

from cranfield.cli.output import terminal_width, uses_colour, write_text

__all__ = ["command"]

WIDE = 250  # in a pipe nothing needs to be cut


@click.command("measures", context_settings={"max_content_width": 100})
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the measures, or describe one.

    NAME is a measure or any other tool's name for it, such as nDCG, map or recip_rank.
    """
    from cranfield.core.measure import families, registry  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.report.catalogue import render_list, render_measure  # noqa: PLC0415

    every = {each: measure for family in families() for each, measure in registry(family).items()}
    known = {each.lower(): measure for each, measure in every.items()}
    if name is None:
        width = terminal_width() if sys.stdout.isatty() else WIDE
        text = render_list(every, width=width, colour=uses_colour())
    elif name.lower() in known:
        text = render_measure(known[name.lower()], width=terminal_width(), colour=uses_colour())
    else:
        from cranfield.core.spec import NICKNAMES, parse_all  # noqa: PLC0415

        found = parse_all(name)
        if name.lower() in NICKNAMES:
            text = f"{name} stands for {len(found)} measures:\n" + "".join(f"  {each}\n" for each in found)
        else:
            page = render_measure(type(found[0]), width=terminal_width(), colour=uses_colour())
            text = f"{name} is {', '.join(map(str, found))}\n\n{page}"
    write_text(text, None)
