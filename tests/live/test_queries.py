"""Queries come from files of every kind, with what else a line says of them."""

import json

import pytest

from cranfield.errors import InputError
from cranfield.live.queries import Query, hash_of, read_queries


def test_fields_of_json_lines_fill_holes(tmp_path):
    lines = [{"id": "q1", "text": "q2", "vector": [0.5, 1]}, {"id": "q2", "text": "muddy tent", "vector": [2, 3]}]
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, lines)))
    first, second = read_queries(tmp_path / "q.jsonl")
    assert (first.id, first.text, first.values(3)["vector"]) == ("q1", "q2", [0.5, 1])
    assert second.values(3) == {"id": "q2", "text": "muddy tent", "vector": [2, 3], "query": "muddy tent", "size": 3}


def test_a_file_without_words_is_refused(tmp_path):
    (tmp_path / "q.tsv").write_text("q1\ttent\nq2\t \n")
    with pytest.raises(InputError, match="the query 'q2' has no words"):
        read_queries(str(tmp_path / "q.tsv"))
    with pytest.raises(InputError, match="there are no queries"):
        read_queries({})


def test_the_hash_is_of_what_is_asked_not_of_its_order():
    one, two = Query("q1", "a"), Query("q2", "b", {"vector": [1]})
    assert hash_of([one, two]) == hash_of([two, one])
    assert hash_of([one, two]) != hash_of([one, Query("q2", "b", {"vector": [2]})])
