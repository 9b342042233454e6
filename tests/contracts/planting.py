"""Faults to plant in measures: what changes of them, and how the faulty one takes the place of the sound one."""

from contextlib import contextmanager
from dataclasses import dataclass, fields, replace

import numpy as np

from contracts.families import cost, labels, ranking, text
from cranfield.core import registry as registries
from cranfield.core.coded import Coded
from cranfield.core.note import SILENT
from cranfield.core.ragged import divide
from cranfield.core.registry import family
from cranfield.core.states.kept import Kept
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.listed import Listed
from cranfield.core.states.sums import Sums


@contextmanager
def planted(kind):
    """The measure in the place of the one that has its name."""
    home = family(kind.family)

    def change(action):
        action()
        vars(home).pop("_names", None)
        registries._changes += 1
        for each in (cost, labels, ranking, text):  # what the other one made must not be found
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
    def _sum(self, number, *places):
        if number is None:
            return super()._sum(number, *places)
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


class ListedLosesOne(Listed):
    def together(self, others):
        both = super().together(others)
        return replace(both, undefined=both.undefined | (np.arange(len(both.units)) == len(both.units) - 1))


class ListedDrawsOnce(Listed):
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


def failures_end_at_once(base):
    """A request that failed takes what it took, however short."""

    def values(self, batch, note=SILENT):
        took = (batch.array("ended") - batch.array("intended")) * 1e3
        return np.where(batch.array("failed"), took, base.values(self, batch, note))

    return {"values": values}


def between_two(base):
    """A percentile as numpy finds it if nothing else is asked for."""

    def finish(self, total):
        if getattr(total, "weights", 0) is not None or not len(total.rows):
            return base.finish(self, total)
        return np.asarray(np.quantile(total.rows[:, 0], self.p / 100))

    return {"finish": finish}


@dataclass(frozen=True)
class Fault:
    family: str
    name: str
    setting: dict
    contract: str
    changes: object

    def __str__(self):
        return f"{self.family}-{self.name}-{self.contract.removeprefix('check_')}"
