"""From tables of any kind to items and their ratings; what is missing, repeated or odd is said."""

import json
import math

import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from cranfield import InputError, MeasureError, compare, each_rated, evaluate, intervals, ratings

ROWS = {
    "doc": ["a", "a", "b", "b", "c", "c"],
    "who": ["x", "y", "x", "y", "x", "y"],
    "grade": [1, 2, 3, 3, None, 5],
    "q": ["q1", "q1", "q1", "q1", "q2", "q2"],
}
NAMED = {"item": "doc", "rater": "who", "value": "grade"}


def files(folder):
    lines = [{name: column[at] for name, column in ROWS.items()} for at in range(len(ROWS["doc"]))]
    cells = [["" if each is None else str(each) for each in line.values()] for line in lines]
    (folder / "r.csv").write_text("\n".join(",".join(row) for row in [list(ROWS), *cells]), encoding="utf-8")
    (folder / "r.tsv").write_text("\n".join("\t".join(row) for row in [list(ROWS), *cells]), encoding="utf-8")
    (folder / "r.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    pyarrow.parquet.write_table(pa.table(ROWS), folder / "r.parquet")
    return [folder / name for name in ("r.csv", "r.tsv", "r.jsonl", "r.parquet")]


def test_every_kind_of_table_gives_the_same_batch(tmp_path):
    given = [*files(tmp_path), pa.table(ROWS), pd.DataFrame(ROWS), ROWS]
    for data in given:
        batch = ratings(data, **NAMED, query="q")
        assert list(batch.units) == ["q1 a", "q1 b", "q2 c"], data
        assert batch.facts["values"] == ("1", "2", "3", "5")
        assert [batch.ragged("number")[at].tolist() for at in range(3)] == [[1, 2], [3, 3], [5]]
        assert [each.message for each in batch.findings] == ["1 of 6 rows has no rating and is left out"]
        assert evaluate(batch, "Mean")["Mean"].value == pytest.approx((1.5 + 3 + 5) / 3)


def test_lists_need_no_table():
    batch = ratings(item=ROWS["doc"], rater=ROWS["who"], value=[1, 2, 3, 3, float("nan"), 5])
    assert list(batch.units) == ["a", "b", "c"]
    assert batch.facts["raters"] == ("x", "y")


def test_a_repeat_is_said_and_the_first_or_the_last_counts():
    rows = {"item": ["a", "a", "b", "a"], "rater": ["x", "y", "x", "x"], "value": [1, 2, 3, 5]}
    batch = ratings(**rows)
    (said,) = batch.findings
    assert said.message == (
        "1 rating by a rater who had rated the item before (a); again=first counts; if these are other items, name what"
        " tells them apart: their query, system or dimension"
    )
    assert batch.ragged("number")[0].tolist() == [1, 2]
    assert ratings(**rows, again="last").ragged("number")[0].tolist() == [5, 2]
    result = evaluate(batch, ["IntraRater", "IntraRater(within=4)"])
    assert result.to_dict() == {"IntraRater": 0.0, "IntraRater(within=4)": 1.0}
    assert math.isnan(result["IntraRater"].units["b"])


def test_words_need_an_order_for_what_needs_numbers():
    rows = {"item": list("aabb"), "rater": list("xyxy"), "value": ["ok", "good", "bad", "ok"]}
    batch = ratings(**rows)
    with pytest.raises(MeasureError, match=r"^Alpha: needs values that are numbers, and there are 'bad', 'good', 'ok'"):
        evaluate(batch, "Alpha")
    with pytest.raises(MeasureError, match=r"^Mean: the data has no number; give values that are numbers, or their"):
        evaluate(batch, "Mean")
    with pytest.raises(MeasureError, match=r"^MeanZ: the data has no number; give values that are numbers, or their"):
        evaluate(batch, "MeanZ")
    batch = ratings(**rows, scale=["bad", "ok", "good"])
    assert batch.facts["labels"] == ("bad", "ok", "good")
    assert evaluate(batch, "Mean")["Mean"].value == (2.5 + 1.5) / 2
    with pytest.raises(InputError, match=r"^the value 'good' \(1 row\) is not on the scale bad, ok; mend the rows"):
        ratings(**rows, scale=["bad", "ok"])


def test_values_may_stand_for_no_rating():
    rows = {"item": list("aabb"), "rater": list("xyxy"), "value": ["1", "NA", "2", "3"]}
    with pytest.raises(MeasureError, match=r"say with absent=\.\.\. which stand for no rating"):
        evaluate(ratings(**rows), "Alpha")
    batch = ratings(**rows, absent=["NA"])
    assert [each.message for each in batch.findings] == ["1 of 4 rows has no rating and is left out"]
    assert evaluate(batch, "Mean")["Mean"].value == (1 + 2.5) / 2


def test_systems_and_dimensions_are_told_apart():
    rows = {
        "sys": ["A", "A", "B", "B"] * 2, "doc": ["d1", "d2"] * 4, "who": ["x"] * 4 + ["y"] * 4,
        "flu": [1, 2, 3, 4, 2, 2, 4, 4], "rel": [5, 5, 5, 4, 5, 5, 5, 5],
    }  # fmt: skip
    whole = ratings(rows, system="sys", item="doc", rater="who", value="flu")
    assert evaluate(whole, "Mean")["Mean"].groups == {"A": 1.75, "B": 3.75}
    batches = each_rated(rows, system="sys", item="doc", rater="who", value=["flu", "rel"])
    assert [(each.system, each.facts["dimension"]) for each in batches] == [
        ("A", "flu"), ("B", "flu"), ("A", "rel"), ("B", "rel")
    ]  # fmt: skip
    assert [list(each.units) for each in batches] == [["d1", "d2"]] * 4
    found = compare([evaluate(each, "Mean") for each in batches[:2]], test="randomization")
    assert found["Mean"].pairs[0].difference == 2.0
    pooled = ratings(rows, system="sys", item="doc", rater="who", value=["flu", "rel"])
    assert "ratings of 2 dimensions are pooled" in pooled.findings[-1].message


def test_an_item_that_a_system_was_not_rated_for_is_undefined_there():
    rows = {"sys": ["A", "A", "B"], "doc": ["d1", "d2", "d1"], "who": ["x"] * 3, "value": [1, 2, 3]}
    one, two = each_rated(rows, system="sys", item="doc", rater="who", value="value")
    assert list(one.units) == list(two.units) == ["d1", "d2"]
    result = evaluate(two, "Mean")
    assert math.isnan(result["Mean"].units["d2"])
    assert any("undefined for 1 of 2 items (nobody rated it), left out" in each.message for each in result.findings)


def test_z_scores_say_when_they_mean_little():
    rows = {
        "sys": ["A", "A", "B", "B", "A"], "doc": ["d1", "d2", "d1", "d2", "d1"], "who": ["x", "x", "x", "x", "y"],
        "value": [1, 2, 3, 4, 5],
    }  # fmt: skip
    batch = ratings(rows, system="sys", item="doc", rater="who", value="value")
    told = [each.message for each in evaluate(batch, "MeanZ").findings]
    assert "MeanZ: 1 of 2 raters (x) gave fewer than 15 ratings; their z-scores say little" in told
    assert (
        "MeanZ: 1 of 2 raters (y) always gave the same rating, or rated once; such ratings have no z-score and are left"
        " out"
    ) in told
    assert ("MeanZ: 1 of 2 raters (y) did not rate all systems; z-scores then hide differences between systems") in told


def test_intervals_draw_whole_queries_where_there_are_any():
    rows = {"item": [f"d{n}" for n in range(40)] * 2, "rater": ["x"] * 40 + ["y"] * 40,
            "value": [n // 10 for n in range(40)] * 2, "query": [f"q{n // 10}" for n in range(40)] * 2}  # fmt: skip
    alone = intervals(evaluate(ratings(**{**rows, "query": None}), "Mean"), resamples=500)["Mean"]
    by_query = intervals(evaluate(ratings(**rows), "Mean"), resamples=500)["Mean"]
    assert by_query.value == alone.value == 1.5
    assert by_query.high - by_query.low > 1.5 * (alone.high - alone.low)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"value": [1, 2]}, "the value has 2 rows, the item has 3; give one for each rating"),
        ({"value": [None] * 3}, "there are no ratings; give at least one row with a value"),
        ({"again": "best"}, "ratings: again must be first or last, not 'best'"),
        ({"scale": [1, 1]}, "scale must be values, each once, from the lowest to the highest, not ['1', '1']"),
        ({"other": list("uvw")}, "other=... is the second of two systems side by side; name the first with system=..."),
    ],
)
def test_what_cannot_be_meant_is_refused_in_a_sentence(given, message):
    rows = {"item": list("abc"), "rater": list("xyz"), "value": [1, 2, 3]}
    with pytest.raises(InputError) as caught:
        ratings(**{**rows, **given})
    assert str(caught.value).startswith(message)


def test_a_column_that_is_not_there_is_named(tmp_path):
    path = files(tmp_path)[0]
    with pytest.raises(InputError, match="there is no column 'docs'") as caught:
        ratings(path, **{**NAMED, "item": "docs"})
    assert "did you mean doc?" in str(caught.value)


SIDE = {"item": ["a", "b", "c"], "rater": ["x"] * 3, "system": ["S", "S", "T"], "other": ["T", "U", "U"]}


def test_preferences_name_the_winner_or_a_side():
    batches = each_rated(**SIDE, value=["S", "right", "tie"])
    assert [each.system for each in batches] == ["S", "T", "U"]
    found = {each.system: evaluate(each, "WinRate")["WinRate"].value for each in batches}
    assert found == {"S": 0.5, "T": 0.25, "U": 0.75}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (["U", "right", "tie"], '"U" is preferred in 1 row about S and T; mend it'),
        (["S", "maybe", "tie"], 'the value "maybe" is no preference; write the name of a system (S, T, U), left,'),
    ],
)
def test_what_is_no_preference_is_refused(value, message):
    with pytest.raises(InputError) as caught:
        each_rated(**SIDE, value=value)
    assert str(caught.value).replace("'", '"').startswith(message)
