"""Requests of a pass, each query sent again a few times: errors, timeouts, ties, and numbers that are missing."""

from dataclasses import asdict, dataclass
from functools import lru_cache

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from contracts.families.samples import Made, Samples, Wanted
from cranfield import Policy, cost
from oracles import cost as loops

SETTINGS = {
    "Bytes": [{}, {"p": "mean"}, {"p": 20.0}],
    "Coverage": [{}],
    "EngineTime": [{}, {"p": "mean"}, {"p": 20.0}],
    "ErrorRate": [{}],
    "Freshness": [{}, {"p": "mean"}, {"p": 60.0}, {"of": "add", "p": "mean"}, {"of": "delete", "p": "mean"}],
    "Lag": [{}, {"p": "mean"}, {"p": 60.0}],
    "Latency": [{}, {"p": "mean"}, {"p": 60.0}, {"p": 20.0}],
    "Service": [{}, {"p": "mean"}, {"p": 60.0}],
    "Space": [{}, {"per": "document"}],
    "Throughput": [{}],
}
QUERIES = ("a", "b & c", "査", "q 4", "5", "q6", "q7", "q8", "q9")
ERRORS = ("timeout", "http-500", "refused", "超时")


@dataclass(frozen=True)
class Row:
    query: str
    kind: str
    phase: str
    repetition: int
    intended: float
    sent: float
    ended: float | None
    engine: float | None
    error: str | None
    timeout: float
    bytes: int | None
    results: int | None
    value: float | None


@lru_cache(maxsize=64)
def rows_of(seed, kind):
    """Each query two to five times; times come in steps, so that many are equal."""
    chance = np.random.default_rng(seed)
    found, clock = [], 0.0
    for turn in range(5):
        for at, query in enumerate(QUERIES):
            if turn > 1 + (at + seed) % 4:
                continue
            clock += float(chance.integers(1, 9)) / 16
            late = float(chance.integers(0, 3)) / 64
            took = float(chance.integers(1, 9)) / 32 if seed % 3 else float(chance.gamma(2, 0.02))
            failed = chance.random() < (0.0, 0.5, 0.15)[seed % 3]
            # a request that was refused is over at once, and one that timed out may be so after its timeout
            ended = clock + late + (took if not failed else float(chance.choice([0.001, 0.5, 0.6])))
            lost = chance.random() < 0.1
            found.append(Row(
                query, kind if kind != "freshness" else f"freshness-{('add', 'update', 'delete')[at % 3]}", "measured",
                turn + 1, clock, clock + late, None if lost and not failed else ended,
                None if failed or chance.random() < 0.15 else took / 2,
                str(chance.choice(ERRORS)) if failed else None, 0.5,
                None if failed else int(chance.integers(0, 5000)),
                None if chance.random() < 0.1 else int(chance.integers(0, 3)),
                None if chance.random() < 0.1 else float(chance.integers(1, 10**9)),
            ))  # fmt: skip
    return tuple(found)


def batch_of(raw, **policy):
    """A batch of rows."""
    columns = {name: [asdict(row)[name] for row in raw] for name in asdict(raw[0])}
    part = "freshness" if raw[0].kind.startswith("freshness") else raw[0].kind
    return cost(pa.table(columns), part=part, policy=Policy(**policy))


@lru_cache(maxsize=128)
def _made(seed, kind, policy):
    raw = rows_of(seed, kind)
    return Made(batch_of(raw, **dict(policy)), raw, seed)


def plain(measure, seed, **policy):
    """Data that the measure can be computed on."""
    kind = {"Freshness": "freshness", "Space": "space"}.get(measure.name, "search")
    return _made(seed, kind, tuple(sorted(policy.items())))


def reordered(made, seed):
    """The rows in another order."""
    again = tuple(made.raw[at] for at in np.random.default_rng(seed).permutation(len(made.raw)))
    return Made(batch_of(again, **made.batch.policy.as_dict()), again, made.seed)


def apart(measure, made):
    """Two parts with whole queries, each loaded by itself."""
    _ = measure
    parts = [[], []]
    for row in made.raw:
        parts[QUERIES.index(row.query) % 2].append(row)
    return [batch_of(tuple(each), **made.batch.policy.as_dict()) for each in parts]


def worse(made):
    """The same requests, every third of which took longer."""
    slower = [Row(**{**asdict(row), "ended": row.ended + 0.25}) if at % 3 == 0 and row.ended is not None else row
              for at, row in enumerate(made.raw)]  # fmt: skip
    return batch_of(tuple(slower), **made.batch.policy.as_dict())


def _number(measure, row):
    """The number of one request; None where it has none."""
    response, service, lag = loops.times(row)
    if measure.name == "Freshness":
        return response if measure.of in ("all", row.kind.removeprefix("freshness-")) else None
    if measure.name == "Coverage":
        results = 0 if row.error is not None else row.results
        return None if results is None else float(results > 0)
    return {
        "Latency": response, "Service": service, "Lag": lag, "ErrorRate": float(row.error is not None),
        "EngineTime": None if row.engine is None else row.engine * 1000,
        "Bytes": row.bytes, "Throughput": loops.rate([row]),
    }[measure.name]  # fmt: skip


def oracle(measure, made):
    """The plain loop of a measure."""
    raw = made.raw
    names = [f"{row.query} #{row.repetition}" for row in raw]
    if measure.name == "Space":
        below = [row.results if measure.per == "document" else 1 for row in raw]
        each = [row.value / of if row.value is not None and of else None for row, of in zip(raw, below, strict=True)]
        there = [(row.value, of) for row, of in zip(raw, below, strict=True) if row.value is not None and of]
        whole = sum(value for value, _ in there) / sum(of for _, of in there) if there else None
    else:
        each = [_number(measure, row) for row in raw]
        of_all = loops.rate(raw) if measure.name == "Throughput" else None
        whole = of_all or loops.spread(each, getattr(measure, "p", "mean"))
    lacking = frozenset(name for name, value in zip(names, each, strict=True) if value is None)
    return Wanted(whole, dict(zip(names, each, strict=True)), lacking)


SAMPLES = Samples(
    name="cost",
    settings=SETTINGS,
    plain=plain,
    oracle=oracle,
    policies=({}, {"undefined": "skip"}),
    possible={
        "p": st.one_of(st.just("mean"), st.floats(0, 100, exclude_min=True, exclude_max=True)),
        "of": st.sampled_from(["all", "add", "update", "delete"]), "per": st.sampled_from(["index", "document"]),
    },
    impossible={
        "p": [0, 100, -1, float("nan"), "median", True, None, [95]], "of": ["insert", None, 1],
        "per": ["byte", None, 1],
    },
    reordered=reordered,
    apart=apart,
    worse=worse,
    drawn_by_group=True,
)  # fmt: skip
