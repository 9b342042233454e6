"""Examples in sessions: ties, both zeros, weights of all sizes, labels that are missing on one side."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from hypothesis import strategies as st

from contracts.families.samples import Made, Samples, Wanted
from cranfield import Policy, labels
from oracles import labels as loops

NAN = float("nan")
SETTINGS = {
    "AUC": [{}, {"positive": "b"}, {"average": "ovr"}, {"average": "ovo"}, {"exact": False},
            {"exact": False, "positive": "b"}, {"exact": False, "average": "ovr"}, {"exact": False, "average": "ovo"}],
    "Accuracy": [{}],
    "AreaPR": [{}, {"curve": "interpolated"}, {"positive": "b"}],
    "AveragePrecision": [{}, {"positive": "b"}, {"average": "macro"}, {"average": "weighted"}],
    "BalancedAccuracy": [{}, {"adjusted": True}],
    "Brier": [{}, {"positive": "b"}],
    "ECE": [{}, {"by": "count", "bins": 4}, {"over_bins": "worst"}, {"positive": "b", "bins": 3}],
    "F": [{}, {"beta": 2, "average": "macro"}, {"beta": 0.5, "average": "weighted"}, {"beta": 0, "positive": "a"},
          {"positive": "a"}, {"beta": 3, "average": "micro"}],
    "F1": [{}, {"average": "macro"}, {"average": "micro"}, {"average": "weighted"}, {"positive": "c"}],
    "FPR": [{}, {"positive": "a"}],
    "GAUC": [{}, {"positive": "a"}, {"positive": "a", "weight": "rows"}, {"positive": "a", "weight": "positives"}],
    "Hinge": [{}, {"positive": "b"}],
    "Jaccard": [{}, {"average": "macro"}, {"average": "micro"}, {"average": "weighted"}, {"positive": "b"}],
    "Kappa": [{}, {"weights": "linear"}, {"weights": "quadratic"}],
    "KS": [{}, {"positive": "b"}],
    "Lift": [{}, {"share": 0.3, "positive": "b"}, {"share": 1}],
    "LogLoss": [{}, {"eps": 0.01, "positive": "b"}, {"eps": 0}, {"positive": "b"}],
    "MAE": [{}],
    "MCC": [{}],
    "MSE": [{}],
    "Pearson": [{}],
    "Precision": [{}, {"average": "macro"}, {"average": "micro"}, {"average": "weighted"}, {"positive": "b"}],
    "R2": [{}],
    "RMSE": [{}],
    "Recall": [{}, {"average": "macro"}, {"average": "micro"}, {"average": "weighted"}, {"positive": "b"}],
    "Spearman": [{}],
    "TPR": [{}, {"positive": "a"}],
    "TopK": [{}, {"k": 1}, {"k": 3}],
}  # fmt: skip
SCORES = [0.0, -0.0, 1e-9, 0.1, 0.25, 0.25, 1 / 3, 0.5, 0.5000001, 0.9, 1.0]
WILD = [-np.inf, -1e30, -1.5, -0.0, 0.0, 1e-40, 0.25, 0.5, 0.1, 1 / 3, 1.0, 3e38, np.inf]  # no probabilities
OF_NUMBERS = ("MAE", "MSE", "Pearson", "R2", "RMSE", "Spearman")  # whose labels are numbers
NUMBERS = "0259"
OF_ORDER = (
    "AUC",
    "AreaPR",
    "AveragePrecision",
    "GAUC",
    "KS",
    "Lift",
)  # measures that look at the order of scores alone


@dataclass(frozen=True)
class Examples:
    """The columns as lists; `rows` are the scores of all classes, `score` those of the second of two."""

    classes: tuple
    truth: list
    guess: list
    weight: list
    group: list
    rows: list
    score: list | None


def _names(measure, seed):
    """The labels of data on which the measure can be computed."""
    if measure.name in OF_NUMBERS:
        return NUMBERS
    params = vars(measure)
    positive, average = params.get("positive"), params.get("average")
    if measure.name == "TopK" or positive == "c" or (measure.name in OF_ORDER and average):
        return "abc"
    if "positive" in params and positive is None and average in (None, "binary"):
        return "abc" if measure.name in ("Brier", "Hinge", "LogLoss") and seed % 2 == 0 else "01"
    return "abc" if seed % 2 == 0 else "ab"


@lru_cache(maxsize=64)
def examples(seed, names, wild, size=36):
    """Examples of some labels; where there are three there may be a class that no example has.

    Wild scores are infinite, too small or too large for a float32, or are float32.
    """
    chance = np.random.default_rng(seed)
    truth = [*names, *chance.choice(list(names[: 1 + seed % 5] if seed % 5 < 2 else names), size - len(names))]
    guess = [label if chance.random() < 0.6 else names[chance.integers(len(names) - seed % 2)] for label in truth]
    classes = tuple([*names, "z"] if len(names) > 2 and seed % 4 == 0 else names)
    weight = [1.0] * size
    if seed % 3 == 1:
        weight = chance.choice([0.0, 0.1, 1 / 3, 1.0, 3.25, 1e-9, 1e9], size).tolist()
        weight[: len(names)] = [1.0] * len(names)
    group = [f"s{at}" for at in chance.integers(0, 9, size)]
    if names == NUMBERS:
        rows = [[1 - score, score] for score in np.round(chance.normal(3, 3, size), 1).tolist()]
    elif len(names) > 2:
        parts = chance.integers(0, 5, (size, len(classes))) + 0.1
        rows = (parts / parts.sum(axis=1, keepdims=True)).tolist()
    else:
        kind = np.float32 if wild and seed % 2 else np.float64
        rows = [[1 - score, score] for score in chance.choice(WILD if wild else SCORES, size).astype(kind).tolist()]
    one = names == NUMBERS or (len(names) == 2 and seed % 4 != 3)
    score = [row[1] for row in rows] if one else None
    return Examples(classes, [str(each) for each in truth], guess, weight, group, rows, score)


def batch_of(made, seed, **policy):
    """A batch of examples."""
    score = np.array(made.rows if made.score is None else made.score)
    if np.array_equal(score, score.astype(np.float32)):
        score = score.astype(np.float32)
    weight = made.weight if seed % 3 == 1 else None
    table = {"classes": list(made.classes)} if made.score is None else {}
    return labels(truth=made.truth, guess=made.guess, score=score, group=made.group, weight=weight,
                  policy=Policy(**policy), **table)  # fmt: skip


@lru_cache(maxsize=64)
def _made(seed, names, wild, policy):
    found = examples(seed, names, wild)
    return Made(batch_of(found, seed, **dict(policy)), found, seed)


def plain(measure, seed, **policy):
    """Examples that the measure can be computed on."""
    return _made(seed, _names(measure, seed), measure.name in OF_ORDER, tuple(sorted(policy.items())))


def reordered(made, seed):
    """The rows in another order."""
    order, raw = np.random.default_rng(seed).permutation(len(made.raw.truth)).tolist(), made.raw
    turned = [None if side is None else [side[at] for at in order]
              for side in (raw.truth, raw.guess, raw.weight, raw.group, raw.rows, raw.score)]  # fmt: skip
    again = Examples(raw.classes, *turned)
    return Made(batch_of(again, made.seed, **made.batch.policy.as_dict()), again, made.seed)


def apart(measure, made):
    """Two parts, each loaded by itself: the first label is not in one of them, so all have other numbers there."""
    raw, first = made.raw, made.raw.classes[0]
    parts = [[], []]
    for at, pair in enumerate(zip(raw.truth, raw.guess, strict=True)):
        parts[int(raw.group[at][1:]) % 2 if measure.name == "GAUC" else first in pair].append(at)
    found = []
    for kept in parts:
        sides = [
            None if side is None else [side[at] for at in kept]
            for side in (raw.truth, raw.guess, raw.weight, raw.group, raw.rows, raw.score)
        ]
        part = Examples(raw.classes, *sides)
        found.append(batch_of(part, made.seed, **made.batch.policy.as_dict()))
    return found


def worse(made):
    """The same truth with every third guess another one, and its scores all alike."""
    raw, seed = made.raw, made.seed
    guess = [raw.classes[0] if at % 3 == 0 else each for at, each in enumerate(raw.guess)]
    share = 1 / len(raw.classes)
    rows = [[share] * len(raw.classes) if at % 3 == 0 else row for at, row in enumerate(raw.rows)]
    score = None if raw.score is None else [row[1] for row in rows]
    again = Examples(raw.classes, raw.truth, guess, raw.weight, raw.group, rows, score)
    return batch_of(again, seed, **made.batch.policy.as_dict())


def _of_guesses(measure, raw, weight, zero):
    data, names = (raw.truth, raw.guess, weight), sorted({*raw.truth, *raw.guess, *raw.classes})
    params, average = vars(measure), vars(measure).get("average", "binary")
    loop = {
        "Precision": loops.precision, "Recall": loops.recall, "TPR": loops.recall, "FPR": loops.false_positive_rate,
        "Accuracy": loops.recall, "BalancedAccuracy": loops.recall, "Jaccard": loops.jaccard,
        "Kappa": lambda truth, guess, heavy, label: loops.weighted_kappa(
            [each == label for each in truth], [each == label for each in guess], heavy, [False, True], "none"),
        "MCC": lambda truth, guess, heavy, label: loops.correlation(
            [each == label for each in truth], [each == label for each in guess], heavy),
    }.get(measure.name, lambda *given: loops.f_measure(*given, beta=Fraction(params.get("beta", 1))))  # fmt: skip
    told = {name: loop(*data, name) for name in ([params["positive"]] if params.get("positive") else names)}
    lacking = frozenset(name for name, value in told.items() if value is None)
    if measure.name in ("Accuracy", "BalancedAccuracy"):
        adjusted = {"adjusted": measure.adjusted} if measure.name == "BalancedAccuracy" else {}
        whole = loops.balanced_accuracy if adjusted else loops.accuracy
        return Wanted(whole(*data, **adjusted), told, lacking)
    units = {name: zero if value is None else value for name, value in told.items()}
    if measure.name == "MCC":
        value = loops.correlation(*data)
        return Wanted(zero if value is None else value, units, lacking)
    if measure.name == "Kappa":
        value = loops.weighted_kappa(*data, names, measure.weights)
        return Wanted(zero if value is None else value, units, lacking)
    if average == "micro" and measure.name == "Jaccard":
        return Wanted(loops.pooled_jaccard(*data), units)
    if average == "micro":
        return Wanted(loops.accuracy(*data), units)  # pooled counts lack nothing
    if average == "binary":
        return Wanted(units[params["positive"]], units, lacking)
    support = [sum(w for t, w in zip(raw.truth, weight, strict=True) if t == name) for name in names]
    return Wanted(loops.averaged(told.values(), average, support, zero), units, lacking)


def _of_numbers(measure, raw, weight):
    truth, score = [Fraction(each) for each in raw.truth], [Fraction(each) for each in raw.score]
    if measure.name in ("Pearson", "R2", "Spearman"):
        loop = {"Pearson": loops.pearson, "R2": loops.explained, "Spearman": loops.spearman}[measure.name]
        value = loop(truth, score, weight)
        return Wanted(value, {"all": value}, frozenset({"all"} if value is None else ()))
    off = [abs(s - t) if measure.name == "MAE" else (s - t) ** 2 for s, t in zip(score, truth, strict=True)]
    root = (lambda value: None if value is None else value**0.5) if measure.name == "RMSE" else (lambda value: value)
    units = {}
    for name in sorted({*raw.truth, *raw.guess}):
        kept = [at for at, each in enumerate(raw.truth) if each == name]
        units[name] = root(loops.mean_of_examples([off[at] for at in kept], [weight[at] for at in kept]))
    lacking = frozenset(name for name, each in units.items() if each is None)
    return Wanted(root(loops.mean_of_examples(off, weight)), units, lacking)


def _of_steps(measure, raw, weight):
    """Measures of one label's scores that have a loop of their own."""
    score = raw.score
    if score is None:
        score = [row[raw.classes.index(measure.positive)] for row in raw.rows]
    marked = [each == measure.positive for each in raw.truth]
    value = {
        "AreaPR": lambda: loops.area_pr(marked, score, weight, measure.curve),
        "ECE": lambda: loops.calibration_error(marked, score, weight, measure.bins, measure.by, measure.over_bins),
        "KS": lambda: loops.kolmogorov_smirnov(marked, score, weight),
        "Lift": lambda: loops.lift(marked, score, weight, Fraction(measure.share)),
    }[measure.name]()
    return Wanted(value, {measure.positive: value}, frozenset({measure.positive} if value is None else ()))


def _of_scores(measure, raw, weight):
    if measure.name == "AveragePrecision":
        loop = loops.average_precision
    elif getattr(measure, "exact", True):
        loop = loops.auc
    else:

        def loop(marked, score, heavy):
            return loops.auc(marked, loops.binned(score), heavy)

    column = {name: [row[at] for row in raw.rows] for at, name in enumerate(raw.classes)}
    if raw.score is not None:
        column = {measure.positive: raw.score}
    if measure.name == "GAUC":
        marked = [each == measure.positive for each in raw.truth]
        score, units = column[measure.positive], {}
        for session in set(raw.group):
            rows = [at for at, each in enumerate(raw.group) if each == session]
            units[session] = loop(*([side[at] for at in rows] for side in (marked, score, weight)))
        value = loops.grouped_auc(marked, score, weight, raw.group, measure.weight)
        return Wanted(value, units, frozenset(name for name, each in units.items() if each is None))
    names = raw.classes if measure.average else [measure.positive]
    units = loops.scored(raw.truth, column, names, measure.average,
                         lambda marked, score, rows: loop(marked, score, [weight[at] for at in rows]))  # fmt: skip
    support = [sum(w for t, w in zip(raw.truth, weight, strict=True) if t == name) for name in units]
    value = loops.averaged(units.values(), "weighted" if measure.average == "weighted" else "macro", support, None)
    return Wanted(value, units, frozenset(name for name, each in units.items() if each is None))


def _of_examples(measure, raw, weight):
    names = sorted(raw.classes) if raw.score is None else [measure.positive, "the rest"]
    rows = raw.rows if raw.score is None else [[score, 1 - score] for score in raw.score]
    values = []
    for truth, row in zip(raw.truth, rows, strict=True):
        label = truth if truth in names else "the rest"
        if measure.name == "TopK":
            values.append(float(loops.in_top(label, row, names, measure.k)))
        elif measure.name == "Hinge" and raw.score is not None:
            values.append(max(0.0, 1 - row[0] if label == measure.positive else 1 + row[0]))
        elif measure.name == "Hinge":
            values.append(loops.hinge(label, row, names))
        elif measure.name == "Brier":
            values.append(loops.square(label, row, names))
        else:
            values.append(loops.loss(row[names.index(label)], measure.eps))
    units = {}
    for name in sorted({*raw.truth, *raw.guess, *raw.classes}):
        kept = [at for at, truth in enumerate(raw.truth) if truth == name]
        units[name] = loops.mean_of_examples([values[at] for at in kept], [weight[at] for at in kept])
    lacking = frozenset(name for name, each in units.items() if each is None)
    return Wanted(loops.mean_of_examples(values, weight), units, lacking)


def oracle(measure, made):
    """The plain loop of a measure whose positive label is settled."""
    weight = [Fraction(each) for each in made.raw.weight]
    if measure.name in OF_NUMBERS:
        return _of_numbers(measure, made.raw, weight)
    if measure.name in ("AreaPR", "ECE", "KS", "Lift"):
        return _of_steps(measure, made.raw, weight)
    if measure.name in OF_ORDER:
        return _of_scores(measure, made.raw, weight)
    if measure.name in ("Brier", "Hinge", "LogLoss", "TopK"):
        return _of_examples(measure, made.raw, weight)
    given = made.batch.policy.zero_division
    return _of_guesses(measure, made.raw, weight, None if given == "nan" else float(given))


SAMPLES = Samples(
    name="labels",
    settings=SETTINGS,
    plain=plain,
    oracle=oracle,
    policies=({}, {"zero_division": "nan"}, {"zero_division": "1"}),
    possible={
        "adjusted": st.booleans(), "average": st.sampled_from(["binary", "macro", "micro", "weighted", "ovr", "ovo"]),
        "beta": st.floats(0, 8), "bins": st.integers(1, 30), "by": st.sampled_from(["width", "count"]),
        "curve": st.sampled_from(["trapezoid", "interpolated"]), "over_bins": st.sampled_from(["mean", "worst"]),
        "share": st.floats(0.01, 1), "eps": st.floats(0, 0.5), "exact": st.booleans(), "k": st.integers(1, 99),
        "positive": st.sampled_from(["a", "b", 1, 0, True, "正", "it's", 'say "x"']),
        "weight": st.sampled_from(["rows", "positives"]), "weights": st.sampled_from(["none", "linear", "quadratic"]),
    },
    impossible={
        "adjusted": [1, "yes", None], "average": ["mean", 1], "beta": [-1, NAN, float("inf"), True, "1"],
        "bins": [0, 1.5, True, "4"], "by": ["size", 1], "curve": ["steps", 0], "over_bins": ["sum", 1],
        "share": [0, -0.1, 1.5, NAN, "0.1"], "eps": [0.6, -0.1, NAN, "0"], "exact": [1, "no", None],
        "k": [0, -1, 1.5, True, "10", NAN],
        "positive": [[1], 1.5, ""], "weight": ["row", 1], "weights": ["squared", 2],
    },
    reordered=reordered,
    apart=apart,
    worse=worse,
    of_sessions=frozenset({"GAUC"}),
    drawn_by_group=True,
)  # fmt: skip
