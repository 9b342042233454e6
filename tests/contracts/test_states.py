"""What every state of every measure of every family can do: merge, be drawn again, be written down."""

import itertools
import pickle
import subprocess
import sys
from math import isnan

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from contracts.made_states import FAMILIES, MEASURES, cases, members_of, of_labels, of_ranking, of_text, repeated
from cranfield import InputError, MeasureError, Policy, Result, evaluate, interval, labels, paired, parse
from cranfield.core.registry import families, registry
from cranfield.core.states.kept import Kept
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.read import from_arrow
from cranfield.core.states.sums import Sums
from cranfield.measures.text.bleu import BLEU

SEEDS = range(4)


def bits(values):
    """Numbers as their bytes; one nan is like another."""
    return [None if isnan(each) else np.float64(each).tobytes() for each in np.ravel(values).tolist()]


def everything(measure, state):
    """All that comes out of a state, to the last bit."""
    values = bits(measure.each(state))
    assert len(values) == len(state.units) == len(state.undefined)
    units = sorted(zip(state.units, values, state.undefined.tolist(), strict=True))
    details = {name: bits(value) for name, value in measure.details(state).items()}
    return bits(measure.finish(state.total())), units, details, [str(each) for each in measure.remarks(state)]


def merged(states, chance):
    """States merged in any order and any grouping."""
    states = list(states)
    while len(states) > 1:
        first, second = chance.choice(len(states), 2, replace=False)
        both = states[first] + states[second]
        states = [each for at, each in enumerate(states) if at not in (first, second)] + [both]
    return states[0]


def test_no_family_and_no_measure_is_left_out():
    assert set(FAMILIES) == set(families())
    for family, measures in MEASURES.items():
        assert {measure.name for measure in measures} == set(registry(family))


def test_there_are_three_kinds_of_state_and_every_family_has_its_own():
    kinds = {}
    for batch, measure in cases(0):
        kinds.setdefault(batch.family.name, set()).add(type(measure.stats(batch)))
    assert kinds == {"ranking": {Sums}, "text": {Sums, Keyed}, "labels": {Sums, Keyed, Kept}}


@pytest.mark.parametrize("seed", SEEDS)
def test_any_split_merged_in_any_order_gives_the_same_bits(seed):
    chance = np.random.default_rng(seed)
    for batch, measure in cases(seed, undefined="skip" if seed % 2 else "zero"):
        expected = everything(measure, measure.stats(batch))
        members = members_of(batch, measure)
        for parts in (1, 2, int(chance.integers(3, 7)), len(members)):
            of = chance.permutation(np.arange(len(members)) % parts)
            rows = [np.concatenate([members[at] for at in chance.permutation(np.flatnonzero(of == part))])
                    for part in range(parts)]  # fmt: skip
            state = merged([measure.stats(batch.select(each)) for each in rows], chance)
            assert everything(measure, state) == expected, (str(measure), parts)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("by_group", [False, True])
def test_draws_equal_the_measure_on_members_repeated_as_drawn(seed, by_group):
    chance = np.random.default_rng(seed)
    for batch, measure in cases(seed, undefined="skip" if seed % 2 else "zero"):
        if by_group and "group" not in batch:
            continue
        members = members_of(batch, measure, by_group=by_group)
        often = chance.multinomial(len(members), [1 / len(members)] * len(members), size=3)
        state = measure.stats(batch).by_group() if by_group else measure.stats(batch)
        assert len(state.population) == len(members)
        found = measure.finish(state.drawn(often))
        again = [measure.stats(repeated(batch, members, each)) for each in often]
        expected = [float(measure.finish(each.total())) for each in again]
        assert found.shape == (3,)
        assert found.tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True), str(measure)
        assert float(measure.finish(state.drawn(often[0]))) == pytest.approx(expected[0], rel=1e-12, nan_ok=True)
        each_once = measure.finish(state.drawn(np.ones((1, len(members)))))
        assert each_once == pytest.approx([float(measure.finish(state.total()))], rel=1e-12, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_a_state_that_was_written_down_is_the_same_to_the_last_bit(seed, tmp_path):
    chance = np.random.default_rng(seed)
    policy = {"undefined": "skip", "zero_division": "nan"} if seed else {}
    for batch, measure in cases(seed, **policy):
        state = measure.stats(batch)
        table = state.to_arrow()
        pyarrow.parquet.write_table(table, tmp_path / "state.parquet", use_dictionary=False, row_group_size=7)
        pyarrow.feather.write_feather(table, str(tmp_path / "state.arrow"))
        pieces = pa.Table.from_batches(table.to_batches(max_chunksize=5), table.schema)
        for read in (
            table, pieces, pyarrow.parquet.read_table(tmp_path / "state.parquet"),
            pyarrow.feather.read_table(str(tmp_path / "state.arrow")),
        ):  # fmt: skip
            again = from_arrow(read)
            assert (type(again), again.measure, again.policy) == (type(state), measure, batch.policy)
            assert everything(measure, again) == everything(measure, state), str(measure)
            often = chance.integers(0, 3, (2, len(state.population)))
            assert bits(measure.finish(again.drawn(often))) == bits(measure.finish(state.drawn(often))), str(measure)
        if "group" in batch:
            groups = from_arrow(state.by_group().to_arrow())
            assert list(groups.population) == list(state.by_group().population)
        carried = pickle.loads(pickle.dumps(state))
        assert everything(measure, carried) == everything(measure, state)


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
    batch = of_text(1)
    state = parse("BLEU").stats(batch)
    (one,) = state.to_arrow().to_batches()
    assert everything(state.measure, from_arrow(one)) == everything(state.measure, state)


ELSEWHERE = """
import sys
import pyarrow.feather
from contracts.made_states import FAMILIES
from cranfield import parse
family, name, rows, path = sys.argv[1:]
batch = FAMILIES[family](0)
measure = parse(name, family).resolve(batch)
pyarrow.feather.write_feather(measure.stats(batch.select([int(at) for at in rows.split()])).to_arrow(), path)
"""


@pytest.mark.parametrize(
    ("family", "name"),
    [
        ("ranking", "nDCG"),
        ("text", "SelfBLEU"),
        ("text", "Entropy-2"),
        ("labels", "F1(average='macro')"),
        ("labels", "LogLoss"),
        ("labels", "AUC(average='ovo')"),
        ("labels", "AUC(average='ovr', exact=False)"),
    ],
)
def test_states_made_in_two_processes_merge(family, name, tmp_path):
    batch = FAMILIES[family](0)
    measure = parse(name, family).resolve(batch)
    halves = [np.arange(0, len(batch), 2), np.arange(1, len(batch), 2)]
    states = []
    for at, rows in enumerate(halves):
        path = str(tmp_path / f"{at}.arrow")
        told = [family, name, " ".join(map(str, rows)), path]
        subprocess.run([sys.executable, "-c", ELSEWHERE, *told], check=True, env=environment(at))
        states.append(from_arrow(pyarrow.feather.read_table(path)))
    assert everything(measure, states[1] + states[0]) == everything(measure, measure.stats(batch))


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
    kept = parse("AUC(positive='a')", "labels").stats(of_labels(0))
    sums = Sums(kept.measure, kept.policy, ["a"], np.ones((1, 2)), np.zeros(1, bool))
    assert refusal(MeasureError, lambda: kept + sums) == (
        "AUC(positive='a'): cannot be merged with a Sums; merge states of the same measure"
    )


def test_collections_that_were_compared_within_themselves_are_not_merged():
    measure = parse("SelfBLEU")
    one, other = measure.stats(of_text(0)), measure.stats(of_text(1))
    assert "collections that were loaded separately cannot be merged" in refusal(MeasureError, lambda: one + other)


def test_what_is_no_state_is_not_read():
    message = "the table is no state: nothing beside its schema says so; give what state.to_arrow() made"
    assert refusal(InputError, lambda: from_arrow(pa.table({"unit": ["q1"]}))) == message
    table = parse("nDCG").stats(of_ranking(0)).to_arrow()
    told = {key: value.replace(b'"nDCG"', b'"nDCX"') for key, value in table.schema.metadata.items()}
    assert refusal(InputError, lambda: from_arrow(table.replace_schema_metadata(told))) == (
        "the state is of nDCX, which is no measure of ranking here; load what defines it first"
    )


def test_a_function_cannot_be_written_down_but_the_state_can_be_pickled():
    measure = BLEU(tokenize=str.split)
    state = measure.stats(of_text(0))
    message = refusal(MeasureError, state.to_arrow)
    assert message.endswith("a measure with a function of yours cannot be written down; send it with pickle")
    assert everything(measure, pickle.loads(pickle.dumps(state))) == everything(measure, state)


def test_weights_must_be_for_the_members():
    state = parse("RR").stats(of_ranking(0))
    assert refusal(MeasureError, lambda: state.drawn(np.ones((2, 3)))) == (
        "RR: the weights must be for a population of 14, not of the shape (2, 3)"
    )


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_every_measure_has_an_interval_and_can_be_compared(test):
    for family, make in FAMILIES.items():
        measures = [each for each in MEASURES[family] if str(each) != "AUC"]
        batch = make(0)
        changed = batch
        if family == "labels":  # the same truth, worse guesses
            changed = of_labels(0)
            changed.coded("guess").codes[::3] = 0
            changed.columns["score"].values[::3] = 1 / 3
        one, other = evaluate(batch, measures), evaluate(changed, measures)
        for measure in measures:
            found = interval(one[measure], resamples=20)
            assert found.low <= found.high or isnan(one[measure].value), str(measure)
            compared = paired(one, other, measure, test=test, resamples=20)
            assert 0 < compared.p <= 1
            assert compared.difference == pytest.approx(0, abs=1e-15) or family == "labels"


def test_results_batches_and_policies_survive_pickling():
    for family, make in FAMILIES.items():
        batch = make(0)
        measures = [each for each in MEASURES[family] if str(each) != "AUC"]
        results = evaluate(pickle.loads(pickle.dumps(batch)), measures)
        again = pickle.loads(pickle.dumps(results))
        assert {name: bits(value) for name, value in again.to_dict().items()} == {
            name: bits(value) for name, value in evaluate(batch, measures).to_dict().items()
        }
        assert again.signature == evaluate(batch, measures).signature
        assert all(len(repr(each)) < 200 for each in (batch, *again.found.values()))
        assert all(len(repr(each.state)) < 200 for each in again.found.values())


def test_a_policy_made_from_a_profile_is_the_same_after_a_journey():
    batch = of_ranking(0)
    policy = Policy.named("trec_eval-9", missing="zero")
    state = parse("AP").stats(type(batch)(**{**vars(batch), "policy": policy}))
    again = from_arrow(state.to_arrow())
    assert (again.policy, again.policy.profile) == (policy, "trec_eval-9")
