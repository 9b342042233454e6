"""A PostgreSQL server of the tests' own, from the programs of Debian's package, on a socket that nobody else uses."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

import psycopg

__all__ = ["Server", "why_not"]

USER = "postgres"  # whom Debian's package brings; the server refuses to run as root


def programs() -> Path | None:
    """The folder of the newest server that is installed."""
    found = [Path(path).parent for path in [shutil.which("initdb")] if path]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    return next((path for path in reversed(found) if (path / "initdb").exists()), None)


def why_not() -> str | None:
    """Why no server can be started here, if none can."""
    if programs() is None:
        return "there is no PostgreSQL server (Debian: apt-get install postgresql)"
    if os.getuid() == 0:
        try:
            pwd.getpwnam(USER)
        except KeyError:
            return f"PostgreSQL does not run as root, and there is no user {USER}"
    return None


class Server:
    """A running server; gives the address of a new empty database."""

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cranfield-postgres-"))
        self.programs = programs()
        self.numbers = count(1)
        if os.getuid() == 0:
            shutil.chown(self.folder, USER)
        self.data = self.folder / "data"
        self.run("initdb", "-D", self.data, "-U", "judge", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        options = f"-k {self.folder} -c listen_addresses= -c max_connections=200"
        options += "" if durable else " -c fsync=off"  # tests need not outlive a loss of power
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def run(self, program: str, *arguments: object) -> None:
        """Run one of the server's programs as somebody who may."""
        before = ["runuser", "-u", USER, "--"] if os.getuid() == 0 else []
        words = [*before, str(self.programs / program), *map(str, arguments)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")

    def database(self) -> str:
        """The address of a new schema, which is as good as a database and made in no time."""
        name = f"study{next(self.numbers)}"
        address = f"postgresql://judge@/postgres?host={self.folder}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{address}&options=-csearch_path%3D{name}"

    def restart(self) -> None:
        """Kill the server as a crash would, and start it again."""
        self.run("pg_ctl", "-D", self.data, "-w", "-m", "immediate", "-l", self.folder / "log", "restart")

    def stop(self) -> None:
        """Stop it and leave nothing behind."""
        self.run("pg_ctl", "-D", self.data, "-w", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)
