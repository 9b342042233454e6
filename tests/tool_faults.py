"""What can be wrong with files of other tools, and the sentence that says so."""

import copy

from tool_samples import (
    CHAINS,
    LLAMA,
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
    SCORES,
    dumped,
    elasticsearch,
    lines,
    solr,
    vespa,
)  # fmt: skip


def changed(document, *path, to=None, drop=False):
    """A copy in which something is another, or gone."""
    made = copy.deepcopy(document)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    if drop:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return made


RATING = ("judgmentRatings", 1, "ratings", 0)
HITS = ("details", "jazz", "hits", 2, "hit")
GROUP = ("topics", 0, "query_groups", 1)
ANSWER = {"query": "q1", "answer": elasticsearch({"a": 2.0, "b": 1.0})}

FAULTS = {
    "a rating that is a word": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING, "rating", to="high")),
        "judgmentRatings[1].ratings[0]: the grade must be a number, not 'high'; convert it to a number",
    ),
    "a rating that is null": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING, "rating", to=None)),
        "judgmentRatings[1].ratings[0]: the grade must be a number, not null; convert it to a number",
    ),
    "a rating without its document": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING, "docId", drop=True)),
        (
            "judgmentRatings[1].ratings[0]: has no 'docId'; there are rating; mend it, or name the key"
            " of the document, as in"
            " columns={'doc': '...'}"
        ),
    ),
    "a rating that is no object": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING, to="d1")),
        "judgmentRatings[1].ratings[0]: must be an object, not 'd1'; mend it",
    ),
    "ratings that are no list": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING[:3], to=7)),
        "judgmentRatings[1].ratings: must be a list or an object of documents, not 7; mend it",
    ),
    "a query that is a list": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING[:2], "query", to=["jazz"])),
        "judgmentRatings[1].ratings: the query must be text or a whole number, not a list; convert it to a string",
    ),
    "no query": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING[:2], "query", drop=True)),
        "judgmentRatings[1]: has no 'query', which tells the query; add it",
    ),
    "an empty query": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING[:2], "query", to="")),
        "judgmentRatings[1].ratings: the query is empty; fill it in or drop the row",
    ),
    "a record that is no object": (
        "qrels",
        dumped(changed(OPENSEARCH, *RATING[:2], to=5)),
        "judgmentRatings[1]: must be an object, not 5; mend it",
    ),
    "no judgments at all": (
        "qrels",
        dumped({**OPENSEARCH, "judgmentRatings": []}),
        "is an OpenSearch judgment list without a result; check the file",
    ),
    "two judgment lists": (
        "qrels",
        dumped(changed(OPENSEARCH_ANSWER, "hits", "hits", to=2 * OPENSEARCH_ANSWER["hits"]["hits"])),
        "has several parts (0, 1); say which to read, as in columns={'part': '1'}",
    ),
    "a document that ends early": ("qrels", dumped(RANK_EVAL, indent=1)[:300], None),
    "a score that is an object": (
        "run",
        dumped(changed(RANK_EVAL_ANSWER, *HITS, "_score", to={})),
        "details.jazz.hits[2]: the score must be a number, not an object; convert it to a number",
    ),
    "scores of which one is null": (
        "run",
        dumped(changed(RANK_EVAL_ANSWER, *HITS, "_score", to=None)),
        "details.jazz.hits[2]: the score must be a number, not null; convert it to a number",
    ),
    "half a character": (
        "run",
        dumped(RANK_EVAL_ANSWER).replace(b'"x9"', b'"\\ud800"'),
        "details.jazz.hits[2]: the ids must be valid Unicode, not '?'; mend the id",
    ),
    "a gain that is a word": (
        "qrels",
        dumped(changed(RRE, *GROUP, "relevant_documents", "d1", "gain", to="much")),
        (
            "topics[0].query_groups[1].relevant_documents.d1: the grade must be a number, not 'much';"
            " convert it to a number"
        ),
    ),
    "a gain that is no number as a key": (
        "qrels",
        dumped(changed(QUEPID_RRE, "queries", 0, "relevant_documents", to={"many": ["d1"]})),
        "queries[0].relevant_documents.d1: the grade must be a number, not 'many'; convert it to a number",
    ),
    "relevant documents that are none": (
        "qrels",
        dumped(changed(RRE, *GROUP, "relevant_documents", to=None)),
        "topics[0].query_groups[1].relevant_documents: must be a list or an object of documents, not null; mend it",
    ),
    "a document of a list twice under two gains": (
        "qrels",
        dumped(changed(QUEPID_RRE, "queries", 0, "relevant_documents", to={"1": ["d1"], "2": ["d1"]})),
        "queries[0].relevant_documents: query 'jazz' lists document 'd1' twice; remove one",
    ),
    "a key twice": (
        "run",
        dumped(MTEB).replace(b'"x9": 7.0', b'"d1": 7.0'),
        "default.test.jazz: query 'jazz' lists document 'd1' twice; remove one",
    ),
    "several splits": (
        "run",
        dumped({**MTEB, "en": {"dev": {"q": {"d": 1}}}}),
        "has several parts (default/test, en/dev); say which to read, as in columns={'part': 'en/dev'}",
    ),
    "predictions of classes": (
        "run",
        dumped({**MTEB, "default": {"test": [0, 1, 1]}}),
        (
            "default.test[0]: is a file of MTEB predictions, but has a list where an object with its queries should be,"
            " as tasks have that rank nothing; for predictions of labels use `cranfield labels`"
        ),
    ),
    "relevant documents that are numbers with a point": (
        "qrels",
        dumped(changed(QUESTIONS, "relevant_docs", "jazz", to=[1.5])),
        "relevant_docs.jazz[0]: the doc must be text or a whole number, not 1.5; convert it to a string",
    ),
    "a rating of Quepid that is a list": (
        "qrels",
        dumped(changed(QUEPID, "queries", 1, "ratings", "d1", to=[])),
        "queries[1].ratings.d1: the grade must be a number, not a list; convert it to a number",
    ),
    "an answer without its query": (
        "run",
        lines(elasticsearch({"a": 1.0})),
        (
            "line 1: is an answer of Elasticsearch or OpenSearch, which does not say which query it"
            " answers; write it as"
            " {query: id, answer: ...}"
        ),
    ),
    "a later answer without its query": (
        "run",
        lines(ANSWER, {"answer": ANSWER["answer"]}),
        (
            "line 2: is an answer of Elasticsearch or OpenSearch, which does not say which query it"
            " answers; write it as"
            " {query: id, answer: ...}"
        ),
    ),
    "an answer of Vespa without its query": (
        "run",
        lines(vespa({"a": 1.0})),
        (
            "line 1: is an answer of Vespa, which does not say which query it answers; write it as"
            " {query: id, answer: ...}"
        ),
    ),
    "a query that is answered twice": (
        "run",
        lines(ANSWER, ANSWER),
        "line 2: answer.hits.hits: lists query 'q1' twice; merge the two",
    ),
    "a hit that is null": (
        "run",
        lines(changed(ANSWER, "answer", "hits", "hits", 1, to=None)),
        "line 1: answer.hits.hits[1]: must be an object, not null; mend it",
    ),
    "an answer of Solr without ids": (
        "run",
        lines({"query": "q", "body": changed(solr("q", {"a": 1.0}), "response", "docs", 0, to={"sku": "a"})}),
        (
            "line 1: body.response.docs[0]: has no 'id'; there are sku; mend it, or name the key of the document, as in"
            " columns={'doc': '...'}"
        ),
    ),
    "an error of an engine": (
        "run",
        lines(ANSWER, {"query": "q2", "answer": {"error": {"reason": "no"}, "status": 400}}),
        "line 2: has no 'answer.hits.hits', where its documents should be; mend or remove it",
    ),
    "a broken line among answers": (
        "run",
        lines(ANSWER) + b'{"query": "q2", "answer": {"hits"\n',
        'line 2: must be a JSON object, not \'{"query": "q2", "answer": {"hits"\'; mend or remove the line',
    ),
    "a candidate without an id": (
        "run",
        lines(RANK_LLM[0], changed(RANK_LLM[1], "candidates", 0, "docid", drop=True)),
        (
            "line 2: candidates[0]: has no 'docid'; there are score, doc; mend it, or name the key of"
            " the document, as in"
            " columns={'doc': '...'}"
        ),
    ),
    "lists of two lengths": (
        "run",
        lines(changed(SCORES[0], "retrieved_scores", to=[1.0])),
        "line 1: the lists must be of one length, not 4 in 'retrieved_ids' and 1 in 'retrieved_scores'; mend the line",
    ),
    "a query that is listed twice": (
        "run",
        lines(LLAMA[0], LLAMA[0]),
        "line 2: lists query 'jazz' twice; merge the two",
    ),
    "a list that became a text": (
        "run",
        lines(LLAMA[0], changed(LLAMA[1], "retrieved_ids", to="d1")),
        "line 2: 'retrieved_ids' must be a list as in the first line, not 'd1'; mend the line",
    ),
    "a null among ids": (
        "run",
        lines(changed(LLAMA[0], "retrieved_ids", 1, to=None)),
        "line 1: result 2: the doc must be text or a whole number, not null; convert it to a string",
    ),
    "documents whose id nobody named": ("run", lines(*CHAINS), None),
    "two fields": (
        "qrels",
        b"q1 d1\nq1 d2\n",
        (
            "line 1: 2 fields a line have no grade; say qrels_format=pairs if they are queries and"
            " their relevant documents"
        ),
    ),
    "five fields": (
        "qrels",
        b"q1 0 1 d1 2\n",
        (
            "line 1: 5 fields a line are sampled judgments or preferences; qrels_format=prels reads"
            " query document grade"
            " method probability, qrels_format=strata query 0 document stratum grade, both without their weights, and"
            " `cranfield trec_eval -R prefs` reads preferences"
        ),
    ),
    "examples without a query": (
        "qrels",
        b"1 1:0.5 2:1\n",
        "holds examples for learning without qid:, which tells the query; add it to every line",
    ),
    "examples as a run": (
        "run",
        b"1 qid:1 1:0.5\n",
        (
            "holds examples for learning to rank (grade qid:query), which are judgments and no run;"
            " give the judgments first,"
            " then the run"
        ),
    ),
    "an example without a grade": (
        "qrels",
        b"1 qid:1 1:0.5\nmuch qid:1 1:0.5\n",
        "line 2: the grade must be a number, not 'much'; mend or remove the line",
    ),
    "an example that lost its query": (
        "qrels",
        b"1 qid:1 1:0.5\n\n# so\n2 1:0.5\n",
        "line 4: a line must begin with a grade and qid:query, not '2 1:0.5'; mend or remove the line",
    ),
    "an example that is not UTF-8": (
        "qrels",
        b"1 qid:1 1:0.5\n1 qid:1 # \xff\n",
        "line 2: the ids must be UTF-8 text, not '1 \ufffd'; convert the file to UTF-8",
    ),
}
