"""Texts that come again and again are held once, as numbers of a dictionary: the same batch as of the texts."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import cost, evaluate, groups, labels, ranking, ratings, text
from cranfield.io.ids.arrow_arrays import objects
from cranfield.io.read import parquet_sizes
from cranfield.io.read.open import open_input

ROWS = 400
WORDS = ["yes", "no", "a text of more than sixty-four bytes, which a run holds once too, as others do"]
COLUMNS = {
    "word": [WORDS[at % 3] for at in range(ROWS)],
    "other": [WORDS[at * 7 % 5 % 3] for at in range(ROWS)],
    "query": [f"{WORDS[2]} {at // 100}" for at in range(ROWS)],
    "id": [f"{WORDS[2]} {at % 100}" for at in range(ROWS)],
    "rater": [f"r{at // 200}" for at in range(ROWS)],
    "item": [f"i{at % 200}" for at in range(ROWS)],
    "rating": [None if at % 9 == 0 else WORDS[at % 2] for at in range(ROWS)],
    "number": [float(at % 100) for at in range(ROWS)],
    "error": [None if at % 9 else "timeout" for at in range(ROWS)],
    "group": [f"g{at % 200 % 7}" for at in range(ROWS)],
}
DOORS = {
    "labels": lambda path: evaluate(labels(path, truth="word", guess="other"), ["Accuracy", "F1(average=macro)"]),
    "ratings": lambda path: evaluate(ratings(path, item="item", rater="rater", value="rating"), ["Kappa"]),
    "text": lambda path: evaluate(text(data=path, candidates="word", references="other"), ["BLEU", "ROUGE-L"]),
    "cost": lambda path: evaluate(
        cost(path, columns={"query": "query", "latency": "number", "error": "error"}, time_unit="ms", timeout=1.0),
        ["p50", "ErrorRate"],
    ),
    "run": lambda path: evaluate(
        ranking({f"{WORDS[2]} 1": {f"{WORDS[2]} 3": 1, f"{WORDS[2]} 98": 1}}, path,
                columns={"query": "query", "doc": "id", "score": "number"}), ["AP", "nDCG"],
    ),
    "qrels": lambda path: evaluate(
        ranking(path, {f"{WORDS[2]} 1": {f"{WORDS[2]} 3": 1.0, f"{WORDS[2]} 98": 2.0}},
                columns={"query": "query", "doc": "id", "grade": "number"}), ["AP", "nDCG"],
    ),
}  # fmt: skip


def values(found):
    return {name: (found[name].value, list(found[name].values)) for name in found}


@pytest.fixture(params=[{}, {"row_group_size": 130}, {"row_group_size": 130, "compression": "gzip"}], ids=str)
def path(request, tmp_path):
    pq.write_table(pa.table(COLUMNS), tmp_path / "table.parquet", **request.param)
    return tmp_path / "table.parquet"


@pytest.mark.parametrize("door", DOORS)
def test_what_is_held_once_gives_the_same_numbers(door, path, monkeypatch):
    expected = str(values(DOORS[door](path)))
    steps, taken = parquet_sizes.steps, []
    monkeypatch.setattr(parquet_sizes, "_AT_ONCE", 0)
    monkeypatch.setattr(parquet_sizes, "_WORTH", 0)
    monkeypatch.setattr("cranfield.io.read.parquet.steps", lambda *a, **k: taken.append(steps(*a, **k)) or taken[-1])
    assert str(values(DOORS[door](path))) == expected
    assert any(each.coded for each in taken)


@pytest.mark.parametrize("door", DOORS)
def test_groups_of_rows_may_be_held_in_different_ways(door, tmp_path, monkeypatch):
    path = tmp_path / "table.parquet"
    pq.write_table(pa.table(COLUMNS), path, row_group_size=130)
    expected = str(values(DOORS[door](path)))
    steps, asked = parquet_sizes.steps, []

    def every_other(file, at, *given, **how):
        asked.append(at)
        found = steps(file, at, *given, **how)
        return found if at % 2 else parquet_sizes.Steps(found.rows)

    monkeypatch.setattr(parquet_sizes, "_AT_ONCE", 0)
    monkeypatch.setattr(parquet_sizes, "_WORTH", 0)
    monkeypatch.setattr("cranfield.io.read.parquet.steps", every_other)
    assert str(values(DOORS[door](path))) == expected
    assert {*asked} == {0, 1, 2, 3}


def test_groups_are_the_same(tmp_path, monkeypatch):
    table = pa.table({"query": COLUMNS["item"], "group": COLUMNS["group"]})
    pq.write_table(table, tmp_path / "table.parquet")
    expected = groups(tmp_path / "table.parquet")
    monkeypatch.setattr(parquet_sizes, "_AT_ONCE", 0)
    monkeypatch.setattr(parquet_sizes, "_WORTH", 0)
    assert groups(tmp_path / "table.parquet") == expected


def test_a_text_that_comes_again_is_one_object(tmp_path):
    coded = pa.array([*WORDS * 3, None]).dictionary_encode()
    assert objects(coded) == objects(pa.chunked_array([coded[:4], coded[4:]])) == [*WORDS * 3, None]
    pq.write_table(pa.table({"a": coded, "b": coded}), tmp_path / "table.parquet")
    (part,) = open_input(tmp_path / "table.parquet", "texts", columns={"c": "a", "r": "b"}).lists()
    assert len({id(each) for each in part["c"]}) == 4
