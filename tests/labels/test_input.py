"""Every way in, and one sentence for each fault."""

# ruff: noqa: E501, ISC004 (the sentences stand as they are printed)

import gzip
import json

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow import feather

from cranfield import CranfieldError, InputError, confusion, evaluate, labels
from cranfield.core.coded import Scores
from cranfield.measures.labels.rates import TPR

ROWS = {
    "y": ["cat", "dog", "dog", "cat", "eel"], "yhat": ["cat", "dog", "cat", "cat", "dog"],
    "click": [1, 0, 1, 0, 1], "ctr": [0.9, 0.1, 0.6, 0.6, 0.3], "session": ["s1", "s1", "s2", "s2", "s3"],
    "w": [1.0, 2.0, 1.0, 0.5, 3.0],
}  # fmt: skip
NAMES = {"truth": "click", "score": "ctr", "group": "session", "weight": "w"}
EXPECTED = evaluate(labels(**{role: ROWS[name] for role, name in NAMES.items()}), ["AUC", "GAUC", "LogLoss"])


def csv_text(rows=ROWS, separator=","):
    lines = [separator.join(rows), *(separator.join(map(str, row)) for row in zip(*rows.values(), strict=True))]
    return "\n".join(lines) + "\n"


def write_jsonl(path):
    path.write_text(
        "".join(json.dumps(dict(zip(ROWS, row, strict=True))) + "\n" for row in zip(*ROWS.values(), strict=True))
    )


WRITERS = {
    "p.csv": lambda path: path.write_text(csv_text()),
    "p.tsv": lambda path: path.write_text(csv_text(separator="\t")),
    "semicolons.csv": lambda path: path.write_text(csv_text(separator=";")),
    "p.csv.gz": lambda path: path.write_bytes(gzip.compress(csv_text().encode())),
    "p.jsonl": write_jsonl,
    "p.parquet": lambda path: pq.write_table(pa.table(ROWS), path),
    "p.arrow": lambda path: feather.write_feather(pa.table(ROWS), path),
}


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_numbers(name, tmp_path):
    WRITERS[name](tmp_path / name)
    results = evaluate(labels(tmp_path / name, **NAMES), ["AUC", "GAUC", "LogLoss"])
    for measure in EXPECTED:
        assert results[measure].value == EXPECTED[measure].value
        assert results[measure].units == pytest.approx(EXPECTED[measure].units, rel=0, abs=0, nan_ok=True)
    report = confusion(labels(tmp_path / name, truth="y", guess="yhat"))
    assert report.table()["dog"] == {"cat": 1, "dog": 1, "eel": 0, "total": 2}
    assert report.table()["total"]["total"] == 5


TABLES = {
    "arrow": pa.table, "pandas": pd.DataFrame, "polars": pl.DataFrame, "dict": dict,
    "arrays": lambda rows: {name: np.asarray(column) for name, column in rows.items()},
    "series": lambda rows: {name: pd.Series(column) for name, column in rows.items()},
    "categories": lambda rows: pd.DataFrame(rows).astype({"y": "category", "yhat": "category", "session": "category"}),
}  # fmt: skip


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_in_memory_gives_the_same_numbers(kind):
    table = TABLES[kind](ROWS)
    results = evaluate(labels(table, **NAMES), ["AUC", "GAUC", "LogLoss"])
    assert [results[name].value for name in EXPECTED] == [EXPECTED[name].value for name in EXPECTED]
    assert confusion(labels(table, truth="y", guess="yhat")).names == ("cat", "dog", "eel")


@pytest.mark.parametrize("second", ["p.csv", "p.parquet", "p.jsonl"])
def test_several_files_and_patterns_are_one_input(second, tmp_path):
    for name in ("p.csv", second):
        WRITERS[name](tmp_path / f"1{name}")
        WRITERS[name](tmp_path / f"2{name}")
    whole = labels(**{role: ROWS[name] * 2 for role, name in NAMES.items()})
    expected = evaluate(whole, "GAUC")["GAUC"].value
    for data in ([tmp_path / "1p.csv", tmp_path / f"2{second}"], f"{tmp_path}/[12]{second}"):
        batch = labels(data, **NAMES)
        assert len(batch) == 10
        assert len(batch.inputs) == 2
        assert evaluate(batch, "GAUC")["GAUC"].value == expected


def test_labels_of_all_kinds_mean_the_same():
    expected = ("0", "1")
    for truth, guess in [
        ([0, 1, 1], [True, False, True]), ([True, False, True], [1, 0, 0]), (np.array([0.0, 1.0, 1.0]), [1, 0, 1]),
        (pa.array([0, 1, 1], pa.int8()), pa.array(["1", "0", "1"])), ([0, "1", 1], ["0", 1, True and 1]),
    ]:  # fmt: skip
        assert tuple(labels(truth=truth, guess=guess).coded("truth").names) == expected
    assert tuple(labels(truth=[10, 9, -1, 10**15]).coded("truth").names) == ("-1", "9", "10", str(10**15))
    assert tuple(labels(truth=[True, False]).coded("truth").names) == ("False", "True")
    assert tuple(labels(truth=["b", 1, 2.5, True]).coded("truth").names) == ("1", "2.5", "True", "b")


@pytest.mark.parametrize(
    ("truth", "names"),
    [
        (np.array([2**63 + 5, 2**63 + 6, 2**63 + 5], np.uint64), (str(2**63 + 5), str(2**63 + 6))),
        (np.array([2**64 - 1, 0], np.uint64), ("0", str(2**64 - 1))),
        (np.array([-128, 127], np.int8), ("-128", "127")),
        (np.array([1.0, np.inf]), ("1", "inf")),
        (np.array([1.0, 2.0**60]), ("1", str(2**60))),
        (pa.array([1.0, 2.0**70]), ("1", "1.1805916207174113e+21")),
        (np.array([1.5, 2.0], np.float32), ("1.5", "2")),
        (pa.array([1.5, 2.0], pa.float32()), ("1.5", "2")),
        (np.array([1.5, 2.0], np.float16), ("1.5", "2")),
    ],
)  # fmt: skip
def test_large_and_broken_numbers_are_labels(truth, names):
    batch = labels(truth=truth)
    assert tuple(batch.coded("truth").names) == names
    assert labels(truth=[0] * len(truth), score=[1] * len(truth), group=truth).coded("group").codes[0] == 0


def test_true_beside_0_and_1_is_1_everywhere():
    assert tuple(labels(truth=[True, 1, 0]).coded("truth").names) == ("0", "1")
    assert tuple(labels(truth=[0, 1], classes=[False, True]).coded("truth").names) == ("0", "1")
    batch = labels(truth=[0, 1], score={False: [0.5, 0.4], True: [0.5, 0.6]})
    assert batch.columns["score"].names == ("0", "1")
    assert tuple(labels(truth=[2, 3, True]).coded("truth").names) == ("2", "3", "True")


@pytest.mark.parametrize("name", ["p.csv", "p.jsonl"])
def test_a_number_is_one_label_however_it_is_written(name, tmp_path):
    path = tmp_path / name
    rows = ["1.0,1", "1,1.0", "0.0,0", "2.5,2.50"]
    if name == "p.csv":
        path.write_text("y,g\n" + "\n".join(rows) + "\n")
    else:
        path.write_text("".join('{{"y": {}, "g": {}}}\n'.format(*row.split(",")) for row in rows))
    batch = labels(path, truth="y", guess="g", classes=["0.0", 1, "2.5"])
    assert confusion(batch).cells.tolist() == [[1, 0, 0], [0, 2, 0], [0, 0, 1]]
    assert confusion(batch).names == ("0", "1", "2.5")


def test_numbers_written_in_several_ways_are_said_and_names_stay_apart():
    (finding,) = labels(truth=["1.0", "1", "0"]).findings
    assert finding.message == "1 and 1.0 are the same number and count as one label"
    assert tuple(labels(truth=["1.0", "1", "beta"]).coded("truth").names) == ("1", "1.0", "beta")
    assert tuple(labels(truth=["007", "7"]).coded("truth").names) == ("007", "7")


def test_scores_of_several_labels_come_in_three_ways():
    rows = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
    table = {"y": ["x", "y", "z"], "px": rows[:, 0], "py": rows[:, 1], "pz": rows[:, 2]}
    made = [
        labels(truth=table["y"], score=rows),
        labels(truth=table["y"], score={"x": rows[:, 0], "y": rows[:, 1], "z": rows[:, 2]}),
        labels(table, truth="y", score=["px", "py", "pz"]),
        labels(table, truth="y", score={"x": "px", "y": "py", "z": "pz"}),
    ]
    for batch in made:
        score = batch.columns["score"]
        assert isinstance(score, Scores)
        assert np.array_equal(score.values, rows)
        assert score.names == ("x", "y", "z")


def test_a_threshold_makes_guesses():
    batch = labels(truth=[0, 1, 1, 0], score=[0.1, 0.5, 0.4, 0.9], threshold=0.5)
    assert confusion(batch).cells.tolist() == [[1, 1], [1, 1]]
    batch = labels(truth=["ham", "spam"], score=[0.1, 0.9], threshold=0.5, positive="spam")
    assert confusion(batch).cells.tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"truth": [1, 0, 1], "guess": [1, 0]}, "the guess has 2 rows, the truth has 3; give one for each example"),
        ({"truth": [1, 0], "score": [0.1, float("nan")]},
         "row 2: the score is nan, which has no place in an order; mend or drop the row"),
        ({"truth": [1, 0], "score": [0.1, "high"]}, "row 2: the score must be a number, not 'high'; mend or drop the row"),
        ({"truth": [1, None]}, "row 2: the truth is missing (null); fill it in or drop the row"),
        ({"truth": ["a", ""]}, "row 2: the truth is empty; fill it in or drop the row"),
        ({"truth": [1.5, float("nan")]}, "row 2: the truth is nan; fill it in or drop the row"),
        ({"truth": [1, 0], "score": [1, 2], "group": ["s", None]},
         "row 2: the group is missing (null); fill it in or drop the row"),
        ({"truth": [1, 0], "score": [1, 2], "group": pa.array(["s", ""])},
         "row 2: the group is empty; fill it in or drop the row"),
        ({"truth": [1, 0], "weight": [1, -2]}, "row 2: the weight must be a number of at least 0, not -2; mend the row"),
        ({"truth": [1, 0], "weight": [0, 0]}, "the weights are all 0; at least one example must count"),
        ({"truth": []}, "the truth has no rows; give at least one example"),
        ({"truth": "y"}, "the truth must be a list, an array or a column, not 'y'; with the name of a column, give the"
                         " table first, as in labels(table, truth='y')"),
        ({"truth": [1, 0], "guess": [1, 2], "classes": [0, 1]},
         "row 2: the guess has the label '2', which is not one of the classes 0, 1; mend the row or add the class"),
        ({"truth": ["a", "b", "c"], "score": [[0.5, 0.5]] * 3},
         "the score has 2 columns, but there are 3 labels (a, b, c); give score=... by label, or all labels with"
         " classes=..."),
        ({"truth": np.zeros((2, 2))},
         "the truth must be one column, not an array of shape (2, 2); take one column of it"),
        ({"truth": pa.array([[1], [2]])},
         "the truth must be text, a whole number or a truth value, not list<item: int64>; convert the column"),
        ({"truth": [0, 1], "score": [1, 2], "group": pa.array([{"a": 1}, {"a": 2}])},
         "the group must be text, a whole number or a truth value, not struct<a: int64>; convert the column"),
        ({"truth": [0, 1], "score": [[1, 2], [1]]},
         "row 2: the score has 1 numbers, but 2 in row 1; give one for each label"),
        ({"truth": np.array(1)}, "the truth must be a list, an array or a column, not '1'; with the name of a column,"
                                 " give the table first, as in labels(table, truth='y')"),
        ({"truth": [0, 1], "classes": 2}, "classes must be a list of labels, not 2"),
        ({"truth": [0, 1], "classes": [0, 1, "1"]}, "classes must be labels, each once, not [0, 1, '1']"),
        ({"truth": [0, 1], "score": [1, 2], "threshold": "a"}, "labels: threshold must be a number, not 'a'"),
        ({"truth": [0, 1], "score": [1, 2], "threshold": float("nan")}, "labels: threshold must be a number, not nan"),
        ({"truth": [0, 1], "score": {0: [1, 2], "0": [1, 2]}}, "score must be labels, each once, not [0, '0']"),
        ({"truth": [0, 1], "score": {0: [1, 2], "False": [1, 2]}},
         "score must be labels, each once, not [0, 'False']"),
        ({"truth": [0, 1], "score": [2**60, 2**60 + 1]},
         "row 2: the score 1152921504606846977 cannot be told from 1152921504606846976 in 64-bit floating point;"
         " subtract the same number from all"),
        ({"truth": [0, 1], "score": np.array(["NaT", "2020-01-01"], "M8[s]")},
         "the score must be numbers, not times; convert the column"),
        ({"truth": [0, 1], "score": [1j, 2j]}, "the score must be numbers, not complex numbers; convert the column"),
        ({"truth": [0, 1], "weight": [1e308, 1e308]},
         "the weights must add up to at most 1e+300; divide them all by the same number"),
        ({"truth": [0, 1], "threshold": 0.5},
         "threshold: needs one score for each example and no guess; give score=... and leave guess=... out"),
    ],
)  # fmt: skip
def test_a_fault_in_memory_is_one_sentence(given, sentence):
    with pytest.raises(InputError) as fault:
        labels(**given)
    assert str(fault.value) == sentence


@pytest.mark.parametrize(
    ("text", "names", "sentence"),
    [
        (csv_text(), {"truth": "label"}, "{} : there is no column 'label' for the truth; there are y, yhat, click, ctr,"
                                         " session, w"),
        (csv_text(), {"truth": "y", "guess": "yhta"}, "{} : there is no column 'yhta' for the guess; there are y, yhat,"
                                                      " click, ctr, session, w; did you mean yhat?"),
        (csv_text(), {"truth": "y", "guess": "y"},
         "column 'y' is given for the truth and the guess; each needs its own"),
        ("y,s\n1,0.5\n0,x\n", {"truth": "y", "score": "s"},
         "{} line 3: the score must be a number, not 'x'; mend or drop the row"),
        ("y,s\n1,0.5\n,0.1\n", {"truth": "y", "score": "s"}, "{} line 3: the truth is empty; fill it in or drop the row"),
        ("y,s\n1,0.5\n0,nan\n", {"truth": "y", "score": "s"},
         "{} line 3: the score is nan, which has no place in an order; mend or drop the row"),
        ('{"y": 1}\n{"z": 2}\n', {"truth": "y"}, "{} line 2: there is no column 'y' for the truth; there are z"),
        ('{"y": 1}\n{"y": null}\n', {"truth": "y"}, "{} line 2: the truth is missing (null); fill it in or drop the row"),
        ("y,w\n1,2\n0,-1\n", {"truth": "y", "weight": "w"},
         "{} line 3: the weight must be a number of at least 0, not -1; mend the row"),
        ('{"y": 1, "w": 1}\n{"y": 1, "w": Infinity}\n', {"truth": "y", "weight": "w"},
         "{} line 2: the weight must be a number of at least 0, not inf; mend the row"),
        ('[{"y": 1}, 7]\n', {"truth": "y"}, "{} : row 2: must be a JSON object, not '7'; mend or remove the line"),
        ('{"y": 1}\nnonsense\n', {"truth": "y"},
         "{} line 2: must be a JSON object, not 'nonsense'; mend or remove the line"),
        ("y,s\n", {"truth": "y"}, "{} : has a header but no rows; check the file"),
    ],
)  # fmt: skip
def test_a_fault_in_a_file_is_one_sentence(text, names, sentence, tmp_path):
    path = tmp_path / "p.data"
    path.write_text(text)
    with pytest.raises(InputError) as fault:
        labels(path, **names)
    assert str(fault.value) == sentence.replace("{} :", f"{path}:").replace("{}", str(path))


def test_large_whole_scores_of_a_table_are_not_made_equal():
    table = pa.table({"y": [0, 1], "s": [2**60, 2**60 + 1], "t": [2**60, 2**60 + 1024]})
    with pytest.raises(InputError, match="row 2: the score 1152921504606846977 cannot be told from"):
        labels(table, truth="y", score="s")
    assert evaluate(labels(table, truth="y", score="t"), "AUC")["AUC"].value == 1


@pytest.mark.parametrize("text", ["y,s\n0,{}\n1,{}\n", '{{"y": 0, "s": {}}}\n{{"y": 1, "s": {}}}\n'])
def test_large_whole_scores_of_a_file_are_not_made_equal(text, tmp_path):
    path = tmp_path / "p.data"
    path.write_text(text.format(2**60, 2**60 + 1))
    with pytest.raises(InputError, match="row 2: the score 1152921504606846977 cannot be told from"):
        labels(path, truth="y", score="s")
    for one, other in ((2**60, 2**60 + 1024), (10**30, 10**31), (2**60, 1e300), (-1, 2**63)):
        path.write_text(text.format(one, other))
        assert evaluate(labels(path, truth="y", score="s"), "AUC")["AUC"].value == 1


def test_what_is_no_table_is_said():
    with pytest.raises(InputError) as fault:
        labels(7, truth="y")
    assert str(fault.value) == "the table must be a path, a dict of columns, an Arrow table or a dataframe, not int"


@pytest.mark.parametrize("positive", [np.int64(1), np.bool_(True), 1.0, "1.0", True, "1"])
def test_a_positive_label_may_be_written_in_any_way(positive):
    batch = labels(truth=[0, 1, 1], guess=[0, 1, 0])
    (result,) = evaluate(batch, TPR(positive=positive)).found.values()
    assert result.value == 1 / 2


def test_a_pattern_without_files_and_a_missing_file_are_said():
    with pytest.raises(InputError, match=r"no file matches the pattern; check the path$"):
        labels("nowhere/*.csv", truth="y")
    with pytest.raises(InputError, match=r"^nowhere.csv: there is no such file; check the path$"):
        labels("nowhere.csv", truth="y")
    with pytest.raises(InputError, match=r"^the list of files is empty; give at least one$"):
        labels([], truth="y")


def test_labels_that_the_truth_never_has_are_counted_and_named():
    batch = labels(truth=["a", "b", "b"], guess=["a", "x", "b"])
    (finding,) = batch.findings
    assert finding.message == (
        "the guess has 1 label that the truth never has ('x'), in 1 of 3 examples; they count as wrong"
    )
    (finding,) = labels(truth=["a", "b"], guess=["A", "B"]).findings
    assert finding.severity == "warning"
    assert "have no label in common" in finding.message


@pytest.mark.parametrize(
    ("columns", "measure", "sentence"),
    [
        ({"truth": [0, 1]}, "F1", "F1: the data has no guess; give the predicted labels with guess=..."),
        ({"truth": [0, 1], "score": [1, 2]}, "GAUC",
         "GAUC: the data has no group; give the session of each example with group=..."),
        ({"truth": ["h", "s"], "score": [1, 2]}, "AUC",
         "AUC: which label is the positive one of 'h', 's'? name it with positive='s'"),
        ({"truth": [0, 1], "score": [1, 2]}, "TopK",
         "TopK: needs a score for each label, but there is only one; give them by label with score=..."),
        ({"truth": [0, 1], "score": [0.5, 2]}, "LogLoss",
         "LogLoss(eps=2.220446049250313e-16, positive='1'): the score must be a probability from 0 to 1, not 2 (row 2)"),
    ],
)  # fmt: skip
def test_a_measure_says_what_it_lacks(columns, measure, sentence):
    with pytest.raises(CranfieldError) as fault:
        evaluate(labels(**columns), measure)
    assert str(fault.value) == sentence


def test_one_class_is_undefined_with_the_reason():
    results = evaluate(labels(truth=[1, 1], score=[0.1, 0.2], group=["s", "t"]), ["AUC", "AUC(exact=False)", "GAUC"])
    for name in results:
        assert np.isnan(results[name].value)
    messages = [finding.message for finding in results.findings]
    assert "AUC(positive='1'): undefined for 1 of 1 labels (the examples are all of one class), left out" in messages
    assert "GAUC(positive='1'): undefined for 2 of 2 sessions (the session has only one class), left out" in messages


def test_groups_of_another_kind_are_refused():
    with pytest.raises(InputError, match=r"take the group of each example from group=\.\.\."):
        evaluate(labels(truth=[0, 1], guess=[0, 1]), "Accuracy", groups={"1": "a"})
