"""What is known of an engine when it is measured: its version, its index, and hashes of how it was asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError
from cranfield.live.asking import HttpAsker
from cranfield.live.queries import hash_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.io.cost_table import Pass
    from cranfield.live.asking import Asker
    from cranfield.live.engine import Probe
    from cranfield.live.queries import Query

__all__ = ["about_engine", "index_of", "space_of", "version_of"]

_MOST = 2**62  # bytes or documents: what is more, or not a number, is no size


async def about_engine(asker: Asker, queries: Sequence[Query], about: Pass) -> Pass:
    """What is known of a pass, with what the engine says about itself."""
    engine = asker.engine
    hashes = {**({"queries": hash_of(queries)} if queries else {}), **engine.hashes()}
    told: dict[str, Any] = {"system": engine.name, "engine": engine.kind, "hashes": hashes}
    if isinstance(asker, HttpAsker):
        told |= {"version": await version_of(asker), "index": await index_of(asker)}
    return replace(about, **told)


async def version_of(asker: HttpAsker) -> str | None:
    """The engine's version as it says itself; one that does not tell is no error."""
    probe = asker.engine.version
    if probe is None or probe.call is None:
        return None
    _, document, _ = await asker.call(probe.call, {})
    found = probe.paths["path"].find(document)
    return str(found[0]) if found and isinstance(found[0], str | int | float) else None


async def index_of(asker: HttpAsker) -> dict[str, int]:
    """How large the index is, as far as the engine tells; nothing where it does not."""
    probe = asker.engine.space
    if probe is None or probe.call is None:
        return {}
    _, document, _ = await asker.call(probe.call, {})
    return {name: total for name in probe.paths if (total := _total(probe, name, document)) is not None}


async def space_of(asker: HttpAsker) -> tuple[int, int | None]:
    """Bytes and documents of the index; the bytes must be told, by the engine or by a folder."""
    engine, probe = asker.engine, asker.engine.space
    if probe is None:
        raise InputError("engine-no-space", source=engine.source)
    document: Any = None
    if probe.call is not None:
        reply, document, shown = await asker.call(probe.call, {})
        if reply.failure is not None:
            raise reply.failure.error("space", shown)
    size = _weighed(probe.folder, engine.source) if probe.folder is not None else _total(probe, "bytes", document)
    if size is None:
        raise InputError("engine-no-bytes", source=engine.source)
    return size, _total(probe, "documents", document)


def _total(probe: Probe, name: str, document: Any) -> int | None:
    """All numbers that a path finds, added up: an index may have several parts."""
    path = probe.paths.get(name)
    found = [] if path is None else path.find(document)
    numbers = [int(each) for each in found if isinstance(each, int | float) and not isinstance(each, bool)
               and 0 <= each < _MOST]  # fmt: skip
    return sum(numbers) if numbers else None


def _weighed(folder: str, source: str) -> int:
    """The bytes of all files below a folder."""
    root = Path(folder)
    if not root.is_dir():
        raise InputError("engine-folder", source=source, folder=folder)
    return sum(path.lstat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
