"""One table of formats serves every door: each takes every table, and a new format is a file and a row."""

import io
import json
import re
import sys
import types
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, evaluate, judgments, labels, ranking, text
from cranfield.io.groups import groups
from cranfield.io.read import formats
from cranfield.io.read.formats import FORMATS, Format, formats_of

PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
TABLES = ["csv", "tsv", "jsonl", "json", "parquet", "arrow"]


def written(rows, form):
    """Records in a format."""
    table = pa.Table.from_pylist(rows)
    names = table.column_names
    sink = io.BytesIO()
    if form == "parquet":
        pq.write_table(table, sink)
    elif form == "arrow":
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    elif form == "jsonl":
        return "".join(json.dumps(row) + "\n" for row in rows).encode()
    elif form == "json":
        return json.dumps(rows, indent=1).encode()
    else:
        mark = "," if form == "csv" else "\t"
        lines = [mark.join(names), *(mark.join(str(row[name]) for name in names) for row in rows)]
        return "\n".join(lines).encode() + b"\n"
    return sink.getvalue()


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize("form", TABLES)
def test_every_door_takes_every_table(form, told):
    given = {"input_format": form} if told else {}
    runs = [{"qid": "q1", "docid": "a", "score": 2.5}, {"qid": "q1", "docid": "b", "score": 3.5}]
    grades = [{"qid": "q1", "docid": "a", "grade": 1}, {"qid": "q1", "docid": "c", "grade": 0}]
    assert evaluate(ranking(written(grades, form), written(runs, form), **given), "RR")["RR"].value == 1 / 2
    found = labels(written([{"y": "a", "s": 0.25}, {"y": "b", "s": 0.75}], form), truth="y", score="s", **given)
    assert list(found.coded("truth").names) == ["a", "b"]
    assert found.array("score").tolist() == [0.25, 0.75]
    segments = written([{"out": "x y", "ref": "x"}, {"out": "z", "ref": "w"}], form)
    batch = text(data=segments, candidates="out", references="ref", **given)
    assert batch.array("candidate").tolist() == ["x y", "z"]
    belongs = groups(
        written([{"note": 1, "query": "q1", "group": "short"}, {"note": 2, "query": "q2", "group": "long"}], form)
    )
    assert belongs == {"q1": "short", "q2": "long"}


def test_the_names_of_formats_come_from_the_table():
    assert formats_of("labels") == TABLES
    assert formats_of("texts") == [*TABLES, "text"]
    assert formats_of("groups") == [*TABLES, "pairs"]
    for kind, door in {"run": ranking, "qrels": judgments}.items():
        with pytest.raises(InputError, match=f"must be one of {', '.join(formats_of(kind))}, not 'x'"):
            door(b"q 0 d 1\n", **({"run": b"q", "run_format": "x"} if kind == "run" else {"input_format": "x"}))


def test_every_format_has_a_reader():
    for each in FORMATS.values():
        assert callable(formats.import_module(f"cranfield.io.read.{each.reader}").opened)


def test_a_format_can_be_added_as_the_page_shows(monkeypatch):
    section = re.search(r"^## Add a format\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE)[1]
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL)[1]
    module = types.ModuleType("cranfield.io.read.svmlight")
    exec(compile(code, "docs/architecture.md", "exec"), vars(module))
    monkeypatch.setitem(sys.modules, "cranfield.io.read.svmlight", module)
    monkeypatch.setitem(FORMATS, "svmlight", Format("svmlight", "svmlight", ("qrels",)))
    lines = b"2 qid:7 1:0.5 2:1 # d1\n0 qid:7 1:0.25 2:3 # d2\n1 qid:9 1:0.5 # d1\n"
    gold = judgments(lines, input_format="svmlight")
    assert (gold.queries, gold.grade.tolist(), gold.row_names) == (["7", "9"], [2, 0, 1], ["d1", "d2", "d1"])
    with pytest.raises(InputError, match="bytes line 4: query 7 judges document d1 twice"):
        judgments(lines + b"1 qid:7 1:1 # d1\n", input_format="svmlight")


def test_groups_of_one_table_contradict_each_other_by_row():
    table = pa.table({"query": ["q1", "q2", "q1"], "group": ["a", "b", "c"]})
    with pytest.raises(InputError, match=r"row 3: query q1 is in group c and in a \(row 1\); keep one"):
        groups(table)
    assert groups(table[:2]) == {"q1": "a", "q2": "b"}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'{"q1": ["x"]}', "bytes: query 'q1': a group must be a text, not a list"),
        (b'{"query": "q1", "group": "x"}\n{"query": "q2"}\n',
         "bytes line 2: has no column for the group; there are query; add it to the file"),
        (b'["x"]', "bytes: row 1: must be a JSON object, not 'x'; mend or remove the line"),
        (b"query,group,x\n", "bytes: has a header but no rows; check the file"),
    ],
)  # fmt: skip
def test_faults_in_groups_are_one_sentence(raw, message):
    with pytest.raises(InputError) as fault:
        groups(raw)
    assert str(fault.value) == message


def test_texts_of_a_csv_may_go_on_on_the_next_line_and_faults_have_their_line():
    raw = b'out,ref\n"a\nb",c\nd,e\n"f\ng",\xff\n'
    with pytest.raises(InputError, match="bytes line 6: the references must be UTF-8 text"):
        text(data=raw, candidates="out", references="ref")
    batch = text(data=raw.replace(b"\xff", b"h"), candidates="out", references="ref")
    assert batch.array("candidate").tolist() == ["a\nb", "d", "f\ng"]
    assert np.diff(batch.ragged("reference").offsets).tolist() == [1, 1, 1]
