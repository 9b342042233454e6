"""Engines and transactions: SQLite in one file or PostgreSQL, and sentences for what goes wrong with them."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy import event, exc

from cranfield.errors import StudyError, StudyUnavailableError
from cranfield.judge.store.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Database", "now_ms"]

_SERVERS = ("postgresql://", "postgres://", "postgresql+psycopg://")
_APPLICATION = 0x43524E46  # CRNF: what kind of SQLite file this is
# SQLite's primary result codes, and what they mean to a user
_PASSING = {5: "study-busy", 6: "study-busy", 13: "study-full", 10: "study-disk"}
_LASTING = {8: "study-read-only", 14: "study-not-opened", 26: "study-no-study", 11: "study-damaged"}
_SERVER_LOCK = "SELECT pg_advisory_xact_lock(hashtext('cranfield ' || current_schema()))"
_DISK_FULL, _LOCK_TIMEOUT = "53100", "55P03"  # PostgreSQL's


def now_ms() -> int:
    """The time in whole milliseconds."""
    return time.time_ns() // 1_000_000


def _without_secrets(url: sa.URL) -> str:
    """An address as it may be shown: a password can stand in two places of it."""
    hidden = {name: "***" for name in ("password", "sslpassword") if name in url.query}
    shown = url.set(drivername="postgresql").update_query_dict(hidden)
    return shown.render_as_string(hide_password=True).replace("%2A%2A%2A", "***")


class Database:
    """Where a study is kept; gives transactions to read and to write."""

    def __init__(self, where: str | os.PathLike[str], *, patience: float = 5.0) -> None:
        place = os.fspath(where)
        self.patience = patience
        self.path: Path | None = None
        self._turn = Turns()
        if place.startswith(_SERVERS):
            self.engine = self._server(place)
            self.name = _without_secrets(self.engine.url)
        elif "://" in place:
            raise StudyError("study-address", source=place)
        else:
            self.path, self.name = Path(place), place
            self.engine = self._file(self.path)

    @property
    def is_file(self) -> bool:
        """Whether it is SQLite."""
        return self.path is not None

    def _file(self, path: Path) -> sa.Engine:
        url = sa.URL.create("sqlite", database=os.fspath(path))
        made = sa.create_engine(url, poolclass=sa.QueuePool, pool_size=8, max_overflow=56, pool_timeout=self.patience)

        @event.listens_for(made, "connect")
        def _settings(connection: sqlite3.Connection, _: Any) -> None:
            connection.isolation_level = None  # transactions begin below, and nowhere else
            for pragma in (
                f"busy_timeout={int(self.patience * 1000)}", "journal_mode=WAL", "foreign_keys=ON"
            ):  # fmt: skip
                connection.execute(f"PRAGMA {pragma}").close()

        @event.listens_for(made, "begin")
        def _begin(connection: sa.Connection) -> None:
            # a transaction that read first and then wants to write would fail at once when another wrote in between
            writes = connection.get_execution_options().get("writes")
            wanted = "FULL" if writes == "for good" else "NORMAL"
            if writes and connection.info.get("synchronous") != wanted:
                connection.exec_driver_sql(f"PRAGMA synchronous={wanted}")
                connection.info["synchronous"] = wanted
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return made

    def _server(self, place: str) -> sa.Engine:
        try:
            import psycopg  # noqa: F401, PLC0415 (an extra)
        except ImportError:
            raise StudyError("no-postgres") from None
        try:
            url = sa.make_url(place).set(drivername="postgresql+psycopg")
        except exc.ArgumentError:
            raise StudyError("study-address", source=place.partition("@")[2] or place) from None
        made = sa.create_engine(url, pool_size=5, max_overflow=15, pool_timeout=self.patience, pool_pre_ping=True)

        @event.listens_for(made, "connect")
        def _settings(connection: Any, _: Any) -> None:
            connection.execute(f"SET lock_timeout = {int(self.patience * 1000)}")
            connection.commit()

        return made

    @contextmanager
    def made(self) -> Iterator[None]:
        """While a study is made: a file that is there already is refused, and none is left when it fails."""
        if self.path is not None:
            try:
                os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            except FileExistsError:
                raise StudyError("study-there", source=self.name) from None
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or str(error)
                raise StudyError("not-writable", source=self.name, why=why) from None
        try:
            yield
        except BaseException:
            self.engine.dispose()
            self._remove()
            raise

    def _remove(self) -> None:
        if self.path is not None:
            for ending in ("", "-wal", "-shm"):
                with suppress(OSError):
                    Path(f"{self.path}{ending}").unlink()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """While a study is opened: there must be one."""
        if self.path is not None and not self.path.is_file():
            raise StudyError("study-missing" if not self.path.exists() else "study-no-study", source=self.name)
        try:
            yield
        except BaseException:
            self.engine.dispose()
            raise

    @contextmanager
    def writing(self, *, for_good: bool = True) -> Iterator[sa.Connection]:
        """One transaction that writes, and no other beside it; on the disk when it ends without an error.

        What need not outlive a loss of power, as leases, does not wait for the disk: it is written, and comes to the
        disk with the next that is for good.
        """
        with self._told(), self._in_turn(), self.engine.connect() as connection:
            connection = connection.execution_options(writes="for good" if for_good else "soon")  # noqa: PLW2901
            with connection.begin():
                if not self.is_file:
                    # what IMMEDIATE does for a file: one writer of a study at a time
                    soon = "" if for_good else "SET LOCAL synchronous_commit = off; "
                    connection.exec_driver_sql(soon + _SERVER_LOCK)
                yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """One transaction that reads one state of everything."""
        with self._told(), self.engine.connect() as connection:
            if not self.is_file:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")  # noqa: PLW2901
            with connection.begin():
                yield connection

    @contextmanager
    def _in_turn(self) -> Iterator[None]:
        """Threads of this process wait for each other here.

        SQLite would ask again and again, and of a server they would hold all connections while one of them writes.
        """
        if not self._turn.acquire(self.patience):
            raise StudyUnavailableError("study-busy", source=self.name, seconds=self.patience)
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What the database raises, as an error of ours."""
        try:
            yield
        except exc.TimeoutError:
            raise StudyUnavailableError("study-busy", source=self.name, seconds=self.patience) from None
        except exc.DBAPIError as error:
            raise self._ours(error.orig) or error from None
        except sqlite3.Error as error:  # from the settings of a new connection
            raise self._ours(error) or error from None

    def _ours(self, error: BaseException | None) -> StudyError | None:
        """The error in our words; None for what is a mistake of ours."""
        if isinstance(error, sqlite3.Error):
            code = getattr(error, "sqlite_errorcode", None) or 0
            why, seconds = str(error), self.patience
            if key := _PASSING.get(code & 0xFF):
                return StudyUnavailableError(key, source=self.name, seconds=seconds, why=why)
            if key := _LASTING.get(code & 0xFF):
                return StudyError(key, source=self.name, why=why)
            return None
        state = getattr(error, "sqlstate", None)
        if state == _LOCK_TIMEOUT:
            return StudyUnavailableError("study-busy", source=self.name, seconds=self.patience)
        if state == _DISK_FULL:
            return StudyUnavailableError("study-full", source=self.name)
        if type(error).__name__ in ("OperationalError", "AdminShutdown", "InterfaceError", "ConnectionTimeout") or (
            state or ""
        ).startswith(("08", "28", "3D", "57P")):
            why = " ".join(str(error).split("\n", 1)[0].split())
            return StudyUnavailableError("study-server", source=self.name, why=why)
        return None

    def mark(self, connection: sa.Connection) -> None:
        """Say in the file what kind of file it is."""
        if self.is_file:
            connection.exec_driver_sql(f"PRAGMA application_id={_APPLICATION}")

    def close(self) -> None:
        """Put what stands in the -wal file into the file itself, and let go of it."""
        if self.is_file:
            with suppress(exc.DBAPIError, sqlite3.Error), self.engine.connect() as connection:
                raw = connection.connection.driver_connection
                assert raw is not None
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        self.engine.dispose()
