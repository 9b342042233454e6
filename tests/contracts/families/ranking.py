"""Rankings: ties, gaps, unjudged, negative, graded and fractional judgments, unicode ids, unanswered queries."""

from functools import lru_cache

import numpy as np

from contracts.families.samples import Made, Samples, Wanted
from contracts.made_data import GROUPS, Collection, ordered
from contracts.samples import IMPOSSIBLE, NAMES, ORACLES, POSSIBLE, settings_of
from cranfield.core.registry import registry
from oracles.averages import counted, mean_of
from oracles.pooled import POOLED
from oracles.ties import mean_over_orders
from oracles.user_models import SCALED

DOCS = [
    "d1", "d2", "d10", "D3", "文档", "é", "e\u0301", "😀", "a-b", "z/9", "ß", "_", "d4", "d5", "d6", "d7", "d8", "d9"
]  # fmt: skip
QUERIES = ["10", "9", "1", "查询", "ñ", "q1", "Q1", "q-2", "007", "x", "y", "z", "q10", "q2"]
SCORES = [-1.5, 0.0, 0.25, 0.5, 1.0, 1e9]
GRADES = [-2, -1, 0, 0, 1, 1, 2, 3, 0.5, 1.5, 7.5]
UNSEEN = ("mean", "average", "judged_only")  # parameters that plain loops do not know
KINDS = registry("ranking")


def _chosen(chance, things, low, high):
    return [things[at] for at in chance.permutation(len(things))[: chance.integers(low, high)]]


@lru_cache(maxsize=64)
def collection(seed, few):
    """Judgments and a run; of few documents every order of ties can be tried."""
    chance = np.random.default_rng(seed)
    most = 6 if few else len(DOCS)
    scores = SCORES[3:5] if few else SCORES
    qrels, run, known = {}, {}, {}
    for query in QUERIES[: int(chance.integers(2, len(QUERIES) + 1))]:
        judged = _chosen(chance, DOCS, 1, most)
        grades = chance.choice([0, -1] if chance.random() < 0.15 else GRADES, len(judged)).tolist()
        qrels[query] = dict(zip(judged, grades, strict=True))
        if chance.random() < 0.85 or not run:
            found = _chosen(chance, DOCS, 1, most)
            run[query] = dict(zip(found, chance.choice(scores, len(found)).tolist(), strict=True))
        known[query] = {doc: 1 for doc in judged if chance.random() < 0.5}
    known = {query: listed for query, listed in known.items() if listed} or {next(iter(qrels)): {"d1": 1}}
    return Collection(qrels, run, known)


@lru_cache(maxsize=64)
def _made(seed, few, policy, told):
    found = collection(seed, few)
    return Made(found.batch(told=told, **dict(policy)), found, seed)


def plain(measure, seed, **policy):
    """A collection under a policy; ties are averaged only for measures that can, and then of few documents."""
    few = policy.get("ties") == "expected"
    if few and not measure.averages_ties():
        policy.pop("ties")
    return _made(seed, few, tuple(sorted(policy.items())), bool({"subtopic", "document_group"} & {*measure.reads}))


def reordered(made, seed):
    """Queries and documents in another order."""
    chance = np.random.default_rng(seed)

    def turned(mapping):
        return {key: mapping[key] for key in chance.permutation(np.array(list(mapping), object)).tolist()}

    sides = (made.raw.qrels, made.raw.run, made.raw.known)
    again = Collection(*(turned({query: turned(rows) for query, rows in side.items()}) for side in sides))
    return Made(again.batch(told="subtopic" in made.batch, **made.batch.policy.as_dict()), again)


def _params(measure, made, query):
    params = {name: value for name, value in measure.changed().items() if name not in UNSEEN}
    if isinstance(params.get("gain"), tuple):
        params["gain"] = dict(params["gain"])
    if measure.name in ("ERR", "RBP", *SCALED):
        params.setdefault("max_grade", made.raw.max_grade)
    if measure.name in ("KnownCoverage", "Novelty"):
        params["known"] = set(made.raw.known.get(query, ()))
    if "subtopic" in measure.reads:
        params["subtopics"] = made.raw.subtopics[query]
    if "document_group" in measure.reads:
        params["groups"] = GROUPS
    if measure.name in ("IPrec", "IAP", "Rprec_mult"):
        params["rule"] = made.batch.policy.recall_levels
    return params


def answers(measure, made, query):
    """What the run returned, without unjudged documents if the measure wants that."""
    scores = made.raw.run.get(query, {})
    if getattr(measure, "judged_only", False):
        return {doc: score for doc, score in scores.items() if made.raw.qrels[query].get(doc, -1) >= 0}
    return scores


def oracle(measure, made):
    """The plain loop of each query, and how the whole comes of them."""
    policy, expected = made.batch.policy, made.batch.policy.ties == "expected"

    def told(loop, query):
        qrels, scores, params = made.raw.qrels[query], answers(measure, made, query), _params(measure, made, query)
        if expected:
            return mean_over_orders(loop, qrels, scores, **params)
        return loop(qrels, ordered(scores), **params)

    queries = list(made.raw.qrels)
    if getattr(measure, "average", "macro") == "micro":
        loop = POOLED[measure.name]
        above = {query: told(lambda *given, **more: loop(*given, **more)[0], query) for query in queries}
        below = {query: told(lambda *given, **more: loop(*given, **more)[1], query) for query in queries}
        units = {query: above[query] / below[query] if below[query] else told(ORACLES[measure.name].oracle, query)
                 for query in queries}  # fmt: skip
        whole = sum(below.values())
        lacking = frozenset(query for query in queries if units[query] is None)
        return Wanted(sum(above.values()) / whole if whole else None, units, lacking)
    values = {query: told(ORACLES[measure.name].oracle, query) for query in queries}
    if KINDS[measure.name].better is None and "mean" not in measure.params():
        return Wanted(float(sum(values.values())), values)
    mean = measure.mean
    units = {query: counted(value, measure.worst, policy.undefined, mean) for query, value in values.items()}
    lacking = frozenset(query for query, value in values.items() if value is None)
    return Wanted(mean_of(units.values(), mean), units, lacking)


SAMPLES = Samples(
    name="ranking",
    settings={name: settings_of(name) for name in NAMES},
    plain=plain,
    oracle=oracle,
    policies=(
        {}, {"undefined": "skip"}, {"ties": "expected", "undefined": "skip"}, {"recall_levels": "trec_eval-10"},
        {"recall_levels": "trec_eval-9", "undefined": "skip"}, {"ties": "expected"},
    ),
    possible=POSSIBLE,
    impossible=IMPOSSIBLE,
    reordered=reordered,
    idle={("EE_D", "rel"): "it looks at what was given, and not at what was wanted",
          ("IDCG", "judged_only"): "the best order holds judged documents only"},
    only_arithmetic=frozenset(name for name in NAMES if KINDS[name].bounds[0] < 0),
)  # fmt: skip
