"""A study where a table of ratings could stand: `cranfield agreement study.db`, `cranfield ratings study.db`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cranfield.cli.studies.opened import opened
from cranfield.cli.studies.pooled import is_study
from cranfield.errors import InputError

if TYPE_CHECKING:
    from cranfield.cli.inputs.given import Given
    from cranfield.core.batch import Batch

__all__ = ["given_study", "read_study"]

_OPTIONS = {
    "item": "item", "rater": "rater", "value_columns": "value", "system": "system", "dimension": "dimension",
    "other": "other", "scale": "scale", "absent": "absent", "group": "query", "input_format": "input-format",
}  # fmt: skip
_BEGIN = b"SQLite format 3\x00"


def given_study(given: Given) -> str | None:
    """The study among the files, if it is the only one."""
    if len(given.files) != 1:
        return None
    place = given.files[0]
    return place if is_study(place) or _is_database(Path(place)) else None


def _is_database(path: Path) -> bool:
    """Whether a file under any other name is one of SQLite."""
    try:
        if not path.is_file():  # a pipe can be read only once
            return False
        with path.open("rb") as file:
            return file.read(len(_BEGIN)) == _BEGIN
    except (OSError, ValueError):
        return False


def read_study(place: str, given: Given, *, systems: bool = False) -> list[Batch]:
    """A batch for each dimension, or for each system in each; a study knows its columns and its scale."""
    named = next((told for name, told in _OPTIONS.items() if given.options.get(name)), None)
    if named is not None:
        raise InputError("study-has-columns", source=place, option=named)
    server = place.startswith("postgresql")
    with opened(place) as study:
        from cranfield.judge.rated import rated_batches, rated_systems  # noqa: PLC0415 (loaded only when it is needed)

        name = "study" if server else Path(place).stem
        batches = (rated_systems if systems else rated_batches)(study, name=name, again=given.options["again"])
    if server:  # whose address may hold a password
        return batches
    from dataclasses import replace  # noqa: PLC0415 (beside its use)

    from cranfield.io.bytes.source import Source  # noqa: PLC0415 (after the study has put all into the one file)

    described = (Source(place, hashed="later").describe(),)
    return [replace(batch, inputs=described) for batch in batches]
