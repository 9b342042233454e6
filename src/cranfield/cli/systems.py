"""The systems that were given, one after the other: their data, and the measures that are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.cli.eval import wanted_measures

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch
    from cranfield.core.measure import Measure

__all__ = ["each_system"]


def each_system(given: Given) -> Iterator[tuple[Batch, dict[str, Measure]]]:
    """Each system with the measures; a slip in a name is told before anything is read."""
    from cranfield.core.registry import family  # noqa: PLC0415 (numpy is loaded only when it is needed)
    from cranfield.core.spec import parse_named  # noqa: PLC0415

    parse_named(given.asked, family(given.inputs.family))
    wanted: dict[str, Measure] | None = None
    for batch in given.inputs.read(given):
        wanted = wanted_measures(given, batch) if wanted is None else wanted
        yield batch, wanted
