"""Jobs on Spark from the driver: what workers send is collected, and what went wrong is told in a sentence."""

from __future__ import annotations

import pickle
import re
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from cranfield.errors import CranfieldError, InputError
from cranfield.spark.workers import ERROR, SENT, Work, packed
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cranfield.spark.workers import Task

__all__ = [
    "arrow_of",
    "column",
    "located",
    "quiet",
    "require_columns",
    "run",
    "tables_of",
    "without_warnings",
    "work_of",
    "write",
]

_SCHEMA = "system int, measure int, by string, rows bigint, state binary"
_BATCH, _USUAL, _WIDER = "spark.sql.execution.arrow.maxRecordsPerBatch", "10000", "65536"
_PATH = re.compile(r"Path does not exist: (\S+?)\.?(?: SQLSTATE|\s|$)")
_TYPES = re.compile(
    r"reading file (\S+)\. Data type mismatches when reading Parquet column [<\[]+(.+?)[>\]]+\."
    r" Expected Spark type (.+?), actual Parquet type (\w+)"
)
_CAUSE = re.compile(r"^Caused by: (.+)$", re.MULTILINE)
_MODULE = re.compile(r"No module named '([\w.]+)'")


def column(name: str) -> str:
    """The name of a column as Spark takes it whatever is in it."""
    return "`" + name.replace("`", "``") + "`"


def located(path: str) -> str:
    """The path of a file as Spark takes it, which does not know in which folder somebody is."""
    return path if "://" in path else str(Path(path).absolute())


def require_columns(frame: Any, roles: dict[str, str]) -> None:
    """Refuse a column that is not there before any job starts."""
    for role, name in roles.items():
        if not isinstance(name, str):
            raise InputError("name-column-when-table-given", wrong=role, wanted=name)
        if name not in frame.columns:
            raise InputError("no-column-for-role", name=name, role=role, join=", ".join(frame.columns))


@contextmanager
def without_warnings() -> Iterator[None]:
    """Without what pyspark says about a pandas that is newer than itself: nothing here goes through pandas."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
        yield


@contextmanager
def plainly() -> Iterator[None]:
    """Whatever Spark raises as one sentence, without a Java trace."""
    try:
        yield
    except CranfieldError:
        raise
    except Exception as error:
        if not type(error).__module__.startswith(("pyspark", "py4j")):
            raise
        raise _told(error) from None


@contextmanager
def quiet(session: Any) -> Iterator[None]:
    """Larger batches while we work, no warning about a newer pandas, and no Java trace."""
    before = session.conf.get(_BATCH, _USUAL)
    try:
        with without_warnings(), plainly():
            if before == _USUAL:
                session.conf.set(_BATCH, _WIDER)
            yield
    finally:
        if before == _USUAL:
            session.conf.set(_BATCH, before)


def work_of(task: Task) -> Work:
    """What workers get."""
    from pyspark import cloudpickle  # noqa: PLC0415 (an extra)

    return Work(__version__, packed(task, cloudpickle.dumps))


def run(frame: Any, task: Task) -> pa.Table:
    """Give each partition of a frame to a task, and collect what workers send; the first error is raised."""
    with quiet(frame.sparkSession):
        table = arrow_of(frame.mapInArrow(work_of(task), _SCHEMA), SENT)
    failed = table.filter(pc.equal(table["measure"], ERROR)).to_pylist()
    if failed:
        first = min(failed, key=lambda row: (row["system"], row["rows"]))  # of partitions, then of rows
        raise pickle.loads(first["state"]) from None  # noqa: S301 (it comes from our workers)
    return table


def write(frame: Any, task: Task, schema: str, path: str, expected: int) -> None:
    """Give each partition of a frame to a task, and write what it makes as Parquet, without collecting any of it.

    There must be as many rows as there are units, or something was torn apart on the way.
    """
    session = frame.sparkSession
    with quiet(session):
        frame.mapInArrow(work_of(task).values, schema).write.parquet(path)
        count = int(session.read.parquet(path).count())
    if count != expected:
        raise InputError("written-other-units", source=path, count=count, total=expected)


def tables_of(sent: pa.Table, system: int) -> Sequence[pa.Table]:
    """What was sent about one system, as any engine would have it."""
    own = sent.filter(pc.equal(sent["system"], system)).drop_columns(["system"])
    return [own] if len(own) else []


def arrow_of(frame: Any, schema: pa.Schema | None = None) -> pa.Table:
    """All rows of a small frame."""
    if hasattr(frame, "toArrow"):
        found = frame.toArrow()
        return found if schema is None else found.cast(schema)
    return pa.Table.from_pylist([row.asDict() for row in frame.collect()], schema=schema)  # before Spark 4


def _told(error: Exception) -> CranfieldError:
    """A failure of Spark as one sentence."""
    text = str(error)
    lacking = _MODULE.search(text)
    if lacking:
        name = lacking[1].partition(".")[0]
        return InputError("workers-lack-package" if name == "cranfield" else "workers-lack-module", name=name)
    missing = _PATH.search(text)
    if missing:
        return InputError("spark-no-path", source=missing[1].removeprefix("file:"))
    types = _TYPES.search(text)
    if types:
        source, name, ours, theirs = types.groups()
        source = re.sub("^file:/+", "/", source)
        return InputError("spark-types-differ", source=source, name=name, ours=ours.upper(), theirs=theirs)
    if "JAVA_GATEWAY_EXITED" in text:
        return InputError("spark-not-started")
    if "PATH_ALREADY_EXISTS" in text or "already exists" in text:
        return InputError("spark-path-exists", what=text.strip().split("\n")[0])
    lines = text.strip().split("\n")
    # py4j names a Java method first, and what that said in the next line
    what = lines[1].lstrip(": ") if lines[0].startswith("An error occurred while calling") and lines[1:] else lines[0]
    causes = _CAUSE.findall(text)
    if "thrown in awaitResult" in what and causes:  # which says that something went wrong, and not what
        what = causes[-1]
    return InputError("spark-failed", what=what[:500])
