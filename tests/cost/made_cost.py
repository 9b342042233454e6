"""Passes for tests: a row for each request, with what is known of the pass."""

import numpy as np

from cranfield.io.cost_table import Pass, cost_bytes, cost_table


def sequential(seed=0, queries=30, again=1, slower=1.0):
    """Columns of a pass that sends one query after the other."""
    chance = np.random.default_rng(seed)
    names = [f"q{at:02}" for at in range(queries)] * again
    hard = np.random.default_rng(99).gamma(3, 5, queries) / 1000
    took = np.tile(hard, again) * slower + chance.gamma(2, 1, len(names)) / 1000
    sent = np.cumsum(took) - took
    repetition = [1 + at // queries for at in range(len(names))]
    return {"query": names, "repetition": repetition, "sent": sent, "ended": sent + took, "timeout": [5.0] * len(names)}


def load(seed=0, size=2000, rate=100.0, late=0.0, slower=1.0):
    """Columns of a pass by a fixed schedule, whose client may be late by so many seconds."""
    chance = np.random.default_rng(seed)
    intended = np.arange(size) / rate
    sent = intended + late * chance.random(size)
    took = slower * chance.gamma(3, 5, size) / 1000
    return {"query": [f"q{at % 50}" for at in range(size)], "intended": intended, "sent": sent, "ended": sent + took}


def written(path, columns, **about):
    """The pass as a file."""
    path.write_bytes(cost_bytes(cost_table(columns, Pass(**about))))
    return path
