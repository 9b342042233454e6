"""Labels as small numbers: a column of codes and the names that they stand for, and scores with one column a class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Coded", "Numbers", "Scores", "joined", "merge_names", "order_names", "same_labels", "usual_positive", "whole_name",
]  # fmt: skip

# what people call the positive one of two labels; the other name must be its counterpart
_PAIRS = (
    ("0", "1"), ("-1", "1"), ("False", "True"), ("false", "true"), ("FALSE", "TRUE"), ("no", "yes"), ("No", "Yes"),
    ("neg", "pos"), ("negative", "positive"),
)  # fmt: skip


_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][+-]?[0-9]+)?")  # 007 is a name


class Numbers(Sequence[str]):
    """Names that are numbers, made into text only when somebody looks at them."""

    def __init__(self, values: Sequence[int] | NDArray[Any]) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Numbers) or isinstance(self.values, range) != isinstance(other.values, range):
            return NotImplemented
        if isinstance(self.values, range):
            return self.values == other.values
        return bool(np.array_equal(self.values, other.values))

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Numbers: ...
    def __getitem__(self, index: int | slice) -> str | Numbers:
        return Numbers(self.values[index]) if isinstance(index, slice) else str(self.values[index])

    def __iter__(self) -> Iterator[str]:
        listed = self.values.tolist() if isinstance(self.values, np.ndarray) else self.values
        return map(str, listed)


class Coded:
    """`names[codes[i]]` is the label of row `i`; two columns that are compared share their names."""

    def __init__(self, codes: NDArray[Any], names: Sequence[str]) -> None:
        self.codes, self.names = codes, names

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, rows: NDArray[Any]) -> Coded:
        return Coded(self.codes[rows], self.names)

    def renamed(self, names: Sequence[str]) -> Coded:
        """The same labels with codes into other names, which must contain these."""
        if list(names) == list(self.names):
            return self
        place = {name: code for code, name in enumerate(names)}
        table = np.asarray([place[name] for name in self.names], self.codes.dtype)
        return Coded(table[self.codes], names)

    def present(self) -> Coded:
        """The same labels without names that no row has."""
        there, codes = np.unique(self.codes, return_inverse=True)
        return Coded(codes.reshape(-1), [self.names[code] for code in there.tolist()])

    def is_label(self, name: str) -> NDArray[np.bool_]:
        """Which rows carry a label; none if nobody ever does."""
        names = list(self.names)
        return self.codes == names.index(name) if name in names else np.zeros(len(self), bool)


class Scores:
    """A score for each class in each row: `values[row, class]`."""

    def __init__(self, values: NDArray[Any], names: Sequence[str]) -> None:
        self.values, self.names = values, tuple(names)

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, rows: NDArray[Any]) -> Scores:
        return Scores(self.values[rows], self.names)

    def of(self, name: str) -> NDArray[Any]:
        """The scores of one class."""
        return self.values[:, self.names.index(name)]


def _as_number(name: str) -> float | None:
    try:
        number = float(name)
    except ValueError:
        return None
    return number if number == number else None  # noqa: PLR0124 (nan is not itself)


def order_names(names: Sequence[str]) -> tuple[str, ...]:
    """By value if all are numbers, otherwise by letter."""
    numbers = {name: _as_number(name) for name in names}
    if any(number is None for number in numbers.values()):
        return tuple(sorted(numbers))
    return tuple(sorted(numbers, key=lambda name: (numbers[name], name)))


def merge_names(*lists: Sequence[str]) -> tuple[str, ...]:
    """All names once, in order."""
    return order_names(list(dict.fromkeys(name for names in lists for name in names)))


def joined(*columns: Coded, ordered: bool = True) -> Coded:
    """The labels of several columns one after the other; different names are put in order, if that matters."""
    first = columns[0].names
    if all(each.names is first or each.names == first or list(each.names) == list(first) for each in columns[1:]):
        return Coded(np.concatenate([each.codes for each in columns]), first)
    distinct = list(dict.fromkeys(name for each in columns for name in each.names))
    names = order_names(distinct) if ordered else distinct
    place = {name: code for code, name in enumerate(names)}
    wide = [np.asarray([place[name] for name in each.names], np.int32)[each.codes] for each in columns]
    return Coded(np.concatenate(wide), names)


def whole_name(number: float) -> str:
    """The name of a number: whole ones without a point."""
    return str(int(number)) if number.is_integer() and abs(number) < 2**63 else repr(number)


def same_labels(*columns: Iterable[str]) -> dict[str, str]:
    """Other names for labels that are written in several ways; columns are compared with each other.

    1.0 is 1 where all labels are numbers, and True is 1 in a column of numbers and truth values if 0 or 1 is a label.
    """
    truths = {"False": "0", "True": "1"}
    distinct = [set(names) for names in columns]
    plain = set().union(*distinct) - set(truths)
    table = {}
    if all(_DECIMAL.fullmatch(name) for name in plain):
        table = {name: whole_name(float(name)) for name in plain if not name.lstrip("-").isdigit()}
    if {"0", "1"} & {table.get(name, name) for name in plain}:
        numbered = [names for names in distinct if all(name in truths or _DECIMAL.fullmatch(name) for name in names)]
        table |= {name: truths[name] for names in numbered for name in names & set(truths)}
    return table


def usual_positive(names: Sequence[str]) -> str | None:
    """The label that everybody takes for the positive one, as 1 of 0 and 1; None if it must be asked."""
    return next((pair[1] for pair in _PAIRS if names and set(names) <= set(pair)), None)
