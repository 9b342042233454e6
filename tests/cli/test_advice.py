"""Advice that names a column is followed to the letter, in a shell and in Python, and succeeds."""

import ast
import re
import shlex

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, groups, judgments, ranking, text

LONG = "the question as it was typed by whoever asked it, all of it"  # commas cannot be given
NAMES = [
    ("frage", "antwort", "wert"), ("what's asked", "the answer", "how sure"), ("a=b", "c;d", "e|f"),
    ("$HOME", "`x`", "!"), ("问题", "文档", "分数"),
    ("q" * 150, "d", "s" * 60), ("-q", "--doc", "-x"), ('"', "'", "\\"),
]  # fmt: skip


def advised(said):
    """The options that a message for the shell names behind `as in` or `write`."""
    return shlex.split(re.search(r"(?:as in|write) (--columns .*)", said)[1])


def csv_of(names, rows):
    quoted = ['"' + name.replace('"', '""') + '"' for name in names]
    return "\n".join([",".join(quoted), *(",".join(row) for row in rows)]) + "\n"


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("form", ["csv", "parquet", "jsonl"])
@pytest.mark.parametrize("which", ["run", "qrels"])
def test_columns_that_are_named_are_found(names, form, which, cranfield, files):
    table = pa.table(dict(zip(names, [["q1", "q1"], ["d1", "d3"], [2.0, 1.0]], strict=True)))
    path = files / f"given.{form}"
    if form == "parquet":
        pq.write_table(table, path)
    elif form == "csv":
        path.write_text(csv_of(names, [("q1", "d1", "2"), ("q1", "d3", "1")]))
    else:
        import json

        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()))
    inputs = [path, files / "a.run"] if which == "qrels" else [files / "qrels.txt", path]
    refused = cranfield("eval", *inputs, "-m", "AP")
    assert refused.status == 2
    followed = cranfield("eval", *inputs, "-m", "AP", *advised(refused.err.strip()))
    assert followed.status == 0, (refused.err, followed.err)
    with pytest.raises(InputError) as error:
        ranking(*inputs)
    columns = ast.literal_eval(re.search(r"as in columns=(\{.*\})", str(error.value))[1])
    assert len(ranking(*inputs, columns=columns)) >= 1


def test_a_column_that_only_the_other_file_has(cranfield, files):
    (files / "run.csv").write_text("wonach,doc,score\nq1,d1,2\n")
    (files / "qrels.csv").write_text("topic,doc,grade\nq1,d1,1\n")
    given = ["eval", files / "qrels.csv", files / "run.csv", "-m", "AP"]
    refused = cranfield(*given, "--columns", "query=wonach")
    assert "if only the other file has it, write" in refused.err
    assert cranfield(*given, *advised(refused.err.strip())).status == 0


def test_a_name_that_is_nearly_right_is_followed(cranfield, files):
    (files / "data.csv").write_text("target,guess\n1,1\n0,1\n")
    given = ["labels", files / "data.csv", "--guess", "guess", "-m", "Accuracy", "--truth"]
    refused = cranfield(*given, "tarket")
    assert cranfield(*given, re.search(r"did you mean (\S+)\?", refused.err)[1]).status == 0


@pytest.mark.parametrize("name", [LONG, "x" * 300, " blank ", "two\nlines", "tab\there"])
def test_no_example_is_given_where_it_could_not_be_followed(name, cranfield, files):
    path = files / "run.parquet"
    pq.write_table(pa.table({name: ["q1"], "doc": ["d1"], "score": [1.0]}), path)
    refused = cranfield("eval", files / "qrels.txt", path, "-m", "AP")
    assert "--columns" not in refused.err
    assert refused.err.strip().endswith("add it to the file, or rename what is there")


def test_groups_are_told_to_be_renamed_because_their_columns_cannot_be_named(files):
    (files / "groups.csv").write_text("frage,thema,x\nq1,a,1\n")
    with pytest.raises(InputError, match=r"add them to the file, or rename what is there$"):
        groups(files / "groups.csv")
    (files / "groups.csv").write_text("query,group,x\nq1,a,1\n")
    assert groups(files / "groups.csv") == {"q1": "a"}


def test_fields_of_a_table_of_texts(cranfield, files):
    path = files / "texts.parquet"
    pq.write_table(pa.table({"output": ["a b"], "targets": ["a b"]}), path)
    refused = cranfield("text", path, path, "-m", "BLEU")
    options = shlex.split(re.search(r"as in (--.*)", refused.err.strip())[1])
    assert cranfield("text", path, "-m", "BLEU", *options).status == 0
    with pytest.raises(InputError) as error:
        text(candidates=path, references=["a"])
    columns = re.search(r"as in candidates='(\w+)' references='(\w+)'", str(error.value))
    assert len(text(data=path, candidates=columns[1], references=columns[2])) == 1


def test_a_role_that_does_not_exist_is_told_in_both_voices(cranfield, files):
    said = "the role must be one of query, doc, grade, subtopic, not 'qeury'; did you mean query?"
    refused = cranfield("eval", files / "qrels.txt", files / "a.run", "--columns", "qeury=topic")
    assert refused.status == 0 or said in refused.err
    (files / "qrels.csv").write_text("query,doc,grade\nq1,d1,1\n")
    assert cranfield("eval", files / "qrels.csv", files / "a.run", "--columns", "qeury=query").err == (
        f"cranfield: --columns: {said}\n"
    )
    with pytest.raises(InputError) as error:
        judgments(files / "qrels.csv", columns={"qeury": "query"})
    assert str(error.value) == f"columns: {said}"


def test_ids_that_look_like_settings_stay_as_they_are(cranfield, files):
    (files / "odd.run").write_text("q1 Q0 ties=rank 1 2 a\nq1 Q0 ties=rank 2 1 a\n")
    refused = cranfield("eval", files / "qrels.txt", files / "odd.run")
    assert "document ties=rank twice" in refused.err
