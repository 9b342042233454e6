"""Intervals, paired tests, correlations, gates and bounds, from what `evaluate` kept.

The package can be called, because its name is also that of its main function: `from cranfield import compare`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

    from cranfield.core.compared import Compared


class _Called(ModuleType):
    """The package as the function `cranfield.compare.contests.compare`."""

    def __call__(self, *given: Any, **options: Any) -> Compared:
        from cranfield.compare.contests import compare  # noqa: PLC0415 (loaded when it is called)

        return compare(*given, **options)

    @property
    def __signature__(self) -> Signature:
        from inspect import signature  # noqa: PLC0415 (only help asks for it)

        from cranfield.compare.contests import compare  # noqa: PLC0415

        return signature(compare)


sys.modules[__name__].__class__ = _Called
