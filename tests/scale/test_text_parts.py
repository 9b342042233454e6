"""Texts dealt out in any way give what the whole gives: every measure but Self-BLEU, which needs all texts."""

import pyarrow as pa
import pytest

from contracts.checks.states import bits
from contracts.families import FAMILIES
from contracts.families.text import rough
from cranfield import InputError, MeasureError, Policy, evaluate, text
from cranfield.scale.text import Text
from scale.cut import PARTS, dealt

SAMPLES = FAMILIES["text"]
FIELDS = {"candidates": "c", "references": "r", "ids": "id"}


def table_of(raw):
    names = [f"s{at * 7 % 1000:03d}" for at in range(len(raw))]
    return pa.table({"id": names, "c": [each for each, _ in raw], "r": [refs for _, refs in raw]})


def told(results, *, units):
    found = {}
    for name, each in results.found.items():
        values = dict(zip(each.state.units, bits(each.values), strict=True)) if units else None
        found[name] = bits(each.value), values, len(each.state.units), each.undefined
    return found, [each.as_dict() for each in results.findings], len(results.units), results.signature.scores


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(each, marks=pytest.mark.slow) for each in range(2, 6))])
def test_every_measure_of_text_in_parts_gives_what_the_whole_gives(seed):
    policy = Policy(**SAMPLES.policy(seed))
    elsewhere = ("SelfBLEU", "CIDEr", "CIDEr-D", "Given", "GivenLoss", "NuggetRecall")  # need all, or other columns
    names = [name for name in SAMPLES.settings if name not in elsewhere]
    measures = [each for name in names for each in SAMPLES.measures(name)]
    raw = [pair for more in range(4) for pair in rough(measures[0], seed + 10 * more).raw]
    table = table_of([*raw, (" ", ["我们今天去看电影吧"]), ("", ["我们今天去看电影吧", " "])])
    whole = evaluate(text(data=table, policy=policy, **FIELDS), measures)
    assert {each.key for each in whole.findings} >= {"empty-candidate", "empty-reference", "unspaced-text"}
    for parts in PARTS:
        for units in (True, False):
            plan = Text(**FIELDS, policy=policy).plan(measures, units=units)
            arrived = [plan.states(part) for part in dealt(table, parts, seed)]
            found = plan.results(arrived, inputs=whole.signature.inputs)
            assert told(found, units=units) == told(whole, units=units), (seed, parts, units)


def test_self_bleu_is_refused():
    with pytest.raises(MeasureError) as caught:
        Text(**FIELDS).plan(["BLEU", "SelfBLEU"])
    assert str(caught.value) == (
        "SelfBLEU needs all rows at once, which data in parts cannot give; leave it out, or read the data as a whole"
    )


def test_a_segment_in_two_parts_is_refused():
    table = pa.table({"id": ["a", "b"], "c": ["x", "y"], "r": [["x"], ["z"]]})
    plan = Text(**FIELDS).plan(["BLEU"])
    arrived = [plan.states(table), plan.states(table.slice(1))]
    with pytest.raises(InputError, match="1 segment are in more than one part"):
        plan.results(arrived)
