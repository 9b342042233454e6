"""The library as a newcomer uses it from Python: what is given, what comes back, what is refused and how."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from pathlib import Path

import pyarrow as pa
import pytest

from cranfield import (
    InputError,
    MeasureError,
    Policy,
    PolicyError,
    evaluate,
    explain,
    groups,
    judgments,
    parse,
    parse_all,
    ranking,
)
from cranfield.core.registry import registry
from cranfield.io.bytes.source import Source
from cranfield.report.signature import signature_lines

QRELS = {"q1": {"d1": 2, "d2": 1, "d3": 0}, "q2": {"d4": 1}}
RUN = {"q1": {"d3": 3.0, "u1": 2.0, "d1": 1.0}, "q2": {"d4": 1.0}}


def refusal(kind, action, *arguments, **options):
    with pytest.raises(kind) as caught:
        action(*arguments, **options)
    return str(caught.value)


def test_a_batch_is_asked_for_in_a_sentence():
    message = "the data must be a batch, not dict; make one with ranking(qrels, run)"
    assert refusal(InputError, evaluate, RUN, "RR") == f"evaluate: {message}"
    assert refusal(InputError, explain, RUN, "RR", "q1") == f"explain: {message}"


def test_what_is_no_measure_is_refused_in_a_sentence():
    batch = ranking(QRELS, RUN)
    for wrong in (5, [5], [None]):
        shown = wrong if wrong == 5 else wrong[0]
        assert refusal(MeasureError, evaluate, batch, wrong) == f"a measure must be text or a measure, not {shown}"
    assert refusal(MeasureError, evaluate, batch, []) == "no measure was asked for; name at least one, such as nDCG@10"
    assert list(evaluate(batch)) == ["nDCG@10", "AP", "RR", "P@10", "R@100", "Judged@10"]
    assert refusal(MeasureError, evaluate, batch, "zzzz") == "unknown measure 'zzzz'; `cranfield measures` lists all"


def test_groups_of_a_file_are_in_the_signature(tmp_path):
    path = tmp_path / "groups.tsv"
    path.write_text("q1\tlong\nq2\tshort\n")
    batch = ranking(QRELS, RUN)
    for given in (path, str(path)):
        results = evaluate(batch, "RR", groups=groups(given))
        assert results["RR"].groups == {"long": 1 / 3, "short": 1.0}
        assert results.signature.inputs[-1]["name"] == str(path)
        assert len(results.signature.inputs[-1]["sha256"]) == 64
    assert refusal(InputError, evaluate, batch, "RR", groups=["q1"]) == (
        "groups must be a dict of query and group, not list; cranfield.groups(path) reads a file"
    )


def test_a_decision_that_does_not_exist_is_refused():
    assert refusal(PolicyError, Policy, tie="rank") == "policy: there is no 'tie'; did you mean ties?"
    assert refusal(PolicyError, Policy.named, "ranx", tie="rank") == "policy: there is no 'tie'; did you mean ties?"
    assert refusal(PolicyError, Policy, zzz=1).startswith("policy: there is no 'zzz'; there are missing, undefined, ")


def test_a_file_is_hashed_when_the_signature_is_asked_for(tmp_path):
    run = tmp_path / "a.run"
    run.write_bytes(b"q1 Q0 d1 1 2.0 t\n")
    for hashed in ("now", "later"):
        results = evaluate(ranking({"q1": {"d1": 1}}, Source(run, hashed=hashed)), ["RR"])
        assert results.signature.inputs[1] == {
            "role": "run", "name": str(run), "sha256": hashlib.sha256(run.read_bytes()).hexdigest(), "tag": "t"
        }  # fmt: skip
        assert pickle.loads(pickle.dumps(results)).signature == results.signature


def test_the_hash_is_found_from_another_folder_and_kept(tmp_path, monkeypatch):
    (tmp_path / "a.run").write_bytes(b"q1 Q0 d1 1 2.0 t\n")
    monkeypatch.chdir(tmp_path)
    batch = ranking({"q1": {"d1": 1}}, "a.run")
    monkeypatch.chdir("/")
    made = evaluate(batch, ["RR"]).signature.inputs[1]["sha256"]
    assert len(made) == 64
    (tmp_path / "a.run").unlink()
    assert evaluate(batch, ["AP"]).signature.inputs[1]["sha256"] == made


def rewritten_in_secret(run):
    seen = run.stat()
    run.write_bytes(run.read_bytes().replace(b"d1", b"d2"))
    os.utime(run, ns=(seen.st_atime_ns, seen.st_mtime_ns))


@pytest.mark.parametrize(
    "change", [lambda run: run.write_bytes(b"q1 Q0 d2 1 2.0 t\n"), Path.unlink, rewritten_in_secret]
)
def test_the_hash_of_a_file_that_changed_is_not_known(change, tmp_path):
    run = tmp_path / "a.run"
    run.write_bytes(b"q1 Q0 d1 1 2.0 t more\n")
    results = evaluate(ranking({"q1": {"d1": 1}}, run), ["RR"])
    change(run)
    assert results.signature.inputs[1]["sha256"] is None
    assert signature_lines([results])[-1] == "sha256 a.run (no longer as it was read)"


def test_a_policy_remembers_its_profile_but_is_equal_to_one_that_decides_alike():
    named = Policy.named("trec_eval-9", missing="zero")
    assert named.describe() == "profile trec_eval-9, missing=zero"
    assert named == Policy(**named.as_dict())
    assert Policy(**named.as_dict()).profile == "default"
    assert Policy().describe() == "default"
    assert Policy(ties="input").describe() == "ties=input"


def test_results_leave_as_dict_and_as_table():
    results = evaluate(ranking(QRELS, RUN), ["RR", "P@1"])
    assert results.to_dict() == {"RR": pytest.approx(2 / 3), "P@1": 0.5}
    assert results.to_arrow().equals(pa.table({"unit": ["q1", "q2"], "RR": [1 / 3, 1.0], "P@1": [0.0, 1.0]}))
    assert repr(results["RR"]) == "<RR: 0.6667 over 2 queries>"


def test_the_signature_has_every_parameter_and_is_json():
    results = evaluate(ranking(QRELS, RUN), ["nDCG(gain={1: 3})@5", "ERR"])
    parameters = json.loads(json.dumps(results.signature.as_dict()))["parameters"]
    assert parameters["ERR"]["max_grade"] == 2.0
    assert parameters["nDCG(gain={1: 3})@5"] == {
        "name": "nDCG", "gain": [[1.0, 3.0]], "k": 5, "rel": None, "discount": "log2", "base": None,
        "judged_only": False, "mean": "arithmetic",
    }  # fmt: skip


def test_a_run_may_list_documents_best_first():
    listed = {query: sorted(docs, key=docs.get, reverse=True) for query, docs in RUN.items()}
    ours, theirs = (evaluate(ranking(QRELS, run), ["RR", "AP", "nDCG"]).to_dict() for run in (listed, RUN))
    assert ours == theirs
    assert "must hold an object {document: number}, not a list" in refusal(InputError, ranking, {"q1": ["d1"]}, RUN)


def test_a_lazy_frame_is_asked_to_collect():
    polars = pytest.importorskip("polars")
    frame = polars.LazyFrame({"query": ["q1"], "doc": ["d1"], "score": [1.0]})
    assert refusal(InputError, ranking, QRELS, frame) == (
        "the run must be a dataframe, not a lazy one (LazyFrame); call its collect() first"
    )


def test_each_input_can_have_its_own_format():
    gold = b"q1 0 d1 1\n"
    assert ranking(gold, b"q1\td1\t1\n", qrels_format="trec", run_format="msmarco").units == ["q1"]
    assert ranking(judgments(gold), b"q1\td1\t1\n", run_format="msmarco").units == ["q1"]


def test_documents_of_another_collection_are_a_warning_for_dicts_too():
    batch = ranking(QRELS, {"q1": {"x1": 1.0}})
    (finding,) = (each for each in batch.findings if each.key == "no-judged-document")
    assert (finding.severity, finding.examples) == ("warning", ("x1", "d1"))
    assert not [each for each in ranking(QRELS, RUN).findings if each.key == "no-judged-document"]


@pytest.mark.parametrize(
    ("query", "policy", "message"),
    [
        ("q11", "default", "there is no query 'q11' in the judgments; did you mean q1?"),
        ("zzz", "default", "there is no query 'zzz' in the judgments; they start with q1"),
        ("q7", "default", "query 'q7' has no judgments, so nothing can be said of its answer"),
        ("q2", "trec_eval-9",
         "the run does not answer query 'q2', which missing=skip leaves out; missing=zero would count it as 0"),
    ],
)  # fmt: skip
def test_a_query_that_cannot_be_explained_is_told_apart(query, policy, message):
    batch = ranking(QRELS, {"q1": {"d1": 1.0}, "q7": {"d1": 1.0}}, policy=policy)
    assert refusal(InputError, explain, batch, "AP", query) == message


def test_rows_of_a_ranking_can_be_named():
    for batch in (
        ranking(QRELS, RUN),
        ranking(QRELS, pa.table({"query": ["q1"] * 2, "doc": ["d3", "d1"], "score": [2, 1]})),
    ):
        names = batch.row_names()
        assert [names[row] for row in batch.ragged("judgment")[0]] == ["d3", "d1"]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("nDCG(gain=exp)@10", ["nDCG(gain='exp')@10"]),
        ("AP(mean=geometric, rel=2)", ["AP(mean='geometric', rel=2)"]),
        ("nDCG@5,10", ["nDCG@5", "nDCG@10"]),
        ("P(rel=2)@1, 3", ["P(rel=2)@1", "P(rel=2)@3"]),
        ("IPrec@0.1,0.2", ["IPrec@0.1", "IPrec@0.2"]),
        ("rbp rbp_resid", ["RBP(p=0.8)", "RBPResidual(p=0.8)"]),
    ],
)
def test_measures_are_read_as_people_write_them(text, same):
    written = text.split() if text.startswith("rbp") else [text]
    assert parse_all(written) == [parse(each) for each in same]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "nDCG@10,AP",
            "cannot read the cutoff '10,AP' of 'nDCG@10,AP'; write a number, as in nDCG@10, and name several",
        ),
        ("AP,RR", "'AP,RR' names several measures; name them one by one: AP and RR"),
        ("nDCG@10,x", "cannot read the cutoff '10,x' of 'nDCG@10,x'; write a number, as in nDCG@10"),
        ("all", "all is no name of a measure; did you mean all_trec (everything trec_eval knows) or official?"),
        (
            "hits@5",
            "hits is refused: ranx means the mean number of relevant documents in the first k",
        ),
        ("nDCG(gain=expp)", "nDCG: gain must be 'linear', 'exp' or a map of grades to gains"),
    ],
)
def test_what_looks_like_a_measure_is_refused_with_advice(text, message):
    assert refusal(MeasureError, parse_all, text, "ranking").startswith(message)


def test_chinese_words_are_those_of_the_field():
    texts = {name: measure.chinese for name, measure in registry("ranking").items()}
    assert not [name for name, text in texts.items() if "准确率" in text]
    assert [name for name, text in texts.items() if "覆盖率" in text] == ["KnownCoverage"]
    assert all("；" in texts[name] for name in ("Judged", "Unjudged"))


def test_known_documents_can_join_prepared_judgments():
    from cranfield import evaluate, judgments, ranking

    gold = judgments({"q": {"d": 1, "e": 1}})
    batch = ranking(gold, {"q": {"d": 2.0, "e": 1.0}}, known={"q": {"d": 1}})
    assert evaluate(batch, ["Novelty"])["Novelty"].value == 1 / 2
