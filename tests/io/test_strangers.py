"""Files that hold no ranking are called by their names, whichever way they are given."""

import pytest

from cranfield import InputError, evaluate, ranking, text
from cranfield.io.read.open import open_input
from tool_samples import GRADED, SAMPLES, dumped, elasticsearch, lines, trec

RESULTS = "holds the results of an evaluation, not what was evaluated; give the judgments and the runs that they were"
TEXTS = "holds questions and answers, which are texts; use `cranfield text` and name their fields, as in"
STRANGERS = {
    "S3's evaluate.py": ({"metrics": {"precision@5": 0.45, "ndcg@10": 0.62, "average_precision": 0.54}}, RESULTS),
    "BEIR's metrics": ({"ndcg": {"NDCG@1": 0.5, "NDCG@10": 0.6}, "map": {"MAP@1": 0.4}}, RESULTS),
    "MTEB's scores": ({"task_name": "SciFact", "scores": {"test": [{"ndcg_at_10": 1}]}}, RESULTS),
    "nuggetizer's scores": ({"qid": "q", "strict_vital_score": 0.8, "vital_score": 0.85}, RESULTS),
    "Cranfield's own": ({"systems": [{"metrics": {"AP": 0.5}}], "signature": {"cranfield": "1"}}, RESULTS),
    "UBI events": (
        {"application": "shop", "action_name": "click", "query_id": "00112233", "client_id": "c", "timestamp": "t",
         "event_attributes": {"object": {"object_id": "d1"}, "position": {"ordinal": 3}}},
        "`cranfield clicks ubi_queries.jsonl ubi_events.jsonl` makes judgments of searches and events (COEC)"),
    "UBI queries": (
        {"application": "shop", "query_id": "00112233", "client_id": "c", "user_query": "red shoes",
         "query_response_id": "r", "query_response_hit_ids": ["d1", "d2"]},
        "holds queries of User Behavior Insights, one a search and not one a query"),
    "nuggets": (
        {"query": "What?", "qid": "q1", "nuggets": [{"text": "a", "importance": "vital", "assignment": "support"}]},
        "holds nuggets of answers, not judgments of documents"),
    "answers of msearch": (
        {"took": 1, "responses": [elasticsearch({"a": 1.0})]},
        "holds the answers of several searches, which do not say what they answer; write each on a line as"),
    "a book of Quepid": (
        {"name": "Book", "query_doc_pairs": [{"query_text": "q", "doc_id": "d", "judgements": [{"rating": 1}]}]},
        "is a book of Quepid, where several people may have judged one document; export the ratings of its case"),
    "RRE's report": (
        {"children": [{"name": "corpus", "metrics": {"AP": {"versions": {"v1": {"value": 0.5}}}}}]}, RESULTS),
    "groups of Solr": (
        {"responseHeader": {"status": 0, "QTime": 1, "params": {"q": "x"}}, "grouped": {"sku": {"matches": 0}}},
        "is an answer of Solr without response.docs, such as an error or results in groups; ask with group.main=true"),
    "an error of an engine": (
        {"error": {"root_cause": [], "type": "parsing_exception"}, "status": 400},
        "is an error that an engine answered, and no results; mend what was asked"),
    "MLflow's expectations": (
        {"inputs": {"question": "What?"}, "expectations": {"expected_retrieved_context": [{"doc_uri": "d"}]}},
        "holds inputs and expectations, as MLflow has them; write what was asked and what should be found as"),
    "answers with citations": (
        {"topic_id": "1", "references": ["d1"], "answer": [{"text": "This.", "citations": [0]}]}, TEXTS),
    "BEIR's corpus": ({"_id": "d1", "title": "T", "text": "words"}, "holds queries or documents with their texts"),
    "BEIR's queries": ({"_id": "q1", "text": "words", "metadata": {}}, "holds queries or documents with their texts"),
    "LangChain's questions": ({"query": "What?", "answer": "This.", "result": "That."}, TEXTS),
    "LangSmith's examples": ({"inputs": {"question": "What?"}, "outputs": {"answer": "This."}}, TEXTS),
    "LlamaIndex's examples": ({"examples": [{"query": "What?", "reference_answer": "This."}]}, TEXTS),
    "ragas with metrics": ({"user_input": "What?", "context_precision": 0.5, "faithfulness": None}, RESULTS),
    "DeepEval's test cases": ({"input": "What?", "actual_output": "This.", "retrieval_context": ["a"]}, TEXTS),
    "LangChain's evaluations": ({"input": "What?", "prediction": "a", "reference": "b", "score": 1}, TEXTS),
    "LlamaIndex's evaluations": (
        {"query": "What?", "contexts": ["a"], "response": "b", "passing": True, "score": 1.0}, TEXTS),
    "ragas with texts": (
        {"user_input": "What?", "retrieved_contexts": ["a"], "response": "b", "reference": "c"},
        "holds the texts of contexts and not their ids; add retrieved_context_ids and reference_context_ids"),
}  # fmt: skip


def refused(data, kind):
    with pytest.raises(InputError) as fault:
        list(open_input(data, kind).pieces())
    return str(fault.value)


@pytest.mark.parametrize("kind", ["run", "qrels"])
@pytest.mark.parametrize("name", STRANGERS)
def test_what_is_no_ranking_is_called_by_its_name(name, kind):
    record, sentence = STRANGERS[name]
    for data in (dumped(record), dumped(record, indent=2), lines(record, record), record, [record]):
        told = refused(data, kind)
        assert sentence in told, told


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: f"{each.tool} {each.kind}")
def test_the_other_kind_is_never_read_by_mistake(sample):
    other = "qrels" if sample.kind == "run" else "run"
    given = {key: value for key, value in sample.given.items() if key == "columns"}
    lists = {"retrieved_ids", "expected_ids", "ragas", "LlamaIndex", "MLflow", "Hugging Face", "Quepid"}
    if sample.tool in lists or b"corpus-id" in sample.data or sample.data == dumped(sample.whole or 0):
        return  # they may hold both, or grades and scores look alike
    told = refused(sample.data, other) if not given else "looks"
    assert "judgments" in told or "run" in told or "looks" in told or "fields" in told, told


def test_names_that_only_look_like_those_of_strangers_are_read():
    run = {"metrics": {"d1": 1.0}, "inputs": {"d1": 2.0}, "outputs": {"d1": 1.0}, "queries": {"d2": 1.0}}
    gold = {query: {"d1": 1} for query in run}
    for data in (run, dumped(run), dumped(run, indent=1)):
        assert evaluate(ranking(gold, data), "RR")["RR"].units == {
            "metrics": 1,
            "inputs": 1,
            "outputs": 1,
            "queries": 0,
        }
    assert ranking({"q": {"doc_1": 1, "p_2": 0}}, dumped({"q": {"doc_1": 1, "p_2": 2}})).units == ["q"]


def test_texts_of_chains_are_read_by_their_fields():
    record = {
        "inputs": {"question": "What?"},
        "outputs": {"answer": "the cat"},
        "reference_outputs": {"answer": "a cat"},
    }
    for data in (lines(record), dumped(record, indent=1), [record], dumped([record]), dumped({"runs": [record]})):
        batch = text(data=data, candidates="outputs.answer", references="reference_outputs.answer")
        assert batch.array("candidate").tolist() == ["the cat"]
    with pytest.raises(
        InputError, match=r"line 1: there is no column 'outputs\.text' for the candidates; there are inputs"
    ):
        text(data=lines(record), candidates="outputs.text", references="reference_outputs.answer")


def test_learning_to_rank_without_documents_counts_them_as_ranklib_does():
    examples = b"2 qid:7 1:0.5\n0 qid:7 1:0.25\n1 qid:9 1:0.5\n"
    scores = b"query doc score\n7 0 -1.5\n7 1 -0.5\n9 0 2\n"
    assert evaluate(ranking(examples, scores), "RR")["RR"].units == {"7": 1 / 2, "9": 1}
    with pytest.raises(InputError, match=r"3 columns are read as query, document and rank, and '-1\.5' is no rank"):
        ranking(examples, scores.split(b"\n", 1)[1])


def test_preferences_are_read_where_the_sentence_says(capfd, tmp_path):
    from cranfield.cli.main import run

    (tmp_path / "prefs").write_text("q 0 1 a 2\nq 0 1 b 1\n")
    (tmp_path / "run").write_text("q Q0 a 1 2 t\nq Q0 b 2 1 t\n")
    assert run(["trec_eval", "-R", "prefs", "-m", "prefs_simp", str(tmp_path / "prefs"), str(tmp_path / "run")]) == 0
    assert capfd.readouterr().out.split() == ["prefs_simp", "all", "1.0000"]


def test_judgments_for_inferred_measures_are_plain_trec():
    rows = [*GRADED, ("jazz", "x9", -1.0)]
    found = ranking(trec(rows, "qrels"), {"jazz": {"x9": 2, "d1": 1}})
    assert [each.key for each in found.findings if each.severity == "note"][:1] == ["negative-grade"]


def test_lists_that_a_table_of_text_cannot_hold_are_said():
    rows = b"user_input,retrieved_contexts,retrieved_context_ids\nWhat?,['...'],\"['d1', 'd2']\"\n"
    for kind in ("run", "qrels"):
        assert "line 1: the columns retrieved_context_ids hold lists, which a table of text cannot" in refused(
            rows, kind
        )


def test_documents_without_an_id_are_not_read_and_what_may_tell_them_is_named():
    record = {"query": "q", "documents": [{"id": None, "metadata": {"page": 3, "url": "a"}, "page_content": "..."}]}
    told = refused(lines(record), "run")
    assert "its documents have no id; name what tells them, as in columns={'doc': 'metadata.url'}" in told


def test_a_list_of_grades_is_no_order():
    record = {"query": "q", "found": [{"id": "d1", "rating": 0}, {"id": "d2", "rating": 3}]}
    assert "looks like judgments" in refused(lines(record), "run")
    assert "row 2: must be a list with a cell for each of query, doc, score" in refused(
        b'{"columns": ["query", "doc", "score"], "data": [["q", "d1", 1], ["q", "d2"]]}', "run"
    )
