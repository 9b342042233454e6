"""Values: those of the plain loop, inside the bounds, and undefined where the definition says so."""

from math import inf, isfinite, isnan

from cranfield import evaluate

LOOP_SEEDS = range(12)
SEEDS = range(6)


def alike(got, wanted, tolerance=1e-9):
    """Whether a number is that of the plain loop; None is nan, and infinities must be met."""
    if wanted is None:
        return isnan(got)
    if not isfinite(wanted):
        return got == wanted
    return abs(got - float(wanted)) <= tolerance * max(1.0, abs(float(wanted)))


def check_plain_loop(measure, samples):
    """The whole and every unit are what the plain loop says, and exactly those units are undefined."""
    for seed in LOOP_SEEDS:
        made = samples.plain(measure, seed, **samples.policy(seed))
        result = evaluate(made.batch, measure)[measure]
        wanted = samples.oracle(result.measure, made)
        assert set(result.units) == set(wanted.units), (str(measure), seed, set(result.units) ^ set(wanted.units))
        for unit, value in wanted.units.items():
            assert alike(result.units[unit], value), (str(measure), seed, unit, result.units[unit], value)
        assert alike(result.value, wanted.value), (str(measure), seed, result.value, wanted.value)
        state = result.state
        lacking = {unit for unit, without in zip(state.units, state.undefined.tolist(), strict=True) if without}
        assert lacking == set(wanted.undefined), (str(measure), seed, lacking ^ set(wanted.undefined))


def check_bounds(measure, samples):
    """No number lies outside the bounds, beyond rounding, and the worst is an end of them or 0."""
    low, high = measure.bounds
    assert low < high
    assert measure.better in ("higher", "lower", None)
    assert measure.worst in (low, high, 0.0)
    assert measure.better != "lower" or high in (inf, measure.worst), "the worst would be the best"
    for seed in SEEDS:
        made = samples.odd(measure, seed, **samples.policy(seed))
        result = evaluate(made.batch, measure)[measure]
        for value in [*result.values.tolist(), result.value]:
            assert isnan(value) or low - 1e-9 <= value <= high + 1e-9, (str(measure), seed, value)


def check_undefined(measure, samples):
    """Where a unit has no value there is a reason in words, and the policy decides what it counts."""
    for seed in SEEDS:
        made = samples.odd(measure, seed, **samples.policy(seed))
        results = evaluate(made.batch, measure)
        result = results[measure]
        told = [each for each in results.findings if each.key == "undefined"]
        assert len(told) == bool(result.undefined), (str(measure), seed)
        if result.undefined:
            assert measure.undefined_when, str(measure)
            assert told[0].count == result.undefined
            assert all(each.message for each in told)
        if "mean" not in measure.params() or getattr(measure, "average", "macro") == "micro":
            continue
        treatment, _ = result.measure.treatment(made.batch.policy)
        floor = 0.00001 if measure.mean == "geometric" else -inf
        for value, lacking in zip(result.values.tolist(), result.state.undefined.tolist(), strict=True):
            if treatment == "left-out":
                assert isnan(value) == lacking, (str(measure), seed)
            elif lacking:
                assert abs(value - max(measure.worst, floor)) <= 1e-12, (str(measure), seed, value)
