"""Labels as small numbers: a column of codes and the names that they stand for, and scores with one column a class."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Coded", "Numbers", "Scores", "merge_names", "order_names", "usual_positive"]

# what people call the positive one of two labels; the other name must be its counterpart
_PAIRS = (
    ("0", "1"), ("-1", "1"), ("False", "True"), ("false", "true"), ("FALSE", "TRUE"), ("no", "yes"), ("No", "Yes"),
    ("neg", "pos"), ("negative", "positive"),
)  # fmt: skip


class Numbers(Sequence[str]):
    """Names that are numbers, made into text only when somebody looks at them."""

    def __init__(self, values: Sequence[int] | NDArray[Any]) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

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


def usual_positive(names: Sequence[str]) -> str | None:
    """The label that everybody takes for the positive one, as 1 of 0 and 1; None if it must be asked."""
    return next((pair[1] for pair in _PAIRS if names and set(names) <= set(pair)), None)
