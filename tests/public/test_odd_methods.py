"""Whatever is given to a method of what public functions give, what it raises is ours, in one line."""

import inspect
import random
from collections.abc import Mapping
from functools import cached_property

import pytest

import cranfield
from cranfield import CranfieldError, InputError
from public.calls import BATCH, CALLS, RESULTS
from public.odd_values import ODD

EACH = 12  # odd values for each method, other ones by its name
# what measures, families and doors say to each other, with arrays that they make themselves
INSIDE = {"Batch.cut", "Confusion.of", "Sums.in_a_row", "Sums.known", "Sums.of"}
LOOKED_UP = {"Contest.estimate", "Contest.pair"}  # which raise KeyError, as results do
# of measures
FOR_USERS = {"as_dict", "definition", "describe", "formula_in", "params", "told_parameters", "unit_label"}


def is_ours(value):
    return type(value).__module__.startswith("cranfield.") and not inspect.isfunction(value)


def reached(value, found):
    """What is public: what functions give, in lists or dicts too, with its parts that pages name."""
    if is_ours(value):
        if type(value) in found:
            return
        found[type(value)] = value
        for part in ("state", "policy", "signature", "steps"):
            reached(getattr(value, part, None), found)
    if isinstance(value, Mapping):
        value = list(value.values())
    for each in value[:2] if isinstance(value, list | tuple) else ():
        reached(each, found)


def methods():
    found = {}
    for name, (call, arguments, keywords) in CALLS.items():
        if name != "register":
            reached(call(*arguments, **keywords), found)
    for kind, value in found.items():
        for name in dir(kind):
            public = getattr(kind, name) if not name.startswith("_") else None
            # which Python 3.13 takes for routines
            if isinstance(public, cached_property):
                continue
            if not inspect.isroutine(public) or not str(getattr(public, "__module__", "")).startswith("cranfield."):
                continue
            is_inside = f"{kind.__name__}.{name}" in INSIDE | LOOKED_UP or kind.__name__ == "Judgments"
            if not is_inside and (not isinstance(value, cranfield.Measure) or name in FOR_USERS):
                yield f"{kind.__name__}.{name}", getattr(value, name)


METHODS = dict(methods())


def test_public_objects_have_methods():
    assert {"Batch.select", "Results.to_dict", "Sums.drawn", "Policy.as_dict", "Step.told", "Race.next"} <= {*METHODS}
    assert len(METHODS) > 60


@pytest.mark.parametrize("name", METHODS)
def test_a_wrong_argument_of_a_method_is_refused_in_our_words_or_used(name):
    method, chance = METHODS[name], random.Random(name)
    asked = [each for each in inspect.signature(method).parameters.values() if each.kind is not each.VAR_KEYWORD]
    for label in chance.sample(sorted(ODD), EACH if asked else 1):
        given = {each.name: ODD[label] for each in asked if each.default is each.empty or chance.random() < 0.7}
        told = ""
        try:
            made = method(**given)
            if inspect.isgenerator(made):
                next(made, None)
        except CranfieldError as error:
            told = str(error)
        except Exception as error:
            error.add_note(f"{name} given {label}")
            raise
        assert "\n" not in told, label


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: BATCH.ragged("nothing"), "there is no column 'nothing' of this kind; there are "),
        (lambda: BATCH.select("x"), "select: the data raises ValueError when it is read"),
        (lambda: METHODS["Settlement.told"](language="xx"), "there is no language 'xx'; there are en, zh"),
        (lambda: METHODS["Correlation.order"]("XX"), "order: there is no measure 'XX'; there are AP, P@2"),
        (lambda: METHODS["Race.fewest"]("a", "b"), "fewest: there is no system 'a'; there are "),
        (lambda: RESULTS["AP"].state.drawn("x"), "drawn: the data raises ValueError when it is read"),
    ],
)
def test_the_sentences_of_methods(call, sentence):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(sentence)
