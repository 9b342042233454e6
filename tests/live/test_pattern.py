"""Holes are filled so that what is sent means what was given, whatever it is."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import InputError
from cranfield.live.pattern import body_pattern, header_pattern, url_pattern

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.text(), JSON)
def test_a_body_holds_every_value_unharmed(query, value):
    text = '{"q": {query}, "said": "find {query} now", "n": {value}, "key {query}": 1, '
    text += '"no": "{{query}}", "q2": "\\"{query}"}'
    told = json.loads(body_pattern(text).filled({"query": query, "value": value}))
    assert told["q"] == query
    assert told["said"] == f"find {query} now"
    assert told["n"] == value
    assert told[f"key {query}"] == 1
    assert told["no"] == "{query}"
    assert told["q2"] == f'"{query}'


@given(st.text())
def test_json_inside_a_string_stays_one_string_in_the_inner_language_too(query):
    told = json.loads(body_pattern('{"query": "{ Get(q: {query:json}) { id } }"}').filled({"query": query}))["query"]
    inner = told.removeprefix("{ Get(q: ").removesuffix(") { id } }")
    assert json.loads(inner) == query


@given(st.text().filter(lambda text: text.isprintable() and text))
def test_an_address_holds_every_query_unharmed(query):
    url = url_pattern("{server}/a/{query}?q={query}&n={size}").filled(
        {"server": "http://h:1", "query": query, "size": 3}
    )
    parts = urlsplit(url)
    assert parts.netloc == "h:1"
    assert parse_qs(parts.query) == {"q": [query], "n": ["3"]} or not query.strip()
    assert parts.path.count("/") == 2


def test_a_secret_is_sent_and_never_shown(monkeypatch):
    monkeypatch.setenv("SEARCH_KEY", "s3cret")
    pattern = header_pattern("Bearer ${SEARCH_KEY}")
    assert pattern.filled({}) == "Bearer s3cret"
    assert pattern.shown({}) == "Bearer ${SEARCH_KEY}"
    assert pattern.secrets == ["SEARCH_KEY"]


@pytest.mark.parametrize("value", [None, ""])
def test_a_secret_that_is_not_set_is_named(monkeypatch, value):
    monkeypatch.delenv("SEARCH_KEY", raising=False)
    if value is not None:
        monkeypatch.setenv("SEARCH_KEY", value)
    with pytest.raises(InputError) as caught:
        header_pattern("Bearer ${SEARCH_KEY}").filled({})
    assert str(caught.value) == (
        "needs the variable SEARCH_KEY of the environment, which is not set; set it with: export SEARCH_KEY=..."
    )


def test_nan_has_no_place_in_json():
    with pytest.raises(ValueError, match="JSON compliant"):
        body_pattern('{"n": {n}}').filled({"n": float("nan")})
