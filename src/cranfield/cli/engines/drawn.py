"""Pictures of what was measured, to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["save_picture"]


def save_picture(table: pa.Table, path: str | None, language: str) -> None:
    """Draw a table, if somebody wants it."""
    if path is not None:
        from cranfield.report.pictures.choose import picture  # noqa: PLC0415 (loaded when it is needed)

        picture(table, language=language).save(path, size="wide")
