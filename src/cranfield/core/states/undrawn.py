"""What states have in common from which nothing can be drawn again: they merge, and that is all."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

__all__ = ["Undrawn"]


class Undrawn:
    """A state that keeps neither units nor examples."""

    @property
    def population(self) -> Sequence[str]:
        """None: nothing can be drawn."""
        return ()

    @property
    def clustered(self) -> bool:
        """Groups cannot be drawn either."""
        return False

    @property
    def given(self) -> None:
        """Not kept."""
        return

    @property
    def cost(self) -> int:
        """Nothing is drawn."""
        return 0

    @abstractmethod
    def together(self, others: Sequence[Self]) -> Self:
        """Merge partitions."""

    def __add__(self, other: Self) -> Self:
        """Merge two partitions."""
        return self.together([other])

    def beside(self, other: Self) -> Self:
        """Nothing can be drawn, so the order is of no matter."""
        return self + other
