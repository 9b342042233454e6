"""What agreement between raters says, in sentences: whether to rely on it, and why coefficients differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.words import say

if TYPE_CHECKING:
    from cranfield.core.agreed import Agreed, Orders

__all__ = ["meaning", "orders_meaning"]

# Krippendorff, Content analysis, 2004, p. 241: rely on 0.8 and more, conclude with care from 0.667 on
RELIABLE, TENTATIVE = 0.8, 0.667
_DOMINANT = 0.7  # of all ratings one value: from here on chance agrees often
_APART = 0.1  # coefficients that differ by more want an explanation
_FEW = 10  # items or queries: drawing so few again hardly shows what others would be like
_OFTEN = 0.05  # draws in which two systems change places


def meaning(found: Agreed, language: str) -> list[str]:
    """What there is, whether it can be relied on, and why kappa and AC1 differ where they do."""
    facts = {
        "ratings": found.ratings, "items": found.items, "raters": len(found.raters), "shared": found.shared
    }  # fmt: skip
    told = [say("agreement-counts", facts, language=language)]
    if found.units < _FEW and any(each.low is not None for each in found.estimates.values()):
        few = {"count": found.units, "noun": found.drawn, "enough": _FEW}
        told.append(say("agreement-few", few, language=language))
    if found.unlisted:
        told.append(say("agreement-unlisted", {"count": found.unlisted}, language=language))
    if found.names:
        told.append(say("names-told", {}, language=language))
    name = next((each for each in ("Alpha", "Alpha(level='nominal')", "Kappa") if found.value(each) is not None), None)
    share = found.value("Agreement")
    if name is None or share is None:
        return told
    value = found.value(name) or 0.0
    told.append(
        say("agreement-told", {"share": share, "name": name, "value": value, "reads": _reads(value)}, language=language)
    )
    told += _paradox(found, language)
    single, mean = found.value("ICC"), found.value("ICC(average=True)")
    if single is not None and mean is not None and mean - single > _APART:
        about = {"single": single, "mean": mean, "raters": len(found.raters)}
        told.append(say("average-told", about, language=language))
    return told


def _reads(value: float) -> str:
    if value >= RELIABLE:
        return "reads-reliable"
    if value >= TENTATIVE:
        return "reads-tentative"
    if value < -_APART:
        return "reads-below"
    return "reads-weak" if value > _APART else "reads-chance"


def _paradox(found: Agreed, language: str) -> list[str]:
    """One value that dominates: chance agrees often, and what corrects for it differs."""
    value, share = found.dominant
    first = found.value("AC1")
    others = [found.value("Kappa"), found.value("Alpha(level='nominal')")]
    kappa = next((each for each in others if each is not None), None)
    if first is None or kappa is None or share < _DOMINANT or first - kappa < _APART:
        return []
    return [say("paradox-told", {"value": value, "share": share, "kappa": kappa, "first": first}, language=language)]


def orders_meaning(found: Orders, language: str) -> list[str]:
    """Whether who judges decides the order of systems."""
    total = len(found.flips)
    if not found.shared:  # every draw is the same
        return [say("orders-unshared", {"documents": found.documents}, language=language)]
    told = []
    if found.between is not None:
        taus = {"between": found.between, "drawn": found.drawn_tau or 0.0}
        told.append(say("orders-told", taus, language=language))
    often = [each for each in found.flips if each.flipped > _OFTEN]
    if found.shared < found.documents:
        counts = {"shared": found.shared, "documents": found.documents}
        told.append(say("orders-few-shared", counts, language=language))
    part = tuple(name for name, count in found.judged.items() if count < found.documents)
    if part:
        told.append(say("orders-of-part", {"names": part, "documents": found.documents}, language=language))
    if not often:
        return [*told, say("orders-hold", {"total": total, "often": _OFTEN}, language=language)]
    first = often[0]
    facts = {
        "count": len(often), "total": total, "often": _OFTEN, "better": first.better, "worse": first.worse,
        "share": first.flipped,
    }  # fmt: skip
    return [*told, say("orders-flip", facts, language=language)]
