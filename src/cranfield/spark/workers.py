"""What runs on workers: rows come in, states or what went wrong go out as rows."""

from __future__ import annotations

import pickle
import zlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import pyarrow as pa

from cranfield.errors import CranfieldError, InputError
from cranfield.scale.wire import WIRE
from cranfield.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["ERROR", "SENT", "Rows", "Task", "Work", "sent"]

# what a worker sends: rows of WIRE, and which of several systems they are about
SENT = pa.schema([("system", pa.int32()), *WIRE])
ERROR = -2  # in place of a measure: what went wrong
_HELD = 2  # tasks of which a worker keeps what it unpacked

_tasks: OrderedDict[int, Task] = OrderedDict()


class Task(Protocol):
    """What is done with the rows of one partition."""

    def __call__(self, rows: Rows) -> Iterable[pa.Table]:
        """Tables with the schema SENT."""


class Rows:
    """The rows of a partition, some or all at a time."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        self._batches = batches
        self.start = 0  # rows before those that were given last

    def chunks(self, most: int) -> Iterator[pa.Table]:
        """Tables of at least so many rows, but for the last."""
        held: list[pa.RecordBatch] = []
        rows = 0
        for batch in self._batches:
            if batch.num_rows:
                held.append(batch)
                rows += batch.num_rows
            if rows >= most:
                yield pa.Table.from_batches(held)
                self.start += rows
                held, rows = [], 0
        if held:
            yield pa.Table.from_batches(held)

    def every(self) -> pa.Table | None:
        """All of them; None if there are none."""
        held = [batch for batch in self._batches if batch.num_rows]
        return pa.Table.from_batches(held) if held else None


def sent(system: int, table: pa.Table) -> pa.Table:
    """A table of WIRE as it travels."""
    column = pa.array([system] * len(table), pa.int32())
    return pa.Table.from_arrays([column, *table.columns], schema=SENT)


@dataclass(frozen=True)
class Work:
    """A function for `mapInArrow`: errors travel as rows, as what cannot succeed is not to be tried again.

    The task is unpacked only where the same version of this package is: another one might not even read it.
    """

    version: str
    task: bytes

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """What one partition sends."""
        rows = Rows(batches)
        try:
            for table in self._task()(rows):
                yield from table.to_batches()
        except CranfieldError as error:
            yield from _failed(error, rows.start).to_batches()
        except Exception as error:  # noqa: BLE001 (whatever it is, trying it again would give it again)
            what = str(error).strip().split("\n")[0]
            failed = InputError("worker-failed", kind=type(error).__name__, what=what)
            yield from _failed(failed, rows.start).to_batches()

    def values(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The same where tables of another schema are written: an error ends the job."""
        for table in self._task()(Rows(batches)):
            yield from table.to_batches()

    def _task(self) -> Any:
        if self.version != __version__:
            raise InputError("worker-of-other-version", theirs=__version__, ours=self.version)
        return _unpacked(self.task)


def packed(task: Any, dumps: Any) -> bytes:
    """A task as it travels: judgments of millions of documents are mostly text, which packs well."""
    return zlib.compress(dumps(task), 1)


def _unpacked(task: bytes) -> Any:
    """The task; a worker does many partitions of one job one after the other."""
    key = hash(task)
    if key not in _tasks:
        _tasks[key] = pickle.loads(zlib.decompress(task))  # noqa: S301 (it comes from the driver)
        while len(_tasks) > _HELD:
            _tasks.popitem(last=False)
    return _tasks[key]


def _failed(error: CranfieldError, start: int) -> pa.Table:
    """An error as a row, with the partition and the row where it happened."""
    partition = _partition()
    if isinstance(error, InputError):
        row = None if error.row is None else error.row + start
        error = error.at(source=f"partition {partition}", row=row)
    at = getattr(error, "row", None) or 0
    columns: Iterable[Any] = (
        ([partition], pa.int32()), ([ERROR], pa.int32()), ([None], pa.string()), ([at], pa.int64()),
        ([pickle.dumps(error)], pa.binary()),
    )  # fmt: skip
    return pa.Table.from_arrays([pa.array(*each) for each in columns], schema=SENT)


def _partition() -> int:
    from pyspark import TaskContext  # noqa: PLC0415 (an extra)

    context = TaskContext.get()
    return -1 if context is None else int(context.partitionId())
