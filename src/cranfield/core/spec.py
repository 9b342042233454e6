"""Text to measure: our own language and the names that people know from other tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from cranfield.core.foreign import refusal, translated
from cranfield.core.measure import Alias, Measure, families, registry
from cranfield.errors import MeasureError, did_you_mean

__all__ = ["NICKNAMES", "parse", "parse_all", "trec_name"]

_FORM = re.compile(r"(?P<name>[^()@\s]+)\s*(?:\((?P<inside>.*)\))?\s*(?:@\s*(?P<at>[^@()]+))?", re.DOTALL)
# names whose numbers would not be those of the tool they come from, or that ask for more than anybody wants
_REFUSED = {
    "hits": "ranx means the mean number of relevant documents in the first k; NumRelRet@k is their sum over all"
    " queries and Success@k the share of queries that have one",
    "all": "there is no such name; did you mean all_trec (everything trec_eval knows) or official?",
}
_WAYS = {
    "ranking": "cranfield eval or ranking(...)",
    "labels": "cranfield labels or labels(...)",
    "text": "cranfield text (with --explain for the steps) or text(...)",
}
_DASH = re.compile(r"(?P<rest>.+)-(?P<value>\d+)")  # ROUGE-2
_LEVEL = re.compile(r"(?P<rest>.+)-l(?P<level>\d+)")  # ranx: ndcg@10-l2

# trec_eval's names for sets of measures
_CUT = "5,10,15,20,30,100,200,500,1000"
NICKNAMES: dict[str, list[str]] = {
    "official": (
        "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall "
        f"P.{_CUT}"
    ).split(),
    "set": [
        "num_q", "num_ret", "num_rel", "num_rel_ret", "utility",
        "set_P", "set_recall", "set_relative_P", "set_map", "set_F",
    ],
    "all_trec": (
        "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall "
        f"P.{_CUT} recall.{_CUT} infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel Rndcg "
        f"ndcg_cut.{_CUT} map_cut.{_CUT} relative_P.{_CUT} success.1,5,10 "
        "set_P set_relative_P set_recall set_map set_F num_nonrel_judged_ret"
    ).split(),
}  # fmt: skip


@dataclass(frozen=True)
class _Name:
    """What a name leads to."""

    measure: type[Measure] | None  # None for a nickname
    alias: Alias


@cache
def _names(family: str) -> dict[str, _Name]:
    """Every name and alias of a family, in lower case."""
    names: dict[str, _Name] = {}
    for measure in registry(family).values():
        for alias in (Alias(measure.name, tool="cranfield"), *measure.aliases):
            held = names.get(alias.name.lower())
            if held is None:
                names[alias.name.lower()] = _Name(measure, alias)
            elif (held.measure, dict(held.alias.preset)) == (measure, dict(alias.preset)):
                # our own name and another tool's are one: keep our bare meaning and their suffix
                suffix, default = held.alias.suffix or alias.suffix, held.alias.default or alias.default
                names[alias.name.lower()] = _Name(measure, replace(held.alias, suffix=suffix, default=default))
            else:
                message = f"alias {alias.name} belongs to two measures, one of them {measure.name}"
                raise AssertionError(message)
    return names


def parse(text: str | Measure, family: str | None = None) -> Measure:
    """The measure that `text` names, such as `nDCG@10` or `P(rel=2)@5`."""
    found = parse_all([text], family)
    if len(found) != 1:
        message = f"{text!r} stands for {len(found)} measures ({found[0]} to {found[-1]}); use parse_all"
        raise MeasureError(message)
    return found[0]


def parse_all(texts: Iterable[str | Measure] | str | Measure, family: str | None = None) -> list[Measure]:
    """The measures that the texts name, in order and each once; nicknames and lists such as `P.5,10` give several."""
    listed = list(texts) if isinstance(texts, Iterable) and not isinstance(texts, str) else [texts]
    found: dict[Measure, None] = {}
    for each in listed:
        if isinstance(each, Measure):
            found[each] = None
        elif isinstance(each, str):
            found.update(dict.fromkeys(_read(each, family)))
        else:
            message = f"a measure must be text or a measure, not {each!r}"
            raise MeasureError(message)
    return list(found)


@lru_cache(1024)
def _read(text: str, family: str | None) -> list[Measure]:
    if known := refusal(re.split(r"[@(]", text.strip())[0]):
        raise known
    searched = families() if family is None else (family,)
    fitting = [each for each in searched if _find(text.strip(), each) is not None]
    if len(fitting) > 1:
        # the parameters may fit only one of them, as in precision@5
        fitting = [each for each in fitting if _builds(text.strip(), each)] or fitting
    if len(fitting) > 1:
        message = f"{text!r} is a measure of {' and of '.join(fitting)}; say which family you mean"
        raise MeasureError(message)
    if not fitting:
        elsewhere = [each for each in families() if each not in searched and _find(text.strip(), each) is not None]
        if elsewhere:
            name, home = re.split(r"[@(]", text.strip())[0], elsewhere[0]
            message = f"unknown measure {name!r} of {family}; it is one of {home}: use {_WAYS[home]}"
            raise MeasureError(message)
        raise _unknown(text, searched)
    return _build(text.strip(), fitting[0])


def _builds(text: str, family: str) -> bool:
    try:
        return bool(_build(text, family))
    except MeasureError:
        return False


def _unknown(text: str, searched: tuple[str, ...]) -> MeasureError:
    name = re.split(r"[@(]", text.strip())[0]
    if name.lower() in _REFUSED:
        return MeasureError(f"{name}: {_REFUSED[name.lower()]}")
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and all(any(_find(part, each) for each in searched) for part in parts):
        return MeasureError(f"{text!r} names several measures; name them one by one: {' and '.join(parts)}")
    if not _FORM.fullmatch(text.strip()):
        return MeasureError(f"cannot read {text!r} as a measure; write it like nDCG@10 or P(rel=2)@5")
    spellings = [entry.alias.name for each in searched for entry in _names(each).values()]
    hint = did_you_mean(name, [*spellings, *NICKNAMES]) or "; `cranfield measures` lists all"
    return MeasureError(f"unknown measure {name!r}{hint}")


def _find(text: str, family: str) -> tuple[_Name, str | None, str | None, str | None, str | None] | None:
    """The entry, what is in brackets, the cutoff, the other tool's suffix and ranx's level; None if unknown."""
    names = _names(family)
    if text.lower() in NICKNAMES:
        return (_Name(None, Alias(text)), None, None, None, None) if family == "ranking" else None
    level = _LEVEL.fullmatch(text)
    if level and (inner := _find(level["rest"], family)) and inner[0].measure:
        return (*inner[:4], level["level"])
    form = _FORM.fullmatch(text)
    if form and form["name"].lower() in names:
        return names[form["name"].lower()], form["inside"], form["at"], None, None
    dash = _DASH.fullmatch(form["name"]) if form else None
    if form and dash and (entry := names.get(dash["rest"].lower())) and entry.measure and entry.measure.dash:
        preset = {**entry.alias.preset, entry.measure.dash: int(dash["value"])}
        return _Name(entry.measure, replace(entry.alias, preset=preset)), form["inside"], form["at"], None, None
    for cut in sorted((i for i, char in enumerate(text) if char in "._"), reverse=True):
        if text[:cut].lower() in names:
            return names[text[:cut].lower()], None, None, text[cut + 1 :], None
    return None


def _build(text: str, family: str) -> list[Measure]:
    if text.lower() in NICKNAMES:
        return parse_all(NICKNAMES[text.lower()], family)
    found = _find(text, family)
    assert found is not None
    entry, inside, at, suffix, level = found
    measure, alias = entry.measure, entry.alias
    assert measure is not None
    values = dict(alias.preset)
    given = _keywords(text, measure, inside)
    if level is not None:
        if "rel" in given:
            message = f"{text}: rel is given twice; write it once"
            raise MeasureError(message)
        given["rel"] = int(level) if len(level) < 20 else float("inf")
    measure, given = translated(text, measure, alias.name, given, registry(family), cut=at is not None)
    cuts: list[dict[str, Any]] = [{}] if at is None else [{"@": each} for each in _cutoffs(text, at)]
    if at is not None and given.keys() & {measure.at, "@"}:
        message = f"{text}: the cutoff is given twice; write it once, behind the @"
        raise MeasureError(message)
    for name in (*given, *cuts[0]):
        if name in values:
            message = f"{text}: {alias.name} already sets {name}; write {measure.name} with the parameters you want"
            raise MeasureError(message)
    if suffix is None and alias.default is not None and not given and at is None:
        suffix = alias.default
    extras = _suffixes(text, measure, alias, suffix)
    return [_make(text, measure, {**values, **given, **cut, **extra}) for cut in cuts for extra in extras]


def _suffixes(text: str, measure: type[Measure], alias: Alias, suffix: str | None) -> list[dict[str, Any]]:
    if suffix is None:
        return [{}]
    if alias.suffix is None:
        way = f"; for a cutoff write {measure.name}@10" if measure.at else ""
        message = f"{text}: {alias.name} takes no parameter behind its name{way}"
        raise MeasureError(message)
    try:
        return alias.suffix(suffix)
    except ValueError:
        message = f"{text}: cannot read {suffix!r} behind {alias.name}"
        raise MeasureError(message) from None


def _make(text: str, measure: type[Measure], values: dict[str, Any]) -> Measure:
    if "@" in values:
        if measure.at is None:
            message = f"{text}: {measure.name} takes no cutoff"
            raise MeasureError(message)
        values[measure.at] = values.pop("@")
    return measure(**values)


def _keywords(text: str, measure: type[Measure], inside: str | None) -> dict[str, Any]:
    if inside is None or not inside.strip():
        return {}
    try:
        call = ast.parse(f"_({inside})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args or any(each.arg is None for each in call.keywords):
            raise ValueError
        names = [each.arg for each in call.keywords]
        if not isinstance(call.func, ast.Name) or len(names) != len(set(names)):
            raise ValueError
        # a bare word is text, because a shell eats quotes: gain=exp
        words = {each.arg: each.value.id for each in call.keywords if isinstance(each.value, ast.Name)}
        return {
            str(each.arg): words[each.arg] if each.arg in words else ast.literal_eval(each.value)
            for each in call.keywords
        }
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        options = ", ".join(measure.params()) or "none"
        message = (
            f"cannot read the parameters of {text!r}; write {measure.name}(name=value), where name is one of {options}"
        )
        raise MeasureError(message) from None


def _cutoffs(text: str, at: str) -> list[Any]:
    """The cutoffs behind an @: one, or several with commas between them."""
    parts = [part.strip() for part in at.split(",")]
    try:
        return [ast.literal_eval(part) for part in parts]
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        message = f"cannot read the cutoff {at.strip()!r} of {text!r}; write a number, as in nDCG@10"
        if len(parts) > 1:
            message += ", and name several measures one by one"
        raise MeasureError(message) from None


def trec_name(measure: Measure) -> str:
    """The name trec_eval prints for a measure, or our own where it has none."""
    changed = measure.changed()
    for alias in measure.aliases:
        if alias.tool != "trec_eval" or any(changed.get(name) != value for name, value in alias.preset.items()):
            continue
        rest = {name: value for name, value in changed.items() if name not in alias.preset}
        if not rest and alias.default is None:
            return alias.name
        if alias.suffix is not None and list(rest) == [measure.at] and alias.form:
            return f"{alias.name}_{alias.form.format(rest[str(measure.at)])}"
    return str(measure)
