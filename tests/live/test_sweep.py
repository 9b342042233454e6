"""A sweep chooses on some queries and is judged on others; luck is corrected for."""

from __future__ import annotations

import numpy as np
import pytest

from cranfield.demo import FOLDER, JUDGMENTS
from cranfield.errors import InputError
from cranfield.live.cassette import Cassette
from cranfield.live.engine_file import engine_of
from cranfield.live.opened import Source
from cranfield.live.small_engine import engine_text, small_engine
from cranfield.live.sweep import parse_sweep, sweep


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("alpha=0:1:0.1", [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
        ("ef=10:40:10", [10, 20, 30, 40]),
        ("k1 = 0.9,1.2", [0.9, 1.2]),
        ("ranking=bm25,semantic", ["bm25", "semantic"]),
        ("exact=true,false", [True, False]),
        ("a=-1:1:0.5", [-1.0, -0.5, 0.0, 0.5, 1.0]),
        ("a=0:1:0.3", [0.0, 0.3, 0.6, 0.9]),
    ],
)
def test_values_are_what_was_meant(text, values):
    name, found = parse_sweep(text)
    assert name == text.partition("=")[0].strip()
    assert found == values
    assert [type(each) for each in found] == [type(each) for each in values]


@pytest.mark.parametrize(
    "text", ["alpha", "=1,2", "a b=1", "a=", "a=1:0:0.1", "a=0:1:0", "a=0:1:-0.1", "a=1,,2", "a=0:1:x:y"]
)
def test_what_is_no_sweep_is_refused(text):
    if text == "a=0:1:x:y":  # words may hold anything but a comma
        assert parse_sweep(text) == ("a", ["0:1:x:y"])
        return
    with pytest.raises(InputError) as caught:
        parse_sweep(text)
    assert str(caught.value) == (
        f"cannot read {text!r} as values of a parameter; write it like alpha=0:1:0.1 or ranking=bm25,semantic"
    )


def test_limits_of_sweeps():
    with pytest.raises(InputError, match="there are 1,001 settings to try, more than 500; take larger steps"):
        parse_sweep("a=0:1:0.001")
    with pytest.raises(InputError, match="'a=1,1' has a value twice"):
        parse_sweep("a=1,1")
    engine = lambda query, size, a=0, b=0: []  # noqa: E731, ARG005
    many = {"a": list(range(30)), "b": list(range(30))}
    with pytest.raises(InputError, match="there are 900 settings to try"):
        sweep(engine, {"q": "x"}, {"q": {"d": 1}}, "nDCG@10", many)
    with pytest.raises(
        InputError, match="only 1 query is judged; at least 5 are needed to choose a setting and 5 others"
    ):
        sweep(engine, {"q": "x"}, {"q": {"d": 1}}, "nDCG@10", {"a": [1, 2]})
    with pytest.raises(InputError, match="must be above 0 and below 1, not 1"):
        sweep(engine, {"q": "x"}, {"q": {"d": 1}}, "nDCG@10", {"a": [1, 2]}, held_out=1)


def made(count, rng):
    return {f"q{at}": f"{rng.random()}" for at in range(count)}, {
        f"q{at}": {"good": 1, "bad": 0} for at in range(count)
    }


def test_a_real_gain_is_found_and_confirmed_on_the_other_queries():
    def search(query, size, weight=0.0):  # noqa: ARG001
        return ["good", "bad"] if float(query) < weight else ["bad", "good"]

    queries, qrels = made(60, np.random.default_rng(1))
    found = sweep(search, queries, qrels, "RR", {"weight": [0.0, 0.3, 0.6, 0.9]})
    assert found.names == ("as it is", "weight=0", "weight=0.3", "weight=0.6", "weight=0.9")
    assert found.names[found.best] == "weight=0.9"
    assert len(found.train) == len(found.held_out) == 30
    assert not set(found.train) & set(found.held_out)
    truth = np.mean([1.0 if float(queries[name]) < 0.9 else 0.5 for name in found.held_out])
    assert found.worth.value == pytest.approx(truth)
    assert found.worth.low < truth < found.worth.high
    assert found.gain.p < 1e-6
    assert found.gain.difference == pytest.approx(truth - 0.5)


def test_luck_among_many_settings_is_not_called_a_gain():
    """Fifty settings that shuffle at random: the best looks better on the train queries, and is not on the others."""

    def search(query, size, salt=0):  # noqa: ARG001
        order = np.random.default_rng([int(float(query) * 2**32), salt]).permutation(20)
        return ["good" if at == 7 else f"d{at}" for at in order]

    queries, qrels = made(80, np.random.default_rng(3))
    found = sweep(search, queries, qrels, "RR", {"salt": list(range(50))}, seed=5)
    best = found.chosen.pair(found.names[found.best])
    assert best.difference > 0.05
    assert best.p < 0.1  # it looks like something,
    assert best.adjusted > 0.3  # until one counts how many were tried
    assert abs(found.gain.difference) < best.difference
    assert found.gain.p > 0.05


def test_an_engine_that_is_best_as_it_is_stays_as_it_is():
    def search(query, size, flip=False):  # noqa: ARG001, FBT002
        return ["bad", "good"] if flip else ["good", "bad"]

    queries, qrels = made(20, np.random.default_rng(1))
    found = sweep(search, queries, qrels, "RR", {"flip": [True]})
    assert found.best == 0
    assert found.gain is None
    assert found.worth.value == 1.0


def test_the_small_engine_is_swept_and_again_from_a_recording(tmp_path):
    import tomllib

    cassette, sweeps = Cassette(), {"title": [0.0, 2.0, 4.0], "b": [0.3, 0.75]}
    with small_engine(FOLDER / "docs.jsonl") as port:
        engine = engine_of(tomllib.loads(engine_text(port)))
        asked = (engine, str(FOLDER / "queries.tsv"), str(JUDGMENTS), "nDCG@10", sweeps)
        found = sweep(*asked, source=Source(record=cassette))
    (tmp_path / "tape").write_bytes(cassette.dump())
    again = sweep(*asked, source=Source(replay=Cassette.read(str(tmp_path / "tape")), name="tape"))
    assert len(found.names) == 7
    assert (again.names, again.best, again.worth, again.gain) == (found.names, found.best, found.worth, found.gain)
    assert again.milliseconds == pytest.approx(found.milliseconds)
    table = found.table()
    assert table.column_names == ["setting", "value", "low", "high", "title", "b"]
    assert table["title"].to_pylist()[1:] == ["0", "0", "2", "2", "4", "4"]
