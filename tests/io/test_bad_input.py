"""What cannot be read is refused in one sentence that names the place and the next step."""

import gzip
import pickle

import pyarrow as pa
import pytest

from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.read.open import open_input
from io_samples import COMPRESSIONS, QRELS_FILES, RUNS, run_table

GOOD_RUN = b"q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n"
GOOD_QRELS = b"q1 0 d1 1\nq1 0 d2 0\n"
FIELDS = "a run line must have 6 fields (query Q0 document rank score tag)"
LONG = 10 << 20


def refusal(what, kind, **options):
    with pytest.raises(InputError) as caught:
        _ = [list(piece()) for piece in open_input(what, kind, **options).pieces()]
    return str(caught.value)


# name -> (kind, bytes, message behind "data")
WRONG = {
    "only comments": ("run", b"# nothing\n\n", ": holds only blank lines and comments; expected a run"),
    "binary": (
        "run",
        bytes(range(256)) * 20,
        ": is binary, not text, and neither Parquet nor Arrow; check that it is the right file",
    ),
    "binary in other characters": (
        "run",
        b"1 Q0 d 1 1.5 t\n" * 20 + b"\x7f" * 80,
        ": is binary, not text, and neither Parquet nor Arrow; check that it is the right file",
    ),
    "binary in control characters": (
        "run",
        b"\x01\x02\x0e\x1f ok\n" * 50,
        ": is binary, not text, and neither Parquet nor Arrow; check that it is the right file",
    ),
    "utf-16": ("run", GOOD_RUN.decode().encode("utf-16"), ": is UTF-16 text; save it as UTF-8"),
    "pickle": ("qrels", pickle.dumps({"q": {"d": 1}}), ": is a Python pickle; write it as JSON, CSV or Parquet"),
    "zip": (
        "qrels",
        b"PK\x03\x04rest",
        ": is a zip archive or an Excel file; unpack it and give the file inside, or save it as CSV",
    ),
    "short line": (
        "run",
        GOOD_RUN + b"q1 Q0 d3\n",
        f" line 3: {FIELDS}, not 3: 'q1 Q0 d3'; mend or remove the line",
    ),
    "short first line": (
        "run",
        b"q1 Q0 d3\n" + GOOD_RUN,
        f" line 1: {FIELDS}, not 3: 'q1 Q0 d3'; mend or remove the line",
    ),
    "two fields": (
        "run",
        b"q1 d1\nq1 d2\n",
        f" line 1: {FIELDS}, not 2: 'q1 d1'; check the file, or add a header and give a CSV",
    ),
    "five fields": (
        "qrels",
        GOOD_QRELS + b"\n# a comment\nq2 0 d1 1 x\n",
        (
            " line 5: a judgment line must have 4 fields (query 0 document grade), not 5: 'q2 0 d1 1 x';"
            " mend or remove the line"
        ),
    ),
    "score in words": (
        "run",
        GOOD_RUN + b"q1 Q0 d3 3 high tag\n",
        " line 3: the score must be a number, not 'high'; mend or remove the line",
    ),
    "score with an underscore": (
        "run",
        GOOD_RUN + b"q1 Q0 d3 3 1_0 tag\n",
        " line 3: the score must be a number, not '1_0'; mend or remove the line",
    ),
    "score with a comma": (
        "run",
        GOOD_RUN + b"q1 Q0 d3 3 0,5 tag\n",
        " line 3: the score must be a number, not '0,5'; mend or remove the line",
    ),
    "grade in words": (
        "qrels",
        GOOD_QRELS + b"q1 0 d3 yes\n",
        " line 3: the grade must be a number, not 'yes'; mend or remove the line",
    ),
    "rank of msmarco in words": (
        "run",
        b"q1\td1\t1\nq1\td2\tb\n",
        " line 2: the rank must be a whole number, not 'b'; mend or remove the line",
    ),
    "nul byte": (
        "run",
        GOOD_RUN + b"q1 Q0 d\x003 3 1 tag\n",
        " line 3: contains a NUL byte; the file is damaged or not text, write it again as UTF-8",
    ),
    "line ends of old": (
        "run",
        GOOD_RUN.replace(b"\n", b"\r"),
        " line 1: contains a carriage return; convert the line ends to LF",
    ),
    "lone carriage return": (
        "run",
        GOOD_RUN + b"q1 Q0 d3 3 1 t\rq1 Q0 d4 4 0 t\n",
        " line 3: contains a carriage return; convert the line ends to LF",
    ),
    "huge rank of msmarco": (
        "run",
        b"q1\td1\t1\nq1\td2\t1e30\n",
        " line 2: the rank must be below 2^63, not '1e30'; mend or remove the line",
    ),
    "invalid utf-8": (
        "run",
        GOOD_RUN + b"q1 Q0 caf\xe9 3 1 tag\n",
        " line 3: the ids must be UTF-8 text, not 'q1 caf\ufffd'; convert the file to UTF-8",
    ),
    "judgments as a run": (
        "run",
        GOOD_QRELS,
        ": looks like judgments (4 fields a line), not a run; give the judgments first, then the run",
    ),
    "a run as judgments": (
        "qrels",
        GOOD_RUN,
        ": looks like a run (6 fields a line), not judgments; give the judgments first, then the run",
    ),
    "judgment table as a run": (
        "run",
        b"qid,docid,relevance\nq,d,1\n",
        ": looks like judgments (columns qid, docid, relevance), not a run; give the judgments first, then the run",
    ),
    "run table as judgments": (
        "qrels",
        b"qid,docid,rank,score\nq,d,1,1\n",
        ": looks like a run (columns qid, docid, rank, score), not judgments; give the judgments first, then the run",
    ),
    "commas without a header": (
        "run",
        b"q,d,1\nq,e,2\n",
        (
            " line 1: the fields are separated by commas but no header names the columns that are needed;"
            " add a first line such as query,doc,score"
        ),
    ),
    "missing column": (
        "run",
        b"qid,docid,colour\nq,d,1\n",
        ": has no column for the score; there are qid, docid, colour; name it, as in columns={'score': 'colour'}",
    ),
    "two equal columns": (
        "run",
        b"qid,docid,docid,score\nq,d,e,1\n",
        ": has two columns 'docid'; rename or remove one",
    ),
    "header only": ("run", b"qid,docid,score\n", ": has a header but no rows; check the file"),
    "header only, no newline": ("run", b"qid,docid,score", ": has a header but no rows; check the file"),
    "csv with a short row": (
        "run",
        b"qid,docid,score\nq,d,1\n\nq,e\n",
        " line 4: the header names 3 columns, but here are 2: 'q,e'; mend the line or quote the separator",
    ),
    "csv with a score in words": (
        "run",
        b"qid,docid,score\nq,d,1\n\nq,e,x\n",
        " line 4: the score must be a number, not 'x'; mend or drop the row",
    ),
    "csv with an empty id": (
        "run",
        b"qid,docid,score\nq,d,1\nq,,2\n",
        " line 3: the doc is empty; fill it in or drop the row",
    ),
    "csv in latin-1": (
        "run",
        b"qid,docid,score\nq,d,1\nq,caf\xe9,2\n",
        " line 3: the ids must be UTF-8 text, not 'caf\ufffd'; convert the file to UTF-8",
    ),
    "json list": (
        "run",
        b'[{"qid": 1}]',
        ": row 1: has no column for the doc and the score; there are qid; add them to the file",
    ),
    "json cut short": (
        "run",
        b'{"q": {"d": 1,\n',
        " line 2: is not JSON (Expecting property name enclosed in double quotes at character 1); mend the file",
    ),
    "json with a document twice": (
        "run",
        b'{"q": {"d": 1, "d": 2}}',
        ": query 'q' lists document 'd' twice; remove one",
    ),
    "json with a query twice": ("run", b'{"q": {"d": 1}, "q": {"e": 2}}', ": lists query 'q' twice; merge the two"),
    "json with a word for a score": (
        "run",
        b'{"q": {"d": "high"}}',
        ": the score of query 'q' document 'd' must be a number, not 'high'; convert it to a number",
    ),
    "json of nothing": ("qrels", b"{}", ": holds no grade; expected {query: {document: number}}"),
    "json with half a character": (
        "run",
        b'{"q": {"\\ud800": 1}}',
        ": the ids must be valid Unicode, not '?'; mend the id",
    ),
    "jsonl with a broken line": (
        "run",
        b'{"qid": "q", "docid": "d", "score": 1}\n\n{"qid": "q", \n',
        ' line 3: must be a JSON object, not \'{"qid": "q",\'; mend or remove the line',
    ),
    "jsonl without a key": (
        "run",
        b'{"qid": "q", "docid": "d", "score": 1}\n{"qid": "q", "docid": "d"}\n',
        " line 2: has no 'score'; every line must have the keys of the first",
    ),
    "jsonl with null": (
        "run",
        b'{"qid": "q", "docid": "d", "score": null}\n',
        " line 1: the score must be a number, not null; convert it to a number",
    ),
    "jsonl with a list as id": (
        "run",
        b'{"qid": ["q"], "docid": "d", "score": 1}\n',
        " line 1: the query must be text or a whole number, not a list; convert it to a string",
    ),
    "jsonl with other keys": (
        "run",
        b'{"a": "q", "b": 1}\n',
        (" line 1: has no column for the query and the doc and the score; there are a, b; add them to the file"),
    ),
    "long line": (
        "run",
        GOOD_RUN + b"x" * LONG + b"\n" + GOOD_RUN,
        " line 3: is longer than 1 MB; check that line ends were not lost",
    ),
    "long line of fields": (
        "qrels",
        GOOD_QRELS + b"x " * (LONG // 2) + b"\n",
        " line 3: is longer than 1 MB; check that line ends were not lost",
    ),
    "one long line": (
        "run",
        b"x" * LONG,
        " line 1: is longer than 1 MB; check that line ends were not lost",
    ),
}


@pytest.mark.parametrize("ending", ["", ".gz"])
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_explained(name, ending, tmp_path):
    kind, data, message = WRONG[name]
    path = tmp_path / f"data{ending}"
    path.write_bytes(COMPRESSIONS[ending](data))
    assert refusal(path, kind) == f"{path}{message}"


def test_a_file_that_is_not_there_is_explained(tmp_path):
    missing, empty = tmp_path / "missing", tmp_path / "empty"
    empty.touch()
    assert refusal(missing, "run") == f"{missing}: there is no such file; check the path"
    assert refusal(tmp_path, "run") == f"{tmp_path}: is a directory; give a file"
    assert refusal(empty, "run") == f"{empty}: is empty; check that it is the right file"
    empty.write_bytes(gzip.compress(b""))
    assert refusal(empty, "run") == f"{empty}: is empty; check that it is the right file"


@pytest.mark.parametrize("ending", [ending for ending in COMPRESSIONS if ending])
def test_a_truncated_compressed_file_is_explained(ending, tmp_path):
    path = tmp_path / f"run{ending}"
    lines = b"".join(b"q%d Q0 d%d 1 %d t\n" % (i, i * 7919 % 1000, i) for i in range(20_000))
    whole = COMPRESSIONS[ending](lines)
    for share in (0.5, 0.9):
        path.write_bytes(whole[: int(len(whole) * share)])
        message = refusal(path, "run")
        assert message.startswith(f"{path}: is not a whole {ending} file ("), message
        assert message.endswith("); copy or compress it again"), message


@pytest.mark.parametrize("name", ["parquet", "arrow file", "arrow stream", "feather"])
def test_a_truncated_binary_table_is_explained(name, tmp_path):
    path = tmp_path / "run"
    data = RUNS[name][0]
    path.write_bytes(data[: len(data) * 2 // 3])
    message = refusal(path, "run")
    assert message.startswith(f"{path}: is not a whole {'Parquet' if name == 'parquet' else 'Arrow'} table ("), message
    assert message.endswith("); write or copy it again"), message


TABLES = {
    "null score": (
        {"qid": ["q", "q"], "docid": ["d", "e"], "score": [1.0, None]},
        "row 2: the score is missing (null); fill it in or drop the row",
    ),
    "null id": (
        {"qid": ["q", None], "docid": ["d", "e"], "score": [1.0, 2.0]},
        "row 2: the query is missing (null); fill it in or drop the row",
    ),
    "floats as ids": (
        {"qid": [1.0, 2.0], "docid": ["d", "e"], "score": [1.0, 2.0]},
        "row 1: the query must be text or a whole number, not double; convert the column to strings",
    ),
    "lists as scores": (
        {"qid": ["q"], "docid": ["d"], "score": [[1.0]]},
        "row 1: the score must be a number, not list<item: double>; convert the column to numbers",
    ),
    "words as scores": (
        {"qid": ["q"], "docid": ["d"], "score": ["x"]},
        "row 1: the score must be a number, not 'x'; mend or drop the row",
    ),
    "no rows": (
        {"qid": pa.array([], pa.string()), "docid": pa.array([], pa.string()), "score": pa.array([], pa.float64())},
        "has no rows; check the table",
    ),
    "half a rank": (
        {"qid": ["q"], "docid": ["d"], "rank": [1.5]},
        "row 1: the rank must be a whole number; mend the row",
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_wrong_table_is_explained(name):
    columns, message = TABLES[name]
    assert refusal(pa.table(columns), "run") == f"the run: {message}"


DICTS = {
    "list of pairs": (
        {"q": [["d", 1]]},
        (
            "query 'q' must list document ids, best first, not a list;"
            " for scores use the shape {query: {document: number}}"
        ),
    ),
    "list with a repeated document": ({"q": ["d", "e", "d"]}, "query 'q' lists document 'd' twice; remove one"),
    "flat": (
        {"q": 1},
        "query 'q' must hold an object {document: number}, not 1; use the shape {query: {document: number}}",
    ),
    "none as number": (
        {"q": {"d": None}},
        "the number of query 'q' document 'd' must be a number, not null; convert it to a number",
    ),
    "tuple as id": (
        {"q": {("a", "b"): 1}},
        "the doc must be text or a whole number, not a list; convert it to a string",
    ),
    "two spellings of an id": (
        {"q": {1: 1, "1": 2}},
        "query 'q' lists document '1' twice; remove one",
    ),
    "nothing": ({}, "holds no number; expected {query: {document: number}}"),
    "no documents": ({"q": {}}, "holds no number; expected {query: {document: number}}"),
}


@pytest.mark.parametrize("name", DICTS)
def test_a_wrong_dict_is_explained(name):
    given, message = DICTS[name]
    assert refusal(given, "run") == f"the run: {message}"


def test_unknown_columns_and_formats_are_explained():
    assert refusal(run_table(), "run", columns={"query": "query_ids"}) == (
        "the run: there is no column 'query_ids' for the query; there are query_id, doc_id, rank, score;"
        " did you mean query_id?"
    )
    assert refusal(run_table(), "run", columns={"query": "frage"}) == (
        "the run: there is no column 'frage' for the query; there are query_id, doc_id, rank, score;"
        " if only the other file has it, write columns={'qrels.query': 'frage'}"
    )
    assert refusal(run_table(), "run", columns={"run.query": "frage"}) == (
        "the run: there is no column 'frage' for the query; there are query_id, doc_id, rank, score"
    )
    assert refusal(run_table(), "run", columns={"score": "wert"}) == (
        "the run: there is no column 'wert' for the score; there are query_id, doc_id, rank, score"
    )
    assert refusal(run_table(), "run", columns={"runs.query": "query_id"}).endswith("did you mean run.query?")
    assert refusal(run_table(), "run", columns={"qeury": "query_id"}) == (
        "columns: the role must be one of query, doc, score, rank, not 'qeury'; did you mean query?"
    )
    assert refusal(GOOD_RUN, "run", input_format="trek").endswith(
        "the input format must be one of trec, msmarco, csv, tsv, jsonl, json, parquet, arrow, not 'trek';"
        " did you mean trec?"
    )
    assert refusal(3, "run") == (
        "the run must be a path, a dict {query: {document: number}}, an Arrow table or a dataframe, not int"
    )


@pytest.mark.parametrize("form", ["msmarco", "csv", "tsv", "jsonl", "json", "parquet", "arrow"])
def test_the_wrong_format_by_hand_is_refused_cleanly(form):
    assert refusal(GOOD_RUN, "run", input_format=form)
    assert refusal(QRELS_FILES["parquet"][0], "qrels", input_format="trec")


def test_lines_are_counted_in_later_blocks():
    good = b"".join(b"q%d Q0 d 1 1 t\n" % i for i in range(400_000))
    assert Source(good).name == "bytes"
    message = refusal(good + b"\nq Q0 d 1 one t\n" + good, "run")
    assert message == "bytes line 400002: the score must be a number, not 'one'; mend or remove the line"


LONG = "9" * 400


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        (f"query,doc,{LONG}", None),
        (f"{LONG},doc,score", None),
        (f"query,doc,score,{LONG},{LONG}", {"rank": LONG}),
        ("query,doc,score,tag,run", {"rank": LONG}),
    ],
)
def test_long_names_of_columns_are_shown_in_part(header, columns):
    with pytest.raises(InputError) as fault:
        list(open_input(f"{header}\nq1,d1,1,2,3\n".encode(), "run", input_format="csv", columns=columns).tables())
    assert "9" * 20 in str(fault.value)
    assert len(str(fault.value)) < 300
