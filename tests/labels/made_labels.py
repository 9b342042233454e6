"""Predictions made by hypothesis: heavy ties, both zeros, infinities, weights, labels that are missing on one side."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

SCORES = [-np.inf, -1e30, -1.5, -0.0, 0.0, 1e-40, 0.25, 0.5, 0.1, 1 / 3, 1.0, 3e38, np.inf]


@dataclass
class Predictions:
    truth: list
    guess: list
    weight: list | None

    @property
    def weights(self):
        return self.weight or [1.0] * len(self.truth)


def weights(size):
    return st.one_of(st.none(), st.lists(st.sampled_from([0.5, 1.0, 2.0, 3.25]), min_size=size, max_size=size))


@st.composite
def predictions(draw, names=("a", "b", "c", "d")):
    pairs = draw(st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), min_size=1, max_size=25))
    return Predictions([t for t, _ in pairs], [g for _, g in pairs], draw(weights(len(pairs))))


@dataclass
class Scored:
    truth: np.ndarray
    score: np.ndarray
    weight: list | None
    group: list

    @property
    def weights(self):
        return self.weight or [1.0] * len(self.truth)


@st.composite
def scored(draw, scores=tuple(SCORES), most=30):
    rows = draw(
        st.lists(st.tuples(st.booleans(), st.sampled_from(scores), st.integers(0, 4)), min_size=1, max_size=most)
    )
    kind = draw(st.sampled_from([np.float32, np.float64]))
    truth = np.array([t for t, _, _ in rows], int)
    return Scored(truth, np.array([s for _, s, _ in rows], kind), draw(weights(len(rows))), [g for _, _, g in rows])


@st.composite
def probabilities(draw, names=("a", "b", "c")):
    """Truth, a table of probabilities, and weights; every label occurs."""
    size = draw(st.integers(len(names), 20))
    truth = list(names) + [draw(st.sampled_from(names)) for _ in range(size - len(names))]
    parts = st.lists(st.integers(0, 4), min_size=len(names), max_size=len(names)).filter(any)
    rows = np.array([draw(parts) for _ in truth], float)
    return truth, rows / rows.sum(axis=1, keepdims=True), draw(weights(size))
