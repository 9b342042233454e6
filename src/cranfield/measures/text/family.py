"""Texts: candidates and references, one unit a segment."""

from __future__ import annotations

import cranfield.measures.text as package
from cranfield.core.family import Family

__all__ = ["FAMILY"]

FAMILY = Family(
    name="text",
    package=package,
    noun="segments",
    whole="in-data",
    call="text(...)",
    command="cranfield text",
    defaults=lambda _: package.DEFAULTS,
)
