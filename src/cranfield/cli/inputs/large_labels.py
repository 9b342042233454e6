"""Labels that would take more memory than they may: measured in bounded memory, with the same results."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cranfield.cli.progress import working
from cranfield.errors import InputError, MeasureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.cli.inputs.given import Given
    from cranfield.core.result import Results
    from cranfield.core.states.drawn import Draws

__all__ = ["adapted", "draws_of", "large_results"]

_MOST = 1000  # draws, where nobody says how intervals are made
_SMALL = 32 * 10**6  # bytes of files, which fit any memory


def large_results(
    given: Given,
    score: Any,
    shared: dict[str, Any],
    *,
    several: bool,
    per_unit: bool,
    around: dict[str, Any] | None,
) -> list[Results] | None:
    """The results of each column of scores; None if all rows fit memory, or if measures must have them there.

    `around` says how intervals are made, if they are wanted: those that draw by the names of sessions can be.
    """
    from cranfield.io.spill.memory import default_limit, memory_limit  # noqa: PLC0415 (loaded when it is needed)

    if given.memory is not None:
        _require_files(given.paths)  # a file that is missing is told before a limit that would not do for it
    limit = memory_limit(given.memory)
    if limit is None and _size(given.paths) < _SMALL:
        return None
    from cranfield.scale.estimate import estimated_memory  # noqa: PLC0415
    from cranfield.scale.labels import Labels  # noqa: PLC0415

    columns = [each for each in (*shared.values(), score) if isinstance(each, str)]
    if estimated_memory(list(given.files), columns) <= (limit or default_limit()):
        return None
    draws = draws_of(around) if limit is not None or (around or {}).get("interval") == "poisson" else None
    if around is not None and draws is None:
        return None
    options = {name: each for name, each in shared.items() if name != "input_format"}
    from cranfield.io.labels import predictions_name  # noqa: PLC0415

    data: Any = given.files[0] if len(given.files) == 1 else list(given.files)
    alone = score if isinstance(score, str) and shared["guess"] is None else predictions_name(data)
    named = {each: each for each in score} if several else {alone: score}
    found = []
    for system, column in named.items():
        source = Labels(score=column, system=system, **options)
        try:
            source.needs(given.asked or None)
        except MeasureError as error:
            if limit is None and error.key == "needs-all-rows":
                return None
            raise
        adapt = None if given.inputs.adapt is None else partial(adapted, given)
        with working(given.files[0]) as progress:
            found.append(
                source.evaluate(
                    data, given.asked or None, memory=limit or default_limit(), units=per_unit, adapt=adapt,
                    input_format=shared["input_format"], progress=progress, draws=draws,
                )
            )  # fmt: skip
    return found


def draws_of(around: dict[str, Any] | None) -> Draws | None:
    """How units are drawn where they are not in memory; None without intervals."""
    if around is None:
        return None
    if around["interval"] not in ("auto", "poisson"):
        raise InputError("no-intervals-out-of-core")
    from cranfield.core.states.drawn import Draws  # noqa: PLC0415

    if around["interval"] == "auto":
        around |= {"interval": "poisson", "resamples": min(around["resamples"], _MOST)}
    return Draws(around["resamples"], around["seed"])


def adapted(given: Given, measures: Any, batch: Any) -> Any:
    """The measures with what options say about all of them, once labels are known."""
    assert given.inputs.adapt is not None
    return given.inputs.adapt(measures, given, batch)


def _require_files(paths: Sequence[str]) -> None:
    from pathlib import Path  # noqa: PLC0415

    from cranfield.io.columns.label_columns import expand  # noqa: PLC0415

    for each in expand(list(paths)):
        if each == "-":
            raise InputError("stdin-out-of-core")
        if "://" not in each and not Path(each).exists():
            raise InputError("no-such-file", source=each)


def _size(paths: Sequence[str]) -> int:
    from pathlib import Path  # noqa: PLC0415

    return sum(Path(each).stat().st_size for each in paths if each != "-" and Path(each).is_file())
