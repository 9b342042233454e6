"""Whether JSON is what `cranfield eval --format json` writes: somebody may have edited it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["is_results"]


def is_results(whole: Any) -> bool:
    """Whether all parts that a baseline needs are there and fit together."""
    if not isinstance(whole, dict) or not _listed(_is_system)(whole.get("systems")) or not whole["systems"]:
        return False
    signature = whole.get("signature")
    if not isinstance(signature, dict) or not isinstance(signature.get("cranfield"), str):
        return False
    shape: dict[str, Callable[[Any], bool]] = {
        "measures": _mapped(_is_text), "parameters": _mapped(_is_mapping), "policy": _is_mapping,
        "inputs": _listed(_is_input),
    }  # fmt: skip
    if not all(check(signature.get(key)) for key, check in shape.items()):
        return False
    return all(
        each["metrics"].keys() <= signature["measures"].keys() <= signature["parameters"].keys()
        for each in whole["systems"]
    )


def _is_system(each: Any) -> bool:
    if not isinstance(each, dict) or not all(isinstance(each.get(key), str) for key in ("system", "family")):
        return False
    sections = [section for key, section in each.items() if key.startswith("per_")]
    states = each.get("states", {})
    if not _mapped(_is_number)(each.get("metrics")) or not _mapped(_mapped(_listed(_is_number)))(states):
        return False
    if not all(_mapped(_mapped(_is_number))(section) for section in sections):
        return False
    return all(_covers(kept, name, sections) for name, kept in states.items())


def _covers(kept: dict[str, list[Any]], name: str, sections: list[dict[str, Any]]) -> bool:
    """Whether what was kept has as many numbers for each unit, and all units that have a value."""
    valued = {unit for section in sections for unit, values in section.items() if name in values}
    whole = all(number is not None for numbers in kept.values() for number in numbers)
    return whole and valued <= kept.keys() and len({len(numbers) for numbers in kept.values()}) <= 1


def _is_input(each: Any) -> bool:
    return (
        isinstance(each, dict) and isinstance(each.get("name"), str) and isinstance(each.get("sha256", ""), str | None)
    )


def _is_text(each: Any) -> bool:
    return isinstance(each, str)


def _is_mapping(each: Any) -> bool:
    return isinstance(each, dict)


def _is_number(each: Any) -> bool:
    """A finite number, or null for none."""
    if each is None:
        return True
    return isinstance(each, int | float) and not isinstance(each, bool) and abs(each) < 1e308


def _listed(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda each: isinstance(each, list) and all(map(check, each))


def _mapped(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda each: isinstance(each, dict) and all(map(check, each.values()))
