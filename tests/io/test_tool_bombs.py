"""Files of other tools of any size are read in little memory and in time that grows as they do."""

import gzip
import json
import time

import pytest

from cranfield import InputError
from cranfield.io.read.open import open_input
from cranfield.io.read.outline import outline
from limited import DOORS, tried
from tool_samples import dumped, elasticsearch, lines

PART = 1 << 20
BOMBS = {  # which door, what comes first, and what is repeated again and again
    "ratings of one request": ("qrels", b'{"requests": [{"id": "q", "ratings": [', b'{"_id":"d","rating":1},'),
    "requests": ("qrels", b'{"requests": [', b'{"id":"q","ratings":[{"_id":"d","rating":1}]},'),
    "a corpus of questions": ("qrels", b'{"queries": {"q": "?"}, "corpus": {', b'"d":"words",'),
    "lists of what should be found": ("qrels", b"", b'{"query":"q","expected_ids":["d"]}\n'),
    "examples for learning": ("qrels", b"", b"1 qid:1 1:1 # d\n"),
    "lines without a rating": ("qrels", b"query,docid,rating\n", b"q,d,\n"),
    "groups": ("qrels", b'{"topics": [{"query_groups": [', b'{"relevant_documents": {"1":["d"]}, "name":"q"},'),
    "predictions": ("run", b'{"mteb_model_meta": {}, "default": {"test": {', b'"q":{"d":1},'),
    "a prediction": ("run", b'{"mteb_model_meta": {}, "default": {"test": {"q": {', b'"d":1,'),
    "answers": ("run", b"", b'{"query":"q","answer":{"hits":{"hits":[]}}}\n'),
    "a long answer": ("run", b'{"query":"q","answer":{"hits":{"hits":[', b'{"_id":"d","_score":1},'),
    "records in a member": ("run", b'{"results": [', b'{"query":"q","retrieved_ids":["d"],"scores":[1]},'),
    "deep brackets": ("run", b'{"query": ', b"["),
    "texts in a member": ("texts", b'{"examples": [', b'{"c":"a","r":"b"},'),
}  # fmt: skip


def test_files_of_tools_without_an_end_are_bounded(tmp_path):
    cases = []
    for name, (door, start, repeated) in BOMBS.items():
        path = tmp_path / name.replace(" ", "-")
        part = repeated * (PART // len(repeated))
        path.write_bytes(gzip.compress(start) + gzip.compress(part, 9) * 8)
        cases.append((f"{door}: {name}", DOORS[door], str(path)))
    told = tried(cases, tmp_path)
    assert "line 1: a member of the JSON document is longer than 4 MB" in told["qrels: ratings of one request"]
    assert "line 1: is longer than 4 MB" in told["run: a long answer"]
    assert "is more than 100 times as large when it is unpacked" in told["run: predictions"]
    assert "is more than 100 times as large when it is unpacked" in told["qrels: lines without a rating"]


def seconds(data, kind):
    begin = time.process_time()
    count = sum(len(rows) for piece in open_input(data, kind).pieces() for rows in piece())
    return time.process_time() - begin, count


def many(count):
    docs = {f"d{at}": float(at) for at in range(10)}
    rated = [{"_id": doc, "rating": 1} for doc in docs]
    return {
        "MTEB": ("run", dumped({"mteb_model_meta": {}, "a": {"b": {f"q{at}": docs for at in range(count)}}})),
        "_rank_eval": ("qrels", dumped({"requests": [{"id": f"q{at}", "ratings": rated} for at in range(count)]})),
        "answers": ("run", lines(*({"query": f"q{at}", "answer": elasticsearch(docs)} for at in range(count)))),
        "one answer without scores": (
            "run", lines({"query": "q", **elasticsearch(dict.fromkeys(map(str, range(5 * count))), score=False)})),
        "lists": ("run", lines(*({"query": f"q{at}", "retrieved_ids": list(docs)} for at in range(count)))),
        "letor": ("qrels", b"".join(b"1 qid:%d 1:0.5 # d%d\n" % (at // 10, at) for at in range(10 * count))),
    }  # fmt: skip


@pytest.mark.parametrize("name", ["MTEB", "_rank_eval", "answers", "one answer without scores", "lists", "letor"])
def test_time_grows_as_the_file_does(name):
    small, large = (many(count)[name] for count in (500, 4000))
    took, count = seconds(small[1], small[0])
    longer, more = seconds(large[1], large[0])
    assert more == 8 * count
    assert longer < 8 * 4 * (took + 0.01)


def test_the_first_bytes_tell_what_a_document_is_however_long_it_is():
    for size in (100, 1 << 16, 1 << 20):
        document = {"requests": [{"id": "q", "ratings": [{"_id": f"d{at}", "rating": 1} for at in range(size // 20)]}]}
        data = json.dumps(document).encode()
        assert seconds(data, "qrels")[1] == size // 20


@pytest.mark.parametrize(
    ("head", "value", "end"),
    [
        (b'{"a": [1, {"b": "x, y"', {"a": [1, {}]}, None),
        (b'{"a": {"b": 1}}\n{', {"a": {"b": 1}}, 15),
        (b'{"a": "\\"}", "b": [', {"a": '"}', "b": []}, None),
        (b'{"a": tru', {}, None),
        (b'{"a": 1]', {}, None),
        (b'{"a" 1, "b": 2', None, None),
        ("{\"é\": 1}".encode(), {"é": 1}, 9),
        (b"[" * 100, None, None),
    ],
)  # fmt: skip
def test_what_begins_is_closed_where_it_is_cut(head, value, end):
    found = outline(head)
    assert found[1] == end
    if value is not None:
        assert found[0] == value


def test_deep_brackets_are_not_looked_into():
    begin = time.process_time()
    for head in (b"[" * (1 << 16), b'{"a":' * (1 << 13), b"[{" * (1 << 15)):
        assert outline(head)[1] is None
    assert time.process_time() - begin < 1


def test_nesting_without_an_end_is_refused_in_one_sentence():
    for start in (b'{"requests": ', b'{"query": "q", "hits": {"hits": ', b'{"mteb_model_meta": {}, "a": {"b": {"c": '):
        with pytest.raises(InputError) as fault:
            list(open_input(start + b"[" * 100_000, "run").pieces())
        assert "\n" not in str(fault.value)
