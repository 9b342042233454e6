"""Files of other tools with faults in them: one sentence that names the place, never a traceback or a wrong number."""

import json
from contextlib import suppress

import pyarrow as pa
import pytest

from cranfield import InputError, ranking
from cranfield.io.check import check
from cranfield.io.read.open import open_input
from tool_faults import ANSWER, FAULTS, changed
from tool_samples import (
    CHAINS,
    DPR,
    MTEB,
    OPENSEARCH,
    OPENSEARCH_ANSWER,
    QUEPID,
    QUEPID_RRE,
    QUESTIONS,
    RANK_EVAL,
    RANK_EVAL_ANSWER,
    RANK_LLM,
    RRE,
    SCORED_DOCUMENTS,
    SCORES,
    dumped,
    elasticsearch,
    lines,
    parquet,
    solr,
    vespa,
)  # fmt: skip


def read(data, kind, **options):
    return [
        (query, doc, value)
        for piece in open_input(data, kind, **options).pieces()
        for rows in piece()
        for query, doc, value in zip(rows.queries(), rows.doc.texts(), rows.value.tolist(), strict=True)
    ]


def fault(data, kind, **options):
    with pytest.raises(InputError) as raised:
        read(data, kind, **options)
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_one_sentence_with_its_place(name):
    kind, data, message = FAULTS[name]
    told = fault(data, kind)
    if message is not None:
        assert told == f"bytes{' ' if message.startswith('line ') else ': '}{message}"


def test_a_cut_document_is_named_with_its_line():
    data = dumped(RANK_EVAL, indent=1)[:300]
    last = data.count(b"\n") + 1
    assert fault(data, "qrels").startswith(f"bytes line {last}: is not JSON (")


def test_documents_whose_id_nobody_named_get_the_option_that_names_it():
    told = fault(lines(*CHAINS), "run")
    assert told.startswith("bytes line 1: has no column for the doc; there are"), told


def test_predictions_of_labels_are_no_run():
    labels = {**MTEB, "default": {"test": [[1, 0, 1], [0, 1, 1]]}}
    for data in (dumped(labels), dumped(labels, indent=1), labels):
        assert "is a file of MTEB predictions, but has a list where an object with its queries" in fault(data, "run")


def test_an_answer_by_itself_is_not_one_for_each_query():
    for alone in ({"jazz": ANSWER["answer"]}, {"answer": ANSWER["answer"], "took": {"all": 5}}):
        assert "does not say which query it answers" in fault(dumped(alone), "run")


def test_pairs_are_pairs_to_the_end_and_scores_are_no_grades():
    broken = changed(SCORED_DOCUMENTS[0], "documents", 1, 1, to="high")
    told = fault(lines(broken), "run")
    assert told.startswith("bytes line 1: result 2: must be a document and its score as in the first line, not "), told
    assert "has a list of what was found (documents) and none of what should be" in fault(
        lines(*SCORED_DOCUMENTS), "qrels"
    )
    assert "has a list of what was found (ctxs) and none of what should be" in fault(dumped(DPR), "qrels")


def test_ids_of_vespa_that_nobody_judged_get_a_field_to_read():
    answers = lines(*({"query": "q", **vespa({f"id:shop:item::{doc}": 1.0 for doc in "ab"})} for _ in "q"))
    (finding,) = (each for each in ranking({"q": {"a": 1}}, answers).findings if each.key == "no-judged-document")
    assert "of Vespa's answers a field can be read instead, as in columns={'run.doc': 'fields.id'}" in finding.message
    told = [each.message for each in ranking({"q": {"a": 1}}, {"q": {"x": 1.0}}).findings]
    assert not any("Vespa" in each for each in told)


@pytest.mark.parametrize(
    ("form", "data", "message"),
    [
        ("pairs", b"q d\nq d e\n", "line 2: a line of pairs must have 2 fields (query document), not 3: 'q d e';"),
        ("prels", b"q d 1 0\n", "line 1: a line of sampled judgments must have 5 fields (query document grade method"),
        ("strata", b"q 0 d 1 x\n", "line 1: the grade must be a number, not 'x'; mend or remove the line"),
    ],
)
def test_lines_that_were_named_have_their_fields(form, data, message):
    assert fault(data, "qrels", input_format=form).startswith(f"bytes {message}")


def test_rows_of_tables_are_counted_from_one():
    table = pa.Table.from_pylist([SCORES[0], changed(SCORES[1], "retrieved_ids", 0, to=None)])
    for data in (table, parquet(table)):
        assert fault(data, "run").endswith(
            ": row 2: result 1: the doc must be text or a whole number, not null; convert it to a string"
        )


def test_a_document_that_is_judged_twice_in_lists_has_no_wrong_row():
    table = pa.Table.from_pylist([{"query": "a", "expected_ids": ["d"]}, {"query": "b", "expected_ids": ["e", "e"]}])
    with pytest.raises(InputError, match=r"^the judgments: query b judges document e twice; remove one or choose"):
        ranking(table, {"b": {"e": 1}})


def test_check_lists_bad_lines_and_reads_the_others():
    data = b"2 qid:q # a\nx qid:q # b\n1 qid:q # c\n1 # d\n0 qid:q # a\n"
    found = [each for each in check(data, {"q": {"a": 1.0}}) if each.severity == "error"]
    assert [(each.key, each.lines) for each in found] == [
        ("unparsable-line", (2,)), ("unparsable-line", (4,)), ("duplicate-judgment", (1, 5))
    ]  # fmt: skip
    data = lines(ANSWER, {"query": "q2", "answer": {}}, {"query": "q3", "answer": ANSWER["answer"]})
    found = [each for each in check({"q1": {"a": 1}, "q3": {"b": 1}}, data) if each.severity == "error"]
    assert [(each.key, each.lines) for each in found] == [("unparsable-line", (2,))]


HOSTILE = (None, True, -0.5, 10**400, "", "\x00", [], {}, [[]], {"a": {"a": {"a": 1}}})
DOCUMENTS = {
    "rank_eval": ("qrels", RANK_EVAL),
    "rank_eval answer": ("run", RANK_EVAL_ANSWER),
    "OpenSearch": ("qrels", OPENSEARCH),
    "OpenSearch answer": ("qrels", OPENSEARCH_ANSWER),
    "RRE": ("qrels", RRE),
    "Quepid RRE": ("qrels", QUEPID_RRE),
    "Quepid": ("qrels", QUEPID),
    "MTEB": ("run", MTEB),
    "questions": ("qrels", QUESTIONS),
    "rank_llm": ("run", RANK_LLM[0]),
    "Elasticsearch": ("run", ANSWER),
    "Solr": ("run", solr("q", {"a": 1.0})),
    "Vespa": ("run", {"q": 1, **vespa({"a": 1})}),
    "lists": ("run", SCORES[0]),
    "expected": ("qrels", SCORES[0]),
    "chains": ("run", CHAINS[0]),
}


def places(value, path=()):
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in list(inner)[:2]:
        yield from places(each, (*path, key))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_whatever_stands_anywhere_is_read_or_refused_in_one_sentence(name):
    kind, document = DOCUMENTS[name]
    for path in places(document):
        for hostile in HOSTILE:
            made = changed(document, *path, to=hostile) if path else hostile
            for data in (dumped(made), dumped(made, indent=1)) if path else (dumped(made),):
                try:
                    rows = read(data, kind)
                except InputError as error:
                    told = str(error)
                    assert told.startswith("bytes"), told
                    assert "\n" not in told, told
                else:
                    assert all(isinstance(doc, str) and doc and query for query, doc, _ in rows), (path, hostile)
            if isinstance(made, dict):
                with suppress(InputError):
                    read(made, kind)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_cut_file_is_refused_or_read_as_the_whole_lines_that_it_has(name):
    kind, document = DOCUMENTS[name]
    whole = dumped(document)
    for end in range(1, len(whole) - 1, 7):
        assert fault(whole[:end], kind).startswith("bytes")


def test_numbers_as_ids_are_text():
    data = lines({"qid": 7, "answer": elasticsearch({"1": 2.0})}, {"qid": 8, "candidates": [{"docid": 5, "score": 1}]})
    assert fault(data, "run").startswith("bytes line 2")
    assert read(lines({"query": {"qid": 3}, "candidates": [{"docid": 5, "score": 1}]}), "run") == [("3", "5", 1.0)]
    assert read(json.dumps({"relevant_docs": {"1": [10, 20]}}).encode(), "qrels") == [
        ("1", "10", 1.0),
        ("1", "20", 1.0),
    ]


def test_a_part_is_asked_only_of_what_has_parts():
    several = {**MTEB, "en": {"dev": {"jazz": {"d1": 1}}}}
    for columns in ({"part": "en/dev"}, {"run.part": "en/dev"}, {"part": "x", "run.part": "en/dev"}):
        batch = ranking(dumped(OPENSEARCH), dumped(several), columns=columns)
        assert batch.array("num_ret").tolist() == [0, 1, 0]
    with pytest.raises(InputError, match=r"^bytes: has no part 'en'; there are default/test, en/dev$"):
        ranking(OPENSEARCH, dumped(several), columns={"part": "en"})


def test_predictions_that_are_lists_are_in_order():
    document = {"mteb_model_meta": {}, "default": {"test": {"q": ["d2", "d1"]}}}
    assert read(dumped(document), "run") == [("q", "d2", -1.0), ("q", "d1", -2.0)]


def test_scores_beside_two_lists_are_those_of_what_was_found():
    record = {"query": "q", "retrieved_ids": ["a", "b"], "scores": [0.5, 0.75], "expected_ids": ["a", "c"]}
    assert read(lines(record), "run") == [("q", "a", 0.5), ("q", "b", 0.75)]
    assert read(lines(record), "qrels") == [("q", "a", 1.0), ("q", "c", 1.0)]
    graded = {"query": "q", "expected_ids": ["a", "c"], "grades": [2, 1]}
    assert read(lines(graded), "qrels") == [("q", "a", 2.0), ("q", "c", 1.0)]
