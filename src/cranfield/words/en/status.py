"""How far a study is, for whoever leads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STATUS"]

STATUS: dict[str, Template] = {
    "status-items": "{name:clip 100}: {items:items}[, {gold} more with a known answer]; {complete:,} complete,"
    "[ {begun:,} begun,] {untouched:,} without an answer",
    "status-given": "{given:,} of {wanted:,} answers ({share:.0%})[, {leased} given out at the moment]",
    "status-disputed": "{disputed:items} in dispute, {decided:,} decided",
    "status-nobody": "{count:items} that nobody could judge",
    "status-no-people": "nobody takes part yet; add people with cranfield serve {study} {=annotators=NAME,NAME}",
    "status-behind": "behind the others: {names:listed}",
    "status-agreement": "{dimension}: {values:all} over {count:items} that several judged",
    "status-annotator": "annotator",
    "status-done": "answers",
    "status-cannot": "cannot",
    "status-skipped": "skipped",
    "status-undone": "undone",
    "status-late": "late",
    "status-gold": "known",
    "status-repeats": "repeats",
    "status-seconds": "s an item",
    "status-revoked": "revoked",
}
