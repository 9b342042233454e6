"""engine.toml is read, and what is wrong with it is said in one sentence."""

import pytest

from cranfield.errors import InputError
from cranfield.live.engine_file import engine_of, read_engine

GOOD = """
name = "mine"
url = "{server}/{index}/_search"
body = '{"q": {query}, "n": {size}, "alpha": {alpha}}'
timeout = 2.5

[headers]
Authorization = "ApiKey ${SEARCH_KEY}"

[parameters]
server = "http://localhost:9200"
index = "a b"
alpha = 0.5

[answer]
ids = "$.hits[*].id"
scores = "$.hits[*].score"
time = "$.took"
unit = "s"
"""


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.setenv("SEARCH_KEY", "s3cret")
    monkeypatch.chdir(tmp_path)

    def read(text):
        (tmp_path / "engine.toml").write_text(text, encoding="utf-8")
        return read_engine("engine.toml")

    return read


def test_a_request_is_made_of_the_file(read):
    engine = read(GOOD)
    made = engine.request({"query": 'muddy "tent" \u2028', "size": 5})
    assert engine.name == "mine"
    assert engine.timeout == 2.5
    assert made.method == "POST"
    assert made.url == made.shown == "http://localhost:9200/a%20b/_search"
    assert made.body == b'{"q": "muddy \\"tent\\" \\u2028", "n": 5, "alpha": 0.5}'
    assert made.headers == {
        "Content-Type": "application/json", "Accept": "application/json", "Authorization": "ApiKey s3cret",
    }  # fmt: skip
    assert "s3cret" not in repr((made.shown, made.key, made.plain))
    assert engine.answer.unit == 1.0


def test_what_differs_from_a_template_is_enough(read):
    engine = read('template = "elasticsearch"\n[parameters]\nindex = "shop"\nfields = ["t"]\n')
    made = engine.request({"query": "x", "size": 3})
    assert made.url == "http://localhost:9200/shop/_search"
    assert b'"fields": ["t"]' in made.body
    assert engine.name == "engine"
    assert engine.kind == "elasticsearch"


def test_hashes_tell_what_differs(read):
    one = read(GOOD)
    assert one.hashes() == read(GOOD.replace('"mine"', '"yours"')).hashes()
    other = read(GOOD.replace("alpha = 0.5", "alpha = 0.6")).hashes()
    assert other["template"] == one.hashes()["template"]
    assert other["parameters"] != one.hashes()["parameters"]
    assert one.with_parameters({"alpha": 0.6}).hashes() == other
    assert read(GOOD.replace("ids = ", "error = '$.e'\nids = ")).hashes()["template"] != one.hashes()["template"]


BAD = {
    "name = 'a'\nurl == 3": "engine.toml line 2: is no TOML: Invalid value",
    GOOD.replace("timeout", "timeuot"): "engine.toml: does not know the key 'timeuot'; it takes url, method, body,"
    " headers,"
    " name, template, timeout, largest, verify, ca, parameters, answer, version, space, add, update, delete; did you"
    " mean"
    " timeout?",
    GOOD.replace("unit", "units"): "engine.toml: does not know the key 'units' in answer; it takes ids, scores, time,"
    " unit,"
    " error, optional, partial, whole; did you mean unit?",
    GOOD.replace("timeout = 2.5", "timeout = 0"): "engine.toml: timeout must be a number above 0, not 0",
    "headers = [1]\nurl = 'http://h/{query}'\n[answer]\nids = '$.a[*]'": "engine.toml: headers must be a table, not"
    " [1]",
    GOOD + "\n[add]\nmethod = 'PUT'\n": "engine.toml: has no add.url; say it, or start from a template with template ="
    ' "elasticsearch"',
    GOOD.replace("timeout = 2.5", "verify = 'no'"): "engine.toml: verify must be true or false, not 'no'",
    GOOD.replace("timeout = 2.5", "method = 'FETCH'"): "engine.toml: method must be one of GET, POST, PUT, PATCH,"
    " DELETE,"
    " not 'FETCH'",
    GOOD.replace('unit = "s"', 'unit = "min"'): "engine.toml: answer.unit must be one of ms, s, us, ns, not 'min'",
    GOOD.replace("$.hits[*].id", "hits.id"): "engine.toml: answer.ids: cannot read 'hits.id' as a path; it is made of"
    " $,"
    " .name, ['name'], [0], [-1], [*], .* and [1:]",
    GOOD.replace("http://localhost:9200", "localhost:9200"): "engine.toml: url must be an address such as"
    " http://localhost:9200/..., not 'localhost:9200'",
    GOOD.replace("http://localhost", "http://me:pass@localhost"): "engine.toml: url holds a user or a password; send"
    " them in"
    ' a header from the environment, as in Authorization = "Basic ${SEARCH_BASIC}"',
    GOOD.replace("ApiKey ${SEARCH_KEY}", "ApiKey abc"): "engine.toml: headers.Authorization looks like a secret; keep"
    " it out"
    ' of the file and write "${NAME}", where NAME is a variable of the environment',
    GOOD.replace("/_search", "/_search?api_key=abc"): "engine.toml: url (api_key) looks like a secret; keep it out"
    ' of the file and write "${NAME}", where NAME is a variable of the environment',
    GOOD.replace("alpha = 0.5", "alpha = 0.5\ntoken = 'abc'"): "engine.toml: parameters.token looks like a secret;"
    " keep it out"
    ' of the file and write "${NAME}", where NAME is a variable of the environment',
    GOOD.replace('"q": {query}', '"q": {query'): "engine.toml: body is no JSON once its holes are filled: Expecting"
    " property"
    " name enclosed in double quotes in its line 1",
    GOOD.replace("alpha = 0.5", "size = 5"): "engine.toml: parameters: size is given by each request itself; choose"
    " another"
    " name",
    GOOD.replace('ids = "$.hits[*].id"', ""): 'engine.toml: has no answer.ids; say it, or start from a template with'
    ' template = "elasticsearch"',
    'template = "elastic"': "engine.toml: there is no template 'elastic'; there are anserini, elasticsearch, groonga,"
    " http, meilisearch, opensearch, qdrant, solr, typesense, vespa, weaviate, weaviate-rest; did you"
    " mean elasticsearch?",
    'template = "http"\n[space]\nurl = "{server}/s"': 'engine.toml: has no space.bytes; say it, or start from a'
    ' template with'
    ' template = "elasticsearch"',
    'template = "http"\nheaders = {"a b" = "c"}': "engine.toml: the header 'a b' has a name or a value that HTTP does"
    " not"
    " allow",
    'template = "http"\nanswer = 3': "engine.toml: answer must be a table, not 3",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_wrong_is_said(read, text):
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value) == BAD[text]
    assert "pass@" not in str(caught.value)


def test_a_number_beyond_all_numbers_is_refused(read):
    with pytest.raises(InputError, match=r"^engine\.toml: timeout must be a number above 0, not 9{20}"):
        read(GOOD.replace("timeout = 2.5", f"timeout = {'9' * 400}"))


def test_files_that_cannot_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"none\.toml: cannot be read \(No such file or directory\)"):
        read_engine("none.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe4'")
    with pytest.raises(InputError, match=r"latin\.toml: is not UTF-8; save it as such"):
        read_engine("latin.toml")


def test_a_hole_that_nothing_fills_is_named(read):
    engine = read(GOOD.replace("alpha = 0.5", "alhpa = 0.5"))
    with pytest.raises(InputError) as caught:
        engine.require(engine.search, ["query", "size"])
    assert str(caught.value) == (
        "engine.toml: nothing fills the hole {alpha}; add alpha to [parameters] or to the queries; there are alhpa,"
        " index,"
        " query, server, size; did you mean alhpa?"
    )
    with pytest.raises(InputError, match="has no parameter 'beta'; there are server, index, alhpa"):
        engine.with_parameters({"beta": 1})


def test_a_value_cannot_forge_a_header():
    told = {
        "url": "http://localhost/?q={query}", "headers": {"X-Query": "{query}"}, "answer": {"ids": "$[*]"},
    }  # fmt: skip
    with pytest.raises(InputError, match="the header 'X-Query' has a name or a value"):
        engine_of(told).request({"query": "a\r\nX-Evil: 1", "size": 1})
