"""Text to measure: our own language and the names that people know from other tools."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import CHOICE, Rule, is_text, items
from cranfield.core.family import Family, Name
from cranfield.core.measure import Alias, Measure
from cranfield.core.registry import families, load_plugins, version
from cranfield.core.registry import family as family_named
from cranfield.errors import MeasureError, nearest
from cranfield.words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["fitting_families", "parse", "parse_all", "parse_named", "trec_name"]

_FORM = re.compile(r"(?P<name>[^()@\s]+)\s*(?:\((?P<inside>.*)\))?\s*(?:@\s*(?P<at>[^@()]+))?", re.DOTALL)
_DASH = re.compile(r"(?P<rest>.*[^-_\d])[-_]?(?P<value>\d{1,9})")  # ROUGE-2, and as people type it bleu4, dist_2
_LEVEL = re.compile(r"(?P<rest>.+)-l(?P<level>\d+)")  # ranx: ndcg@10-l2
_RANGE = re.compile(r"(?P<first>\d{1,15})\s*\.\.\s*(?P<last>\d{1,15})")  # nDCG@1..10
_LONGEST_RANGE = 10_000  # measures; more would be a slip of the finger
_UNREADABLE = (ValueError, SyntaxError, SyntaxWarning, TypeError, MemoryError, RecursionError)

FAMILY = Rule("be-family", lambda value: isinstance(value, Family) or is_text(value), MeasureError)

Measures = Iterable[str | Measure] | Mapping[str, str | Measure] | str | Measure


def parse(text: str | Measure, family: str | Family | None = None) -> Measure:
    """The measure that `text` names, such as `nDCG@10` or `P(rel=2)@5`."""
    found = parse_all([text], family)
    if len(found) != 1:
        raise MeasureError("several-measures", text=text, count=len(found), first=found[0], last=found[-1])
    return found[0]


def parse_all(texts: Measures, family: str | Family | None = None) -> list[Measure]:
    """The measures that the texts name, in order and each once; nicknames and lists such as `P@5,10` give several."""
    return list(dict.fromkeys(parse_named(texts, family).values()))


def parse_named(texts: Measures, family: str | Family | None = None) -> dict[str, Measure]:
    """The measures by the names that they were asked for; one of several of a list by its part of the list."""
    if family is not None:
        FAMILY.check("parse", "family", family)
    if isinstance(texts, Mapping):
        listed = items("parse", "measures", texts, error=MeasureError)
        return {_name(name): parse(each, family) for name, each in listed}
    several = isinstance(texts, Iterable) and not isinstance(texts, str)
    listed = items("parse", "measures", texts, error=MeasureError) if several else [texts]
    found: dict[str, Measure] = {}
    for each in listed:
        if isinstance(each, Measure):
            _hold(found, str(each), each)
        elif isinstance(each, str):
            for name, measure in _read(str.strip(each), family if family is None else str(family), version()):
                _hold(found, name, measure)
        else:
            raise MeasureError("no-measure", given=shown(each))
    return found


def _name(given: Any) -> str:
    CHOICE.check("parse", "the name of a measure", given)
    return str(given)


def _hold(found: dict[str, Measure], name: str, measure: Measure) -> None:
    if found.setdefault(name, measure) != measure:
        raise MeasureError("two-measures-one-name", name=name)


def fitting_families(text: str) -> list[str]:
    """The families that know a name with these parameters; most names are known to one."""
    fitting = [each for each in families() if _find(text.strip(), family_named(each)) is not None]
    if len(fitting) > 1:
        # the parameters may fit only one of them, as in precision@5
        fitting = [each for each in fitting if _builds(text.strip(), family_named(each))] or fitting
    # a family that stands beside others gives way to them: Coverage alone is what it always was
    return [each for each in fitting if not family_named(each).beside] or fitting


Named = tuple[tuple[str, Measure], ...]


@lru_cache(1024)
def _read(text: str, family: str | None, _version: int) -> Named:
    searched = families() if family is None else (family_named(family).name,)
    fitting = fitting_families(text) if family is None else [family] * (_find(text, family_named(family)) is not None)
    if len(fitting) > 1:
        raise MeasureError("ambiguous-measure", text=text, families=fitting)
    if fitting:
        return _build(text, family_named(fitting[0]))
    if not fitting_families(text) and load_plugins():
        return _read(text, family, version())
    raise _unknown(text, searched)


def _builds(text: str, family: Family) -> bool:
    try:
        return bool(_build(text, family))
    except MeasureError:
        return False


def _unknown(text: str, searched: Sequence[str]) -> MeasureError:
    name = re.split(r"[@(]", text)[0]
    homes = [family_named(each) for each in searched]
    for home in map(family_named, families()):
        if name.lower() in home.refused:
            return MeasureError("refused-measure", name=name, why=home.refused[name.lower()])
    if elsewhere := fitting_families(text):
        other = family_named(elsewhere[0])
        return MeasureError(
            "measure-of-another-family", name=name, family=searched[0], home=other.name, command=other.command,
            call=other.call,
        )  # fmt: skip
    parts = [part.strip() for part in text.split(",")]
    if len(parts) > 1 and all(any(_find(part, each) for each in homes) for part in parts):
        return MeasureError("measures-in-one", text=text, parts=parts)
    if not _FORM.fullmatch(text):
        return MeasureError("unreadable-measure", text=text)
    spellings = [entry.alias.name for each in homes for entry in each.names.values()]
    nicknames = [nickname for each in homes for nickname in each.nicknames]
    return MeasureError("unknown-measure", name=name, near=nearest(name, [*spellings, *nicknames]))


@dataclass(frozen=True)
class _Found:
    """What a text is made of; `entry` is None for a nickname."""

    entry: Name | None
    stem: str = ""  # what stands before the cutoff
    inside: str | None = None
    at: str | None = None
    suffix: str | None = None  # what another tool appends
    level: str | None = None  # ranx's lowest relevant grade


def _find(text: str, family: Family) -> _Found | None:
    """The parts of a text whose name the family knows; None if it does not."""
    names = family.names
    if re.split(r"[@(]", text)[0].lower() in family.refused:
        return None
    if text.lower() in family.nicknames:
        return _Found(None)
    level = _LEVEL.fullmatch(text)
    if level and (inner := _find(level["rest"], family)) and inner.entry:
        return replace(inner, level=level["level"])
    form = _FORM.fullmatch(text)
    if form:
        stem = text[: form.start("at")].rstrip("@ ") if form["at"] is not None else text
        name = form["name"].lower()
        if name in names:
            return _Found(names[name], stem, form["inside"], form["at"])
        dash = _DASH.fullmatch(form["name"])
        if dash and (entry := names.get(dash["rest"].lower())) and entry.measure.dash:
            preset = {**entry.alias.preset, entry.measure.dash: int(dash["value"])}
            found = Name(entry.measure, replace(entry.alias, preset=preset))
            return _Found(found, stem, form["inside"], form["at"])
    for cut in sorted((i for i, char in enumerate(text) if char in "._"), reverse=True):
        if text[:cut].lower() in names:
            return _Found(names[text[:cut].lower()], text[:cut], suffix=text[cut + 1 :])
    return None


def _build(text: str, family: Family) -> Named:
    if text.lower() in family.nicknames:
        return tuple(parse_named(family.nicknames[text.lower()], family).items())
    found = _find(text, family)
    assert found is not None
    assert found.entry is not None
    measure, alias = found.entry.measure, found.entry.alias
    values = dict(alias.preset)
    given = _keywords(text, measure, found.inside)
    if found.level is not None:
        if "rel" in given:
            raise MeasureError("rel-twice", text=text)
        given["rel"] = int(found.level) if len(found.level) < 20 else float("inf")
    measure, given = family.translate(text, measure, alias.name, given, cut=found.at is not None)
    cuts: list[dict[str, Any]] = [{}] if found.at is None else [{"@": each} for each in _cutoffs(text, found.at)]
    if found.at is not None and given.keys() & {measure.at, "@"}:
        raise MeasureError("cutoff-twice", text=text)
    for name in (*given, *cuts[0]):
        if name in values:
            raise MeasureError("already-set", text=text, alias=alias.name, name=name, measure=measure.name)
    suffix = found.suffix
    if suffix is None and alias.default is not None and not given and found.at is None:
        suffix = alias.default
    extras = _suffixes(text, measure, alias, suffix)
    made = [
        (cut | extra, _make(text, measure, {**values, **given, **cut, **extra})) for cut in cuts for extra in extras
    ]
    if len(made) == 1:
        return ((text, made[0][1]),)
    if len(extras) > 1:  # as the tool itself prints them
        stem = text[: -len(suffix or "") - 1] if found.suffix is not None else text
        return tuple((_suffixed(stem, alias, part, one), one) for part, one in made)
    return tuple((f"{found.stem}@{part['@']}", one) for part, one in made)


def _suffixed(stem: str, alias: Alias, part: dict[str, Any], made: Measure) -> str:
    """The name of one of several that a suffix lists."""
    if not alias.form or not part:
        return str(made)
    value = next(iter(part.values()))
    return f"{stem}_{alias.form.format(value)}"


def _suffixes(text: str, measure: type[Measure], alias: Alias, suffix: str | None) -> list[dict[str, Any]]:
    if suffix is None:
        return [{}]
    if alias.suffix is None:
        example = f"{measure.name}@10" if measure.at else None
        raise MeasureError("no-suffix", text=text, alias=alias.name, example=example)
    try:
        return alias.suffix(suffix)
    except ValueError:
        raise MeasureError("unreadable-suffix", text=text, suffix=suffix, alias=alias.name) from None


def _make(text: str, measure: type[Measure], values: dict[str, Any]) -> Measure:
    if "@" in values:
        if measure.at is None:
            raise MeasureError("no-cutoff", text=text, measure=measure.name)
        values[measure.at] = values.pop("@")
    return measure(**values)


def _keywords(text: str, measure: type[Measure], inside: str | None) -> dict[str, Any]:
    if inside is None or not inside.strip():
        return {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what Python would only warn about, as in rel=2if, is unreadable
            call = ast.parse(f"_({inside})", mode="eval").body
        if isinstance(call, ast.Call) and measure.bare and len(call.args) == 1:  # a word alone, as in Latency(mean)
            call.keywords.insert(0, ast.keyword(arg=measure.bare, value=call.args.pop()))
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
    except _UNREADABLE:
        raise MeasureError(
            "unreadable-parameters", text=text, measure=measure.name, options=list(measure.params())
        ) from None


def _cutoffs(text: str, at: str) -> list[Any]:
    """The cutoffs behind an @: one, several with commas between them, or a range such as 1..10."""
    found: list[Any] = []
    parts = [part.strip() for part in at.split(",")]
    for part in parts:
        span = _RANGE.fullmatch(part)
        if span:
            first, last = int(span["first"]), int(span["last"])
            if not first <= last < first + _LONGEST_RANGE:
                raise MeasureError("odd-range", text=text, part=part, most=_LONGEST_RANGE)
            found.extend(range(first, last + 1))
            continue
        try:
            found.append(_literal(part))
        except _UNREADABLE:
            raise MeasureError("unreadable-cutoff", text=text, at=at.strip(), several=len(parts) > 1) from None
    return list(dict.fromkeys(found))


def _literal(text: str) -> Any:
    """The number or word that a text writes; what Python would only warn about, as in 5if, is unreadable too."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return ast.literal_eval(text)


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
