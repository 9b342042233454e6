"""The families that there are, and the way for measures of a user's own to join them.

Whoever knows a family provides it (the package itself provides those that come along); it is loaded when it is asked
for, so that nothing here depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import MeasureError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.core.family import Family
    from cranfield.core.measure import Measure

__all__ = [
    "ENTRY_POINTS",
    "families",
    "family",
    "load_plugins",
    "provide",
    "register",
    "registry",
    "unregister",
    "version",
]  # fmt: skip

ENTRY_POINTS = "cranfield.measures"  # where other packages name their measures

_loaders: dict[str, Callable[[], Family]] = {}
_loaded: dict[str, Family] = {}
_changes = 0  # what was read before a measure came or went may mean something else now
_plugins_loaded = False


def provide(name: str, load: Callable[[], Family]) -> None:
    """Say how a family is loaded when somebody asks for it."""
    _loaders[name] = load


def families() -> tuple[str, ...]:
    """The names of all families, in the order in which people look for them."""
    return tuple(_loaders)


def family(name: str) -> Family:
    """A family by name."""
    if name not in _loaded:
        if name not in _loaders:
            raise MeasureError("unknown-family", name=name, families=families(), near=nearest(str(name), _loaders))
        _loaded[name] = _loaders[name]()
    return _loaded[name]


def registry(name: str) -> dict[str, type[Measure]]:
    """All measures of a family by name."""
    return family(name).measures


def version() -> int:
    """A number that changes whenever a measure comes or goes."""
    return _changes


def register(measure: type[Measure]) -> type[Measure]:
    """Make a measure of your own known by its name, everywhere: a decorator for a subclass of a measure.

    It then has everything that a built-in one has: the command line, parameters, explanations, reports, intervals.
    """
    global _changes  # noqa: PLW0603 (one registry for the process)
    from cranfield.core.measure import Measure  # noqa: PLC0415 (numpy is loaded only when it is needed)

    if not (isinstance(measure, type) and issubclass(measure, Measure)):
        raise MeasureError("register-class", given=measure)
    lacking = [name for name in ("name", "family", "formula") if not getattr(measure, name)]
    if not measure.describe():
        lacking.append("docstring")
    if lacking:
        raise MeasureError("register-lacking", measure=measure.__name__, lacking=lacking)
    if getattr(measure, "__abstractmethods__", None):
        raise MeasureError("register-abstract", measure=measure.name, methods=sorted(measure.__abstractmethods__))
    family(measure.family).add(measure)
    _changes += 1
    return measure


def unregister(measure: type[Measure]) -> None:
    """Forget a measure that was registered."""
    global _changes  # noqa: PLW0603 (as above)
    family(measure.family).remove(measure.name)
    _changes += 1


def load_plugins() -> bool:
    """Register the measures of other packages, once; whether there were any.

    It takes a look at everything that is installed, so it is done when a name is not known otherwise.
    """
    global _plugins_loaded  # noqa: PLW0603 (as above)
    if _plugins_loaded:
        return False
    _plugins_loaded = True
    from importlib.metadata import entry_points  # noqa: PLC0415

    before = version()
    for point in entry_points(group=ENTRY_POINTS):
        try:
            found: Any = point.load()
            for each in found if isinstance(found, list | tuple) else [found]:
                register(each)
        except MeasureError:
            raise
        except Exception as error:
            raise MeasureError("plugin-broken", name=point.name, value=point.value, error=str(error)) from error
    return version() > before
