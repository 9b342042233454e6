"""Predictions cut in any way give what the whole gives: every measure, every bit, every finding."""

import numpy as np
import pyarrow as pa
import pytest

from contracts.checks.states import bits
from contracts.families import FAMILIES
from contracts.families import labels as family
from cranfield import MeasureError, Policy, evaluate, labels
from cranfield.scale.labels import Labels
from cranfield.words.telling import clip
from scale.cut import PARTS, by_hash, by_range, dealt

SAMPLES = FAMILIES["labels"]
SEEDS = range(4)


def table_of(raw, seed):
    """The examples as a table, and which column is what."""
    columns = {"y": raw.truth, "g": raw.guess, "s": raw.group, "country": [each[-1] for each in raw.group]}
    roles = {"truth": "y", "guess": "g", "group": "s"}
    if raw.score is None:
        columns |= {f"p{name}": [row[at] for row in raw.rows] for at, name in enumerate(raw.classes)}
        roles |= {"score": {name: f"p{name}" for name in raw.classes}, "classes": list(raw.classes)}
    else:
        score = np.array(raw.score)
        columns["p"] = score.astype(np.float32) if np.array_equal(score, score.astype(np.float32)) else score
        roles["score"] = "p"
    if seed % 3 == 1:
        columns["w"] = raw.weight
        roles["weight"] = "w"
    return pa.table(columns), roles


def told(results):
    """All that results say, to the last bit; sessions may have been forgotten."""
    found = {}
    for name, result in results.found.items():
        forgotten = result.noun == "sessions"
        units = None if forgotten else dict(zip(result.state.units, bits(result.values), strict=True))
        groups = {each: bits(value) for each, value in result.groups.items()} if result.grouped else None
        found[name] = bits(result.value), units, len(result.state.units), groups, result.group_sizes, result.details
    findings = [repr(each.as_dict()) for each in results.findings]  # nan is not itself
    return found, findings, len(results.units), str(results.signature.measures)


def in_parts(source, table, measures, parts, seed, **options):
    """The same measures of the same rows, cut as the plan asks for it."""
    plan = source.plan([source.survey(part) for part in dealt(table, parts, seed)], measures, **options)
    arrived = []
    for cut in plan.cuts:
        if cut.together == "score":
            pieces, above = by_range(table, cut.column, parts, seed), (0, 0)
            for part in pieces:
                arrived.append(plan.states(part, cut, above=above))
                if len(part):
                    above = tuple(np.add(above, plan.sides(part)).tolist())
        else:
            cutter = by_hash if cut.together == "group" else dealt
            given = (table, cut.column, parts, seed) if cut.together == "group" else (table, parts, seed)
            arrived += [plan.states(part, cut) for part in cutter(*given)]
    order = np.random.default_rng(seed).permutation(len(arrived))
    return plan.results([arrived[at] for at in order], inputs=({"name": "table"},))


@pytest.mark.parametrize("name", SAMPLES.settings)
def test_every_measure_of_labels_in_parts_gives_what_the_whole_gives(name):
    for seed in SEEDS:
        for measure in SAMPLES.measures(name):
            policy = Policy(**SAMPLES.policy(seed))
            raw = family.plain(measure, seed, **SAMPLES.policy(seed)).raw
            table, roles = table_of(raw, seed)
            whole = evaluate(labels(table, policy=policy, **roles), measure)
            source = Labels(policy=policy, **roles)
            for parts in {PARTS[seed], PARTS[(seed + 2) % 4]}:
                if measure.together(labels(table, **roles)) == "all":
                    with pytest.raises(MeasureError) as caught:
                        in_parts(source, table, measure, parts, seed)
                    used = next(iter(whole.found.values())).measure
                    assert str(caught.value).startswith(f"{clip(used)} needs all rows at once")
                    continue
                assert told(in_parts(source, table, measure, parts, seed)) == told(whole), (str(measure), seed, parts)


@pytest.mark.parametrize("seed", SEEDS)
def test_several_measures_at_once_share_their_cuts(seed):
    raw = family.examples(2 * seed, "ab", wild=False, size=300)
    table, roles = table_of(raw, 0)
    if raw.score is None:
        return
    measures = ["AUC", "AUC(exact=False)", "AveragePrecision", "GAUC", "GAUC(weight='rows')", "LogLoss", "Brier", "F1",
                "MCC", "Accuracy"]  # fmt: skip
    named = [each if each in ("MCC", "Accuracy") else _positive(each) for each in measures]
    whole = evaluate(labels(table, **roles), named)
    for parts in PARTS:
        source = Labels(**roles)
        assert told(in_parts(source, table, named, parts, seed)) == told(whole)
        kept = in_parts(source, table, named, parts, seed, units=True)
        for each in ("GAUC(positive='b')", "GAUC(positive='b', weight='rows')"):
            assert repr(kept[each].units) == repr(whole[each].units)  # nan is not itself


def _positive(name):
    return f"{name[:-1]}, positive='b')" if name.endswith(")") else f"{name}(positive='b')"


@pytest.mark.parametrize("seed", SEEDS)
def test_values_of_a_column_are_told_apart_in_parts_too(seed):
    raw = family.examples(2 * seed, "ab", wild=True, size=200)
    table, roles = table_of(raw, 0)
    if raw.score is None:
        return
    roles["by"] = "country"
    named = ["AUC(positive='b')", "GAUC(positive='b')", "F1(positive='b')"]
    whole = evaluate(labels(table, **roles), named)
    for parts in PARTS:
        assert told(in_parts(Labels(**roles), table, named, parts, seed)) == told(whole)


def test_labels_that_parts_spell_differently_are_one_label():
    table = pa.table({"y": ["1", "1.0", "0", "0.0", "1", "0"] * 20, "g": ["1", "1", "0", "1", "2", "0"] * 20})
    whole = evaluate(labels(table, truth="y", guess="g"), ["F1(average='macro')", "Accuracy"])
    assert {each.key for each in whole.findings} >= {"same-number", "unknown-label"}
    for parts in PARTS:
        found = in_parts(Labels(truth="y", guess="g"), table, ["F1(average='macro')", "Accuracy"], parts, 3)
        assert told(found) == told(whole)
