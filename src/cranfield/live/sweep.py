"""The best setting of an engine's parameters, found on some queries and tried on others.

Whoever tries many settings finds one that looks good by luck: on the queries where settings are chosen, p-values are
corrected for how many there were, and what the chosen one is worth is said of queries that took no part in choosing.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.compare.contests import compare, intervals
from cranfield.core.evaluate import evaluate
from cranfield.core.spec import parse
from cranfield.core.tidy import tidy
from cranfield.errors import InputError
from cranfield.io.ranking import judgments, ranking
from cranfield.live.measure import live_all
from cranfield.live.opened import Source, opened_engine
from cranfield.live.queries import Query, read_queries

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import pyarrow as pa

    from cranfield.core.compared import Contest, Estimate, Pair
    from cranfield.core.finding import Finding
    from cranfield.core.measure import Measure
    from cranfield.core.result import Results
    from cranfield.live.engine import Engine
    from cranfield.live.measured import Measured

__all__ = ["Swept", "parse_sweep", "sweep"]

_MOST = 500  # settings
_LEAST = 5  # queries on either side
_RANGE = re.compile(r"(-?[\d.eE+-]+):(-?[\d.eE+-]+):([\d.eE+-]+)")


def parse_sweep(text: str) -> tuple[str, list[Any]]:
    """A parameter and its values: `alpha=0:1:0.1` from, to and step, or `ranking=bm25,semantic`."""
    name, equals, told = (part.strip() for part in text.partition("="))
    if not equals or not name.isidentifier() or not told:
        raise InputError("sweep-text", text=text)
    found = _RANGE.fullmatch(told)
    try:
        values = (
            _between(*map(float, found.groups())) if found is not None else [_value(each) for each in told.split(",")]
        )
    except InputError:
        raise
    except (ValueError, OverflowError):
        raise InputError("sweep-text", text=text) from None
    if len(set(map(str, values))) != len(values):
        raise InputError("sweep-twice", text=text)
    return name, values


def _between(start: float, stop: float, step: float) -> list[Any]:
    if step <= 0 or stop < start:
        raise ValueError
    count = int((stop - start) / step + 1e-9) + 1
    if count > _MOST:
        raise InputError("sweep-many", count=count, most=_MOST)
    # 0.1 + 0.2 is to be 0.3, as whoever wrote it means
    found = [round(start + at * step, 10) for at in range(count)]
    return [int(each) if each.is_integer() and step.is_integer() and start.is_integer() else each for each in found]


def _value(text: str) -> Any:
    text = text.strip()
    if not text:
        raise ValueError
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text, text)


@dataclass(frozen=True)
class Swept:
    """What every setting was worth on the queries where one was chosen, and the chosen one on the others."""

    engine: Engine
    measure: Measure
    settings: tuple[Mapping[str, Any], ...]  # the first is the engine as it is
    names: tuple[str, ...]
    train: tuple[str, ...]
    held_out: tuple[str, ...]
    chosen: Contest  # of all settings, on the train queries
    milliseconds: tuple[float, ...]  # the median service time of each setting
    best: int
    worth: Estimate  # of the best setting, on the held-out queries
    odd: tuple[Finding, ...]  # about the answers to all settings
    gain: Pair | None  # of the same over the engine as it is; None if that is the best itself

    def table(self) -> pa.Table:
        """A row for each setting, for a picture."""
        found = [self.chosen.estimate(name) for name in self.names]
        columns: dict[str, Any] = {
            "setting": list(self.names), "value": [each.value for each in found],
            "low": [each.low for each in found], "high": [each.high for each in found],
        }  # fmt: skip
        swept = list(self.settings[-1])
        columns |= {name: [_text(each.get(name, "")) for each in self.settings] for name in swept}
        facts = {
            "measure": self.chosen.name, "best": self.names[self.best], "parameters": swept, "train": len(self.train),
            "held_out": [self.worth.value, self.worth.low, self.worth.high], "held_out_units": len(self.held_out),
        }  # fmt: skip
        return tidy(columns, kind="sweep", **facts)


def sweep(
    given: Any, queries: Any, qrels: Any, measure: str, sweeps: Mapping[str, Sequence[Any]], *,
    held_out: float = 0.5, seed: int = 0, size: int = 10, source: Source | None = None, confidence: float = 0.95,
    progress: Callable[[str, int, int, int], None] | None = None,
) -> Swept:  # fmt: skip
    """Try every combination of values on some of the judged queries, and the best on the rest."""
    engine, wanted = opened_engine(given), parse(measure, "ranking")
    count = int(np.prod([len(each) for each in sweeps.values()]))
    if count > _MOST:
        raise InputError("sweep-many", count=count, most=_MOST)
    gold = judgments(qrels)
    train, rest = _split(read_queries(queries), gold, held_out, seed)
    settings = _settings(engine, sweeps)
    names = tuple("as it is" if at == 0 else _named(each) for at, each in enumerate(settings))
    engines = [engine.with_parameters(each, name) for each, name in zip(settings, names, strict=True)]
    asked: dict[str, Any] = {"size": size, "seed": seed, "source": source, "warm_up": False, "progress": progress}
    first = live_all(engines, train, **asked)
    results = _judged(first, gold, train, wanted)
    chosen = compare(results, [wanted], baseline=names[0], correction="holm", confidence=confidence, seed=seed + 1)
    contest = next(iter(chosen.values()))
    best = _best(contest, names)
    second = live_all([engines[0], engines[best]] if best else engines[:1], rest, **asked)
    worth, gain = _worth(_judged(second, gold, rest, wanted), wanted, confidence, seed)
    times = tuple(1e3 * median(each.rows.services() or [float("nan")]) for each in first)
    ids, others = (tuple(each.id for each in some) for some in (train, rest))
    odd = _together([*first, *second], engine.name)
    return Swept(engine, wanted, settings, names, ids, others, contest, times, best, worth, odd, gain)


def _together(found: Sequence[Measured], name: str) -> tuple[Finding, ...]:
    """What was odd about the answers to any setting, each once with how often it was so in all."""
    by_key: dict[str, list[Finding]] = {}
    for finding in (one for each in found for one in each.findings()):
        by_key.setdefault(finding.key, []).append(finding)
    return tuple(replace(some[0], count=sum(each.count for each in some), subject=name, fields=_summed(some))
                 for some in by_key.values())  # fmt: skip


def _summed(some: Sequence[Finding]) -> dict[str, Any]:
    """The fields of the first, of as many as there are in all."""
    total = {"total": sum(each.fields["total"] for each in some)} if "total" in some[0].fields else {}
    return {**some[0].fields, **total}


def _worth(
    results: Sequence[Results], wanted: Measure, confidence: float, seed: int
) -> tuple[Estimate, Pair | None]:  # fmt: skip
    """The best setting on held-out queries, and what it gains there: one comparison, which needs no correction."""
    (worth,) = intervals(results[-1], [wanted], confidence=confidence, seed=seed + 1).values()
    if len(results) == 1:
        return worth, None
    found = compare(results, [wanted], correction="none", confidence=confidence, seed=seed + 1)
    return worth, next(iter(found.values())).pairs[0]


def _split(queries: Sequence[Query], gold: Any, share: float, seed: int) -> tuple[list[Query], list[Query]]:
    """The judged queries in two parts, drawn at random."""
    if not 0 < share < 1:
        raise InputError("sweep-share", given=share)
    known = set(map(str, gold.queries))
    judged = [each for each in queries if each.id in known]
    count = round(len(judged) * share)
    if min(count, len(judged) - count) < _LEAST:
        raise InputError("sweep-few", count=len(judged), least=_LEAST)
    order = np.random.default_rng(seed).permutation(len(judged))
    return [judged[at] for at in sorted(order[count:])], [judged[at] for at in sorted(order[:count])]


def _settings(engine: Engine, sweeps: Mapping[str, Sequence[Any]]) -> tuple[dict[str, Any], ...]:
    """The engine as it is, and every combination of values that differs from it."""
    engine.with_parameters({name: each[0] for name, each in sweeps.items()})  # refuses what it does not have
    as_it_is = {name: engine.parameters[name] for name in sweeps if name in engine.parameters}
    every = [dict(zip(sweeps, each, strict=True)) for each in itertools.product(*sweeps.values())]
    return (as_it_is, *(each for each in every if each != as_it_is))


def _named(setting: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={_text(value)}" for name, value in setting.items())


def _text(value: Any) -> str:
    """A value as people write it: 1.0 is 1."""
    return f"{value:.10g}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _judged(found: Sequence[Measured], gold: Any, queries: Sequence[Query], measure: Measure) -> list[Results]:
    """What each setting is worth on these queries."""
    results = []
    for each in found:
        batch = ranking(gold, {query.id: each.run.get(query.id, {}) for query in queries}, system=each.system)
        places = [batch.place_of(query.id) for query in queries]
        results.append(evaluate(batch.select(places), [measure]))
    return results


def _best(contest: Contest, names: Sequence[str]) -> int:
    """The setting with the best mean; of equal ones the first, so that nothing changes without a reason."""
    values = [contest.estimate(name).value for name in names]
    worst = -np.inf if contest.better != "lower" else np.inf
    told = [worst if np.isnan(each) else each for each in values]
    return int(np.argmax(told) if contest.better != "lower" else np.argmin(told))
