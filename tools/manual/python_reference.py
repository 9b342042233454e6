"""The Python reference, from signatures and docstrings of the public names."""

from __future__ import annotations

import importlib
import inspect
import re
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import cranfield
from manual.words import plain

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["FURTHER", "ROOMS", "python_reference"]

# the public names by what they are for; a test says that none is left out
ROOMS = {
    "Reading data": (
        "judgments", "ranking", "labels", "text", "ratings", "each_rated", "cost", "groups", "Batch", "Policy",
    ),
    "Judging": ("evaluate", "parse", "parse_all", "Results", "Result"),
    "Explaining": (
        "explain", "overview", "difference", "changes", "Explanation", "Overview", "Difference", "Changes",
    ),
    "Comparing": (
        "compare", "intervals", "interval", "paired", "poisson_interval", "poisson_paired", "poisson_weights", "moved",
        "power", "settle", "correlate", "robustness", "bounds", "overlap",
    ),
    "What to judge next": ("pool", "race"),
    "Clicks": ("clicks", "interleaving"),
    "Running engines": ("live",),
    "Raters and judges": ("agreement", "rater_orders", "median_judgments", "judges"),
    "Curves and pictures": ("curve", "picture", "confusion", "roc_curve", "precision_recall_curve"),
    "Measures of your own, and states": ("Measure", "UnitMean", "register", "from_arrow"),
    "Errors": ("CranfieldError", "InputError", "MeasureError", "NoSuchMeasureError", "PolicyError"),
    "Version": ("__version__",),
}  # fmt: skip
FURTHER = ("cranfield.testing", "cranfield.compat.pytrec_eval")


def python_reference() -> str:
    """Every public name with its signature and what it says of itself."""
    parts = [
        "# Python reference",
        "Made from the library's own docstrings. [The library by example](python.md) is the page to start with.",
    ]
    for title, names in ROOMS.items():
        parts.append(f"## {title}")
        for name in names:
            parts += _thing(name, getattr(cranfield, name), "cranfield")
    for path in FURTHER:
        module = importlib.import_module(path)
        parts += [f"## {path} {{ #{path.replace('.', '-')} }}", *_prose(inspect.getdoc(module) or "")]
        for name in _public(module):
            parts += _thing(name, getattr(module, name), path)
    return "\n\n".join(parts) + "\n"


def _public(module: ModuleType) -> tuple[str, ...]:
    return tuple(getattr(module, "__all__", ()))


def _thing(name: str, thing: Any, home: str) -> list[str]:
    anchor = f"{home}.{name}".replace(".", "-").replace("__", "")
    parts = [f"### {name.replace('_', chr(92) + '_')} {{ #{anchor} }}"]
    if isinstance(thing, str):
        return [*parts, f"`{thing}`"]
    if not callable(thing):
        return [*parts, *_prose(inspect.getdoc(thing) or "")]
    parts += [f"```python\n{_signature(name, thing)}\n```", *_prose(inspect.getdoc(thing) or "")]
    if inspect.isclass(thing):
        parts += _members(thing)
    return parts


def _signature(name: str, thing: Any) -> str:
    """The call as one would write it, a parameter a line where it is long."""
    try:
        found = inspect.signature(thing)
    except ValueError:
        return name
    bare = found.replace(
        parameters=[
            each.replace(
                annotation=_plain(each.annotation),
                default=_Bare("...") if "<" in repr(each.default) and each.default is not each.empty else each.default,
            )
            for each in found.parameters.values()
        ],
        return_annotation=_plain(found.return_annotation),
    )
    line = name + str(bare)
    if len(line) <= 100:
        return line
    given = ["    " + str(each) + "," for each in bare.parameters.values()]
    keyword = next((at for at, each in enumerate(bare.parameters.values()) if each.kind is each.KEYWORD_ONLY), None)
    if keyword is not None and not any(each.kind is each.VAR_POSITIONAL for each in bare.parameters.values()):
        given.insert(keyword, "    *,")
    returned = bare.return_annotation
    end = f") -> {_named(returned)}" if returned is not inspect.Signature.empty else ")"
    return "\n".join([f"{name}(", *given, end])


class _Bare:
    """An annotation that shows itself without quotes."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _plain(annotation: Any) -> Any:
    if annotation is inspect.Signature.empty:
        return annotation
    return _Bare(_named(annotation))


def _named(annotation: Any) -> str:
    if isinstance(annotation, str | _Bare):
        return str(annotation)
    return getattr(annotation, "__name__", str(annotation))


def _prose(doc: str) -> list[str]:
    """A docstring as paragraphs; examples and indented parts stay as they are."""
    parts = []
    for each in re.split(r"\n\s*\n", doc.strip()):
        if each.lstrip().startswith(">>>"):
            parts.append(f"```python\n{inspect.cleandoc(each)}\n```")
        elif re.search(r"^    ", each, re.MULTILINE) or each.startswith("    "):
            parts.append(f"```text\n{each}\n```")
        elif each:
            parts.append(plain(" ".join(each.split("\n"))))
    return parts


def _members(kind: type) -> list[str]:
    """The public fields, properties and methods of a class that say something of themselves."""
    listed = fields(kind) if is_dataclass(kind) else ()
    rows = [f"| `.{each.name}` | {plain(each.metadata['help'])} |" for each in listed if "help" in each.metadata]
    listed = {each.name for each in listed}
    for name, member in inspect.getmembers(kind):
        if name.startswith("_") or name in listed or not (callable(member) or isinstance(member, property)):
            continue
        doc = (inspect.getdoc(member) or "").split("\n\n")[0].replace("\n", " ")
        if not doc or _inherited(kind, name):
            continue
        called = "" if isinstance(member, property) else "()"
        rows.append(f"| `.{name}{called}` | {plain(doc)} |")
    return ["\n".join(["| member | |", "|---|---|", *rows])] if rows else []


def _inherited(kind: type, name: str) -> bool:
    """Whether it comes from Python itself, as the methods of mappings and exceptions do."""
    return any(
        name in vars(base) and not base.__module__.startswith("cranfield")
        for base in kind.__mro__
        if not any(name in vars(own) for own in kind.__mro__ if own.__module__.startswith("cranfield"))
    )
