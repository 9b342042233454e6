"""One small run and its judgments in the shapes of other tools, as their documentation and source have them."""

import io
import json
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.parquet as pq

JUDGED = {"jazz": {"d1": 3, "42": 0, "文档#4": 1}, "fender": {"d1": 1, "d/5": 2}, "rock": {"d7": 1}}
RANKED = {"jazz": {"文档#4": 9.5, "d1": 7.25, "x9": 7.0, "42": 0.5}, "fender": {"x9": 3.0, "d/5": 2.5}}
RELEVANT = {query: [doc for doc, grade in docs.items() if grade] for query, docs in JUDGED.items()}
ORDER = {query: list(docs) for query, docs in RANKED.items()}

GRADED = [(query, doc, float(grade)) for query, docs in JUDGED.items() for doc, grade in docs.items()]
LISTED = [(query, doc, 1.0) for query, docs in RELEVANT.items() for doc in docs]
SCORED = [(query, doc, score) for query, docs in RANKED.items() for doc, score in docs.items()]
PLACED = [(query, doc, -float(rank)) for query, docs in ORDER.items() for rank, doc in enumerate(docs, 1)]


@dataclass(frozen=True)
class Sample:
    """What a tool has, by the name that the page of formats calls it, and the rows that it holds."""

    tool: str
    kind: str
    rows: list
    data: bytes
    given: dict = field(default_factory=dict)
    whole: object = None  # the same as an object in memory


def trec(rows, kind):
    """The plain TREC form of rows."""
    if kind == "qrels":
        return "".join(f"{query} 0 {doc} {value:g}\n" for query, doc, value in rows).encode()
    places = {}
    for query, doc, _ in rows:
        places[query, doc] = sum(one == query for one, _ in places) + 1
    return "".join(f"{query} Q0 {doc} {places[query, doc]} {value!r} t\n" for query, doc, value in rows).encode()


def dumped(value, indent=None):
    return json.dumps(value, indent=indent, ensure_ascii=False).encode()


def lines(*records):
    return b"".join(dumped(each) + b"\n" for each in records)


def parquet(table):
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


def stream(table):
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def _text(rows):
    return "".join(row + "\n" for row in rows).encode()


RANK_EVAL = {
    "requests": [
        {"id": query, "request": {"query": {"match": {"name": query}}},
         "ratings": [{"_index": "shop", "_id": doc, "rating": grade} for doc, grade in docs.items()]}
        for query, docs in JUDGED.items()
    ],
    "metric": {"dcg": {"k": 20, "normalize": False}},
}  # fmt: skip
RANK_EVAL_ANSWER = {
    "metric_score": 0.4,
    "details": {
        query: {
            "metric_score": 0.6, "unrated_docs": [{"_index": "shop", "_id": "x9"}],
            "hits": [{"hit": {"_index": "shop", "_id": doc, "_score": score}, "rating": JUDGED[query].get(doc)}
                     for doc, score in docs.items()],
            "metric_details": {"dcg": {"dcg": 1.5, "unrated_docs": 1}},
        } for query, docs in RANKED.items()
    },
    "failures": {},
}  # fmt: skip
RATED = [
    {"query": query, "ratings": [{"docId": doc, "rating": f"{grade}.000"} for doc, grade in docs.items()]}
    for query, docs in JUDGED.items()
]
OPENSEARCH = {"name": "Imported", "description": "by hand", "type": "IMPORT_JUDGMENT", "judgmentRatings": RATED}
OPENSEARCH_ANSWER = {
    "took": 3, "timed_out": False, "_shards": {"total": 1},
    "hits": {"total": {"value": 1, "relation": "eq"}, "max_score": 1.0, "hits": [
        {"_index": "search-relevance-judgment", "_id": "b54f", "_score": 1.0,
         "_source": {"id": "b54f", "timestamp": "2026-01-01", "status": "COMPLETED", **OPENSEARCH}}]},
}  # fmt: skip
EXPERIMENT_RESULTS = [
    {"searchText": query, "judgmentIds": ["c6"], "documentIds": docs, "metrics": [{"metric": "ndcg", "value": 0.7}]}
    for query, docs in ORDER.items()
]
EXPERIMENT = {
    "querySetId": "fd", "searchConfigurationList": ["a5"], "judgmentList": ["c6"], "type": "POINTWISE_EVALUATION",
    "size": 10, "evaluationResultList": EXPERIMENT_RESULTS,
}  # fmt: skip
EXPERIMENT_ANSWER = {
    "took": 3, "hits": {"total": {"value": 2, "relation": "eq"}, "hits": [
        {"_index": "search-relevance-evaluation-result", "_id": "b5", "_score": 1.0, "_source": {"id": "b5", **each}}
        for each in EXPERIMENT_RESULTS]},
}  # fmt: skip
RRE = {
    "index": "core1", "corpora_file": "basses.json", "id_field": "id", "topics": [{
        "description": "basses",
        "query_groups": [
            {"name": f"group of {query}", "description": "...",
             "queries": [{"template": "only_q.json", "placeholders": {"$query": query}},
                         {"template": "lang.json", "placeholders": {"$query": query, "$lang": "eng"}}],
             "relevant_documents": {doc: {"gain": grade} for doc, grade in docs.items()}}
            for query, docs in JUDGED.items()],
    }],
}  # fmt: skip
QUEPID_RRE = {
    "id_field": "id", "index": "case", "template": "template.json", "queries": [
        {"placeholders": {"$query": query},
         "relevant_documents": {str(grade): [doc for doc in docs if docs[doc] == grade]
                                for grade in sorted({*docs.values()})}}
        for query, docs in JUDGED.items()],
}  # fmt: skip
QUEPID_CASE = {
    "case_name": "basses", "public": None, "scorer": {"name": "nDCG@10"}, "try": {"name": "Try 1"},
    "queries": [{"arranged_at": 0, "query_text": query, "ratings": docs} for query, docs in JUDGED.items()],
}  # fmt: skip
QUEPID_CASE_LISTS = QUEPID_CASE | {
    "queries": [each | {"ratings": [{"doc_id": doc, "rating": grade} for doc, grade in each["ratings"].items()]}
                for each in QUEPID_CASE["queries"]],
}  # fmt: skip
QUEPID = {"queries": [{"query": query, "ratings": docs} for query, docs in JUDGED.items()]}
MTEB = {"mteb_model_meta": {"model_name": "org/model", "revision": "1a2b"}, "default": {"test": RANKED}}
QUESTIONS = {
    "queries": {query: f"What about {query}?" for query in JUDGED},
    "corpus": {doc: f"About {doc}." for docs in JUDGED.values() for doc in docs},
    "relevant_docs": RELEVANT, "mode": "text",
}  # fmt: skip
RANK_LLM = [
    {"query": {"text": f"about {query}", "qid": query},
     "candidates": [{"docid": doc, "score": score, "doc": {"contents": "..."}} for doc, score in docs.items()]}
    for query, docs in RANKED.items()
]  # fmt: skip


def elasticsearch(docs, *, score=True):
    return {
        "took": 5, "timed_out": False, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
        "hits": {"total": {"value": len(docs), "relation": "eq"}, "max_score": None, "hits": [
            {"_index": "shop", "_id": doc, "_score": value if score else None, "_source": {"sku": f"S{doc}"}}
            for doc, value in docs.items()]},
    }  # fmt: skip


def solr(query, docs):
    return {
        "responseHeader": {"status": 0, "QTime": 1, "params": {"q": query, "fl": "id,score", "wt": "json"}},
        "response": {"numFound": len(docs), "start": 0, "maxScore": 9.5, "numFoundExact": True,
                     "docs": [{"id": doc, "score": score} for doc, score in docs.items()]},
    }  # fmt: skip


def vespa(docs):
    return {"root": {
        "id": "toplevel", "relevance": 1.0, "fields": {"totalCount": len(docs)}, "coverage": {"coverage": 100},
        "children": [{"id": doc, "relevance": score, "source": "shop", "fields": {"sddocname": "item"}}
                     for doc, score in docs.items()]}}  # fmt: skip


def side_by_side(query, retrieved, expected, scores=None, **more):
    """Records with what was found and what should be, for every query that was judged."""
    return [
        {query: each, **more, retrieved: ORDER.get(each, []), expected: RELEVANT[each]}
        | ({} if scores is None else {scores: list(RANKED.get(each, {}).values())})
        for each in JUDGED
    ]


LLAMA = side_by_side(
    "query", "retrieved_ids", "expected_ids", expected_texts=None, mode="text", metric_dict={"mrr": 1.0}
)
RAGAS = side_by_side("user_input", "retrieved_context_ids", "reference_context_ids", retrieved_contexts=["..."],
                     response="...", reference="...")  # fmt: skip
MLFLOW = side_by_side("question", "retrieved_doc_ids", "source")
SCORES = side_by_side("query", "retrieved_ids", "expected_ids", "retrieved_scores")
TABLE = pa.Table.from_pylist(SCORES)
CONTEXTS = pa.table({
    "request_id": list(JUDGED), "question": list(JUDGED), "vector": [[0.5, 0.25]] * len(JUDGED),
    "retrieved_context": [[{"doc_uri": doc, "content": "..."} for doc in ORDER.get(query, [])] for query in JUDGED],
    "expected_retrieved_context": [[{"doc_uri": doc} for doc in RELEVANT[query]] for query in JUDGED],
})  # fmt: skip
SPLIT = {
    "columns": ["question", "source", "retrieved_doc_ids", "precision_at_3/score"],
    "data": [[query, RELEVANT[query], ORDER.get(query, []), 0.5] for query in JUDGED],
}
PASSAGES = [
    {"query_id": query, "query": "...", "positive_passages": [{"docid": doc, "text": "..."} for doc in docs],
     "negative_passages": [{"docid": "x9", "title": "", "text": "..."}]}
    for query, docs in RELEVANT.items()
]  # fmt: skip
PACKED = [
    {"query": query, "documents": [
        {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "document", "Document"],
         "kwargs": {"id": doc, "page_content": "...", "metadata": {}, "type": "Document"}} for doc in docs]}
    for query, docs in ORDER.items()
]  # fmt: skip
CHAINS = [
    {"question": query, "documents": [{"page_content": "...", "metadata": {"source": doc}} for doc in docs]}
    for query, docs in ORDER.items()
]
SCORED_DOCUMENTS = [
    {"query": query, "documents": [
        [{"id": doc, "page_content": "...", "metadata": {}, "type": "Document"}, score]
        for doc, score in docs.items()]}
    for query, docs in RANKED.items()
]  # fmt: skip
DPR = [
    {"question": query, "answers": ["..."], "ctxs": [
        {"id": doc, "title": "...", "text": "...", "score": str(score), "has_answer": True}
        for doc, score in docs.items()]}
    for query, docs in RANKED.items()
]  # fmt: skip
BY_QUERY = {query: elasticsearch(docs) for query, docs in RANKED.items()}
SOLR_BY_QUERY = {query: solr("?", docs) for query, docs in RANKED.items()}

SAMPLES = [
    Sample("Quepid", "qrels", GRADED, _text(["query,docid,rating", *(f"{q},{d},{g:g}" for q, d, g in GRADED)])),
    Sample("Quepid", "qrels", GRADED, dumped(QUEPID), whole=QUEPID),
    Sample("Quepid", "qrels", GRADED, dumped(QUEPID_RRE), whole=QUEPID_RRE),
    Sample("Quepid", "qrels", GRADED, dumped(QUEPID_CASE), whole=QUEPID_CASE),
    Sample("Quepid", "qrels", GRADED, dumped(QUEPID_CASE_LISTS), whole=QUEPID_CASE_LISTS),
    Sample("Quepid", "run", PLACED, _text([
        "Team Name,Case Name,Case ID,Query Text,Doc ID,Doc Position,Title,Rating",
        *(f"team,case,1,{q},{d},{-p:g},...," for q, d, p in PLACED)])),
    Sample("BEIR", "qrels", GRADED, _text(["query-id\tcorpus-id\tscore", *(f"{q}\t{d}\t{g:g}" for q, d, g in GRADED)])),
    Sample("BEIR", "run", SCORED, dumped(RANKED), whole=RANKED),
    Sample("MTEB", "run", SCORED, dumped(MTEB), whole=MTEB),
    Sample("_rank_eval", "qrels", GRADED, dumped(RANK_EVAL), whole=RANK_EVAL),
    Sample("_rank_eval", "run", SCORED, dumped(RANK_EVAL_ANSWER), whole=RANK_EVAL_ANSWER),
    Sample("OpenSearch", "qrels", GRADED, dumped(OPENSEARCH), whole=OPENSEARCH),
    Sample("OpenSearch", "qrels", GRADED, dumped(OPENSEARCH_ANSWER), whole=OPENSEARCH_ANSWER),
    Sample("OpenSearch", "qrels", GRADED, dumped(RATED), whole=RATED),
    Sample("OpenSearch", "qrels", GRADED, lines(*RATED)),
    Sample("OpenSearch", "run", PLACED, dumped(EXPERIMENT), whole=EXPERIMENT),
    Sample("OpenSearch", "run", PLACED, dumped(EXPERIMENT_ANSWER), whole=EXPERIMENT_ANSWER),
    Sample("OpenSearch", "run", PLACED, lines(*EXPERIMENT_RESULTS), whole=EXPERIMENT_RESULTS),
    Sample("RRE", "qrels", GRADED, dumped(RRE), whole=RRE),
    Sample("rank_llm", "run", SCORED, lines(*RANK_LLM), whole=RANK_LLM),
    Sample("Elasticsearch", "run", SCORED, lines(*({"query": q, **elasticsearch(d)} for q, d in RANKED.items()))),
    Sample("Elasticsearch", "run", SCORED, lines(*({"qid": q, "answer": elasticsearch(d)} for q, d in RANKED.items()))),
    Sample("Elasticsearch", "run", PLACED,
           lines(*({"qid": q, "answer": elasticsearch(d, score=False)} for q, d in RANKED.items()))),
    Sample("Elasticsearch", "run", SCORED, dumped(BY_QUERY), whole=BY_QUERY),
    Sample("Elasticsearch", "run", SCORED, dumped(BY_QUERY, indent=1)),
    Sample("Solr", "run", SCORED, dumped(SOLR_BY_QUERY), whole=SOLR_BY_QUERY),
    Sample("Vespa", "run", SCORED, dumped({q: vespa(d) for q, d in RANKED.items()})),
    Sample("Solr", "run", SCORED, lines(*(solr(q, d) for q, d in RANKED.items()))),
    Sample("Solr", "run", SCORED, lines(*({"query_id": q, "body": solr("?", d)} for q, d in RANKED.items()))),
    Sample("Vespa", "run", SCORED, lines(*({"query": q, **vespa(d)} for q, d in RANKED.items()))),
    Sample("LETOR", "qrels", GRADED, _text(f"{g:g} qid:{q} 1:0.5 2:1 #docid = {d} inc = 1" for q, d, g in GRADED)),
    Sample("LETOR", "qrels", GRADED, _text(f"{g:g} qid:{q} # {d} words of the query" for q, d, g in GRADED)),
    Sample("LlamaIndex", "qrels", LISTED, dumped(QUESTIONS), whole=QUESTIONS),
    Sample("LlamaIndex", "qrels", LISTED, lines(*LLAMA), whole=LLAMA),
    Sample("LlamaIndex", "run", PLACED, lines(*LLAMA), whole=LLAMA),
    Sample("ragas", "qrels", LISTED, lines(*RAGAS), whole=RAGAS),
    Sample("ragas", "run", PLACED, lines(*RAGAS), whole=RAGAS),
    Sample("MLflow", "qrels", LISTED, lines(*MLFLOW), {"columns": {"qrels.doc": "source"}}, whole=MLFLOW),
    Sample("MLflow", "run", PLACED, lines(*MLFLOW), whole=MLFLOW),
    Sample("MLflow", "run", PLACED, dumped(SPLIT)),
    Sample("MLflow", "qrels", LISTED, dumped(SPLIT), {"columns": {"qrels.doc": "source"}}),
    Sample("Tevatron", "qrels", LISTED, lines(*PASSAGES), whole=PASSAGES),
    Sample("LangChain", "run", PLACED, lines(*PACKED), whole=PACKED),
    Sample("LangChain", "run", SCORED, lines(*SCORED_DOCUMENTS), whole=SCORED_DOCUMENTS),
    Sample("DPR", "run", SCORED, dumped(DPR), whole=DPR),
    Sample("retrieved_ids", "run", SCORED, lines(*SCORES), whole=SCORES),
    Sample("retrieved_ids", "run", SCORED, dumped({"results": SCORES, "version": 1})),
    Sample("retrieved_ids", "run", SCORED, parquet(TABLE), whole=TABLE),
    Sample("expected_ids", "qrels", LISTED, parquet(TABLE), whole=TABLE),
    Sample("retrieved_ids", "run", PLACED, parquet(TABLE.drop_columns(["retrieved_scores"]))),
    Sample("Hugging Face", "run", SCORED, stream(TABLE)),
    Sample("MLflow", "run", PLACED, parquet(CONTEXTS), whole=CONTEXTS),
    Sample("MLflow", "qrels", LISTED, stream(CONTEXTS), whole=CONTEXTS),
    Sample("LangChain", "run", PLACED, lines(*CHAINS), {"columns": {"doc": "metadata.source"}}, whole=CHAINS),
    Sample("pairs", "qrels", LISTED, _text(f"{q}\t{d}" for q, d, _ in LISTED), {"input_format": "pairs"}),
    Sample("prels", "qrels", GRADED, _text(f"{q} {d} {g:g} 1 0.25" for q, d, g in GRADED), {"input_format": "prels"}),
    Sample("strata", "qrels", GRADED, _text(f"{q} 0 {d} 2 {g:g}" for q, d, g in GRADED), {"input_format": "strata"}),
]  # fmt: skip
