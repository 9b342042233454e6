"""What annotators are to know, from a file."""

from __future__ import annotations

from cranfield.errors import InputError

__all__ = ["guidelines_in"]


def guidelines_in(path: str | None) -> str:
    """The text of a file of guidelines; nothing where there is none."""
    if path is None:
        return ""
    from cranfield.io.bytes.source import Source  # noqa: PLC0415 (loaded only when it is needed)

    source = Source(path, hashed="never")
    try:
        return b"".join(source.blocks()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("caption-utf-8", source=source.name) from None
