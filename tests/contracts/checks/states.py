"""States: splits and orders give the same bits, draws equal the measure on drawn data, and writing changes nothing."""

import pickle
from contextlib import suppress
from math import isnan

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from cranfield import MeasureError, evaluate, interval, paired
from cranfield.core.states.read import from_arrow

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


def ready(measure, samples, seed):
    """Made data and the measure with what it needs of it."""
    made = samples.odd(measure, seed, **samples.policy(seed))
    return made, measure.resolve(made.batch)


def check_order(measure, samples):
    """The order of queries, documents or examples in the data does not change a bit."""
    if samples.reordered is None:
        return
    for seed in SEEDS[:3]:
        made, _ = ready(measure, samples, seed)
        one = evaluate(made.batch, measure)[measure]
        other = evaluate(samples.reordered(made, seed + 5).batch, measure)[measure]
        assert everything(one.measure, other.state) == everything(one.measure, one.state), (str(measure), seed)


def check_splits(measure, samples):
    """Any split of the units into any number of parts, merged in any order, gives the same bits."""
    for seed in SEEDS:
        chance = np.random.default_rng(seed)
        made, measured = ready(measure, samples, seed)
        whole = measured.stats(made.batch)
        expected = everything(measured, whole)
        for parts in made.splits(sessions=measure.name in samples.of_sessions):
            states = [measured.stats(part) for _, part in parts]
            if made.batch.family.grouped:  # the value of some units comes from the state of all
                for (rows, _), state in list(zip(parts, states, strict=True))[:3]:
                    some = bits(measured.finish(whole.total(rows)))
                    assert some == bits(measured.finish(state.total())), (str(measure), seed, rows)
            state = merged(states, chance)
            assert everything(measured, state) == expected, (str(measure), seed, len(parts))
        if samples.apart is not None:
            one, other = (measured.stats(part) for part in samples.apart(measure, made))
            assert _named(measured, other + one) == _named(measured, whole), (str(measure), seed)


def _named(measure, state):
    """What comes out of a state, without units of which no part knows anything."""
    value, units, details, remarks = everything(measure, state)
    return value, [each for each in units if not each[2]], details, remarks


def check_draws(measure, samples):
    """Drawing from the state equals the measure on data in which members are as often as they were drawn."""
    for seed in SEEDS:
        made, measured = ready(measure, samples, seed)
        whole = measured.stats(made.batch)
        of_sessions = measure.name in samples.of_sessions
        ways = [(whole, of_sessions)]
        if samples.drawn_by_group:
            ways.append((whole.by_group(), True))
        for state, sessions in ways:
            often, batches = made.draws(sessions=sessions)
            assert len(state.population) == often.shape[1], str(measure)
            found = measured.finish(state.drawn(often))
            again = [float(measured.finish(measured.stats(each).total())) for each in batches]
            assert found.shape == (len(often),)
            assert close(found, again), (str(measure), seed, sessions, found, again)
            assert close(measured.finish(state.drawn(often[0])), again[:1]), (str(measure), seed)
            once = measured.finish(state.drawn(np.ones((1, often.shape[1]))))
            assert close(once, [float(measured.finish(state.total()))]), (str(measure), seed)


def close(found, wanted):
    """Equal but for rounding: draws are added up in another order."""
    return bool(np.allclose(np.ravel(found), np.ravel(wanted), rtol=1e-11, atol=1e-12, equal_nan=True))


def check_written_state(measure, samples):
    """A state that was written down or pickled is the same to the last bit, and so are its draws."""
    for seed in SEEDS[:2]:
        made, measured = ready(measure, samples, seed)
        state = measured.stats(made.batch)
        expected = everything(measured, state)
        table = state.to_arrow()
        sink = pa.BufferOutputStream()
        pyarrow.parquet.write_table(table, sink, use_dictionary=False, row_group_size=7)
        pieces = pa.Table.from_batches(table.to_batches(max_chunksize=5), table.schema)
        for read in (pieces, pyarrow.parquet.read_table(pa.BufferReader(sink.getvalue()))):
            again = from_arrow(read)
            assert (type(again), again.measure, again.policy) == (type(state), measured, made.batch.policy)
            assert everything(measured, again) == expected, str(measure)
            often = np.random.default_rng(seed).integers(0, 3, (2, len(state.population)))
            assert bits(measured.finish(again.drawn(often))) == bits(measured.finish(state.drawn(often))), str(measure)
        if samples.drawn_by_group:
            groups = from_arrow(state.by_group().to_arrow())
            assert list(groups.population) == list(state.by_group().population)
        assert everything(measured, pickle.loads(pickle.dumps(state))) == expected


def check_interval(measure, samples):
    """It has an interval or says why not, and can be compared with another system on the same data."""
    made = samples.odd(measure, 2)
    one = evaluate(made.batch, measure)
    if measure.name in ("Distinct", "Entropy") and vars(measure).get("level") != "text":
        with suppress(MeasureError):  # a text that is drawn twice has no new n-grams
            interval(one[measure], resamples=40)
    else:
        found = interval(one[measure], resamples=40)
        assert found.low <= found.high or isnan(one[measure].value), str(measure)
    other = one if samples.worse is None else evaluate(samples.worse(made), measure)
    for test in ("bootstrap", "randomization"):
        compared = paired(one, other, measure, test=test, resamples=20)
        assert 0 < compared.p <= 1, (str(measure), compared.p)
        assert other is not one or abs(compared.difference) < 1e-15, (str(measure), compared.difference)
