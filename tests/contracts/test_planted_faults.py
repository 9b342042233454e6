"""A measure with a fault planted in it breaks a contract, whatever its family and whatever the fault."""

import numpy as np
import pytest

from contracts.checks import OF_KINDS, OF_MEASURES
from contracts.families import FAMILIES
from contracts.planting import (
    AddedOneByOne,
    DrawsOnce,
    Fault,
    ForgetsUndefined,
    KeptDrawsOnce,
    KeptLosesOne,
    KeyedByNumber,
    KeyedDrawsOnce,
    KeyedOneByOne,
    ListedDrawsOnce,
    ListedLosesOne,
    always,
    between_two,
    empty_is_free,
    failures_end_at_once,
    faulty,
    forgets_the_collection,
    ignores,
    longer_of_two_lengths,
    never_adjusted,
    one_more_step,
    planted,
    same_but,
    ties_are_won,
    ties_as_given,
    unwritten,
    with_state,
    zero_over_zero,
)
from cranfield.core.registry import registry

LOOP, SPLITS, DRAWS, TOLD = "check_plain_loop", "check_splits", "check_draws", "check_explanations"
FAULTS = {
    "ties are not averaged": Fault("ranking", "P", {"k": 3}, LOOP, ties_as_given),
    "a late first document is none": Fault(
        "ranking", "RR", {}, LOOP, same_but("values", lambda found: np.where(found < 0.15, 0.0, found))),
    "an undefined query is 0": Fault("ranking", "AP", {}, LOOP, same_but("values", np.nan_to_num)),
    "queries are added up one by one": Fault("ranking", "nDCG", {}, SPLITS, with_state(AddedOneByOne)),
    "merging forgets what is undefined": Fault("ranking", "Rprec", {}, SPLITS, with_state(ForgetsUndefined)),
    "queries are relative to the batch": Fault(
        "ranking", "DCG", {}, SPLITS, same_but("values", lambda found: found / (np.nanmax(found, initial=0) or 1))),
    "a query is drawn once at most": Fault("ranking", "ERR", {}, DRAWS, with_state(DrawsOnce)),
    "the last step is another number": Fault("ranking", "P", {"k": 3}, TOLD, one_more_step("hits", 0.999)),
    "the last step differs by a bit": Fault("ranking", "Bpref", {}, TOLD, one_more_step("by-formula", 1 + 2**-52)),
    "a step has no words": Fault("ranking", "R", {}, TOLD, one_more_step("no-such-step", 1)),
    "bounds are too narrow": Fault("ranking", "AP", {}, "check_bounds", always(bounds=(0.0, 0.6))),
    "without a value is best": Fault("ranking", "E", {}, "check_bounds", always(worst=0.0)),
    "undefined without a reason": Fault("ranking", "AP", {}, "check_undefined", always(undefined_when="")),
    "a parameter does nothing": Fault("ranking", "P", {"k": 3}, "check_parameters", ignores("k")),
    "the name lacks a parameter": Fault("ranking", "P", {"k": 3}, "check_name", unwritten("k")),
    "no Chinese": Fault("ranking", "P", {}, "check_documentation", always(chinese="")),
    "ties are won": Fault("labels", "AUC", {}, LOOP, ties_are_won),
    "a label without examples is 0": Fault(
        "labels", "BalancedAccuracy", {}, LOOP, same_but("by_label", np.nan_to_num)),
    "0 / 0 is 0 whatever the policy": Fault(
        "labels", "Precision", {"average": "macro"}, LOOP,
        zero_over_zero),
    "examples are added up one by one": Fault("labels", "LogLoss", {}, SPLITS, with_state(KeyedOneByOne)),
    "merging forgets which sessions are undefined": Fault("labels", "GAUC", {}, SPLITS, with_state(ForgetsUndefined)),
    "labels merge by number": Fault("labels", "Accuracy", {}, SPLITS, with_state(KeyedByNumber)),
    "merging loses an example": Fault("labels", "AveragePrecision", {}, SPLITS, with_state(KeptLosesOne)),
    "an example is drawn once at most": Fault("labels", "AUC", {}, DRAWS, with_state(KeptDrawsOnce)),
    "an example is counted once at most": Fault("labels", "Brier", {}, DRAWS, with_state(KeyedDrawsOnce)),
    "the last step of a label is another number": Fault("labels", "MCC", {}, TOLD, one_more_step("true", 0.5)),
    "bounds of labels are too narrow": Fault("labels", "MCC", {}, "check_bounds", always(bounds=(0.5, 1.0))),
    "a parameter of labels does nothing": Fault(
        "labels", "BalancedAccuracy", {"adjusted": True}, "check_parameters",
        never_adjusted),
    "the name of labels lacks a parameter": Fault(
        "labels", "F", {"beta": 2, "average": "macro"}, "check_name", unwritten("beta")),
    "no source": Fault("labels", "MCC", {}, "check_documentation", always(source="")),
    "the longer of two references": Fault("text", "BLEU", {"tokenize": "none"}, LOOP, longer_of_two_lengths),
    "an empty reference costs nothing": Fault(
        "text", "TER", {}, LOOP, empty_is_free),
    "segments are added up one by one": Fault("text", "ROUGE-L", {}, SPLITS, with_state(AddedOneByOne)),
    "words merge by number": Fault("text", "Distinct", {"n": 2}, SPLITS, with_state(KeyedByNumber)),
    "the collection is forgotten": Fault(
        "text", "SelfBLEU", {}, SPLITS,
        forgets_the_collection),
    "a segment is drawn once at most": Fault("text", "chrF", {}, DRAWS, with_state(DrawsOnce)),
    "words are drawn once at most": Fault("text", "Entropy", {}, DRAWS, with_state(KeyedDrawsOnce)),
    "the last step of a segment is another number": Fault("text", "METEOR", {}, TOLD, one_more_step("chunks", 0.5)),
    "bounds of text are too narrow": Fault("text", "TER", {}, "check_bounds", always(bounds=(0.0, 100.0))),
    "a parameter of text does nothing": Fault("text", "ROUGE-L", {"part": "r"}, "check_parameters", ignores("part")),
    "the name of text lacks a parameter": Fault("text", "ROUGE", {"part": "p"}, "check_name", unwritten("part")),
    "no formula": Fault("text", "TER", {}, "check_documentation", always(formula="")),
    "one value only agrees": Fault("ratings", "Alpha", {}, LOOP, same_but("finish", np.nan_to_num)),
    "all distances are alike": Fault(
        "ratings", "Kappa", {"weights": "linear"}, LOOP, same_but("far", lambda found: (found > 0).astype(float))),
    "items are added up one by one": Fault("ratings", "MeanZ", {}, SPLITS, with_state(AddedOneByOne)),
    "values merge by number": Fault("ratings", "Kappa", {}, SPLITS, with_state(KeyedByNumber)),
    "an item is drawn once at most": Fault("ratings", "Mean", {}, DRAWS, with_state(DrawsOnce)),
    "pairs of ratings are drawn once at most": Fault("ratings", "Alpha", {}, DRAWS, with_state(KeyedDrawsOnce)),
    "the last step of an item is another number": Fault(
        "ratings", "Mean", {}, TOLD, one_more_step("ratings-of-item", 0.5)),
    "bounds of ratings are too narrow": Fault("ratings", "Alpha", {}, "check_bounds", always(bounds=(0.0, 1.0))),
    "a parameter of ratings does nothing": Fault(
        "ratings", "Agreement", {"within": 1}, "check_parameters", ignores("within")),
    "the name of ratings lacks a parameter": Fault(
        "ratings", "AC2", {"weights": "linear"}, "check_name", unwritten("weights")),
    "failed requests are over at once": Fault("cost", "Latency", {"p": "mean"}, LOOP, failures_end_at_once),
    "a percentile is taken between two requests": Fault("cost", "Latency", {"p": 60.0}, LOOP, between_two),
    "a failed request has results": Fault(
        "cost", "Coverage", {}, LOOP, same_but("values", lambda found: np.where(found == 0, 1.0, found))),
    "requests are added up one by one": Fault("cost", "Latency", {"p": "mean"}, SPLITS, with_state(AddedOneByOne)),
    "merging loses a request": Fault("cost", "Latency", {}, SPLITS, with_state(ListedLosesOne)),
    "a query is asked once at most": Fault("cost", "Latency", {}, DRAWS, with_state(ListedDrawsOnce)),
    "a failure is drawn once at most": Fault("cost", "ErrorRate", {}, DRAWS, with_state(DrawsOnce)),
    "the last step of a request is another number": Fault(
        "cost", "Service", {"p": "mean"}, TOLD, one_more_step("service-time", 0.5)),
    "bounds of cost are too narrow": Fault("cost", "Latency", {}, "check_bounds", always(bounds=(0.0, 1.0))),
    "a parameter of cost does nothing": Fault("cost", "Freshness", {"of": "add"}, "check_parameters", ignores("of")),
    "the name of cost lacks a parameter": Fault(
        "cost", "Space", {"per": "document"}, "check_name", unwritten("per")),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_breaks_a_contract(fault):
    case = FAULTS[fault]
    samples, base = FAMILIES[case.family], registry(case.family)[case.name]
    kind = faulty(base, **case.changes(base))

    def check(which):
        if case.contract in OF_KINDS:
            OF_KINDS[case.contract](which, samples)
        else:
            OF_MEASURES[case.contract](which(**case.setting), samples)

    check(base)
    with planted(kind), pytest.raises(AssertionError):
        check(kind)


def test_faults_are_planted_in_every_family_for_every_contract_that_looks_at_numbers():
    for name in FAMILIES:
        tried = {case.contract for case in FAULTS.values() if case.family == name}
        assert {LOOP, SPLITS, DRAWS, TOLD, "check_bounds", "check_parameters", "check_name"} <= tried
