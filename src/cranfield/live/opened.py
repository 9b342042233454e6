"""Opens engines of every kind, and runs what is to be done with them to its end, or to where it was interrupted."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cranfield.errors import CranfieldError, InputError
from cranfield.live.asking import FunctionAsker, HttpAsker
from cranfield.live.cassette import Cassette, Recording, Replaying
from cranfield.live.engine import Engine
from cranfield.live.engine_file import engine_of, read_engine

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from cranfield.live.asking import Asker
    from cranfield.live.rows import Rows

__all__ = ["Source", "asker_of", "finished", "opened_engine", "opened_engines"]


@dataclass(frozen=True)
class Source:
    """Where answers come from: the engine, recorded or not, or a recording."""

    record: Cassette | None = None
    replay: Cassette | None = None
    name: str = ""  # of the file of the recording


def opened_engine(given: Any) -> Engine:
    """An engine from its file, a mapping of the same keys, or a function."""
    if isinstance(given, Engine):
        return given
    if isinstance(given, str | Path):
        return read_engine(given)
    if isinstance(given, Mapping):
        return engine_of(given)
    if callable(given):
        name = getattr(given, "__name__", "") or type(given).__name__
        return Engine("function" if name == "<lambda>" else name, "the function", function=given)
    raise InputError("live-no-engine", given=type(given).__name__)


def opened_engines(given: Sequence[Any]) -> list[Engine]:
    """Several, whose names differ."""
    found = [opened_engine(each) for each in given]
    names = [each.name for each in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError("live-name-twice", name=twice)
    return found


def asker_of(engine: Engine, source: Source) -> Asker:
    """What searches an engine."""
    if engine.function is not None:
        if source.record is not None or source.replay is not None:
            raise InputError("live-record-function", source=engine.source)
        return FunctionAsker(engine)
    if source.replay is not None:
        return HttpAsker(engine, Replaying(source.replay, source.name))
    try:
        from cranfield.live.client import HttpClient  # noqa: PLC0415 (an extra, which functions and recordings do without)
    except ModuleNotFoundError as error:
        raise CranfieldError("no-live", package=error.name) from None
    client = HttpClient(engine)
    return HttpAsker(engine, client if source.record is None else Recording(client, source.record))


def finished(work: Coroutine[Any, Any, Any], rows: Sequence[Rows] = ()) -> Any:
    """Run it to its end; Ctrl-C ends it early, and what was measured stays."""
    try:
        return _run(work)
    except KeyboardInterrupt:
        if not any(map(len, rows)):
            raise
        for each in rows:
            each.interrupted = True
    except BaseExceptionGroup as group:
        raise _first(group) from None
    return None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What a group of tasks failed of: ours, if there is one."""
    leaves: list[BaseException] = []
    left: list[BaseException] = [group]
    while left:
        each = left.pop()
        if isinstance(each, BaseExceptionGroup):
            left += each.exceptions
        else:
            leaves.append(each)
    return next((each for each in leaves if isinstance(each, CranfieldError)), leaves[0])


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it here, or in a thread where a loop runs already, as in notebooks."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    found: list[Any] = []

    def run() -> None:
        try:
            found.append((asyncio.run(work), None))
        except BaseException as error:  # noqa: BLE001 (raised again where it was called)
            found.append((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    value, error = found[0]
    if error is not None:
        raise error
    return value
