"""Objects that show themselves: as text when printed, as a table in a notebook.

What a report looks like is decided in `report`, which nothing here may depend on; the package says how it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cranfield.core.exhibit import Exhibit

__all__ = ["Shown", "provide_views"]

_loaders: list[Callable[[], Any]] = []


def provide_views(load: Callable[[], Any]) -> None:
    """Say how the module is loaded whose `as_text` and `as_html` show any object of the house."""
    _loaders[:] = [load]


class Shown:
    """What is printed as text and shown as a table in a notebook.

    A class that `report` does not know says with `shown_as` what there is to see.
    """

    __slots__ = ()

    def shown_as(self) -> Sequence[Exhibit]:
        """Tables, linked words or curves; `report` has pages of its own for what the evaluation makes."""
        return ()

    def __str__(self) -> str:
        return str(_loaders[0]().as_text(self)) if _loaders else repr(self)

    def _repr_html_(self) -> str:
        return str(_loaders[0]().as_html(self))
