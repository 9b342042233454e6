"""Arrow columns and tables in memory that lead out of it: every door refuses them in one sentence."""

import subprocess
import sys

import pytest

MADE = """
import sys
import numpy as np, pyarrow as pa, cranfield as cf

def view(length, buffer, place, *data):
    views = np.array([[length, 1, buffer, place]] * 4, np.int32)
    return pa.Array.from_buffers(pa.string_view(), 4, [None, pa.py_buffer(views.tobytes()), *map(pa.py_buffer, data)])

def offsets(*edges):
    return pa.Array.from_buffers(
        pa.string(), 4, [None, pa.py_buffer(np.array(edges, np.int32).tobytes()), pa.py_buffer(b'abcd')]
    )

def lists(inner):
    return pa.Array.from_buffers(
        pa.list_(inner.type), 4, [None, pa.py_buffer(np.arange(5, dtype=np.int32).tobytes())], children=[inner]
    )

four, ids, scores = pa.array(['a', 'b', 'a', 'c']), pa.array(['d1', 'd2', 'd3', 'd4']), pa.array([0.1, 0.9, 0.3, 0.4])
good = pa.array([1, 0, 1, 0])
damaged = {
    'views of no buffer': lambda: view(1000, 9, 77),
    'views of a buffer below none': lambda: view(1000, -1, 0, b'x' * 2000),
    'views behind a buffer': lambda: view(20, 0, 2000, b'x' * 30),
    'views before a buffer': lambda: view(20, 0, -5, b'x' * 30),
    'views of less than nothing': lambda: view(-20, 0, 0, b'x' * 30),
    'offsets': lambda: offsets(0, 1, 900_000_000, 3, 4),
    'codes': lambda: pa.DictionaryArray.from_arrays(pa.array([0, 9, -5, 10**8]), pa.array(['a', 'b']), safe=False),
    'known views': lambda: pa.DictionaryArray.from_arrays(pa.array([0, 1, 0, 1]), view(1000, 9, 77)),
    'lists': lambda: lists(view(1000, 9, 77)),
}
"""
DOORS = {
    "labels": "cf.labels(truth=bad, guess=bad)",
    "labels of a dict": "cf.labels({'t': bad, 'g': good}, truth='t', guess='g')",
    "labels of a table": "cf.labels(pa.table({'t': bad, 'g': good}), truth='t', guess='g')",
    "group": "cf.labels(truth=good, score=scores, group=bad)",
    "score": "cf.labels(truth=good, score=bad)",
    "text": "cf.text(candidates=bad, references=four)",
    "texts in a list": "cf.text(candidates=four, references=[bad, bad, bad, bad])",
    "texts of a table": "cf.text(data=pa.table({'c': bad, 'r': four}), candidates='c', references='r')",
    "run": "cf.ranking({'a': {'d1': 1}}, pa.table({'query': four, 'doc': bad, 'score': scores}))",
    "queries": "cf.ranking({'a': {'d1': 1}}, pa.table({'query': bad, 'doc': ids, 'score': scores}))",
    "lists of a run": "cf.ranking({'a': {'d1': 1}}, pa.table({'query': ids, 'retrieved_ids': bad}))",
    "judgments": "cf.ranking(pa.table({'query': four, 'doc': bad, 'grade': good}), {'a': {'d1': 1}})",
    "ratings": "cf.ratings(pa.table({'i': ids, 'r': four, 'v': bad}), item='i', rater='r', value='v')",
    "ratings of columns": "cf.ratings(item=ids, rater=four, value=bad)",
    "cost": "cf.cost(pa.table({'latency_ms': bad}))",
    "cost of a dict": "cf.cost({'latency_ms': bad})",
    "queries of cost": "cf.cost(pa.table({'query': bad, 'latency_ms': scores}))",
    "groups": "cf.groups(pa.table({'query': ids, 'group': bad}))",
}
TRIED = """
for name in damaged:
    try:
        bad = damaged[name]()
    except ValueError:  # older releases of pyarrow make no views of buffers
        print(name, '-> not made')
        continue
    try:
        eval(sys.argv[1])
    except cf.CranfieldError as error:
        assert chr(10) not in str(error), error
        print(name, '->', error)
    else:
        print(name, '-> taken')
"""
KINDS = 9


@pytest.mark.parametrize("door", DOORS)
def test_no_door_follows_what_leads_out_of_memory(door):
    done = subprocess.run(
        [sys.executable, "-c", MADE + TRIED, DOORS[door]], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, (done.returncode, done.stdout, done.stderr)
    told = done.stdout.splitlines()
    assert len(told) == KINDS
    assert not [each for each in told if each.endswith("taken")]


def test_what_is_wrong_is_told():
    done = subprocess.run(
        [sys.executable, "-c", MADE + TRIED, DOORS["labels"]], capture_output=True, text=True, check=False, timeout=300
    )
    assert "the truth: is not a whole Arrow column (View at slot 0 references buffer 9 but" in done.stdout
