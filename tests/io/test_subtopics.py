"""Judgments of subtopics: recognised, read from every kind of input, collapsed by a named rule, or refused."""

import json

import pyarrow as pa
import pytest

from cranfield import InputError, MeasureError, Policy, PolicyError, evaluate, judgments, ranking
from cranfield.errors import DuplicateError
from cranfield.io.check import check
from cranfield.io.pooled import with_pooled

LINES = "q1 1 a 1\nq1 1 b 0\nq1 2 a 2\nq1 2 c 1\nq2 1 a 1\nq2 2 a 0\n"
NESTED = {"q1": {"1": {"a": 1, "b": 0}, "2": {"a": 2, "c": 1}}, "q2": {"1": {"a": 1}, "2": {"a": 0}}}
RUN = {"q1": {"b": 3.0, "a": 2.0, "x": 1.0}, "q2": {"a": 1.0}}
ROWS = [line.split() for line in LINES.splitlines()]
TABLE = pa.table({
    "query_id": [row[0] for row in ROWS], "subtopic": [row[1] for row in ROWS], "doc_id": [row[2] for row in ROWS],
    "relevance": [int(row[3]) for row in ROWS],
})  # fmt: skip


def files(folder):
    """The same judgments in every shape that people have them in."""
    (folder / "plain.txt").write_text(LINES)
    (folder / "ends.txt").write_bytes(b"# made by hand\n" + LINES.replace(" ", "\t").replace("\n", "\r\n").encode())
    header = "qid,subtopic,docno,rel\n"
    (folder / "table.csv").write_text(header + LINES.replace(" ", ","))
    records = [dict(zip(("query", "aspect", "doc", "grade"), (*row[:3], int(row[3])), strict=True)) for row in ROWS]
    (folder / "lines.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    (folder / "nested.json").write_text(json.dumps(NESTED))
    return [*sorted(folder.iterdir()), TABLE, NESTED]


def test_every_input_gives_the_same_batch(tmp_path):
    for given in files(tmp_path):
        batch = ranking(given, RUN)
        assert batch.ragged("grade").values.tolist() == [0.0, 2.0, 1.0], given
        assert batch.ragged("ideal").values.tolist() == [2.0, 1.0, 0.0, 1.0], given
        names = [batch.row_names()[row] for row in batch.ragged("subtopic_judgment").values]
        told = list(zip(names, batch.ragged("subtopic").values.tolist(), batch.ragged("subtopic_grade").values.tolist(),
                        strict=True))  # fmt: skip
        assert told == [("c", 1, 1.0), ("b", 0, 0.0), ("a", 0, 1.0), ("a", 1, 2.0), ("a", 0, 1.0), ("a", 1, 0.0)], given
        assert batch.ragged("subtopic_name").values.tolist() == ["1", "2", "1", "2"]
        results = evaluate(batch, ["StRecall@1", "StRecall@2", "nDCG"])
        assert results["StRecall@2"].units == {"q1": 1.0, "q2": 1.0}
        assert results["StRecall@1"].units == {"q1": 0.0, "q2": 1.0}
        assert "subtopics" in {each.key for each in results.findings}


@pytest.mark.parametrize(
    ("rule", "grades"), [("best", [0.0, 2.0, 1.0]), ("count", [0.0, 2.0, 1.0]), ("sum", [0.0, 3.0, 1.0])]
)
def test_other_measures_see_one_grade_by_the_rule_that_the_signature_names(rule, grades):
    batch = ranking(NESTED, RUN, policy=Policy(subtopics=rule))
    assert batch.ragged("grade").values.tolist() == grades
    assert evaluate(batch, "AP").signature.policy.subtopics == rule
    assert (f"subtopics={rule}" in str(evaluate(batch, "AP"))) == (rule != "best")


def test_a_document_that_nobody_judged_for_any_subtopic_stays_unjudged():
    judged = {"q": {"1": {"a": -1, "b": -1, "c": 1}, "2": {"a": -2, "b": 2}}}
    for rule in ("best", "count", "sum"):
        batch = ranking(judged, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, policy=Policy(subtopics=rule))
        assert batch.ragged("rank").values.tolist() == [2, 3]
        assert batch.ragged("pooled").values.tolist() == [1]


def test_what_else_stands_in_the_second_field_is_no_subtopic(tmp_path):
    path = tmp_path / "rounds.txt"
    path.write_text("q 0.5 a 1\nq 1 b 0\nq 2 c 1\n")
    assert "subtopic" not in ranking(path, {"q": {"a": 1.0}})
    path.write_text("q 0 a 1\nq Q0 a 1\n")
    with pytest.raises(DuplicateError, match=r"line 2: query q judges document a twice \(first on line 1\)"):
        judgments(path)
    path.write_text("q 1 a 1\nq 2 b 1\n")  # no document tells it, so it has to be said
    assert "subtopic" not in ranking(path, {"q": {"a": 1.0}})
    assert "subtopic" in ranking(path, {"q": {"a": 1.0}}, qrels_format="ndeval")


def test_what_was_said_about_repeats_goes_before_what_is_recognised(tmp_path):
    path = tmp_path / "qrels.txt"
    path.write_text(LINES)
    batch = ranking(path, RUN, policy=Policy(duplicates="last"))
    assert "subtopic" not in batch
    assert "subtopic" in ranking(path, RUN, policy=Policy(duplicates="last"), qrels_format="ndeval")


@pytest.mark.parametrize(
    ("content", "changes", "message"),
    [
        (
            LINES,
            {"subtopics": "error"},
            (
                "holds judgments of subtopics (query q1 judges one document for 1 and for 2); read them with"
                " subtopics=best or qrels_format=ndeval, or give one judgment for each query and document"
            ),
        ),
        (
            LINES + "q1 2 a 1\n",
            {},
            (
                "line 7: query q1 judges document a twice for subtopic 2 (first on line 3); remove one or choose"
                " duplicates=first, last or best"
            ),
        ),
        (
            LINES + "q1 2 a\n",
            {},
            "line 7: a judgment line must have 4 fields (query 0 document grade), not 3: 'q1 2 a'",
        ),
        (LINES + "q1 2 z x\n", {}, "line 7: the grade must be a number, not 'x'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, content, changes, message):
    path = tmp_path / "qrels.txt"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        judgments(path, policy=Policy(**changes))
    assert message in str(caught.value)


def test_repeats_inside_a_subtopic_follow_the_policy(tmp_path):
    path = tmp_path / "qrels.txt"
    path.write_text("q 1 a 1\nq 2 a 0\nq 1 a 3\n")
    for rule, grade in (("first", 1.0), ("last", 3.0), ("best", 3.0)):
        gold = judgments(path, policy=Policy(duplicates=rule), input_format="ndeval")
        assert gold.subtopics.grade.values.tolist() == [grade, 0.0]
        assert "duplicate-judgment" in {each.key for each in gold.findings}
    assert [each.key for each in check(path, {"q": {"a": 1.0}}) if each.severity == "error"] == ["duplicate-judgment"]


def test_some_queries_with_subtopics_and_some_without_are_refused():
    with pytest.raises(InputError, match="query q2: either all queries must have subtopics or none"):
        judgments({"q1": {"1": {"a": 1}}, "q2": {"a": 1}})


def test_a_measure_of_subtopics_says_what_it_needs():
    with pytest.raises(MeasureError, match=r"alpha_nDCG@10: the data has no subtopic; give judgments of subtopics"):
        evaluate(ranking({"q": {"a": 1}}, {"q": {"a": 1.0}}), "alpha_nDCG@10")
    with pytest.raises(MeasureError, match="ERR_IA: k must be given, how many results count; write ERR_IA@10"):
        evaluate(ranking(NESTED, RUN), "ERR_IA")


def test_the_rule_cannot_be_changed_after_the_judgments_were_prepared():
    gold = judgments(NESTED)
    with pytest.raises(PolicyError, match="subtopics was decided when the judgments were prepared"):
        ranking(gold, RUN, policy=Policy(subtopics="sum"))


def test_documents_of_runs_that_are_added_to_the_judgments_leave_subtopics_with_their_documents():
    gold = judgments(NESTED)
    wider = with_pooled(gold, [{"q1": {"zz": 1.0}, "q2": {"yy": 2.0}}])
    for measure in ("alpha_nDCG", "AP_IA", "NRBP"):
        one, other = (evaluate(ranking(each, RUN), measure)[measure].units for each in (gold, wider))
        assert one == other
