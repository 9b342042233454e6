"""A measure of a user's own has everything that a built-in one has."""

import subprocess
import sys
from typing import ClassVar

import numpy as np
import pytest

from cranfield import MeasureError, UnitMean, evaluate, explain, interval, parse, ranking, register
from cranfield.core import registry as registries
from cranfield.core.param import integer
from cranfield.core.registry import registry, unregister

QRELS = {"q1": {"d1": 1, "d2": 0}, "q2": {"d1": 1}}
RUN = {"q1": {"d2": 2.0, "d1": 1.0}, "q2": {"d1": 1.0}}


class FirstHit(UnitMean):
    """The rank of the first relevant document, or the depth that was looked at."""

    name: ClassVar[str] = "FirstHit"
    family: ClassVar[str] = "ranking"
    reads: ClassVar[tuple[str, ...]] = ("rank", "grade")
    at: ClassVar[str | None] = "k"
    better: ClassVar[str | None] = "lower"
    bounds: ClassVar[tuple[float, float]] = (1.0, float("inf"))
    formula: ClassVar[str] = "rank of the first relevant document, at most k"

    k: int = integer(100, lo=1, help="how far down somebody looks")

    def values(self, batch, note=None):
        rank, grade = batch.ragged("rank"), batch.ragged("grade")
        first = np.full(len(batch), float(self.k))
        hits = np.flatnonzero(grade.values > 0)
        np.minimum.at(first, rank.owner[hits], rank.values[hits])
        return note.unit("first", first, "rank of the first relevant document") if note else first


@pytest.fixture
def first_hit():
    register(FirstHit)
    yield FirstHit
    unregister(FirstHit)


@pytest.mark.usefixtures("first_hit")
def test_it_is_named_evaluated_explained_and_resampled_like_any_other():
    batch = ranking(QRELS, RUN)
    results = evaluate(batch, ["FirstHit", "firsthit@1", "RR"])
    assert results.to_dict() == {"FirstHit": 1.5, "firsthit@1": 1.0, "RR": 0.75}
    assert str(parse("FirstHit@5")) == "FirstHit@5"
    told = explain(batch, "FirstHit", "q1")
    assert (told.value, told.steps[-1].name, told.steps[-1].how) == (
        2.0,
        "first",
        "rank of the first relevant document",
    )
    assert interval(results["FirstHit"]).low >= 1.0
    assert "FirstHit" in registry("ranking")


def test_it_is_gone_when_it_is_unregistered(first_hit):
    unregister(first_hit)
    with pytest.raises(MeasureError, match=r"^unknown measure 'FirstHit'"):
        parse("FirstHit")
    register(first_hit)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "nDCG"}, "nDCG: the name nDCG already belongs to nDCG; choose another one"),
        ({"name": "map"}, "map: the name map already belongs to AP; choose another one"),
        ({"family": "survey"}, "unknown family 'survey'; there are ranking, labels, text, ratings, cost"),
        ({"formula": "", "__doc__": ""}, "register: Made lacks its formula and docstring; a measure says what it is"),
    ],
)
def test_what_cannot_be_registered_is_refused_in_a_sentence(changes, sentence):
    made = type("Made", (FirstHit,), {"name": "Made", "__doc__": FirstHit.__doc__, **changes})
    with pytest.raises(MeasureError) as refusal:
        register(made)
    assert str(refusal.value) == sentence
    with pytest.raises(MeasureError, match=r"^register: takes a class of a measure, not 5; write @register"):
        register(5)
    with pytest.raises(MeasureError, match=r"^register: Half does not say how to do values; write these methods$"):
        register(type("Half", (UnitMean,), {"name": "Half", "family": "text", "formula": "f", "__doc__": "Half."}))


def test_a_family_that_is_not_loaded_is_a_sentence():
    with pytest.raises(MeasureError, match=r"^unknown family 'rankin'; there are .*; did you mean ranking\?$"):
        parse("nDCG", "rankin")


class Point:
    """An entry point as another package would have it."""

    name, value = "first-hit", "elsewhere:FirstHit"

    def __init__(self, load):
        self.load = load


def test_measures_of_other_packages_are_found_when_a_name_is_not_known(monkeypatch):
    monkeypatch.setattr(registries, "_plugins_loaded", False)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [Point(lambda: [FirstHit])])
    assert parse("FirstHit@3").k == 3
    unregister(FirstHit)


def test_a_broken_package_is_named(monkeypatch):
    def broken():
        raise ImportError("no module named elsewhere")

    monkeypatch.setattr(registries, "_plugins_loaded", False)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: [Point(broken)])
    with pytest.raises(MeasureError, match=r"first-hit of another package \(elsewhere:FirstHit\) cannot be loaded: no"):
        parse("FirstHit")


def test_a_package_that_is_installed_brings_its_measures_to_the_command_line(tmp_path):
    (tmp_path / "elsewhere.py").write_text(
        "from cranfield import UnitMean\n"
        "class Returned(UnitMean):\n"
        '    """How many documents were returned."""\n'
        "    name, family, reads, formula = 'Returned', 'ranking', ('num_ret',), 'documents returned'\n"
        "    def values(self, batch, note=None):\n"
        "        return batch.array('num_ret').astype(float)\n"
    )
    info = tmp_path / "elsewhere-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[cranfield.measures]\nreturned = elsewhere:Returned\n")
    (tmp_path / "q").write_text("q1 0 d1 1\n")
    (tmp_path / "r").write_text("q1 Q0 d1 1 1 t\nq1 Q0 d2 2 0 t\n")
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from cranfield.cli.main import run; run(sys.argv[1:])"
    call = [sys.executable, "-c", script, "eval", str(tmp_path / "q"), str(tmp_path / "r"), "-m", "Returned"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert "Returned   2.0000" in done.stdout
