"""One small run and its judgments, written in every format."""

import bz2
import gzip
import io
import json
import lzma
import threading
import time

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet as pq

from cranfield.io.ids.machine_words import hash_first, hash_further, secrets

ONES = np.uint64(0x0101010101010101)  # what a word has more in each byte than its id

RUN = [
    ("q1", "d1", 1, 3.5),
    ("q1", "007", 2, 2.25),
    ("q1", "文档#4", 3, -1.0),
    ("q2", "d1", 1, 0.001),
    ("q2", "d/2", 2, 0.0005),
]
QRELS = [("q1", "007", 2.0), ("q1", "d9", 0.0), ("q1", "文档#4", -1.0), ("q2", "d1", 0.5)]


def run_table():
    query, doc, rank, score = zip(*RUN, strict=True)
    return pa.table({"query_id": query, "doc_id": doc, "rank": rank, "score": score})


def qrels_table():
    query, doc, grade = zip(*QRELS, strict=True)
    return pa.table({"query-id": query, "corpus-id": doc, "score": grade})


def _nested(rows):
    nested = {}
    for query, doc, *_, value in rows:
        nested.setdefault(query, {})[doc] = value
    return nested


def _parquet(table):
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def _arrow_file(table):
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def _arrow_stream(table):
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def _feather(table):
    sink = io.BytesIO()
    pyarrow.feather.write_feather(table, sink)
    return sink.getvalue()


def _lines(rows, separator, end="\n", header=None):
    written = ([] if header is None else [header]) + rows
    return "".join(separator.join(map(str, row)) + end for row in written).encode()


_TREC_RUN = [(q, "Q0", d, r, s, "tag") for q, d, r, s in RUN]
_TREC_QRELS = [(q, 0, d, g) for q, d, g in QRELS]

_HEADER = ("qid", "docno", "rank", "score")

# name -> (bytes, format that must be recognised)
RUNS = {
    "trec": (_lines(_TREC_RUN, " "), "trec"),
    "trec with tabs and CRLF": (_lines(_TREC_RUN, "\t", "\r\n"), "trec"),
    "trec with blanks": (_lines(_TREC_RUN, " \t ", " \n"), "trec"),
    "trec with mark, comments and blank lines": (
        b"\xef\xbb\xbf# made by hand\n\n" + _lines(_TREC_RUN, " ", "\n\n# x y z a b c\n"),
        "trec",
    ),
    "trec with indented comments": (b"  # a b c d e\n \t# x\n" + _lines(_TREC_RUN, " ", "\n  # a b c d e\n"), "trec"),
    "trec without last newline": (_lines(_TREC_RUN, " ").rstrip(), "trec"),
    "trec with extra fields": (_lines([(*row, "more", 1) for row in _TREC_RUN], " "), "trec"),
    "trec with plus signs": (_lines([(*row[:4], f"{row[4]:+}", "tag") for row in _TREC_RUN], " "), "trec"),
    "csv": (_lines(RUN, ",", header=_HEADER), "csv"),
    "csv with quotes": (_lines([(q, f'"{d}"', r, s) for q, d, r, s in RUN], ",", header=_HEADER), "csv"),
    "tsv": (_lines(RUN, "\t", "\r\n", header=("query_id", "doc_id", "rank", "score")), "tsv"),
    "csv with mark": (b"\xef\xbb\xbf" + _lines(RUN, ",", header=("qid", "docid", "rank", "score")), "csv"),
    "csv in another order": (
        _lines([(s, r, d, "words", q) for q, d, r, s in RUN], "\t", header=("Score", "Rank", "DocNo", "query", "QID")),
        "tsv",
    ),
    "jsonl": (
        "".join(json.dumps({"qid": q, "docid": d, "rank": r, "score": s}) + "\n" for q, d, r, s in RUN).encode(),
        "jsonl",
    ),
    "json": (json.dumps(_nested(RUN)).encode(), "json"),
    "json on many lines": (json.dumps(_nested(RUN), indent=2, ensure_ascii=False).encode(), "json"),
    "parquet": (_parquet(run_table()), "parquet"),
    "arrow file": (_arrow_file(run_table()), "arrow"),
    "arrow stream": (_arrow_stream(run_table()), "arrow"),
    "feather": (_feather(run_table()), "arrow"),
}  # fmt: skip
QRELS_FILES = {
    "trec": (_lines(_TREC_QRELS, " "), "trec"),
    "trec with tabs": (_lines(_TREC_QRELS, "\t", "\r\n"), "trec"),
    "BEIR": (_lines(QRELS, "\t", "\r\n", header=("query-id", "corpus-id", "score")), "tsv"),
    "csv": (_lines(QRELS, ",", header=("topic", "docno", "relevance")), "csv"),
    "header with blanks": (_lines(QRELS, " ", header=("query", "doc", "grade")), "tsv"),
    "jsonl": ("".join(json.dumps({"query": q, "doc": d, "grade": g}) + "\n" for q, d, g in QRELS).encode(), "jsonl"),
    "json": (json.dumps(_nested(QRELS)).encode(), "json"),
    "parquet": (_parquet(qrels_table()), "parquet"),
    "arrow file": (_arrow_file(qrels_table()), "arrow"),
}
MSMARCO = _lines([(q, d, r) for q, d, r, _ in RUN], "\t")


def _zstandard(data):
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


COMPRESSIONS = {
    "": lambda data: data,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": _zstandard,
}


def colliding():
    """Two ids of sixteen printable characters with one hash, which takes the secrets of this process."""
    random = np.random.default_rng(7)
    first, second = (np.uint64(pow(secret, -1, 2**64)) for secret in secrets(1))
    while True:
        one, other, tail = random.integers(34, 127, (3, 1 << 14, 8), np.uint8).view("<u8")[..., 0]
        wanted = hash_first(one + ONES) + hash_further(tail + ONES, 1) - hash_first(other + ONES)
        end = wanted * second
        end = (end ^ (end >> np.uint64(32))) * first - ONES
        held = end.view(np.uint8).reshape(-1, 8)
        if len(rows := np.flatnonzero((held > 33).all(axis=1) & (held < 127).all(axis=1) & (one != other))):
            pairs = np.array([[one, tail], [other, end]])[:, :, rows[0]]
            return tuple(pair.tobytes().decode() for pair in pairs)


TWINS = colliding()


THIRTY_QRELS = {f"q{i}": {"d1": 1, "d2": 0, "document-of-some-length": 2} for i in range(30)}


def lines_of(count=30, depth=8):
    docs = ["d1", "x", "document-of-some-length", "d2", *(f"other{i}" for i in range(depth))][:depth]
    return [f"q{i} Q0 {doc} {rank} {9 - rank}.5 t\n" for i in range(count) for rank, doc in enumerate(docs, 1)]


def many_groups(rows=400):
    return pa.table(
        {
            "query": [f"q{i // 7}" for i in range(rows)],
            "doc": [f"d{i % 7}" for i in range(rows)],
            "score": [float(-i) for i in range(rows)],
        }
    )


def working():
    """How many threads there are."""
    return threading.active_count()


def assert_nobody_works_but(before):
    end = time.monotonic() + 5
    while working() > before and time.monotonic() < end:
        time.sleep(0.001)  # a thread that is done may need a moment to end
    assert working() <= before
