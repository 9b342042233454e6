"""Options for every decision of the policy, made from the policy itself."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from cranfield.core.policy import PROFILES, Policy

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["policy_option"]

_SHORT = {"judged_only": "-J", "depth": "-M"}  # trec_eval's letters
_DECISIONS = {field.name: field for field in fields(Policy)}


def policy_option(name: str) -> Callable[[Any], Any]:
    """The option of a decision, or --profile."""
    if name == "profile":
        text = "take all decisions as this tool does; single ones can still be changed  [default: default]"
        return click.option("--profile", type=click.Choice(list(PROFILES)), help=text)
    field = _DECISIONS[name]
    names = [*filter(None, [_SHORT.get(name)]), "--" + name.replace("_", "-")]
    text = field.metadata["help"]
    if choices := field.metadata.get("choices"):
        return click.option(*names, name, type=click.Choice(choices), help=f"{text}  [default: {field.default}]")
    if isinstance(field.default, bool):
        return click.option(*names, name, is_flag=True, default=None, help=text)
    return click.option(*names, name, type=int, metavar="N", help=text)
