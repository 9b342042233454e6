"""`cranfield study`: make a study of judgments, invite people, see how far they are, and take the judgments out."""

from __future__ import annotations

from importlib import import_module

import click

from cranfield.cli.lazy import LazyGroup

__all__ = ["command"]

VERBS = {
    "new": "Make a study from items to be judged.",
    "invite": "Add people, and print a link for each.",
    "status": "Say how far everybody is, and whether they agree.",
    "export": "Write judgments by a rule, or all raw ones.",
    "revoke": "Shut people out; what they said stays.",
}


class _Verbs(LazyGroup):
    lines = VERBS
    before = "study "

    def load(self, name: str) -> click.Command:
        """A verb, which has a file of its own."""
        command: click.Command = import_module(f"cranfield.cli.studies.{name}").command
        return command


@click.command("study", cls=_Verbs)
def command() -> None:
    """People judge: make studies, invite, follow, export.

    They judge documents or rate texts, and what they said becomes judgments for `cranfield eval`.

    A STUDY is one SQLite file, or the postgresql:// address of a database.

    \b
    cranfield study new ratings.db --items outputs.jsonl --dimensions relevance,fluency --scale 1-5
    cranfield study invite ratings.db Ann Ben
    cranfield study status ratings.db
    cranfield study export ratings.db -o raw.jsonl
    """  # noqa: D301 (click's mark for lines that stay as they are)
