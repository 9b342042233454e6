"""Paths find what RFC 9535 says they find."""

import pytest

from cranfield.errors import InputError
from cranfield.live.jsonpath import parse_path

STORE = {
    "hits": {"hits": [{"_id": "a", "s": 1}, {"_id": "b"}, {"_id": "c", "s": 3}]},
    "a b": {"it's": 7},
    "n": [0, 1, 2, 3, 4],
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$", [STORE]),
        ("$.hits.hits[*]._id", ["a", "b", "c"]),
        ("$['hits'][\"hits\"][0]['_id']", ["a"]),
        ("$.hits.hits[-1]._id", ["c"]),
        ("$.hits.hits[*].s", [1, 3]),
        ("$.hits.hits[1:]._id", ["b", "c"]),
        ("$.n[1:4:2]", [1, 3]),
        ("$.n[::-1]", [4, 3, 2, 1, 0]),
        ("$.n[1:0]", []),
        ("$.*.hits[0]._id", ["a"]),
        ("$['a b']['it\\'s']", [7]),
        ("$.n[9]", []),
        ("$.missing.deeper[*]", []),
        ("$.n.name", []),
        ("$.hits[0]", []),
    ],
)
def test_a_path_finds_what_is_there(path, found):
    assert parse_path(path).find(STORE) == found


@pytest.mark.parametrize(
    "path", ["hits", "$hits", "$.", "$..id", "$[?(@.a)]", "$.a[", "$['a'", "$.n[::0]", "$[a]", "", "$ .a"]
)
def test_what_is_no_path_is_refused(path):
    with pytest.raises(InputError) as caught:
        parse_path(path)
    assert caught.value.key == "engine-path"


def test_a_path_is_cut_where_it_means_many():
    before, rest = parse_path("$.a[*].b[0:2].c.d").halves()
    assert before.steps == ("a", slice(None), "b", slice(0, 2))
    assert rest.steps == ("c", "d")
