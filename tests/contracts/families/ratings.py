"""Items in queries, rated by a few people: ratings that are missing, repeated, all alike, and preferences."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from hypothesis import strategies as st

from contracts.families.samples import Made, Samples, Wanted
from cranfield import Policy, each_rated, ratings
from oracles import ratings as loops

SETTINGS = {
    "AC1": [{}],
    "AC2": [{}, {"weights": "linear"}, {"weights": "ordinal"}],
    "Agreement": [{}, {"within": 1}],
    "Alpha": [{}, {"level": "nominal"}, {"level": "interval"}, {"level": "ratio"}],
    "BradleyTerry": [{}, {"system": "b"}],
    "CongerKappa": [{}, {"weights": "linear"}, {"weights": "quadratic"}],
    "FleissKappa": [{}],
    "ICC": [{}, {"type": "1"}, {"type": "C"}, {"type": "1", "average": True}, {"average": True},
            {"type": "C", "average": True}],
    "IntraRater": [{}, {"within": 1}],
    "Kappa": [{}, {"weights": "linear"}, {"weights": "quadratic"}],
    "Mean": [{}],
    "MeanZ": [{}],
    "Pi": [{}],
    "WinRate": [{}, {"system": "b"}],
}  # fmt: skip
PREFERENCES = ("BradleyTerry", "WinRate")
OF_NAMES = ("AC1", "FleissKappa", "Pi")  # which never look at numbers
SCALES = ([1, 2, 3, 4, 5], [0, 1], [0, 0.5, 2.5, 10], [1, 2, 3], [3])
RATERS = ("ann", "bo", "céline", "丁", "e & f")


@dataclass(frozen=True)
class Row:
    item: str
    rater: str
    value: object
    query: str


@dataclass(frozen=True)
class Compared:
    item: str
    rater: str
    one: str
    two: str
    value: str
    query: str


@lru_cache(maxsize=64)
def rows_of(seed, words, full, size=14):
    """Rows of ratings; the first two items are rated by all, and `full` has every item rated by all."""
    chance = np.random.default_rng(seed)
    raters = RATERS[: 2 + seed % 4]
    scale = SCALES[seed % len(SCALES)]
    if words:
        scale = ["bad", "ok", "gut", "好"][: len(scale)]
    found = []
    for at in range(size):
        truth = chance.integers(len(scale))
        for rater in raters:
            if at > 1 and not full and chance.random() < 0.35:
                continue
            value = scale[truth] if chance.random() < 0.6 else scale[chance.integers(len(scale))]
            found.append(Row(f"i{at}", rater, value, f"q{at % 5}"))
            if chance.random() < 0.15 and seed % 3:
                found.append(Row(f"i{at}", rater, scale[chance.integers(len(scale))], f"q{at % 5}"))
    found.append(Row(f"i{size}", raters[0], scale[0], "q1"))  # rated once
    return tuple(found if not full else found[:-1])


@lru_cache(maxsize=64)
def preferences_of(seed, size=16):
    """Comparisons of three or four systems side by side; where the seed says so, one never loses, or none meets it."""
    chance = np.random.default_rng(seed)
    systems = "abcd"[: 2 + seed % 3]
    found = []
    for at in range(size):
        one, two = chance.choice(list(systems), 2, replace=False)
        if seed % 6 == 5 and "d" in (one, two):
            continue
        for rater in RATERS[: 1 + at % 3]:
            value = chance.choice([one, two, "tie", "left", "right"])
            if seed % 6 == 4 and "a" in (one, two):
                value = "a"
            found.append(Compared(f"i{at}", rater, str(one), str(two), str(value), f"q{at % 4}"))
    if seed % 6 == 5:
        found.append(Compared("x", "ann", "d", "e", "d", "q9"))
    if not any("b" in (each.one, each.two) for each in found):
        found.append(Compared("y", "ann", "a", "b", "tie", "q9"))
    return tuple(found)


def batch_of(raw, **policy):
    """A batch of rows; of preferences, as the first system sees them."""
    if isinstance(raw[0], Compared):
        given = {
            "item": [each.item for each in raw], "rater": [each.rater for each in raw],
            "system": [each.one for each in raw], "other": [each.two for each in raw],
            "value": [each.value for each in raw], "query": [each.query for each in raw],
        }  # fmt: skip
        return each_rated(**given, policy=Policy(**policy))[0]
    return ratings(
        item=[each.item for each in raw], rater=[each.rater for each in raw], value=[each.value for each in raw],
        query=[each.query for each in raw], policy=Policy(**policy),
    )  # fmt: skip


@lru_cache(maxsize=128)
def _made(seed, kind, policy):
    raw = preferences_of(seed) if kind == "preferences" else rows_of(seed, kind == "words", kind == "full")
    return Made(batch_of(raw, **dict(policy)), raw, seed)


def plain(measure, seed, **policy):
    """Data that the measure can be computed on."""
    kind = "numbers"
    if measure.name in PREFERENCES:
        kind = "preferences"
    elif measure.name == "FleissKappa" and seed % 4 != 1:
        kind = "full"
    elif measure.name in OF_NAMES or (measure.name, getattr(measure, "level", "")) == ("Alpha", "nominal"):
        kind = "words" if seed % 2 else "numbers"
    return _made(seed, kind, tuple(sorted(policy.items())))


def reordered(made, seed):
    """The rows in another order, but repeats as they followed each other."""
    rows = list(made.raw)
    shuffled = [rows[at] for at in np.random.default_rng(seed).permutation(len(rows))]
    queues = {}
    for row in rows:
        queues.setdefault(_who(row), []).append(row)
    again = tuple(queues[_who(row)].pop(0) for row in shuffled)
    return Made(batch_of(again, **made.batch.policy.as_dict()), again, made.seed)


def _who(row):
    pair = tuple(sorted((row.one, row.two))) if isinstance(row, Compared) else ()
    return row.item, row.rater, pair


def apart(measure, made):
    """Two parts, each loaded by itself; z-scores are relative to all that was loaded, so these are only split."""
    if measure.name == "MeanZ":
        return [made.batch.select(np.arange(at, len(made.batch), 2)) for at in (0, 1)]
    parts = [[], []]
    for row in made.raw:
        parts[sum(row.item.encode()) % 2].append(row)
    return [batch_of(tuple(each), **made.batch.policy.as_dict()) for each in parts]


def worse(made):
    """The same items with every third rating the first one of the scale, or every third preference turned round."""
    if isinstance(made.raw[0], Compared):
        return made.batch
    low = made.raw[0].value
    again = tuple(
        Row(row.item, row.rater, low if at % 3 == 0 else row.value, row.query) for at, row in enumerate(made.raw)
    )
    return batch_of(again, **made.batch.policy.as_dict())


def _counted(raw):
    """The first rating of each rater about each item, and what was said again."""
    rated, again, last = {}, {}, {}
    for row in raw:
        key = row.item, row.rater
        if key in last:
            again.setdefault(row.item, []).append((last[key], row.value))
        rated.setdefault(key, row.value)
        last[key] = row.value
    return rated, again


def _unit(row):
    pair = " ".join(sorted((row.one, row.two)))
    return f"{row.query} {row.item} {pair}"


def _preferred(measure, raw):
    first = {}
    for row in raw:
        first.setdefault((_unit(row), row.rater), row)
    wins, units = {}, {_unit(row): [0.0, 0.0] for row in raw}
    for row in first.values():
        winner = {"left": row.one, "right": row.two}.get(row.value, row.value)
        for system, other in ((row.one, row.two), (row.two, row.one)):
            share = 0.5 if winner == "tie" else float(winner == system)
            wins[system, other] = wins.get((system, other), 0) + share
            if system == measure.system:
                units[_unit(row)][0] += share
                units[_unit(row)][1] += 1
    systems = sorted({each for row in raw for each in (row.one, row.two)})
    each = {unit: won / of if of else None for unit, (won, of) in units.items()}
    lacking = frozenset(unit for unit, value in each.items() if value is None)
    if measure.name == "WinRate":
        of = sum(each[1] for each in units.values())
        return Wanted(sum(each[0] for each in units.values()) / of if of else None, each, lacking)
    return Wanted(loops.strengths(systems, wins)[measure.system], each, lacking)


def _weight(measure, scale):
    low, high = min(scale), max(scale)
    most = len(scale) * (len(scale) - 1) / 2

    def weigh(one, two):
        if measure.weights == "ordinal":
            steps = abs(scale.index(one) - scale.index(two)) + 1
            return 1 - steps * (steps - 1) / 2 / most if most else 1.0
        far = abs(one - two) / (high - low) if high > low else 0.0
        return 1 - far if measure.weights == "linear" else 1 - far**2

    return weigh


def oracle(measure, made):
    """The plain loop of a measure."""
    raw = made.raw
    if measure.name in PREFERENCES:
        return _preferred(measure, raw)
    name_of = {row.item: f"{row.query} {row.item}" for row in raw}
    rated, again = _counted(raw)
    raters = sorted({rater for _, rater in rated})
    items = {name_of[item]: [] for item in dict.fromkeys(row.item for row in raw)}
    for item, rater in sorted(rated):
        items[name_of[item]].append(rated[item, rater])
    once = frozenset(item for item, values in items.items() if len(values) < 2)
    named = {(name_of[item], rater): value for (item, rater), value in rated.items()}
    if measure.name == "Mean":
        units = {item: loops.mean(values) for item, values in items.items()}
        return Wanted(loops.mean(list(units.values())), units)
    if measure.name == "MeanZ":
        z = loops.z_scores(named)
        units = {item: loops.mean([z[item, r] for r in raters if z.get((item, r)) is not None]) for item in items}
        known = [each for each in units.values() if each is not None]
        return Wanted(loops.mean(known), units, frozenset(item for item, each in units.items() if each is None))
    if measure.name == "IntraRater":
        units = dict.fromkeys(items)
        pairs = []
        for item, found in again.items():
            same = [loops.agreement(pair, measure.within) for pair in found]
            pairs += same
            units[name_of[item]] = loops.mean(same)
        return Wanted(loops.mean(pairs), units, frozenset(item for item, each in units.items() if each is None))
    if measure.name == "Agreement":
        units = {item: loops.agreement(values, measure.within) for item, values in items.items()}
        return Wanted(loops.mean([each for each in units.values() if each is not None]), units, once)
    if measure.name == "ICC":
        value, units = loops.icc(named, raters, measure.type, average=measure.average)
        by_all = frozenset(item for item, values in items.items() if len(values) < len(raters))
        return Wanted(value, units, frozenset() if measure.type == "1" else by_all)
    return Wanted(*_coefficient(measure, items, named, raters, raw), once)


def _cost(measure):
    power = {"none": 0, "linear": 1, "quadratic": 2}[getattr(measure, "weights", "none")]
    return lambda one, two: float(one != two) if not power else abs(one - two) ** power


def _coefficient(measure, items, named, raters, raw):
    scale = sorted({row.value for row in raw})
    if measure.name == "Alpha":
        return loops.alpha(items, measure.level)
    if measure.name in ("Kappa", "Pi"):
        return loops.kappa(named, raters, _cost(measure), pooled=measure.name == "Pi")
    if measure.name == "CongerKappa":
        return loops.conger(named, raters, items, _cost(measure))
    if measure.name == "FleissKappa":
        return loops.fleiss(items)
    if measure.name == "AC1":
        return loops.gwet(items, scale, lambda one, two: float(one == two))
    return loops.gwet(items, scale, _weight(measure, scale))


SAMPLES = Samples(
    name="ratings",
    settings=SETTINGS,
    plain=plain,
    oracle=oracle,
    policies=({}, {"undefined": "skip"}),
    possible={
        "average": st.booleans(), "level": st.sampled_from(["nominal", "ordinal", "interval", "ratio"]),
        "system": st.sampled_from(["a", "b", "it's", '系统 "x"']), "type": st.sampled_from(["1", "A", "C"]),
        "weights": st.sampled_from(["linear", "quadratic"]), "within": st.floats(0, 9),
    },
    impossible={
        "average": [1, "yes", None], "level": ["numeric", None, 1], "system": ["", 1, [1]], "type": ["B", 1, None],
        "weights": ["cubic", None, 1], "within": [-1, float("nan"), "1", True],
    },
    reordered=reordered,
    apart=apart,
    worse=worse,
    drawn_by_group=True,
)  # fmt: skip
