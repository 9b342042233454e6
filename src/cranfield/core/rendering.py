"""How a thing of the core finds the part of the house that shows it: who stands above all says where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["provide_rendering", "rendered"]

_loaders: dict[str, Callable[[], Callable[[Any], str]]] = {}


def provide_rendering(kind: str, load: Callable[[], Callable[[Any], str]]) -> None:
    """Say how to load what turns a kind of thing into text."""
    _loaders[kind] = load


def rendered(kind: str, thing: Any) -> str:
    """The thing as text."""
    return _loaders[kind]()(thing)
