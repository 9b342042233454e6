"""`--engine spark`: what the command prints is what it prints without it."""

import json

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

from cranfield.cli.main import run
from scale.test_text_parts import table_of
from spark.test_labels import clicks

ON_SPARK = ["--engine", "spark", "--master", "local[2]"]


def printed(capsys, *words):
    """What is printed, but for the line with the hashes of files that nobody here has read."""
    assert run(list(map(str, words))) == 0, capsys.readouterr()
    out, err = capsys.readouterr()
    notes = [line for line in err.splitlines() if line.startswith(("note", "warning"))]
    return [line for line in out.splitlines() if not line.startswith("sha256")], notes


@pytest.mark.parametrize("form", ["parquet", "csv"])
@pytest.mark.usefixtures("spark")
def test_labels_are_measured_with_the_same_digits(capsys, tmp_path, form):
    table = clicks(2000)
    for at in range(2):
        part, path = table.slice(at * 1000, 1000), tmp_path / f"part-{at}.{form}"
        (pq.write_table if form == "parquet" else pyarrow.csv.write_csv)(part, path)
    words = ["labels", tmp_path / f"*.{form}", "--truth", "click", "--score", "ctr", "--group", "session"]
    words += ["--by", "country", "-m", "AUC", "-m", "GAUC", "-m", "LogLoss", "--digits", "15"]
    assert printed(capsys, *words, *ON_SPARK) == printed(capsys, *words)
    words = ["labels", tmp_path / f"*.{form}", "--truth", "click", "--score", "ctr", "--score", "other ctr"]
    assert printed(capsys, *words, *ON_SPARK, "-m", "AUC") == printed(capsys, *words, "-m", "AUC")


@pytest.mark.usefixtures("spark")
def test_runs_and_texts_are_measured_with_the_same_digits(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--save", "demo"]) == 0
    capsys.readouterr()
    words = ["eval", "demo/qrels.txt", "demo/bm25.run", "-m", "nDCG@10", "-m", "AP", "-q", "--ci"]
    assert printed(capsys, *words, *ON_SPARK) == printed(capsys, *words)
    pq.write_table(table_of([("a cat sat", ["a cat sat down"]), ("on the mat", ["on a mat", "the mat"])]), "t.parquet")
    words = ["text", "t.parquet", "--candidate", "c", "--references", "r", "--ids", "id", "-m", "BLEU", "-m", "chrF"]
    one, two = printed(capsys, *words, *ON_SPARK), printed(capsys, *words)
    assert [line.split()[-1] for line in one[0][2:4]] == [line.split()[-1] for line in two[0][2:4]]
    assert one[1] == two[1]


@pytest.mark.usefixtures("spark")
def test_what_results_say_of_their_data_is_what_one_machine_says(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pq.write_table(clicks(300), "t.parquet")
    words = ["labels", "t.parquet", "--truth", "click", "--score", "ctr", "--guess", "guess", "-m", "F1"]
    found = []
    for more in (ON_SPARK, []):
        assert run([*words, *more, "--format", "json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0]["systems"] == found[1]["systems"]
    named = [[each["name"] for each in one["signature"]["inputs"]] for one in found]
    assert named == [["t.parquet"]] * 2


@pytest.mark.usefixtures("spark")
def test_files_that_are_here_are_looked_at_before_spark_starts(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pq.write_table(clicks(300), "a.parquet")
    pq.write_table(clicks(300).drop_columns(["ctr"]), "b.parquet")
    cut = (tmp_path / "a.parquet").read_bytes()[:-100]
    (tmp_path / "c.parquet").write_bytes(cut)
    words = ["--truth", "click", "--score", "ctr", "-m", "AUC"]
    for names, place in ((["a.parquet", "b.parquet"], "b.parquet: "), (["[ac].parquet"], "c.parquet: ")):
        told = []
        for more in (ON_SPARK, ["--memory", "64MB"]):
            assert run(["labels", *names, *words, *more]) == 2
            told.append(capsys.readouterr().err)
        assert told[0] == told[1]
        assert told[0].startswith(f"cranfield: {place}")


UNITS = (
    "values of single units stay on the cluster; ask for the whole only, or write them from Python with the argument"
    " per_query"
)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--master", "local[2]"], "--master names a cluster for Spark; add --engine spark"),
        ([*ON_SPARK, "--memory", "1GB"], "Spark has memory of its own; leave out --memory"),
        ([*ON_SPARK, "-q"], UNITS),
        (
            [*ON_SPARK, "--input-format", "arrow"],
            "t.parquet: Spark is not asked to read arrow; give files of csv, jsonl, parquet, tsv",
        ),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("spark")
def test_what_cannot_be_is_said(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    pq.write_table(clicks(20), "t.parquet")
    assert run(["labels", "t.parquet", "--truth", "click", "--score", "ctr", "-m", "AUC", *words]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"cranfield: {sentence}"


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["eval", "qrels.txt", "a.run", "-m", "AWRF", "--document-groups", "g.csv"], "--document-groups"),
        (["text", "t.parquet", "--candidate", "c", "--references", "r", "--ids", "id", "--given", "x"], "--given"),
        (["text", "t.parquet", "--candidate", "c", "--references", "r", "--ids", "id", "--groups", "g"], "--groups"),
    ],
)
def test_an_option_that_spark_would_not_hear_is_refused(capsys, words, option):
    assert run([*words, *ON_SPARK]) == 2
    sentence = f"cranfield: {option} is not taken to Spark; leave it out, or leave out --engine"
    assert capsys.readouterr().err.splitlines()[-1] == sentence


@pytest.mark.usefixtures("spark")
def test_other_data_is_refused(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["labels", "-", "--truth", "y", "--guess", "g", *ON_SPARK]) == 2
    assert "Spark cannot read standard input (-); give a file" in capsys.readouterr().err
    (tmp_path / "a.txt").write_text("a\n")
    assert run(["text", "a.txt", "a.txt", "-m", "BLEU", *ON_SPARK]) == 2
    assert "texts on Spark are tables whose segments have ids" in capsys.readouterr().err
    pyarrow.csv.write_csv(pa.table({"item": ["a"], "rater": ["x"], "label": [1]}), "ratings.csv")
    assert run(["eval", "ratings.csv", "--family", "ratings", *ON_SPARK]) == 2
    assert "ratings are not measured on Spark; leave out --engine" in capsys.readouterr().err
    assert run(["labels", "nowhere.parquet", "--truth", "y", "--guess", "g", *ON_SPARK]) == 2
    assert "nowhere.parquet: Spark finds nothing there; is it where the workers look too?" in capsys.readouterr().err


@pytest.mark.usefixtures("spark")
def test_files_of_other_types_are_refused_by_name(capsys, tmp_path):
    table = clicks(40)
    for at, kind in enumerate((pa.int32(), pa.string())):
        mended = table.set_column(0, "click", table["click"].cast(kind))
        pq.write_table(mended, tmp_path / f"part-{at}.parquet")
    words = ["labels", str(tmp_path / "*.parquet"), "--truth", "click", "--score", "ctr", "-m", "AUC"]
    assert run([*words, *ON_SPARK]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert "the column 'click' is " in told
    assert told.endswith("in others; write the files with one type, or measure them without Spark")
    assert run(words) == 0
