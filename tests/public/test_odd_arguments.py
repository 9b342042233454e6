"""Whatever is given to a public function, what it raises is ours, in one short line."""

import inspect

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cranfield
from cranfield import InputError, MeasureError, PolicyError
from cranfield.curves.curve import KINDS, options_of
from public import trying
from public.calls import CALLS, LABELLED, NOT_CALLED, QRELS, RESULTS, RUN
from public.odd_values import ODD
from public.trying import is_for_the_user, places, replaced, try_every_place

TOO_LARGE = (
    "ranking: the data raises OverflowError when it is read (Python int too large to convert to C long);"
    " check its types and values"
)


def outcome(call, arguments, keywords):
    """The sentence of a refusal, or nothing; everything else that is raised comes through."""
    try:
        return trying.outcome(call, arguments, keywords)
    except AssertionError as error:  # what assert_not_worse is for
        if call is not CALLS["assert_not_worse"][0]:
            raise
        return str(error).splitlines()[0]


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_refused_in_our_words_or_used(name):
    try_every_place(name, *CALLS[name], outcome)


@settings(max_examples=300, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.data())
def test_several_wrong_arguments_at_once_are_refused_in_our_words_or_used(data):
    call, arguments, keywords = CALLS[data.draw(st.sampled_from(sorted(CALLS)))]
    for _ in range(data.draw(st.integers(2, 4))):
        place = data.draw(st.sampled_from(places(arguments, keywords)))
        value = ODD[data.draw(st.sampled_from(sorted(ODD)))]
        if not is_for_the_user(place, value):
            arguments, keywords = replaced(arguments, keywords, place, value)
    assert "\n" not in outcome(call, arguments, keywords)


def test_every_public_function_and_keyword_is_tried():
    assert {name.split()[0].split(".")[0] for name in CALLS} - {"assert_not_worse"} == set(
        cranfield.__all__
    ) - NOT_CALLED
    for public in set(cranfield.__all__) - NOT_CALLED - {"Policy"}:
        signature = inspect.signature(getattr(cranfield, public)).parameters
        taken = [name for name, each in signature.items() if each.kind is not each.VAR_KEYWORD]
        options = [name for kind in KINDS for name in options_of(kind)] if public == "curve" else []
        tried = set()
        for name, (_, arguments, keywords) in CALLS.items():
            if name.split()[0] == public:
                tried |= {*taken[: len(arguments)], *keywords}
        assert {*taken, *options} == tried, public


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: cranfield.labels(truth=None, guess=[1]), InputError,
         "labels: truth must be a list, an array or the name of a column, not None"),
        (lambda: cranfield.judgments(QRELS, policy=None), PolicyError,
         "judgments: policy must be a Policy or the name of a profile, not None"),
        (lambda: cranfield.evaluate(cranfield.ranking(QRELS, RUN), ["AP"], groups={"q1": 1.5, "q2": "b"}), InputError,
         "groups: ids and groups must be texts, not 'q1' with 1.5; convert them with str()"),
        (lambda: cranfield.interval(RESULTS["AP"], seed="a"), MeasureError,
         "interval: seed must be a whole number from 0 to 2^63, not 'a'"),
        (lambda: cranfield.interval(RESULTS["AP"], seed=-1), MeasureError,
         "interval: seed must be a whole number from 0 to 2^63, not -1"),
        (lambda: cranfield.interval(RESULTS["AP"], resamples=10**12), MeasureError,
         "interval: resamples must be a whole number from 1 to 10,000,000, not 1000000000000"),
        (lambda: cranfield.ranking(QRELS, RUN, columns={"query": 5}), InputError,
         "ranking: columns must be a dict of texts, of roles to names of columns, not {'query': 5}"),
        (lambda: cranfield.ranking(QRELS, RUN, run_format=5), InputError, "ranking: run_format must be text, not 5"),
        (lambda: cranfield.ranking(QRELS, RUN, keep=-1), InputError,
         "ranking: keep must be a whole number of at least 0, not -1"),
        (lambda: cranfield.ranking(QRELS, pd.DataFrame({"query": ["q1"], "doc": [10**30], "score": [1.0]})), InputError,
         TOO_LARGE),
        (lambda: cranfield.explain(cranfield.ranking(QRELS, RUN), "AP", None), InputError,
         "explain: unit must be text or a whole number, not None"),
        (lambda: cranfield.roc_curve([1]), InputError,
         "roc_curve: batch must be a batch; make one with ranking(qrels, run), not a list"),
        (lambda: cranfield.paired(RESULTS, RESULTS, "RR"), MeasureError,
         "RR was not computed for run; compute it for all systems"),
    ],
)  # fmt: skip
def test_the_sentences(call, error, sentence):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == sentence


def test_large_weights_and_small_floats_are_used():
    weights = np.array([2**64 - 1, 2**63, 1], np.uint64)
    whole = cranfield.evaluate(cranfield.labels(truth=[0, 1, 1], guess=[0, 1, 0], weight=weights), ["accuracy"])
    assert whole["accuracy"].value == 1.0
    alike = np.array([2**63 + 1, 2**63], np.uint64)
    with pytest.raises(InputError, match=r"64-bit floating point; give weights as floats, or divide all of them"):
        cranfield.labels(truth=[0, 1], guess=[0, 1], weight=alike)
    small = cranfield.labels(truth=np.array([0, 1, 1], np.float16), guess=[0, 1, 0])
    assert cranfield.evaluate(small, ["accuracy"])["accuracy"].value == 2 / 3
    column = cranfield.labels(truth=pa.array(np.array([0, 1, 1], np.float16)), guess=[0, 1, 0])
    assert list(column.coded("truth").names) == list(small.coded("truth").names)


def test_what_a_progress_function_raises_is_its_own():
    class StoppedError(Exception):
        pass

    def stop(_done, _all):
        raise StoppedError

    with pytest.raises(StoppedError):
        cranfield.ranking(b"q1 0 d1 1\n", b"q1 Q0 d1 1 1.5 t\n", progress=stop)


def test_the_cause_of_a_refusal_is_behind_it():
    with pytest.raises(InputError) as caught:
        cranfield.ranking(QRELS, pd.DataFrame({"query": ["q1"], "doc": [10**30], "score": [1.0]}))
    assert isinstance(caught.value.__cause__, OverflowError)


def test_what_a_measure_of_ones_own_raises_comes_through():
    class Broken(cranfield.UnitMean):
        """Divides by nothing."""

        name, family, formula = "Broken", "ranking", "1 / 0"

        def values(self, batch, note=None):  # noqa: ARG002
            return 1 / 0

    with pytest.raises(ZeroDivisionError):
        cranfield.evaluate(cranfield.ranking(QRELS, RUN), Broken())


def test_the_good_calls_are_good():
    for name, (call, arguments, keywords) in CALLS.items():
        if name != "register":
            assert outcome(call, arguments, keywords) == "", name
    assert len(LABELLED) == 4


def test_numbers_of_different_measures_or_units_are_not_compared():
    batch = CALLS["explain"][1][0]
    told = [cranfield.explain(batch, name, unit) for name, unit in (("P@1", "q1"), ("P@2", "q1"), ("P@2", "q2"))]
    with pytest.raises(MeasureError, match=r"^difference: both must be of one measure, not of P@1 and P@2; take"):
        cranfield.difference(told[0], told[1])
    with pytest.raises(MeasureError, match=r"^difference: both must be of one query, not of 'q1' and 'q2'; explain"):
        cranfield.difference(told[1], told[2])
    whole = [cranfield.overview(batch, name) for name in ("AP", "RR")]
    with pytest.raises(MeasureError, match=r"^changes: both must be of one measure, not of AP and RR; take"):
        cranfield.changes(*whole)
