"""Options for every decision of the policy, made from the policy itself."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from cranfield.core.policy import PROFILES, Policy

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["label_policy_from", "label_policy_options", "policy_from", "policy_options"]

_SHORT = {"judged_only": "-J", "depth": "-M"}  # trec_eval's letters


def _option(field: Any) -> Callable[[Any], Any]:
    names = [*filter(None, [_SHORT.get(field.name)]), "--" + field.name.replace("_", "-")]
    text = field.metadata["help"]
    if choices := field.metadata.get("choices"):
        kind = click.Choice(choices)
        return click.option(*names, field.name, type=kind, help=f"{text}  [default: {field.default}]")
    if isinstance(field.default, bool):
        return click.option(*names, field.name, is_flag=True, default=None, help=text)
    return click.option(*names, field.name, type=int, metavar="N", help=text)


def _decisions(family: str) -> list[Any]:
    return [field for field in fields(Policy) if field.metadata.get("family", "ranking") == family]


def policy_options(command: Any) -> Any:
    """Give a command --profile and one option for each decision about rankings."""
    for field in reversed(_decisions("ranking")):
        command = _option(field)(command)
    profiles = click.Choice(list(PROFILES))
    text = "take all decisions below as this tool does; single ones can still be changed  [default: default]"
    return click.option("--profile", type=profiles, default="default", help=text)(command)


def policy_from(options: dict[str, Any]) -> Policy:
    """The policy that the options of a command stand for; they are taken out of `options`."""
    profile = options.pop("profile")
    chosen = {field.name: options.pop(field.name) for field in _decisions("ranking")}
    return Policy.named(profile, **{name: value for name, value in chosen.items() if value is not None})


def label_policy_options(command: Any) -> Any:
    """Give a command one option for each decision about labels."""
    for field in reversed(_decisions("labels")):
        command = _option(field)(command)
    return command


def label_policy_from(options: dict[str, Any]) -> Policy:
    """The policy that the options of a command about labels stand for."""
    chosen = {field.name: options.pop(field.name) for field in _decisions("labels")}
    return Policy(**{name: value for name, value in chosen.items() if value is not None})
