"""What a form of a page sends."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from cranfield.errors import StudyError

if TYPE_CHECKING:
    from starlette.requests import Request

__all__ = ["read_form"]

_MOST_FIELDS = 100


async def read_form(request: Request) -> dict[str, str]:
    """Field to text; our forms send nothing but text."""
    try:
        pairs = parse_qsl((await request.body()).decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise StudyError("web-bad-form") from None
    return dict(pairs)
