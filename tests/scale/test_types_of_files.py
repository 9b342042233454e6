"""Parquet files of one table whose types differ: the digits that they have in memory, or a sentence."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cranfield import InputError, evaluate, labels
from cranfield.scale.labels import Labels
from scale.test_labels_parts import told

ROLES = {"truth": "click", "score": "ctr", "group": "session", "threshold": 0.5}
EVERY = ["AUC", "GAUC", "LogLoss", "F1"]
CODED = pa.dictionary(pa.int32(), pa.string())
PAIRS = [
    ("click", pa.int32(), pa.int64()), ("click", pa.int64(), pa.bool_()), ("click", pa.float64(), pa.int8()),
    ("click", pa.int64(), pa.string()), ("click", pa.string(), CODED), ("click", CODED, pa.large_string()),
    ("ctr", pa.float32(), pa.float64()), ("ctr", pa.float64(), pa.float32()), ("ctr", pa.float64(), pa.string()),
    ("session", pa.int32(), pa.int64()), ("session", pa.string(), CODED), ("session", pa.uint16(), pa.int64()),
]  # fmt: skip


def files(folder, name, one, other):
    """Two files of the same columns, in another order, and one column of two types."""
    chance = np.random.default_rng(0)
    for at, kind in enumerate((one, other)):
        table = pa.table({
            "click": chance.integers(0, 2, 300), "ctr": chance.random(300).astype(np.float32),
            "session": chance.integers(0, 40, 300),
        })  # fmt: skip
        values = table[name].combine_chunks()
        made = values.cast(pa.string()).dictionary_encode() if kind == CODED else values.cast(kind)
        table = table.set_column(table.column_names.index(name), name, made)
        pq.write_table(table.select(table.column_names[:: 1 - 2 * at]), folder / f"part-{at}.parquet")
    return str(folder / "part-*.parquet")


@pytest.mark.parametrize(("name", "one", "other"), PAIRS, ids=str)
def test_files_of_other_types_have_the_digits_of_memory(tmp_path, name, one, other):
    path = files(tmp_path, name, one, other)
    found = Labels(**ROLES).evaluate(path, EVERY, memory="256MB")
    assert told(found) == told(evaluate(labels(path, **ROLES), EVERY))


def test_sessions_that_are_numbers_here_and_text_there_are_refused(tmp_path):
    with pytest.raises(InputError) as caught:
        Labels(**ROLES).evaluate(files(tmp_path, "session", pa.int64(), pa.string()), EVERY, memory="256MB")
    assert str(caught.value) == (
        "the sessions are whole numbers in some files or parts of them and text in others; give them one type"
    )
