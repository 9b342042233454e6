"""Runs whose queries are interleaved give the same on disk as in memory, errors included."""

import tempfile

import numpy as np
import pytest

from cranfield import InputError, Policy, evaluate, ranking
from cranfield.errors import DuplicateError
from cranfield.io.join import run as joining
from cranfield.io.join import shuffled

MEASURES = ["nDCG@10", "AP", "P@5", "NumRet", "RR"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    yield place
    assert list(place.iterdir()) == []


@pytest.fixture
def on_disk(monkeypatch):
    """Rows go to disk from the first piece on, and the folders that were made are counted."""
    made = []
    before = shuffled.Dealt._to_disk

    def noted(self):
        made.append(self)
        before(self)

    monkeypatch.setattr(shuffled.Dealt, "_to_disk", noted)
    return made


def collection(tmp_path, *, long=False, ranks=True, queries=80, docs=300, seed=0):
    chance = np.random.default_rng(seed)
    name = "a-rather-long-document-{}" if long else "d{}"
    lines = []
    for query in range(queries):
        for rank, doc in enumerate(chance.permutation(2000)[:docs].tolist(), 1):
            score = round(float(chance.random()), 2)
            lines.append(f"q{query} Q0 {name.format(doc)} {rank if ranks else 0} {score} me\n")
    qrels = {}
    for query in range(5, queries + 3):
        judged = chance.permutation(2000)[:200].tolist()
        qrels[f"q{query}"] = {name.format(doc): int(chance.integers(0, 3)) for doc in judged}
    order = chance.permutation(len(lines))
    path = tmp_path / "run.txt"
    path.write_text("".join(lines[at] for at in order))
    return qrels, path, lines, order


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize(
    "policy", [{}, {"ties": "docid-asc", "scores": "float32"}, {"ties": "rank"}, {"ties": "input"}]
)
def test_the_same_numbers_and_findings(tmp_path, on_disk, long, policy):
    qrels, path, *_ = collection(tmp_path, long=long)
    decided = Policy(**policy)
    whole = evaluate(ranking(qrels, path, policy=decided), MEASURES)
    assert not on_disk
    spilt = evaluate(ranking(qrels, path, policy=decided, memory=64 * 10**6 // 10**6 * 10**6), MEASURES)
    assert spilt.to_dict() == whole.to_dict()


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("limit", [1, 10**5, 3 * 10**5])
def test_on_disk_as_in_memory(tmp_path, on_disk, monkeypatch, long, limit):
    qrels, path, *_ = collection(tmp_path, long=long)
    whole = evaluate(ranking(qrels, path), MEASURES)
    monkeypatch.setattr(joining, "default_limit", lambda: limit)
    monkeypatch.setattr(shuffled, "_JOINED", 0)
    spilt = evaluate(ranking(qrels, path), MEASURES)
    assert on_disk
    assert spilt.to_dict() == whole.to_dict()
    assert [str(each) for each in spilt.findings] == [str(each) for each in whole.findings]
    assert spilt["AP"].units == whole["AP"].units


def test_large_groups_are_cut_by_query_and_a_large_query_is_refused(tmp_path, on_disk, monkeypatch):
    qrels, path, *_ = collection(tmp_path)
    whole = evaluate(ranking(qrels, path), MEASURES)
    monkeypatch.setattr(joining, "default_limit", lambda: 10**5)
    monkeypatch.setattr(shuffled, "_ROWS", 1)
    monkeypatch.setattr(shuffled, "_FILES", 7)
    assert evaluate(ranking(qrels, path), MEASURES).to_dict() == whole.to_dict()
    assert on_disk
    monkeypatch.setattr(shuffled, "_JOINED", 10**4)
    with pytest.raises(InputError) as caught:
        ranking(qrels, path)
    assert "has 300 rows, which take about 3 MB at once; give more with memory=..." in str(caught.value)


def test_a_document_listed_twice_is_told_with_both_lines(tmp_path, on_disk, monkeypatch):
    qrels, path, lines, order = collection(tmp_path)
    text = [lines[at] for at in order]
    text.append(text[17])
    path.write_text("".join(text))
    with pytest.raises(DuplicateError) as whole:
        ranking(qrels, path)
    monkeypatch.setattr(joining, "default_limit", lambda: 10**5)
    with pytest.raises(DuplicateError) as caught:
        ranking(qrels, path)
    assert on_disk
    assert str(caught.value) == str(whole.value)
    assert f"line {len(text)}" in str(caught.value)
