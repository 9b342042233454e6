"""What a user asks `judges` for, made plain: several judges by name, runs by name, families, prompts and costs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cranfield.core.arguments import is_number, items
from cranfield.errors import InputError
from cranfield.io.bytes.source import Source
from cranfield.io.groups import groups
from cranfield.io.ranking import system_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.trust.powered import Costs

__all__ = ["costs_of", "families_asked", "listed_for", "named_judges", "named_runs", "prompt_facts"]


def named_judges(given: Any, names: Any, *, table: bool) -> dict[str, Any]:
    """Judges by name, in order: one, a list of them, or a dict; `table` says that a dict holds columns."""
    if isinstance(given, Mapping):
        alone = table or not all(_is_judgments(each) for each in given.values())
        found = {"judge": given} if alone else {str(name): each for name, each in items("judges", "judge", given)}
    elif isinstance(given, list | tuple):
        found = named_runs(given, "judge")
    else:
        found = {system_name(given) if isinstance(given, str | os.PathLike) else "judge": given}
    if not found:
        raise InputError("judges-none")
    if names is None:
        return found
    listed = [str(name) for name in items("judges", "names", names)]
    if len(listed) != len(found) or len({*listed}) < len(listed):
        raise InputError("judges-names", given=listed, count=len(found))
    return dict(zip(listed, found.values(), strict=True))


def _is_judgments(given: Any) -> bool:
    """Whether it is judgments by itself, not the documents of one query."""
    return not isinstance(given, Mapping) or any(isinstance(each, Mapping) for each in given.values())


def named_runs(given: Any, what: str = "run") -> dict[str, Any]:
    """Inputs by their names: those of their files, or their paths or numbers where names are shared."""
    if isinstance(given, Mapping):
        return {str(name): each for name, each in items("judges", what, given)}
    listed = items("judges", what, given)
    paths = [os.fspath(each) if isinstance(each, str | os.PathLike) else None for each in listed]
    if twice := next((path for path in paths if path is not None and paths.count(path) > 1), None):
        raise InputError("file-twice", source=twice)
    short = [what if path is None else system_name(path) for path in paths]
    return {
        name if short.count(name) == 1 else path or f"{name}-{at}": each
        for at, (name, path, each) in enumerate(zip(short, paths, listed, strict=True), 1)
    }


def listed_for(option: str, given: Any, count: int) -> list[Any]:
    """One setting for all judges, or one for each, in order."""
    if given is None:
        return [None] * count
    found = list(given) if isinstance(given, list | tuple) else [given]
    if len(found) == 1:
        return found * count
    if len(found) != count:
        raise InputError("judges-settings", option=option, given=len(found), count=count)
    return found


def families_asked(given: Any) -> dict[str, list[str]]:
    """Family to patterns of its systems: a dict, `name=pattern` (also several), or a file of system and family."""
    found: dict[str, list[str]] = {}
    if given is None:
        return found
    if isinstance(given, Mapping):
        for name, patterns in items("judges", "families", given):
            found[str(name)] = [patterns] if isinstance(patterns, str) else [str(each) for each in patterns]
        return found
    for each in [given] if isinstance(given, str | os.PathLike) else items("judges", "families", given):
        name, sign, patterns = str(each).partition("=")
        if sign and not os.path.exists(each):  # noqa: PTH110 (any text may be asked about)
            found.setdefault(name.strip(), []).extend(part.strip() for part in patterns.split(","))
        else:
            for system, name in groups(each).items():
                found.setdefault(name, []).append(system)
    if wrong := next((name for name, patterns in found.items() if not name or not all(patterns)), None):
        raise InputError("judges-bad-family", name=wrong)
    return found


def prompt_facts(prompt: Any) -> dict[str, Any]:
    """The file of a prompt and what it hashes to."""
    if prompt is None:
        return {}
    source = Source(prompt)
    return {"prompt": source.name, "prompt_sha256": source.sha256}


def costs_of(given: Sequence[float] | None) -> Costs | None:
    """What a judgment by people costs, and one by the judge."""
    if given is None:
        return None
    listed = items("judges", "costs", given)
    if len(listed) != 2 or not all(is_number(each) and 0 <= each < float("inf") for each in listed) or not listed[0]:
        raise InputError("judges-costs", given=[str(each) for each in listed])
    return float(listed[0]), float(listed[1])
