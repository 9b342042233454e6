"""The commands of the program, by what is typed."""

import click

from cranfield.cli.main import cranfield as program


def commands(group=program, path=()):
    """All of them, those of groups too."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        if isinstance(found, click.Group):
            yield from commands(found, (*path, name))
        else:
            yield " ".join((*path, name)), found
