"""Reads engine.toml, on top of one of the templates that come along, and refuses what it does not understand."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_toml
from cranfield.errors import InputError, nearest
from cranfield.live.calls import Call
from cranfield.live.checked import checked_body, checked_headers, checked_parameters, checked_url, of_type
from cranfield.live.engine import LARGEST, TIMEOUT, AnswerPaths, Engine, Probe
from cranfield.live.jsonpath import Path, parse_path
from cranfield.live.pattern import body_pattern, header_pattern, url_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

__all__ = ["TEMPLATES", "engine_of", "read_engine", "template_text"]

FOLDER = FilePath(__file__).parent / "templates"
TEMPLATES = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
_CALL = ("url", "method", "body", "headers")
_TABLES: dict[str, tuple[str, ...]] = {
    "answer": ("ids", "scores", "time", "unit", "error", "optional", "partial", "whole"),
    "version": (*_CALL, "path"),
    "space": (*_CALL, "bytes", "documents", "folder"),
    "add": _CALL,
    "update": _CALL,
    "delete": _CALL,
}
_TOP = (*_CALL, "name", "template", "timeout", "largest", "verify", "ca", "parameters", *_TABLES)
_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_UNITS = {"ms": 1e-3, "s": 1.0, "us": 1e-6, "ns": 1e-9}
_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")


def template_text(name: str) -> str:
    """A template that comes along, to be copied and changed."""
    if name not in TEMPLATES:
        raise InputError("engine-template", name=name, names=list(TEMPLATES), near=nearest(name, TEMPLATES))
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def read_engine(path: str | FilePath) -> Engine:
    """The engine that a file describes."""
    source = str(path)
    try:
        raw = FilePath(path).read_bytes()
    except OSError as error:
        raise InputError("engine-unreadable", source=source, why=error.strerror or str(error)) from None
    try:
        told = parsed_toml(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("engine-utf-8", source=source) from None
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        why = _PLACE.sub("", str(error))
        raise InputError("engine-toml", source=source, line=int(place[1]) if place else None, why=why) from None
    return engine_of(told, source, FilePath(path).stem)


def engine_of(told: Mapping[str, Any], source: str = "the engine", name: str = "engine") -> Engine:
    """The engine that the tables of a file describe."""
    try:
        return _engine(_on_template(dict(told)), source, name)
    except InputError as error:
        raise error.at(source=source) from None


def _on_template(told: dict[str, Any]) -> dict[str, Any]:
    """What the file says, and below it what its template says."""
    chosen = told.get("template")
    if chosen is None:
        return told
    base = tomllib.loads(template_text(of_type("template", chosen, str)))
    for key, value in told.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        base[key] = {**base[key], **value} if both else value
    return base


def _engine(told: dict[str, Any], source: str, name: str) -> Engine:
    _known("", told, _TOP)
    for table, keys in _TABLES.items():
        if table in told:
            _known(table, of_type(table, told[table], dict), keys)
    parameters = checked_parameters(told.get("parameters", {}))
    headers = {"Content-Type": "application/json", "Accept": "application/json", **_headers("", told)}
    if "answer" not in told or "ids" not in told["answer"]:
        raise InputError("engine-missing", key="answer.ids")
    search = _call("", told, headers, parameters)
    if search is None:
        raise InputError("engine-missing", key="url")
    calls = {each: _call(each, told.get(each), headers, parameters) for each in ("add", "update", "delete")}
    nowhere = next((each for each, call in calls.items() if call is None and each in told), None)
    if nowhere is not None:
        raise InputError("engine-missing", key=f"{nowhere}.url")
    return Engine(
        name=of_type("name", told.get("name", name), str) or name, source=source, kind=told.get("template"),
        search=search, answer=_answer(told["answer"]), parameters=parameters,
        timeout=_above_zero("timeout", told.get("timeout", TIMEOUT)),
        largest=int(_above_zero("largest", told.get("largest", LARGEST))),
        verify=of_type("verify", told.get("verify", True), bool),
        ca=None if "ca" not in told else of_type("ca", told["ca"], str),
        version=_probe("version", told.get("version"), headers, parameters, ("path",)),
        space=_probe("space", told.get("space"), headers, parameters, ("bytes", "documents")),
        writes={each: call for each, call in calls.items() if call is not None}, told=told,
    )  # fmt: skip


def _known(table: str, told: Mapping[str, Any], keys: Collection[str]) -> None:
    strange = next((each for each in told if each not in keys), None)
    if strange is not None:
        raise InputError("engine-key", key=strange, table=table, names=list(keys), near=nearest(strange, keys))


def _call(table: str, told: Any, headers: Mapping[str, str], parameters: Mapping[str, Any]) -> Call | None:
    """A request; its headers are those of the engine and its own."""
    if told is None or "url" not in told:
        return None
    place = f"{table}." if table else ""
    body = told.get("body")
    method = of_type(f"{place}method", told.get("method", "GET" if body is None else "POST"), str)
    if method not in _METHODS:
        raise InputError("engine-method", key=f"{place}method", given=method, names=list(_METHODS))
    text = checked_url(f"{place}url", told["url"], parameters)
    own = checked_headers({**headers, **_headers(place, told)}, with_body=body is not None)
    if body is not None:
        body = checked_body(f"{place}body", body, parameters)
    return Call(
        method, url_pattern(text), {name: header_pattern(each) for name, each in own.items()},
        None if body is None else body_pattern(body),
    )  # fmt: skip


def _headers(place: str, told: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = of_type(f"{place}headers", told.get("headers", {}), dict)
    return found


def _path(key: str, told: Mapping[str, Any]) -> Path | None:
    name = key.partition(".")[2]
    if name not in told:
        return None
    try:
        return parse_path(of_type(key, told[name], str))
    except InputError as error:
        raise InputError(error.key, **{"key": key, **error.fields}) from None


def _answer(told: Mapping[str, Any]) -> AnswerPaths:
    unit = told.get("unit", "ms")
    if unit not in _UNITS:
        raise InputError("engine-unit", given=unit, names=list(_UNITS))
    ids = _path("answer.ids", told)
    assert ids is not None
    found = {name: _path(f"answer.{name}", told) for name in ("scores", "time", "error")}
    optional, whole = (of_type(f"answer.{name}", told.get(name, False), bool) for name in ("optional", "whole"))
    partial = _paths("answer.partial", told)
    if whole and not partial:
        raise InputError("engine-no-partial")
    return AnswerPaths(ids, unit=_UNITS[unit], optional=optional, partial=partial, whole=whole, **found)


def _paths(key: str, told: Mapping[str, Any]) -> tuple[Path, ...]:
    """One path, or a list of them."""
    name = key.partition(".")[2]
    given = told.get(name, [])
    every = [_path(key, {name: each}) for each in (given if isinstance(given, list) else [given])]
    return tuple(each for each in every if each is not None)


def _probe(
    table: str, told: Any, headers: Mapping[str, str], parameters: Mapping[str, Any], names: Collection[str]
) -> Probe | None:
    if told is None:
        return None
    paths = {name: path for name in names if (path := _path(f"{table}.{name}", told)) is not None}
    folder = None if "folder" not in told else of_type(f"{table}.folder", told["folder"], str)
    call = _call(table, told, headers, parameters)
    if folder is None and (call is None or not paths):
        raise InputError("engine-missing", key=f"{table}.url" if call is None else f"{table}.{next(iter(names))}")
    return Probe(call, paths, folder)


def _above_zero(key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= sys.float_info.max:
        raise InputError("engine-number", key=key, given=value)
    return float(value)
