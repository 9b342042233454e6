"""Measures running engines: quality, latency, throughput, space and freshness of the same queries.

pattern, jsonpath     requests with holes, and where things stand in answers
engine_file, engine   engine.toml, on top of one of the templates
client, asking        one request, one search; failure says in one way what goes wrong
sequential, load      one after the other, and by a schedule; rows keep what came back
measure               the way in

The package can be called, because its name is also that of its main function: `from cranfield import live`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

    from cranfield.live.measured import Measured


class _Called(ModuleType):
    """The package as the function `cranfield.live.measure.live`."""

    def __call__(self, *given: Any, **options: Any) -> Measured:
        from cranfield.live.measure import live  # noqa: PLC0415 (loaded when it is called)

        return live(*given, **options)

    @property
    def __signature__(self) -> Signature:
        from inspect import signature  # noqa: PLC0415 (only help asks for it)

        from cranfield.live.measure import live  # noqa: PLC0415

        return signature(live)


sys.modules[__name__].__class__ = _Called
