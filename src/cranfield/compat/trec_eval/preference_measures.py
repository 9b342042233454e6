"""trec_eval's measures of preferences; `scope` says which pairs count.

ret: both documents were returned. imp: at least one. all: every pair, one that was not returned at all being a failure.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.compat.trec_eval.preferences import Counts, Group

__all__ = ["PREFERENCE_MEASURES"]


def _fulfilled(group: Group, scope: str, pairs: list[tuple[int, int]] | None = None) -> tuple[int, int]:
    """Preferences fulfilled and preferences possible."""
    both_kept, both, one_kept, one, none = group.tally(pairs)
    if scope == "ret":
        return both_kept, both
    return both_kept + one_kept, both + one + (none if scope == "all" else 0)


def _ratio(kept: float, possible: float) -> float:
    return kept / possible if possible else float("nan")


def _simple(counts: Counts, scope: str) -> float:
    """All preferences of all judges, each counting the same."""
    found = [_fulfilled(group, scope) for group in counts.groups]
    possible = sum(each[1] for each in found)
    return _ratio(sum(each[0] for each in found), possible) if possible else 0.0


def _by_judge(counts: Counts, scope: str) -> float:
    """Each judge counting the same."""
    found = [_fulfilled(group, scope) for group in counts.groups]
    return sum(_ratio(*each) for each in found if each[1]) / len(found)


def _by_pair(counts: Counts, scope: str) -> float:
    """Each pair of documents counting the same, whatever the number of judges."""
    total, pairs = 0.0, 0
    for first, second in {(min(pair), max(pair)) for pair in counts.times}:
        inside = (first < counts.returned) + (second < counts.returned)
        if inside < {"ret": 2, "imp": 1, "all": 0}[scope]:
            continue
        pairs += 1
        if inside:
            agree, against = counts.times.get((first, second), 0), counts.times.get((second, first), 0)
            total += agree / (agree + against)
    return total / pairs if pairs else 0.0


def _balanced(counts: Counts, scope: str) -> float:
    """As many unwanted documents as relevant ones for each judge: some are left out, or successes added."""
    found = [_balanced_group(group, scope) for group in counts.groups]
    total = sum(_ratio(*each) for each in found)
    return total / len(found) if total > 0 else 0.0  # nan, where a judge has no preference, is not above 0


def _balanced_group(group: Group, scope: str) -> tuple[int, int]:
    only = scope == "ret"
    relevant, unwanted = group.relevant(returned=only), group.unwanted(returned=only)
    spare = len(relevant) - len(unwanted)
    if spare >= 0:
        kept, possible = _fulfilled(group, scope)
        return (
            kept + len(group.relevant(returned=True)) * spare,
            possible + len(group.relevant(returned=False)) * spare,
        )
    if group.classes is None:
        most = len(group.relevant(returned=False))
        dropped = set(unwanted[most:])
        pairs = [pair for pair in group.pairs if not dropped & set(pair)]
    else:
        # trec_eval compares the unwanted documents that stay also with all unwanted ones
        *others, last = group.classes
        first = last[: len(relevant)]
        pairs = [(a, b) for i, better in enumerate(others) for c in others[i + 1 :] for a in better for b in c]
        pairs += [(a, b) for better in group.classes for a in better for b in first]
    if only:
        pairs = [(a, b) for a, b in pairs if a < group.returned and b < group.returned]
    kept = sum(1 for a, b in pairs if a < b and a < group.returned)
    return kept, len(pairs)


def _number(counts: Counts, scope: str, place: int) -> float:
    """Preferences fulfilled (place 0) or possible (place 1)."""
    return float(sum(_fulfilled(group, scope)[place] for group in counts.groups))


def _measures() -> dict[str, Callable[[Counts], float]]:
    found: dict[str, Callable[[Counts], float]] = {
        "prefs_num_prefs_poss": partial(_number, scope="all", place=1),
        "prefs_num_prefs_ful": partial(_number, scope="all", place=0),
        "prefs_num_prefs_ful_ret": partial(_number, scope="ret", place=0),
        "prefs_avgjg_Rnonrel": partial(_balanced, scope="all"),
        "prefs_avgjg_Rnonrel_ret": partial(_balanced, scope="ret"),
    }
    for scope, end in (("all", ""), ("ret", "_ret"), ("imp", "_imp")):
        found[f"prefs_simp{end}"] = partial(_simple, scope=scope)
        found[f"prefs_pair{end}"] = partial(_by_pair, scope=scope)
        found[f"prefs_avgjg{end}"] = partial(_by_judge, scope=scope)
    return found


PREFERENCE_MEASURES = _measures()
