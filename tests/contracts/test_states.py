"""What every state of every measure of every family can do: merge, be drawn again, be written down."""

import itertools
import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pytest

from contracts.checks.states import bits, everything, merged
from contracts.families import FAMILIES
from cranfield import InputError, MeasureError, Policy, Result, evaluate, interval, labels, parse
from cranfield.core.states.kept import Kept
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.listed import Listed
from cranfield.core.states.read import from_arrow
from cranfield.core.states.sums import Sums
from cranfield.measures.text.bleu import BLEU

SEEDS = range(4)


def cases(seed, **policy):
    """Every measure of every family with data that it can be computed on."""
    for samples in FAMILIES.values():
        for name in samples.settings:
            for measure in samples.measures(name):
                batch = samples.odd(measure, seed, **policy).batch
                yield batch, measure.resolve(batch)


def of(family, name, seed=0):
    """Data for a measure."""
    measure = parse(name, family)
    return FAMILIES[family].odd(measure, seed).batch


def test_there_are_four_kinds_of_state_and_every_family_has_its_own():
    kinds = {}
    for batch, measure in cases(0):
        kinds.setdefault(batch.family.name, set()).add(type(measure.stats(batch)))
    assert kinds == {
        "ranking": {Sums}, "text": {Sums, Keyed}, "labels": {Sums, Keyed, Kept}, "ratings": {Sums, Keyed},
        "cost": {Sums, Listed},
    }  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_keyed_sums_without_their_examples_are_small_and_still_exact(seed):
    chance = np.random.default_rng(seed)
    for batch, measure in cases(seed):
        state = measure.stats(batch)
        if not isinstance(state, Keyed) or state.named is not None:
            continue
        of = chance.integers(0, 4, len(batch))
        parts = [measure.stats(batch.select(np.flatnonzero(of == part))) for part in range(4)]
        small = merged([parts[0], *(each.summed() for each in parts[1:])], chance).summed()
        assert everything(measure, small) == everything(measure, state), str(measure)
        assert everything(measure, from_arrow(small.to_arrow())) == everything(measure, state)
        message = refusal(MeasureError, lambda: interval(Result(measure, small)))  # noqa: B023
        assert message == f"{measure}: only sums were kept, so nothing can be drawn from them again"


def test_bins_without_their_examples_take_a_megabyte_at_most():
    chance = np.random.default_rng(1)
    score = chance.normal(size=100_000)
    state = parse("AUC(exact=False)", "labels").stats(labels(truth=chance.random(100_000) < 0.3, score=score))
    assert state.summed().to_arrow().nbytes < 1 << 20
    assert state.summed().total().sums[0].nbytes == 1 << 20


def test_a_record_batch_is_a_state_too():
    batch = of("text", "BLEU", 1)
    state = parse("BLEU").stats(batch)
    (one,) = state.to_arrow().to_batches()
    assert everything(state.measure, from_arrow(one)) == everything(state.measure, state)


ELSEWHERE = """
import sys
from dataclasses import replace
import pyarrow.feather
from contracts.test_states import halves
family, path = sys.argv[1:]
for at, (measure, batches) in enumerate(halves(family)):
    pyarrow.feather.write_feather(measure.stats(batches[0]).to_arrow(), f"{path}/{at}.arrow")
"""


def halves(family):
    """Every measure of a family with the two halves of its data."""
    samples = FAMILIES[family]
    for name in samples.settings:
        for measure in samples.measures(name):
            made = samples.odd(measure, 0)
            yield (
                measure.resolve(made.batch),
                [part for _, part in made.splits(sessions=name in samples.of_sessions)[1]],
            )


@pytest.mark.parametrize("family", FAMILIES)
def test_states_of_every_measure_made_in_two_processes_merge(family, tmp_path):
    subprocess.run([sys.executable, "-c", ELSEWHERE, family, str(tmp_path)], check=True, env=environment(1))
    for at, (measure, batches) in enumerate(halves(family)):
        read = from_arrow(pyarrow.feather.read_table(str(tmp_path / f"{at}.arrow")))
        here, there = (measure.stats(each) for each in batches)
        assert everything(measure, there + read) == everything(measure, here + there), str(measure)


def environment(number):
    """Another process with the same sources, in which Python's hash() gives other numbers."""
    import os

    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONHASHSEED": str(number + 1),
    }


def refusal(kind, action):
    with pytest.raises(kind) as caught:
        action()
    return str(caught.value)


def test_states_of_different_measures_are_not_merged():
    for (batch, one), (other_batch, other) in itertools.pairwise(cases(0)):
        if one != other:
            message = refusal(MeasureError, lambda: one.stats(batch) + other.stats(other_batch))  # noqa: B023
            assert message == f"{one}: cannot be merged with a state of {other}; merge states of the same measure"


def test_states_of_different_policies_or_kinds_are_not_merged():
    for (batch, measure), (strict, _) in zip(cases(0), cases(0, undefined="skip"), strict=True):
        state = measure.stats(batch)
        message = refusal(MeasureError, lambda: state + measure.stats(strict))  # noqa: B023
        assert message == (
            f"{measure}: the partitions were made with undefined=zero and with undefined=skip; use one policy for both"
        )
        assert refusal(MeasureError, lambda: state + "2") == (  # noqa: B023
            f"{measure}: cannot be merged with a str; merge states of the same measure"
        )
    kept = parse("AUC(positive='a')", "labels").stats(of("labels", "AUC(positive='a')"))
    sums = Sums(kept.measure, kept.policy, ["a"], np.ones((1, 2)), np.zeros(1, bool))
    assert refusal(MeasureError, lambda: kept + sums) == (
        "AUC(positive='a'): cannot be merged with a Sums; merge states of the same measure"
    )


def test_collections_that_were_compared_within_themselves_are_not_merged():
    measure = parse("SelfBLEU")
    one, other = (measure.stats(of("text", "SelfBLEU", seed)) for seed in (0, 1))
    assert "collections that were loaded separately cannot be merged" in refusal(MeasureError, lambda: one + other)


def test_what_is_no_state_is_not_read():
    message = "the table is no state: nothing beside its schema says so; give what state.to_arrow() made"
    assert refusal(InputError, lambda: from_arrow(pa.table({"unit": ["q1"]}))) == message
    table = parse("nDCG").stats(of("ranking", "AP")).to_arrow()
    told = {key: value.replace(b'"nDCG"', b'"nDCX"') for key, value in table.schema.metadata.items()}
    assert refusal(InputError, lambda: from_arrow(table.replace_schema_metadata(told))) == (
        "the state is of nDCX, which is no measure of ranking here; load what defines it first"
    )


def test_a_function_cannot_be_written_down_but_the_state_can_be_pickled():
    measure = BLEU(tokenize=str.split)
    state = measure.stats(of("text", "BLEU"))
    message = refusal(MeasureError, state.to_arrow)
    assert message.endswith("a measure with a function of yours cannot be written down; send it with pickle")
    assert everything(measure, pickle.loads(pickle.dumps(state))) == everything(measure, state)


def test_weights_must_be_for_the_members():
    state = parse("RR").stats(of("ranking", "AP"))
    assert refusal(MeasureError, lambda: state.drawn(np.ones((2, 3)))) == (
        "RR: the weights must be for a population of 13, not of the shape (2, 3)"
    )


def test_results_batches_and_policies_survive_pickling():
    for batch, measure in cases(0):
        one = evaluate(pickle.loads(pickle.dumps(batch)), measure)
        again, other = pickle.loads(pickle.dumps(one)), evaluate(batch, measure)
        assert bits(again[measure].value) == bits(other[measure].value), str(measure)
        assert again.signature == other.signature
        assert all(len(repr(each)) < 280 for each in (batch, again[measure], again[measure].state))


def test_a_policy_made_from_a_profile_is_the_same_after_a_journey():
    batch = of("ranking", "AP")
    policy = Policy.named("trec_eval-9", missing="zero")
    state = parse("AP").stats(replace(batch, policy=policy))
    again = from_arrow(state.to_arrow())
    assert (again.policy, again.policy.profile) == (policy, "trec_eval-9")
