"""Finds every key that the house gives to words, and the fields that it gives with it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import cranfield

SOURCE = Path(cranfield.__file__).parent
PLACED = {"InputError", "DuplicateError", "StudyError", "StudyUnavailableError"}
ERRORS = {"CranfieldError", "MeasureError", "PolicyError", "TrecEvalError"} | PLACED
PLACE = {"source", "line", "row"}  # of these, not fields of their sentences


@dataclass(frozen=True)
class Use:
    """One place where something is said: the keys it may have, and the fields as far as they can be seen."""

    kind: str  # "sentence" or "step"
    where: str
    keys: tuple[str, ...]  # empty where a key comes from elsewhere
    written: str  # the key as it is written
    fields: frozenset[str] | None  # None where they cannot be seen


def constants(node: ast.AST) -> tuple[str, ...]:
    """The keys that an expression may be, if they are written there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return (node.value,)
    if isinstance(node, ast.IfExp):
        either = constants(node.body), constants(node.orelse)
        return either[0] + either[1] if all(either) else ()
    return ()


def names_of(node: ast.AST, function: ast.AST) -> frozenset[str] | None:
    """The names in a dict, written there or bound to a name in the same function."""
    if isinstance(node, ast.Name):
        bound = [
            each.value
            for each in ast.walk(function)
            if isinstance(each, ast.Assign | ast.AnnAssign)
            and node.id
            in {getattr(target, "id", None) for target in getattr(each, "targets", [each.__dict__.get("target")])}
        ]
        return names_of(bound[0], function) if len(bound) == 1 and bound[0] is not None else None
    if not isinstance(node, ast.Dict) or not all(isinstance(key, ast.Constant) for key in node.keys):
        return None
    return frozenset(key.value for key in node.keys)


def keywords(call: ast.Call, function: ast.AST) -> frozenset[str] | None:
    found: set[str] = set()
    for each in call.keywords:
        names = frozenset([each.arg]) if each.arg else names_of(each.value, function)
        if names is None:
            return None
        found |= names
    return frozenset(found)


def use_of(call: ast.Call, function: ast.AST, where: str) -> Use | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if not call.args:
        return None
    first, rest = call.args[0], call.args[1:]
    first = next((each.value for each in call.keywords if each.arg == "wording"), first)
    keys, written, given = constants(first), ast.unparse(first), keywords(call, function)
    if name in ERRORS:
        place = PLACE if name in PLACED else set()
        return Use("sentence", where, keys, written, None if given is None else given - place)
    if name == "Finding":
        told = next((each.value for each in call.keywords if each.arg == "fields"), rest[1] if len(rest) > 1 else None)
        names = frozenset() if told is None else names_of(told, function)
        return Use("sentence", where, keys, written, None if names is None else names | {"count", "examples"})
    if name == "both":  # a sentence of the report, in every language
        return Use("sentence", where, keys, written, names_of(rest[0], function) if rest else frozenset())
    if name in ("say", "Remark") and rest:
        return Use("sentence", where, keys, written, names_of(rest[0], function))
    if name in ("unit", "rows") and ast.unparse(call.func).startswith("note."):
        return Use("step", where, keys, written, given)
    return None


def uses(tree: ast.AST, where: str) -> list[Use]:
    """Everything that a module says."""
    found, left = [], [(tree, tree)]
    while left:
        node, function = left.pop()
        inner = node if isinstance(node, ast.FunctionDef | ast.Lambda) else function
        left += [(child, inner) for child in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Call) and (use := use_of(node, function, where)):
            found.append(use)
    return found


def said_by_templates() -> set[str]:
    """Every key that a template of a page says."""
    pages = SOURCE.rglob("templates/*.html")
    return {key for path in pages for key in re.findall(r'"([a-z][a-z0-9-]+)"', path.read_text(encoding="utf-8"))}


def texts(tree: ast.AST) -> set[str]:
    """Every text constant of a module: a key that is in none of them is said by nobody."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def modules(*, without: tuple[str, ...] = ("words",)) -> dict[str, ast.AST]:
    """The sources by their path, without some parts of the house."""
    paths = {path.relative_to(SOURCE).as_posix(): path for path in sorted(SOURCE.rglob("*.py"))}
    return {
        name: ast.parse(path.read_text(encoding="utf-8"))
        for name, path in paths.items()
        if not any(name == part or name.startswith(f"{part}/") for part in without)
    }
