"""Commands that are loaded when they are called, so that an overview is there at once."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import click

from cranfield.errors import nearest
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["LazyGroup"]


class LazyGroup(click.Group):
    """Loads a command when it is called; the overview needs only its line in `lines`."""

    lines: ClassVar[Mapping[str, str]]
    before: ClassVar[str] = ""  # what is written before the name of a command

    @abstractmethod
    def load(self, name: str) -> click.Command:
        """A command by its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """The names, in the order of the overview."""
        return list(self.lines)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        """The command, loaded now."""
        return self.load(cmd_name) if cmd_name in self.lines else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command that is called, or the one that may be meant."""
        if args and args[0] not in self.lines and not args[0].startswith("-"):
            facts = {"name": f"{self.before}{args[0]}", "near": nearest(args[0], self.lines)}
            raise click.UsageError(say("unknown-command", facts), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        """The overview."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.lines.items()))
