"""What the command line asks of engines, checked before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cranfield.cli.writer import refuse_overwriting, write_bytes
from cranfield.errors import InputError
from cranfield.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.live.cassette import Cassette
    from cranfield.live.engine import Engine
    from cranfield.live.measured import Measured
    from cranfield.live.opened import Source

__all__ = ["INTERRUPTED", "Asked"]

INTERRUPTED = 130
# options that mean nothing to what is asked for
_IDLE = {
    "pass": ("--picture",),
    "find-rate": ("--record", "--replay", "--qrels"),
    "sweep": ("-o", "--cost", "--rate"),
    "freshness": ("-o", "--picture", "--record", "--replay", "--qrels", "--rate"),
    "space": ("-o", "--picture", "--record", "--replay", "--qrels", "--rate"),
}


@dataclass(frozen=True)
class Asked:
    """The files and options of one call."""

    engines: tuple[str, ...]
    queries: str | None
    output: str | None
    cost: str | None
    picture: str | None
    record: str | None
    replay: str | None
    timeout: float | None
    whole: bool
    sets: tuple[str, ...]
    digits: int
    quiet: bool
    form: str | None
    spreadsheet: bool = False
    language: str = "en"
    options: dict[str, Any] = field(default_factory=dict)

    def check(self, what: str) -> None:
        """Refuse what contradicts itself or means nothing, before an engine is asked."""
        given = {
            "-o": self.output, "--cost": self.cost, "--picture": self.picture, "--record": self.record,
            "--replay": self.replay, "--qrels": self.options.get("qrels"), "--rate": self.options.get("rate"),
        }  # fmt: skip
        idle = next((name for name, value in given.items() if value is not None and name in _IDLE[what]), None)
        if idle is not None:
            raise click.UsageError(say("live-idle", {"option": idle, "what": f"--{what}" if what != "pass" else ""}))
        for option, path in (("-o", self.output), ("--cost", self.cost)):
            if path is not None and len(self.engines) > 1 and "{name}" not in path:
                raise click.UsageError(say("live-one-file", {"option": option, "path": path, "example": "{name}"}))
        for path in (self.output, self.cost, self.record, self.picture):
            refuse_overwriting(path, [*self.engines, self.queries, self.replay, self.options.get("qrels")])
        if self.record is not None and self.replay is not None:
            raise click.UsageError(say("live-record-replay", {}, voice="shell"))
        if self.output is not None:
            from cranfield.live.run_file import RUN_ENDINGS  # noqa: PLC0415 (loaded when it is needed)

            ending = Path(self.output).suffix.lower()
            if ending not in RUN_ENDINGS:
                raise InputError("live-run-ending", source=self.output, ending=ending, endings=list(RUN_ENDINGS))

    def opened(self) -> list[Engine]:
        """The engines, with what the command line says in place of their files."""
        from cranfield.live.engine_file import read_engine  # noqa: PLC0415
        from cranfield.live.sweep import parse_sweep  # noqa: PLC0415

        given: dict[str, Any] = {}
        for each in self.sets:
            name, values = parse_sweep(each)
            if len(values) != 1:
                raise InputError("sweep-one", text=each)
            given[name] = values[0]
        found = [read_engine(each).with_parameters(given) for each in self.engines]
        if self.timeout is not None:
            found = [replace(each, timeout=self.timeout) for each in found]
        return [each.only_whole() for each in found] if self.whole else found

    def source(self) -> tuple[Source, Cassette | None]:
        """Where answers come from, and what records them."""
        from cranfield.live.cassette import Cassette  # noqa: PLC0415
        from cranfield.live.opened import Source  # noqa: PLC0415

        if self.replay is not None:
            return Source(replay=Cassette.read(self.replay), name=self.replay), None
        if self.record is not None:
            tape = Cassette()
            return Source(record=tape), tape
        return Source(), None

    def keep_tape(self, tape: Cassette | None) -> None:
        """Write what was recorded; a file that ends in .gz is packed."""
        if tape is not None and self.record is not None:
            import gzip  # noqa: PLC0415 (only needed here)

            raw = tape.dump()
            write_bytes(gzip.compress(raw) if self.record.endswith(".gz") else raw, self.record)

    def keep(self, found: Sequence[Measured]) -> None:
        """Write runs and tables of cost, as far as they are asked for."""
        for each in found:
            for path, made in ((self.output, each.run_bytes), (self.cost, lambda _, each=each: each.cost_bytes())):
                if path is not None:
                    named = _named(path, each.system)
                    write_bytes(made(named), named)

    def files_of(self, system: str) -> list[str]:
        """The files that `keep` writes of a system."""
        return [_named(path, system) for path in (self.output, self.cost) if path is not None]


def _named(path: str, system: str) -> str:
    return path.replace("{name}", _file_name(system))


def _file_name(name: str) -> str:
    """The name of an engine without what would lead to another folder."""
    return "".join(each if each.isalnum() or each in "-_.+" else "-" for each in name).lstrip(".") or "engine"
