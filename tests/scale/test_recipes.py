"""The recipes for other engines in docs/spark.md give what the whole gives, where these engines are installed."""

import re
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cranfield
from cranfield import evaluate, labels

PAGE = Path(cranfield.__file__).parents[2] / "docs" / "spark.md"


def recipe(name):
    """The code below a heading."""
    text = PAGE.read_text(encoding="utf-8").split(f"### {name}\n", 1)[1]
    return re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]


@pytest.mark.parametrize("engine", ["Dask", "Ray", "Polars"])
@pytest.mark.filterwarnings("ignore")  # of the engines, about each other
def test_a_recipe_gives_the_digits_of_the_whole(engine, tmp_path, monkeypatch):
    pytest.importorskip(engine.lower(), reason=f"there is no {engine}; make recipes installs it")
    monkeypatch.chdir(tmp_path)
    chance = np.random.default_rng(1)
    rows = 4000
    table = pa.table({
        "click": chance.integers(0, 2, rows), "ctr": chance.integers(0, 500, rows) / 500,
        "session": chance.integers(0, 300, rows),
    })  # fmt: skip
    (tmp_path / "logs").mkdir()
    for at in range(4):
        pq.write_table(table.slice(at * 1000, 1000), tmp_path / "logs" / f"{at}.parquet")
    whole = evaluate(labels(table, truth="click", score="ctr", group="session"), ["GAUC", "LogLoss"])
    code = recipe(engine)
    assert len([line for line in code.splitlines() if line.strip()]) <= 12
    names = {}
    exec(compile(code, PAGE.name, "exec"), names)
    assert names["results"].to_dict() == whole.to_dict()
    assert [each.as_dict() for each in names["results"].findings] == [each.as_dict() for each in whole.findings]
