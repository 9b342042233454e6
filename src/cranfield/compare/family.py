"""The p-values of one family of comparisons: tested, corrected together, and what the other tests say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cranfield.compare.corrections import CORRECTIONS, beyond, corrected, largest_first
from cranfield.core.compared import Remark

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cranfield.compare.bout import Bout, Couple

__all__ = ["Ruling", "rule_on", "tests_of", "tied_for_best"]


_MOST_SIGNS = 10**9  # changes of signs for a test that only stands beside another: some seconds


@dataclass(frozen=True, eq=False)
class Ruling:
    """What was found of all couples: nan where there is nothing to say."""

    tests: list[str]  # the test of each couple
    statistic: NDArray[np.float64]
    p: NDArray[np.float64]
    adjusted: NDArray[np.float64]
    others: dict[str, NDArray[np.float64]]
    disagree: NDArray[np.bool_]
    notes: list[Remark]


def rule_on(
    bout: Bout, couples: Sequence[Couple], drawn: NDArray[np.float64] | None, ranges: NDArray[np.float64] | None
) -> Ruling:
    """Test couples and correct for how many they are."""
    settings, side = bout.settings, bout.side
    names, notes = tests_of(bout, couples)
    found = bout.p_values(couples, names, side, drawn)
    statistic, p = found[bout.test]
    tests = [bout.test] * len(couples)
    _without_spread(bout, couples, found, tests)
    _without_variance(bout, couples, found, tests, notes)
    adjusted = _adjusted(bout, couples, p, ranges, notes)
    _say_if_hopeless(bout, tests, p, notes)
    others = {name: found[name][1] for name in names[1:]}
    disagree = np.zeros(len(couples), bool)
    if (
        {"t", "randomization"} <= found.keys()
        and settings.correction in CORRECTIONS
        and bout.test in ("t", "randomization")
    ):
        decided = [
            [settings.significant(each) for each in corrected(found[name][1], settings.correction)]
            for name in ("t", "randomization")
        ]
        disagree = np.array(decided[0]) != np.array(decided[1])
    return Ruling(tests, statistic, p, adjusted, others, disagree, notes)


def tests_of(bout: Bout, couples: Sequence[Couple]) -> tuple[list[str], list[Remark]]:
    """The test of a measure and those beside it, and what to say of one that would take too long."""
    names, notes = [bout.test], list[Remark]()
    if bout.settings.as_ is None:
        names += [each for each in _beside(bout) if each != bout.test]
    if "randomization" in names[1:] and _takes_long(bout, couples):
        names.remove("randomization")
        about = {"name": bout.lineup.name, "count": bout.lineup.size, "noun": bout.lineup.noun}
        notes.append(Remark("compare-side-test-left-out", about))
    return names, notes


def _say_if_hopeless(bout: Bout, tests: Sequence[str], p: NDArray[np.float64], notes: list[Remark]) -> None:
    """Trials that are too few for so many comparisons find nothing, whatever the systems do."""
    settings, count = bout.settings, int((~np.isnan(p)).sum())
    sampled = set(tests) & {"randomization", "bootstrap", "resampled"} and settings.correction in ("holm", "bonferroni")
    least = 1 / (settings.resamples + 1)  # all changes of few signs may go below it
    if sampled and count * least >= settings.alpha and np.nanmin(p) >= least * (1 - 1e-9):
        wanted = int(np.ceil(2 * count / settings.alpha))
        facts = {"name": bout.lineup.name, "resamples": settings.resamples, "count": count, "wanted": wanted}
        notes.append(Remark("compare-few-resamples", facts))


def _beside(bout: Bout) -> tuple[str, ...]:
    """Which tests are computed along with the one that was asked for."""
    cells = bout.lineup.cells
    if bout.lineup.measure.shared or not bout.lineup.paired:
        return ()
    if cells is None:
        return ("delong",) if bout.delong is not None else ("randomization",)
    right_or_wrong = bool(np.isin(cells, (0.0, 1.0)).all())
    return ("t", "randomization", "mcnemar") if right_or_wrong else ("t", "randomization")


def _takes_long(bout: Bout, couples: Sequence[Couple]) -> bool:
    """Whether a randomization test that nobody asked for would take minutes."""
    if bout.lineup.size * bout.settings.resamples <= _MOST_SIGNS:
        return False
    return bout.lineup.cells is None or not all(
        bout.lacks(each) is not None or bout.gaps(each).alike or bout.gaps(each).nothing for each in couples
    )


def _without_spread(
    bout: Bout, couples: Sequence[Couple],
    found: dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]], tests: list[str],
) -> None:  # fmt: skip
    """The t-test says nothing of differences that do not vary: equal systems have p = 1, others the randomization's."""
    if bout.lineup.cells is None or "t" not in found:
        return
    for at, couple in enumerate(couples):
        if bout.lacks(couple) is not None or not np.isnan(found["t"][1][at]):
            continue
        found["t"][0][at] = np.nan
        if bout.gaps(couple).nothing:
            found["t"][1][at] = 1.0
        elif bout.settings.as_ is None:  # differences of one size: exact, and so without long work
            statistic, p = bout.p_values([couple], ["randomization"], bout.side, None)["randomization"]
            if bout.test == "t":
                tests[at] = "randomization"
                found["t"][0][at] = statistic[0]
            found["t"][1][at] = p[0]


def _without_variance(
    bout: Bout, couples: Sequence[Couple],
    found: dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]], tests: list[str], notes: list[Remark],
) -> None:  # fmt: skip
    """DeLong's test says nothing of AUCs whose variance is 0, so the randomization test does."""
    if bout.test != "delong":
        return
    statistics, p = found["delong"]
    blank = [at for at in range(len(couples)) if np.isnan(p[at]) and bout.lacks(couples[at]) is None]
    if not blank:
        return
    chosen = [couples[at] for at in blank]
    statistics[blank], p[blank] = bout.p_values(chosen, ["randomization"], bout.side, None)["randomization"]
    for at in blank:
        tests[at] = "randomization"
    systems = [bout.lineup.systems[two] for _, two in chosen]
    notes.append(Remark("compare-no-variance", {"name": bout.lineup.name, "systems": systems}))


def _adjusted(
    bout: Bout, couples: Sequence[Couple], p: NDArray[np.float64], ranges: NDArray[np.float64] | None,
    notes: list[Remark],
) -> NDArray[np.float64]:  # fmt: skip
    how, lineup = bout.settings.correction, bout.lineup
    if how in CORRECTIONS:
        return corrected(p, how)
    if lineup.measure.shared or not lineup.paired:
        notes.append(Remark("compare-holm-instead", {"name": lineup.name, "how": how}))
        return corrected(p, "holm")
    able = np.flatnonzero(~np.isnan(p)).tolist()
    found = np.full(len(p), np.nan)
    if not able:
        return found
    chosen = [couples[at] for at in able]
    gaps = np.array([bout.difference(each) for each in chosen])
    if how == "tukey" and ranges is not None:
        count = lineup.size if lineup.summed else 1
        found[able] = beyond(ranges * count, gaps, 1e-12 * count * float(np.abs(lineup.cells).max()))  # type: ignore[arg-type]
        return np.fmax(found, p)  # a correction never makes a p smaller
    if how == "tukey":
        notes.append(Remark("compare-no-tukey", {"name": lineup.name}))
    found[able] = _by_largest(bout, chosen, gaps)
    return np.fmax(found, p)


def _by_largest(bout: Bout, couples: Sequence[Couple], gaps: NDArray[np.float64]) -> NDArray[np.float64]:
    """MaxT; differences are divided by how much they vary, so that all of them weigh the same."""
    side = bout.side

    def sized(block: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
        found = block * np.where(scale > 0, 1 / np.where(scale > 0, scale, 1.0), 0.0)
        return side * found if side else np.abs(found, out=found)

    if bout.lineup.cells is None:
        swapped = np.nan_to_num(bout.swapped(couples))
        scale = np.sqrt((swapped**2).mean(axis=0))
        return largest_first([sized(swapped, scale)], sized(gaps, scale))
    each = [bout.gaps(couple).values for couple in couples]
    # changed signs leave the squares as they are, so this orders the trials as Student's t does
    scale = np.sqrt(np.array([float((one**2).sum()) for one in each]))

    def blocks() -> Iterator[NDArray[np.float64]]:
        for block in bout.signed(couples):
            yield sized(block, scale)

    return largest_first(blocks(), sized(np.array([one.sum() for one in each]), scale))


def tied_for_best(
    bout: Bout, drawn: NDArray[np.float64] | None, couples: Sequence[Couple], ruling: Ruling
) -> tuple[str, ...]:
    """The best system and all that its difference from is not significant, Holm's correction for their number.

    Where all pairs were tested both ways, their own corrected p-values decide.
    """
    lineup = bout.lineup
    if lineup.measure.better is None or np.isnan(lineup.values).all():
        return ()
    best = int(np.nanargmax(lineup.values * lineup.sign))
    others = [at for at in range(len(lineup.systems)) if at != best]
    pairs = [(best, at) for at in others]
    whole = bout.settings.pairs == "all"
    tested = zip(couples, ruling.adjusted if whole else ruling.p, strict=True) if bout.side == 0 else ()
    known = {frozenset(couple): p for couple, p in tested}
    rest = [each for each in pairs if frozenset(each) not in known]
    if rest:
        found = bout.p_values(rest, [bout.test], 0, drawn)[bout.test][1]
        blank = [at for at in range(len(rest)) if np.isnan(found[at]) and bout.lacks(rest[at]) is None]
        if blank and lineup.paired:  # differences that do not vary
            found[blank] = bout.p_values([rest[at] for at in blank], ["randomization"], 0, drawn)["randomization"][1]
        known |= {frozenset(couple): p for couple, p in zip(rest, found, strict=True)}
    adjusted = np.array([known[frozenset(each)] for each in pairs])
    if not (whole and bout.side == 0):
        adjusted = corrected(adjusted, "holm")
    tied = {
        best,
        *(at for at, p in zip(others, adjusted, strict=True) if not np.isnan(p) and not bout.settings.significant(p)),
    }
    return tuple(name for at, name in enumerate(lineup.systems) if at in tied)
