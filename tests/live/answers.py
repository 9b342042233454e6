"""The request that each template should make of a query, with short answers by hand to it.

What the engines' own documentation prints as answers is in `recorded/`; these add an empty answer, an error and odd ids
where no page prints one. Groonga and Elasticsearch 1.5.2 were really run, and the plain template is asked of small
servers elsewhere.
"""

from __future__ import annotations

import json

_LUCENE = {
    "took": 5, "timed_out": False, "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
    "hits": {
        "total": {"value": 2, "relation": "eq"}, "max_score": 1.3862942,
        "hits": [
            {"_index": "articles", "_id": "a", "_score": 1.3862942},
            {"_index": "articles", "_id": "b", "_score": 0.2876821},
        ],
    },
}  # fmt: skip
_LUCENE_ERROR = {
    "error": {
        "root_cause": [{"type": "index_not_found_exception", "reason": "no such index [articles]"}],
        "type": "index_not_found_exception", "reason": "no such index [articles]", "index": "articles",
    },
    "status": 404,
}  # fmt: skip
_LUCENE_STATS = {
    "_all": {
        "primaries": {"docs": {"count": 128, "deleted": 4}, "store": {"size_in_bytes": 16711, "reserved_in_bytes": 0}}
    }
}
_LUCENE_BODY = {
    "query": {"multi_match": {"query": 'a "b"', "fields": ["title^2", "body"]}}, "size": 3, "_source": False,
}  # fmt: skip

# name: path, body that is sent (None for a GET), answer, empty answer, error and its words, seconds, version, space
ANSWERS = {
    "elasticsearch": {
        "path": "/articles/_search", "body": _LUCENE_BODY, "answer": _LUCENE,
        "empty": {"took": 1, "hits": {"total": {"value": 0}, "max_score": None, "hits": []}},
        "error": (404, _LUCENE_ERROR, "no such index [articles]"), "seconds": 0.005,
        "ids": ("a", "b"), "scores": (1.3862942, 0.2876821),
        "version": ({"name": "n", "version": {"number": "9.1.0", "build_flavor": "default"}}, "9.1.0"),
        "space": (_LUCENE_STATS, {"bytes": 16711, "documents": 128}),
    },
    "opensearch": {
        "path": "/articles/_search", "body": _LUCENE_BODY, "answer": _LUCENE,
        "empty": {"took": 1, "hits": {"total": {"value": 0}, "max_score": None, "hits": []}},
        "error": (404, _LUCENE_ERROR, "no such index [articles]"), "seconds": 0.005,
        "ids": ("a", "b"), "scores": (1.3862942, 0.2876821),
        "version": ({"version": {"distribution": "opensearch", "number": "3.2.0"}}, "3.2.0"),
        "space": (_LUCENE_STATS, {"bytes": 16711, "documents": 128}),
    },
    "solr": {
        "path": "/solr/articles/query",
        "body": {
            "query": 'a "b"', "limit": 3, "fields": ["id", "score"],
            "params": {"defType": "edismax", "qf": "title^2 body"},
        },
        "answer": {
            "responseHeader": {"status": 0, "QTime": 12, "params": {"json": "{...}"}},
            "response": {
                "numFound": 2, "start": 0, "maxScore": 2.5, "numFoundExact": True,
                "docs": [{"id": "a", "score": 2.5}, {"id": "b", "score": 1.25}],
            },
        },
        "empty": {"responseHeader": {"QTime": 1}, "response": {"numFound": 0, "start": 0, "docs": []}},
        "error": (400, {"error": {"msg": "undefined field titel", "code": 400}}, "undefined field titel"),
        "seconds": 0.012, "ids": ("a", "b"), "scores": (2.5, 1.25),
        "version": ({"lucene": {"solr-spec-version": "9.8.1", "lucene-spec-version": "9.11.1"}}, "9.8.1"),
        "space": (
            {"status": {"articles": {"name": "articles", "index": {"numDocs": 46, "sizeInBytes": 30211}}}},
            {"bytes": 30211, "documents": 46},
        ),
    },
    "vespa": {
        "path": "/search/",
        "body": {
            "yql": "select documentid from articles where userQuery()", "query": 'a "b"', "type": "weakAnd", "hits": 3,
            "ranking": "bm25", "presentation.timing": True,
        },
        "answer": {
            "timing": {"querytime": 0.002, "summaryfetchtime": 0.001, "searchtime": 0.004},
            "root": {
                "id": "toplevel", "relevance": 1.0, "fields": {"totalCount": 2},
                "coverage": {"coverage": 100, "documents": 3, "full": True, "nodes": 1, "results": 1},
                "children": [
                    {
                        "id": "id:default:articles::a", "relevance": 0.38, "source": "articles",
                        "fields": {"documentid": "id:default:articles::a"},
                    },
                    {
                        "id": "id:default:articles::b", "relevance": 0.16, "source": "articles",
                        "fields": {"documentid": "id:default:articles::b"},
                    },
                ],
            },
        },
        "empty": {"timing": {"searchtime": 0.001}, "root": {"id": "toplevel", "relevance": 1,
            "fields": {"totalCount": 0}}},
        "error": (
            400, {"root": {"id": "toplevel", "errors": [{"code": 4, "summary": "Invalid", "message": "unknown rank"
            " profile"}]}},
            "unknown rank profile",
        ),
        "seconds": 0.004, "ids": ("id:default:articles::a", "id:default:articles::b"), "scores": (0.38, 0.16),
        "version": ({"version": "8.520.14"}, "8.520.14"),
        "space": (
            {"nodes": [{"services": [{"metrics": [
                {"values": {"content.proton.documentdb.disk_usage.last": 1000}},
                {"values": {"content.proton.documentdb.documents.active.last": 3}},
                {"values": {"content.proton.documentdb.disk_usage.last": 500}},
            ]}]}]},
            {"bytes": 1500, "documents": 3},
        ),
    },
    "qdrant": {
        "path": "/collections/articles/points/query",
        "body": {"query": [0.5, 1], "limit": 3, "with_payload": False, "params": {"hnsw_ef": 128}},
        "more": {"vector": [0.5, 1]},
        "answer": {
            "result": {"points": [{"id": 4, "version": 3, "score": 0.56}, {"id": "5c56c793-69f3", "version": 3,
                "score": 0.5}]},
            "status": "ok", "time": 0.001,
        },
        "empty": {"result": {"points": []}, "status": "ok", "time": 0.001},
        "error": (
            404, {"status": {"error": "Not found: Collection `articles` doesn't exist!"}, "time": 0.0},
            "Not found: Collection `articles` doesn't exist!",
        ),
        "seconds": 0.001, "ids": ("4", "5c56c793-69f3"), "scores": (0.56, 0.5),
        "version": ({"title": "qdrant - vector search engine", "version": "1.15.4"}, "1.15.4"),
        "space": ({"result": {"status": "green", "points_count": 9, "segments_count": 2}, "status": "ok"},
            {"documents": 9}),
    },
    "weaviate": {
        "path": "/v1/graphql",
        "body": {
            "query": '{ Get { Article(hybrid: {query: "a \\"b\\"", alpha: 0.5}, limit: 3) { _additional { id score }'
            ' } } }'
        },
        "answer": {"data": {"Get": {"Article": [
            {"_additional": {"id": "a-1", "score": "0.0163934"}}, {"_additional": {"id": "b-2", "score": "0.0161290"}},
        ]}}},
        "empty": {"data": {"Get": {"Article": []}}},
        "error": (422, {"errors": [{"message": "no such class", "path": ["Get"]}]}, "no such class"),
        "seconds": None, "ids": ("a-1", "b-2"), "scores": (0.0163934, 0.0161290),
        "version": ({"hostname": "http://[::]:8080", "modules": {}, "version": "1.33.0"}, "1.33.0"),
        "space": (
            {"nodes": [{"name": "n1", "stats": {"objectCount": 7, "shardCount": 1}}, {"stats": {"objectCount": 5}}]},
            {"documents": 12},
        ),
    },
    "weaviate-rest": {
        "path": "/v1/search/Article/hybrid",
        "body": {"query": 'a "b"', "alpha": 0.5, "limit": 3, "returnProperties": [], "returnMetadata": ["score"]},
        "answer": {"results": [
            {"id": "a-1", "properties": {}, "metadata": {"score": 0.75}},
            {"id": "b-2", "properties": {}, "metadata": {"score": 0.5}},
        ], "tookMs": 8},
        "empty": {"results": [], "tookMs": 1},
        "error": (404, {"error": [{"message": "no such collection"}]}, "no such collection"),
        "seconds": 0.008, "ids": ("a-1", "b-2"), "scores": (0.75, 0.5),
        "version": ({"hostname": "http://[::]:8080", "modules": {}, "version": "1.40.0"}, "1.40.0"),
        "space": ({"nodes": [{"name": "n1", "stats": {"objectCount": 7, "shardCount": 1}}]}, {"documents": 7}),
    },
    "typesense": {
        "path": "/collections/articles/documents/search"
        "?q=a%20%22b%22&query_by=title%2Cbody&per_page=3&include_fields=id",
        "body": None,
        "answer": {
            "facet_counts": [], "found": 2, "out_of": 10, "page": 1, "request_params": {"q": "a"},
                "search_cutoff": False,
            "search_time_ms": 3,
            "hits": [
                {"document": {"id": "a"}, "highlights": [], "text_match": 1060320051},
                {"document": {"id": "b"}, "highlights": [], "text_match": 578730123365711993},
            ],
        },
        "empty": {"found": 0, "hits": [], "search_time_ms": 0},
        "error": (404, {"message": "Not Found"}, "Not Found"), "seconds": 0.003, "ids": ("a", "b"), "scores": None,
        "version": ({"state": 1, "version": "29.0"}, "29.0"),
        "space": ({"name": "articles", "num_documents": 1250, "fields": []}, {"documents": 1250}),
    },
    "meilisearch": {
        "path": "/indexes/articles/search",
        "body": {
            "q": 'a "b"', "limit": 3, "attributesToRetrieve": ["id"], "matchingStrategy": "last",
                "showRankingScore": True,
        },
        "answer": {
            "hits": [{"id": 155, "_rankingScore": 0.9546}, {"id": 36657, "_rankingScore": 0.8103}], "query": "a",
            "processingTimeMs": 2, "limit": 3, "offset": 0, "estimatedTotalHits": 2,
        },
        "empty": {"hits": [], "query": "a", "processingTimeMs": 0, "limit": 3, "offset": 0, "estimatedTotalHits": 0},
        "error": (
            404, {"message": "Index `articles` not found.", "code": "index_not_found", "type": "invalid_request"},
            "Index `articles` not found.",
        ),
        "seconds": 0.002, "ids": ("155", "36657"), "scores": (0.9546, 0.8103),
        "version": ({"commitSha": "b46889b", "commitDate": "2025-08-01", "pkgVersion": "1.16.0"}, "1.16.0"),
        "space": (
            {"databaseSize": 447819776, "indexes": {"articles": {"numberOfDocuments": 19654, "isIndexing": False}}},
            {"bytes": 447819776, "documents": 19654},
        ),
    },
}  # fmt: skip


def sent(seen) -> object:
    """The body of a request, as JSON."""
    return json.loads(seen.body) if seen.body else None
