"""Values that no public function expects: wrong types, extremes, hostile objects and tables of odd types."""

from __future__ import annotations

import datetime as dt
import decimal
import pathlib
from collections.abc import Mapping

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa


class HostileError(Exception):
    """What the methods of a hostile object raise."""


def _raise(*_arguments, **_keywords):
    raise HostileError


def hostile(*methods, base=object):
    """An object whose methods of these names raise."""
    return type("Hostile", (base,), dict.fromkeys(methods, _raise))()


class HostileMapping(Mapping):
    """A mapping that says it holds something and gives nothing."""

    def __getitem__(self, key):
        raise HostileError

    def __iter__(self):
        return iter(["q1", "q2"])

    def __len__(self):
        return 2


class Endless:
    """Claims a length that it does not have."""

    def __len__(self):
        return 10**6

    def __iter__(self):
        return iter([1, "a", None])


def nested(depth):
    """Lists in lists."""
    found = []
    for _ in range(depth):
        found = [found]
    return found


def _view(data: bytes):
    """A string view whose bytes may be no UTF-8."""
    binary = pa.array([data, data], pa.binary())
    return pa.Array.from_buffers(pa.string(), 2, binary.buffers())


PLAIN = {
    "None": None,
    "True": True,
    "False": False,
    "zero": 0,
    "five": 5,
    "minus one": -1,
    "huge": 10**30,
    "unprintable int": 10**5000,
    "half": 0.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "minus inf": float("-inf"),
    "tiny": 5e-324,
    "largest": 1.7e308,
    "complex": 1j,
    "decimal": decimal.Decimal("NaN"),
    "empty text": "",
    "text": "a",
    "dash text": "x-",
    "nul": "a\x00b",
    "lone surrogate": "\ud800",
    "newline": "a\nb",
    "long text": "a" * 70_000,
    "missing path": "/no/such/file",
    "folder": "/",
    "pattern": "/no/*.such[",
    "path": pathlib.Path("no.parquet"),
    "bytes": b"ab",
    "odd bytes": b"\xff\xfe\x00",
    "empty bytes": b"",
    "bytearray": bytearray(b"q1"),
    "memory": memoryview(b"q"),
    "date": dt.date(2020, 1, 1),
    "ellipsis": ...,
    "type": int,
    "function": len,
    "object": object(),
    "slice": slice(1),
    "range": range(3),
}
CONTAINERS = {
    "empty list": [],
    "empty tuple": (),
    "empty dict": {},
    "empty set": set(),
    "list of None": [None],
    "list of text": ["a", "b"],
    "list of numbers": [1, 2],
    "mixed list": [1, "a", None, 2.5],
    "list of lists": [[1], ["a"]],
    "deep": nested(200),
    "number keys": {5: 5},
    "text keys": {"query": 5},
    "None key": {None: None},
    "mixed keys": {"q1": 1, 2: "b", None: 3.5},
    "dict of lists": {"q1": [1, 2]},
    "dict of dicts": {"q1": {"d1": "x"}},
    "nested dicts": {"q1": {"d1": {"d2": 1}}},
    "bytes keys": {b"q1": {b"d1": 1}},
    "odd grades": {"q1": {"d1": 10**400}},
    "complex grades": {"q1": {"d1": 1j}},
    "tuple keys": {("q", 1): {("d",): 1}},
    "list in dict": {"q1": {"d1": [1]}},
    "generator": (each for each in ["a", 1]),
    "frozenset": frozenset([1, "a"]),
    "huge list": [10**30, -(10**30)],
    "nan list": [float("nan")] * 2,
    "text with surrogates": ["\ud800", "b"],
    "list of objects": [object(), object()],
    "list of bytes": [b"a", b"\xff"],
    "list of dicts": [{"a": 1}, {}],
    "list of hostile": [hostile("__str__", "__repr__")],
}
HOSTILE = {
    "str": hostile("__str__", "__repr__"),
    "format": hostile("__format__", "__str__", "__repr__"),
    "len": hostile("__len__"),
    "iter": hostile("__iter__", "__len__"),
    "eq": hostile("__eq__", "__hash__"),
    "bool": hostile("__bool__"),
    "index": hostile("__index__", "__int__", "__float__"),
    "getattr": hostile("__getattr__"),
    "fspath": hostile("__fspath__"),
    "read": hostile("read"),
    "arrow": hostile("__arrow_c_stream__"),
    "array": hostile("__array__", "__len__"),
    "contains": hostile("__contains__", "__getitem__", "__iter__"),
    "text": hostile("__str__", "__repr__", "__eq__", "__hash__", "strip", "lower", base=str),
    "list": hostile("__iter__", "__len__", "__getitem__", base=list),
    "dict": hostile("__iter__", "__len__", "__getitem__", "items", "keys", "get", base=dict),
    "int": hostile("__index__", "__lt__", "__gt__", "__le__", "__ge__", "__eq__", "__hash__", "__repr__", base=int),
    "float": hostile("__float__", "__lt__", "__gt__", "__le__", "__repr__", base=float),
    "mapping": HostileMapping(),
    "endless": Endless(),
}
NUMPY = {
    "int8": np.int8(3),
    "float16": np.float16(0.5),
    "float32 nan": np.float32("nan"),
    "bool": np.bool_(True),
    "str": np.str_("a"),
    "datetime": np.datetime64("2020-01-01"),
    "NaT": np.timedelta64("NaT", "s"),
    "scalar array": np.array(3),
    "empty": np.array([]),
    "2d": np.ones((2, 2)),
    "3d": np.ones((2, 1, 2)),
    "no rows": np.ones((0, 3)),
    "f16": np.array([0, 1], np.float16),
    "f16 nan": np.array([np.nan, 1], np.float16),
    "u64": np.array([2**64 - 1, 2**63], np.uint64),
    "bytes": np.array([b"a", b"\xff"]),
    "objects": np.array([1, "a"], object),
    "void": np.zeros(2, [("a", int), ("b", float)]),
    "complex": np.array([1j, 2]),
    "longdouble": np.array([1, 2], np.longdouble),
    "dates": np.array(["2020-01-01", "NaT"], "datetime64[D]"),
    "big-endian": np.array([1, 2], ">i4"),
    "surrogates": np.array(["\ud800", "b"]),
    "bools": np.array([True, False]),
    "infinite": np.array([np.inf, -np.inf]),
    "masked": np.ma.masked_array([1.0, 2.0], [True, False]),
    "hostile": np.array([hostile("__str__", "__eq__", "__hash__")] * 2),
    "text": np.array(["a", "b"]),
    "strided": np.arange(8)[::4],
}
_COLUMNS = {"query": ["q1", "q2"], "doc": ["d1", "d2"]}
TABLES = {
    "pandas huge document": pd.DataFrame({"query": ["q1"], "doc": [10**30], "score": [1.0]}),
    "pandas objects": pd.DataFrame({**_COLUMNS, "score": [object(), None]}),
    "pandas multi": pd.DataFrame({("a", "b"): [1], ("a", "c"): [2]}),
    "pandas twice": pd.DataFrame([[1, 2]], columns=["query", "query"]),
    "pandas empty": pd.DataFrame(),
    "pandas complex": pd.DataFrame({**_COLUMNS, "score": [1j, 2]}),
    "pandas period": pd.DataFrame({**_COLUMNS, "score": pd.period_range("2020", periods=2, freq="D")}),
    "pandas interval": pd.DataFrame({**_COLUMNS, "score": pd.interval_range(0, 2)}),
    "pandas series": pd.Series([1, "a"]),
    "pandas categorical": pd.Series(["a", None], dtype="category"),
    "pandas nullable": pd.Series([1, None], dtype="Int64"),
    "pandas NaT": pd.Series([pd.NaT, pd.Timestamp("2020")]),
    "polars objects": pl.DataFrame({**_COLUMNS, "score": pl.Series([object(), object()], dtype=pl.Object)}),
    "polars list": pl.DataFrame({**_COLUMNS, "score": [[1], [2]]}),
    "polars lazy": pl.LazyFrame(_COLUMNS),
    "polars struct": pl.DataFrame({**_COLUMNS, "score": [{"a": 1}, {"a": 2}]}),
    "polars empty": pl.DataFrame(),
    "polars series": pl.Series(["a", None]),
    "polars decimal": pl.DataFrame({**_COLUMNS, "score": [decimal.Decimal(1)] * 2}),
    "polars time": pl.DataFrame({**_COLUMNS, "score": [dt.time(1), None]}),
    "polars null": pl.DataFrame({**_COLUMNS, "score": [None] * 2}),
    "arrow null": pa.table({**_COLUMNS, "score": pa.nulls(2)}),
    "arrow empty": pa.table({}),
    "arrow no rows": pa.table({"query": pa.array([], pa.string())}),
    "arrow array": pa.array([1, None]),
    "arrow f16": pa.array(np.array([0, 1], np.float16)),
    "arrow chunked": pa.chunked_array([[1, 2], [None]]),
    "arrow scalar": pa.scalar(1),
    "arrow invalid text": _view(b"\xff\xfe"),
    "arrow invalid view": pa.table({"query": _view(b"\xff"), "doc": _view(b"\xc3"), "score": [1.0, 2.0]}),
    "arrow binary": pa.table({"query": pa.array([b"\xff", b"a"]), "doc": ["d1", "d2"], "score": [1, 2]}),
    "arrow dictionary": pa.table(
        {"query": pa.array(["a", None]).dictionary_encode(), "doc": ["d", "e"], "score": [1, 2]}
    ),
    "arrow list": pa.array([[1], [2]]),
    "arrow struct": pa.array([{"a": 1}, {"a": None}]),
    "arrow map": pa.array([[("a", 1)], []], pa.map_(pa.string(), pa.int64())),
    "arrow duration": pa.array([1, 2], pa.duration("s")),
    "arrow decimal": pa.array([decimal.Decimal("1e30")] * 2),
    "arrow batch": pa.record_batch({"a": [1]}),
    "arrow schema": pa.schema([("a", pa.int8())]),
    "arrow buffer": pa.py_buffer(b"q1 0 d1 1\n"),
    "arrow view": pa.array(["a", "b"], pa.string_view()) if hasattr(pa, "string_view") else pa.array(["a"]),
}

ODD = {
    f"{kind} {name}": value
    for kind, group in {
        "plain": PLAIN,
        "container": CONTAINERS,
        "hostile": HOSTILE,
        "numpy": NUMPY,
        "table": TABLES,
    }.items()
    for name, value in group.items()
}
