"""What a user gave, short enough to stand in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["clip", "listed", "shorten"]


def clip(text: object, width: int = 40) -> str:
    """A piece of the user's data that fits in a sentence."""
    words = str(text)
    return words if len(words) <= width else words[: width - 1] + "…"


def shorten(text: str, width: int = 40) -> str:
    """The same in quotes, with every odd character spelt out."""
    return repr(clip(text, width))


def listed(names: Sequence[str], limit: int = 12) -> str:
    """Column names in a sentence, the first few when there are many."""
    shown = ", ".join(shorten(name, 30)[1:-1] for name in names[:limit])
    return shown + (f" and {len(names) - limit} more" if len(names) > limit else "") if names else "none"
