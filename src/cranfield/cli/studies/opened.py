"""A study for a command: what must be installed, and what happens when it is not."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from cranfield.cli.writer import refuse_printing_over
from cranfield.errors import StudyError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cranfield.judge.store import Study

__all__ = ["need_store", "opened"]


def need_store() -> None:
    """Say what to install where the store cannot be loaded."""
    try:
        import sqlalchemy  # noqa: F401, PLC0415 (an extra)
    except ModuleNotFoundError:
        raise StudyError("no-web", what="cranfield study", package="sqlalchemy") from None


@contextmanager
def opened(place: str) -> Iterator[Study]:
    """A study that is there already."""
    need_store()
    refuse_printing_over([place])
    from cranfield.judge.store import Study  # noqa: PLC0415 (loaded only when it is needed)

    with Study.open(place) as study:
        yield study
