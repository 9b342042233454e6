"""The words behind ids, in every form that people keep them in."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield.errors import InputError
from cranfield.io.captions import Caption, captions

ROWS = [
    {"_id": "d1", "title": "One", "text": 'first, "quoted"\tand tabbed'},
    {"_id": "d-2", "title": "", "text": "第二"},
    {"_id": "3", "title": "<b>Three</b>", "text": ""},
]
FOUND = {each["_id"]: Caption(each["title"], each["text"]) for each in ROWS}


def write_jsonl(path):
    path.write_text("".join(json.dumps(each) + "\n" for each in ROWS))  # 第二 is escaped in it


def write_parquet(path):
    pq.write_table(pa.Table.from_pylist(ROWS).append_column("url", [["x", "y", "z"]]), path)


def write_arrow(path):
    table = pa.Table.from_pylist(ROWS)
    with pa.ipc.new_file(path, table.schema) as file:
        file.write_table(table)


def write_stream(path):
    table = pa.Table.from_pylist(ROWS)
    with pa.ipc.new_stream(path, table.schema) as stream:
        stream.write_table(table)


def write_csv(path):
    path.write_text('id,title,text\nd1,One,"first, ""quoted""\tand tabbed"\nd-2,,第二\n3,<b>Three</b>,\n', "utf-8")


@pytest.mark.parametrize("write", [write_jsonl, write_parquet, write_arrow, write_stream, write_csv])
@pytest.mark.parametrize("packed", [False, True])
def test_every_form_says_the_same_packed_or_not(tmp_path, write, packed):
    path = tmp_path / "docs"
    write(path)
    if packed:
        path.write_bytes(gzip.compress(path.read_bytes()))
    assert captions(path) == FOUND
    assert captions(path, {"d-2", "nobody"}) == {"d-2": FOUND["d-2"]}


def test_ids_that_are_numbers_are_found_in_lines_and_tables(tmp_path):
    rows = [{"docid": number, "contents": f"text {number}" + " " * 500} for number in range(3000)]
    (tmp_path / "docs.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "docs.parquet")
    wanted = {"7": Caption("", "text 7" + " " * 500), "2999": Caption("", "text 2999" + " " * 500)}
    for name in ("docs.jsonl", "docs.parquet"):
        assert captions(tmp_path / name, set(wanted)) == wanted


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("first", [True, False])
def test_a_large_collection_is_looked_through_for_any_id(tmp_path, ascii_only, first):
    """Lines are skipped by how they begin; ids with escapes, quotes and other beginnings must still be found."""

    def text(at):  # long enough for several blocks
        return f"text {at} " * 60

    names = [f"doc {at}" for at in range(4000)] + ['a"b', "a\\", "文档", "\u2028", "doc 1x", ""]
    lines = []
    for at, name in enumerate(names):
        record = {"id": name, "text": text(at)} if first or at % 3 else {"text": text(at), "id": name}
        lines.append(json.dumps(record, ensure_ascii=ascii_only, separators=(",", ":") if at % 7 == 0 else None))
    (tmp_path / "docs.jsonl").write_text("\n".join(lines) + "\n\n", "utf-8")
    wanted = {*names[::5], *names[-6:], "nobody"}
    found = captions(tmp_path / "docs.jsonl", wanted)
    assert found == {name: Caption("", text(at)) for at, name in enumerate(names) if name in wanted}


def test_cells_in_quotes_may_go_over_lines(tmp_path):
    (tmp_path / "docs.csv").write_text('docid,text\nd1,"one\n\ntwo, ""three"""\nd2,four\n')
    assert captions(tmp_path / "docs.csv") == {"d1": Caption("", 'one\n\ntwo, "three"'), "d2": Caption("", "four")}
    (tmp_path / "docs.csv").write_text('docid,text\nd1,"one\ntwo"\nd1,other\n')
    with pytest.raises(InputError) as error:
        captions(tmp_path / "docs.csv")
    assert error.value.line == 4


ROBUST = """
<top>

<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations that participate in
international criminal activity.

<narr> Narrative:
A relevant document must as a minimum identify the organization.
</top>

<top>
<num> Number: 302 </num>
<title> Poliomyelitis &amp; Post-Polio </title>
</top>
"""
TIPSTER = """<top>
<head> Tipster Topic Description
<num> Number: 051
<dom> Domain: International Economics
<title> Topic: Airbus Subsidies
<desc> Description: Document will discuss government assistance.
<smry> Summary: no
</top>"""
COVID = """<?xml version="1.0"?>
<topics task="COVIDSearch Round 1" batch="2">
<topic number="1"><query>coronavirus origin</query><question>what is the origin</question></topic>
<topic number="2"><query>coronavirus response to weather changes</query></topic>
</topics>"""
CLINICAL = '<topics><topic number="1">\nPatient is a 45-year-old man\nwith x < 3.\n</topic></topics>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            ROBUST,
            {
                "301": Caption(
                    "International Organized Crime",
                    "Identify organizations that participate in international criminal activity.",
                ),
                "302": Caption("Poliomyelitis & Post-Polio", ""),
            },
        ),
        (TIPSTER, {"051": Caption("Airbus Subsidies", "Document will discuss government assistance.")}),
        (
            COVID,
            {
                "1": Caption("coronavirus origin", "what is the origin"),
                "2": Caption("coronavirus response to weather changes", ""),
            },
        ),
        (CLINICAL, {"1": Caption("", "Patient is a 45-year-old man with x < 3.")}),
    ],
)
def test_topics_of_trec_are_read_as_they_are_written(tmp_path, text, expected):
    path = tmp_path / "topics.txt"
    path.write_text(text)
    assert captions(path) == expected
    path.write_bytes(gzip.compress(text.encode()))
    assert captions(path) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html><body>no</body></html>", "has no topics; expected <top> with <num> and <title>"),
        (b"<top>\n<title> words\n</top>", "line 1: the topic has no number; write it as <num> 301"),
        (b"\n<top>\n<num> 3\n</top>", "line 2: topic '3' has no words; write them behind <title>, <query> or <desc>"),
        (b"<top><num>1<title>one</top>\n<top><num>1<title>two</top>", "line 2: has '1' a second time"),
        (b"<top><num>1<title>caf\xe9</top>", "line 1: must be UTF-8 text; convert the file to UTF-8"),
        (b"PAR1 no parquet at all", "is not a whole Parquet table"),
        (b"ARROW1 no arrow at all", "is not a whole Arrow table"),
        (b"PK\x03\x04 zip", "zip"),
        (b'[{"id": "a", "text": "b"}]', "line 1: must be a JSON object on each line"),
        (b'{"id": "a", "text": "b"}\n{"id": "c"', "line 2: must be a JSON object on each line"),
        (b'id,text\na,"' + b"x" * 200_000 + b'"\n', "line 2: cannot be read as cells with commas between them"),
        (bytes(range(256)) * 20, "binary"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_one_sentence(tmp_path, content, message):
    path = tmp_path / "given"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        captions(path)
    assert message in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_a_table_without_an_id_says_which_columns_it_has(tmp_path):
    pq.write_table(pa.table({"a": ["1"], "b": ["2"]}), tmp_path / "docs.parquet")
    with pytest.raises(InputError, match=r"must have an id and a text or a title; there are a, b; call them id, title"):
        captions(tmp_path / "docs.parquet")


def test_rows_of_tables_that_contradict_each_other_are_told_by_their_number(tmp_path):
    pq.write_table(pa.table({"id": ["a", "b", "a"], "text": ["1", "2", "3"]}), tmp_path / "docs.parquet")
    with pytest.raises(InputError, match=r"row 3: has 'a' a second time with another text"):
        captions(tmp_path / "docs.parquet", {"a"})


@pytest.mark.parametrize("wanted", [None, {"d3", "d2999", "nobody"}])
def test_long_texts_that_come_again_are_held_once(tmp_path, wanted):
    rows = [
        {"id": f"d{at}", "title": f"title {at % 7}".ljust(999), "text": f"{at % 50}".ljust(999)} for at in range(3000)
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "docs.parquet", row_group_size=1500)
    found = captions(tmp_path / "docs.parquet", wanted)
    kept = [each for each in rows if wanted is None or each["id"] in wanted]
    assert found == {each["id"]: Caption(each["title"], each["text"]) for each in kept}
    if wanted is None:
        assert len({id(each.text) for each in found.values()}) == 2 * 50  # once in each row group
        assert len({id(each.title) for each in found.values()}) == 2 * 7


@pytest.mark.parametrize("kind", [pa.string(), pa.int64()])
@pytest.mark.parametrize("stream", [False, True])
def test_ids_and_texts_may_be_numbers_of_dictionaries(tmp_path, kind, stream):
    ids = pa.DictionaryArray.from_arrays(pa.array([2, None, 0], pa.int8()), pa.array([5, 6, 7]).cast(kind))
    texts = pa.DictionaryArray.from_arrays(pa.array([1, 0, 1], pa.int32()), ["one", "two"])
    table = pa.table({"more": [1, 2, 3], "text": texts, "id": ids})
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(tmp_path / "docs", table.schema) as file:
        file.write_table(table)
    assert captions(tmp_path / "docs") == {"7": ("", "two"), "": ("", "one"), "5": ("", "two")}
    assert captions(tmp_path / "docs", {"5", "8"}) == {"5": ("", "two")}


def test_texts_of_which_no_dictionary_can_be_made_are_spelt_out(tmp_path, monkeypatch):
    """pyarrow refuses some encodings, at once or behind the first rows; each row still comes once."""
    rows = [{"id": f"d{at}", "text": f"{at % 50}".ljust(999)} for at in range(3000)]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "docs.parquet")
    plainly = pq.ParquetFile.iter_batches
    monkeypatch.setattr("cranfield.io.read.captioned_tables._ROWS", 700)

    def broken_behind(count):
        def iter_batches(file, size, *rest, **more):
            for at, batch in enumerate(plainly(file, size, *rest, **more)):
                if pa.types.is_dictionary(batch.column(batch.num_columns - 1).type) and size > 1 and at == count:
                    raise OSError("not yet implemented")
                yield batch

        return iter_batches

    for count in (0, 2):
        monkeypatch.setattr(pq.ParquetFile, "iter_batches", broken_behind(count))
        assert captions(tmp_path / "docs.parquet") == {each["id"]: Caption("", each["text"]) for each in rows}


@pytest.mark.parametrize("wanted", [None, {"a"}])
@pytest.mark.parametrize("coded", [False, True])
def test_texts_that_lie_outside_an_arrow_file_are_refused(tmp_path, coded, wanted):
    beyond = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(np.array([0, 1 << 30, 1], np.int32)), pa.py_buffer(b"xy")]
    )
    texts = pa.DictionaryArray.from_arrays(pa.array([0, 9], pa.int32()), ["x", "y"], safe=False) if coded else beyond
    batch = pa.record_batch({"id": ["a", "b"], "text": texts})
    with pa.ipc.new_file(tmp_path / "docs.arrow", batch.schema) as file:
        file.write_batch(batch)
    with pytest.raises(InputError, match="is not a whole Arrow table"):
        captions(tmp_path / "docs.arrow", wanted)


@pytest.mark.parametrize("kind", ["parquet", "arrow", "tsv"])
def test_two_columns_of_one_name_are_not_guessed_at(tmp_path, kind):
    path = tmp_path / "docs"
    table = pa.Table.from_arrays([pa.array(["a"]), pa.array(["one"]), pa.array(["two"])], ["id", "text", "text"])
    if kind == "parquet":
        pq.write_table(table, path)
    elif kind == "arrow":
        with pa.ipc.new_file(path, table.schema) as file:
            file.write_table(table)
    else:
        path.write_text("id\ttext\ttext\na\tone\ttwo\n")
    with pytest.raises(InputError, match="has two columns 'text'; rename or remove one"):
        captions(path)
