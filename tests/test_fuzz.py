"""The fuzzers find what is there to be found, and what they ever found stays mended."""

import importlib
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent.parent / "fuzz"


@pytest.fixture(scope="module")
def fuzzers():
    sys.path.insert(0, str(FUZZ))
    try:
        yield importlib.import_module("run"), importlib.import_module("guided")
    finally:
        sys.path.remove(str(FUZZ))


def names():
    return sorted(path.name for path in (FUZZ / "corpus").iterdir() if path.is_dir())


@pytest.mark.parametrize("name", names())
def test_what_ever_failed_is_answered(fuzzers, name):
    run, guided = fuzzers
    (target,) = [each for each in run.TARGETS if each.replace(" ", "_") == name]
    for label, data in run.kept(target).items():
        assert guided.outcome(run.TARGETS[target][0], data) is None, label


def test_every_target_answers_what_it_starts_from(fuzzers):
    run, guided = fuzzers
    for name, (target, seeds) in run.TARGETS.items():
        for seed in seeds:
            assert guided.outcome(target, seed) is None, (name, seed)


def test_a_planted_fault_is_found_and_made_short(fuzzers):
    _, guided = fuzzers

    def target(data):
        from cranfield.core.spec import parse_all

        if data.startswith(b"P@") and b"\xff" in data:
            raise KeyError(data)
        parse_all(["P@5"])

    found = guided.fuzz(target, [b"P@5 and more of it"], 5.0, 7)
    assert [fault.kind for fault, _ in found.faults.values()] == ["KeyError"]
    assert [data for _, data in found.faults.values()] == [b"P@\xff"]


def test_an_input_that_takes_too_long_is_a_fault(fuzzers, monkeypatch):
    _, guided = fuzzers
    monkeypatch.setattr(guided, "SLOWEST", 0.2)

    def forever(_data):
        while True:
            pass

    assert guided.outcome(forever, b"").kind == "TooSlowError"


def test_the_page_names_every_target(fuzzers):
    run, _ = fuzzers
    page = (FUZZ.parent / "docs" / "reliability.md").read_text("utf-8")
    table = page.split("| target | what it reads |", 1)[1].split("\n\n", 1)[0]
    named = [row.split("|")[1].strip() for row in table.splitlines()[2:]]
    assert sorted(named) == sorted(run.TARGETS)
