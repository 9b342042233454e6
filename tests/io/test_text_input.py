"""Texts from everywhere: lists either way round, lines, fields of tables; what could go wrong is said."""

import bz2
import gzip
import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, evaluate, text


def references_of(batch):
    return [batch.ragged("reference")[at].tolist() for at in range(len(batch))]


def test_candidates_and_references_cannot_be_swapped_in_silence():
    with pytest.raises(TypeError, match="positional"):
        text(["a"], ["b"])


@pytest.mark.parametrize(
    ("references", "expected"),
    [
        (["x", "y", "z"], [["x"], ["y"], ["z"]]),
        ([["x"], ["y", "y2"], ["z"]], [["x"], ["y", "y2"], ["z"]]),
        ([["x", "y", "z"]], [["x"], ["y"], ["z"]]),
        ([["x", "y", "z"], ["x2", None, "z2"]], [["x", "x2"], ["y"], ["z", "z2"]]),
        (("x", "y", "z"), [["x"], ["y"], ["z"]]),
        (pa.array(["x", "y", "z"]), [["x"], ["y"], ["z"]]),
    ],
)
def test_references_come_in_any_shape(references, expected):
    assert references_of(text(candidates=["a", "b", "c"], references=references)) == expected


def test_a_square_of_references_is_refused_with_both_readings():
    square = [["a", "b"], ["c", "d"]]
    with pytest.raises(InputError) as caught:
        text(candidates=["x", "y"], references=square)
    assert "orientation='segments'" in str(caught.value)
    assert "orientation='aligned'" in str(caught.value)
    assert references_of(text(candidates=["x", "y"], references=square, orientation="segments")) == square
    aligned = text(candidates=["x", "y"], references=square, orientation="aligned")
    assert references_of(aligned) == [["a", "c"], ["b", "d"]]


@pytest.mark.parametrize(
    ("candidates", "references", "message"),
    [
        (
            ["a", "b", "c"],
            ["x", "y"],
            "there are 3 candidates (candidates) but 2 references (references); both must be",
        ),
        (
            ["a", "b"],
            [["x"], ["y"], ["z"]],
            "references: there are 2 candidates and 3 lists of references with 1, 1, 1",
        ),
        (["a", None], ["x", "y"], "candidates: candidate 2 must be text, not None; an empty answer is ''"),
        (["a", "b"], [["x"], [None]], "text: segment 2 has no reference; give at least one"),
        (["a", "b"], [["x"], [3]], "text: the references of segment 2 must be texts, not a int"),
        (["a"], ["\ud800"], "text: a reference of segment 1 holds half a surrogate pair"),
        (["a"], [["x"], "y"], "references: must be texts or lists of texts, not a mixture with 'y'"),
        (7, ["x"], "text: candidates must be a path or a list of texts, not int"),
    ],
)
def test_what_does_not_fit_is_said_with_both_counts(candidates, references, message):
    with pytest.raises(InputError) as caught:
        text(candidates=candidates, references=references)
    assert str(caught.value).startswith(message)


def test_an_empty_candidate_is_scored_and_counted():
    batch = text(candidates=["", "a b"], references=["a", "a b"])
    assert [each.key for each in batch.findings] == ["empty-candidate"]
    assert evaluate(batch, "ROUGE-1")["ROUGE-1"].values.tolist() == [0, 1]


def test_empty_references_are_texts_or_left_out():
    given = {"candidates": ["a", "b"], "references": [["a", ""], ["b", "c"]], "orientation": "segments"}
    assert references_of(text(**given)) == [["a", ""], ["b", "c"]]
    assert "set blank_references=skip" in text(**given).findings[0].message
    assert references_of(text(**given, blank_references="skip")) == [["a"], ["b", "c"]]


def test_only_line_feeds_end_segments(tmp_path):
    odd = ["a\u2028b", "c\x85d\x0be", "f\x1cg", "", "h\u2029"]
    for end in ("\n", "\r\n"):
        (tmp_path / "odd.txt").write_bytes(b"\xef\xbb\xbf" + "".join(line + end for line in odd).encode())
        batch = text(candidates=str(tmp_path / "odd.txt"), references=odd)
        assert batch.array("candidate").tolist() == odd
        assert evaluate(batch, "chrF")["chrF"].value == pytest.approx(100)


def test_lines_are_read_compressed_and_from_standard_input(tmp_path, monkeypatch):
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"x y\nz\n"))
    (tmp_path / "b.bz2").write_bytes(bz2.compress(b"x y\nz"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x\nz\n")))
    batch = text(candidates=tmp_path / "a.gz", references=[tmp_path / "b.bz2", Path("-")])
    assert references_of(batch) == [["x y", "x"], ["z", "z"]]
    assert [one["name"] for one in batch.inputs][2] == "standard input"
    assert all(len(one["sha256"]) == 64 for one in batch.inputs)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"ok\n\xff\xfe\xfa\n", "line 2: must be UTF-8 text, not "),
        (b"a\rb\rc", "ends its lines with carriage returns only"),
        (b"\xff\xfea\x00", "is UTF-16 text; save it as UTF-8"),
        (b"PAR1xxxx", "is a parquet table; give it as data and name its fields"),
        (b"", "is empty"),
    ],
)
def test_files_that_are_no_lines_are_refused(tmp_path, raw, message):
    (tmp_path / "f.txt").write_bytes(raw)
    with pytest.raises(InputError) as caught:
        text(candidates=str(tmp_path / "f.txt"), references=["x"])
    assert message in str(caught.value)


ROWS = [
    {"id": "b", "out": 'say "hi",\nplease', "ref": "say hi", "more": ["x", "y"]},
    {"id": "a", "out": "", "ref": "r2", "more": ["z"]},
]


def write(folder, kind):
    table = pa.Table.from_pylist(ROWS)
    path = folder / f"data.{kind}"
    if kind == "parquet":
        pq.write_table(table, path)
    elif kind == "arrow":
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write(table)
    elif kind == "jsonl":
        path.write_text("\n".join(json.dumps(row) for row in ROWS) + "\n\n")
    elif kind == "json":
        path.write_text(json.dumps(ROWS))
    else:
        mark = "," if kind == "csv" else "\t"
        first = "id" if kind == "csv" else '"id"'  # tells that cells are quoted
        path.write_text(f'{first}{mark}out{mark}ref\r\nb{mark}"say ""hi"",\nplease"{mark}say hi\r\na{mark}{mark}r2\r\n')
    return path


@pytest.mark.parametrize("kind", ["jsonl", "json", "csv", "tsv", "parquet", "arrow"])
def test_fields_of_tables(tmp_path, kind):
    path = write(tmp_path, kind)
    batch = text(data=path, candidates="out", references="ref", ids="id")
    assert batch.units == ["b", "a"]  # the order of the file
    assert batch.array("candidate").tolist() == ['say "hi",\nplease', ""]
    assert references_of(batch) == [["say hi"], ["r2"]]
    if kind not in ("csv", "tsv"):
        assert references_of(text(data=path, candidates="out", references="more")) == [["x", "y"], ["z"]]
        both = text(data=path, candidates="out", references=["ref", "more"])
        assert references_of(both) == [["say hi", "x", "y"], ["r2", "z"]]
    with pytest.raises(
        InputError, match=r"there is no column 'outt' for the candidates; there are id, out, ref.*; did you mean out"
    ):
        text(data=path, candidates="outt", references="ref")


def test_dataframes_and_tables_in_memory():
    import pandas as pd

    frame = pd.DataFrame(ROWS)
    assert references_of(text(data=frame, candidates="out", references="ref")) == [["say hi"], ["r2"]]
    assert references_of(text(candidates=frame["out"], references=frame["ref"])) == [["say hi"], ["r2"]]


@pytest.mark.parametrize(
    ("raw", "line", "message"),
    [
        (b'{"out": "a", "ref": "b"}\nnonsense\n', 2, "must be a JSON object, not 'nonsense'"),
        (b'{"out": "a", "ref": "b"}\n{"out": "c"}\n', 2, "there is no column 'ref' for the references; there are out"),
        (b"out,ref\na,b\nc\n", 3, "the header names 2 columns, but here are 1: 'c'; mend the line"),
        (b"out,ref\na,\xff\n", 2, "the references must be UTF-8 text, not"),
    ],
)
def test_faults_in_tables_have_their_line(tmp_path, raw, line, message):
    (tmp_path / "t").write_bytes(raw)
    with pytest.raises(InputError) as caught:
        text(data=str(tmp_path / "t"), candidates="out", references="ref")
    assert f"line {line}: {message}" in str(caught.value)


def test_ids_must_be_as_many_as_candidates_and_differ():
    for ids, message in ((["1"], "there are 1 ids for 2 candidates"), (["1", "1"], "the id '1' is given twice")):
        with pytest.raises(InputError, match=message):
            text(candidates=["a", "b"], references=["a", "b"], ids=ids)


def test_messages_name_the_segment_by_its_id_also_when_ids_are_not_in_order():
    batch = text(candidates=["", "x"], references=["a", "b"], ids=["z", "a"])
    assert [each.examples for each in batch.findings] == [("z",)]
    with pytest.raises(InputError, match="the candidate of segment z holds half a surrogate pair"):
        text(candidates=["\ud800", "x"], references=["a", "b"], ids=["z", "a"])
    with pytest.raises(InputError, match="a reference of segment z holds half"):
        text(candidates=["y", "x"], references=[["a", "\ud800"], ["b"]], ids=["z", "a"], orientation="segments")
    with pytest.raises(InputError, match="segment z has no reference"):
        text(candidates=["y", "x"], references=[[], ["b"]], ids=["z", "a"])


class Name(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other):
        Name.compared += 1
        return str.__eq__(self, other)

    def __str__(self):
        return self

    __hash__ = str.__hash__


def test_a_repeated_id_is_found_without_comparing_all_pairs():
    names = [Name(at) for at in range(1000)]
    with pytest.raises(InputError, match="the id '999' is given twice"):
        text(candidates=["a"] * 1001, references=["a"] * 1001, ids=[*names, Name(999)])
    assert Name.compared < 10_000


@pytest.mark.parametrize("raw", [b"out,ref\n", b"[]", b"out\tref\n", pa.table({"out": [], "ref": []})])
def test_a_table_without_rows_is_refused(raw):
    with pytest.raises(InputError, match=r"has (a header but )?no rows; check the (file|table)$"):
        text(data=raw, candidates="out", references="ref")


def test_lists_without_texts_are_refused():
    with pytest.raises(InputError, match="there are no candidates and no references"):
        text(candidates=[], references=[])


def test_a_stream_of_a_table_is_read_once_for_all_fields():
    raw = "".join(json.dumps({**row, "id": at}) + "\n" for at, row in enumerate(ROWS)).encode()
    batch = text(data=io.BytesIO(raw), candidates="out", references=["ref", "out"], ids="id")
    assert batch.units == ["0", "1"]
    assert len(batch.inputs) == 1


def test_a_null_list_is_a_segment_without_references(tmp_path):
    pq.write_table(pa.table({"out": ["a", "b"], "ref": [["x"], None]}), tmp_path / "t.parquet")
    with pytest.raises(InputError, match="segment 2 has no reference; give at least one"):
        text(data=str(tmp_path / "t.parquet"), candidates="out", references="ref")


def test_two_fields_of_one_name_are_refused():
    table = pa.table([["a"], ["b"], ["c"]], names=["out", "ref", "ref"])
    for data in (table, b"out,ref,ref\na,b,c\n"):
        with pytest.raises(InputError, match="has two columns 'ref'; rename or remove one"):
            text(data=data, candidates="out", references="ref")


@pytest.mark.parametrize("role", ["candidates", "references"])
@pytest.mark.parametrize("kind", [str, Path])
def test_a_folder_is_no_list_of_characters(tmp_path, role, kind):
    given = {"candidates": ["a"], "references": ["a"]} | {role: kind(tmp_path)}
    with pytest.raises(InputError, match="is a directory; give a file"):
        text(**given)
