"""Preferences side by side: how often a system wins, and the strength that explains all wins together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cranfield.core.coded import Coded
from cranfield.core.exhibit import Listing
from cranfield.core.finding import Finding
from cranfield.core.measure import Alias
from cranfield.core.note import SILENT, Note
from cranfield.core.param import custom
from cranfield.core.ragged import divide
from cranfield.core.states.keyed import Keyed
from cranfield.core.states.named import Named
from cranfield.core.states.sums import Sums
from cranfield.errors import MeasureError, nearest
from cranfield.measures.ratings.base import RatingMeasure, groups_of
from cranfield.measures.ratings.strengths import finite, strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cranfield.core.batch import Batch
    from cranfield.core.exhibit import Exhibit
    from cranfield.core.states.tally import Tally

__all__ = ["BradleyTerry", "WinRate"]

MOST_SHOWN = 12


def _system(value: Any) -> str:
    if not isinstance(value, str) or not value or len(value) > 1000:
        raise ValueError
    return str(value)


class _Preferred(RatingMeasure):
    """About one of the systems that were shown side by side."""

    reads: ClassVar[tuple[str, ...]] = ("winner", "loser", "won")
    undefined_when: ClassVar[str] = "when-not-compared"

    system: str | None = custom(
        None, check=_system, rule="the name of a system", help="the system that it is about; the batch may be about one"
    )

    def resolve(self, batch: Batch) -> Self:
        """With the system named."""
        known = list(batch.facts["systems"])
        chosen = self.system or batch.facts.get("system")
        if chosen is None:
            raise MeasureError("which-system", measure=self.name, systems=known)
        if chosen not in known:
            near = nearest(chosen, known)
            raise MeasureError("no-such-system", measure=self.name, system=chosen, systems=known, near=near)
        return self.replace(system=chosen)

    def unit_label(self) -> str:
        """The share that was won: a single item has no strength."""
        return "WinRate"

    def shares(self, batch: Batch) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What the system won in each item, and how often it was compared there."""
        ready = self.resolve(batch)
        at = list(batch.facts["systems"]).index(str(ready.system))
        winner, loser, won = (batch.ragged(name) for name in ("winner", "loser", "won"))
        mine = winner.sum(np.where(winner.values == at, won.values, 0.0))
        theirs = winner.sum(np.where(loser.values == at, won.values, 0.0))
        return mine, mine + theirs

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Who preferred what."""
        names, raters = batch.facts["values"], batch.facts["raters"]
        rating, rater = batch.ragged("rating")[index].tolist(), batch.ragged("rater")[index].tolist()
        columns: dict[str, Any] = {
            "rater": [raters[at] for at in rater], "preferred": [names[at] for at in rating]
        }  # fmt: skip
        return (Listing("shown-preferences", columns),)


class WinRate(_Preferred):
    """The share of comparisons side by side that a system won, a tie counting one half."""

    name: ClassVar[str] = "WinRate"
    formula: ClassVar[str] = "(wins + ties / 2) / comparisons of the system"
    source: ClassVar[str] = "Bojar et al., Findings of the 2013 workshop on statistical machine translation, WMT 2013"
    chinese: ClassVar[str] = "并排比较中系统获胜的比例，平局算半次。"
    pooled: ClassVar[bool] = True
    shared: ClassVar[bool] = True

    def unit_label(self) -> str:
        """Without the system."""
        return self.name

    def stats(self, batch: Batch, note: Note = SILENT) -> Sums:
        """Wins and comparisons."""
        ready = self.resolve(batch)
        won, of = self.shares(batch)
        note.unit("won-comparisons", won)
        note.unit("all-comparisons", of)
        note.unit("won-over-comparisons", divide(won, of), of=(won, of), name=self.name)
        return Sums.of(ready, batch, np.column_stack((won, of)), of == 0, groups_of(batch))

    def finish(self, total: NDArray[np.float64]) -> NDArray[np.float64]:
        """One quotient of all comparisons."""
        return divide(total[..., 0], total[..., 1])

    def tell_whole(self, state: Any, note: Note) -> None:
        """Wins and comparisons."""
        won, of = state.total()
        note.unit("won-comparisons", np.asarray(won))
        note.unit("all-comparisons", np.asarray(of))
        note.unit("won-over-comparisons", self.finish(state.total()), of=(won, of), name=str(self))


class BradleyTerry(_Preferred):
    """The strength of a system, as log-odds against the mean of all: it explains all wins between systems together."""

    name: ClassVar[str] = "BradleyTerry"
    shared: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (float("-inf"), float("inf"))
    formula: ClassVar[str] = "b of the system, where a beats c with odds exp(b of a - b of c) and all b add up to 0"
    source: ClassVar[str] = "Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 1952"
    chinese: ClassVar[str] = (
        "系统的强度（相对全部系统平均的对数胜率比），使各系统两两之间的胜负得到最好的解释；平局算双方各半次。"
    )
    aliases: ClassVar[tuple[Alias, ...]] = (Alias("bradley_terry", tool="evalica"),)

    def stats(self, batch: Batch, note: Note = SILENT) -> Keyed:
        """Wins by winner and loser."""
        ready = self.resolve(batch)
        winner, loser, won = (batch.ragged(name) for name in ("winner", "loser", "won"))
        names = batch.facts["systems"]
        columns = {"winner": Coded(winner.values, names), "loser": Coded(loser.values, names)}
        mine, of = self.shares(batch)
        named = Named(batch.units, winner.owner, np.column_stack((mine, of)), of == 0, groups_of(batch))
        note.unit("won-comparisons", mine)
        note.unit("all-comparisons", of)
        note.unit("won-over-comparisons", divide(mine, of), of=(mine, of), name="WinRate")
        return Keyed(ready, batch.policy, columns, (won.values,), named=named)

    def finish(self, total: Tally) -> NDArray[np.float64]:
        """The strength; nan where it is not finite."""
        names = list(total.names["winner"])
        if self.system not in names:
            return np.full(total.shape, np.nan)
        return strengths(np.asarray(total.sums[0], np.float64))[..., names.index(str(self.system))]

    def each(self, state: Any) -> NDArray[np.float64]:
        """The share that the system won in each item."""
        return divide(state.named.rows[:, 0], state.named.rows[:, 1])

    def tell_whole(self, state: Any, note: Note) -> None:
        """What was won, what the strengths expect to be won, and the strength."""
        total = state.total()
        note.unit("won-comparisons", total.row(0))
        note.unit("all-comparisons", total.row(1))
        note.unit("strength-of-system", self.finish(total), name=str(self))

    def remarks(self, state: Any) -> list[Finding]:
        """Why there is no strength: systems that never met, or that never lost to any of the others."""
        total = state.total()
        wins, names = np.asarray(total.sums[0], np.float64), list(total.names["winner"])
        if not np.isnan(self.finish(total)):
            return []
        reach = finite(wins + np.swapaxes(wins, -1, -2))
        if not reach.all():
            apart = [name for name, met in zip(names, reach[0].tolist(), strict=True) if not met]
            return [Finding("systems-never-met", len(apart), {"names": tuple(apart)}, "warning", subject=str(self))]
        ways = finite(wins)
        above = [name for at, name in enumerate(names) if not ways[:, at].all() or not ways[at].all()]
        return [Finding("strength-infinite", len(above), {"names": tuple(above)}, "warning", subject=str(self))]

    def exhibits(self, batch: Batch, index: int) -> Sequence[Exhibit]:
        """Who preferred what, and all wins by winner and loser."""
        total = self.stats(batch).total()
        names = list(batch.facts["systems"])
        shown = list(super().exhibits(batch, index))
        if len(names) <= MOST_SHOWN:
            columns: dict[str, Any] = {"winner": names}
            columns |= {f"→ {name}": total.sums[0][:, at].tolist() for at, name in enumerate(names)}
            shown.append(Listing("shown-wins", columns))
        return shown
