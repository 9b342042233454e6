"""What `cranfield agreement` and `cranfield ratings` say where there is no value, little data, or an odd one."""

import json

import pytest

GRADES = ("--item", "doc", "--rater", "who", "--value", "grade", "--query", "q")
NO_ITEM = "no value, as no item has two ratings; let two raters rate the same items"
CONTRARY = ["q1,a,x,1", "q1,a,y,5", "q2,b,x,5", "q2,b,y,1", "q3,c,x,1", "q3,c,y,5"]
PLAIN = ["q1,a,x,1", "q1,a,y,1", "q2,b,x,2", "q2,b,y,2", "q3,c,x,3", "q3,c,y,2"]


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes rows to r.csv, beside two runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.run").write_text("q1 Q0 a 1 3 t\nq2 Q0 b 1 2 t\n")
    (tmp_path / "two.run").write_text("q1 Q0 z 1 3 t\nq2 Q0 b 1 2 t\n")
    return lambda rows: (tmp_path / "r.csv").write_text("\n".join(["q,doc,who,grade", *rows]))


@pytest.mark.parametrize("rows", [["q1,a,x,1", "q1,b,x,2"], ["q1,a,x,1", "q2,b,y,2"]])
@pytest.mark.parametrize("runs", [(), ("--runs", "one.run", "two.run", "--resamples", "20")])
def test_without_a_shared_item_there_is_a_sentence(cranfield, written, rows, runs):
    written(rows)
    done = cranfield("agreement", "r.csv", *GRADES, *runs)
    assert done.status == 0, done.err
    assert NO_ITEM in done.err


def test_raters_who_contradict_each_other_are_below_chance(cranfield, written):
    written(CONTRARY)
    done = cranfield("agreement", "r.csv", *GRADES, columns=300)
    assert "Alpha = -0.67, below chance: the raters contradict each other" in done.out
    assert "ICC(average=True): no value, as raters differ and items do not" in done.err
    assert "do not differ: 0 / 0" not in done.err
    assert "低于随机：评分者互相矛盾" in cranfield("agreement", "r.csv", *GRADES, "--lang", "zh", columns=300).out
    written([row[:-1] + "1" for row in CONTRARY])
    assert "as the ratings do not differ: 0 / 0" in cranfield("agreement", "r.csv", *GRADES).err


def test_intervals_from_few_queries_are_called_rough(cranfield, written):
    written(PLAIN)
    said = "3 queries are few; intervals from drawing them again are rough for fewer than 10"
    assert said in cranfield("agreement", "r.csv", *GRADES, columns=300).out
    assert "只有 3 个查询" in cranfield("agreement", "r.csv", *GRADES, "--lang", "zh", columns=300).out
    written([f"q{at},d{at},{who},{at % 3}" for at in range(10) for who in "xy"])
    assert "are few" not in cranfield("agreement", "r.csv", *GRADES, columns=300).out


def test_a_word_among_numbers_is_told(cranfield, written):
    written(["q1,a,x,1", "q1,a,y,oops", "q2,b,x,2", "q2,b,y,2"])
    said = "1 value of 4 ratings (oops) is no number, so that all values are taken as names"
    assert said in cranfield("agreement", "r.csv", *GRADES).err
    assert "4 个评分中有 1 个（oops）不是数" in cranfield("agreement", "r.csv", *GRADES, "--lang", "zh").err
    assert "is no number" not in cranfield("agreement", "r.csv", *GRADES, "--absent", "oops").err
    written(["q1,a,x,good", "q1,a,y,bad", "q2,b,x,bad", "q2,b,y,1"])
    assert "no number" not in cranfield("agreement", "r.csv", *GRADES).err


def test_runs_are_signed_and_their_measure_is_told(cranfield, written):
    written(PLAIN)
    runs = ("--runs", "one.run", "two.run", "--resamples", "20")
    done = cranfield("agreement", "r.csv", *GRADES, *runs, "-m", "Alpha", columns=300)
    assert "note: runs are scored by nDCG@10, as none of the measures is one of runs; choose one with -m" in done.err
    (line,) = [each for each in done.out.splitlines() if each.startswith("sha256 ")]
    assert [part.split()[0] for part in line.removeprefix("sha256 ").split(", ")] == ["r.csv", "one.run", "two.run"]
    done = cranfield("agreement", "r.csv", *GRADES, *runs, "-m", "nDCG@3", "--format", "json")
    inputs = json.loads(done.out)["signature"]["inputs"]
    assert [each["name"] for each in inputs] == ["r.csv", "one.run", "two.run"]
    assert all(len(each["sha256"]) == 64 for each in inputs)
    assert "runs are scored" not in done.err


@pytest.mark.parametrize("scale", ["bad|good", "bad,good", "bad | good"])
def test_a_scale_is_written_with_bars_or_commas(cranfield, written, scale):
    written(["q1,a,x,bad", "q1,a,y,good", "q2,b,x,good", "q2,b,y,good"])
    done = cranfield("ratings", "r.csv", *GRADES, "--scale", scale, "-m", "Mean", "--format", "json")
    assert done.status == 0, done.err
    assert json.loads(done.out)["values"][0]["value"] == 1.75


def test_preferences_are_tested_by_drawing_items_again(cranfield, written, tmp_path):
    written(PLAIN)
    rows = [f"d{at},x,old,new,{'new' if at % 3 else 'old'}" for at in range(12)]
    (tmp_path / "p.csv").write_text("\n".join(["doc,who,left,right,winner", *rows]))
    columns = ("--item", "doc", "--rater", "who", "--system", "left", "--other", "right", "--value", "winner")
    done = cranfield("ratings", "p.csv", *columns, "--format", "json", "--resamples", "200")
    assert done.status == 0, done.err
    rows = [pair for each in json.loads(done.out)["measures"].values() for pair in each["pairs"]]
    assert {each["test"] for each in rows} == {"bootstrap"}
    done = cranfield("ratings", "p.csv", *columns, "--resamples", "200", columns=300)
    assert "paired bootstrap test" in done.out
    assert "system='new'" not in done.out


def test_words_have_the_coefficients_of_names_and_it_is_said(cranfield, written):
    said = "the values are taken as names without an order, so that only coefficients of names suit them"
    written([row[:-1] + {"1": "cat", "2": "dog", "3": "bird"}[row[-1]] for row in PLAIN])
    done = cranfield("agreement", "r.csv", *GRADES, columns=300)
    assert said in done.out
    assert [name for name in ("Alpha ", "Kappa(weights", "AC2", "ICC") if name in done.out] == []
    assert said not in cranfield("agreement", "r.csv", *GRADES, "--scale", "bird,cat,dog", columns=300).out
    written(PLAIN)
    assert said not in cranfield("agreement", "r.csv", *GRADES, columns=300).out
