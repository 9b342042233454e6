"""Exposure of groups: worked numbers, files of groups, and what is refused."""

import math

import pytest

from cranfield import InputError, MeasureError, Policy, evaluate, explain, ranking

QRELS = {"q": {"a": 1, "b": 1, "c": 0}}
RUN = {"q": {"a": 3.0, "x": 2.0, "b": 1.0}}
GROUPS = {"a": "north", "b": "south", "x": "south", "c": "north"}


def test_worked_numbers():
    batch = ranking(QRELS, RUN, document_groups=GROUPS)
    results = evaluate(batch, ["EE_L", "EE_D", "EE_R", "AWRF", "AWRF(target='equal')"])
    # the user goes on with 1/2: north has rank 1, south ranks 2 and 3; two relevant documents share 1 + 1/2
    north, south, each = 1.0, 0.5 + 0.25, 0.75
    assert results["EE_D"].value == north**2 + south**2
    assert results["EE_R"].value == north * each + south * each
    assert results["EE_L"].value == (north - each) ** 2 + (south - each) ** 2
    # attention is 1, 1 and 1 / log2(3), and both groups have one relevant document
    total = 2 + 1 / math.log2(3)
    shares = [1 / total, (1 + 1 / math.log2(3)) / total]
    divergence = sum(
        (share * math.log2(share / ((share + 0.5) / 2)) + 0.5 * math.log2(0.5 / ((share + 0.5) / 2))) / 2
        for share in shares
    )
    assert results["AWRF"].value == pytest.approx(1 - divergence, abs=1e-12)
    assert results["AWRF(target='equal')"].value == pytest.approx(1 - divergence, abs=1e-12)


def test_loss_is_disparity_less_twice_relevance_and_what_is_wanted():
    batch = ranking(QRELS, RUN, document_groups=GROUPS)
    values = {name: evaluate(batch, f"{name}(p=0.8)")[f"{name}(p=0.8)"].value for name in ("EE_L", "EE_D", "EE_R")}
    wanted = 2 * ((1 + 0.8) / 2) ** 2
    assert values["EE_L"] == pytest.approx(values["EE_D"] - 2 * values["EE_R"] + wanted, abs=1e-12)


def test_groups_come_from_a_file_and_are_in_the_signature(tmp_path):
    path = tmp_path / "groups.tsv"
    path.write_text("".join(f"{doc}\t{group}\n" for doc, group in GROUPS.items()))
    one = evaluate(ranking(QRELS, RUN, document_groups=path), "AWRF")
    assert one["AWRF"].units == evaluate(ranking(QRELS, RUN, document_groups=GROUPS), "AWRF")["AWRF"].units
    assert "document groups" in {each["role"] for each in one.signature.inputs}


def test_documents_without_a_group_are_counted_and_have_no_part():
    batch = ranking(QRELS, RUN, document_groups={"a": "north", "b": "south"})
    assert [(each.key, each.count) for each in batch.findings if each.key == "document-without-group"] == [
        ("document-without-group", 1)
    ]
    assert evaluate(batch, "EE_D")["EE_D"].value == 1 + 0.25**2


def test_what_is_kept_is_what_was_asked_for():
    assert "top" not in ranking(QRELS, RUN, document_groups=GROUPS)
    kept = ranking(QRELS, RUN, document_groups=GROUPS, keep=2)
    assert kept.ragged("top").values.tolist() == ["a", "x"]
    assert len(kept.ragged("document_group").values) == 3


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        (
            {"document_groups": {"z": "north"}},
            InputError,
            "not one document of the run has a group: it has a, the groups",
        ),
        ({"document_groups": {"a": 1.5}}, InputError, "document_groups must be a file, a table or a dict of documents"),
        ({"document_groups": GROUPS, "policy": Policy(judged_only=True)}, InputError, "leave one of them out"),
        ({}, MeasureError, "AWRF: the data has no document_group; give a file of documents and their groups"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(changes, error, message):
    with pytest.raises(error) as caught:
        evaluate(ranking(QRELS, RUN, **changes), "AWRF")
    assert message in str(caught.value)


def test_a_cutoff_beyond_what_is_kept_is_refused():
    with pytest.raises(MeasureError, match=r"AWRF: only the first 1,000 results of a query are kept for it"):
        evaluate(ranking(QRELS, RUN, document_groups=GROUPS), "AWRF@1001")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.txt", "d1 x\nd2 x\nd3 y\n"),
        ("head.csv", "doc,group\nd1,x\nd2,x\nd3,y\n"),
        ("other.csv", "document,seller\nd1,x\nd2,x\nd3,y\n"),
        ("wide.csv", "query,docid,group\nq1,d1,x\nq1,d2,x\nq1,d3,y\n"),
        ("lines.jsonl", '{"did": "d1", "group": "x"}\n{"did": "d2", "group": "x"}\n{"did": "d3", "group": "y"}\n'),
        ("object.json", '{"d1": "x", "d2": "x", "d3": "y"}'),
    ],
)
def test_a_header_is_no_group_and_tables_of_documents_are_known(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    batch = ranking({"q1": {"d1": 1, "d3": 1}}, {"q1": {"d1": 3.0, "d2": 2.0, "d3": 1.0}}, document_groups=path)
    assert batch.facts["document_groups"] == ("x", "y")
    assert evaluate(batch, ["AWRF(target='equal')"])["AWRF(target='equal')"].value == pytest.approx(0.946764070466729)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d1\n", "groups.txt line 1: a line must have a document and its group, not 'd1'; put a tab between them"),
        ("d1 x\nd1 y\n", "groups.txt line 2: document d1 is in group y and in x (line 1); keep one"),
        ('{"d1": ["x"]}', "groups.txt: document 'd1': a group must be a text, not a list"),
        ("a,b,group\n1,2,3\n", "groups.csv: has no column for the document; there are a, b, group; "),
    ],
)
def test_faults_in_groups_of_documents_are_told_of_documents(tmp_path, text, message):
    path = tmp_path / message.split()[0].rstrip(":")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        ranking({"q1": {"d1": 1}}, {"q1": {"d1": 3.0}}, document_groups=path)
    assert message in str(caught.value)


def test_an_explanation_tells_what_each_group_gets_and_should_get():
    told = explain(ranking(QRELS, RUN, document_groups=GROUPS), "EE_L", "q")
    steps = {step.name: step.value for step in told.steps}
    assert steps["got north"] == 1.0
    assert steps["got south"] == 0.75
    assert steps["due north"] == steps["due south"] == 0.75
