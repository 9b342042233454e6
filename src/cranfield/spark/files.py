"""A session and DataFrames for whoever has only the names of files."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cranfield.errors import InputError
from cranfield.spark.jobs import column, located, plainly, quiet, without_warnings

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["open_session", "read_frame"]

_ENDINGS = {".parquet": "parquet", ".pq": "parquet", ".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".json": "jsonl"}
_CONNECT = 15002  # the port of Spark Connect where none is named
_PACKED = (".gz", ".bz2", ".zst", ".xz")


def open_session(master: str | None) -> Any:
    """The session that there is, or a new one: `local[2]`, a cluster, or `sc://host` for Spark Connect."""
    if master is not None and master.startswith("sc://"):
        _require_server(master)
    with without_warnings(), plainly():
        return _opened(master)


def _require_server(master: str) -> None:
    """Refuse an address where nobody listens, which a client of Spark Connect would ask for ten minutes."""
    if any(f"{each}_proxy" in os.environ for each in ("grpc", "https", "http")):
        return  # the way goes through another machine
    try:
        found = urlsplit(master)
        socket.create_connection((found.hostname or "", found.port or _CONNECT), timeout=10).close()
    except ValueError as error:
        raise InputError("spark-not-there", place=master, why=str(error)) from None
    except (ConnectionRefusedError, socket.gaierror) as error:
        raise InputError("spark-not-there", place=master, why=error.strerror or str(error)) from None
    except OSError:
        return  # it may be slow: the client waits longer than we do


def _opened(master: str | None) -> Any:
    from pyspark.sql import SparkSession  # noqa: PLC0415 (an extra)

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # or workers would take any python3 that they find
    builder = SparkSession.builder.appName("cranfield")
    if master is not None and master.startswith("sc://"):
        return builder.remote(master).getOrCreate()
    if master is not None:
        builder = builder.master(master)
    if master is not None and master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        builder = builder.config("spark.sql.shuffle.partitions", "8").config("spark.ui.enabled", "false")
    # its own bar would be drawn over ours, and what goes wrong is told in a sentence
    return builder.config("spark.ui.showConsoleProgress", "false").config("spark.log.level", "OFF").getOrCreate()


def read_frame(spark: Any, paths: Sequence[str], *, form: str | None = None, numbers: Collection[str] = ()) -> Any:
    """A DataFrame of files or folders of one format; the cells of CSV and TSV are text, but those of `numbers`."""
    kind = form or _format_of(paths[0])
    names = list(map(located, paths))
    with quiet(spark):
        if kind == "parquet":
            return spark.read.parquet(*names)
        if kind == "jsonl":
            return spark.read.json(names)
        if kind in ("csv", "tsv"):
            frame = spark.read.csv(
                names, header=True, sep="\t" if kind == "tsv" else ",", inferSchema=False, escape='"'
            )
            cells = [
                f"cast({column(name)} as double) as {column(name)}" if name in numbers else column(name)
                for name in frame.columns
            ]
            return frame.selectExpr(*cells)
    raise InputError("no-format-on-spark", source=paths[0], form=kind, formats=sorted(set(_ENDINGS.values())))


def _format_of(path: str) -> str:
    name = path.lower().rstrip("/")
    for ending in _PACKED:
        name = name.removesuffix(ending)
    return _ENDINGS.get(Path(name).suffix, "parquet")  # folders of Parquet have no ending as a rule
