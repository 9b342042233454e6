"""The language of what is shown: asked for, or that of the locale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from cranfield.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["language_option", "locale_language"]


def locale_language(environment: Mapping[str, str] | None = None) -> str:
    """Chinese where the locale is Chinese, by the variables and in the order that POSIX names; English otherwise."""
    given = os.environ if environment is None else environment
    chosen = next((given[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if given.get(name)), "")
    name = chosen.replace("-", "_").split("_")[0].split(".")[0].lower()
    return name if name in LANGUAGES else "en"


def language_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --lang."""
    return click.option(
        "--lang", "language", type=click.Choice(LANGUAGES), default=locale_language,
        help="the language of what is shown: English or Chinese  [default: by the locale]",
    )(command)  # fmt: skip
