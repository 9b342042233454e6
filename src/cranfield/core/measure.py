"""What a measure is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self, dataclass_transform

from cranfield.core.arguments import NAME, checked
from cranfield.core.names import Alias, Elsewhere, cutoffs
from cranfield.core.note import SILENT, Note
from cranfield.core.param import Param, custom, flag, integer, number, word
from cranfield.errors import MeasureError, nearest
from cranfield.words import translated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.finding import Finding
    from cranfield.core.policy import Policy
    from cranfield.core.states.drawn import Draws
    from cranfield.core.states.drawn_pairs import DrawnPairs
    from cranfield.core.states.state import State

__all__ = ["Alias", "Elsewhere", "Measure", "cutoffs"]


def _plain(value: Any) -> Any:
    """A parameter as JSON can hold it; a map of grades to gains is kept as pairs."""
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(custom, flag, integer, number, word))
class Measure(ABC):
    """A measure is a value: its fields are its parameters, and `parse(str(m)) == m`."""

    __slots__ = ("_text",)  # how it is written, once that was asked for; what is in vars() is a parameter
    _text: str

    name: ClassVar[str] = ""
    family: ClassVar[str] = ""
    reads: ClassVar[tuple[str, ...]] = ()
    at: ClassVar[str | None] = None  # the parameter that @10 sets
    dash: ClassVar[str | None] = None  # the parameter that -2 sets, as in ROUGE-2
    dash_always: ClassVar[bool] = False  # whether it is printed even if it is the default
    always: ClassVar[tuple[str, ...]] = ()  # parameters that are printed even if they have their defaults
    bare: ClassVar[str | None] = None  # the parameter that a word alone sets, as in Latency(mean)
    aliases: ClassVar[tuple[Alias, ...]] = ()
    formula: ClassVar[str] = ""
    source: ClassVar[str] = ""
    chinese: ClassVar[str] = ""
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    better: ClassVar[str | None] = "higher"  # or "lower", or None for counts
    undefined_when: ClassVar[str] = ""  # the reason for nan: a key, or in words
    few_keys: ClassVar[bool] = False  # of sums by two keys, those that occur are enough where all would be too many
    pooled: ClassVar[bool] = False  # one quotient of all units' counts: a unit without a value adds nothing
    by_draws: ClassVar[bool] = False  # intervals of its mean come from units drawn anew by default, not from t
    drawn_by_rows: ClassVar[bool] = False  # draws of whole sessions weigh its rows, as no sums over sessions give it
    expected_ties: ClassVar[bool] = False  # has a closed form for the mean over all orders of tied documents
    elsewhere: ClassVar[tuple[Elsewhere, ...]] = ()  # where other tools print another number under the same name
    amount: ClassVar[bool] = False  # of something that everybody counts, as milliseconds: what rises is plain
    shared: ClassVar[bool] = False  # all systems have the same state and each its own value: nothing can be swapped
    adds_up: ClassVar[str] = ""  # the step whose rows add up to the value, or to what its last step divides

    _params: ClassVar[Mapping[str, Param]] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        # written out instead of made by dataclasses: a hundred generated classes would slow every start
        found: dict[str, Param] = {}
        for base in cls.__mro__:
            for name, value in vars(base).items():
                if isinstance(value, Param):
                    found.setdefault(name, value)
        cls._params = MappingProxyType(found)

    def __init__(self, **values: Any) -> None:
        for name in values:
            if name not in self._params:
                options, near = list(self._params), nearest(name, self._params)
                raise MeasureError("no-such-parameter", measure=self.name, name=name, options=options, near=near)
        for name, param in self._params.items():
            given = values.get(name, param.default)
            try:
                vars(self)[name] = param.check(given)
            except ValueError as error:
                raise param.refusal(self.name, name, given, error) from None
            except Exception as error:  # what the value itself raises when it is looked at
                raise param.refusal(self.name, name, given, ValueError()) from error
        self.__post_init__()

    def __post_init__(self) -> None:  # noqa: B027 (most measures need none)
        """A place for rules that concern several parameters."""

    def __setattr__(self, name: str, value: Any) -> None:
        message = f"{self} is a value and cannot be changed; make another one with replace({name}=...)"
        raise AttributeError(message)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return str(self)

    def replace(self, **changes: Any) -> Self:
        """The same measure with some parameters changed."""
        return type(self)(**{**vars(self), **changes})

    @classmethod
    def params(cls) -> Mapping[str, Param]:
        """The parameters by name, the measure's own before those that all measures share."""
        return cls._params

    @classmethod
    def describe(cls) -> str:
        """The first sentence of the docstring."""
        return (cls.__doc__ or "").strip().split("\n")[0]

    @classmethod
    @checked(language=NAME)
    def definition(cls, language: str = "en") -> str:
        """What it is, in one sentence of a language."""
        return (cls.chinese if language == "zh" else "") or cls.describe()

    @classmethod
    @checked(language=NAME)
    def formula_in(cls, language: str = "en") -> str:
        """The formula with its words in a language."""
        return translated(cls.formula, language=language)

    def changed(self) -> dict[str, Any]:
        """The parameters that differ from their defaults."""
        return {name: vars(self)[name] for name, param in self._params.items() if vars(self)[name] != param.default}

    def as_dict(self) -> dict[str, Any]:
        """The name and every parameter, also those with their defaults, for signatures."""
        return {"name": self.name, **{name: _plain(value) for name, value in vars(self).items()}}

    def told_parameters(self) -> dict[str, Any]:
        """The same for people and reports: a function of the user's own is named, as nothing can write it down."""
        named = {name: self._params[name].show(value) for name, value in vars(self).items() if callable(value)}
        return self.as_dict() | named

    def __str__(self) -> str:
        if not hasattr(self, "_text"):
            object.__setattr__(self, "_text", self._written())
        return self._text

    def __getstate__(self) -> dict[str, Any]:
        return vars(self)

    def _written(self) -> str:
        params, changed = self.params(), self.changed()
        changed |= {name: vars(self)[name] for name in self.always}
        cut = changed.pop(self.at, None) if self.at else None
        name = self.name
        if self.dash and (self.dash in changed or self.dash_always):
            changed.pop(self.dash, None)
            name += f"-{params[self.dash].show(getattr(self, self.dash))}"
        alone = [changed.pop(self.bare)] if self.bare and isinstance(changed.get(self.bare), str) else []
        inside = ", ".join([*alone, *(f"{name}={params[name].show(value)}" for name, value in changed.items())])
        after = f"@{params[self.at].show(cut)}" if self.at and cut is not None else ""
        return name + (f"({inside})" if inside else "") + after

    def resolve(self, batch: Batch) -> Measure:  # noqa: ARG002 (for measures with data-dependent defaults)
        """The same measure with defaults that come from the data filled in."""
        return self

    def together(self, batch: Batch) -> str:  # noqa: ARG002 (for measures that look beyond a unit)
        """What must stay together where data is cut: `unit`, the `group`, rows of equal `score`, or `all` of it."""
        return "unit"

    def small(self, state: State) -> State:
        """The state without its units and examples, as far as the value of the whole does not need them."""
        from cranfield.core.states.small import smaller  # noqa: PLC0415 (states know measures, not the reverse)

        return smaller(state)

    def ranged(self, state: State, above: tuple[int, int]) -> State:  # noqa: ARG002 (for measures that cut by score)
        """The same of rows of one range of the score, with so many positives and negatives in all higher ranges."""
        return self.small(state)

    def tied(self, policy: Policy, score: float, sides: tuple[int, int], above: tuple[int, int]) -> State:
        """The same of rows that all have one score, of which only the positives and negatives are counted."""
        raise NotImplementedError

    def drawn_by_name(self, state: State, draws: Draws) -> DrawnPairs | None:  # noqa: ARG002 (for AUC)
        """What draws of whole sessions give where `drawn_by_rows`; None if the measure cannot tell of these rows."""
        return None

    def averages_ties(self) -> bool:
        """Whether, with these parameters, the mean over all orders of tied documents has a closed form."""
        return self.expected_ties

    @property
    def worst(self) -> float:
        """What a unit without a value counts, unless it is left out: 0, or 1 where 0 would be perfect."""
        return self.bounds[1] if self.better == "lower" and self.bounds[1] < float("inf") else 0.0

    def unit_noun(self, batch: Batch) -> str:
        """What messages call the units of its values."""
        return batch.noun

    def unit_label(self) -> str:
        """The heading over the values of the units."""
        return str(self)

    def treatment(self, policy: Policy) -> tuple[str, dict[str, Any]]:
        """What becomes of a unit without a value: a key and its fields."""
        if self.pooled:
            return "adds-nothing", {}
        return ("counted-as", {"worst": self.worst}) if policy.undefined == "zero" else ("left-out", {})

    @property
    def summed(self) -> str:
        """What the whole is of the units' values: `arithmetic`, `geometric`, `weighted` mean, `sum` or `whole`."""
        return "whole"

    def tell_whole(self, state: State, note: Note) -> None:  # noqa: B027 (a mean needs no more than its units)
        """Tell the steps to the value of the whole from the state of all units, where these alone do not tell it."""

    def details(self, state: State) -> dict[str, float]:  # noqa: ARG002 (for measures that have more to say)
        """Numbers that belong beside the value, such as its error bound."""
        return {}

    def parts(self, state: State) -> dict[str, float]:  # noqa: ARG002 (for values that are made of others)
        """The numbers that the value of the whole is made of, by name."""
        return {}

    def portion(self, batch: Batch, unit: str) -> tuple[Batch, int]:
        """The data that one unit's value comes from, and the place of the unit in the state of that data."""
        return batch.select([batch.place_of(unit)]), 0

    def placements(self, state: State) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:  # noqa: ARG002
        """Where the value is a share of pairs won: the share that each member of either side wins, else None."""
        return None

    def interval_of(self, state: State, confidence: float) -> tuple[float, float] | None:  # noqa: ARG002
        """Where the value lies, for measures whose interval follows from counting; None where it does not."""
        return None

    def interval_when_flat(self, state: State, confidence: float) -> tuple[float, float] | None:  # noqa: ARG002
        """Where the value lies when all units have the same, which need not mean that it is certain."""
        return None

    def stretches(self, state: State) -> NDArray[np.float64] | None:  # noqa: ARG002
        """Values of equal stretches of time whose mean the value is, where that says how much it varies."""
        return None

    def redrawn(self, state: State, resamples: int, seed: int) -> NDArray[np.float64] | None:  # noqa: ARG002
        """The values of so many draws of single units, where there is a short way to them."""
        return None

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:  # noqa: ARG002 (for measures with more to show)
        """What an explanation shows of the data of one unit of a portion beside the steps."""
        return ()

    def signatures(self, batch: Batch) -> dict[str, str]:  # noqa: ARG002 (for measures with settings of their own)
        """By tool, one line that says with which settings the value was made, if parameters alone do not."""
        return {}

    def cautions(self, batch: Batch) -> list[Finding]:  # noqa: ARG002 (for measures that do not suit all data)
        """What the user should know about data that the measure does not suit."""
        return []

    def remarks(self, state: State) -> list[Finding]:  # noqa: ARG002 (for measures that may have to stop early)
        """What the user should know about how the values came about."""
        return []

    @abstractmethod
    def stats(self, batch: Batch, note: Note = SILENT) -> State:
        """The addable state of all units at once."""

    @abstractmethod
    def finish(self, total: Any) -> NDArray[np.float64]:
        """Values from (summed) states, on any leading axes; nan where undefined."""

    def about(self, total: Any) -> tuple[Sequence[str], NDArray[np.bool_]]:  # noqa: ARG002 (of what is summed up)
        """What has a value where examples are summed up or kept, and which of that has none by definition."""
        raise MeasureError("lacks-about", measure=self.name, method="about")

    def each(self, state: State) -> NDArray[np.float64]:
        """The value of every unit by itself."""
        return self.finish(state.each())
