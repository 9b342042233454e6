"""Tables with a column for each rater: the same numbers as with a row for each rating."""

import json

import pyarrow as pa
import pytest

from cranfield import evaluate, ratings
from cranfield.cli.main import run
from cranfield.errors import InputError

WIDE = {"doc": ["d1", "d2", "d3", "d4"], "q": ["q1", "q1", "q2", "q2"], "ann": [1, 2, 3, None],
        "ben": [1, 3, 3, 4], "丁": [2, 2, None, None]}  # fmt: skip
LONG = [(item, rater, WIDE[rater][at]) for rater in ("ann", "ben", "丁") for at, item in enumerate(WIDE["doc"])]
MEASURES = ["Mean", "Alpha", "Kappa", "CongerKappa", "AC2", "Agreement"]


def values(batch):
    return {name: each.value for name, each in evaluate(batch, MEASURES).items()}


def test_a_wide_table_is_the_long_one():
    long = ratings(item=[r[0] for r in LONG], rater=[r[1] for r in LONG], value=[r[2] for r in LONG])
    for data in (WIDE, pa.table(WIDE)):
        wide = ratings(data, item="doc", rater=["ann", "ben", "丁"])
        assert wide.facts["raters"] == long.facts["raters"] == ("ann", "ben", "丁")
        assert values(wide) == values(long)
    alone = ratings(WIDE, item="doc", rater=["ben"])
    assert alone.facts["raters"] == ("ben",)


def test_queries_and_absent_values_go_with_it():
    wide = ratings(WIDE, item="doc", rater=("ann", "ben"), query="q", absent=["3"])
    assert list(wide.units) == ["q1 d1", "q1 d2", "q2 d4"]  # of d3 nothing but absent values is left
    assert sum(wide.ragged("rating").sizes) == 4


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"rater": ["ann", "ben"], "value": "丁"}, "columns of raters hold the ratings themselves; leave out value"),
        ({"rater": "ann"}, "name the column of the ratings with value=...; in a table with a column for each rater"),
        ({"rater": ["ann", "bea"]}, "there is no column 'bea'"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_a_sentence(given, told):
    with pytest.raises(InputError) as raised:
        ratings(WIDE, item="doc", **given)
    assert told in str(raised.value)


def test_the_commands_take_columns_of_raters(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = zip(*WIDE.values(), strict=True)
    lines = [",".join("" if cell is None else str(cell) for cell in row) for row in rows]
    (tmp_path / "wide.csv").write_text("\n".join([",".join(WIDE), *lines]) + "\n", "utf-8")
    (tmp_path / "long.csv").write_text(
        "doc,who,grade\n" + "".join(f"{i},{r},{'' if v is None else v}\n" for i, r, v in LONG), "utf-8"
    )
    wide = ["--item", "doc", "--rater", "ann", "--rater", "ben", "--rater", "丁"]
    long = ["--item", "doc", "--rater", "who", "--value", "grade"]
    for command in ("agreement", "ratings"):
        found = []
        for file, columns in (("wide.csv", wide), ("long.csv", long)):
            assert run([command, file, *columns, "--format", "json", "--resamples", "50"]
                       if command == "agreement" else [command, file, *columns, "--format", "json"]) == 0  # fmt: skip
            found.append(numbers(json.loads(capsys.readouterr().out)))
        assert found[0] == found[1]
        assert found[0]
    assert run(["agreement", "wide.csv", "--item", "doc", "--rater", "ann"]) == 2
    assert capsys.readouterr().err == (
        "cranfield: name the column of the ratings with --value; in a table with a column for each rater, give all of"
        " these as --rater\n"
    )


def numbers(told):
    """All numbers of a report, in their order."""
    if isinstance(told, dict):
        return [each for key, value in told.items() if key not in ("inputs", "sha256") for each in numbers(value)]
    if isinstance(told, list):
        return [each for value in told for each in numbers(value)]
    return [told] if isinstance(told, float) else []
