"""Files of other tools: what they are, and what reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMATS"]

FORMATS: dict[str, Template] = {
    # what people call the shapes of JSON
    "rank-eval-request": "a request of Elasticsearch's _rank_eval",
    "rank-eval-answer": "an answer of Elasticsearch's _rank_eval",
    "opensearch-judgments": "an OpenSearch judgment list",
    "opensearch-experiment": "a file of results of an OpenSearch experiment",
    "quepid-ratings": "an export of ratings from Quepid",
    "rre-ratings": "a ratings file of RRE",
    "mteb-predictions": "a file of MTEB predictions",
    "question-dataset": "a dataset of questions with their relevant_docs, as LlamaIndex has them",
    "rank-llm": "a file of rank_llm",
    "elasticsearch-answer": "an answer of Elasticsearch or OpenSearch",
    "solr-answer": "an answer of Solr",
    "vespa-answer": "an answer of Vespa",
    "shape-of-qrels": "is {shape:said}, which holds judgments and no run; give it first, and then the run",
    "shape-of-run": "is {shape:said}, which holds a run and no judgments; give the judgments first, then the run",
    "judgments-lists": "has a list of what should be found ({names:listed}) and none of what was; give it as judgments,"
    " add a list retrieved_ids[example?, or name the list that it is, as in {example:columns}]",
    "run-lists": "has a list of what was found ({names:listed}) and none of what should be; give it as a run, add a"
    " list expected_ids[example?, or name the list that it is, as in {example:columns}]",
    "shape-without-rows": "is {shape:said} without a result; check the file",
    "fault-at": "{path:clip 80}: {what}",
    "list-for-queries": "is {shape:said}, but has a list where an object with its queries should be, as tasks have that"
    " rank nothing; for predictions of labels use `cranfield labels`",
    "object-needed": "must be an object, not {shown}; mend it",
    "results-list-object": "must be a list or an object of documents, not {shown}; mend it",
    "result-lacks-key": "has no {name!r}; there are {names:listed}; mend it, or name the key of the document, as in"
    " {example:columns}",
    "lacks-results": "has no {name!r}, where its documents should be; mend or remove it",
    "lacks-query": "has no {name!r}, which tells the query; add it",
    "no-query-in-answer": "is {shape:said}, which does not say which query it answers; write it as {{query: id,"
    " answer: ...}}",
    "several-parts": "has several parts ({parts:listed}); [example?say which to read, as in {example:columns}]"
    "[example!give one of them]",
    "no-such-part": "has no part {part:quoted}; there are {parts:listed}",
    # what is not in one file
    "dataset-streamed": "is a dataset that is streamed, without a number of rows; load it as a whole",
    "dataset-without-files": "does not say which files the dataset has; save it again with save_to_disk",
    "is-beir-folder": "is a folder of BEIR; give the judgments in it[names?, {names:listed}]",
    "irds-missing": "needs ir_datasets, which is not installed; pip install 'cranfield[[irds]'",
    "irds-rankings": "names judgments or a run, and this is about something else; give a file",
    "irds-unknown": "ir_datasets knows no such dataset[; did you mean irds:{near}?]",
    "irds-without": "has no [run?scored documents to read as a run][run!judgments]; name another dataset",
    "irds-failed": "ir_datasets cannot give it ({error!r}); try it there first, with ir_datasets export",
    "irds-sampled": "holds sampled judgments; {=qrels_format=prels} reads their grades without their weights",
    # lines of text
    "two-fields": "2 fields a line have no grade; say {=qrels_format=pairs} if they are queries and their relevant"
    " documents",
    "five-fields": "5 fields a line are sampled judgments or preferences; {=qrels_format=prels} reads query document"
    " grade method probability, {=qrels_format=strata} query 0 document stratum grade, both without their weights, and"
    " `cranfield trec_eval -R prefs` reads preferences",
    "examples-without-query": "holds examples for learning without qid:, which tells the query; add it to every line",
    "lines-of-examples": "holds examples for learning to rank (grade qid:query), which are judgments and no run; give"
    " the judgments first, then the run",
    "letor-fields": "a line must begin with a grade and qid:query, not {shown:quoted}; mend or remove the line",
    "pairs-fields": "a line of pairs must have 2 fields (query document)",
    "prels-fields": "a line of sampled judgments must have 5 fields (query document grade method probability)",
    "strata-fields": "a line of sampled judgments must have 5 fields (query 0 document stratum grade)",
    # the same in memory
    "fields-for-grade": "query {query:quoted} document {doc:quoted} has {shown} where its grade should be; give {shape}"
    "[memory?, or say {=qrels_format=prels} if it is (grade, method, probability) and"
    " {=qrels_format=strata} if it is (stratum, grade)]",
    "row-of-fields": "a row of {form} must be {fields}, not {shown}; mend the row",
    "dict-of-pairs": "query {query:quoted} must hold a list of its relevant documents, not {shown}; give {shape},"
    " or leave out {=qrels_format=pairs} if there are grades",
    "dict-of-samples": "query {query:quoted} must hold {fields} as {form}, not {shown}; mend it",
    "fields-of-sample": "query {query:quoted} document {doc:quoted} must have {fields} as {form}, not {shown}; mend it,"
    " or leave out {form:=qrels_format} if it is a grade",
    "pairs-with-grades": "has grades ({column}), and {=qrels_format=pairs} is for pairs without any; leave it out",
    "holds-no-judgments": "holds no judgments; fill it",
    # what is no data of rankings
    "is-results": "holds the results of an evaluation, not what was evaluated; give the judgments and the runs"
    " that they were computed from",
    "is-ubi-events": "holds events of User Behavior Insights, which are no judgments; `cranfield clicks"
    " ubi_queries.jsonl ubi_events.jsonl` makes judgments of searches and events (COEC)",
    "is-ubi-queries": "holds queries of User Behavior Insights, one a search and not one a query; `cranfield clicks"
    " ubi_queries.jsonl ubi_events.jsonl` makes judgments of searches and events (COEC)",
    "is-nuggets": "holds nuggets of answers, not judgments of documents; `cranfield text` measures them with"
    " NuggetRecall",
    "is-several-answers": "holds the answers of several searches, which do not say what they answer; write each on a"
    " line as {{query: id, answer: ...}}",
    "row-of-columns": "must be a list with a cell for each of {columns:listed}; mend the row",
    "is-quepid-book": "is a book of Quepid, where several people may have judged one document; export the ratings"
    " of its case, or its table of judges for `cranfield agreement`",
    "is-solr-without-documents": "is an answer of Solr without response.docs, such as an error or results in groups;"
    " ask with group.main=true, or mend what was asked",
    "is-engine-error": "is an error that an engine answered, and no results; mend what was asked",
    "is-expectations": "holds inputs and expectations, as MLflow has them; write what was asked and what should be"
    " found as {{query: ..., expected_ids: [[...]}}",
    "csv-of-lists": "the columns {names:listed} hold lists, which a table of text cannot; save it as JSON lines or"
    " Parquet",
    "documents-without-id": "its documents have no id; name what tells them, as in {example:columns}",
    "is-corpus": "holds queries or documents with their texts, and no judgments and no run; `cranfield report` shows"
    " them beside a run",
    "is-examples": "holds questions and answers, which are texts; use `cranfield text` and name their fields, as in"
    " {=candidates='result'} {=references='answer'}",
    "is-contexts": "holds the texts of contexts and not their ids; add retrieved_context_ids and reference_context_ids,"
    " or name the lists of texts as {example:columns} to compare them word by word",
}
