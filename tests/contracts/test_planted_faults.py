"""A measure with a fault planted in it breaks a contract, whatever its family and whatever the fault."""

from contextlib import contextmanager
from dataclasses import dataclass, fields, replace

import numpy as np
import pytest

from contracts.checks import OF_KINDS, OF_MEASURES
from contracts.families import FAMILIES, labels, ranking, text
from cranfield.core import registry as registries
from cranfield.core.coded import Coded
from cranfield.core.note import SILENT
from cranfield.core.ragged import divide
from cranfield.core.registry import family, registry
from cranfield.core.states.kept import Kept
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.sums import Sums


@contextmanager
def planted(kind):
    """The measure in the place of the one that has its name."""
    home = family(kind.family)

    def change(action):
        action()
        vars(home).pop("_names", None)
        registries._changes += 1
        for each in (ranking, labels, text):  # what the other one made must not be found
            each._made.cache_clear()

    change(lambda: home._added.update({kind.name: kind}))
    try:
        yield
    finally:
        change(lambda: home._added.pop(kind.name))


def faulty(base, **changes):
    """The measure with some of it changed."""
    return type(base.__name__, (base,), {"name": base.name, "__doc__": base.__doc__, **changes})


def of_kind(state, kind):
    """The same state as another kind of it."""
    return kind(**{each.name: getattr(state, each.name) for each in fields(state)})


def with_state(kind):
    """A `stats` that gives the state of the measure as another kind."""
    return lambda base: {"stats": lambda self, batch, note=SILENT: of_kind(base.stats(self, batch, note), kind)}


class AddedOneByOne(Sums):
    def total(self, units=None):
        rows = self.rows if units is None else self.rows[units]
        return np.cumsum(rows, axis=0)[-1] if len(rows) else np.zeros(rows.shape[1])


class ForgetsUndefined(Sums):
    def __add__(self, other):
        return replace(super().__add__(other), undefined=np.zeros(len(self.units) + len(other.units), bool))


class DrawsOnce(Sums):
    def drawn(self, weights):
        return super().drawn(np.minimum(weights, 1))


class KeyedOneByOne(Keyed):
    def _sum(self, number):
        if number is None:
            return super()._sum(number)
        (column,) = self.columns.values()
        return np.bincount(column.codes, weights=number, minlength=len(column.names))


class KeyedByNumber(Keyed):
    def _joined(self, others, groups):
        mixed = {}
        for name in self.columns:
            every = [each.columns[name] for each in (self, *others)]
            names = max((each.names for each in every), key=len)
            mixed[name] = Coded(np.concatenate([each.codes for each in every]), names)
        return replace(super()._joined(others, groups), columns=mixed)


class KeyedDrawsOnce(Keyed):
    def drawn(self, weights):
        return super().drawn(np.minimum(weights, 1))


class KeptLosesOne(Kept):
    def __add__(self, other):
        both = super().__add__(other)
        keep = np.arange(max(both.rows - 1, 1))
        groups = None if both.groups is None else both.groups[keep]
        return replace(both, columns={n: column[keep] for n, column in both.columns.items()}, groups=groups)


class KeptDrawsOnce(Kept):
    def drawn(self, weights):
        return super().drawn(np.minimum(weights, 1))


def one_more_step(key, factor):
    """A `stats` that tells one more step behind the last."""

    def changes(base):
        def stats(self, batch, note=SILENT):
            state = base.stats(self, batch, note)
            note.unit(key, base.each(self, state) * factor, name=str(self), formula=self.formula)
            return state

        return {"stats": stats}

    return changes


def ties_as_given(base):
    def values(self, batch, note=SILENT):
        return base.values(self, replace(batch, policy=replace(batch.policy, ties="docid-desc")), note)

    return {"values": values}


def ties_are_won(base):
    def kept(self, batch):
        if isinstance(batch.columns["score"], np.ndarray):
            marked = batch.coded("truth").is_label(self.positive)
            score = np.where(marked, np.nextafter(batch.array("score"), 2), batch.array("score"))
            batch = replace(batch, columns={**batch.columns, "score": score})
        return base.kept(self, batch)

    return {"kept": kept}


def longer_of_two_lengths(base):
    def stats(self, batch, note=SILENT):
        state = base.stats(self, batch, note)
        rows, references = state.rows.copy(), batch.ragged("reference")
        for at in range(len(batch)):
            sizes = [len(each.split()) for each in references[at]]
            rows[at, 1] = min(sizes, key=lambda size, mine=rows[at, 0]: (abs(size - mine), -size))
        return replace(state, rows=rows)

    return {"stats": stats}


def same_but(name, change):
    """A method whose result is changed."""
    return lambda base: {name: lambda self, *given: change(getattr(base, name)(self, *given))}


def always(**changes):
    return lambda base: changes  # noqa: ARG005


def ignores(parameter):
    """The parameter is read as its default."""

    def changes(base):
        usual = base.params()[parameter].default

        def stats(self, batch, note=SILENT):
            return replace(base.stats(base(**{**vars(self), parameter: usual}), batch, note), measure=self)

        return {"stats": stats}

    return changes


def zero_over_zero(base):
    return {"by_label": lambda self, confusion: np.nan_to_num(divide(*base.quotient(self, confusion)))}


def never_adjusted(base):
    def overall(self, confusion):
        return base.overall(self.replace(adjusted=False), confusion)

    return {"overall": overall}


def empty_is_free(base):
    def finish(self, total):
        return np.where(total[..., 1] > 0, base.finish(self, total), 0.0)

    return {"finish": finish}


def forgets_the_collection(base):
    return {"values": lambda self, batch, note=SILENT: base.values(self, replace(batch, facts={}), note)}


def unwritten(parameter):
    return lambda base: {
        "_written": lambda self: base._written(self.replace(**{parameter: base.params()[parameter].default}))
    }


@dataclass(frozen=True)
class Fault:
    family: str
    name: str
    setting: dict
    contract: str
    changes: object

    def __str__(self):
        return f"{self.family}-{self.name}-{self.contract.removeprefix('check_')}"


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
