"""Every measure of labels, rankings and texts is one of two things in parts: to the same bits, or refused."""

import pytest

from contracts.families import FAMILIES
from contracts.families import labels as of_labels
from contracts.families.ranking import collection
from contracts.families.text import rough
from contracts.made_data import by_subtopic
from cranfield import MeasureError, evaluate, labels, ranking, text
from cranfield.core.registry import registry
from cranfield.scale.labels import Labels
from cranfield.scale.ranking import Ranking
from cranfield.scale.text import Text
from scale import test_labels_parts, test_ranking_parts, test_text_parts
from scale.cut import dealt
from scale.test_text_parts import FIELDS

LEAVE = "; leave it out, or read the data as a whole"
WHOLE = " needs all rows at once, which data in parts cannot give"
GROUPS = "data in parts has no document_group" + LEAVE
# what is refused whatever its parameters are, and why; of all other measures at least the plain one is measured
REFUSED = {
    "labels": dict.fromkeys(("AreaPR", "KS", "Lift", "Pearson", "Spearman"), WHOLE),
    "ranking": dict.fromkeys(("AWRF", "EE_D", "EE_L", "EE_R"), GROUPS),
    "text": dict.fromkeys(("CIDEr", "CIDEr-D", "SelfBLEU"), WHOLE) | {
        "Given": "data in parts has no given" + LEAVE, "GivenLoss": "data in parts has no given" + LEAVE,
        "NuggetRecall": "data in parts has no vital, support" + LEAVE,
    },
}  # fmt: skip
# and what is refused with some parameters alone
SOME = {"AUC": WHOLE, "AveragePrecision": WHOLE, "ECE": WHOLE}


def of_parts_of_labels(measure):
    raw = of_labels.plain(measure, 0).raw
    table, roles = test_labels_parts.table_of(raw, 0)
    found = test_labels_parts.in_parts(Labels(**roles), table, measure, 3, 0)
    assert test_labels_parts.told(found) == test_labels_parts.told(evaluate(labels(table, **roles), measure))


def of_parts_of_rankings(measure):
    made = collection(1, few=False)
    qrels, table = by_subtopic(made.qrels), test_ranking_parts.rows_of(made.run, 1)
    found = test_ranking_parts.in_parts(Ranking.of(qrels, known=made.known), table, measure, 3, 1)
    whole = evaluate(ranking(qrels, table, known=made.known), measure)
    assert test_ranking_parts.told(found) == test_ranking_parts.told(whole)


def of_parts_of_texts(measure):
    table = test_text_parts.table_of(rough(measure, 1).raw)
    plan = Text(**FIELDS).plan(measure, units=True)
    found = plan.results([plan.states(part) for part in dealt(table, 3, 1)])
    whole = evaluate(text(data=table, **FIELDS), measure)
    assert test_text_parts.told(found, units=True) == test_text_parts.told(whole, units=True)


MEASURED = {"labels": of_parts_of_labels, "ranking": of_parts_of_rankings, "text": of_parts_of_texts}


@pytest.mark.parametrize("family", MEASURED)
def test_the_lists_know_every_measure(family):
    own = {name for name, made in registry(family).items() if made.__module__.startswith("cranfield.")}
    assert own == set(FAMILIES[family].settings)
    assert set(REFUSED[family]) < own


@pytest.mark.parametrize(
    ("family", "name"), [(family, name) for family in MEASURED for name in FAMILIES[family].settings]
)
def test_every_measure_is_measured_with_the_same_bits_or_refused_in_a_sentence(family, name):
    refused, same = set(), 0
    for measure in FAMILIES[family].measures(name):
        try:
            MEASURED[family](measure)
            same += 1
        except MeasureError as error:
            refused.add(str(error))
    expected = REFUSED[family].get(name)
    assert (same == 0) == (expected is not None), refused
    assert all((expected or SOME.get(name, "nothing")) in each for each in refused), refused
