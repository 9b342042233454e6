"""`assert_not_worse`: passes only what is shown, and says in numbers why not."""

import re
import subprocess
import sys

import pytest

from cranfield import MeasureError, evaluate, labels, ranking, text
from cranfield.report.structured import render_json
from cranfield.testing import assert_not_worse

QUERIES = [f"q{n:02d}" for n in range(40)]
QRELS = {query: {"d1": 1, "d2": 2} for query in QUERIES}


def results(name, worse=(), measures=("RR", "nDCG@10")):
    run = {query: {"d1": 2.0, "d2": 3.0} | ({"x": 9.0} if query in worse else {}) for query in QUERIES}
    return evaluate(ranking(QRELS, run, system=name), list(measures))


def test_the_same_results_are_not_worse():
    assert assert_not_worse(results("old"), results("new"), margin=0.001) is None


def test_a_loss_inside_the_margin_passes_and_a_larger_one_fails():
    old, new = results("old"), results("new", worse=QUERIES[:2])  # RR falls by 1/2 in two of forty
    assert assert_not_worse(old, new, "RR", margin=0.08) is None
    with pytest.raises(AssertionError) as caught:
        assert_not_worse(old, new, "RR", margin=0.02)
    assert re.fullmatch(
        r"failed: require 'RR is not worse by 0\.02' in new against old: RR of new is 0\.9750, of old 1\.0000"
        r" \(-0\.025\); the 95% interval of the difference, -0\.0\d+ to [+-]0\.?\d*, reaches -0\.02 or beyond\n"
        r"  the queries that lost most: q00 1\.0000 -> 0\.5000, q01 1\.0000 -> 0\.5000",
        str(caught.value),
    )


def test_too_few_queries_show_nothing():
    old, new = results("old", worse=QUERIES[:1]), results("new", worse=QUERIES[1:2])
    with pytest.raises(AssertionError, match=r"RR of new is 0.9875, of old 0.9875"):
        assert_not_worse(old, new, "RR", margin=0.001)


def test_margins_are_shares_or_one_for_each_measure():
    old, new = results("old"), results("new", worse=QUERIES[:2])
    assert assert_not_worse(old, new, ["RR", "nDCG@10"], margin={"RR": "8%", "nDCG@10": 0.05}) is None
    with pytest.raises(AssertionError) as caught:
        assert_not_worse(old, new, ["RR", "nDCG@10"], margin={"RR": "8%", "nDCG@10": "1%"})
    passed, failed, lost = str(caught.value).split("\n")
    assert passed.startswith("passed: require 'RR is not worse by 8%'")
    assert failed.startswith("failed: require 'nDCG@10 is not worse by 1%'")
    assert lost.startswith("  the queries that lost most: q00")
    with pytest.raises(MeasureError, match="margin: there is none for RR, only for AP; give one for each measure"):
        assert_not_worse(old, new, "RR", margin={"AP": 0.1})
    for wrong in (0, -0.1, "x", "1% 2", True, float("nan"), float("inf"), None):
        with pytest.raises(MeasureError, match="a margin must be a number above 0 or a share such as '1%', not"):
            assert_not_worse(old, new, "RR", margin=wrong)


def test_lower_is_better_where_the_measure_says_so():
    references = ["a b c d", "e f g h"] * 10
    old = evaluate(text(candidates=references, references=references), ["TER"])
    new = evaluate(text(candidates=["a b c x", "e f g h"] * 10, references=references), ["TER"])
    assert assert_not_worse(new, old, margin=1) is None
    with pytest.raises(AssertionError, match=r"reaches \+5 or beyond\n  the segments that lost most: 1 0.0000 -> 25"):
        assert_not_worse(old, new, margin=5)


def test_a_file_is_a_baseline(tmp_path):
    path = tmp_path / "baseline.json"
    path.write_text(render_json([results("old"), results("other")], per_query=True))
    new = results("new", worse=QUERIES[:2])
    assert assert_not_worse(path, new, "RR", margin=0.08, system="old") is None
    with pytest.raises(AssertionError, match="in new against old: RR of new"):
        assert_not_worse(str(path), new, "RR", margin=0.01, system="old")


def test_pytest_shows_the_line_of_the_test(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "from cranfield import evaluate, ranking\nfrom cranfield.testing import assert_not_worse\n"
        "def results(run):\n    return evaluate(ranking({'q1': {'d': 1}, 'q2': {'d': 1}}, run), ['RR'])\n"
        "def test_it():\n    good = results({'q1': ['d'], 'q2': ['d']})\n"
        "    bad = results({'q1': ['x'], 'q2': ['x']})\n"
        "    assert_not_worse(good, good, margin=0.01)\n    assert_not_worse(good, bad, margin=0.01)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 1
    assert ">       assert_not_worse(good, bad, margin=0.01)" in done.stdout
    assert "E       AssertionError: failed: require 'RR is not worse by 0.01'" in done.stdout
    assert "__tracebackhide__" not in done.stdout


def test_a_stored_measure_without_units_says_why_it_cannot_be_decided(tmp_path):
    truth, scores = [0, 1] * 10, [at / 20 for at in range(20)]
    batch = labels(truth=truth, score=scores, system="old")
    stored = tmp_path / "old.json"
    stored.write_text(render_json([evaluate(batch, ["AUC"])], per_query=True))
    with pytest.raises(
        AssertionError, match="no file of results holds the data that AUC is tested with; give the data"
    ):
        assert_not_worse(stored, evaluate(batch, ["AUC"]), margin=0.1)
