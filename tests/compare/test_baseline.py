"""A baseline from a file is what it was, and refused when it is about something else."""

import contextlib
import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cranfield import InputError, MeasureError, Policy, evaluate, labels, paired, parse, ranking, text
from cranfield.compare.baseline import read_baseline
from cranfield.report.structured import render_json

MEASURES = ["nDCG@10", "AP", "GMAP", "R(average='micro')", "NumRelRet", "RR"]


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(5)
    lines = [f"q{q} 0 d{d} {rng.integers(3)}\n" for q in range(12) for d in range(20)]
    (tmp_path / "qrels.txt").write_text("".join(lines))
    for name in ("old", "new"):
        rows = [f"q{q} Q0 d{d} 0 {rng.random()} x\n" for q in range(12) for d in rng.permutation(30)[:15]]
        (tmp_path / f"{name}.run").write_text("".join(rows))
    return tmp_path


def results(files, name, measures=MEASURES, **policy):
    return evaluate(ranking(files / "qrels.txt", files / f"{name}.run", policy=Policy(**policy)), measures)


def saved(files, *names, measures=MEASURES, per_query=True, **policy):
    path = files / "baseline.json"
    path.write_text(render_json([results(files, each, measures, **policy) for each in names], per_query=per_query))
    return path


def test_a_baseline_from_a_file_is_as_good_as_todays_results(files):
    old, new = results(files, "old"), results(files, "new")
    read = read_baseline(saved(files, "old")).against(new)
    assert list(read) == MEASURES
    for name in MEASURES:
        assert read[name].value == old[name].value
        assert read[name].units == old[name].units
        for test in ("bootstrap", "randomization"):
            ours = paired(read, new, name, test=test, resamples=200)
            assert ours == paired(old, new, name, test=test, resamples=200)
    assert read.findings == ()
    assert read.system == "old"


def test_corpus_measures_of_texts_are_kept_with_their_counts(tmp_path):
    for name, lines in {
        "ref": "a b c d e\nf g h i j\n",
        "old": "a b c d x\nf g h y j\n",
        "new": "a b c\nf g h i j\n",
    }.items():
        (tmp_path / name).write_text(lines)
    made = {
        name: evaluate(text(candidates=tmp_path / name, references=tmp_path / "ref"), ["BLEU", "TER", "ROUGE-L"])
        for name in ("old", "new")
    }  # fmt: skip
    (tmp_path / "b.json").write_text(render_json([made["old"]], per_query=True))
    read = read_baseline(tmp_path / "b.json").against(made["new"])
    for name in made["old"]:
        assert read[name].value == made["old"][name].value
        assert np.array_equal(read[name].state.rows, made["old"][name].state.rows)
    (tmp_path / "ref").write_text("a b c d e\nf g h i k\n")
    changed = evaluate(text(candidates=tmp_path / "new", references=tmp_path / "ref"), ["BLEU"])
    with pytest.raises(
        InputError, match=r"the judgments or references are others \(ref [0-9a-f]{12} -> ref [0-9a-f]{12}\)"
    ):
        read_baseline(tmp_path / "b.json").against(changed)


def test_a_baseline_is_found_by_any_name_of_the_measure(files):
    read = read_baseline(saved(files, "old", measures=["map"])).against(results(files, "new", ["AP"]))
    assert read["AP"].value == results(files, "old", ["AP"])["AP"].value


def test_measures_that_keep_no_rows_are_compared_by_value_alone(tmp_path):
    old = evaluate(labels(truth=[1, 0, 1, 0], score=[0.9, 0.8, 0.3, 0.1]), ["AUC"])
    new = evaluate(labels(truth=[1, 0, 1, 0], score=[0.9, 0.1, 0.3, 0.2]), ["AUC"])
    (tmp_path / "b.json").write_text(render_json([old], per_query=True))
    baseline = read_baseline(tmp_path / "b.json")
    assert dict(baseline.against(new)) == {}
    assert baseline.value_of(new["AUC"], "AUC") == 0.75
    (warned,) = baseline.against(new).findings
    assert (warned.key, warned.severity) == ("baseline-unchecked", "warning")


def test_a_file_without_units_is_compared_by_value_alone(files):
    baseline = read_baseline(saved(files, "old", per_query=False))
    new = results(files, "new")
    assert dict(baseline.against(new)) == {}
    assert baseline.value_of(new["AP"], "AP") == results(files, "old")["AP"].value


def refused(files, new, *parts):
    with pytest.raises(InputError) as caught:
        read_baseline(files / "baseline.json").against(new)
    for part in ("baseline.json: the baseline is stale: ", *parts, "; make it again"):
        assert part in str(caught.value)


def test_other_judgments_make_a_baseline_stale(files):
    saved(files, "old")
    with (files / "qrels.txt").open("a") as more:
        more.write("q0 0 d99 1\n")
    refused(files, results(files, "new"), "the judgments or references are others (qrels.txt ", " -> qrels.txt ")


def test_other_queries_make_a_baseline_stale(files):
    saved(files, "old", missing="skip")
    lines = (files / "new.run").read_text().splitlines(keepends=True)
    (files / "new.run").write_text("".join(line for line in lines if not line.startswith("q3 ")))
    refused(files, results(files, "new", missing="skip"), "queries that it has are gone (q3)")
    lines = (files / "qrels.txt").read_text()
    (files / "qrels.txt").write_text(f"{lines}q77 0 d1 1\n")
    refused(files, results(files, "new"), "queries that it lacks have come (q77)", "others (missing=skip -> zero)")


def test_another_number_of_queries_makes_a_baseline_without_units_stale(files):
    saved(files, "old", per_query=False, missing="skip")
    (files / "new.run").write_text("q1 Q0 d1 1 1 x\n")
    refused(files, results(files, "new", missing="skip"), "the number of queries is another one (12 -> 1)")


def test_other_decisions_make_a_baseline_stale(files):
    saved(files, "old")
    refused(files, results(files, "new", ties="docid-asc"), "decisions are others (ties=docid-desc -> docid-asc)")


def test_another_definition_makes_a_baseline_stale(files):
    path = saved(files, "old", measures={"gain": "nDCG@10"})
    new = evaluate(ranking(files / "qrels.txt", files / "new.run"), {"gain": parse("nDCG(gain='exp')@10")})
    refused(files, new, "measures are defined otherwise (gain gain='linear' -> 'exp')")
    whole = json.loads(path.read_text())
    whole["signature"]["parameters"]["gain"]["novel"] = 1
    path.write_text(json.dumps(whole))
    refused(files, results(files, "new", {"gain": "nDCG@10"}), "(gain novel=1 -> None)")


def test_another_version_is_noted(files):
    path = saved(files, "old")
    whole = json.loads(path.read_text())
    whole["signature"]["cranfield"] = "0.0.1"
    path.write_text(json.dumps(whole))
    (noted,) = read_baseline(path).against(results(files, "new")).findings
    assert noted.message.startswith(f"{path}: the baseline was made by version 0.0.1, this is ")


def test_a_measure_that_the_file_lacks_is_named(files):
    path = saved(files, "old", measures=["AP"])
    with pytest.raises(InputError, match="has no RR, only AP; make it again with this measure"):
        read_baseline(path).against(results(files, "new", ["RR"]))


def test_one_of_several_systems_is_chosen_by_name(files):
    path = saved(files, "old", "new")
    assert (
        read_baseline(path, system="new").against(results(files, "new"))["AP"].value
        == results(files, "new")["AP"].value
    )
    with pytest.raises(InputError, match="holds several systems; name one of them: old, new"):
        read_baseline(path)
    with pytest.raises(InputError, match=r"holds no system 'nev'; there are old, new; did you mean new\?"):
        read_baseline(path, system="nev")
    with pytest.raises(InputError, match="holds several systems called 'old'; keep one of them"):
        read_baseline(saved(files, "old", "old"), system="old")


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("", "is no JSON; a baseline is a file that"),
        ("[" * 100_000, "is no JSON"),
        ("[]", "holds no results with a family and a signature; make it again"),
        ('{"systems": []}', "holds no results"),
        ('{"systems": [{"system": "a"}], "signature": {}}', "holds no results"),
    ],
)
def test_other_files_are_refused(tmp_path, content, what):
    (tmp_path / "b.json").write_text(content)
    with pytest.raises(InputError, match=what) as caught:
        read_baseline(tmp_path / "b.json")
    assert caught.value.source == str(tmp_path / "b.json")


ODD = [None, True, 3, -1.5, 1e400, "x", [], [1], {}, {"x": 1}, {"x": {"y": [2]}}]


def paths_in(node, here=()):
    yield here
    for key, each in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from paths_in(each, (*here, key))


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_an_edited_file_is_read_or_refused_in_our_words(files, data):
    new = results(files, "new")
    whole = json.loads(render_json([results(files, "old")], per_query=True))
    path = data.draw(st.sampled_from([each for each in paths_in(whole) if each and "findings" not in each]))
    node = whole
    for key in path[:-1]:
        node = node[key]
    if data.draw(st.booleans()):
        node[path[-1]] = data.draw(st.sampled_from(ODD))
    else:
        del node[path[-1]]
    (files / "edited.json").write_text(json.dumps(whole))
    with contextlib.suppress(InputError):
        assert set(read_baseline(files / "edited.json").against(new)) <= set(new)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"cannot be read \(No such file or directory\); name a file that cranfield"):
        read_baseline(tmp_path / "b.json")


def test_a_stale_baseline_is_no_error_of_measures(files):
    saved(files, "old")
    with pytest.raises(InputError) as caught:
        read_baseline(files / "baseline.json").against(results(files, "new", judged_only=True))
    assert not isinstance(caught.value, MeasureError)


def test_a_file_that_contradicts_itself_is_refused(files):
    new = results(files, "new")
    path = saved(files, "old")
    text_of, whole = path.read_text(), json.loads(path.read_text())

    def refused(message, change=None, text=None):
        copy = json.loads(json.dumps(whole))
        if change is not None:
            change(copy["systems"][0], copy["signature"])
        path.write_text(json.dumps(copy) if text is None else text)
        with pytest.raises(InputError) as caught:
            read_baseline(path).against(new)
        assert message in str(caught.value)

    refused("AP is 0.9 there, but its units make", lambda entry, _: entry["metrics"].update({"AP": 0.9}))
    refused("AP is nan there", lambda entry, _: entry["metrics"].update({"AP": None}))
    refused("AP of old cannot be 7", lambda entry, _: entry["metrics"].update({"AP": 7}))
    refused("AP of q3 cannot be -2", lambda entry, _: entry["per_query"]["q3"].update({"AP": -2}))
    refused("calls RR AP", lambda _, signature: signature["measures"].update({"AP": "RR"}))
    refused("says twice what 'metrics' is", text=text_of.replace('"metrics"', '"metrics": {}, "metrics"', 1))
    path.write_text(text_of)
    assert read_baseline(path).against(new)["AP"].value == results(files, "old")["AP"].value
