"""Targets that read data: runs and judgments, tables, damaged binary files, labels, texts, groups."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cranfield import CranfieldError, evaluate, groups, labels, ranking, text
from cranfield.io.check import check

__all__ = ["QRELS", "RUN", "TARGETS", "one_short_line", "same_compressed", "told"]

QRELS = b"q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n"
RUN = b"q1 Q0 d2 1 2.5 t\nq1 Q0 d1 2 1.5 t\nq2 Q0 d9 1 3 t\nq2 Q0 d1 2 1 t\n"
LONGEST = 2000  # characters of a sentence, of which a path may take half
CUT = b"\n====\n"
PACKED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18")  # how compressed files begin
MEASURES = ["nDCG@3", "AP", "RR", "NumRet"]
ROWS = [("q1", "d2", 2.5), ("q1", "d1", 1.5), ("q2", "d9", 3.0), ("q2", "d1", 1.0)]
_NO_TEXT = ("true", "false", "True", "False", "nan", "NaN", "null", "inf", "Infinity", "infinity")
COLUMNS = {name: [row[at] for row in ROWS] for at, name in enumerate(("query", "doc", "score"))}


def one_short_line(error: CranfieldError) -> None:
    """What is refused is refused in a sentence."""
    assert "\n" not in str(error), "an error is one line"
    assert len(str(error)) < LONGEST, "an error is short"


def told(make: Any) -> tuple[str, Any]:
    """The values of a batch, or the key of the refusal; a refusal is one short line."""
    try:
        results = evaluate(make(), MEASURES)
    except CranfieldError as error:
        one_short_line(error)
        return "refused", error.key
    return "values", {name: sorted(result.units.items()) for name, result in results.found.items()}


def same(one: tuple[str, Any], other: tuple[str, Any], why: str) -> None:
    """Two ways to the same data say the same."""
    assert one == other or repr(one) == repr(other), f"{why}: {one!s:.300} and {other!s:.300}"


def same_compressed(data: bytes, say: Any) -> None:
    """What is said of data is said of it in a compressed file too; what seems compressed is not compressed again."""
    found = say(data)
    if not data.startswith(PACKED):
        same(found, say(gzip.compress(data)), "gz")


def trec(data: bytes) -> None:
    """TREC text: the same numbers as the same rows in a dict, and the same from a compressed file."""
    qrels, _, run = data.partition(CUT)
    found = told(lambda: ranking(qrels, run, qrels_format="trec", run_format="trec"))
    same(found, told(lambda: ranking(gzip.compress(qrels), gzip.compress(run), input_format="trec")), "gz")
    for finding in check(qrels, run):
        assert finding.count > 0, "a finding is about something"
    rows = _plain_rows(qrels, 4), _plain_rows(run, 6)
    if found[0] == "values" and rows[0] is not None and rows[1] is not None:
        judged: dict[str, dict[str, float]] = {}
        listed: dict[str, dict[str, float]] = {}
        for query, _, doc, grade in rows[0]:
            judged.setdefault(query, {})[doc] = float(grade)
        for query, _, doc, _, score, _ in rows[1]:
            listed.setdefault(query, {})[doc] = float(score)
        same(found, told(lambda: ranking(judged, listed)), "text and dict")


def _plain_rows(data: bytes, fields: int) -> list[list[str]] | None:
    """The fields of every line, where nothing about them is odd."""
    try:
        lines = data.decode("ascii").split("\n")
    except UnicodeDecodeError:
        return None
    rows = [line.replace("\t", " ").split(" ") for line in lines if line]
    rows = [[each for each in row if each] for row in rows]
    plain = all(len(row) == fields and not row[0].startswith("#") for row in rows)
    return rows if plain and not any(char in data for char in b"\r\x0b\x0c\x1c\x1d\x1e\x1f") else None


def tables(data: bytes) -> None:
    """CSV, TSV, JSON and JSON Lines, recognised by what they hold, as judgments and as a run."""
    for give in (lambda each: ranking(QRELS, each), lambda each: ranking(each, RUN)):
        same_compressed(data, lambda each, give=give: told(lambda: give(each)))
    told_groups(data)


def told_groups(data: bytes) -> None:
    """A file of groups."""
    try:
        found = groups(data)
    except CranfieldError as error:
        one_short_line(error)
        return
    assert all(isinstance(each, str) for pair in found.items() for each in pair), "groups are texts"


def binary(data: bytes) -> None:
    """Damaged Arrow, Parquet and compressed files."""
    told(lambda: ranking(QRELS, data))
    told(lambda: ranking(data, RUN))


def label_table(data: bytes) -> None:
    """A CSV of labels: the same accuracy as the columns that Python's own reader finds."""
    try:
        batch = labels(data, truth="y", guess="g", input_format="csv")
    except CranfieldError as error:
        one_short_line(error)
        return
    value = evaluate(batch, ["accuracy"])["accuracy"].value
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig", "replace"), newline=""), strict=False))
    header, body = [each.strip() for each in rows[0]], [row for row in rows[1:] if row]
    if header.count("y") != 1 or header.count("g") != 1:
        return
    letters = [row[header.index(name)] for name in ("y", "g") for row in body if len(row) == len(header)]
    half = len(body)
    if len(letters) == 2 * half and all(each.isascii() and each.isalpha() and each not in _NO_TEXT for each in letters):
        right = sum(one == other for one, other in zip(letters[:half], letters[half:], strict=True))
        assert abs(value - right / half) < 1e-12, f"{value} of {right} / {half}"


def texts(data: bytes) -> None:
    """Candidates and references in lines: the same BLEU as from lists."""
    candidates, _, references = data.partition(CUT)

    def values(batch: Any) -> Any:
        found = evaluate(batch, ["BLEU", "chrF", "ROUGE-L"])
        return {name: sorted(result.units.items()) for name, result in found.found.items()}

    try:
        found = values(text(candidates=candidates, references=references))
    except CranfieldError as error:
        one_short_line(error)
        return
    if (
        b"\r" in data
        or b"\x00" in data
        or data.startswith((b"\xef\xbb\xbf", b"\x1f\x8b"))
        or b"\xef\xbb\xbf" in references
    ):
        return
    lists = [each.decode().removesuffix("\n").split("\n") for each in (candidates, references)]
    assert found == values(text(candidates=lists[0], references=lists[1], orientation=None)), "lines and lists"


def _bytes_of(write: Any) -> bytes:
    sink = io.BytesIO()
    write(pa.table(COLUMNS), sink)
    return sink.getvalue()


def _arrow(table: pa.Table, sink: Any) -> None:
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)


_CSV = b"query,doc,score\n" + b"".join(f"{q},{d},{s}\n".encode() for q, d, s in ROWS)
_JSONL = b"".join(json.dumps(dict(zip(COLUMNS, row, strict=True))).encode() + b"\n" for row in ROWS)

# name: (what runs, what it starts from)
TARGETS: dict[str, tuple[Any, list[bytes]]] = {
    "trec": (
        trec,
        [QRELS + CUT + RUN, b"1 0 a 1" + CUT + b"1 Q0 a 1 0.5 r\n", b"# c\nq 0 d -1\n" + CUT + b"q Q0 d 1 1e3 t"],
    ),
    "tables": (
        tables,
        [
            _CSV,
            _CSV.replace(b",", b"\t"),
            _JSONL,
            b'{"q1": {"d1": 1.5, "d2": 1}}',
            b'{"q1": ["d1", "d2"]}',
            b'{"query": "q1", "group": "g"}\n',
            b"q1\tshort\nq2\tlong\n",
            b'{"q1": "short"}',
            b'"query","doc","score"\n"q1","d,1","2"\n',
            b'{"qid": "q1", "results": [{"id": "d1", "score": 2}]}\n',
        ],
    ),
    "binary": (binary, [_bytes_of(pq.write_table), _bytes_of(_arrow), gzip.compress(RUN), gzip.compress(_CSV)]),
    "labels": (label_table, [b"y,g\na,a\nb,a\n", b"x,y,g\n1,0,1\n2,1,1\n", b'y,g\n"a b",a\ntrue,false\n']),
    "text": (texts, [b"the cat\na mat\n" + CUT + b"the cat\nthe mat\n", "你好\n".encode() + CUT + "你们好\n".encode()]),
}
