"""Items of Parquet are read a part at a time: what is wrong with the first is told before the others are unpacked."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield.errors import InputError
from cranfield.judge.items_file import kind_of, read_items
from cranfield.judge.records import records
from cranfield.judge.store import Dimension, Settings, read_scale

GRADE = Settings("grade", (Dimension("relevance", read_scale("0-3")),))


def written(path, columns, **how):
    pq.write_table(pa.table(columns), path, **how)
    return str(path)


def items(size, **more):
    return {"query": ["q"] * size, "doc": [f"d{at}" for at in range(size)], **more}


@pytest.mark.parametrize("how", [{}, {"row_group_size": 3000}, {"use_dictionary": False}])
def test_every_row_is_read_once_and_in_order(tmp_path, how):
    title = [None if at % 3 else f"{at % 7}" * 100 for at in range(10_000)]
    path = written(tmp_path / "items.parquet", items(10_000, title=title, rank=list(range(10_000))), **how)
    found = list(records(path))
    assert [place["row"] for place, _ in found] == list(range(1, 10_001))
    assert [record for _, record in found] == pq.read_table(path).to_pylist()


def test_a_long_text_that_comes_again_is_held_once(tmp_path):
    path = written(tmp_path / "items.parquet", items(9000, text=["a" * 500, "b" * 500, "c" * 500] * 3000))
    assert kind_of(path) == "grade"
    assert len({id(each.output.text) for each in list(read_items(path, GRADE))}) == 3


def test_an_unknown_field_is_told_before_the_rows_are_unpacked(tmp_path, monkeypatch):
    path = written(tmp_path / "items.parquet", items(9000, score=[1.0] * 9000))
    monkeypatch.setattr("cranfield.judge.parquet_records.steps", lambda *_, **__: pytest.fail("more than a row"))
    with pytest.raises(InputError, match="row 1: there is no field 'score' of items; the fields are query, doc"):
        list(read_items(path, GRADE))


def test_what_is_no_parquet_or_has_a_name_twice_is_told(tmp_path):
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"PAR1 and nothing")
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        list(records(str(broken)))
    twice = tmp_path / "twice.parquet"
    pq.write_table(pa.Table.from_arrays([pa.array(["q"])] * 2, ["query", "query"]), twice)
    with pytest.raises(InputError, match="each column needs a name of its own; there are query, query"):
        list(records(str(twice)))


def test_a_table_without_rows_is_empty(tmp_path):
    path = written(tmp_path / "items.parquet", items(0))
    assert list(records(path)) == []
